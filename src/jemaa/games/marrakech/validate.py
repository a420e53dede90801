"""What is not possible in Marrakech: moves, with the reason, and positions no game comes to.

The reason is a code for programs, a clause of the rules and a sentence for people.

A position is refused as far as counts, the board and the turn order tell. Whoever is in has one
turn in each round, from the first seat on, and lays one rug in it or falls out. So the rugs that
are left tell which turns there were, in which order, and how each ended; from that follow bounds
for everything else. docs/notation.md lists what is refused.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from jemaa.core.errors import IllegalMoveError, InvalidPositionError
from jemaa.core.game import common_refusal
from jemaa.games.grid import square_name
from jemaa.games.marrakech.board import CENTRE, DIE, HEADINGS, PURSE, RUGS, around, march
from jemaa.games.marrakech.moves import Draw, Rug, Turn
from jemaa.games.marrakech.rules import MarrakechState
from jemaa.games.marrakech.setup import COLOUR_NAMES, COLOURS, RUGS_PER_COLOUR

ANYWHERE = 5
"""After so many rolls Assam can be on every square, looking everywhere."""


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


def check(state: MarrakechState) -> None:
    """Refuse what cannot be."""
    _check_money(state)
    _check_fallen(state)
    _check_cloth(state)
    turns = _Order(state).turns()
    _check_payments(state, turns)
    _check_last_rugs(state, turns)
    _check_assam(state, turns)


class _Turn(NamedTuple):
    """A turn that is over: in its round, at its place in the round."""

    round: int
    place: int
    seat: int
    falls: bool
    """Whether the player went out instead of laying a rug (M-33)."""


def _check_money(state: MarrakechState) -> None:
    total, players = sum(state.cash), state.setup.players
    if total != PURSE * players:
        raise InvalidPositionError(
            "purses", f"they add up to {total}, but {players} players own {PURSE * players} (M-4)"
        )


def _check_fallen(state: MarrakechState) -> None:
    orders = sorted(order for order in state.fallen if order)
    if orders and state.setup.insolvent == "stays":
        raise InvalidPositionError("purses", "nobody falls out with insolvent=stays (V-2)")
    if orders != list(range(1, len(orders) + 1)) or len(orders) == state.setup.players:
        raise InvalidPositionError("purses", "who fell out is counted x1, x2, ... and one is left")


def _check_cloth(state: MarrakechState) -> None:
    """Check each colour: what is seen cannot be more rugs than were laid."""
    most = RUGS_PER_COLOUR[state.setup.players]
    for colour, letter in enumerate(COLOURS):
        owned = state.owner(colour) is not None
        laid = most - state.rugs_left[colour] if owned else 0
        board = state.boards[colour]
        linked = (state.links[0] & board).bit_count() + (state.links[1] & board).bit_count()
        seen = board.bit_count() - linked
        if seen > laid:
            raise InvalidPositionError(
                "board", f"{seen} rugs of colour {letter} are seen, but only {laid} were laid"
            )
    _check_lone_halves(state)


def _check_lone_halves(state: MarrakechState) -> None:
    """Check that beside every half there is its other half, or a rug that hides it (M-24)."""
    covered = _covered(state)
    east, south = state.links
    whole = east | east << 1 | south | south << 8
    beside = covered << 1 | covered >> 1 | covered << 8 | covered >> 8
    alone = covered & ~whole & ~beside
    if alone:
        name = square_name(alone.bit_length() - 1)
        raise InvalidPositionError("board", f"beside the half on {name} are only empty squares")


def _covered(state: MarrakechState) -> int:
    covered = 0
    for board in state.boards:
        covered |= board
    return covered


class _Order:
    """Finds the turns that there were, and refuses what the order of turns does not give (M-14)."""

    def __init__(self, state: MarrakechState) -> None:
        setup = state.setup
        self._state = state
        self._seats = [(setup.first + step) % setup.players for step in range(setup.players)]
        self._stock = RUGS_PER_COLOUR[setup.players] * len(setup.colours[0])
        self._laid = {seat: self._stock - state.rugs_of(seat) for seat in self._seats}
        self._inside = [seat for seat in self._seats if not state.fallen[seat]]

    def turns(self) -> list[_Turn]:
        """Return all turns that are over, the oldest first."""
        if not self._state.is_over:
            self._check_seat()
        falls = self._falls()
        if not self._state.is_over:
            self._check_turn(falls)
        elif len(self._inside) > 1:
            if any(self._laid[seat] != self._stock for seat in self._inside):
                raise InvalidPositionError(
                    "turn", "it is not over: rugs are left to be laid (M-50)"
                )
        else:
            self._check_laid(falls[-1].round, falls[-1].place, self._inside)
        rugs = [
            _Turn(round_, place, seat, False)
            for place, seat in enumerate(self._seats)
            for round_ in range(self._laid[seat])
        ]
        return sorted(rugs + falls)

    def _falls(self) -> list[_Turn]:
        """Return the turns in which somebody went out; they laid a rug in every turn before."""
        falls = sorted(
            _Turn(self._laid[seat], place, seat, True)
            for place, seat in enumerate(self._seats)
            if self._state.fallen[seat]
        )
        for order, turn in enumerate(falls, 1):
            if turn.round == self._stock:
                raise InvalidPositionError(
                    "rugs", f"seat {turn.seat} is out, but has laid all its rugs (M-33)"
                )
            if self._state.fallen[turn.seat] != order:
                raise InvalidPositionError(
                    "purses",
                    f"by the rugs that each has laid, seat {turn.seat} is the one who fell out as"
                    f" x{order}",
                )
        return falls

    def _check_seat(self) -> None:
        if len(self._inside) == 1:
            raise InvalidPositionError("turn", "it is over: only one player is left (M-33)")
        if self._state.seat not in self._inside:
            raise InvalidPositionError("turn", f"seat {self._state.seat} is out")

    def _check_turn(self, falls: list[_Turn]) -> None:
        state = self._state
        has_laid = _has_laid(state)
        round_, place = self._laid[state.seat] - has_laid, self._seats.index(state.seat)
        self._check_laid(round_, place + has_laid, self._inside)
        for turn in falls:
            if (turn.round, turn.place) > (round_, place):
                raise InvalidPositionError(
                    "rugs",
                    f"seat {turn.seat} is out and has laid {turn.round} rugs, but has had no turn"
                    " after them",
                )
        if not has_laid and (round_ == self._stock or _pile_is_empty(state)):
            raise InvalidPositionError(
                "rugs", f"seat {state.seat} is to move but has no such rug left"
            )
        if has_laid and not state.rugs_of(state.next_seat()):
            raise InvalidPositionError("turn", "it is over: the last rug is laid (M-50)")

    def _check_laid(self, round_: int, before: int, seats: list[int]) -> None:
        """Check that these have laid a rug in each round, and in this one those before a place."""
        for seat in seats:
            due = round_ + (self._seats.index(seat) < before)
            if self._laid[seat] != due:
                raise InvalidPositionError(
                    "rugs",
                    f"seat {seat} has laid {self._laid[seat]} rugs; {self._when()} it is {due}",
                )

    def _when(self) -> str:
        if self._state.is_over:
            return "when the game ended"
        return f"on seat {self._state.seat}'s turn"


def _has_laid(state: MarrakechState) -> bool:
    """Whether the player whose turn it is has laid the rug already (V-1)."""
    return state.setup.rotate == "after" and state.phase == "turn"


def _pile_is_empty(state: MarrakechState) -> bool:
    return state.colour is not None and state.rugs_left[state.colour] == 0


def _check_payments(state: MarrakechState, turns: list[_Turn]) -> None:
    """Check the purses against the most that could be paid: two for each rug of a colour."""
    players, most = state.setup.players, RUGS_PER_COLOUR[state.setup.players]
    areas = [0] * players
    paid, gained = [0] * players, [0] * players
    walked = [(turn.seat, turn.falls) for turn in turns]
    if state.phase == "lay":
        walked.append((state.seat, False))
    for seat, falls in walked:
        others = [area for other, area in enumerate(areas) if other != seat]
        paid[seat] += max(others)
        for other in range(players):
            gained[other] += areas[other] if other != seat else 0
        if falls and paid[seat] <= PURSE:
            raise InvalidPositionError(
                "purses",
                f"seat {seat} is out, but has had to pay {paid[seat]} at most of {PURSE} (M-33)",
            )
        # Nobody pays on the rugs of who is out (M-33).
        areas[seat] = 0 if falls else min(areas[seat] + 2, 2 * most)
    for seat, cash in enumerate(state.cash):
        if not state.fallen[seat] and not PURSE - paid[seat] <= cash <= PURSE + gained[seat]:
            low, high = max(0, PURSE - paid[seat]), PURSE + gained[seat]
            raise InvalidPositionError(
                "purses", f"seat {seat} has {cash}, but by the rugs laid it has {low} to {high}"
            )


def _check_last_rugs(state: MarrakechState, turns: list[_Turn]) -> None:
    """Check that the last two rugs are seen: no rug hides a whole one at once (M-43)."""
    layers = [turn.seat for turn in turns if not turn.falls][-2:]
    if not layers:
        return
    east, south = state.links
    last = _cloth_of(state, layers[-1])
    if not (east | south) & last:
        raise InvalidPositionError(
            "board",
            f"the rug laid last is always seen whole; no whole rug of seat {layers[-1]} is",
        )
    if not _cloth_of(state, layers[0]):
        raise InvalidPositionError(
            "board",
            f"a half of the last rug but one is always seen; none of seat {layers[0]} is",
        )


def _cloth_of(state: MarrakechState, seat: int) -> int:
    """Return the squares where a seat's colours lie on top."""
    cloth = 0
    for colour, board in enumerate(state.boards):
        if state.owner(colour) == seat:
            cloth |= board
    return cloth


def _check_assam(state: MarrakechState, turns: list[_Turn]) -> None:
    """Check where Assam stands and looks: by the rolls so far, and by how the last turn ended."""
    is_walked = state.phase == "lay"
    rolls = len(turns) + is_walked
    setup = state.setup
    # Before the first roll nobody turns Assam with V-1.
    is_turned = state.phase == "roll" or (state.phase == "draw" and setup.rotate == "after")
    if setup.rotate == "after" and not rolls:
        is_turned = False
    walks = _walks(setup.facing, setup.rotate, min(rolls, ANYWHERE), is_turned)
    if state.assam not in walks:
        where = square_name(state.assam[0]) + HEADINGS[state.assam[1]]
        raise InvalidPositionError("assam", f"after {rolls} rolls he cannot be at {where}")
    if is_walked:
        _check_tribute(state)
    elif turns and turns[-1].falls:
        owner = state.owner_on(state.assam[0])
        if owner is None or state.fallen[owner]:
            raise InvalidPositionError(
                "assam", f"seat {turns[-1].seat} went out last, but there is nobody to pay here"
            )
    elif turns and not _lies_beside(state, turns[-1].seat):
        raise InvalidPositionError(
            "board",
            f"seat {turns[-1].seat} laid last, but no whole rug of it lies beside Assam (M-40)",
        )


@lru_cache(maxsize=256)
def _walks(facing: str, rotate: str, rolls: int, is_turned: bool) -> frozenset[tuple[int, int]]:
    """Return where Assam can stand and look after so many rolls, and after a turn if there was one.

    With V-1 Assam is not turned before the first roll (and not after somebody has gone out, which
    comes to the same as turning him straight on).
    """
    if is_turned:
        found = _walks(facing, rotate, rolls, False)
        return frozenset(
            (cell, (heading + way) % 4) for cell, heading in found for way in (-1, 0, 1)
        )
    if not rolls:
        return frozenset({(CENTRE, HEADINGS.index(facing))})
    before = _walks(facing, rotate, rolls - 1, rotate == "before" or rolls > 1)
    return frozenset(march(cell, heading, roll) for cell, heading in before for roll, _ in DIE)


def _lies_beside(state: MarrakechState, seat: int) -> bool:
    east, south = state.links
    cloth = _cloth_of(state, seat)
    return any(
        (east if second == first + 1 else south) & cloth & 1 << first
        for first, second in (RUGS[number] for number in around(state.assam[0]))
    )


def _check_tribute(state: MarrakechState) -> None:
    """Check that whose rug Assam has just come to has been paid for it (M-30)."""
    owner, due = state.owner_on(state.assam[0]), state.tribute(state.assam[0])
    if owner is None or not due:
        return
    gave_all = state.setup.insolvent == "stays" and not state.cash[state.seat]
    if state.cash[owner] < due and not gave_all:
        raise InvalidPositionError(
            "purses", f"seat {owner} has {state.cash[owner]}, but has just been paid {due} (M-30)"
        )
