#!/usr/bin/env python3
"""Trains the network of Marrakech's learned evaluation by games of the engine with itself.

    scripts/train_marrakech.py [--games NUMBER] [--seed 1] [--players 3 4] [--into FILE]

Everybody looks one turn ahead with the network as it is, and a few moves are random. A position
should be worth what that look ahead says, exact over the die, corrected by how much later positions
of the game came out better or worse than expected: TD(lambda) on expectations, so that the luck of
the dice does not blur what is learned. The same seed gives the same weights on the same machine.
Whether new weights are better, only `jemaa arena` can tell.
"""

from __future__ import annotations

import argparse
import os
from pathlib import Path
from random import Random
from time import process_time

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # the matrices are too small for more

import numpy as np

import jemaa
from jemaa.players.expectimax import Expectimax
from jemaa.players.marrakech import network
from jemaa.players.marrakech.evaluation import MarrakechEvaluator
from jemaa.players.marrakech.learned import LearnedEvaluator
from jemaa.players.marrakech.network import (
    BYTES,
    FEATURES,
    NARROW,
    SCALARS,
    SEATS,
    TRAINED,
    UNIT,
    WIDE,
)
from jemaa.players.search import Control

FILE = Path(network.__file__).with_name("learned.bin")
GAMES = {3: 8_000, 4: 8_000}
"""How many games the weights of the package were trained with, a few minutes each."""
LAMBDA = 0.6
SLIPS = 0.1
"""The share of moves that are random."""
LEARNERS = 0.5
"""The share of seats that play by the network; the others play by the readable evaluation."""
ROUND = 40
"""Games between two exercises of the network."""
ROOM, USES, BATCH = 60_000, 8, 128
"""Positions kept, how often each is used, and how many at once."""
PACE = 1e-3
ACTIVE = 192
"""Room for the features that are true in a position."""


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

    def network(self) -> network.Network:
        """Give the weights as the engine uses them."""
        parts = {name: part.reshape(-1).tolist() for name, part in self.weights.items()}
        for name in ("first", "start"):
            parts[name] = np.rint(self.weights[name] * UNIT).astype(int).reshape(-1).tolist()
        parts["first"] = parts["first"][: FEATURES * WIDE]
        return network.Network(**parts)


class Memory:
    """The last positions, each with what it should be worth."""

    def __init__(self, players: int) -> None:
        self.active = np.full((ROOM, ACTIVE), FEATURES, np.int16)
        self.scalars = np.zeros((ROOM, SCALARS), np.float32)
        self.lean = np.zeros((ROOM, players), np.float32)
        self.target = np.zeros((ROOM, players), np.float32)
        self.size = self.next = 0

    def add(self, features, target) -> None:
        active, scalars, lean = features
        self.active[self.next] = FEATURES
        self.active[self.next, : len(active)] = active
        self.scalars[self.next] = scalars
        self.lean[self.next] = lean
        self.target[self.next] = target
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


class Teacher:
    """Plays games and says what the positions should have been worth."""

    def __init__(self, players: int, evaluator: LearnedEvaluator) -> None:
        self.start = jemaa.game("marrakech").new(players=players)
        self.players = players
        self.evaluator = evaluator
        readable = MarrakechEvaluator(players)
        self.search = Expectimax(evaluator)
        self.plain = Expectimax(readable)
        self.aside = Expectimax(evaluator, others=readable, aside=True)

    def game(self, rng: Random):
        """Play one game and give (features, target) of every turn."""
        state = self.start
        self.learns = [rng.random() < LEARNERS for _ in range(self.players)]
        turns = []
        while not state.is_over:
            seat = state.seat
            # A player who is out keeps his place in the order, where the network sees nothing.
            keep = not any(state.fallen)
            features = self.evaluator.features(state) if keep else None
            value = self.evaluator.evaluate(state)
            state, expected, slipped = self.turn(state, rng)
            turns.append((features, seat, np.array(value), np.array(expected), slipped))
        target = later = None
        for features, seat, value, expected, slipped in reversed(turns):
            if target is None or slipped:
                target = expected
            else:
                target = expected + LAMBDA * (target - later)
            later = value
            if features is not None:
                yield features, np.roll(target, -seat)

    def turn(self, state, rng: Random):
        """Play one turn; give what follows, what was expected, and whether a move was random."""
        looked = [(state, 1, self.look(state))] if state.to_act >= 0 else []
        if not looked:
            for outcome, weight in state.outcomes():
                after = state.after(outcome)
                looked.append((after, weight, self.look(after)))
        whole = sum(weight for _, weight, _ in looked)
        expected = [
            sum(weight * options[0].values[seat] for _, weight, options in looked) / whole
            for seat in range(self.players)
        ]
        state, _, options = rng.choices(looked, [weight for _, weight, _ in looked])[0]
        seat, slipped = state.seat, False
        while True:
            slips = rng.random() < SLIPS
            move = rng.choice(options).move if slips else options[0].move
            slipped |= slips
            state = state.after(move)
            if state.is_over or state.seat != seat:
                return state, expected, slipped
            outcomes, weights = zip(*state.outcomes(), strict=True)
            state = state.after(rng.choices(outcomes, weights)[0])
            if state.is_over or state.seat != seat:
                return state, expected, slipped
            options = self.look(state)

    def look(self, state):
        """Give the moves with what they are worth, the one to be played first."""
        if self.learns[state.seat]:
            return self.search.search(state, 1, Control())
        move = self.plain.search(state, 1, Control())[0].move
        options = self.aside.search(state, 1, Control())
        return sorted(options, key=lambda option: option.move is not move)


def train(players: int, games: int, seed: int, into: Path) -> None:
    """Train the network for one number of players and put it in its place in the file."""
    rng, numbers = Random(f"{seed} {players}"), np.random.default_rng([seed, players])
    trainee, memory = Trainee(players, numbers), Memory(players)
    evaluator = LearnedEvaluator(players, trainee.network())
    teacher = Teacher(players, evaluator)
    begin, due, errors = process_time(), 0.0, []
    for played in range(0, games, ROUND):
        for _ in range(ROUND):
            for features, target in teacher.game(rng):
                memory.add(features, target)
                due += USES / BATCH
        pace = PACE * (1 - 0.95 * played / games)
        while due >= 1:
            errors.append(trainee.learn(*memory.batch(numbers), pace))
            due -= 1
        evaluator.use(trainee.network())
        if (played // ROUND + 1) % 25 == 0 or played + ROUND >= games:
            write(players, trainee.network(), into)
            print(
                f"{players} players, {played + ROUND} games, {process_time() - begin:.0f} s, "
                f"mean squared error {np.mean(errors):.5f}",
                flush=True,
            )
            errors.clear()


def write(players: int, weights: network.Network, into: Path) -> None:
    """Put the weights for one number of players into the file."""
    content = bytearray(into.read_bytes() if into.exists() else bytes(len(TRAINED) * BYTES))
    place = TRAINED.index(players)
    content[place * BYTES : (place + 1) * BYTES] = weights.to_bytes()
    into.write_bytes(content)


def main() -> None:
    """Train."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--players", type=int, nargs="+", choices=TRAINED, default=TRAINED)
    parser.add_argument("--into", type=Path, default=FILE)
    arguments = parser.parse_args()
    for players in arguments.players:
        games = arguments.games or GAMES[players]
        train(players, games, arguments.seed, arguments.into)


if __name__ == "__main__":
    main()
