"""The review of a finished game: where it was won, by luck or by choice, and what was better.

Of every seat: result = start + luck + choices + rest, exactly. All three add up to nothing over the
seats. They are in shares of the win; the page and the terminal show them as percent.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, fsum
from typing import Any

import msgspec

from jemaa import catalog
from jemaa.analysis.procedure import Fact, Shares, Thresholds
from jemaa.core.errors import JemaaError, quoted
from jemaa.core.match import Match
from jemaa.core.state import Seat
from jemaa.locale import text

VERSION = 1
"""Rises when the shape of the JSON changes."""
LABELS = ("small", "clear", "large")
"""What a loss is called, from the least on."""
MOMENTS = 3
"""So many moments of a seat are shown if nobody asks for more."""
LEAST_SPREAD = 0.35
"""A position counts as at least so undecided, for accuracy; an even one as 1."""
MOST_EVENTS = 3000
"""Longer games are not reviewed."""
DIGITS = 6
"""So many digits after the point JSON has."""


class ReviewError(JemaaError, ValueError):
    """A game that cannot be reviewed; `reason` says why in one word."""

    def __init__(self, reason: str, message: str) -> None:
        self.reason = reason
        super().__init__(message)


def check(match: Match, *, is_ended: bool = False) -> None:
    """Refuse a match that cannot be reviewed.

    Args:
        match: the match.
        is_ended: whether the people have ended it before the rules did, so that it is not asked
            whether it is over.

    Raises:
        ReviewError: it is not over, too long, of another ruleset or of a game that is not valued.
    """
    game = match.game
    if game.name not in catalog.STUDIES:
        raise ReviewError("game", f"games of {game.title} cannot be reviewed yet")
    ruleset = match.tags.get("ruleset", str(game.ruleset))
    if ruleset != str(game.ruleset):
        raise ReviewError(
            "ruleset",
            f"the record is of ruleset {ruleset[:20]}, this program has {game.ruleset}; review it"
            " with the version of jemaa that it was played with",
        )
    if not match.state.is_over and not is_ended:
        raise ReviewError(
            "unfinished",
            f"the game is not over after {len(match.events)} events; only finished games are"
            " reviewed, so that nobody learns what is hidden",
        )
    if len(match.events) > MOST_EVENTS:
        raise ReviewError(
            "too-long",
            f"the game has {len(match.events):,} events; games up to {MOST_EVENTS:,} are reviewed",
        )


class Judgement(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is thought of one decision. Losses are in shares: of the win, in Façir of the round."""

    better: str
    """The best move; it may be the one that was taken."""
    loss: float
    """What the mover has lost by not taking it: by the longest look that was taken."""
    best: float
    """The mover's share after the best move."""
    claimed: float | None = None
    """What the quick look has thought of the loss, where it was looked at again."""
    error: float | None = None
    """The standard error of the loss by rollouts; None where none were needed."""
    games: int = 0
    """How often it was played on from each move."""
    sure: bool = False
    """Whether it is surely a loss, and worth a word: rollouts say so, or the end of the game was
    seen."""
    label: str = ""
    """One of `LABELS` for a sure loss, by a longer look ahead; in a quick review that of the loss
    itself, sure or not."""
    facts: tuple[Fact, ...] | None = None
    """Why: empty for reasons beyond the next turn, None where nobody has asked."""


class Step(msgspec.Struct, frozen=True, omit_defaults=True):
    """One event; every tuple has a number for each seat."""

    by: int
    """The seat, or -1 for chance."""
    text: str
    """Its notation."""
    turn: int
    """The number of the turn it belongs to, from 1."""
    shares: Shares
    """Shares of the win after it."""
    luck: Shares
    choice: Shares
    rest: Shares
    judgement: Judgement | None = None
    """Of a decision with more than one possible move."""


class SeatSummary(msgspec.Struct, frozen=True):
    """One seat's game; shares of the win."""

    seat: int
    name: str
    """From the record; empty if it does not tell."""
    score: int
    result: float
    start: float
    luck: float
    """What chance has given; in Façir what could not be known."""
    choices: float
    """Own losses, and what the losses of others have given."""
    own: float
    """Of the choices, the own ones: never above 0 but for rounding."""
    rest: float
    """What the value itself has learned on the way, and what was not looked at yet."""
    without_luck: float
    """result - luck; may lie outside 0 to 1."""
    accuracy: float | None
    """0 to 100; None if nothing was to be decided, or the review is about another seat."""
    decisions: int
    losses: tuple[int, int, int]
    """Sure losses: small, clear, large; in a quick review as the look has them."""
    payment_luck: float | None
    """Marrakech: dirhams that the die has left more than on average; exact."""


class Moment(msgspec.Struct, frozen=True):
    """A decision to look at again."""

    index: int
    """The number of its event, from 0."""
    seat: int
    turn: int
    position: str
    """Before it, as the mover knew it."""
    chosen: str
    better: str
    loss: float
    error: float
    label: str
    facts: tuple[Fact, ...] | None


class Review(msgspec.Struct, frozen=True):
    """A finished game, looked at again."""

    version: int
    game: str
    setup: str
    players: int
    fingerprint: str
    """Names what values positions; with another one the review would be another."""
    seed: int
    quick: bool
    complete: bool
    seat: int | None
    """Whose decisions were played on from; all seats' if None."""
    hidden: bool
    """Whether `luck` is what could not be known."""
    unit: str
    """What losses are shares of, `win` or `round`."""
    start: Shares
    steps: tuple[Step, ...]
    seats: tuple[SeatSummary, ...]
    moments: tuple[Moment, ...]
    """Every sure loss, the worst first."""

    def moments_of(self, seat: Seat | None = None, most: int | None = MOMENTS) -> list[Moment]:
        """Return the worst sure losses, of one seat or of all.

        Raises:
            ReviewError: there is no such seat.
        """
        check_seat(seat, self.players)
        found = [moment for moment in self.moments if seat in (None, moment.seat)]
        return found[:most]

    def sentences(self, moment: Moment, language: str = "en") -> list[str]:
        """Return why the better move was better."""
        return said(moment.facts or (), _parsed(moment.position), moment.seat, language)

    def to_json(self) -> str:
        """Return the review as JSON; numbers are rounded to `DIGITS`."""
        return msgspec.json.encode(_rounded(msgspec.to_builtins(self))).decode()

    @classmethod
    def from_json(cls, content: str | bytes) -> Review:
        """Read what `to_json` has written.

        Raises:
            ReviewError: it is no review of this version.
        """
        try:
            found = msgspec.json.decode(content, type=cls)
        except (msgspec.DecodeError, UnicodeError) as error:
            raise ReviewError("unreadable", f"this is no review: {error}") from error
        if found.version != VERSION:
            raise ReviewError("unreadable", f"version {found.version} is unknown; make it anew")
        return found

    def svg(self, *, seat: Seat | None = None, size: int | None = 960, language: str = "en") -> str:
        """Return the graph of the shares as an SVG picture, with marks at the moments.

        Raises:
            DrawingError: the size is not one that can be drawn.
            ReviewError: there is no such seat.
        """
        from jemaa.analysis.report import graph

        return graph(self, seat=seat, size=size, language=language)

    def describe(self, language: str = "en", seat: Seat | None = None) -> str:
        """Return the review in words, for a terminal.

        Raises:
            ReviewError: there is no such seat.
        """
        from jemaa.analysis.report import describe

        return describe(self, language, seat)

    def __str__(self) -> str:
        return self.describe()

    def _repr_svg_(self) -> str:
        return self.svg()

    def _repr_html_(self) -> str:
        """Return graph and text for a notebook."""
        from jemaa.core.drawing import escaped

        return f"<figure>{self.svg()}<pre>{escaped(self.describe())}</pre></figure>"


def check_seat(seat: Seat | None, players: int) -> None:
    """Raise `ReviewError` for a seat that is not at a table of so many; None stands for all."""
    if seat is not None and (type(seat) is not int or not 0 <= seat < players):
        raise ReviewError("seat", f"there is no seat {quoted(seat)}; they are 0 to {players - 1}")


def said(facts: Sequence[Fact], position: Any, mover: Seat, language: str) -> list[str]:
    """Return facts in words; if there are none, that the reasons lie further ahead.

    Args:
        facts: what makes a move better.
        position: the position or the view they are about.
        mover: whose move it is.
        language: one of `jemaa.locale.LANGUAGES`.
    """
    if not facts:
        return [text(language, "analysis.beyond")]
    return [
        text(
            language,
            f"analysis.fact-{fact.key}",
            better=fact.better,
            chosen=fact.chosen,
            name=position.game.seat_name(
                position, mover if fact.seat is None else fact.seat, language
            ),
        )
        for fact in facts
    ]


def label_of(loss: float, limit: Thresholds) -> str:
    """Return what a loss is called; empty if it is too small for a word."""
    found = ""
    for least, label in zip(limit.labels, LABELS, strict=True):
        if loss >= least:
            found = label
    return found


def accuracy(judged: Sequence[Judgement], players: int, tolerance: float) -> float | None:
    """Return how near decisions were to the best ones, from 0 to 100.

    A loss counts by how undecided the position was: who has hardly anything left to lose loses
    little by any move. It is that of the quick look, which sees every decision equally deep.
    """
    if not judged:
        return None
    even = (players - 1) / players / players
    kept = []
    for one in judged:
        open_share = max(one.best * (1 - one.best), LEAST_SPREAD * even)
        loss = one.loss if one.claimed is None else one.claimed
        kept.append(exp(-max(0.0, loss) * even / open_share / tolerance))
    return 100 * fsum(kept) / len(kept)


def assemble(
    match: Match,
    *,
    steps: list[Step],
    start: Shares,
    fingerprint: str,
    thresholds: Thresholds,
    judges: Seat | None,
    quick: bool,
    seed: int,
    complete: bool,
) -> Review:
    """Put a review together from its steps."""
    game, players = match.game, match.setup.players
    spared = game.statistics(match.states, match.actions).get("luck")
    seats = tuple(
        _summary(match, seat, steps, start, thresholds, judges, spared) for seat in range(players)
    )
    moments = [
        _moment(match, index, step, step.judgement)
        for index, step in enumerate(steps)
        if step.judgement is not None and step.judgement.sure
    ]
    return Review(
        version=VERSION,
        game=game.name,
        setup=str(match.setup),
        players=players,
        fingerprint=fingerprint,
        seed=seed,
        quick=quick,
        complete=complete,
        seat=judges,
        hidden=game.has_secrets,
        unit="round" if game.has_secrets else "win",
        start=start,
        steps=tuple(steps),
        seats=seats,
        moments=tuple(sorted(moments, key=lambda moment: -moment.loss)),
    )


def _summary(
    match: Match,
    seat: Seat,
    steps: list[Step],
    start: Shares,
    thresholds: Thresholds,
    judges: Seat | None,
    spared: Sequence[float] | None,
) -> SeatSummary:
    mine = [step for step in steps if step.by == seat]
    judged = [step.judgement for step in mine if step.judgement is not None]
    labels = [one.label for one in judged if one.sure or one.error is None]
    luck = fsum(step.luck[seat] for step in steps)
    result = match.state.returns()[seat]
    # Of a review that was cut short the rest holds all that was not looked at yet.
    missing = result - (steps[-1].shares[seat] if steps else start[seat])
    wanted = judges is None or judges == seat
    return SeatSummary(
        seat=seat,
        name=match.tags.get(f"seat {seat}", ""),
        score=match.state.scores()[seat],
        result=result,
        start=start[seat],
        luck=luck,
        choices=fsum(step.choice[seat] for step in steps),
        own=fsum(step.choice[seat] for step in mine),
        rest=fsum([*(step.rest[seat] for step in steps), missing]),
        without_luck=result - luck,
        accuracy=accuracy(judged, match.setup.players, thresholds.tolerance) if wanted else None,
        decisions=len(judged),
        losses=(labels.count(LABELS[0]), labels.count(LABELS[1]), labels.count(LABELS[2])),
        payment_luck=None if spared is None else float(spared[seat]),
    )


def _moment(match: Match, index: int, step: Step, judgement: Judgement) -> Moment:
    state = match.states[index]
    known = str(state.view(step.by)) if match.game.has_secrets else str(state)
    return Moment(
        index=index,
        seat=step.by,
        turn=step.turn,
        position=known,
        chosen=step.text,
        better=judgement.better,
        loss=judgement.loss,
        error=judgement.error or 0.0,
        label=judgement.label,
        facts=judgement.facts,
    )


def _parsed(position: str) -> Any:
    return catalog.parse_view(position) if position.startswith("@") else catalog.parse(position)


def _rounded(value: Any) -> Any:
    if isinstance(value, float):
        return round(value, DIGITS) + 0.0
    if isinstance(value, dict):
        return {key: _rounded(inner) for key, inner in value.items()}
    if isinstance(value, (list, tuple)):
        return [_rounded(inner) for inner in value]
    return value
