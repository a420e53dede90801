"""Moves as people type and read them."""

from __future__ import annotations

import inspect
from collections.abc import Sequence
from typing import Any

from jemaa.cli.screen import wrapped
from jemaa.core.actions import Move
from jemaa.core.errors import InvalidNotation
from jemaa.core.game import Game
from jemaa.core.state import State

FEW = 4
"""So many moves of a kind are each explained; more are only listed."""
MANY = 60
"""More than so many are not even written out one by one."""


def read_move(game: Game[Any, Any], typed: str) -> Move:
    """Read a move as people type it: in small or capital letters, with spaces or dashes inside.

    Raises:
        InvalidNotation: it is no move of the game.
    """
    plain = typed.replace(" ", "").replace("-", "")
    for text in (plain, plain.lower(), plain.upper()):
        try:
            return game.move(text)
        except InvalidNotation:
            continue
    return game.move(typed)


def move_list(moves: Sequence[Move], state: State | None = None) -> str:
    """List moves by their kind; with the position at hand it tells what each of a few does."""
    groups: dict[type[Move], list[Move]] = {}
    for move in moves:
        groups.setdefault(type(move), []).append(move)
    return "\n".join(f"{_heading(kind)}\n{_group(group, state)}" for kind, group in groups.items())


def _heading(kind: type[Move]) -> str:
    words = (inspect.getdoc(kind) or kind.__name__).partition("\n")[0]
    return wrapped([words.replace("`", "").rstrip(".") + ":"], indent="")


def _group(moves: Sequence[Move], state: State | None) -> str:
    if len(moves) > MANY:
        return _by_beginning(moves)
    told = [] if state is None or len(moves) > FEW else [state.game.tell(state, m) for m in moves]
    if len(set(told)) < len(moves):  # sentences that are for everybody may hide the difference
        return wrapped(move.text for move in moves)
    width = max(len(move.text) for move in moves)
    return "\n".join(
        f"  {move.text:{width}}  {sentence}" for move, sentence in zip(moves, told, strict=True)
    )


def _by_beginning(moves: Sequence[Move]) -> str:
    """List hundreds of moves in few lines: the first square, then all that can follow it."""
    endings: dict[str, list[str]] = {}
    for move in moves:
        endings.setdefault(move.text[:2], []).append(move.text[2:])
    return "\n".join(
        wrapped([f"{first} +", *rest]) if any(rest) else f"  {first}"
        for first, rest in endings.items()
    )
