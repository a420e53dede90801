"""Why a move is refused: a code for programs, a clause of the rules, a sentence for people.

The position in a refusal is the mover's own view, and a refusal is for the mover alone: it would
tell the others whether he could have laid (F-31).
"""

from __future__ import annotations

from jemaa.core.errors import IllegalMoveError
from jemaa.core.game import common_refusal
from jemaa.core.state import CHANCE
from jemaa.games.facir.board import NAILS
from jemaa.games.facir.moves import Put, Shift, Stand
from jemaa.games.facir.rules import DECIDING, FacirState
from jemaa.games.grid import square_name


def refusal(state: FacirState, action: object) -> IllegalMoveError:
    """Say why an action is not possible in a position."""
    shared = common_refusal(state, action)
    if shared is not None:
        return shared
    reason, clause, message = _reason(state, action)
    if state.to_act == CHANCE:
        return IllegalMoveError(reason, clause, message, state.game.public_text(state))
    return IllegalMoveError(reason, clause, message, str(state.view(state.seat)))


def _reason(state: FacirState, action: object) -> tuple[str, str, str]:
    if state.phase == "deal":
        clause = "F-41" if state.round == DECIDING else "F-20"
        return "not-in-bag", clause, f"card {action} is not in the bag"
    if state.phase == "stand":
        return "wrong-step", "F-21", f"{action} must wait: the card must be stood first"
    if isinstance(action, Stand):
        return "wrong-step", "F-21", f"{action} turns the card, but it stands for this round"
    return _turn_reason(state, action)


def _turn_reason(state: FacirState, action: object) -> tuple[str, str, str]:
    own = state.nails[state.seat]
    if isinstance(action, Put) and own.bit_count() == NAILS:
        return "no-nails-left", "F-25", f"all {NAILS} nails are out; move one of them"
    if isinstance(action, Shift) and not own >> action.cells[0] & 1:
        hole = square_name(action.cells[0])
        return "not-your-nail", "F-24", f"there is no nail of yours in {hole}"
    if isinstance(action, (Put, Shift)):
        goal = action.cell if isinstance(action, Put) else action.cells[1]
        if any(nails >> goal & 1 for nails in state.nails):
            return "hole-taken", "F-24", f"there is a nail in {square_name(goal)} already"
    return "does-not-fit", "F-30", f"{action} lays the fakir, but your card fits nowhere then"
