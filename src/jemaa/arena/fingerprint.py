"""A hash of how a game is played: two equal ones promise equal games.

It is taken from behaviour, not from sources, so that no new name, comment or file changes it: some
levels decide in the same few positions, and every move and every value counts to its last bit.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from functools import cache

from jemaa import catalog
from jemaa.core.chance import SeededChance
from jemaa.core.playout import derive_seed, playout
from jemaa.core.state import CHANCE, State
from jemaa.players.registry import LEVELS

POSITIONS = 4
"""How many positions of a random game the levels decide in, for each number of players."""
LENGTH = 52
"""How many steps of that game they are spread over; in both games it is longer."""
PLAYOUTS = 8
"""How many random games are played to the end, so that rules count that no level meets."""


@cache
def fingerprint(game: str, levels: tuple[str, ...] = LEVELS) -> str:
    """Return the hash of the rules and of the decisions of some levels of a game, or of all.

    A change that alters no decision in any of the positions is not seen; one of an evaluation or
    of a search is, as it alters the values.
    """
    found = hashlib.sha256()
    for players in catalog.game(game).seats:
        for line in _lines(game, players, levels):
            found.update(f"{line}\n".encode())
    return found.hexdigest()[:16]


def _lines(game: str, players: int, names: tuple[str, ...]) -> Iterator[str]:
    start = catalog.game(game).new(players=players)
    for number in range(PLAYOUTS):
        yield str(playout(start, derive_seed(1, number)).final)
    engines = catalog.engines(game)
    levels = [catalog.player(game, name) for name in names if name not in LEVELS or name in engines]
    judge = catalog.judge(game, start.setup)
    for number, state in enumerate(_positions(start)):
        assert state.to_act is not None
        view = state.view(state.to_act)
        yield str(view)
        if judge is not None:
            yield _exact(judge.evaluate(state))
        # Uncompiled, the strongest one takes seconds for a decision: one must do.
        for level in levels:
            if level.name == LEVELS[-1] and number < POSITIONS - 1:
                continue
            decision = level.choose(view)
            yield f"{level.name} {decision.move.text}"
            for candidate in decision.candidates:
                yield f"{candidate.move.text} {_exact((candidate.weight, *candidate.values))}"


def _exact(values: tuple[float, ...]) -> str:
    return " ".join(float(value).hex() for value in values)


def _positions(state: State) -> Iterator[State]:
    """Return positions of a random game, spread over it, in which somebody must decide."""
    chance = SeededChance(1, str(state.setup))
    found: list[State] = []
    for step in range(LENGTH):
        if state.is_over:
            break
        if state.to_act == CHANCE:
            weights = {outcome.text: weight for outcome, weight in state.outcomes()}
            state = state.after(state.game.outcome(chance.draw("outcome", step, weights)))
        else:
            found.append(state)
            weights = {move.text: 1 for move in state.legal()}
            state = state.after(state.game.move(chance.draw("move", step, weights)))
    return (found[number * len(found) // POSITIONS] for number in range(POSITIONS))
