"""Why a move of Marrakech is good or bad: dirhams that change hands, squares won and lost."""

from __future__ import annotations

from typing import NamedTuple

from jemaa.core.actions import Move
from jemaa.core.view import View
from jemaa.games.marrakech import MarrakechState, MarrakechView, Rug, Turn
from jemaa.games.marrakech.board import DIE, march
from jemaa.games.marrakech.setup import COLOUR_NAMES, COLOURS
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


def explain(view: View, move: Move) -> Explanation:
    """Say what a move brings."""
    assert isinstance(view, MarrakechView)
    state = view.state
    after: MarrakechState = state.after(move)
    scores = evaluator(state.setup.players).scores(after)
    if isinstance(move, Turn):
        facts, sentence = _explain_turn(view, after)
    else:
        assert isinstance(move, Rug)
        facts, sentence = _explain_rug(view, move, after)
    return Explanation(sentence, facts, scores)


def toll(state: MarrakechState, quarter: int = 0) -> Toll:
    """Give what the next roll costs whose turn it is, if Assam is first turned by that much."""
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
    """Give whose rug lies on top of a cell that has one."""
    colour = next(colour for colour, board in enumerate(state.boards) if board >> cell & 1)
    owner = state.owner(colour)
    assert owner is not None
    return owner


def _explain_turn(
    view: MarrakechView, after: MarrakechState
) -> tuple[dict[str, float | int | str], str]:
    found = toll(after)
    payer = after.seat
    facts: dict[str, float | int | str] = {
        "payer": payer,
        "expected_payment": round(found.mean, 2),
        "worst_payment": found.worst,
    }
    mine = payer == view.seat
    who = "You pay" if mine else f"{_name(view, payer)} pays"
    if not found.worst:
        return facts, f"{who} nothing, whatever the roll."
    facts["worst_roll"] = found.worst_roll
    sentence = f"{who} {found.mean:.1f} on average, {found.worst} at worst"
    sentence += f" (roll {found.worst_roll})"
    if not mine:
        income = found.to.get(view.seat, 0.0)
        facts["expected_income"] = round(income, 2)
        sentence += f"; {income:.1f} of it to you"
    if _can_fall(after):
        facts["can_fall"] = 1
        sentence += "; that can put " + ("you" if mine else "him") + " out of the game"
    return facts, sentence + "."


def _can_fall(state: MarrakechState) -> bool:
    """Tell whether the roll can take more than there is in the purse (M-33)."""
    cell, heading = state.assam
    most = max(state.tribute(march(cell, heading, roll)[0]) for roll, _ in DIE)
    return state.setup.insolvent == "out" and most > state.cash[state.seat]


def _explain_rug(
    view: MarrakechView, rug: Rug, after: MarrakechState
) -> tuple[dict[str, float | int | str], str]:
    state, me = view.state, view.seat
    gains = [b - a for a, b in zip(state.visible(), after.visible(), strict=True)]
    # The area counts by colour, which in a game of two is not the same as by player (M-32).
    areas = {after.area(cell) for cell in rug.cells}
    size = max(area.bit_count() for area in areas)
    facts: dict[str, float | int | str] = {"squares_won": gains[me], "area": size}
    taken = []
    for seat, gain in enumerate(gains):
        if seat != me and gain:
            facts[f"squares_lost_{seat}"] = -gain
            taken.append(f"{-gain} from {_name(view, seat)}")
    sentence = f"Wins {gains[me]} square{'' if gains[me] == 1 else 's'}"
    sentence += f" ({' and '.join(taken)})" if taken else ""
    sentence += f"; makes a {_colour(view)} area of {size}"
    return facts, sentence + _threat(view, after, facts) + "."


def _colour(view: MarrakechView) -> str:
    return COLOUR_NAMES[COLOURS[view.state.colour or 0]]


def _threat(view: MarrakechView, after: MarrakechState, facts: dict[str, float | int | str]) -> str:
    """Say what the next player can be made to pay, and note it in the facts."""
    if after.is_over or after.seat == view.seat:
        return ""  # with V-1 he still turns Assam, and the turns tell the tolls
    ways = [toll(after, quarter) for quarter in (-1, 0, 1)]
    cheapest = min(ways, key=lambda way: way.mean)
    most = max((way.worst for way in ways if way.to.get(view.seat)), default=0)
    facts["next_seat"] = after.seat
    facts["next_pays"] = round(cheapest.mean, 2)
    facts["next_pays_you"] = round(cheapest.to.get(view.seat, 0.0), 2)
    facts["next_pays_at_worst"] = max(way.worst for way in ways)
    name = _name(view, after.seat)
    if not most:
        return f"; {name} cannot step on your rugs with the next roll"
    if not cheapest.mean:
        return f"; {name} can turn where he pays nothing, elsewhere {most} at worst"
    best = f"; {name} pays {cheapest.mean:.1f} on average where it is cheapest"
    return f"{best}, {cheapest.to.get(view.seat, 0.0):.1f} of it to you"


def _name(view: MarrakechView, seat: int) -> str:
    return view.game.seat_name(view, seat)
