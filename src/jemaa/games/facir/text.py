"""Façir in words and characters: the board for a terminal, and sentences for the log.

Sentences are for everybody: they never tell a card, a rotation or a possibility that is secret.
"""

from __future__ import annotations

from jemaa.core.actions import Action
from jemaa.core.grid import COLUMNS, SIZE, square_name
from jemaa.core.state import SPECTATOR
from jemaa.games.facir.moves import Deal, Put, Shift, Stand, Turn
from jemaa.games.facir.rules import DECIDING, FacirState
from jemaa.games.facir.setup import COLOUR_NAMES
from jemaa.games.facir.view import FacirView

FREE = "·"


def draw(view: FacirView) -> str:
    """Draw the bed of nails, with the rooms and the own card beside it."""
    board = _board_lines(view)
    beside = [*_room_lines(view), "", *_card_lines(view)]
    height = max(len(board), len(beside))
    board += [" " * len(board[0])] * (height - len(board))
    beside += [""] * (height - len(beside))
    lines = [f"{left}   {right}".rstrip() for left, right in zip(board, beside, strict=True)]
    return "\n".join([*lines, "", _situation(view)])


def _board_lines(view: FacirView) -> list[str]:
    lines = ["  " + " ".join(COLUMNS)]
    for y in range(SIZE):
        marks = [_nail(view, 8 * y + x) for x in range(SIZE)]
        lines.append(f"{y + 1} " + " ".join(marks))
    return lines


def _nail(view: FacirView, cell: int) -> str:
    for seat, nails in enumerate(view.nails):
        if nails >> cell & 1:
            return str(view.setup.colours[seat]).upper()
    return FREE


def _room_lines(view: FacirView) -> list[str]:
    lines = []
    for seat in range(view.setup.players):
        mark = ">" if seat == view.known.seat and not view.is_over else " "
        name = seat_name(view, seat)
        won, left = len(view.won[seat]), view.nails_left[seat]
        lines.append(f"{mark} {seat} {name:<6}  {_room(view, seat):<14}  nails {left}  cards {won}")
    return lines


def _room(view: FacirView, seat: int) -> str:
    if not view.is_over and seat not in view.playing:
        return "looks on"
    edge = view.edges[seat]
    if edge is not None:
        return f"edge [{edge}]"
    if view.stood[seat]:
        return "card stands"
    return "holds a card" if view.dealt[seat] else "no card"


def _card_lines(view: FacirView) -> list[str]:
    if view.card is None or view.pattern is None:
        return []
    state = "as you see it" if view.rotation is not None else "not standing yet"
    rows = [view.pattern[start : start + 3] for start in (0, 3, 6)]
    title = f"  your card, number {view.card + 1} ({state}):"
    return [title, *["    " + " ".join(row) for row in rows]]


def _situation(view: FacirView) -> str:
    if view.is_over:
        winners = view.ranking()[0]
        names = " and ".join(seat_name(view, seat) for seat in winners)
        return f"Game over: {names} win{'s' if len(winners) == 1 else ''}."
    wants = {"deal": "draws a card", "stand": "stands the card", "play": "is to move"}
    who = "You" if view.seat == view.known.seat and view.seat != SPECTATOR else ""
    if who:
        wants = {"deal": "draw a card", "stand": "stand your card", "play": "are to move"}
    name = who or seat_name(view, view.known.seat)
    turn = f", turn {view.turns + 1}" if view.phase == "play" else ""
    return f"{_round_name(view.round)}{turn}: {name} {wants[view.phase]}."


def _round_name(number: int) -> str:
    return "Deciding round" if number == DECIDING else f"Round {number + 1}"


def seat_name(state: FacirState | FacirView, seat: int) -> str:
    """Name a seat by the colour of its nails, as in `Red`."""
    return COLOUR_NAMES[state.setup.colours[seat]].capitalize()


def tell(before: FacirState, action: Action) -> str:
    """Tell in one sentence what everybody may know of an action."""
    name = seat_name(before, before.seat)
    if isinstance(action, Deal):
        return f"{name} draws a card."
    if isinstance(action, Stand):
        return f"{name} stands the card."
    if isinstance(action, Turn):
        return f"{name} {_tell_turn(before, action)}."
    raise TypeError(f"{action!r} is no action of Façir")


def _tell_turn(before: FacirState, turn: Turn) -> str:
    done = []
    if isinstance(turn, Put):
        done.append(f"puts a nail into {square_name(turn.cell)}")
    if isinstance(turn, Shift):
        source, target = turn.cells
        done.append(f"moves a nail from {square_name(source)} to {square_name(target)}")
    if turn.lays:
        done.append(f"lays the fakir and wins {_prize(before)}")
        return " and ".join(done) if len(done) == 1 else f"{done[0]}, {done[1]}"
    if before.after(turn).phase != "play":
        done.append("the round is void" + _lost(before))
    return "; ".join(done)


def _prize(before: FacirState) -> str:
    if before.round == DECIDING:
        return "the deciding round"
    return f"the cards {_card_list(before)}"


def _lost(before: FacirState) -> str:
    return "" if before.round == DECIDING else f" and the cards {_card_list(before)} leave the game"


def _card_list(before: FacirState) -> str:
    numbers = sorted(room.card + 1 for room in before.rooms)
    return ", ".join(map(str, numbers[:-1])) + f" and {numbers[-1]}"
