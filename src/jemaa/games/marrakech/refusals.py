"""Why a move is refused: a code for programs, a clause of the rules, a sentence for people."""

from __future__ import annotations

from jemaa.core.errors import IllegalMoveError
from jemaa.core.game import common_refusal
from jemaa.games.marrakech.board import around
from jemaa.games.marrakech.moves import Draw, Rug, Turn
from jemaa.games.marrakech.rules import MarrakechState
from jemaa.games.marrakech.setup import COLOUR_NAMES, COLOURS


def refusal(state: MarrakechState, action: object) -> IllegalMoveError:
    """Say why an action is not possible in a position."""
    shared = common_refusal(state, action)
    if shared is not None:
        return shared
    reason, clause, message = _reason(state, action)
    return IllegalMoveError(reason, clause, message, str(state))


def _reason(state: MarrakechState, action: object) -> tuple[str, str, str]:
    if isinstance(action, Turn):
        return "wrong-step", "M-20", f"{action} turns Assam, but now a rug must be laid"
    if isinstance(action, Rug):
        return _rug_reason(state, action)
    if isinstance(action, Draw):
        return _draw_reason(state, action)
    return "wrong-step", "M-13", f"{action} is a roll, but now a rug must be drawn"


def _rug_reason(state: MarrakechState, rug: Rug) -> tuple[str, str, str]:
    if state.phase != "lay":
        return "wrong-step", "M-20", f"{rug} lays a rug, but now Assam must be turned"
    cell, _ = state.assam
    if cell in rug.cells:
        return "on-assam", "M-40", f"{rug} would lie under Assam"
    if rug.id - 3 not in around(cell):
        return "not-beside-assam", "M-40", f"{rug} does not touch a side of Assam's square"
    return "covers-whole-rug", "M-43", f"{rug} would cover both halves of one rug at once"


def _draw_reason(state: MarrakechState, draw: Draw) -> tuple[str, str, str]:
    name = COLOUR_NAMES[COLOURS[draw.colour]]
    if state.phase != "draw":
        return "wrong-step", "M-20", f"{draw} draws a rug, but now the die must be rolled"
    if state.owner(draw.colour) != state.seat:
        return "not-your-colour", "M-13", f"seat {state.seat} has no {name} rugs"
    return "no-rugs-left", "M-13", f"no {name} rugs are left in the pile of seat {state.seat}"
