"""Decisions of computer players with all their values, exact to the last bit.

`scripts/golden` writes them into tests/golden/decisions.txt; tests/test_decisions.py compares.
They are the same compiled and uncompiled, and on every Python that we promise.
"""

import jemaa
from jemaa import CHANCE, catalog
from jemaa.core.chance import SeededChance
from tests.playthrough import FOLDER

FILE = FOLDER / "decisions.txt"
EACH = 20
"""Decisions of one case, spread over one game."""
SHOWN = 3
"""Moves that are written down, the best ones."""

CASES = [
    ("marrakech", {"players": 2}, "greedy", 130),
    ("marrakech", {"players": 3, "rotate": "after"}, "x1", 130),
    ("marrakech", {"players": 3}, "x1(value=learned)", 130),
    ("marrakech", {"players": 4}, "x2(rolls=1,rugs=2,beyond=0)", 130),
    ("marrakech", {"players": 2}, "mcts(sims=16)", 130),
    ("facir", {"players": 2}, "greedy", 40),
    ("facir", {"players": 3}, "belief(samples=4)", 60),
    ("facir", {"players": 4}, "tourist", 60),
    ("facir", {"players": 2}, "search(samples=2,beam=2)", 40),
    ("facir", {"players": 3}, "foresight(answers=1,beam=2,samples=4)", 60),
]
"""Game, settings, player, and how many steps of the game the decisions are taken from."""


def decisions(step=1):
    """Return what the file tells of every decision, or of one in so many."""
    return ["\n".join(lines) for case in CASES for lines in _decided(*case, step)]


def _decided(game, settings, player, steps, step):
    """Return the lines of each decision of one player in one random game."""
    chooser = catalog.player(game, player)
    places = list(_views(game, settings, steps))
    for number in range(0, EACH, step):
        view = places[number * len(places) // EACH]
        decision = chooser.choose(view)
        best = [
            f"    {one.move.text} {float(one.weight).hex()} {' '.join(map(float.hex, one.values))}"
            for one in decision.candidates[:SHOWN]
        ]
        chosen = f"    {decision.move.text} of {len(decision.candidates)}"
        yield [f"{player} {view}", chosen, *map(str.rstrip, best)]


def _views(name, settings, steps):
    """Return what is seen at each decision of a random game, by whoever decides."""
    game = jemaa.game(name)
    chance = SeededChance(7, f"{name} {settings}")
    state = game.new(**settings)
    for step in range(steps):
        if state.is_over:
            return
        if state.to_act == CHANCE:
            weights = {outcome.text: weight for outcome, weight in state.outcomes()}
            state = state.after(game.outcome(chance.draw("outcome", step, weights)))
        else:
            yield state.view(state.to_act)
            weights = {move.text: 1 for move in state.legal() if "!" not in move.text}
            state = state.after(game.move(chance.draw("move", step, weights)))


if __name__ == "__main__":
    FILE.write_text("\n".join([*decisions(), ""]), "utf-8")
