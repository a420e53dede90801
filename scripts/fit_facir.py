#!/usr/bin/env python3
"""Fits the weights of Façir's players to their own games, and prints the new tables.

    scripts/fit_facir.py [--games 400] [--processes 2] [--cast belief,search(samples=4),greedy]

Each seat of each game is somebody of the cast, drawn by the number of the game. Two conditional
logits are fitted by Newton's method: who wins the round (or nobody), from the terms of all seats
with open cards; and which card somebody holds, from the features of every card he can hold.
"""

import argparse
import multiprocessing
import random
import sys
from typing import Any

import numpy

import jemaa
from jemaa.catalog import player
from jemaa.core.chance import SeededChance
from jemaa.players.facir import inference
from jemaa.players.facir.nearness import SHUT, nearness

DISTANCES = SHUT + 1
PRIOR = 0.5  # keeps weights small where hardly any game tells

PER_ROUND = 8


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--cast", default="belief,belief,search(samples=4),greedy,greedy")
    parser.add_argument("--players", type=int, nargs="+", default=[2, 3, 4])
    parser.add_argument("--seed", default="fit")
    options = parser.parse_args()
    # A comma separates players here, so parameters of one are separated by a semicolon.
    cast = [spec.replace(";", ",") for spec in options.cast.split(",")]
    fitted = {players: fit(players, cast, options) for players in options.players}
    print(tables_text(fitted))


def fit(players, cast, options):
    tasks = [(players, cast, f"{options.seed}/{number}") for number in range(options.games)]
    with multiprocessing.Pool(options.processes) as pool:
        games = pool.map(play, tasks, chunksize=8)
    rounds = [case for game in games for case in game[0]]
    cards = [case for game in games for case in game[1]]
    of_rounds, of_memories = logit(rounds), logit(cards)
    # What goes by the nails as they stand has the first of the features.
    of_cards = logit([(rows[:, : len(inference.FEATURES)], place) for rows, place in cards])
    split = players * DISTANCES
    return {
        "pace": of_rounds[:split].reshape(players, DISTANCES),
        "ways": of_rounds[split : split + DISTANCES],
        "more": of_rounds[split + DISTANCES : split + 2 * DISTANCES],
        "void": of_rounds[split + 2 * DISTANCES :],
        "belief": of_cards,
        "memories": of_memories,
    }


def play(task):
    """Play a game; give the cases of both logits: rows of features, and which row it was."""
    players, cast, seed = task
    rng = random.Random(seed)
    # Who wins is learnt among equals, whom somebody holds from everybody.
    names = rng.choices(cast, k=players) if rng.random() < 0.4 else [rng.choice(cast)] * players
    seats = [player("facir", name) for name in names]
    game = jemaa.game("facir")
    match = jemaa.Match(game, game.setup(players=players), SeededChance(seed))
    rounds, cards, open_cases = [], [], []
    equals = len({seat.name for seat in seats}) == 1
    while not match.state.is_over:
        state: Any = match.state
        if state.phase == "play":
            if equals and names[0] != "greedy":
                open_cases.append(round_rows(state))
            if state.turns < 30 and rng.random() < 0.3:
                cards += card_cases(state)
        move = seats[state.to_act].choose(state.view(state.to_act)).move
        match.submit(state.to_act, move)
        after: Any = match.state
        if after.round != state.round or after.is_over:
            winner = state.to_act if getattr(move, "lays", False) else players
            alternatives = [*state.playing, players]
            place = sorted(alternatives).index(winner)
            # Some of each, because two careful blockers can make a round very long.
            some = rng.sample(open_cases, min(len(open_cases), PER_ROUND))
            rounds += [(rows, place) for rows in some]
            open_cases = []
    return rounds, cards


def round_rows(state):
    """Return the terms of every seat that plays, in order of seats, and of a void round."""
    players = state.setup.players
    width = players * DISTANCES + 2 * DISTANCES + 2
    order = list(state.playing)
    order = order[order.index(state.seat) :] + order[: order.index(state.seat)]
    rows = numpy.zeros((len(order) + 1, width), dtype=numpy.float32)
    for row, seat in enumerate(sorted(order)):
        own = state.nails[seat]
        ways = nearness(state.setup.deck).ways(state.rooms[seat].card, own, sum(state.nails) - own)
        distance = next((cost for cost, count in enumerate(ways) if count), SHUT)
        base = players * DISTANCES
        rows[row, order.index(seat) * DISTANCES + distance] = 1
        if distance < SHUT:
            rows[row, base + distance] = numpy.log1p(ways[distance])
        if distance + 1 < SHUT:
            rows[row, base + DISTANCES + distance] = numpy.log1p(ways[distance + 1])
    rows[-1, -2:] = 1, state.turns
    return rows


def card_cases(state):
    """Return what the seat to move can know of each other one's card, and which card it is."""
    view = state.view(state.to_act)
    cases = []
    for seat in state.playing:
        if seat != state.to_act:
            found = inference.memories(view, seat)
            rows = numpy.array(list(found.values()), dtype=numpy.float32)
            cases.append((rows, list(found).index(state.rooms[seat].card)))
    return cases


def logit(cases, steps=25):
    """Fit a conditional logit and give its weights."""
    width = cases[0][0].shape[1]
    most = max(len(rows) for rows, _ in cases)
    data = numpy.zeros((len(cases), most, width), dtype=numpy.float32)
    mask = numpy.full((len(cases), most), -numpy.inf)
    chosen = numpy.zeros((len(cases), width))
    for index, (rows, place) in enumerate(cases):
        data[index, : len(rows)] = rows
        mask[index, : len(rows)] = 0
        chosen[index] = rows[place]
    weights = numpy.zeros(width)
    for _ in range(steps):
        gradient, curvature = -PRIOR * weights, PRIOR * numpy.eye(width)
        loss = 0.0
        for part in numpy.array_split(numpy.arange(len(cases)), len(cases) // 5000 + 1):
            here = data[part].astype(float)
            sums = here @ weights + mask[part]
            sums -= sums.max(axis=1, keepdims=True)
            shares = numpy.exp(sums)
            shares /= shares.sum(axis=1, keepdims=True)
            means = numpy.einsum("nk,nkw->nw", shares, here)
            gradient += (chosen[part] - means).sum(axis=0)
            spread = here * numpy.sqrt(shares)[:, :, None]
            flat = spread.reshape(-1, width)
            curvature += flat.T @ flat - means.T @ means
            loss -= numpy.log(shares[numpy.arange(len(part)), [cases[i][1] for i in part]]).sum()
        step = numpy.linalg.solve(curvature, gradient)
        weights += step * min(1.0, 2.0 / (abs(step).max() + 1e-9))
        if abs(step).max() < 1e-4:
            break
    print(f"{len(cases)} cases, mean loss {loss / len(cases):.4f}", file=sys.stderr)
    return weights


def tables_text(fitted):
    lines = ["ROUND: dict[int, RoundWeights] = {"]
    for players, weights in fitted.items():
        lines += [f"    {players}: RoundWeights(", "        pace=("]
        lines += [f"            {numbers(row)}," for row in weights["pace"]] + ["        ),"]
        lines += [f"        {name}={numbers(weights[name])}," for name in ("ways", "more", "void")]
        lines += ["    ),"]
    lines += ["}", '"""By number of players: who wins the round, with open cards."""']
    lines += belief_lines("BELIEF", inference.FEATURES, fitted)
    lines += ['"""By number of players and feature: which card somebody holds."""']
    lines += belief_lines("MEMORIES", inference.REMEMBERED, fitted)
    lines += ['"""The same for who remembers the last shifts."""']
    return "\n".join(lines)


def belief_lines(table, features, fitted):
    lines = [f"{table}: dict[int, dict[str, float]] = {{"]
    for players, weights in fitted.items():
        lines += [f"    {players}: {{"]
        for name, weight in zip(features, weights[table.lower()], strict=True):
            lines += [f'        "{name}": {round(float(weight), 3)},']
        lines += ["    },"]
    return [*lines, "}"]


def numbers(values):
    return "(" + ", ".join(str(round(float(value), 3)) for value in values) + ")"


if __name__ == "__main__":
    main()
