"""How much of a result was luck.

At every chance node luck is the value after what has come, less the average of the values after all
that could have come, each with its weight. Whatever the values are, as long as they depend on the
position alone, the average luck is exactly zero: so it may be subtracted from a result without
favouring anybody. The better the values, the more of the scatter goes away with it.
"""

from __future__ import annotations

from math import fsum

from jemaa.core.actions import Outcome
from jemaa.core.match import Match
from jemaa.core.state import State
from jemaa.players.evaluator import Evaluator


def luck(match: Match, judge: Evaluator) -> tuple[float, ...]:
    """Return what chance has given each seat in a match, in shares of the win."""
    gains = [
        _gain(before, action, judge)
        for before, action in zip(match.states, match.actions, strict=False)
        if isinstance(action, Outcome)
    ]
    return tuple(fsum(gain[seat] for gain in gains) for seat in range(match.setup.players))


def _gain(before: State, outcome: Outcome, judge: Evaluator) -> tuple[float, ...]:
    options = before.outcomes()
    whole = sum(weight for _, weight in options)
    values = [judge.evaluate(before.after(option)) for option, _ in options]
    actual = values[[option for option, _ in options].index(outcome)]
    expected = [
        fsum(weight * value[seat] for (_, weight), value in zip(options, values, strict=True))
        for seat in range(before.setup.players)
    ]
    return tuple(value - mean / whole for value, mean in zip(actual, expected, strict=True))
