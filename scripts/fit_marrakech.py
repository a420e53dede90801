#!/usr/bin/env python3
"""Fits the weights of Marrakech's evaluation to games of the engines against each other.

    scripts/fit_marrakech.py [--games 4000] [--seed 1] [--players 2 3 4]

Plays games between a mixture of players (looking ahead, greedy, looking ahead with slips: against
copies of itself alone an evaluation learns to trust what only copies do), and prints tables for
`players/marrakech/weights.py`: a softmax regression of the result on the terms, and a linear one of
the final score. Whether new weights are better, only `jemaa arena` can tell.
"""

from __future__ import annotations

import argparse
import os
from concurrent.futures import ProcessPoolExecutor
from random import Random

import numpy as np

import jemaa
from jemaa.catalog import player
from jemaa.players.marrakech.evaluation import TERMS, MarrakechEvaluator

BLUR = 0.02
"""As in the evaluation: what is still to come blurs the lead by the root of rest + blur."""
SLIPS = {"x1": 0.03, "greedy": 0.03, "x1 with slips": 0.15}


def play(
    players: int, seed: str, games: int
) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Return terms, shares of rugs left, results and scores of every position before a turn."""
    evaluator = MarrakechEvaluator(players)
    minds = {name: player("marrakech", name.split()[0]) for name in SLIPS}
    terms, rests, results, scores = [], [], [], []
    for number in range(games):
        rng = Random(f"{seed} {number}")
        kinds = [rng.choice(["x1", "x1", "greedy", "x1 with slips"]) for _ in range(players)]
        state = jemaa.game("marrakech").new(players=players)
        seen = 0
        while (seat_to_act := state.to_act) is not None:
            if seat_to_act == jemaa.CHANCE:
                outcomes, weights = zip(*state.outcomes(), strict=True)
                state = state.after(rng.choices(outcomes, weights)[0])
                continue
            if state.phase == "turn" and not any(state.fallen):
                terms.append([list(seat.values()) for seat in evaluator.terms(state)])
                rests.append(evaluator.rest(state))
                seen += 1
            kind = kinds[seat_to_act]
            if rng.random() < SLIPS[kind]:
                move = rng.choice(state.legal())
            else:
                move = minds[kind].choose(state.view(seat_to_act)).move
            state = state.after(move)
        results += [state.returns()] * seen
        scores += [state.scores()] * seen
    return np.array(terms), np.array(rests), np.array(results), np.array(scores)


def blend(terms: np.ndarray, rests: np.ndarray) -> np.ndarray:
    """Return early and late features: a weight goes evenly from its early to its late value."""
    rest = rests[:, None, None]
    return np.concatenate([terms * rest, terms * (1 - rest)], axis=2)


def fit_shares(features: np.ndarray, results: np.ndarray, steps: int = 400) -> np.ndarray:
    """Fit a softmax over the seats by gradient descent (Adam)."""
    scale = features.std((0, 1)) + 1e-9
    features = features / scale
    weights = np.zeros(features.shape[2])
    mean, spread = np.zeros_like(weights), np.zeros_like(weights)
    for step in range(1, steps + 1):
        logits = features @ weights
        shares = np.exp(logits - logits.max(1, keepdims=True))
        shares /= shares.sum(1, keepdims=True)
        slope = np.einsum("ns,nsf->f", shares - results, features) / len(features)
        mean = 0.9 * mean + 0.1 * slope
        spread = 0.99 * spread + 0.01 * slope**2
        pace = 0.05 * (1 - step / (steps + 1)) / (1 - 0.9**step)
        weights -= pace * mean / (np.sqrt(spread / (1 - 0.99**step)) + 1e-8)
    loss = -(results * np.log(shares + 1e-12)).sum(1).mean()
    print(f"# loss {loss:.4f} on {len(features)} positions")
    return weights / scale


def show(name: str, players: int, weights: np.ndarray) -> None:
    """Print one table as weights.py has it."""
    early, late = weights[: len(TERMS)], weights[len(TERMS) :]
    print(f"# {name}, {players} players")
    for term, first, last in zip(TERMS, early, late, strict=True):
        print(f'        "{term}": ({first:.4f}, {last:.4f}),')


def main() -> None:
    """Play, fit and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=4000)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--players", type=int, nargs="+", default=[2, 3, 4])
    arguments = parser.parse_args()
    jobs = os.cpu_count() or 1
    with ProcessPoolExecutor(jobs) as pool:
        for players in arguments.players:
            seeds = [f"{arguments.seed} {part}" for part in range(4 * jobs)]
            each = max(1, arguments.games // len(seeds))
            count = len(seeds)
            parts = list(pool.map(play, [players] * count, seeds, [each] * count))
            terms, rests, results, scores = (
                np.concatenate([part[index] for part in parts]) for index in range(4)
            )
            features = blend(terms, rests)
            blurred = features / np.sqrt(rests + BLUR)[:, None, None]
            show("SHARE", players, fit_shares(blurred, results))
            flat = features.reshape(-1, features.shape[2])
            show("SCORE", players, np.linalg.lstsq(flat, scores.reshape(-1), rcond=None)[0])


if __name__ == "__main__":
    main()
