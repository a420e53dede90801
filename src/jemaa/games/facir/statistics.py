"""What each seat has won and done in a game of Façir. All of it has happened in public."""

from __future__ import annotations

from collections.abc import Sequence
from operator import itemgetter

from jemaa.core.actions import Action
from jemaa.games.facir.board import FOOTPRINT, NONE, PLACES
from jemaa.games.facir.cards import QUARTERS, hole_bits, turned
from jemaa.games.facir.moves import Put, Shift, Turn
from jemaa.games.facir.rules import DECIDING, FacirState
from jemaa.games.facir.scene import nails_after

FIGURES = {
    "rounds_won": "rounds it has won of the six",
    "deciding_won": "1 if it has won the deciding round, else 0",
    "void_rounds": "void rounds, the same for all",
    "cards_won": "cards it has won",
    "turns": "turns it has had",
    "nails_put": "nails it has put into the bed",
    "nails_moved": "how often it has moved a nail",
    "fastest_round": "its own turns in the shortest round it has won; 0 if it has won none",
    "borrowed_nails": "nails of others in the holes of the cards it has laid",
    "close_rounds": "rounds that others have won while one hole of its own card was wrong, or none",
}
"""What is counted for each seat, by name."""

_CLOSE = 1


def statistics(
    states: Sequence[FacirState], actions: Sequence[Action]
) -> dict[str, tuple[int | float, ...]]:
    """Count the `FIGURES` of each seat in the game so far."""
    players = states[0].setup.players
    tally = {name: [0] * players for name in FIGURES}
    turns = [0] * players  # in this round
    for before, action, after in zip(states, actions, states[1:], strict=False):
        if isinstance(action, Turn):
            turns[before.seat] += 1
            _count_turn(tally, before, action)
            if after.phase != "play":
                _count_round(tally, before, action, turns[before.seat])
                turns = [0] * players
    tally["cards_won"] = list(states[-1].scores())
    return {name: tuple(figures) for name, figures in tally.items()}


def _count_turn(tally: dict[str, list[int]], before: FacirState, turn: Turn) -> None:
    tally["turns"][before.seat] += 1
    tally["nails_put"][before.seat] += isinstance(turn, Put)
    tally["nails_moved"][before.seat] += isinstance(turn, Shift)


def _count_round(tally: dict[str, list[int]], last: FacirState, turn: Turn, turns: int) -> None:
    """Count a round that has ended with this turn, the winner's turn number so and so."""
    if not turn.lays:
        tally["void_rounds"] = [rounds + 1 for rounds in tally["void_rounds"]]
        return
    winner = last.seat
    tally["deciding_won" if last.round == DECIDING else "rounds_won"][winner] += 1
    _count_cards(tally, last, turn)
    fastest = tally["fastest_round"][winner]
    tally["fastest_round"][winner] = min(fastest, turns) if fastest else turns


def _count_cards(tally: dict[str, list[int]], last: FacirState, turn: Turn) -> None:
    """Compare the cards of a round that was won with its last nails; all have been shown."""
    taken = nails_after(last.nails, turn)
    for seat, room in enumerate(last.rooms):
        if room.card == NONE:
            continue
        wrong, holes = _best_place(last.setup.deck[room.card], taken)
        if seat != last.seat:
            tally["close_rounds"][seat] += wrong <= _CLOSE
        else:
            others = taken & ~(last.nails[seat] ^ turn.changed)
            tally["borrowed_nails"][seat] += (holes & others).bit_count()


def _best_place(printed: str, taken: int) -> tuple[int, int]:
    """Return how many of the nine positions of a card are wrong where it fits best, and its holes.

    Of equally good places it is the first one, row by row.
    """
    ways = [hole_bits(turned(printed, rotation)) for rotation in range(QUARTERS)]
    return min(
        (
            ((taken >> place & FOOTPRINT ^ holes).bit_count(), holes << place)
            for place in PLACES
            for holes in ways
        ),
        key=itemgetter(0),
    )
