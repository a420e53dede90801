"""`jemaa show` and `jemaa legal`: a position from the command line."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from jemaa import catalog, svg
from jemaa.cli.moves import move_list
from jemaa.cli.saved import read_text
from jemaa.cli.screen import columns, json_text, painted
from jemaa.cli.words import Words, find_language
from jemaa.core.setup import TEXT_SIZE
from jemaa.core.state import CHANCE, SPECTATOR, State
from jemaa.core.view import View


def run(options: argparse.Namespace) -> int:
    """Read the position and say what is asked about it."""
    position = read_position(options.position)
    words = Words(find_language(options.language) if options.what == "show" else "en")
    if options.what == "show" and options.svg is not None:
        _write_svg(position, options, words.language)
    elif options.json:
        print(json_text({"show": _shown, "legal": _possible}[options.what](position)))
    else:
        print({"show": _drawing, "legal": _list}[options.what](position, words))
    return 0


def read_position(words: Sequence[str]) -> State | View:
    """Read a position or a view from the words of a command line, or from the input for `-`."""
    given = " ".join(words)
    text = (read_text("-", TEXT_SIZE) if given == "-" else given).strip()
    return catalog.parse_view(text) if text.startswith("@") else catalog.parse(text)


def actor(to_act: int | None) -> int | str | None:
    """Return who is to act, as JSON has it: a seat, `chance`, or null when the game is over."""
    return "chance" if to_act == CHANCE else to_act


def _shown(position: State | View) -> dict[str, Any]:
    seat = position.seat if isinstance(position, View) else None
    return {
        "game": position.game.name,
        "text": str(position),
        "seat": "spectator" if seat == SPECTATOR else seat,
        "to_act": actor(position.to_act),
        "phase": position.phase,
        "scores": position.scores(),
        "ranking": position.ranking(),
        "drawing": position.game.draw(_view(position)),
    }


def _drawing(position: State | View, words: Words) -> str:
    return painted(position.game.picture(_view(position), words.language, columns()))


def _write_svg(position: State | View, options: argparse.Namespace, language: str) -> None:
    """Write the picture of a position to a file, or to the output for `-`."""
    picture = svg.board(
        position,
        size=svg.USUAL_SIZE if options.size is None else options.size,
        last=options.last,
        marks=options.mark,
        language=language,
    )
    if options.svg == "-":
        print(picture)
    else:
        Path(options.svg).write_text(picture + "\n", "utf-8")


def _view(position: State | View) -> View:
    """Return a view to draw: of a whole position, what the seat to act sees."""
    if isinstance(position, View):
        return position
    to_act = position.to_act
    return position.view(SPECTATOR if to_act is None or to_act == CHANCE else to_act)


def _possible(position: State | View) -> dict[str, Any]:
    # What chance can bring depends on what is hidden, so only a whole position tells it.
    outcomes = position.outcomes() if isinstance(position, State) else ()
    return {
        "game": position.game.name,
        "text": str(position),
        "to_act": actor(position.to_act),
        "moves": [move.text for move in position.legal()],
        "outcomes": [
            {"text": outcome.text, "kind": outcome.kind, "weight": weight}
            for outcome, weight in outcomes
        ],
    }


def _list(position: State | View, words: Words) -> str:
    if position.is_over:
        return "Nothing: the game is over."
    if position.legal():
        return move_list(position, words)
    if isinstance(position, View):
        return "Nothing: this seat must wait."
    outcomes = position.outcomes()
    whole = sum(weight for _, weight in outcomes)
    lines = [f"  {outcome.text:4}  {weight} in {whole}" for outcome, weight in outcomes]
    return "\n".join([f"Chance decides ({outcomes[0][0].kind}):", *lines])
