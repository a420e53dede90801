#!/usr/bin/env python3
"""Trains the networks of Marrakech's learned evaluation by games of a mixed population.

    scripts/train_marrakech.py [--players 2 3 4] [--games NUMBER] [--seed 2] [--jobs 1]
                               [--executor local|ray] [--into FILE]

A seat looks one turn ahead with the network as it is, or plays by one of the simpler policies of
`POPULATION`; a few moves are random, and every fourth game has a variant of the rules. A position
should be worth what the rest of the turn brings on average, exact over the die, corrected by how
much later positions of the game came out better or worse than expected: TD(lambda) on expectations,
so that the luck of the dice does not blur what is learned.

Progress is printed and kept beside the file (`FILE.2.npz` and so on); the same command goes on
where it was ended, and begins anew if those are removed. With one job the same seed gives the same
weights on the same machine. `benchmarks/judging.py` tells whether new weights judge better, `jemaa
arena` whether they play better.
"""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from random import Random
from time import process_time
from typing import Any, NamedTuple

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # the matrices are too small for more

import numpy as np

import jemaa
from jemaa.arena.run import EXECUTORS, LOCAL, in_order
from jemaa.core.actions import Move
from jemaa.players.expectimax import Expectimax, OneTurn
from jemaa.players.marrakech import weights
from jemaa.players.marrakech.evaluation import MarrakechEvaluator
from jemaa.players.marrakech.learned import LearnedEvaluator
from jemaa.players.marrakech.policies import GreedyPolicy, HoarderPolicy
from jemaa.players.marrakech.weights import (
    BYTES,
    FEATURES,
    NARROW,
    SCALARS,
    SEATS,
    TRAINED,
    UNIT,
    WIDE,
    Network,
)
from jemaa.players.search import Control, Policy

FILE = Path(weights.__file__).with_name("learned.bin")
GAMES, SEED = 24_000, 2
"""What the weights of the package were trained with, for each number of players."""
LAMBDA = 0.6
SLIPS = 0.05
"""The share of moves that are random."""
LEARNER = "network"
POPULATION = {LEARNER: 50, "x1": 25, "careful": 9, "greedy": 8, "careless": 4, "hoarder": 4}
"""How many seats of a hundred play by what: the network, or a policy of `policies`."""
THINKERS = 0.6
"""The share of games in which everybody looks a turn ahead, by the network or as `x1`."""
VARIANTS: tuple[tuple[dict[str, str], float], ...] = (
    ({}, 0.74),
    ({"rotate": "after"}, 0.12),
    ({"insolvent": "stays"}, 0.1),
    ({"rotate": "after", "insolvent": "stays"}, 0.04),
)
"""The settings of games, each with its share."""
ROUND = 40
"""Games between two exercises of the network."""
REPORT = 10
"""Rounds between two lines of progress."""
ROOM, USES, BATCH = 60_000, 8, 128
"""Positions kept, how often each is used, and how many at once."""
PACE = 1e-3
ACTIVE = 192
"""Room for the features that are true in a position."""
OUT = -1e4
"""What the sum of a seat that is out begins with: it never has a share."""


def policies(players: int) -> dict[str, Policy]:
    """Return the policies of those who do not play by the network."""
    readable = MarrakechEvaluator(players)
    return {
        "x1": OneTurn(readable),
        "careful": OneTurn(readable, 0.02),
        "greedy": GreedyPolicy(),
        "careless": GreedyPolicy(0.7),
        "hoarder": HoarderPolicy(),
    }


class Trainee:
    """The network in numbers that can be learned, and Adam's memory."""

    def __init__(self, players: int, rng: np.random.Generator) -> None:
        self.players = players
        shapes = {
            "first": (FEATURES + 1, WIDE),  # the last row stands for no feature
            "start": (WIDE,),
            "scalar": (SCALARS, WIDE),
            "second": (WIDE, NARROW),
            "bend": (NARROW,),
            "third": (NARROW, SEATS),
            "end": (SEATS,),
        }
        # With nothing in the last layer the network begins as the readable evaluation.
        spread = {"first": 0.06, "scalar": 0.1, "second": WIDE**-0.5}
        self.weights = {
            name: (rng.standard_normal(shape) * spread.get(name, 0.0)).astype(np.float32)
            for name, shape in shapes.items()
        }
        self.mean = {name: np.zeros_like(part) for name, part in self.weights.items()}
        self.square = {name: np.zeros_like(part) for name, part in self.weights.items()}
        self.steps = 0

    def learn(self, active, scalars, lean, target, pace: float) -> float:
        """Take one step towards the targets and give how far off they were."""
        w = self.weights
        seen = np.zeros((len(active), FEATURES + 1), np.float32)
        seen[np.arange(len(active))[:, None], active] = 1
        seen[:, FEATURES] = 0
        wide = np.maximum(seen @ w["first"] + w["start"] + scalars @ w["scalar"], 0)
        narrow = np.maximum(wide @ w["second"] + w["bend"], 0)
        sums = (narrow @ w["third"] + w["end"])[:, : self.players] + lean
        shares = np.exp(sums - sums.max(1, keepdims=True))
        shares /= shares.sum(1, keepdims=True)
        off = np.zeros((len(active), SEATS), np.float32)
        off[:, : self.players] = (shares - target) / len(active)
        slope = {"third": narrow.T @ off, "end": off.sum(0)}
        back = (off @ w["third"].T) * (narrow > 0)
        slope |= {"second": wide.T @ back, "bend": back.sum(0)}
        back = (back @ w["second"].T) * (wide > 0)
        slope |= {"first": seen.T @ back, "start": back.sum(0), "scalar": scalars.T @ back}
        self._step(slope, pace)
        return float(((shares - target) ** 2).sum(1).mean())

    def _step(self, slope: dict[str, np.ndarray], pace: float) -> None:
        self.steps += 1
        pace *= (1 - 0.999**self.steps) ** 0.5 / (1 - 0.9**self.steps)
        for name, part in self.weights.items():
            self.mean[name] += 0.1 * (slope[name] - self.mean[name])
            self.square[name] += 0.001 * (slope[name] ** 2 - self.square[name])
            part -= pace * self.mean[name] / (np.sqrt(self.square[name]) + 1e-8)
        np.clip(self.weights["first"], -127 / UNIT, 127 / UNIT, out=self.weights["first"])

    def network(self) -> Network:
        """Return the weights as the engine uses them."""
        parts = {name: part.reshape(-1).tolist() for name, part in self.weights.items()}
        for name in ("first", "start"):
            parts[name] = np.rint(self.weights[name] * UNIT).astype(int).reshape(-1).tolist()
        parts["first"] = parts["first"][: FEATURES * WIDE]
        return Network(**parts)


class Lesson(NamedTuple):
    """A position where a turn begins, and what it should be worth; seats in turn order."""

    active: list[int]
    scalars: list[float]
    lean: list[float]
    target: np.ndarray


class Memory:
    """The last positions, each with what it should be worth."""

    def __init__(self, players: int) -> None:
        self.active = np.full((ROOM, ACTIVE), FEATURES, np.int16)
        self.scalars = np.zeros((ROOM, SCALARS), np.float32)
        self.lean = np.zeros((ROOM, players), np.float32)
        self.target = np.zeros((ROOM, players), np.float32)
        self.size = self.next = 0

    def add(self, lesson: Lesson) -> None:
        self.active[self.next] = FEATURES
        self.active[self.next, : len(lesson.active)] = lesson.active
        self.scalars[self.next] = lesson.scalars
        self.lean[self.next] = lesson.lean
        self.target[self.next] = lesson.target
        self.next = (self.next + 1) % ROOM
        self.size = max(self.size, self.next)

    def batch(
        self, rng: np.random.Generator
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
        chosen = rng.integers(self.size, size=BATCH)
        return (
            self.active[chosen],
            self.scalars[chosen],
            self.lean[chosen],
            self.target[chosen],
        )


class Chance(NamedTuple):
    """What may come before the first decision of a turn, or instead of one."""

    state: Any
    weight: float
    expected: np.ndarray
    odds: dict[Move, float]


class Teacher:
    """Plays games and says what the positions should have been worth."""

    def __init__(self, players: int) -> None:
        self.players = players
        nothing = Trainee(players, np.random.default_rng(0)).network()
        self.evaluator = LearnedEvaluator(players, nothing)
        self.search = Expectimax(self.evaluator)
        self.policies = policies(players)
        self.asides = {
            name: Expectimax(self.evaluator, others=[policy], aside=True)
            for name, policy in policies(players).items()
        }

    def game(self, rng: Random) -> Iterator[Lesson]:
        """Play one game and give what there is to learn from every turn."""
        settings = rng.choices(VARIANTS, [share for _, share in VARIANTS])[0][0]
        state = jemaa.game("marrakech").new(players=self.players, **settings)
        self.seats = self._seats(rng)
        turns = []
        while not state.is_over:
            seat = state.seat
            active, scalars, lean = self.evaluator.features(state)
            for turn in range(self.players):
                if state.fallen[(seat + turn) % self.players]:
                    lean[turn] = OUT
            value = np.array(self.evaluator.evaluate(state))
            state, expected, slipped = self.turn(state, rng)
            turns.append((active, scalars, lean, seat, value, expected, slipped))
        target = later = None
        for active, scalars, lean, seat, value, expected, slipped in reversed(turns):
            if target is None or slipped:
                target = expected
            else:
                target = expected + LAMBDA * (target - later)
            later = value
            yield Lesson(active, scalars, lean, np.roll(target, -seat))

    def _seats(self, rng: Random) -> list[str]:
        if rng.random() < THINKERS:
            return rng.choices((LEARNER, "x1"), k=self.players)
        return rng.choices(list(POPULATION), list(POPULATION.values()), k=self.players)

    def turn(self, state, rng: Random) -> tuple[Any, np.ndarray, bool]:
        """Play one turn; give what follows, what was expected, and whether a move was random."""
        seat, slipped = state.seat, False
        chances = list(self.chances(state, seat, 1.0))
        expected = np.sum([chance.weight * chance.expected for chance in chances], axis=0)
        state, _, _, odds = rng.choices(chances, [chance.weight for chance in chances])[0]
        while not self.is_past(state, seat):
            slips = rng.random() < SLIPS
            slipped |= slips
            if slips:
                move = rng.choice(state.legal())
            else:
                move = rng.choices(list(odds), list(odds.values()))[0]
            state = state.after(move)
            while not self.is_past(state, seat) and state.to_act < 0:
                outcomes, weights = zip(*state.outcomes(), strict=True)
                state = state.after(rng.choices(outcomes, weights)[0])
            if not self.is_past(state, seat):
                _, odds = self.look(state)
        return state, expected, slipped

    def is_past(self, state, seat: int) -> bool:
        """Whether the turn of a seat is over."""
        return state.is_over or state.seat != seat

    def chances(self, state, seat: int, weight: float) -> Iterator[Chance]:
        """Return all that chance can bring before the first decision."""
        if self.is_past(state, seat):
            yield Chance(state, weight, np.array(self.evaluator.evaluate(state)), {})
        elif state.to_act >= 0:
            yield Chance(state, weight, *self.look(state))
        else:
            outcomes = state.outcomes()
            whole = sum(count for _, count in outcomes)
            for outcome, count in outcomes:
                yield from self.chances(state.after(outcome), seat, weight * count / whole)

    def look(self, state) -> tuple[np.ndarray, dict[Move, float]]:
        """Return what the rest of the turn brings on average, and the odds of the next move."""
        who = self.seats[state.seat]
        if who == LEARNER:
            best = self.search.search(state, 1, Control())[0]
            return np.array(best.values), {best.move: 1.0}
        odds = self.policies[who].spread(state)
        options = self.asides[who].search(state, 1, Control())
        values = {option.move: np.array(option.values) for option in options}
        return np.sum([share * values[move] for move, share in odds.items()], axis=0), odds


class Task(NamedTuple):
    """Some games to be played, as it can be sent."""

    players: int
    weights: bytes
    seed: str
    games: int


@lru_cache
def teacher(players: int) -> Teacher:
    """Return the teacher of this process."""
    return Teacher(players)


def teach(task: Task) -> list[Lesson]:
    """Play the games of a task."""
    found, rng = teacher(task.players), Random(task.seed)
    found.evaluator.use(Network.from_bytes(task.weights))
    return [lesson for _ in range(task.games) for lesson in found.game(rng)]


class Training(Sequence[Task]):
    """The training for one number of players: a list of tasks, each made when it is asked for."""

    def __init__(self, players: int, games: int, seed: int, into: Path) -> None:
        self.players, self.seed, self.into = players, seed, into
        self.rounds = -(-games // ROUND)
        self.kept = into.with_name(f"{into.name}.{players}.npz")
        self.numbers = np.random.default_rng([seed, players])
        self.trainee, self.memory = Trainee(players, self.numbers), Memory(players)
        self.done, self.due, self.seconds = 0, 0.0, 0.0
        self.errors: list[float] = []
        if self.kept.exists():
            self.load()

    def __len__(self) -> int:
        return self.rounds - self.done

    def __getitem__(self, index: Any) -> Any:
        if index >= self.rounds - self.first:
            raise IndexError
        seed = f"{self.seed} {self.players} {self.first + index}"
        return Task(self.players, self.trainee.network().to_bytes(), seed, ROUND)

    def run(self, jobs: int, executor: str) -> None:
        """Train to the end, from where it was ended."""
        self.first, begin = self.done, process_time() - self.seconds
        for lessons in in_order(teach, self, jobs, executor):
            self.learn(lessons)
            self.done += 1
            self.seconds = process_time() - begin
            if self.done % REPORT == 0 or self.done == self.rounds:
                self.report()

    def learn(self, lessons: list[Lesson]) -> None:
        for lesson in lessons:
            self.memory.add(lesson)
        self.due += len(lessons) * USES / BATCH
        pace = PACE * (1 - 0.95 * self.done / self.rounds)
        while self.due >= 1:
            self.errors.append(self.trainee.learn(*self.memory.batch(self.numbers), pace))
            self.due -= 1

    def report(self) -> None:
        """Keep everything and tell how far it is."""
        self.save()
        write(self.players, self.trainee.network(), self.into)
        print(
            f"{self.players} players, {self.done * ROUND} of {self.rounds * ROUND} games, "
            f"{self.seconds:.0f} s, mean squared error {np.mean(self.errors):.5f}",
            flush=True,
        )
        self.errors.clear()

    def _arrays(self) -> dict[str, np.ndarray]:
        """Return all that is learned and remembered, by name; they are the arrays themselves."""
        parts = {"weights": self.trainee.weights, "mean": self.trainee.mean}
        parts |= {"square": self.trainee.square}
        arrays = {f"{part}.{name}": a for part, named in parts.items() for name, a in named.items()}
        return arrays | {
            name: getattr(self.memory, name) for name in ("active", "scalars", "lean", "target")
        }

    def save(self) -> None:
        counts = [self.done, self.memory.size, self.memory.next, self.trainee.steps]
        numbers = [self.due, self.seconds]
        state = json.dumps(self.numbers.bit_generator.state)
        new = self.kept.with_name(f"{self.kept.name}.new.npz")
        kept: dict[str, Any] = {"counts": counts, "numbers": numbers, "rng": np.array(state)}
        np.savez(new, **(kept | self._arrays()))
        new.replace(self.kept)

    def load(self) -> None:
        with np.load(self.kept) as kept:
            for name, array in self._arrays().items():
                array[...] = kept[name]
            self.done, self.memory.size, self.memory.next, self.trainee.steps = map(
                int, kept["counts"]
            )
            self.due, self.seconds = map(float, kept["numbers"])
            self.numbers.bit_generator.state = json.loads(str(kept["rng"]))
        print(f"{self.players} players: goes on after {self.done * ROUND} games", flush=True)


def write(players: int, weights: Network, into: Path) -> None:
    """Put the weights for one number of players into the file."""
    content = bytearray(into.read_bytes() if into.exists() else b"")
    content.extend(bytes(len(TRAINED) * BYTES - len(content)))
    place = TRAINED.index(players)
    content[place * BYTES : (place + 1) * BYTES] = weights.to_bytes()
    into.write_bytes(content)


def main() -> None:
    """Train."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--players", type=int, nargs="+", choices=TRAINED, default=TRAINED)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--executor", choices=EXECUTORS, default=LOCAL)
    parser.add_argument("--into", type=Path, default=FILE)
    arguments = parser.parse_args()
    for players in arguments.players:
        training = Training(players, arguments.games, arguments.seed, arguments.into)
        training.run(arguments.jobs, arguments.executor)


if __name__ == "__main__":
    main()
