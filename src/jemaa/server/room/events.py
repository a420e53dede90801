"""What happens in a room, as it is stored. A room is nothing but the fold of these.

They are written before anybody is told of them, and never changed after. They hold secrets (the
chance, dealt cards): nothing here goes to a client as it is; `redact` beside it makes what each
seat may know.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TypeAlias

import msgspec

from jemaa.analysis.procedure import Fact
from jemaa.core.state import Seat


class Event(
    msgspec.Struct, frozen=True, gc=False, tag_field="type", tag=str.lower, omit_defaults=True
):
    """The base of everything that is stored. The garbage collector need not look: no circles."""


class Plan(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """Who is meant to sit in a seat."""

    kind: str
    """`person` (on the host's device or already seated), `open` (for a friend) or `bot`."""
    name: str = ""
    level: str = ""
    """The registry string of a bot."""
    token: str = ""
    """The SHA-256 of the seat's token, in hexadecimal; empty for bots and open seats."""
    device: str = ""
    """The SHA-256 of the token of the browser that holds the seat."""


class Clock(msgspec.Struct, frozen=True, gc=False):
    """Thinking time of each seat, in milliseconds."""

    initial: int
    increment: int = 0


class Created(Event, frozen=True, gc=False):
    """The room was opened."""

    room: str
    game: str
    setup: str
    seats: tuple[Plan, ...]
    secret: str
    """What all dice and cards are drawn from, in hexadecimal."""
    clock: Clock | None = None
    manual: bool = False
    """Whether people roll a real die and type in what it shows."""
    previous: str = ""
    """The room that this one is the rematch of."""
    stand_in: str = ""
    """The level of a bot that sits in for somebody; empty in rooms of earlier versions."""
    gathers: bool = False
    """Whether clocks wait until everybody is at the table; in rooms of earlier versions none did.
    """
    origin: str = ""
    """The finished room from one of whose positions this one goes on."""
    dice: str = ""
    """The room whose secret this one goes on with, so that the same dice lie ahead."""
    tags: dict[str, str] | None = None
    """What the record of a game says that was played elsewhere; None for a game of this server."""
    begins: str = ""
    """How it is settled who begins: `lot` or `youngest`; empty if the setup says who."""
    code: str = ""
    """The short code that leads here while the room waits for players; empty if it has none."""


class Sat(Event, frozen=True, gc=False):
    """Somebody has taken an open seat."""

    seat: Seat
    name: str
    token: str
    device: str = ""


class Filled(Event, frozen=True, gc=False):
    """A bot was given an open seat before the game began."""

    seat: Seat
    level: str


class Renamed(Event, frozen=True, gc=False):
    """Somebody has another name now."""

    seat: Seat
    name: str


class Started(Event, frozen=True, gc=False):
    """All seats are taken; the game begins."""

    first: Seat | None = None
    """Who begins, if that was settled only now."""


class Played(Event, frozen=True, gc=False):
    """A move of a seat, or an outcome of chance."""

    by: Seat
    text: str


class Undone(Event, frozen=True, gc=False):
    """The game was taken back to where so many moves and outcomes had happened."""

    to: int


class Asked(Event, frozen=True, gc=False):
    """Somebody asks the others for something."""

    seat: Seat
    offer: str
    """`undo`, `bot` (a bot is to sit in for somebody who is away), or `rematch`."""
    needs: tuple[Seat, ...]
    """The seats whose consent is needed."""
    to: int = 0
    """Undo: where to."""
    absent: Seat = 0
    """Bot: for whom."""
    level: str = ""


class Answered(Event, frozen=True, gc=False):
    """Somebody has agreed or not."""

    seat: Seat
    yes: bool


class BotSat(Event, frozen=True, gc=False):
    """A bot plays for a seat until its owner comes back."""

    seat: Seat
    level: str


class BotLeft(Event, frozen=True, gc=False):
    """The owner plays again, and no bot."""

    seat: Seat


class Left(Event, frozen=True, gc=False):
    """Somebody has said good-bye; the seat stays theirs."""

    seat: Seat


class Arrived(Event, frozen=True, gc=False):
    """Somebody has the table before their eyes since the game has begun."""

    seat: Seat


class CallWished(Event, frozen=True, gc=False):
    """Somebody wants to be called when it is their turn, or not any more."""

    seat: Seat
    endpoint: str
    """The address of a push service; empty for no calls."""


class Forfeited(Event, frozen=True, gc=False):
    """A seat has run out of time, and somebody has claimed the end; or it has given up itself."""

    seat: Seat
    by: Seat


class Closed(Event, frozen=True, gc=False):
    """The host of the server has ended the game; nobody has won."""


class Rematched(Event, frozen=True, gc=False):
    """The same people play again, in another room."""

    room: str


class Hinted(Event, frozen=True, gc=False):
    """Somebody was shown the best move. It may tell what only they know."""

    seat: Seat
    move: str
    facts: tuple[Fact, ...] = ()


class Said(Event, frozen=True, gc=False):
    """A quick phrase, by its key in the language catalogues."""

    seat: Seat
    phrase: str


NoMove: TypeAlias = (
    Created
    | Sat
    | Filled
    | Renamed
    | Started
    | Undone
    | Asked
    | Answered
    | BotSat
    | BotLeft
    | Left
    | Arrived
    | CallWished
    | Forfeited
    | Closed
    | Rematched
    | Said
    | Hinted
)
AnyEvent: TypeAlias = NoMove | Played


class Stored(msgspec.Struct, frozen=True, gc=False):
    """An event with its place in the room and its time."""

    number: int
    """From 1; the version of a room is the number of its last event."""
    at: int
    """Milliseconds since 1970, by the server's clock."""
    event: AnyEvent


_decoder = msgspec.json.Decoder(AnyEvent)


@lru_cache(maxsize=1 << 15)
def played(by: Seat, text: str) -> Played:
    """Return the event of a move or an outcome: one object for all rooms."""
    return Played(by, text)


def encode(event: AnyEvent) -> bytes:
    """Return an event as bytes for the store."""
    return msgspec.json.encode(event)


def decode(body: bytes | str) -> AnyEvent:
    """Read what `encode` gave."""
    found: AnyEvent = _decoder.decode(body)
    return played(found.by, found.text) if isinstance(found, Played) else found
