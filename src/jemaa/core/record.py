"""The record of a game: the setup and every event, chance included. All else follows from it.

A text file, described in docs/notation.md. It can be written by hand, and one that was cut off
opens up to its last whole event.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from jemaa.core.errors import InvalidRecordError, quoted
from jemaa.core.state import CHANCE, Seat

RECORD_SIZE = 16 * 1024 * 1024
"""The most characters of a record."""
RECORD_LINES = 100_000
"""The most lines of a record: no game has a tenth of so many events."""
MAGIC = "jemaa record"
VERSION = 1
_CHANCE_MARK = "*"
_CLOSING = "end:"
_BEGINNING = re.compile(rf"\ufeff?{MAGIC} [^\s:]+\s*")


class Event(NamedTuple):
    """One thing that happened: who did it (`CHANCE` or a seat) and its notation."""

    by: Seat
    text: str

    def __str__(self) -> str:
        return f"{_CHANCE_MARK if self.by == CHANCE else self.by} {self.text}"


@dataclass(frozen=True, slots=True)
class Record:
    """A game from its setup to its last event.

    Attributes:
        game: the game's name.
        setup: the setup in its text form.
        tags: whatever else is known: names, date, place, in the order of the file.
        events: everything that happened.
        result: how it ended, as the game prints it; empty while it is not over.
        damage: what is missing when the text was cut off; empty for a whole record.
        first_line: the line of the first event in the text it was read from; 0 if it was not read.
    """

    game: str
    setup: str = "-"
    tags: Mapping[str, str] = field(default_factory=dict)
    events: tuple[Event, ...] = ()
    result: str = ""
    damage: str = field(default="", compare=False)
    first_line: int = field(default=0, compare=False, repr=False)

    def __post_init__(self) -> None:
        for key, value in self.tags.items():
            if key in ("game", "setup"):
                raise InvalidRecordError(
                    0, f"no tag can be called {quoted(key)}: the header has its own"
                )
            if not _is_tag(key) or "\n" in value or value != value.strip():
                raise InvalidRecordError(
                    0, f"the tag {quoted(key)}: {quoted(value)} does not fit on one line"
                )

    def outcomes(self, kinds: Mapping[str, str]) -> dict[str, list[str]]:
        """Sort the outcomes of chance by kind, given the kind of each text."""
        result: dict[str, list[str]] = {}
        for event in self.events:
            if event.by == CHANCE:
                result.setdefault(kinds[event.text], []).append(event.text)
        return result

    def first(self, count: int) -> Record:
        """Return the record as it was after that many events."""
        if count == len(self.events):
            return self
        return replace(self, events=self.events[:count], result="")

    def line_of(self, index: int) -> int:
        """Return the line, counted from 1, on which an event stands."""
        return (self.first_line or len(self.tags) + 5) + index

    def __str__(self) -> str:
        head = [f"{MAGIC} {VERSION}", f"game: {self.game}", f"setup: {self.setup}"]
        head += [f"{key}: {value}" for key, value in self.tags.items()]
        events = [str(event) for event in self.events]
        end = f"{_CLOSING} {len(events)} events, {self.result or 'not over'}"
        return "\n".join([*head, "", *events, end, ""])

    @classmethod
    def parse(cls, text: str) -> Record:
        """Read a record; `str(Record.parse(text)) == text` for every text that `str` gave.

        A record that was cut off is read as far as it goes, and `damage` says what is missing.

        Raises:
            InvalidRecordError: a line cannot be understood; the error names it. Or it is too long.
        """
        size, lines = len(text), text.count("\n")
        if size > RECORD_SIZE or lines > RECORD_LINES:
            raise InvalidRecordError(
                1,
                f"the record has {size:,} characters on {lines:,} lines; {RECORD_SIZE:,} on"
                f" {RECORD_LINES:,} are allowed",
            )
        return _Reader(text).record()


def split_records(lines: Iterable[str]) -> Iterator[Record]:
    """Read the records that stand one after another in some lines, each with its line break.

    Raises:
        InvalidRecordError: a line cannot be understood; the error names it, counted over all.
    """
    gathered: list[str] = []
    first = 1
    for number, line in enumerate(lines, 1):
        if _BEGINNING.fullmatch(line) and any(map(str.strip, gathered)):
            yield _one_of_many(gathered, first)
            gathered = []
        if not gathered:
            first = number
        gathered.append(line)
        if len(gathered) > RECORD_LINES + 1:
            break  # too long for one record, and nobody knows how much is still to come
    if any(map(str.strip, gathered)):
        yield _one_of_many(gathered, first)


def _one_of_many(lines: list[str], first: int) -> Record:
    while not lines[0].strip():
        del lines[0]
        first += 1
    try:
        record = Record.parse("".join(lines))
    except InvalidRecordError as error:
        raise InvalidRecordError(error.line + first - 1, error.message, error.text) from None
    return replace(record, first_line=record.first_line + first - 1)


class _Reader:
    """Reads one record line by line."""

    def __init__(self, text: str) -> None:
        self.lines = text.removeprefix("\ufeff").replace("\r\n", "\n").split("\n")
        # The piece after the last line break was being written when the file was cut.
        self.tail = self.lines.pop()
        self.at = 0

    def record(self) -> Record:
        self._magic()
        head = self._head()
        game, setup = head.pop("game"), head.pop("setup", "-")
        first_line = self.at + 1
        events = self._events()
        result, damage = self._closing(len(events))
        return Record(game, setup, head, tuple(events), result, damage, first_line)

    def _magic(self) -> None:
        line = self._next() if self.lines else self.tail
        if not line.startswith(MAGIC + " "):
            raise InvalidRecordError(
                1, f"a record begins with {MAGIC + ' ' + str(VERSION)!r}, not {quoted(line)}"
            )
        version = line.removeprefix(MAGIC + " ")
        if version != str(VERSION):
            raise InvalidRecordError(
                1, f"version {quoted(version)} is unknown; this program reads version {VERSION}"
            )

    def _head(self) -> dict[str, str]:
        head: dict[str, str] = {}
        while self.at < len(self.lines):
            line = self._next()
            if not line:
                break
            key, colon, value = line.partition(":")
            if not colon or not _is_tag(key):
                raise InvalidRecordError(
                    self.at, f"{quoted(line)} is no header line; write 'name: value'"
                )
            if key in head:
                raise InvalidRecordError(self.at, f"{quoted(key)} is given twice")
            head[key] = value.strip()
        if "game" not in head:
            raise InvalidRecordError(
                self.at, "the header names no game; write 'game: marrakech' or the like"
            )
        if self.lines[self.at - 1]:
            # Cut off before the end of the header: without the setup it would be another game.
            raise InvalidRecordError(self.at, "the header has no end; an empty line must follow it")
        return head

    def _events(self) -> list[Event]:
        events: list[Event] = []
        while self.at < len(self.lines) and not self.lines[self.at].startswith(_CLOSING):
            line = self._next()
            by, space, text = line.partition(" ")
            if not space or not text or text != text.strip():
                raise InvalidRecordError(
                    self.at, f"{quoted(line)} is no event; write '0 move' or '* outcome'"
                )
            if by != _CHANCE_MARK and not (by.isascii() and by.isdigit() and len(by) == 1):
                raise InvalidRecordError(
                    self.at, f"{quoted(by)} is neither a seat nor * for chance"
                )
            events.append(Event(CHANCE if by == _CHANCE_MARK else int(by), text))
        return events

    def _closing(self, count: int) -> tuple[str, str]:
        if self.at == len(self.lines):
            # Also a closing line without its line break may be cut: in the middle of the result.
            lost = f", and the last line {quoted(self.tail)} may be cut" if self.tail else ""
            return "", f"the closing line is missing{lost}: read up to event {count}"
        line = self._next()
        said, comma, result = line.removeprefix(_CLOSING).strip().partition(", ")
        if said != f"{count} events" or not comma:
            raise InvalidRecordError(
                self.at,
                f"the closing line says {quoted(said)}, but there are {count} events above it",
            )
        if any(self.lines[self.at :]) or self.tail:
            raise InvalidRecordError(self.at + 1, "there is more text after the closing line")
        return ("" if result == "not over" else result), ""

    def _next(self) -> str:
        self.at += 1
        return self.lines[self.at - 1]


def _is_tag(key: str) -> bool:
    return (
        bool(key)
        and all(part.isalnum() for part in key.replace("-", " ").split(" "))
        and key == key.strip()
    )
