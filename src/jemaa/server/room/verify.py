"""Were the dice honest? Every outcome of a finished game is computed again from its secret."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from jemaa import catalog
from jemaa.core.actions import Outcome
from jemaa.core.chance import SeededChance
from jemaa.core.match import Match
from jemaa.core.record import Record


class Finding(NamedTuple):
    """What a look at a record has shown."""

    proven: bool
    """Whether every outcome follows from the secret, and the secret fits its commitment."""
    message: str


def verify(record: Record) -> Finding:
    """Compute every outcome of a record again.

    The commitment in a record proves something to those who have seen it before the game.

    Raises:
        InvalidRecordError: the record breaks the rules of its game.
        JemaaError: there is no such game, or its setup is wrong.
    """
    match = Match.replay(catalog.game(record.game), record)
    if record.damage:
        return Finding(False, f"the record is not whole: {record.damage}")
    if record.tags.get("dice") == "typed in":
        return Finding(False, "the dice were typed in by hand: there is nothing to compute again")
    source = _source(record)
    if source is None:
        return Finding(False, "the record has no secret in hexadecimal that dice could follow from")
    commitment = record.tags.get("commitment", "")
    if commitment and commitment != source.commitment:
        return Finding(
            False, f"the commitment is {commitment}, but that of the secret is {source.commitment}"
        )
    wrong = next(_mismatches(match, source, record), "")
    return Finding(False, wrong) if wrong else Finding(True, _praise(match, commitment))


def _source(record: Record) -> SeededChance | None:
    """Return the chance of a record: from a room, or from a game that was played in a terminal."""
    tags = record.tags
    secret = tags.get("secret") or tags.get("chance", "")
    try:
        key = bytes.fromhex(secret)
    except ValueError:
        return None
    return SeededChance(key, tags.get("room", "") if "secret" in tags else "") if key else None


def _mismatches(match: Match, source: SeededChance, record: Record) -> Iterator[str]:
    """Name the outcomes that are not what the secret gives."""
    counts: Counter[str] = Counter()
    for index, (before, action) in enumerate(zip(match.states, match.actions, strict=False)):
        if not isinstance(action, Outcome):
            continue
        weights = {outcome.text: weight for outcome, weight in before.outcomes()}
        drawn = source.draw(action.kind, counts[action.kind], weights)
        if drawn != action.text:
            yield (
                f"line {record.line_of(index)}: {action.kind} {counts[action.kind]} is"
                f" {action.text}, but the secret gives {drawn}"
            )
        counts[action.kind] += 1


def _praise(match: Match, commitment: str) -> str:
    count = sum(isinstance(action, Outcome) for action in match.actions)
    found = f"all {count} outcomes of chance follow from the secret"
    if commitment:
        return f"{found}, and it fits the commitment {commitment}"
    return f"{found}; the record has no commitment that was shown before the game"
