"""Why a move of Marrakech is good or bad: dirhams that change hands, squares won and lost."""

from __future__ import annotations

from jemaa.core.actions import Move
from jemaa.core.view import View
from jemaa.games.marrakech import MarrakechState, MarrakechView, Rug, Turn
from jemaa.games.marrakech.scene import Landing, expected, landings
from jemaa.locale import text
from jemaa.players.base import Explanation
from jemaa.players.marrakech.evaluation import evaluator

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

    def say(self, key: str, **params: str | int | float) -> str:
        return text(self._language, f"advice.{key}", **params)

    def name(self, seat: int) -> str:
        return self._view.game.seat_name(self._view, seat, self._language)


def _explain_turn(
    view: MarrakechView, after: MarrakechState, words: _Words
) -> tuple[Facts, list[str]]:
    ways = landings(after)
    worst = max(ways, key=_paid)
    payer = after.seat
    facts: Facts = {
        "payer": payer,
        "expected_payment": round(expected(ways), 2),
        "worst_payment": _paid(worst),
    }
    mine = payer == view.seat
    you, name = "-you" if mine else "", words.name(payer)
    if not _paid(worst):
        return facts, [words.say(f"pays-nothing{you}", name=name)]
    facts["worst_roll"] = worst["slippers"]
    mean, most, roll = expected(ways), _paid(worst), worst["slippers"]
    sentences = [words.say(f"pays{you}", name=name, mean=mean, worst=most, roll=roll)]
    if not mine:
        income = expected(ways, view.seat)
        facts["expected_income"] = round(income, 2)
        sentences.append(words.say("income", amount=income))
    if any(way["out"] for way in ways):
        facts["can_fall"] = 1
        sentences.append(words.say(f"falls{you}", name=name))
    return facts, sentences


def _paid(way: Landing) -> int:
    return 0 if way["payment"] is None else way["payment"]["paid"]


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
    turns = [landings(after, quarter) for quarter in (-1, 0, 1)]
    cheapest = min(turns, key=expected)
    mean, income = expected(cheapest), expected(cheapest, view.seat)
    mine = [ways for ways in turns if expected(ways, view.seat)]
    most = max((_paid(way) for ways in mine for way in ways), default=0)
    facts["next_seat"] = after.seat
    facts["next_pays"] = round(mean, 2)
    facts["next_pays_you"] = round(income, 2)
    facts["next_pays_at_worst"] = max(_paid(way) for ways in turns for way in ways)
    name = words.name(after.seat)
    if not most:
        return words.say("next-safe", name=name)
    if not mean:
        return words.say("next-escapes", name=name, worst=most)
    return words.say("next-pays", name=name, mean=mean, amount=income)
