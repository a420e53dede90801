"""`jemaa best`: what to do in a position, and why."""

from __future__ import annotations

import argparse
import sys
from time import perf_counter
from typing import Any, NamedTuple

from jemaa import catalog
from jemaa.cli.position import read_position
from jemaa.cli.screen import json_text, wrapped
from jemaa.cli.thinking import Thought
from jemaa.core.chance import Random
from jemaa.core.errors import InvalidNotationError
from jemaa.core.state import CHANCE, SPECTATOR, State
from jemaa.core.view import View
from jemaa.players.control import Control
from jemaa.players.explanation import Explanation
from jemaa.players.limit import Limit
from jemaa.players.player import Candidate, Decision


class Advice(NamedTuple):
    """What a player thinks of a position."""

    view: View
    player: str
    decision: Decision
    seconds: float
    is_cut_short: bool


def run(options: argparse.Namespace) -> int:
    """Let a player think, and print what it thinks; after Ctrl-C, what it has thought so far."""
    view = _view(read_position(options.position))
    advice = _think(view, options.level, options.seconds)
    if advice is None:
        return 130
    candidates = _in_order(advice.decision)[: options.top]
    reasons = [catalog.explain(view, candidate.move) for candidate in candidates]
    if options.json:
        print(json_text(_as_json(advice, candidates, reasons)))
    else:
        print(_as_text(advice, candidates, reasons))
    return 130 if advice.is_cut_short else 0


def _view(position: State | View) -> View:
    """Return what the seat to act knows.

    Raises:
        InvalidNotationError: nobody is to choose here, or it is not this seat.
    """
    to_act = position.to_act
    if to_act is None:
        raise InvalidNotationError("the game is over: there is nothing to choose", str(position))
    if to_act == CHANCE:
        raise InvalidNotationError("chance decides here: there is nothing to choose", str(position))
    if isinstance(position, State):
        return position.view(to_act)
    if position.seat == to_act:
        return position
    if position.game.has_secrets:
        whose = "a spectator" if position.seat == SPECTATOR else f"seat {position.seat}"
        raise InvalidNotationError(
            f"this is what {whose} knows, but seat {to_act} is to move", str(position)
        )
    # Without secrets every view tells the whole position.
    whole: State = position.game.resample(position, Random(0))
    return whole.view(to_act)


def _think(view: View, spec: str, seconds: float | None) -> Advice | None:
    player = catalog.player(view.game.name, spec)
    control = Control(Limit(seconds=seconds))
    begin = perf_counter()
    thought = Thought(player, view, control)
    is_cut_short = False
    try:
        decision: Decision | None = thought.wait(f"{player.name} thinks (Ctrl-C ends it)")
    except KeyboardInterrupt:
        print(file=sys.stderr)
        is_cut_short, decision = True, thought.cut_short()
    if decision is None:
        return None
    return Advice(view, player.name, decision, perf_counter() - begin, is_cut_short)


def _in_order(decision: Decision) -> list[Candidate]:
    """Return the candidates, the chosen one first: a player that wavers may not take the best."""
    chosen = [c for c in decision.candidates if c.move is decision.move]
    return chosen + [c for c in decision.candidates if c.move is not decision.move]


def _as_json(
    advice: Advice, candidates: list[Candidate], reasons: list[Explanation]
) -> dict[str, Any]:
    return {
        "game": advice.view.game.name,
        "view": str(advice.view),
        "seat": advice.view.seat,
        "player": advice.player,
        "move": advice.decision.move.text,
        "nodes": advice.decision.nodes,
        "seconds": round(advice.seconds, 3),
        "cut_short": advice.is_cut_short,
        "candidates": [
            {
                "move": candidate.move.text,
                "shares": [round(share, 4) for share in candidate.values] or None,
                "scores": [round(score, 2) for score in reason.scores] or None,
                "reason": reason.sentence,
                "facts": reason.facts,
            }
            for candidate, reason in zip(candidates, reasons, strict=True)
        ],
    }


def _as_text(advice: Advice, candidates: list[Candidate], reasons: list[Explanation]) -> str:
    view = advice.view
    seats = range(view.setup.players)
    names = ", ".join(f"{seat} {view.game.seat_name(view, seat)}" for seat in seats)
    shown = "" if len(candidates) == len(view.legal()) else f", {len(candidates)} shown"
    lines = [
        wrapped([f"{view.game.title}. Seats: {names}. Seat {view.seat} is to move."], indent=""),
        f"{len(view.legal())} moves{shown}; {advice.player} looked at {advice.decision.nodes:,}"
        f" positions in {advice.seconds:.1f} s.",
        "",
        *_heading(len(seats)),
    ]
    for candidate, reason in zip(candidates, reasons, strict=True):
        shares = [f"{100 * share:.1f}" for share in candidate.values] or ["-"] * len(seats)
        scores = [f"{score:.1f}" for score in reason.scores] or ["-"] * len(seats)
        lines.append(_row(candidate.move.text, shares, scores))
        lines.append(wrapped([reason.sentence], indent=" " * 8))
    return "\n".join(lines)


def _heading(players: int) -> list[str]:
    seats = [str(seat) for seat in range(players)]
    width = 7 * players
    return [
        f"{'':8}{'share of the win, %':<{width}}{'expected score'}",
        _row("move", seats, seats),
    ]


def _row(move: str, shares: list[str], scores: list[str]) -> str:
    cells = "".join(f"{cell:>6} " for cell in [*shares, *scores])
    return f"{move:<7}{cells}".rstrip()
