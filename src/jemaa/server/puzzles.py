"""The puzzles as the page shows them: one list, and files with a few dozen sheets each.

All that follows from the rules is worked out here, when the page is built: what the table looks
like, what an accepted move does, and what is wrong with the others. So the page needs neither
rules nor a server for them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

import msgspec

from jemaa import catalog
from jemaa.analysis.procedure import Fact
from jemaa.analysis.puzzles import Puzzle, puzzles, turn_of
from jemaa.core.actions import Move
from jemaa.core.state import State
from jemaa.games.grid import CELLS, cells_of, square_name
from jemaa.players.registry import LEVELS

EMPTY = "."
"""A square without a rug or a nail, in a picture."""
ROUND = {"facir"}
"""Where losses are shares of a round, not of the win."""


class PuzzleCard(msgspec.Struct, frozen=True):
    """A puzzle in the list."""

    id: str
    game: str
    number: int
    """Its place in the list of its game, from 1, which its address names."""
    level: str
    """The weakest level that finds it, as do all above it."""
    finds: tuple[str, ...]
    """All levels that find it."""
    theme: str
    """What is asked: `way` or `rug`, `nail`, or `fakir` where it can be laid at once."""
    picture: str
    """The colour on top of each square, row by row, or a dot."""
    assam: str
    """Where Assam stands and looks, as in `d4N`; empty where there is none."""


class PuzzleList(msgspec.Struct, frozen=True):
    """All puzzles, and which one is whose day's."""

    games: tuple[str, ...]
    """The games in the order in which they take turns: that of day 0 first."""
    days: dict[str, tuple[int, ...]]
    """For each game, the numbers of its puzzles in the order in which they come up."""
    cards: dict[str, tuple[PuzzleCard, ...]]


class PuzzleAnswer(msgspec.Struct, frozen=True):
    """A move that is accepted, and what it does."""

    move: str
    story: Any
    change: Any
    area: tuple[str, ...]
    """Marrakech: the area that the rug makes or joins."""


class PuzzleOther(msgspec.Struct, frozen=True):
    """A move that is not accepted."""

    loss: int | None
    """What it costs, in percent of the win or the round; None if it is more than was measured."""
    fact: Fact | None
    """What makes the best move better, if that can be said."""


class PuzzleSheet(msgspec.Struct, frozen=True):
    """Everything that it takes to set and to solve one puzzle."""

    id: str
    seat: int
    scene: Any
    answers: tuple[PuzzleAnswer, ...]
    """Best first."""
    others: dict[str, PuzzleOther]
    """Moves that were measured, the nearest first."""
    rest: PuzzleOther
    """What holds for all further moves."""
    tempting: str
    facts: tuple[Fact, ...]
    """What makes the best move better than the tempting one."""
    unit: str
    """Losses are in percent of the `win` or the `round`."""


def listed() -> PuzzleList:
    """Return the list of all puzzles."""
    games = tuple(catalog.STUDIES)
    return PuzzleList(
        games,
        {game: turn_of(game) for game in games},
        {game: tuple(_cards(game)) for game in games},
    )


def sheets(game: str, level: str) -> dict[str, PuzzleSheet]:
    """Return the sheets of a game's puzzles of one level, by number."""
    return {
        str(number): _sheet(puzzle)
        for number, puzzle in enumerate(puzzles(game), 1)
        if puzzle.level == level
    }


def files() -> Iterator[tuple[str, dict[str, PuzzleSheet]]]:
    """Return the files of sheets by name: one for each level of each game."""
    for game in catalog.STUDIES:
        for level in LEVELS:
            yield f"{game}-{level}", sheets(game, level)


def _cards(game: str) -> Iterator[PuzzleCard]:
    for number, puzzle in enumerate(puzzles(game), 1):
        scene = _scene(puzzle)
        picture, assam = _picture(scene)
        yield PuzzleCard(
            puzzle.id,
            game,
            number,
            puzzle.level,
            puzzle.finds,
            _theme(puzzle, scene),
            picture,
            assam,
        )


def _theme(puzzle: Puzzle, scene: dict[str, Any]) -> str:
    if scene["phase"] == "play":
        return "fakir" if any(fact.key == "lays" for fact in puzzle.facts) else "nail"
    return "rug" if scene["phase"] == "lay" else "way"


def _picture(scene: dict[str, Any]) -> tuple[str, str]:
    """Return the colours of all squares, and Assam."""
    if "nails" in scene:
        colours = [room["colour"] for room in scene["rooms"]]
        tops = {nail["square"]: colours[nail["seat"]] for nail in scene["nails"]}
        return _squares(tops), ""
    return _squares(scene["tops"]), scene["square"] + scene["heading"]


def _squares(tops: dict[str, str]) -> str:
    return "".join(tops.get(square_name(cell), EMPTY) for cell in CELLS)


def _scene(puzzle: Puzzle) -> dict[str, Any]:
    state = puzzle.state()
    found: dict[str, Any] = msgspec.to_builtins(state.game.scene([state], [], puzzle.seat))
    return found


def _sheet(puzzle: Puzzle) -> PuzzleSheet:
    state = puzzle.state()
    answers = [state.game.move(text) for text in puzzle.answers]
    near = sorted(puzzle.losses, key=lambda move: puzzle.losses[move])
    return PuzzleSheet(
        id=puzzle.id,
        seat=puzzle.seat,
        scene=_scene(puzzle),
        answers=tuple(_answer(state, puzzle.seat, move) for move in answers),
        others={move: _other(puzzle, move) for move in near},
        rest=_other(puzzle, ""),
        tempting=puzzle.tempting,
        facts=puzzle.facts,
        unit="round" if puzzle.game in ROUND else "win",
    )


def _answer(state: State, seat: int, move: Move) -> PuzzleAnswer:
    game, after = state.game, state.after(move)
    story = asdict(game.story(state, move, after, seat))
    change = game.change(state, move, after, seat)
    if story.get("shown"):
        # The round is won. The cards of the others are any that fit, so nobody is shown them.
        story["shown"] = [one for one in story["shown"] if one["seat"] == seat]
        change = {}
    return PuzzleAnswer(move.text, story, change, _area(move, after))


def _area(move: Move, after: Any) -> tuple[str, ...]:
    """Return the larger area of the squares that a rug lies on now."""
    if not hasattr(after, "area") or not hasattr(move, "cells"):
        return ()
    board = max((after.area(cell) for cell in move.cells), key=int.bit_count)
    return tuple(square_name(cell) for cell in cells_of(board))


def _other(puzzle: Puzzle, move: str) -> PuzzleOther:
    loss = puzzle.loss(move)
    facts = puzzle.why_not(move)
    return PuzzleOther(None if loss is None else round(100 * loss), facts[0] if facts else None)
