"""How the others at the table seem to play: what they have done, held against a few policies.

Every policy begins with a prior weight. For each decision that a seat has made, the weight of a
policy rises with the odds that it would have decided so (Bayes). A way to play may be recognised by
several policies: whoever looks one turn ahead by their best moves alone, whoever looks further by
moves that are nearly so. Habits count as well: among equally good moves some take always the first,
and who is known to do so is followed to a single move. Nobody plays exactly like one of the
policies, so every decision may also be a whim; and a part of the prior always stays, so that no
policy is ever ruled out.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from itertools import islice
from math import exp, log

from jemaa.core.errors import JemaaError
from jemaa.core.state import CHANCE, State
from jemaa.core.view import View
from jemaa.players.base import total
from jemaa.players.expectimax import OneTurn
from jemaa.players.marrakech.evaluation import evaluator
from jemaa.players.marrakech.policies import GreedyPolicy, HoarderPolicy
from jemaa.players.search import Policy

WHIM = 0.15
"""The share of decisions that follow no policy: then every move is equally likely."""
KEPT = 0.1
"""The share of the prior that stays whatever is seen."""
MEMORY = 256
"""How many games a reader remembers how far it has read them."""
SOFT = 0.7
"""Squares or dirhams by which a careless player misjudges a move."""
NEARLY = 0.01
"""The share of the win by which the moves of who thinks on seem to be misjudged by one turn."""
BACK = 32
"""How many steps back it looks for a game it remembers: more than a whole round takes."""


Maker = Callable[[int], Policy]
"""Makes a policy for a number of players."""


@dataclass(frozen=True, slots=True)
class Supposition:
    """One way to play of a model."""

    make: Maker
    """What the search supposes."""
    signs: tuple[tuple[Maker, float], ...]
    """By what this way to play is recognised: policies, each with its prior."""


def _x1(softness: float) -> Maker:
    return lambda players: OneTurn(evaluator(players), softness)


@dataclass(frozen=True, slots=True)
class Model:
    """How the others may play."""

    thinking: float
    """How likely it is at first that another looks ahead; all other ways share the rest ..."""
    in_duels: float
    """... and how likely in a duel, where a wrong guess costs more than a right one gains."""
    adapts: bool = True
    """Whether the weights follow what has been seen."""

    def suppositions(self, players: int) -> tuple[Supposition, ...]:
        """Return the ways to play, with their priors."""
        thinking = self.in_duels if players == 2 else self.thinking
        each, half = (1 - thinking) / len(_SIMPLE), thinking / 2
        return (
            *(Supposition(make, ((make, each),)) for make in _SIMPLE),
            # Who looks further than one turn makes moves that are nearly the best by one turn.
            Supposition(_x1(0.0), ((_x1(0.0), half), (_x1(NEARLY), half))),
        )


_SIMPLE: tuple[Maker, ...] = (
    # Of equally good moves many programs take the first, as they are listed; others take any.
    lambda _: GreedyPolicy(0.0),
    lambda _: GreedyPolicy(),
    lambda _: GreedyPolicy(SOFT),
    lambda _: HoarderPolicy(),
)
MODELS: dict[str, Model | None] = {
    "x1": None,
    "mixed": Model(0.4, 0.4, adapts=False),
    "adaptive": Model(0.4, 0.85),
}
"""What a search may suppose of the others; None stands for `x1` and nothing else."""


def make_policies(model: Model, players: int) -> list[Policy]:
    """Return the policies of a model; they keep scratch space, so every search has its own."""
    return [supposition.make(players) for supposition in model.suppositions(players)]


@dataclass(frozen=True, slots=True)
class _Reading:
    """How far a game was read: the position, and the evidence of each seat for each sign."""

    state: State
    evidence: tuple[tuple[float, ...], ...]


class Reader:
    """Reads the past of views.

    It remembers how far it has read a game, which saves time and changes nothing.
    """

    def __init__(self, model: Model, players: int) -> None:
        """Make a reader of games of that many players."""
        self._adapts = model.adapts
        suppositions = model.suppositions(players)
        self._sizes = [len(supposition.signs) for supposition in suppositions]
        signs = [sign for supposition in suppositions for sign in supposition.signs]
        self._policies = [make(players) for make, _ in signs]
        whole = total(prior for _, prior in signs)
        self._prior = [prior / whole for _, prior in signs]
        self._unread = self._joined(self._prior)
        self._read: OrderedDict[tuple[object, ...], _Reading] = OrderedDict()

    def weights(self, view: View) -> list[list[float]]:
        """Return for each seat how likely each supposition is; the prior if nothing is known."""
        players = view.setup.players
        if not self._adapts or not view.past:
            return [self._unread] * players
        try:
            reading = self._reading(view)
        except JemaaError:  # a past that breaks the rules tells nothing
            return [self._unread] * players
        if reading.state.view(view.seat) != view:
            return [self._unread] * players
        return [self._weigh(evidence) for evidence in reading.evidence]

    def _weigh(self, evidence: tuple[float, ...]) -> list[float]:
        best = max(evidence)
        shares = [prior * exp(one - best) for prior, one in zip(self._prior, evidence, strict=True)]
        whole = total(shares)
        return self._joined(
            [
                KEPT * prior + (1 - KEPT) * share / whole
                for prior, share in zip(self._prior, shares, strict=True)
            ]
        )

    def _joined(self, weights: list[float]) -> list[float]:
        """Add up the weights of the signs of each supposition."""
        rest = iter(weights)
        return [total(islice(rest, size)) for size in self._sizes]

    def _reading(self, view: View) -> _Reading:
        """Return what the past of a view tells, from where it was last read."""
        past = view.past
        length = len(past)
        reading = None
        for known in range(length, max(0, length - BACK), -1):
            reading = self._read.get((view.setup, view.seat, past[:known]))
            if reading is not None:
                break
        else:
            known = 0
        if reading is None:
            nothing = (0.0,) * len(self._prior)
            reading = _Reading(view.game.start(view.setup), (nothing,) * view.setup.players)
        for text in past[known:]:
            reading = self._after(reading, text, view.seat)
        self._read[view.setup, view.seat, past] = reading
        if len(self._read) > MEMORY:
            self._read.popitem(last=False)
        return reading

    def _after(self, reading: _Reading, text: str, own: int) -> _Reading:
        """Return the reading after one more move or outcome; one's own moves tell nothing."""
        state = reading.state
        seat = state.to_act
        after = state.after(text)
        if seat is None or seat in (CHANCE, own):
            return _Reading(after, reading.evidence)
        evidence = list(reading.evidence)
        evidence[seat] = self._hear(state, text, evidence[seat])
        return _Reading(after, tuple(evidence))

    def _hear(self, state: State, text: str, evidence: tuple[float, ...]) -> tuple[float, ...]:
        """Return the evidence for each sign after one more decision."""
        move = state.game.move(text)
        by_whim = WHIM / len(state.legal())
        return tuple(
            [
                one + log(by_whim + (1 - WHIM) * policy.spread(state).get(move, 0.0))
                for one, policy in zip(evidence, self._policies, strict=True)
            ]
        )
