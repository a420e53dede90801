"""Measures how visibly the levels of Marrakech err in the ways that they turn Assam.

    benchmarks/levels.py --games 100 --levels tourist,stroller,trader

Levels below the strongest, drawn for each game, play at tables of two, three and four, and all that
are measured are asked in every turn: they are judged in the same positions. A slip is a way that
costs three dirhams more, on the average over the roll, than the cheapest of the three ways. It is
counted among all turns, and among those in which one of the ways is that dear.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Iterator, Sequence
from random import Random

import jemaa
from jemaa import catalog
from jemaa.arena.statistics import wilson
from jemaa.games.marrakech import MarrakechState
from jemaa.players.marrakech.policies import GreedyPolicy
from jemaa.players.registry import LEVELS

SLIP = 3.0
"""Dirhams more than the cheapest way: a bystander sees it."""
AT_THE_TABLES = LEVELS[:4]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--games", type=int, default=100, help="for each number of players")
    parser.add_argument("--players", type=int, nargs="+", default=[2, 3, 4])
    parser.add_argument("--levels", default=",".join(("newcomer", *LEVELS)))
    parser.add_argument("--seed", default="slips")
    options = parser.parse_args()
    judge = GreedyPolicy()
    levels = {name: catalog.player("marrakech", name) for name in options.levels.split(",")}
    found: dict[str, list[float]] = defaultdict(list)
    tempted: dict[str, list[float]] = defaultdict(list)
    for state in turns(options.players, options.games, options.seed):
        weights = judge.weights(state)
        best, least = max(weights.values()), min(weights.values())
        for name, level in levels.items():
            cost = best - weights[level.choose(state.view(state.seat)).move]
            found[name].append(cost)
            if best - least >= SLIP:
                tempted[name].append(cost)
    print("| level | slips of all turns | slips where there can be one | mean cost | worst |")
    print("|---|---|---|---|---|")
    for name in levels:
        mean = sum(found[name]) / len(found[name])
        cells = [name, slips(found[name]), slips(tempted[name]), f"{mean:.2f}"]
        print(f"| {' | '.join(cells)} | {max(found[name]):.1f} |")


def turns(tables: Sequence[int], games: int, seed: str) -> Iterator[MarrakechState]:
    """Return all positions of the games in which Assam is turned."""
    for players in tables:
        for number in range(games):
            names = Random(f"{seed} {players} {number}").choices(AT_THE_TABLES, k=players)
            match = jemaa.play("marrakech", names, seed=f"{seed} {number}")
            for state in match.states:
                if isinstance(state, MarrakechState) and state.phase == "turn":
                    yield state


def slips(costs: Sequence[float]) -> str:
    share, low, high = wilson(sum(cost >= SLIP for cost in costs) / len(costs), len(costs))
    return f"{share:.1%} [{low:.1%}, {high:.1%}] of {len(costs):,}"


if __name__ == "__main__":
    main()
