"""Jemaa: Marrakech and Façir to play, to study and to train on.

>>> import jemaa
>>> state = jemaa.game("marrakech").new(players=4)
>>> [move.text for move in state.legal()]
['L', 'S', 'R']
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from jemaa.catalog import game, open_record, parse, parse_view
    from jemaa.core.errors import IllegalMoveError, JemaaError
    from jemaa.core.match import Match
    from jemaa.core.record import Record
    from jemaa.core.state import CHANCE, SPECTATOR

__version__ = "0.1.0"

_HOMES = {
    "CHANCE": "jemaa.core.state",
    "IllegalMoveError": "jemaa.core.errors",
    "JemaaError": "jemaa.core.errors",
    "Match": "jemaa.core.match",
    "Record": "jemaa.core.record",
    "SPECTATOR": "jemaa.core.state",
    "game": "jemaa.catalog",
    "open_record": "jemaa.catalog",
    "parse": "jemaa.catalog",
    "parse_view": "jemaa.catalog",
}

__all__ = [
    "CHANCE",
    "SPECTATOR",
    "IllegalMoveError",
    "JemaaError",
    "Match",
    "Record",
    "__version__",
    "game",
    "open_record",
    "parse",
    "parse_view",
]


def __getattr__(name: str) -> Any:
    # Names are loaded when they are first used, so that `import jemaa` takes no time.
    if name not in _HOMES:
        raise AttributeError(f"module 'jemaa' has no attribute {name!r}")
    from importlib import import_module

    value = getattr(import_module(_HOMES[name]), name)
    globals()[name] = value
    return value
