"""Positions of Façir as one line of text, exact both ways.

```
facir players=2 7/2r4/3y3/7/7/7/7 7^2,12^0 1+5,-/- 2:play:0:3 d2d3
      setup     nails             rooms    won/void turn      trail
```

The rooms hold the number of each card and, once it stands, its rotation; a view has `?` for what
it hides and shows the edge: `?^oo.`. The turn is the round (7 is the deciding one), the phase, the
seat and, in play, the turns so far. The trail is every shift since the last put. docs/notation.md
describes every field. Reading checks that a game can come to the position, as far as counts and
order can tell.
"""

from __future__ import annotations

import re

from jemaa.core.errors import InvalidNotationError, InvalidPositionError, SetupError, quoted
from jemaa.core.game import read_seat, split_position, split_view
from jemaa.core.state import SPECTATOR
from jemaa.games.facir.bed import deck_table
from jemaa.games.facir.bed_text import ABSENT, NAME
from jemaa.games.facir.board import NONE, UNKNOWN, Parts, Room
from jemaa.games.facir.cards import CARDS, EDGES
from jemaa.games.facir.rules import FacirState
from jemaa.games.facir.setup import MOST_TURNS, FacirSetup
from jemaa.games.facir.validate import check
from jemaa.games.facir.view import FacirView, check_possible
from jemaa.games.grid import SIZE, parse_square

FIELDS = ("setup", "nails", "rooms", "won", "turn", "trail")
_ROOM = re.compile(r"([1-9]\d?|\?)(?:\^([0-3?]|[o.]{3}))?", re.ASCII)
_TURN = re.compile(r"([1-7]):(deal|stand|play):([0-3])(?::(\d{1,4}))?", re.ASCII)
_OVER = re.compile(r"over(?::([0-3]))?", re.ASCII)


def parse(line: str) -> FacirState:
    """Read a position; in it nothing is unknown."""
    state = _Reader(line).state()
    if any(UNKNOWN in room for room in state.rooms):
        raise InvalidPositionError("rooms", "'?' stands only in a view, which begins with @", line)
    return state


def parse_view(line: str) -> FacirView:
    """Read a view: what its seat knows is there, what it cannot know is `?`."""
    word, position = split_view(line)
    state = _Reader(position).state()
    seat = read_seat(word, state.setup.players)
    for other, room in enumerate(state.rooms):
        if (UNKNOWN in room) != (other != seat and room.card != NONE):
            who = "a spectator" if seat == SPECTATOR else f"seat {seat}"
            message = f"room {other} has what {who} cannot know, or lacks what it knows"
            raise InvalidPositionError("rooms", message, line)
    view = FacirView(seat, state)
    check_possible(view)
    return view


class _Reader:
    """Reads one position field by field."""

    def __init__(self, line: str) -> None:
        self.line = line
        words = split_position(NAME, line, FIELDS)
        self.words = dict(zip(FIELDS, words, strict=True))

    def state(self) -> FacirState:
        try:
            self.setup = FacirSetup.parse(self.words["setup"])
        except SetupError as error:
            raise self._error("setup", str(error)) from error
        phase, round_, seat, turns, decider = self._turn()
        rooms = self._rooms(phase)
        playing = sum(1 << seat for seat, room in enumerate(rooms) if room is not None)
        won, void = self._won()
        parts = Parts(
            nails=self._nails(),
            rooms=tuple(room or Room() for room in rooms),
            won=won,
            void=void,
            phase=phase,
            round=round_,
            seat=seat,
            turns=turns,
            playing=playing,
            decider=decider,
            trail=self._trail(),
        )
        check(self.line, self.setup, parts)
        return FacirState.of_parts(self.setup, parts)

    def _error(self, field: str, message: str) -> InvalidPositionError:
        return InvalidPositionError(field, message, self.line)

    def _nails(self) -> tuple[int, ...]:
        rows = self.words["nails"].split("/")
        if len(rows) != SIZE:
            raise self._error("nails", f"{len(rows)} rows given, {SIZE} needed")
        nails = [0] * self.setup.players
        for y, row in enumerate(rows):
            for x, letter in enumerate(self._row(y, row)):
                if letter != ".":
                    nails[self.setup.colours.index(letter)] |= 1 << 8 * y + x
        return tuple(nails)

    def _row(self, y: int, row: str) -> str:
        """Return a row with a letter or a dot for each of its seven holes."""
        marks = re.sub("[1-7]", lambda found: "." * int(found[0]), row.replace(".", "?"))
        if set(marks) - set(self.setup.colours + "."):
            allowed = ", ".join(self.setup.colours)
            raise self._error(
                "nails", f"row {y + 1} is {quoted(row)}; it may hold {allowed} and 1-7"
            )
        if len(marks) != SIZE:
            raise self._error("nails", f"row {y + 1} has {len(marks)} holes, {SIZE} needed")
        if re.search("[1-7]{2}", row):
            raise self._error(
                "nails", f"row {y + 1} is {quoted(row)}; write free holes as one number"
            )
        return marks

    def _rooms(self, phase: str) -> list[Room | None]:
        """Return the rooms, None for a seat that is not in the round."""
        words = self.words["rooms"].split(",")
        if len(words) != self.setup.players:
            raise self._error(
                "rooms", f"{len(words)} given for {self.setup.players} players; separate by commas"
            )
        return [None if word == ABSENT else self._room(word, phase) for word in words]

    def _room(self, word: str, phase: str) -> Room:
        if word == "-":
            return Room()
        found = _ROOM.fullmatch(word)
        if found is None:
            raise self._error(
                "rooms", f"{quoted(word)} is no room; write -, x, 7, 7^2, ?, ?^? or ?^oo."
            )
        card = UNKNOWN if found[1] == "?" else self._card("rooms", found[1])
        stands = found[2]
        if stands is None:
            return Room(card)
        if (card == UNKNOWN) != (stands not in "0123"):
            raise self._error("rooms", f"{quoted(word)} is half known; write 7^2, ?^? or ?^oo.")
        if card == UNKNOWN:
            return Room(card, UNKNOWN, NONE if stands == "?" else EDGES.index(stands))
        rotation = int(stands)
        edge = deck_table(self.setup.deck).edge(card, rotation) if phase == "play" else NONE
        return Room(card, rotation, edge)

    def _card(self, field: str, word: str) -> int:
        if re.fullmatch(r"[1-9]\d?", word, re.ASCII) and int(word) <= CARDS:
            return int(word) - 1
        raise self._error(field, f"{quoted(word)} is no card; they are 1 to {CARDS}")

    def _won(self) -> tuple[tuple[int, ...], int]:
        won, slash, void = self.words["won"].partition("/")
        words = won.split(",")
        if not slash or len(words) != self.setup.players:
            raise self._error(
                "won",
                f"{quoted(self.words['won'])} is not a list of cards for each of"
                f" {self.setup.players} players and, after a slash, the void ones, as in 1+5,-/-",
            )
        return tuple(self._cards(word) for word in words), self._cards(void)

    def _cards(self, word: str) -> int:
        if word == "-":
            return 0
        cards = [self._card("won", number) for number in word.split("+")]
        if cards != sorted(set(cards)):
            raise self._error("won", f"{quoted(word)} is not in order, each card once")
        return sum(1 << card for card in cards)

    def _turn(self) -> tuple[str, int, int, int, int]:
        """Return phase, round, seat, turns and who has won the deciding round."""
        word = self.words["turn"]
        over = _OVER.fullmatch(word)
        if over is not None:
            return "over", 0, 0, 0, NONE if over[1] is None else self._seat(over[1])
        found = _TURN.fullmatch(word)
        if found is None or (found[2] == "play") != (found[4] is not None):
            raise self._error(
                "turn",
                f"{quoted(word)} is not like 1:deal:0, 1:stand:2, 3:play:1:14, over or over:2",
            )
        turns = found[4] or "0"
        if turns != str(int(turns)) or int(turns) >= MOST_TURNS:
            raise self._error("turn", f"{quoted(turns)} turns are not possible; they go from 0 up")
        return found[2], int(found[1]) - 1, self._seat(found[3]), int(turns), NONE

    def _seat(self, word: str) -> int:
        if int(word) >= self.setup.players:
            raise self._error("turn", f"there is no seat {word}")
        return int(word)

    def _trail(self) -> tuple[tuple[int, int], ...]:
        if self.words["trail"] == "-":
            return ()
        return tuple(self._shift(word) for word in self.words["trail"].split("."))

    def _shift(self, word: str) -> tuple[int, int]:
        try:
            source, target = parse_square(word[:2]), parse_square(word[2:])
        except InvalidNotationError as error:
            message = f"{quoted(word)} is no shift; write two holes, as in d4e5"
            raise self._error("trail", message) from error
        return source, target
