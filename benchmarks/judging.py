"""Measures how well Marrakech's values judge: differences between moves, and calibration.

    python benchmarks/judging.py [--players 2 3 4] [--positions 60] [--rollouts 1000]
        [--moves half|played] [--shares 1000] [--jobs 1]

What is true of a position is found out by playing on to the end, luck taken off, once by players
who judge by the learned value and once by others who judge by the readable one; "right" holds for
who plays on, and the two differ. What is between them is told of as well.

Differences: in each position the best move by the quick look of a review is compared with another
one: of the better half, in games of players who look one turn ahead (`half`), or with the one that
was `played` in a game among the levels, where it was another. Judged are `x2`, which looks two
turns ahead everywhere, the quick look, which looks further near the end, and the longer look, by
which a review calls a loss small or large. Positions in which the end of the game is seen are left
out: there all of them are exact, and who plays on looks less far. RMSE is in points of the win
share, with the noise of the rollouts taken off; slope is the true loss for each point of loss that
is claimed. Calibration: other positions, `--shares` of them, in groups by the share that the value
gives to a seat, against the mean that the seat gets.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from math import sqrt
from random import Random
from typing import NamedTuple

import jemaa
from jemaa.analysis.marrakech import SALT, MarrakechProcedure, QuickLook, sees_end
from jemaa.analysis.rollouts import Mean, Rollouts
from jemaa.arena.run import EXECUTORS, LOCAL, in_order
from jemaa.core.actions import Move
from jemaa.core.playout import derive_seed
from jemaa.core.state import State
from jemaa.games.marrakech import MarrakechSetup, MarrakechState
from jemaa.players.marrakech.engines import VALUES
from jemaa.players.registry import LEVELS
from jemaa.players.search import Control

LEARNED, READABLE = "learned", "readable"
BETWEEN = "both"
HALF, PLAYED = "half", "played"
WHOLE = 200
"""More turns than any game has."""
TENTHS = 10
FEW = 30
"""In a tenth with fewer positions nothing is claimed."""
FEW_ROLLOUTS = 8
"""They are enough where the mean is taken over many positions."""


class Task(NamedTuple):
    """One position to be judged."""

    setup: str
    number: int
    seed: int
    rollouts: int
    moves: str


class Compared(NamedTuple):
    """What was found about two moves of one position.

    Attributes:
        claims: by the judge, the claimed loss of the second move.
        losses: by who plays on, its true loss and the error of that; the mean of both as well.
    """

    claims: dict[str, float]
    losses: dict[str, tuple[float, float]]


class Shared(NamedTuple):
    """What was found about a seat at the beginning of a turn.

    Attributes:
        share: what the learned value gives to it.
        truths: by who plays on, what it gets on average.
    """

    share: float
    truths: dict[str, float]


@lru_cache
def rollouts(players: int, value: str) -> Rollouts:
    return Rollouts(VALUES[value](players), turns=WHOLE, salt=SALT[players])


@lru_cache
def look(players: int, value: str, *, further: bool) -> QuickLook:
    return QuickLook(players, value) if further else QuickLook(players, value, late=0)


@lru_cache
def procedure(setup: MarrakechSetup) -> MarrakechProcedure:
    return MarrakechProcedure(setup)


def positions(task: Task) -> Iterator[State]:
    """Return the positions of one game, played by who judges by one value or the other."""
    game = jemaa.game("marrakech")
    start = game.start(game.setup_type.parse(task.setup))
    who = (LEARNED, READABLE)[task.number % 2]
    yield from rollouts(start.setup.players, who).path(start, derive_seed(task.seed, 1), WHOLE)


def decisions(task: Task, rng: Random) -> Iterator[tuple[State, Move | None]]:
    """Return the decisions of one game in any order, with what was played if that counts."""
    if task.moves == HALF:
        found: list[tuple[State, Move | None]] = [(state, None) for state in positions(task)]
    else:
        setup = jemaa.game("marrakech").setup_type.parse(task.setup)
        names = rng.choices(LEVELS, k=setup.players)
        match = jemaa.play("marrakech", names, seed=derive_seed(task.seed, 1) >> 1, setup=setup)
        pairs = zip(match.states, match.actions, strict=False)
        found = [(state, move) for state, move in pairs if isinstance(move, Move)]
    free = [
        (state, move) for state, move in found if len(state.legal()) > 1 and not sees_end(state)
    ]
    rng.shuffle(free)
    yield from free


def pair(task: Task) -> tuple[State, Move, Move]:
    """Return a position of a game, the best move in it, and the one that it is compared with."""
    rng = Random(f"{task.seed} {task.number}")
    for state, played in decisions(task, rng):
        quick = look(state.setup.players, LEARNED, further=True)
        by_best = [option.move for option in quick.options(state, Control())]
        other = played or rng.choice(by_best[1 : max(2, len(by_best) // 2)])
        if other is not by_best[0]:
            return state, by_best[0], other
    raise AssertionError("somebody has played the best move only")


def mean(state: State, seat: int, task: Task, who: str, count: int, salt: int) -> Mean:
    if state.is_over:
        return Mean(count, count * state.returns()[seat], count * state.returns()[seat] ** 2)
    seed = derive_seed(task.seed, salt)
    return rollouts(state.setup.players, who).play(state, seat, count, seed, Control())


def claims(state: State, best: Move, other: Move) -> dict[str, float]:
    """Return how much worse than the best every judge calls the other move."""
    assert isinstance(state, MarrakechState)
    seat, players = state.seat, state.setup.players
    found = {}
    for name, value, further in (
        ("x2 readable", READABLE, False),
        ("x2 learned", LEARNED, False),
        ("quick look", LEARNED, True),
    ):
        options = look(players, value, further=further).options(state, Control())
        shares = {option.move: option.values[seat] for option in options}
        found[name] = shares[best] - shares[other]
    foreseen = procedure(state.setup).foresee(state, (best, other), Control())
    found["longer look"] = foreseen[0] - foreseen[1] if foreseen else found["quick look"]
    return found


def compare(task: Task) -> Compared:
    """Compare two moves of one position of a game."""
    state, best, other = pair(task)
    assert isinstance(state, MarrakechState)
    losses = {}
    for who in (LEARNED, READABLE):
        one, two = (
            mean(state.after(move), state.seat, task, who, task.rollouts, 2 + move.id)
            for move in (best, other)
        )
        losses[who] = one.value - two.value, sqrt(one.error**2 + two.error**2)
    (first, wide), (second, broad) = losses.values()
    losses[BETWEEN] = (first + second) / 2, sqrt(wide**2 + broad**2) / 2
    return Compared(claims(state, best, other), losses)


def share(task: Task) -> Shared:
    """Judge a seat at the beginning of one turn of a game."""
    rng = Random(f"{task.seed} {task.number} share")
    found = [one for one in positions(task) if isinstance(one, MarrakechState)]
    begin = rng.choice([after for before, after in pairwise(found) if before.seat != after.seat])
    players = begin.setup.players
    seat = rng.randrange(players)
    truths = {
        who: mean(begin, seat, task, who, FEW_ROLLOUTS, 999).value for who in (LEARNED, READABLE)
    }
    return Shared(VALUES[LEARNED](players).evaluate(begin)[seat], truths)


def tell_losses(judged: list[Compared]) -> None:
    """Print RMSE and slope of every value by who plays on."""
    truths = [(one.losses[LEARNED], one.losses[READABLE]) for one in judged]
    apart, _ = _mean([(one[0] - two[0]) ** 2 - one[1] ** 2 - two[1] ** 2 for one, two in truths])
    print(f"  the two who play on differ by {100 * sqrt(max(0.0, apart)):.2f}")
    for name in judged[0].claims:
        for who in judged[0].losses:
            pairs = [(one.claims[name], *one.losses[who]) for one in judged]
            off = [(claim - loss) ** 2 - error**2 for claim, loss, error in pairs]
            square, spread = _mean(off)
            rmse = sqrt(max(0.0, square))
            claimed = sum(claim**2 for claim, _, _ in pairs)
            slope = sum(claim * loss for claim, loss, _ in pairs) / claimed
            # The error of a root, by the error of what is under it.
            wide = 1.96 * spread / (2 * rmse) if rmse else 0.0
            print(
                f"  {name:<12} played on by {who:<8}  RMSE {100 * rmse:.2f} ±{100 * wide:.2f}"
                f"  slope {slope:.2f}",
                flush=True,
            )


def tell_calibration(judged: list[Shared]) -> None:
    """Print the mean share given and got in every tenth."""
    for who in (LEARNED, READABLE):
        print(f"  calibration, played on by {who}: given, got, positions")
        for tenth in range(TENTHS):
            group = [one for one in judged if int(one.share * TENTHS) == tenth]
            if len(group) >= FEW:
                off, error = _mean([one.truths[who] - one.share for one in group])
                given = _mean([one.share for one in group])[0]
                print(
                    f"    {100 * given:5.1f}  {100 * (given + off):5.1f} ±{196 * error:.1f}"
                    f"  {len(group)}",
                    flush=True,
                )


def _mean(values: list[float]) -> tuple[float, float]:
    """Return a mean and its standard error."""
    middle = sum(values) / len(values)
    spread = sum((value - middle) ** 2 for value in values) / max(1, len(values) - 1)
    return middle, sqrt(spread / len(values))


def main() -> None:
    """Measure."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--players", type=int, nargs="+", default=[2, 3, 4])
    parser.add_argument("--setting", action="append", default=[], help="as in rotate=after")
    parser.add_argument("--positions", type=int, default=60)
    parser.add_argument("--rollouts", type=int, default=1000)
    parser.add_argument("--moves", choices=(HALF, PLAYED), default=HALF)
    parser.add_argument("--shares", type=int, default=1000, help="positions for calibration")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--executor", choices=EXECUTORS, default=LOCAL)
    arguments = parser.parse_args()
    for players in arguments.players:
        setup = ",".join([f"players={players}", *arguments.setting])
        tasks = [
            Task(
                setup,
                number,
                derive_seed(arguments.seed, number),
                arguments.rollouts,
                arguments.moves,
            )
            for number in range(max(arguments.positions, arguments.shares))
        ]
        how = arguments.jobs, arguments.executor
        print(f"{setup}: {arguments.positions} positions, {arguments.rollouts} rollouts a move")
        if arguments.positions:
            tell_losses(list(in_order(compare, tasks[: arguments.positions], *how)))
        if arguments.shares:
            tell_calibration(list(in_order(share, tasks[: arguments.shares], *how)))


if __name__ == "__main__":
    main()
