"""Writes what the page takes over from Python: types, geometry, cards, figures, lessons, choices.

`python -m jemaa.server.export FOLDER` writes the files; the same sources always give the same
bytes. The page has no rules of its own, so whatever it must know comes from here.
"""

from __future__ import annotations

import inspect
import json
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any, get_args, get_type_hints

import msgspec
from msgspec import inspect as shapes

from jemaa.analysis.reviews import Step as ReviewStep
from jemaa.catalog import GAMES, SETTING_FILES, game
from jemaa.core.errors import JemaaError, SetupError
from jemaa.core.picture import css
from jemaa.games.grid import CELLS, COLUMNS, SIZE, square_name
from jemaa.locale import LANGUAGES
from jemaa.players.registry import LEVELS
from jemaa.server import push, puzzles, study, wire
from jemaa.server.lessons import LessonStep, lessons
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
IN_THE_BOX = frozenset({("marrakech", "edition")})
"""Settings that say what the box holds: they matter only where they keep a colour from the game."""
HTTP = (
    *(wire.NewRoom, wire.OpenedRoom, wire.TakeSeat, wire.SeatToken, wire.OwnGame),
    wire.RoomLink,
    *(push.Calls, push.CallWish),
    *(puzzles.PuzzleList, puzzles.PuzzleSheet),
    *(wire.RoomInfo, wire.Problem, wire.Replay),
    *(study.ReviewWish, study.ReviewNews, study.TrialWish, study.Trial, study.RetryWish),
    *(study.RecordWish, study.HintWish, study.HintGiven),
    LessonStep,
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
    ("Trial", "scene"): "Scene",
    ("Ply", "scene"): "Scene",
    ("PuzzleSheet", "scene"): "Scene",
    ("PuzzleAnswer", "story"): "Story",
    ("PuzzleAnswer", "change"): "Change",
    ("LessonStep", "scene"): "Scene",
    ("Sequel", "scene"): "Scene",
}
NAMES: dict[type, str] = {ReviewStep: "ReviewStep"}
"""What some classes are called on the page, where two have the same name."""
Collected = shapes.StructType | shapes.DataclassType | shapes.TypedDictType
NUMBERS = (shapes.IntType, shapes.FloatType)


@dataclass(frozen=True, slots=True)
class Figure:
    """One drawing of the rules pages: a position, and the seat that looks at it.

    The page gets the scene that follows from it: what a way costs, where a rug may lie and how a
    card fits are decided by the games.
    """

    game: str
    name: str
    position: str
    seat: int = 0
    """Through whose eyes it is seen."""


FIGURES = (
    Figure(
        "marrakech",
        "turn",
        "marrakech - 7/7/7/7/7/7/7 d4S 30,30,30,30 r12,y12,b12,n12 0:turn",
    ),
    Figure(
        "marrakech",
        "loop",
        "marrakech - 7/4nS2/4n2/7/7/rErbEbyEy1/7 d2N 30,30,30,30 r11,y11,b11,n11 0:turn",
    ),
    Figure(
        "marrakech",
        "corner",
        "marrakech - 4nS2/4n2/7/7/7/rErbEbyEy1/7 f1E 30,30,30,30 r11,y11,b11,n11 0:turn",
    ),
    Figure(
        "marrakech",
        "area",
        "marrakech - 7/4yEy1/2yEyrEr1/2bSyS3/2byrEr1/4nEn1/7 d6N 30,30,30,30 r9,y9,b9,n9 0:turn",
    ),
    Figure(
        "marrakech",
        "places",
        "marrakech - 7/7/2yEy3/2rS1bEb1/2r4/7/5nEn d4S 30,30,30,30 r10,y10,b10,n10 0:lay",
    ),
    Figure("facir", "stand", "facir players=2 7/7/7/7/7/7/7 9,3 -,-/- 1:stand:0 -"),
    Figure("facir", "room", "facir players=2 7/7/7/7/7/7/7 9^1,3^0 -,-/- 1:play:0:0 -"),
    Figure("facir", "behind", "facir players=2 7/7/7/7/7/7/7 9^1,3^0 -,-/- 1:play:0:0 -", seat=1),
    Figure("facir", "fits", "facir players=2 7/2r1y2/2y4/4r2/1y5/5r1/7 9^0,3^0 -,-/- 1:play:0:6 -"),
    Figure(
        "facir", "turned", "facir players=2 7/3ry2/7/2r1y2/7/1y3r1/7 9^0,3^0 -,-/- 1:play:0:6 -"
    ),
    Figure(
        "facir", "misses", "facir players=2 7/2r1y2/7/3yr2/1y5/5r1/7 9^0,3^0 -,-/- 1:play:0:6 -"
    ),
)


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
    head = "// Made by `python -m jemaa.server.export` from the server's own types.\n"
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


def figures() -> dict[str, dict[str, Any]]:
    """Return the scene of every figure, by game and name."""
    found: dict[str, dict[str, Any]] = {}
    for figure in FIGURES:
        found.setdefault(figure.game, {})[figure.name] = _scene(figure)
    return found


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
        **{f"lesson-{name}.json": _json(msgspec.to_builtins(lessons(name))) for name in GAMES},
        "catalog.json": _json(catalogue()),
        "tokens.css": css(),
        "puzzles-list.json": _short(puzzles.listed()),
        **{f"puzzles-{name}.json": _short(sheets) for name, sheets in puzzles.files()},
    }
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in texts.items():
        path = folder / name
        if not path.exists() or path.read_text("utf-8") != text:
            path.write_text(text, "utf-8")


def main(arguments: list[str]) -> int:
    """Run the command; return the exit code."""
    if len(arguments) != 1:
        sys.stderr.write("usage: python -m jemaa.server.export FOLDER\n")
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


def _scene(figure: Figure) -> dict[str, Any]:
    of = game(figure.game)
    found: dict[str, Any] = msgspec.to_builtins(
        of.scene([of.parse(figure.position)], [], figure.seat)
    )
    return found


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
        {
            "name": setting,
            "default": getattr(usual, setting),
            "choices": _checked(name, setting),
            "players": [count for count in found.seats if _matters(name, setting, count)],
        }
        for setting in CHOICES.get(name, {})
    ]
    return {
        "name": name,
        "title": found.title,
        "aim": found.aim,
        "seats": list(found.seats),
        "colours": {str(players): _colours(name, players) for players in found.seats},
        "palettes": {
            str(players): {
                _given(settings): _palette(name, players, settings) for settings in _boxes(name)
            }
            for players in found.seats
        },
        "beginnings": list(found.beginnings),
        "files": [setting for game, setting in SETTING_FILES if game == name],
        "secrets": found.has_secrets,
        "settings": settings,
    }


def _colours(name: str, players: int) -> list[str]:
    """Return the usual colours of each seat, one letter or two; empty where a game has none."""
    return list(getattr(game(name).setup(players=players), "colours", ()))


def _boxes(name: str) -> list[dict[str, Any]]:
    """Return the settings of all boxes of a game: each of them, and none for the usual one."""
    return [
        {},
        *(
            {setting: choice}
            for setting, choices in CHOICES.get(name, {}).items()
            if (name, setting) in IN_THE_BOX
            for choice in choices[1:]
        ),
    ]


def _given(settings: dict[str, Any]) -> str:
    return ",".join(f"{name}={value}" for name, value in settings.items())


def _palette(name: str, players: int, settings: dict[str, Any]) -> str:
    """Return the letters of the colours that some seat may have, in the usual order."""
    usual = _colours(name, players)
    every = "".join(_colours(name, max(game(name).seats)))
    size = len(usual[0]) if usual else 0
    found = ""
    for letter in every:
        letters = letter + every.replace(letter, "")
        each = [letters[place : place + size] for place in range(0, players * size, size)]
        # A game takes a letter a seat, or a list where seats have several.
        colours = each if size > 1 else "".join(each)
        with suppress(SetupError):
            game(name).setup(players=players, colours=colours, **settings)
            found += letter
    return found


def _matters(name: str, setting: str, players: int) -> bool:
    """Whether a setting changes anything for so many players."""
    if (name, setting) not in IN_THE_BOX:
        return True
    boxes = ({setting: choice} for choice in CHOICES[name][setting])
    return len({_palette(name, players, box) for box in boxes}) > 1


def _checked(name: str, setting: str) -> list[Any]:
    """Return the choices of a setting, after the game itself has accepted each."""
    choices = CHOICES[name][setting]
    return [getattr(game(name).setup(players=3, **{setting: one}), setting) for one in choices]


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, indent=1) + "\n"


def _short(value: Any) -> str:
    """Return a large file for machines, without spaces."""
    return msgspec.json.encode(value).decode() + "\n"


class UnwritableError(JemaaError):
    """A type that has no TypeScript form; give it one here."""


class Writer:
    """Collects types and prints them as TypeScript, each once, in the order in which they were met.

    >>> writer = Writer()
    >>> writer.spell(dict[str, tuple[int, ...]])
    'Record<string, number[]>'
    """

    def __init__(self, overrides: dict[tuple[str, str], str] | None = None) -> None:
        self._overrides = overrides or {}
        """The TypeScript type of some fields, by class and field."""
        self._classes: dict[str, type] = {}
        self._texts: dict[str, str] = {}

    def spell(self, kind: Any) -> str:
        """Return the TypeScript type of a Python type; classes in it are collected."""
        return self._spell(shapes.type_info(kind))

    def text(self) -> str:
        """Return all collected classes as interfaces."""
        return "\n".join(self._texts.values())

    def _spell(self, kind: shapes.Type) -> str:
        match kind:
            case shapes.StructType() | shapes.DataclassType() | shapes.TypedDictType():
                return self._collect(kind)
            case shapes.UnionType():
                return " | ".join(dict.fromkeys(self._spell(one) for one in kind.types))
            case shapes.LiteralType():
                return " | ".join(f'"{value}"' for value in kind.values)
            case shapes.VarTupleType() | shapes.ListType():
                inner = self._spell(kind.item_type)
                return f"({inner})[]" if " " in inner else f"{inner}[]"
            case shapes.TupleType():
                return f"[{', '.join(self._spell(one) for one in kind.item_types)}]"
            case shapes.DictType():
                return f"Record<string, {self._spell(kind.value_type)}>"
        return _plain(kind)

    def _collect(self, kind: Collected) -> str:
        cls: type = kind.cls
        name = NAMES.get(cls, cls.__name__)
        if self._classes.setdefault(name, cls) is not cls:
            raise UnwritableError(f"two classes are called {name}: {cls} and {self._classes[name]}")
        if name not in self._texts:
            self._texts[name] = ""  # keeps its place, and ends a circle of types
            self._texts[name] = self._interface(name, kind)
        return name

    def _interface(self, name: str, kind: Collected) -> str:
        lines = [f"/** {_summary(kind.cls)} */", f"export interface {name} {{"]
        if isinstance(kind, shapes.StructType) and kind.tag_field is not None:
            lines.append(f'  {kind.tag_field}: "{kind.tag}";')
        may_miss = isinstance(kind, shapes.TypedDictType) or _may_miss(kind.cls)
        for field in kind.fields:
            mark = "?" if may_miss and not field.required else ""
            spelled = self._overrides.get((name, field.name)) or self._spell(field.type)
            lines.append(f"  {field.encode_name}{mark}: {spelled};")
        return "\n".join([*lines, "}", ""])


def union(name: str, members: Iterable[str]) -> str:
    """Print a named union of types."""
    return f"export type {name} = {' | '.join(members)};\n"


def _plain(kind: shapes.Type) -> str:
    match kind:
        case shapes.StrType():
            return "string"
        case shapes.BoolType():
            return "boolean"
        case shapes.NoneType():
            return "null"
        case shapes.AnyType() | shapes.RawType():
            return "unknown"
    if isinstance(kind, NUMBERS):
        return "number"
    raise UnwritableError(f"{kind!r} has no TypeScript form; add one to jemaa.server.export")


def _may_miss(cls: type) -> bool:
    """Whether a field with a default may be absent: in what we read, or leave out."""
    config = getattr(cls, "__struct_config__", None)
    if not isinstance(config, msgspec.structs.StructConfig):
        return False
    return config.forbid_unknown_fields or config.omit_defaults


def _summary(cls: type) -> str:
    return (inspect.getdoc(cls) or cls.__name__).splitlines()[0]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
