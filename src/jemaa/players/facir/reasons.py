"""Why a move of Façir is good or bad: turns until somebody can lay, by what the seat knows."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from jemaa.core.actions import Move
from jemaa.core.view import View
from jemaa.games.facir import FacirView, Stand
from jemaa.games.facir.cards import EDGES, QUARTERS, lying, seen_edge, turned
from jemaa.games.facir.moves import Turn
from jemaa.locale import text
from jemaa.players.base import Explanation, total

FAR = 9
"""More turns than any card can need: for a card that fits nowhere any more."""
NOTABLE = 0.05
"""A change of the mean turns below this is not worth a word."""

Facts = dict[str, float | int | str]


class Bed(NamedTuple):
    """The nails of one seat and those of all others, as bits."""

    own: int
    foreign: int


def explain(view: View, move: Move, language: str = "en") -> Explanation:
    """Say what a move brings."""
    assert isinstance(view, FacirView)
    if isinstance(move, Stand):
        return _explain_stand(view, move, language)
    assert isinstance(move, Turn)
    if move.lays:
        return Explanation(
            text(language, "advice.lays", count=len(view.playing)),
            {"lays": 1, "turns_before": _own_turns(view, view.nails), "turns_after": 0},
        )
    return _explain_nail(view, move, language)


def turns_to_lay(pattern: str, bed: Bed) -> int:
    """Return how many turns a seat needs to lay a card if nobody else touches a nail.

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


def _explain_stand(view: FacirView, move: Stand, language: str) -> Explanation:
    deck = view.setup.deck
    assert view.card is not None
    edge = seen_edge(turned(deck[view.card], move.rotation))
    alike = [card for card in view.unseen if _ways(deck[card], edge)]
    own = _ways(deck[view.card], edge)
    ways = sum(_ways(deck[card], edge) for card in alike) + own
    sentence = text(
        language,
        "advice.stands",
        edge=edge,
        alike=len(alike),
        all=len(view.unseen),
        percent=text(language, "marrakech.percent", value=round(100 * own / ways)),
    )
    facts: Facts = {"edge": edge, "alike": len(alike), "guessed": round(own / ways, 3)}
    return Explanation(sentence, facts)


def _ways(pattern: str, edge: str) -> int:
    """Count the rotations of a card that show an edge."""
    return sum(seen_edge(turned(pattern, quarters)) == edge for quarters in range(QUARTERS))


def _explain_nail(view: FacirView, move: Turn, language: str) -> Explanation:
    before, after = view.nails, _nails_after(view, move)
    own = _own_turns(view, before), _own_turns(view, after)
    facts: Facts = {"turns_before": own[0], "turns_after": own[1]}
    said = [_told(own, language)]
    for seat in view.playing:
        if seat == view.seat:
            continue
        change = _mean_turns(view, seat, after) - _mean_turns(view, seat, before)
        facts[f"delays_{seat}"] = round(change, 2)
        if abs(change) >= NOTABLE:
            key = "advice.slower" if change > 0 else "advice.faster"
            name = view.game.seat_name(view, seat, language)
            said.append(text(language, key, name=name, turns=abs(change)))
    if len(said) == 1:
        said.append(text(language, "advice.nobody"))
    return Explanation(" ".join(said), facts)


def _told(turns: tuple[int, int], language: str) -> str:
    before, after = turns
    if after == 0:
        return text(language, "advice.ready")
    if after == FAR:
        return text(language, "advice.fits-nowhere")
    if before == FAR:
        return text(language, "advice.fits-again", count=after)
    return text(language, "advice.needs", count=after, before=before)


def _nails_after(view: FacirView, move: Turn) -> tuple[int, ...]:
    nails = list(view.nails)
    nails[view.seat] ^= move.changed
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
    """Return the mean turns of an opponent over the cards that show the edge which is seen."""
    edge = view.edges[seat]
    assert edge in EDGES
    deck = view.setup.deck
    weights = {card: _ways(deck[card], edge) for card in view.unseen}
    whole = sum(weights.values())
    bed = _bed(nails, seat)
    return total(
        weight * turns_to_lay(deck[card], bed) / whole for card, weight in weights.items() if weight
    )
