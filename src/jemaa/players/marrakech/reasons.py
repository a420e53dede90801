"""Why a move of Marrakech is good or bad: dirhams that change hands, squares won and lost."""

from __future__ import annotations

from typing import NamedTuple

from jemaa.core.actions import Move
from jemaa.core.view import View
from jemaa.games.marrakech import MarrakechState, MarrakechView, Rug, Turn
from jemaa.games.marrakech.board import DIE, march
from jemaa.locale import text
from jemaa.players.explanation import Explanation
from jemaa.players.marrakech.engines import evaluator

FACES = sum(faces for _, faces in DIE)


class Toll(NamedTuple):
    """What one roll costs whoever rolls, for one direction of Assam."""

    mean: float
    """On average over the die."""
    worst: int
    """At most."""
    worst_roll: int
    """The roll that costs most."""
    to: dict[int, float]
    """For each seat what it gets on average."""


Facts = dict[str, float | int | str]


def explain(view: View, move: Move, language: str = "en") -> Explanation:
    """Say what a move brings."""
    assert isinstance(view, MarrakechView)
    state = view.state
    after: MarrakechState = state.after(move)
    scores = evaluator(state.setup.players).scores(after)
    words = _Words(view, language)
    if isinstance(move, Turn):
        facts, sentences = _explain_turn(view, after, words)
    else:
        assert isinstance(move, Rug)
        facts, sentences = _explain_rug(view, move, after, words)
    return Explanation(" ".join(sentences), facts, scores)


class _Words:
    """Sentences of the area `advice` in one language."""

    def __init__(self, view: MarrakechView, language: str) -> None:
        self._view = view
        self._language = language

    def say(self, key: str, **params: str | int) -> str:
        return text(self._language, f"advice.{key}", **params)

    def name(self, seat: int) -> str:
        return self._view.game.seat_name(self._view, seat, self._language)


def toll(state: MarrakechState, quarter: int = 0) -> Toll:
    """Return what the next roll costs whose turn it is, if Assam is first turned by that much."""
    cell, heading = state.assam
    cash = state.cash[state.seat]
    mean, worst, worst_roll, to = 0.0, 0, 0, dict[int, float]()
    for roll, faces in DIE:
        end, _ = march(cell, (heading + quarter) % 4, roll)
        # Who cannot pay in full pays what he has (M-33).
        due = min(state.tribute(end), cash)
        mean += faces * due / FACES
        if due:
            owner = _owner(state, end)
            to[owner] = to.get(owner, 0.0) + faces * due / FACES
        if due > worst:
            worst, worst_roll = due, roll
    return Toll(mean, worst, worst_roll, to)


def _owner(state: MarrakechState, cell: int) -> int:
    """Return whose rug lies on top of a cell that has one."""
    colour = next(colour for colour, board in enumerate(state.boards) if board >> cell & 1)
    owner = state.owner(colour)
    assert owner is not None
    return owner


def _explain_turn(
    view: MarrakechView, after: MarrakechState, words: _Words
) -> tuple[Facts, list[str]]:
    found = toll(after)
    payer = after.seat
    facts: Facts = {
        "payer": payer,
        "expected_payment": round(found.mean, 2),
        "worst_payment": found.worst,
    }
    mine = payer == view.seat
    you, name = "-you" if mine else "", words.name(payer)
    if not found.worst:
        return facts, [words.say(f"pays-nothing{you}", name=name)]
    facts["worst_roll"] = found.worst_roll
    mean, worst, roll = f"{found.mean:.1f}", found.worst, found.worst_roll
    sentences = [words.say(f"pays{you}", name=name, mean=mean, worst=worst, roll=roll)]
    if not mine:
        income = found.to.get(view.seat, 0.0)
        facts["expected_income"] = round(income, 2)
        sentences.append(words.say("income", amount=f"{income:.1f}"))
    if _can_fall(after):
        facts["can_fall"] = 1
        sentences.append(words.say(f"falls{you}", name=name))
    return facts, sentences


def _can_fall(state: MarrakechState) -> bool:
    """Whether the roll can take more than there is in the purse (M-33)."""
    cell, heading = state.assam
    most = max(state.tribute(march(cell, heading, roll)[0]) for roll, _ in DIE)
    return state.setup.insolvent == "out" and most > state.cash[state.seat]


def _explain_rug(
    view: MarrakechView, rug: Rug, after: MarrakechState, words: _Words
) -> tuple[Facts, list[str]]:
    state, me = view.state, view.seat
    gains = [b - a for a, b in zip(state.visible(), after.visible(), strict=True)]
    # The area counts by colour, which in a game of two is not the same as by player (M-32).
    areas = {after.area(cell) for cell in rug.cells}
    size = max(area.bit_count() for area in areas)
    facts: Facts = {"squares_won": gains[me], "area": size}
    sentences = [words.say("wins", count=gains[me])]
    for seat, gain in enumerate(gains):
        if seat != me and gain:
            facts[f"squares_lost_{seat}"] = -gain
            sentences.append(words.say("loses", name=words.name(seat), count=-gain))
    sentences.append(words.say("area", count=size))
    # With V-1 the same seat still turns Assam, and the turns tell the tolls.
    if not after.is_over and after.seat != me:
        sentences.append(_threat(view, after, facts, words))
    return facts, sentences


def _threat(view: MarrakechView, after: MarrakechState, facts: Facts, words: _Words) -> str:
    """Say what the next player can be made to pay, and note it in the facts."""
    ways = [toll(after, quarter) for quarter in (-1, 0, 1)]
    cheapest = min(ways, key=lambda way: way.mean)
    income = cheapest.to.get(view.seat, 0.0)
    most = max((way.worst for way in ways if way.to.get(view.seat)), default=0)
    facts["next_seat"] = after.seat
    facts["next_pays"] = round(cheapest.mean, 2)
    facts["next_pays_you"] = round(income, 2)
    facts["next_pays_at_worst"] = max(way.worst for way in ways)
    name = words.name(after.seat)
    if not most:
        return words.say("next-safe", name=name)
    if not cheapest.mean:
        return words.say("next-escapes", name=name, worst=most)
    mean = f"{cheapest.mean:.1f}"
    return words.say("next-pays", name=name, mean=mean, amount=f"{income:.1f}")
