"""The messages between page and server. The page's TypeScript types are made from this file.

Every message is one JSON object with its `type`. What clients send is listed in `Request`, what the
server sends in `Reply`. The protocol number rises when an old page could misunderstand a new
server.
"""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias

import msgspec

from jemaa.core.state import Seat

PROTOCOL = 1
LARGEST = 8192
"""The largest message a client may send, in bytes."""

CommandId: TypeAlias = Annotated[str, msgspec.Meta(max_length=64, pattern=r"^[ -~]*(?!\n)$")]
"""A client's name for what it wants: short and printable ASCII, as every one of them is kept."""


class Message(msgspec.Struct, frozen=True, tag_field="type", tag=str.lower):
    """The base of every message."""


# What the page sends.


class Hello(Message, frozen=True, forbid_unknown_fields=True):
    """The first message on a socket: which room, with which seats, and what is known already."""

    protocol: int
    room: str
    tokens: tuple[str, ...] = ()
    """The seat tokens that this browser holds for the room."""
    since: int | None = None
    """The version the page has; None asks for everything anew."""


class Command(Message, frozen=True, forbid_unknown_fields=True):
    """The base of everything that wants to change a room."""

    id: CommandId
    """Chosen by the client: sent twice, it counts once."""
    token: str
    """Whose seat it is for; the seat follows from it alone."""
    version: int
    """The version the page showed when the player decided."""


class Submit(Command, frozen=True):
    """Make a move."""

    move: str


class Chance(Command, frozen=True):
    """Say what the real die or pile has shown, in a room with manual dice."""

    outcome: str


class Ask(Command, frozen=True):
    """Ask the others: `undo`, or `bot` to sit in for `seat`. Granted at once where nobody minds."""

    offer: str
    seat: Seat = 0
    level: str = ""
    """Means nothing any more: the level that the room was opened with counts."""


class Answer(Command, frozen=True):
    """Agree to what somebody asks, or not."""

    yes: bool


class Fill(Command, frozen=True):
    """Let a bot have an open seat, before the game begins."""

    seat: Seat
    level: str


class Back(Command, frozen=True):
    """Play again oneself where a bot has sat in."""


class Claim(Command, frozen=True):
    """Somebody's time is up: let a `bot` go on for them, or `end` the game."""

    what: str


class Resign(Command, frozen=True):
    """Resign, which ends the game."""


class Rename(Command, frozen=True):
    """Take another name."""

    name: str


class Say(Command, frozen=True):
    """Say a quick phrase."""

    phrase: str


class Leave(Command, frozen=True):
    """Say good-bye; the seat is kept."""


class Rematch(Command, frozen=True):
    """Play again with the same people; the next seat begins.

    People on other devices who are here are asked first; from them it is their consent.
    """


class Arrive(Command, frozen=True):
    """Say that everybody at this device has the table before their eyes: clocks wait for it."""


class Youngest(Command, frozen=True):
    """Say who is the youngest, where that one begins: then the game does."""

    seat: Seat


class Look(Message, frozen=True, forbid_unknown_fields=True):
    """See the table through one of the seats this browser holds; without a token, as a spectator.

    On one device with secrets this is how the curtain opens and falls.
    """

    token: str = ""


class Ping(Message, frozen=True, forbid_unknown_fields=True):
    """Are you there? Both sides ask; the answer is a `Pong` with the same number."""

    t: int


class Pong(Message, frozen=True, forbid_unknown_fields=True):
    """I am here."""

    t: int


AtTheTable: TypeAlias = (
    Ask | Answer | Fill | Back | Claim | Resign | Rename | Say | Leave | Arrive | Youngest
)
"""The commands that concern one room alone, and not the position."""
AnyCommand: TypeAlias = Submit | Chance | AtTheTable | Rematch
Request: TypeAlias = Hello | AnyCommand | Look | Ping | Pong


# What the server sends.


class SeatInfo(msgspec.Struct, frozen=True):
    """Who sits in a seat."""

    seat: Seat
    kind: str
    """`person`, `open` or `bot`."""
    name: str
    level: str
    """The level of the bot that plays here, for good or as a stand-in; empty for a person."""
    stand_in: bool
    """Whether a bot sits in for a person."""
    left: bool
    """Whether they have said good-bye."""
    arrived: bool
    """Whether they have been at the table since the game began; a clock waits for everybody."""
    time: int | None
    """Milliseconds left at `now`; None without a clock."""
    waits: int | None
    """Until when a stand-in leaves further moves to the owner, in milliseconds since 1970."""
    hints: int
    """How often the best move was shown here."""


class Offer(msgspec.Struct, frozen=True):
    """What somebody asks the others."""

    by: Seat
    offer: str
    needs: tuple[Seat, ...]
    """Whose answer is still missing."""
    absent: Seat | None
    level: str


class RoomInfo(msgspec.Struct, frozen=True):
    """What everybody may know of a room besides the position."""

    room: str
    game: str
    setup: dict[str, Any]
    status: str
    """`waiting` (for somebody to sit), `playing` or `over`."""
    seats: tuple[SeatInfo, ...]
    clock: dict[str, int] | None
    """`initial` and `increment` in milliseconds."""
    deadline: int | None
    """When the time of the seat to act is up, in milliseconds since 1970. If that is later than its
    time allows, so much of it does not count: until all have arrived, or for a first move."""
    manual: bool
    undo: tuple[Seat, ...]
    """The seats that could take back something now."""
    offer: Offer | None
    claims: tuple[str, ...]
    """What may be claimed now because time is up: `bot`, `end`."""
    forfeited: Seat | None
    """Who has lost by their clock, or has given up."""
    stand_in: str
    """The level of every bot that sits in for somebody."""
    closed: bool
    """Whether the host of the server has ended the game; nobody has won then."""
    commitment: str
    """The hash of the secret that all chance comes from."""
    secret: str
    """That secret, once the game is over; empty before."""
    previous: str
    following: str
    """The room of the rematch; empty if there is none."""
    origin: str
    """The finished room from one of whose positions this one goes on; empty if there is none."""
    imported: bool
    """Whether the game was played elsewhere, and only its record was brought here."""
    hints: bool
    """Whether the best move may be asked for: not where people sit at several devices."""
    begins: str = ""
    """How it is settled who begins: `lot` or `youngest`; empty if it was chosen."""
    code: str = ""
    """The short code that leads here while a seat is open; empty if there is none."""
    resigned: bool = False
    """Whether `forfeited` has given up."""
    resigns: bool = False
    """Whether one may give up: not where the game would end for several others."""


class Happening(msgspec.Struct, frozen=True, omit_defaults=True):
    """One event, as far as the reader may know it."""

    number: int
    at: int
    kind: str
    """As in `jemaa.server.room.events`: `played`, `sat`, `said` and so on."""
    seat: Seat | None = None
    """Who did it; -1 for chance."""
    text: str | None = None
    """The notation of a move or an outcome; a name, a phrase, a level or a room for other kinds."""
    story: Any = None
    """What a move or an outcome did, as the game tells it."""
    change: Any = None
    """What it has changed of the scene; absent in a history that is told from the beginning, since
    nobody has the scene before it."""
    yes: bool | None = None
    offer: str | None = None
    to: int | None = None


class Ply(msgspec.Struct, frozen=True):
    """One move or outcome, and the table after it."""

    happening: Happening
    scene: Any


class Replay(msgspec.Struct, frozen=True):
    """A whole game; what was taken back is not in it."""

    room: RoomInfo
    start: Any
    """The table before the first move."""
    plies: tuple[Ply, ...]
    statistics: dict[str, tuple[int | float, ...]]
    """For each figure one number for each seat."""


class Welcome(Message, frozen=True):
    """The answer to `Hello`: everything, or what was missed since."""

    protocol: int
    version: int
    now: int
    room: RoomInfo
    held: tuple[Seat, ...]
    """The seats of the tokens that were sent."""
    eye: Seat
    """Through which seat the table is seen; -3 for a spectator."""
    complete: bool
    """Whether `events` begins with the first event, not with the one after `since`."""
    events: msgspec.Raw
    """What has happened, in order. If the last one is not of `version`, `History` goes on."""
    scene: msgspec.Raw
    """The table as the game's `scene` gives it."""
    online: tuple[Seat, ...]
    spectators: int


class History(Message, frozen=True):
    """More of a history that is too long for one `Welcome`: the next events, up to its version.

    All of it comes before the next `Update`. A page whose socket breaks meanwhile goes on with the
    last event that it has.
    """

    events: msgspec.Raw


class Update(Message, frozen=True):
    """Something has happened, or the table is now seen through another seat."""

    version: int
    now: int
    room: msgspec.Raw
    """A `RoomInfo`, as it is sent: it is the same for everybody."""
    eye: Seat
    events: msgspec.Raw
    """A list of `Happening`, as it is sent: the same for all who see the same."""
    scene: msgspec.Raw


class Accepted(Message, frozen=True):
    """The command was carried out; the update has come before it or will come."""

    id: str
    version: int


class Refused(Message, frozen=True):
    """The command was not carried out. `reason` is a key of the language catalogues."""

    id: str
    reason: str
    clause: str
    message: str
    """The same in English, for those who read the wire."""
    version: int
    room: RoomInfo
    eye: Seat
    scene: msgspec.Raw


class Presence(Message, frozen=True):
    """Who is here."""

    online: tuple[Seat, ...]
    spectators: int


class Thinking(Message, frozen=True):
    """A bot thinks about its move."""

    seat: Seat


class Bye(Message, frozen=True):
    """The server will close the socket; `reason` is a key of the language catalogues."""

    reason: str
    message: str


Reply: TypeAlias = (
    Welcome | History | Update | Accepted | Refused | Presence | Thinking | Ping | Pong | Bye
)


# HTTP.


class SeatWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who shall sit in a seat: `here` (a person at this device), `open` (a friend) or `bot`."""

    kind: str
    name: str = ""
    level: str = ""


class ClockWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Thinking time in seconds."""

    initial: int
    increment: int = 0


class NewRoom(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Open a room."""

    game: str
    seats: tuple[SeatWish, ...]
    settings: dict[str, Any] = {}
    clock: ClockWish | None = None
    manual: bool = False
    stand_in: str = ""
    """The level of bots that may sit in for people who are away; empty for the usual one."""
    begins: str = ""
    """How it is settled who begins: by the setting `first`, or one of the game's `beginnings`."""
    files: dict[str, str] = {}
    """The texts of files that settings are read from, as of a deck of cards, by setting."""
    device: str = ""
    """The browser's own token, by which its games are listed later."""


class SeatToken(msgspec.Struct, frozen=True):
    """The key to a seat: keep it."""

    seat: Seat
    token: str


class OpenedRoom(msgspec.Struct, frozen=True):
    """A new room and the keys to the seats at this device."""

    room: str
    seats: tuple[SeatToken, ...]


class TakeSeat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Sit down in an open seat: a certain one, or the first."""

    name: str
    seat: Seat | None = None
    device: str = ""
    id: CommandId = ""
    """Chosen by the client: sent twice, it gives the same seat and key."""


class OwnGame(msgspec.Struct, frozen=True):
    """A room in the list of a browser's games."""

    room: str
    game: str
    status: str
    seats: tuple[Seat, ...]
    """The seats that this browser holds."""
    names: tuple[str, ...]
    """For each seat the name of the person; empty for a bot or a seat that is free."""
    levels: tuple[str, ...]
    """For each seat the level of the bot that plays there; empty for a person."""
    version: int
    at: int
    """When something last happened."""
    to_act: Seat | None
    """Who must decide; None if nobody must."""
    your_turn: bool
    progress: tuple[int, ...]
    """Where the game stands and where it ends, as in "round 4 of 6"; empty if it has not begun."""
    board: str
    """What lies on the board, for a small drawing; empty before the game begins."""
    places: tuple[int, ...]
    """For each seat its place when the game is over, from 1; empty if nobody has won."""
    scores: tuple[int, ...]
    """For each seat its points when the game is over."""


class RoomLink(msgspec.Struct, frozen=True):
    """The address of a room, for others."""

    link: str
    local: bool
    """Whether it leads here only on this machine, because the server listens to no other."""


class Problem(msgspec.Struct, frozen=True):
    """Why a request was refused."""

    reason: str
    message: str
    field: str = ""


_request = msgspec.json.Decoder(Request)
_encoder = msgspec.json.Encoder()


def read(frame: bytes | str) -> Request:
    """Read what a client has sent.

    Raises:
        msgspec.DecodeError: it is no JSON, or none of the messages.
    """
    found: Request = _request.decode(frame)
    return found


def write(reply: Reply) -> bytes:
    """Return a message as bytes."""
    return _encoder.encode(reply)
