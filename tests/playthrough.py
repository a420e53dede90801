"""Whole random games written out, so that every change of behaviour shows as a difference.

`scripts/golden` writes them into tests/golden; tests/test_golden.py compares.
"""

import json
from pathlib import Path

import jemaa
from jemaa import CHANCE, SPECTATOR
from jemaa.catalog import GAMES
from jemaa.core.chance import SeededChance

FOLDER = Path(__file__).with_name("golden")

CASES = {
    "marrakech-2": ("marrakech", {"players": 2}, 1),
    "marrakech-2-after": ("marrakech", {"players": 2, "rotate": "after", "first": 1}, 2),
    "marrakech-3": ("marrakech", {"players": 3, "edition": 57}, 3),
    "marrakech-3-falls": ("marrakech", {"players": 3, "colours": ["n", "r", "y"]}, 33),
    "marrakech-4": ("marrakech", {"players": 4}, 5),
    "marrakech-4-stays": (
        "marrakech",
        {"players": 4, "rotate": "after", "insolvent": "stays", "facing": "W"},
        6,
    ),
    "facir-2": ("facir", {"players": 2}, 4),
    "facir-3": ("facir", {"players": 3}, 42),
    "facir-4": ("facir", {"players": 4}, 41),
}
"""File name -> game, settings, seed."""
assert {game for game, _, _ in CASES.values()} == set(GAMES)


def playthrough(case):
    """Return the text of one game: positions, views, choices and the result."""
    name, settings, seed = CASES[case]
    game = jemaa.game(name)
    chance = SeededChance(seed, case)
    state, step, lines = game.new(**settings), 0, []
    lines += [f"game: {name}", f"settings: {json.dumps(settings)}", f"seed: {seed}", ""]
    while not state.is_over:
        lines += [f"[{step}] {state}", *_views(state)]
        if state.to_act == CHANCE:
            weights = {outcome.text: weight for outcome, weight in state.outcomes()}
            shown = " ".join(f"{text}={weight}" for text, weight in weights.items())
            chosen = game.outcome(chance.draw("outcome", step, weights))
            lines += [f"    outcomes: {shown}", f"* {chosen}"]
        else:
            weights = {move.text: 1 for move in state.legal()}
            chosen = game.move(chance.draw("move", step, weights))
            lines += [f"    legal: {_listed(state.legal())}", f"{state.to_act} {chosen}"]
        state = state.after(chosen)
        step += 1
    lines += [f"[{step}] {state}", *_views(state)]
    ranking = " ".join("=".join(map(str, place)) for place in state.ranking())
    lines += [f"scores: {' '.join(map(str, state.scores()))}", f"ranking: {ranking}", ""]
    return "\n".join(lines)


def _listed(moves):
    """List moves by their notation; many of them in runs of their ids, which is as exact."""
    if len(moves) <= 20:
        return " ".join(move.text for move in moves)
    runs = []
    for move in moves:
        if runs and runs[-1][1] == move.id - 1:
            runs[-1][1] = move.id
        else:
            runs.append([move.id, move.id])
    return f"{len(moves)} by ids " + " ".join(f"{first}-{last}" for first, last in runs)


def _views(state):
    """Return the views that tell less than the position, without game and setup."""
    for seat in (SPECTATOR, *range(state.setup.players)):
        whose, position = str(state.view(seat)).split(" ", 1)
        if position != str(state):
            yield f"    {whose} {position.split(' ', 2)[2]}"


def main():
    FOLDER.mkdir(exist_ok=True)
    for case in CASES:
        (FOLDER / f"{case}.txt").write_text(playthrough(case), "utf-8", newline="\n")


if __name__ == "__main__":
    main()
