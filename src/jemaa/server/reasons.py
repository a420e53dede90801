"""Why something is refused: every reason code, in one place for the language catalogues."""

from __future__ import annotations

from typing import Literal, get_args

from jemaa.core.errors import IllegalMoveError, JemaaError

ROOM_REASONS = (
    # Opening a room and sitting down.
    "game",  # there is no such game
    "seats",  # too many or too few seats, or a kind of seat that does not exist
    "setting",  # a setting with a value the game does not allow
    "clock",  # thinking times out of bounds
    "manual",  # real dice in a game whose chance is secret
    "level",  # no such level of a bot
    "begins",  # this game does not settle so who begins
    "file",  # a file that a setting is read from has a fault; the message says where
    "name",  # no name, too long, or with signs that cannot be seen
    "name-taken",  # somebody at the table has that name
    "no-seat",  # the table has no such seat
    "seat-taken",
    "room-full",
    "already-seated",  # this browser has a seat at the table
    "started",  # too late: the game has begun
    # Everything that wants to change a game.
    "unknown-token",
    "waiting",  # too early: somebody must sit down first
    "game-over",
    "too-often",  # the same again after a while
    "room-limit",  # not any more in this room
    "stale",  # the table has changed since the player decided
    "bot-plays",  # a bot plays for this seat; come back first
    "not-your-turn",
    "not-a-move",
    "own-dice",  # somebody types in dice, but the room rolls itself
    # Asking, answering and claiming.
    "offer",  # nobody can ask for such a thing
    "offer-made",  # another question must be answered first
    "asked-enough",  # this seat has asked often enough in this position
    "no-offer",  # there is nothing to answer
    "not-asked",  # somebody else is asked
    "no-undo",  # there is nothing to take back, or it is too late
    "not-absent",  # they are here, so no bot sits in for them
    "too-soon",  # they have only just gone
    "no-stand-in",  # no bot plays for this seat
    "claim",  # nobody can claim such a thing
    "others-play",  # one cannot end the game for several others
    "time-left",  # the time of the seat to act is not up
    "not-over",
    "rematch-made",
    "phrase",  # no such phrase
    # Looking back, and being helped.
    "no-hints",  # people at several devices: nobody is helped
    "no-decision",  # nobody decides anything in that position
    "record",  # it cannot be read, or breaks the rules
    "edited",  # a record that was cut off or changed
)
"""What a room itself refuses."""

GAME_REASONS = (
    # All games.
    "chance-first",
    "no-chance-now",
    "wrong-step",
    # Marrakech.
    "on-assam",
    "not-beside-assam",
    "covers-whole-rug",
    "not-your-colour",
    "no-rugs-left",
    # Façir.
    "not-in-bag",
    "no-nails-left",
    "not-your-nail",
    "hole-taken",
    "does-not-fit",
)
"""What the rules of the games refuse, besides `game-over`, `not-your-turn` and `not-a-move`."""

REVIEW_REASONS = (
    "unfinished",  # the record of a game that is not over
    "ruleset",  # a record of other rules than those of this version
    "too-long",  # more events than are reviewed
    "no-review",  # it could not be made
    "no-reviews",  # the host does not want any
    "review-busy",  # too many are being made
)
"""Why a game is not reviewed, besides `game`, `not-over` and `no-decision`."""

REASONS = ROOM_REASONS + GAME_REASONS + REVIEW_REASONS


class RefusalError(JemaaError):
    """Something that a room does not do; nothing has changed.

    It is for whoever asked, alone: it may speak of what only they know.

    Attributes:
        reason: one of `REASONS`, the key of the message in every language.
        clause: the id of the rule that forbids it; empty if no rule of the game does.
        field: the part of a request that is wrong, where there is one.
        message: the same in English.
    """

    def __init__(self, reason: str, message: str, *, clause: str = "", field: str = "") -> None:
        self.reason = reason
        self.message = message
        self.clause = clause
        self.field = field
        super().__init__(message)

    @classmethod
    def by_rule(cls, error: IllegalMoveError) -> RefusalError:
        """Return the refusal of a move that the rules do not allow."""
        return cls(error.reason, error.message, clause=error.clause)


ServerReason = Literal[
    # Sockets and HTTP.
    "malformed",  # it cannot be understood
    "unknown-room",  # there is no such room, or no more
    "store",  # it could not be stored; nothing has changed
    "uncertain",  # it may have been stored or not; the same again will tell
    "fault",  # something went wrong by our own fault
    # Sockets alone.
    "protocol",  # the page is of another version: reload it
    "flood",  # too many messages
    "crowded",  # too many sockets in the room or from the address
    "silent",  # nothing was heard for too long
    "restart",  # the server ends or starts anew: come back
    # HTTP alone.
    "not-found",
    "method",
    "too-large",
    "content-type",
    "origin",  # the page is from elsewhere
    "limited",  # too many requests: wait
    "no-calls",  # this server calls nobody
    "push-service",  # no address of a known push service
    "code",  # a short code that leads to no table
]
SERVER_REASONS: tuple[str, ...] = get_args(ServerReason)
"""What the server itself refuses, besides what rooms and games refuse."""
