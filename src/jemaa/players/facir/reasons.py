"""Why a move of Façir is good or bad: turns until somebody can lay, by what the seat knows."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from jemaa.core.actions import Move
from jemaa.core.view import View
from jemaa.games.facir import FacirView, Put, Shift, Stand
from jemaa.games.facir.cards import EDGES, QUARTERS, lying, seen_edge, turned
from jemaa.players.adding import total
from jemaa.players.explanation import Explanation

FAR = 9
"""More turns than any card can need: for a card that fits nowhere any more."""
NOTABLE = 0.05
"""A change of the mean turns below this is not worth a word."""

Facts = dict[str, float | int | str]


class Bed(NamedTuple):
    """The nails of one seat and those of all others, as bits."""

    own: int
    foreign: int


def explain(view: View, move: Move) -> Explanation:
    """Say what a move brings."""
    assert isinstance(view, FacirView)
    if isinstance(move, Stand):
        return _explain_stand(view, move)
    if move.text.endswith("!"):
        cards = len(view.playing)
        return Explanation(
            f"Lays the fakir and wins the round with its {cards} cards.",
            {"lays": 1, "turns_before": _own_turns(view, view.nails), "turns_after": 0},
        )
    return _explain_nail(view, move)


def turns_to_lay(pattern: str, bed: Bed) -> int:
    """Give how many turns a seat needs to lay a card if nobody else touches a nail.

    Each turn it puts or moves one nail of its own, so a place costs the holes that lack a nail or
    the own nails that must go, whichever are more. A foreign nail that is too much cannot be moved.
    """
    return min(_costs(pattern, bed), default=FAR)


def _costs(pattern: str, bed: Bed) -> Iterable[int]:
    nails = bed.own | bed.foreign
    for holes, footprint in _lying(pattern):
        outside = footprint & ~holes
        if not bed.foreign & outside:
            yield max((holes & ~nails).bit_count(), (bed.own & outside).bit_count())


@lru_cache(maxsize=64)
def _lying(pattern: str) -> tuple[tuple[int, int], ...]:
    return lying(pattern)


def _explain_stand(view: FacirView, move: Stand) -> Explanation:
    deck = view.setup.deck
    assert view.card is not None
    edge = seen_edge(turned(deck[view.card], move.rotation))
    alike = [card for card in view.unseen if _ways(deck[card], edge)]
    own = _ways(deck[view.card], edge)
    ways = sum(_ways(deck[card], edge) for card in alike) + own
    sentence = (
        f"The others see [{edge}], which {len(alike)} of the {len(view.unseen)} other cards can"
        f" show too: they guess yours with {own / ways:.0%}."
    )
    facts: Facts = {"edge": edge, "alike": len(alike), "guessed": round(own / ways, 3)}
    return Explanation(sentence, facts)


def _ways(pattern: str, edge: str) -> int:
    """Count the rotations of a card that show an edge."""
    return sum(seen_edge(turned(pattern, quarters)) == edge for quarters in range(QUARTERS))


def _explain_nail(view: FacirView, move: Move) -> Explanation:
    before, after = view.nails, _nails_after(view, move)
    own = _own_turns(view, before), _own_turns(view, after)
    facts: Facts = {"turns_before": own[0], "turns_after": own[1]}
    said = [_told(own)]
    for seat in view.playing:
        if seat == view.seat:
            continue
        change = _mean_turns(view, seat, after) - _mean_turns(view, seat, before)
        facts[f"delays_{seat}"] = round(change, 2)
        if abs(change) >= NOTABLE:
            name = view.game.seat_name(view, seat)
            said.append(f"{name} needs {abs(change):.1f} {'more' if change > 0 else 'fewer'}")
    if len(said) == 1:
        said.append("it hinders and helps nobody")
    return Explanation("; ".join(said) + ".", facts)


def _told(turns: tuple[int, int]) -> str:
    before, after = ("too many" if count == FAR else str(count) for count in turns)
    if turns[1] == 0:
        return "Your card lies ready: you can lay it in your next turn"
    noun = "turn" if after == "1" else "turns"
    return f"You need {after} more {noun}, before it {before}"


def _nails_after(view: FacirView, move: Move) -> tuple[int, ...]:
    nails = list(view.nails)
    if isinstance(move, Put):
        nails[view.seat] |= 1 << move.cell
    elif isinstance(move, Shift):
        source, target = move.cells
        nails[view.seat] ^= 1 << source | 1 << target
    return tuple(nails)


def _bed(nails: tuple[int, ...], seat: int) -> Bed:
    foreign = 0
    for other, bits in enumerate(nails):
        foreign |= bits if other != seat else 0
    return Bed(nails[seat], foreign)


def _own_turns(view: FacirView, nails: tuple[int, ...]) -> int:
    assert view.card is not None
    return turns_to_lay(view.setup.deck[view.card], _bed(nails, view.seat))


def _mean_turns(view: FacirView, seat: int, nails: tuple[int, ...]) -> float:
    """Give the mean turns of an opponent over the cards that show the edge which is seen."""
    edge = view.edges[seat]
    assert edge in EDGES
    deck = view.setup.deck
    weights = {card: _ways(deck[card], edge) for card in view.unseen}
    whole = sum(weights.values())
    bed = _bed(nails, seat)
    return total(
        weight * turns_to_lay(deck[card], bed) / whole for card, weight in weights.items() if weight
    )
