"""Measures what players of Façir believe, and how often they let the next player lay.

    benchmarks/facir.py belief --games 60
    benchmarks/facir.py blunders --games 60 --player amin

`belief` plays games of mixed players and asks in every turn which card each of the others holds:
the mean of -log(likelihood of the true card), by the number of turns that everybody has had.
`uniform` takes every card that can show the edge for equally likely.

`blunders` lets a player play against itself. A blunder is a turn after which the next player lays
at once with a believed chance of 0.5 or more, although another turn left 0.2 or less; it is counted
among the turns after which the next player can really lay.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Iterator
from math import log
from random import Random
from statistics import fmean

import jemaa
from jemaa.arena.statistics import wilson
from jemaa.games.facir import FacirState, FacirView
from jemaa.games.facir.moves import Turn
from jemaa.players.facir.engines import RISKY, SAFE
from jemaa.players.facir.inference import Risk, belief
from jemaa.players.facir.nearness import nearness

CAST = ("belief", "merchant", "greedy", "stroller", "search(samples=4)")
LATEST = 6
"""Later turns are counted with this one."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("what", choices=("belief", "blunders"))
    parser.add_argument("--games", type=int, default=60, help="for each number of players")
    parser.add_argument("--players", type=int, nargs="+", default=[2, 3, 4])
    parser.add_argument("--player", default="amin", help="whose blunders are counted")
    parser.add_argument("--seed", default="held out")
    options = parser.parse_args()
    for players in options.players:
        if options.what == "belief":
            _print_belief(players, options.games, options.seed)
        else:
            _print_blunders(players, options.games, options.seed, options.player)


def _print_belief(players: int, games: int, seed: str) -> None:
    losses: dict[int, list[tuple[float, float, float]]] = defaultdict(list)
    for number in range(games):
        names = Random(f"{seed} {players} {number}").choices(CAST, k=players)
        for state, _ in turns(names, f"{seed} {number}"):
            view = seen(state)
            for seat in state.playing:
                if seat != state.seat:
                    losses[min(state.turns // players, LATEST)].append(loss(view, seat, state))
    print(f"\n{players} players\n\n| turns had | cards | uniform | nails | nails and shifts |")
    print("|---|---|---|---|---|")
    for had in sorted(losses):
        print(_belief_line(f"{had}{'+' * (had == LATEST)}", losses[had]))
    print(_belief_line("all", [one for many in losses.values() for one in many]), flush=True)


def _belief_line(title: str, losses: list[tuple[float, float, float]]) -> str:
    means = " | ".join(f"{fmean(column):.3f}" for column in zip(*losses, strict=True))
    return f"| {title} | {len(losses):,} | {means} |"


def loss(view: FacirView, seat: int, state: FacirState) -> tuple[float, float, float]:
    """Return what the true card of a seat costs: taken uniformly, by nails, and by shifts too."""
    card = state.rooms[seat].card
    by_nails, by_shifts = belief(view, seat), belief(view, seat, remembers=True)
    return log(len(by_nails)), -log(by_nails[card]), -log(by_shifts[card])


def _print_blunders(players: int, games: int, seed: str, name: str) -> None:
    had = open_to = blunders = 0
    for number in range(games):
        for state, move in turns([name] * players, f"{seed} {number}"):
            if move.lays:
                continue
            had += 1
            after = state.after(move)
            if after.round == state.round and can_lay(after):
                open_to += 1
                blunders += is_blunder(seen(state), move)
    share, low, high = wilson(blunders / open_to, open_to)
    print(
        f"{players} players: after {open_to:,} of {had:,} turns of {name} the next one could lay;"
        f" {blunders} blunders, {share:.1%} [{low:.1%}, {high:.1%}]",
        flush=True,
    )


def can_lay(state: FacirState) -> bool:
    own = state.nails[state.seat]
    near = nearness(state.setup.deck)
    return near.distance(state.rooms[state.seat].card, own, sum(state.nails) - own) <= 1


def is_blunder(view: FacirView, move: Turn) -> bool:
    risk = Risk(view, remembers=True)
    if risk.after(move.changed) < RISKY:
        return False
    moves = [other for other in view.legal() if isinstance(other, Turn)]
    return any(risk.after(other.changed) <= SAFE for other in moves)


def seen(state: FacirState) -> FacirView:
    view = state.view(state.seat)
    assert isinstance(view, FacirView)
    return view


def turns(names: list[str], seed: str) -> Iterator[tuple[FacirState, Turn]]:
    """Return all turns of a game with the position before each."""
    match = jemaa.play("facir", names, seed=seed)
    for state, action in zip(match.states, match.actions, strict=False):
        if isinstance(state, FacirState) and isinstance(action, Turn):
            yield state, action


if __name__ == "__main__":
    main()
