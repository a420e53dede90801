"""Whether a game can come to a position, as far as counts and turn order can tell."""

from __future__ import annotations

from jemaa.core.errors import InvalidPosition
from jemaa.games.marrakech.board import PURSE
from jemaa.games.marrakech.rules import MarrakechState
from jemaa.games.marrakech.setup import COLOURS, RUGS_PER_COLOUR


def check(state: MarrakechState) -> None:
    """Refuse what counts and turn order show to be impossible."""
    _check_money(state)
    _check_fallen(state)
    _check_cloth(state)
    _check_order(state)


def _check_money(state: MarrakechState) -> None:
    total, players = sum(state.cash), state.setup.players
    if total != PURSE * players:
        raise InvalidPosition(
            "purses", f"they add up to {total}, but {players} players own {PURSE * players} (M-4)"
        )


def _check_fallen(state: MarrakechState) -> None:
    orders = sorted(order for order in state.fallen if order)
    if orders and state.setup.insolvent == "stays":
        raise InvalidPosition("purses", "nobody falls out with insolvent=stays (V-2)")
    if orders != list(range(1, len(orders) + 1)) or len(orders) == state.setup.players:
        raise InvalidPosition("purses", "who fell out is counted x1, x2, ... and one is left")


def _check_cloth(state: MarrakechState) -> None:
    """Check each colour: what is seen cannot be more rugs than were laid."""
    whole = state.links[0].bit_count() + state.links[1].bit_count()
    most = RUGS_PER_COLOUR[state.setup.players]
    laid_in_all = 0
    for colour, letter in enumerate(COLOURS):
        owned = any(letter in letters for letters in state.setup.colours)
        laid = most - state.rugs_left[colour] if owned else 0
        laid_in_all += laid
        board = state.boards[colour]
        linked = (state.links[0] & board).bit_count() + (state.links[1] & board).bit_count()
        seen = board.bit_count() - linked
        if seen > laid:
            raise InvalidPosition(
                "board", f"{seen} rugs of colour {letter} are seen, but only {laid} were laid"
            )
    if laid_in_all and not whole:
        raise InvalidPosition("board", "the rug laid last is always seen whole, but none is")


def _check_order(state: MarrakechState) -> None:
    """Check that whoever is in has laid as many rugs as the turn order gives him (M-14)."""
    setup = state.setup
    stock = RUGS_PER_COLOUR[setup.players] * len(setup.colours[0])
    inside = [
        (setup.first + step) % setup.players
        for step in range(setup.players)
        if not state.fallen[(setup.first + step) % setup.players]
    ]
    laid = {seat: stock - state.rugs_of(seat) for seat in inside}
    if state.is_over:
        if len(inside) > 1 and any(laid[seat] != stock for seat in inside):
            raise InvalidPosition("turn", "it is not over: rugs are left to be laid (M-50)")
        return
    if len(inside) == 1:
        raise InvalidPosition("turn", "it is over: only one player is left (M-33)")
    if state.seat not in inside:
        raise InvalidPosition("turn", f"seat {state.seat} is out")
    has_laid = setup.rotate == "after" and state.phase == "turn"
    base = laid[state.seat] - has_laid
    for place, seat in enumerate(inside):
        due = base + (place < inside.index(state.seat) or (has_laid and seat == state.seat))
        if laid[seat] != due:
            raise InvalidPosition(
                "rugs",
                f"seat {seat} has laid {laid[seat]} rugs; on seat {state.seat}'s turn it is {due}",
            )
    if not has_laid and (laid[state.seat] == stock or _pile_is_empty(state)):
        raise InvalidPosition("rugs", f"seat {state.seat} is to move but has no such rug left")
    if has_laid and not state.rugs_of(state.next_seat()):
        raise InvalidPosition("turn", "it is over: the last rug is laid (M-50)")


def _pile_is_empty(state: MarrakechState) -> bool:
    return state.colour is not None and state.rugs_left[state.colour] == 0
