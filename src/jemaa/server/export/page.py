"""Writes what the page takes over from Python: types, geometry, cards, figures, choices, colours.

`python -m jemaa.server.export.page FOLDER` writes six files; the same sources always give the same
bytes. The page has no rules of its own, so whatever it must know comes from here.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any, get_args, get_type_hints

from jemaa.catalog import GAMES, game
from jemaa.core.errors import JemaaError
from jemaa.core.tokens import css
from jemaa.games.grid import CELLS, COLUMNS, SIZE, square_name
from jemaa.locale import LANGUAGES
from jemaa.players.levels import LEVELS
from jemaa.server import wire
from jemaa.server.export.figures import figures
from jemaa.server.export.typescript import Writer, union
from jemaa.server.room.commands import PHRASES
from jemaa.server.room.offers import AWAY, GOOD_BYE
from jemaa.server.room.opening import STAND_IN

CHOICES: dict[str, dict[str, tuple[Any, ...]]] = {
    "marrakech": {
        "rotate": ("before", "after"),
        "insolvent": ("out", "stays"),
        "edition": (60, 57),
    },
    "facir": {
        "repetitions": (3, 2, None),
        "turn_cap": (200, 100, 400, None),
    },
}
"""The settings that the page offers, and their values; the first one is the usual one."""
HTTP = (
    *(wire.NewRoom, wire.OpenedRoom, wire.TakeSeat, wire.SeatToken, wire.OwnGame),
    wire.RoomLink,
    *(wire.RoomInfo, wire.Problem, wire.Replay),
)
OVERRIDES = {
    ("Welcome", "scene"): "Scene",
    ("Welcome", "events"): "Happening[]",
    ("History", "events"): "Happening[]",
    ("Update", "scene"): "Scene",
    ("Update", "room"): "RoomInfo",
    ("Update", "events"): "Happening[]",
    ("Refused", "scene"): "Scene",
    ("Happening", "story"): "Story | null",
    ("Happening", "change"): "Change | null",
    ("Replay", "start"): "Scene",
    ("Ply", "scene"): "Scene",
}


def types() -> str:
    """Return the TypeScript types of all messages, HTTP bodies, scenes and stories."""
    writer = Writer(OVERRIDES)
    requests = [writer.spell(kind) for kind in get_args(wire.Request)]
    replies = [writer.spell(kind) for kind in get_args(wire.Reply)]
    for kind in HTTP:
        writer.spell(kind)
    scenes = [writer.spell(_scene_type(name)) for name in GAMES]
    changes = [writer.spell(_change_type(name)) for name in GAMES]
    stories = [(name, [writer.spell(kind) for kind in _story_types(name)]) for name in GAMES]
    aliases = [
        union("Request", requests),
        union("Command", [writer.spell(kind) for kind in get_args(wire.AnyCommand)]),
        union("Reply", replies),
        union("Scene", scenes),
        union("Change", changes),
        *(union(f"{_capital(name)}Story", kinds) for name, kinds in stories),
        union("Story", [f"{_capital(name)}Story" for name, _ in stories]),
    ]
    head = "// Made by `python -m jemaa.server.export.page` from the server's own types.\n"
    constant = f"export const PROTOCOL = {wire.PROTOCOL};\n"
    return "\n".join([head, constant, writer.text(), *aliases])


def geometry() -> dict[str, Any]:
    """Return the names of the squares, and Marrakech's arrow loops and die."""
    board = _part("marrakech", "board")
    return {
        "size": SIZE,
        "columns": COLUMNS,
        "squares": [square_name(cell) for cell in CELLS],
        "headings": board.HEADINGS,
        "centre": square_name(board.CENTRE),
        "die": [{"slippers": slippers, "weight": weight} for slippers, weight in board.DIE],
        "loops": list(_loops(board)),
    }


def cards() -> dict[str, Any]:
    """Return the cards of Façir's usual deck, as printed."""
    return {"deck": list(_part("facir", "cards").DEFAULT_DECK)}


def catalogue() -> dict[str, Any]:
    """Return what can be chosen, and how long somebody must be away before a bot can sit in."""
    return {
        "games": [_game(name) for name in GAMES],
        "levels": list(LEVELS),
        "phrases": list(PHRASES),
        "languages": dict(LANGUAGES),
        "stand_in": {"level": STAND_IN, "away": AWAY, "good_bye": GOOD_BYE},
    }


def write(folder: Path) -> None:
    """Write all files into a folder; files that are right already keep their age."""
    texts = {
        "wire.ts": types(),
        "geometry.json": _json(geometry()),
        "cards.json": _json(cards()),
        "figures.json": _json(figures()),
        "catalog.json": _json(catalogue()),
        "tokens.css": css(),
    }
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in texts.items():
        path = folder / name
        if not path.exists() or path.read_text("utf-8") != text:
            path.write_text(text, "utf-8")


def main(arguments: list[str]) -> int:
    """Run the command; return the exit code."""
    if len(arguments) != 1:
        sys.stderr.write("usage: python -m jemaa.server.export.page FOLDER\n")
        return 2
    try:
        write(Path(arguments[0]))
    except JemaaError as error:
        sys.stderr.write(f"jemaa: {error}\n")
        return 1
    return 0


def _part(name: str, part: str) -> ModuleType:
    """Return a module of a game: all games have the same file names."""
    return import_module(f"{GAMES[name]}.{part}")


def _scene_type(name: str) -> Any:
    return get_type_hints(type(game(name)).scene_with)["return"]


def _change_type(name: str) -> Any:
    return get_type_hints(type(game(name)).change)["return"]


def _story_types(name: str) -> tuple[Any, ...]:
    return get_args(get_type_hints(type(game(name)).story)["return"])


def _capital(name: str) -> str:
    return name[0].upper() + name[1:]


def _loops(board: ModuleType) -> Iterator[dict[str, str]]:
    for cell in CELLS:
        for heading, (dx, dy) in enumerate(board.STEP):
            x, y = cell & 7, cell >> 3
            if 0 <= x + dx < SIZE and 0 <= y + dy < SIZE:
                continue
            to_x, to_y, to_heading = board.step(x, y, heading)
            letter = board.HEADINGS[heading]
            yield {
                "exit": square_name(cell) + letter,
                "square": square_name(cell),
                "heading": letter,
                "to": square_name(8 * to_y + to_x),
                "toHeading": board.HEADINGS[to_heading],
            }


def _game(name: str) -> dict[str, Any]:
    found = game(name)
    usual = found.setup()
    settings = [
        {"name": setting, "default": getattr(usual, setting), "choices": _checked(name, setting)}
        for setting in CHOICES.get(name, {})
    ]
    return {
        "name": name,
        "title": found.title,
        "aim": found.aim,
        "seats": list(found.seats),
        "secrets": found.has_secrets,
        "settings": settings,
    }


def _checked(name: str, setting: str) -> list[Any]:
    """Return the choices of a setting, after the game itself has accepted each."""
    choices = CHOICES[name][setting]
    return [getattr(game(name).setup(players=3, **{setting: one}), setting) for one in choices]


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, indent=1) + "\n"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
