"""Help for the tests of rooms: a room, its people on their devices, and a clock that is turned."""

import msgspec
import pytest

from jemaa.core.state import SPECTATOR
from jemaa.server import wire
from jemaa.server.reasons import RefusalError
from jemaa.server.room import Room, redact
from jemaa.server.room.commands import BotMove, Context, Sit
from jemaa.server.room.events import Stored
from jemaa.server.room.offers import AWAY
from jemaa.server.room.opening import open_room

SECRET = "5ec2e7" * 10
NAMES = ("Amina", "Youssef", "Leïla", "Idris")


def key(seat):
    return f"key to seat {seat}"


def wishes(plan):
    """Read who sits where: a letter for a person on that device, `open`, or a bot's level."""
    host = next((word for word in plan.split() if len(word) == 1), "")
    for seat, word in enumerate(plan.split()):
        if word == host:
            yield wire.SeatWish("here", name=NAMES[seat])
        elif len(word) == 1 or word == "open":
            yield wire.SeatWish("open")
        else:
            yield wire.SeatWish("bot", level=word)


class Desk:
    """A room that goes on with every command, and all that commands need.

    `Desk("A A B tourist")` is a table with two people on one device, one on another, and a bot.
    Its clock runs at once, unless it `gathers` people first.
    """

    def __init__(self, plan, game="marrakech", *, room="room1", secret=SECRET, **wish):
        self.now = 1_000_000
        self.online = frozenset(range(4))
        self.away = AWAY
        """For how many milliseconds the others have been away."""
        self.count = 0
        words = plan.split()
        gathers = wish.pop("gathers", False)
        new = wire.NewRoom(game, tuple(wishes(plan)), device="A", **wish)
        keys = [key(seat) for seat in range(len(words))]
        created, *rest = open_room(new, Context(self.now, frozenset(), room, secret), keys)
        first = msgspec.structs.replace(created, gathers=gathers), *rest
        self.room = Room.fold(Stored(n, self.now, event) for n, event in enumerate(first, 1))
        for seat, word in enumerate(words):
            if new.seats[seat].kind == "open" and word != "open":
                self.do(Sit(seat, NAMES[seat], key(seat), word))

    def do(self, command):
        """Carry out a command and give its events."""
        self.count += 1
        away = {seat: self.away for seat in range(4) if seat not in self.online}
        names = f"next{self.count}", f"{self.count:064x}"
        context = Context(self.now, self.online, *names, away)
        self.effects = self.room.handle(command, context)
        self.room = self.room.after(self.effects.events, self.now)
        return self.effects.events

    def say(self, type_, seat, *fields, version=None, **named):
        """Send a message of a seat, decided on the newest version unless another one is given."""
        at = self.room.version if version is None else version
        return self.do(type_("id", key(seat), at, *fields, **named))

    def move(self, seat, *texts):
        for text in texts:
            self.say(wire.Submit, seat, text)

    def bot_move(self, text=None, version=None):
        """Let the bot whose turn it is make a move, the first legal one unless one is given."""
        turn = self.room.bot_to_move()
        self.now = max(self.now, turn.at)
        move = turn.view.legal()[0].text if text is None else text
        return self.do(BotMove(turn.seat, version or self.room.version, move))

    def play(self, moves=-1):
        """Let everybody play first legal moves, so many or to the end."""
        while moves and self.room.status == "playing":
            moves -= 1
            seat = self.room.to_act
            if self.room.is_bot(seat):
                self.bot_move()
            else:
                self.move(seat, self.room.state.legal()[0].text)

    def info(self):
        return redact.info(self.room, self.now)

    def kinds(self):
        return [happening.kind for happening in redact.happenings(self.room, 0, SPECTATOR)]


def told(room, now, eye):
    """Return every byte that an eye can be told."""
    parts = redact.info(room, now), redact.happenings(room, 0, eye), redact.scene(room, eye)
    return msgspec.json.encode(parts)


def refused(reason):
    """Expect a refusal with that reason."""
    return pytest.raises(RefusalError, check=lambda refusal: refusal.reason == reason)
