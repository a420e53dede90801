"""Jemaa: Marrakech and Façir to play, to study and to train on.

>>> import jemaa
>>> state = jemaa.game("marrakech").new(players=4)
>>> [move.text for move in state.legal()]
['L', 'S', 'R']
>>> print(state.after("L"))
marrakech - 7/7/7/7/7/7/7 d4E 30,30,30,30 r12,y12,b12,n12 0:roll
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from jemaa import svg
    from jemaa.analysis import Review, ReviewError, review
    from jemaa.catalog import (
        game,
        open_record,
        parse,
        parse_view,
        play,
        player,
        read_records,
    )
    from jemaa.core.actions import Move, Outcome
    from jemaa.core.chance import SeededChance
    from jemaa.core.errors import (
        ChanceError,
        IllegalMoveError,
        InvalidNotationError,
        InvalidPositionError,
        InvalidRecordError,
        JemaaError,
        PlayerError,
        SetupError,
        UnknownNameError,
    )
    from jemaa.core.match import Match
    from jemaa.core.record import Record
    from jemaa.core.state import CHANCE, SPECTATOR, State
    from jemaa.core.testing import check_game
    from jemaa.core.view import View
    from jemaa.games.facir.cards import DeckError
    from jemaa.players.base import Decision, Limit

__version__ = "0.1.0"

__all__ = [
    "CHANCE",
    "SPECTATOR",
    "ChanceError",
    "Decision",
    "DeckError",
    "IllegalMoveError",
    "InvalidNotationError",
    "InvalidPositionError",
    "InvalidRecordError",
    "JemaaError",
    "Limit",
    "Match",
    "Move",
    "Outcome",
    "PlayerError",
    "Record",
    "Review",
    "ReviewError",
    "SeededChance",
    "SetupError",
    "State",
    "UnknownNameError",
    "View",
    "__version__",
    "check_game",
    "game",
    "open_record",
    "parse",
    "parse_view",
    "play",
    "player",
    "read_records",
    "review",
    "svg",
]

_HOMES = {
    "jemaa": "svg",
    "jemaa.analysis": "Review ReviewError review",
    "jemaa.catalog": "game open_record parse parse_view play player read_records",
    "jemaa.core.actions": "Move Outcome",
    "jemaa.core.chance": "SeededChance",
    "jemaa.core.errors": (
        "ChanceError IllegalMoveError InvalidNotationError InvalidPositionError InvalidRecordError"
        " JemaaError PlayerError SetupError UnknownNameError"
    ),
    "jemaa.core.match": "Match",
    "jemaa.core.record": "Record",
    "jemaa.core.state": "CHANCE SPECTATOR State",
    "jemaa.core.testing": "check_game",
    "jemaa.core.view": "View",
    "jemaa.games.facir.cards": "DeckError",
    "jemaa.players.base": "Decision Limit",
}


def __getattr__(name: str) -> Any:
    # Names are loaded when they are first used, so that `import jemaa` takes no time.
    for home, names in _HOMES.items():
        if name in names.split():
            from importlib import import_module

            if home == __name__:
                return import_module(f"{home}.{name}")
            value = globals()[name] = getattr(import_module(home), name)
            return value
    raise AttributeError(f"module 'jemaa' has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__
