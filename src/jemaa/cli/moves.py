"""Moves as people type and read them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from jemaa.cli.screen import table, wrapped
from jemaa.cli.words import Words
from jemaa.core.actions import Move
from jemaa.core.errors import InvalidNotationError
from jemaa.core.game import Game
from jemaa.core.state import State
from jemaa.core.view import View

FEW = 4
"""So many moves of a kind are each explained; more are only listed."""
MANY = 60
"""More than so many are not even written out one by one."""


def read_move(game: Game[Any, Any], typed: str) -> Move:
    """Read a move as people type it: in small or capital letters, with spaces or dashes inside.

    Raises:
        InvalidNotationError: it is no move of the game.
    """
    plain = typed.replace(" ", "").replace("-", "")
    for text in (plain, plain.lower(), plain.upper()):
        try:
            return game.move(text)
        except InvalidNotationError:
            continue
    return game.move(typed)


def move_list(position: State | View, words: Words) -> str:
    """List the legal moves by their kind; of a whole position it tells what each of a few does."""
    groups: dict[type[Move], list[Move]] = {}
    for move in position.legal():
        groups.setdefault(type(move), []).append(move)
    return "\n".join(
        f"{_heading(position.game.name, group, words)}\n{_group(position, group, words)}"
        for group in groups.values()
    )


def _heading(game: str, moves: Sequence[Move], words: Words) -> str:
    kind = type(moves[0]).__name__.lower()
    return wrapped([words(f"moves-{game}-{kind}", example=moves[0].text)], indent="")


def _group(position: State | View, moves: Sequence[Move], words: Words) -> str:
    if len(moves) > MANY:
        return _by_beginning(moves)
    told: list[str] = []
    if isinstance(position, State) and len(moves) <= FEW:
        told = [position.game.tell(position, move, words.language) for move in moves]
    if len(set(told)) < len(moves):  # sentences that are for everybody may hide the difference
        return wrapped(move.text for move in moves)
    return table({move.text: sentence for move, sentence in zip(moves, told, strict=True)})


def _by_beginning(moves: Sequence[Move]) -> str:
    """List hundreds of moves in few lines: the first square, then all that can follow it."""
    endings: dict[str, list[str]] = {}
    for move in moves:
        endings.setdefault(move.text[:2], []).append(move.text[2:])
    return "\n".join(
        wrapped([f"{first} +", *rest]) if any(rest) else f"  {first}"
        for first, rest in endings.items()
    )
