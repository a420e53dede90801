"""What people agree on: taking back, letting a bot sit in, and what may be claimed without."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jemaa.core.state import Seat
from jemaa.server import wire
from jemaa.server.reasons import RefusalError
from jemaa.server.room import events as ev
from jemaa.server.room.clock import ALLOWANCES, check_allowance
from jemaa.server.room.events import AnyEvent

if TYPE_CHECKING:
    from jemaa.server.room import Pending, Room
    from jemaa.server.room.commands import Context

AWAY = 60_000
"""How many milliseconds somebody must be away before a bot can sit in: enough to load a page anew,
to change the network or to look for a charger."""
GOOD_BYE = 10_000
"""The same after a good-bye: enough to think again."""
CLAIMS = ("bot", "end")
"""What may be claimed when somebody's time is up."""
MOST_QUESTIONS = 3
"""How often a seat may ask the others in one position: to be heard, and not to pester them."""


def ask(room: Room, seat: Seat, command: wire.Ask, context: Context) -> tuple[AnyEvent, ...]:
    """Ask the others for something; where nobody has to agree it happens at once."""
    if room.offer is not None and not _cannot_answer(room.offer, command):
        raise RefusalError("offer-made", "another question must be answered first")
    if room.questions[seat] >= MOST_QUESTIONS:
        message = f"you have asked {MOST_QUESTIONS} times since the last move: wait for the next"
        raise RefusalError("asked-enough", message)
    if command.offer == "undo":
        return _ask_undo(room, seat, context.now)
    if command.offer == "bot":
        return _ask_bot(room, seat, command.seat, context)
    raise RefusalError("offer", "one can ask for 'undo' or for a 'bot'", field="offer")


def asks_rematch(room: Room) -> bool:
    """Whether somebody asks the others to play again."""
    return room.offer is not None and room.offer.asked.offer == "rematch"


def ask_rematch(room: Room, seat: Seat, context: Context) -> tuple[AnyEvent, ...]:
    """Ask those who are here to play again, or agree to it; nothing if that was said already."""
    if room.offer is not None:
        device = room.seats[seat].device
        asked = any(room.seats[other].device == device for other in room.offer.missing)
        return (ev.Answered(seat, True),) if asked else ()
    needs = tuple(
        other
        for other in elsewhere(room, seat)
        if other in context.online and not _left(room, other)
    )
    if not needs:
        return ()
    if room.questions[seat] >= MOST_QUESTIONS:
        message = f"you have asked {MOST_QUESTIONS} times; wait until somebody else does"
        raise RefusalError("asked-enough", message)
    check_allowance(room.spent(seat, "ask"), "ask", context.now)
    return (ev.Asked(seat, "rematch", needs),)


def lacks_consent(room: Room, online: frozenset[Seat]) -> bool:
    """Whether somebody who is here has not answered; who has gone meanwhile is not waited for."""
    return room.offer is not None and any(seat in online for seat in room.offer.missing)


def _ask_undo(room: Room, seat: Seat, now: int) -> tuple[AnyEvent, ...]:
    if room.is_bot(seat):
        raise RefusalError("bot-plays", "a bot plays for you; come back first")
    target = room.undo_target(seat)
    if target is None:
        message = "nothing can be taken back: others have moved since, or chance has spoken"
        raise RefusalError("no-undo", message)
    # Who is away has a bot to play for them, or is waited for.
    needs = tuple(
        other for other in elsewhere(room, seat) if not (room.is_bot(other) or _left(room, other))
    )
    check_allowance(room.spent(seat, "undo"), "undo", now)
    return _asked(room, ev.Asked(seat, "undo", needs, to=target), now)


def _ask_bot(room: Room, seat: Seat, absent: Seat, context: Context) -> tuple[AnyEvent, ...]:
    online = context.online
    if absent not in room.persons():
        raise RefusalError(
            "no-seat", f"seat {absent} is nobody's whom a bot could help", field="seat"
        )
    if room.is_bot(absent):
        raise RefusalError("bot-plays", f"a bot plays for seat {absent} already")
    if absent in online and not _left(room, absent):
        raise RefusalError("not-absent", f"seat {absent} is here and plays")
    if not _is_gone(room, absent, context):
        message = f"a bot can sit in for who has been away for {AWAY // 1000} seconds; please wait"
        raise RefusalError("too-soon", message)
    needs = tuple(other for other in elsewhere(room, seat) if other in online and other != absent)
    check_allowance(room.spent(absent, "stand-in"), "stand-in", context.now)
    asked = ev.Asked(seat, "bot", needs, absent=absent, level=room.stand_in_level)
    return _asked(room, asked, context.now)


def _asked(room: Room, asked: ev.Asked, now: int) -> tuple[AnyEvent, ...]:
    """Ask, if there is anybody to ask."""
    if not asked.needs:
        return _granted(asked)
    check_allowance(room.spent(asked.seat, "ask"), "ask", now)
    return (asked,)


def answer(room: Room, seat: Seat, yes: bool) -> tuple[AnyEvent, ...]:
    """Agree or not; whoever has asked can take it back by not agreeing themselves."""
    if room.offer is None:
        raise RefusalError("no-offer", "nobody asks anything now")
    if yes and asks_rematch(room):
        raise RefusalError("no-offer", "agree to a rematch by asking for one as well")
    asked, missing = room.offer
    withdraws = seat == asked.seat and not yes
    device = room.seats[seat].device
    if not withdraws and not any(room.seats[other].device == device for other in missing):
        raise RefusalError("not-asked", "somebody else is asked, or you have answered")
    answered = ev.Answered(seat, yes)
    if not yes or any(room.seats[other].device != device for other in missing):
        return (answered,)
    return (answered, *_granted(asked))


def claim(room: Room, seat: Seat, what: str, now: int) -> tuple[AnyEvent, ...]:
    """Claim something because the time of the seat to act is up."""
    if what not in CLAIMS:
        raise RefusalError("claim", f"one can claim: {', '.join(CLAIMS)}", field="what")
    late = room.to_act
    if what not in claims(room, now) or late is None:
        raise RefusalError("time-left", "nobody's time is up")
    if late == seat:
        raise RefusalError("time-left", "your own time is up: move, before somebody claims it")
    if what == "bot":
        return (ev.BotSat(late, room.stand_in_level),)
    return (ev.Forfeited(late, seat),)


def resign(room: Room, seat: Seat) -> tuple[AnyEvent, ...]:
    """Let a seat resign, where that ends the game for one other person at most."""
    if not may_resign(room):
        message = "the others want to play on; leave the table, and a bot can play for you"
        raise RefusalError("others-play", message)
    return (ev.Forfeited(seat, seat),)


def may_resign(room: Room) -> bool:
    """Whether one may give up: with several other people a bot rather takes one's place."""
    return room.status == "playing" and len(room.persons()) <= 2


def claims(room: Room, now: int) -> tuple[str, ...]:
    """Return what may be claimed at a time."""
    late = room.to_act
    if late is None or room.claimable is None or now < room.claimable:
        return ()
    helped = room.spent(late, "stand-in").times
    return CLAIMS if helped < ALLOWANCES["stand-in"].most else ("end",)


def back(room: Room, seat: Seat) -> tuple[AnyEvent, ...]:
    """Let somebody play again themselves."""
    if not room.seats[seat].is_left_alone:
        raise RefusalError("no-stand-in", "no bot plays for you")
    return (ev.BotLeft(seat),)


def elsewhere(room: Room, seat: Seat) -> list[Seat]:
    """Return the seats of people on other devices."""
    device = room.seats[seat].device
    return [other for other in room.persons() if room.seats[other].device != device]


def _granted(asked: ev.Asked) -> tuple[AnyEvent, ...]:
    if asked.offer == "undo":
        return (ev.Undone(asked.to),)
    return (ev.BotSat(asked.absent, asked.level),)


def _cannot_answer(offer: Pending, command: wire.Ask) -> bool:
    """Whether a bot is asked for in the place of somebody whose answer to an undo is missing.

    That question lapses, or it would keep a table waiting for who is away.
    """
    return offer.asked.offer == "undo" and command.offer == "bot" and command.seat in offer.missing


def _is_gone(room: Room, seat: Seat, context: Context) -> bool:
    """Whether somebody has been away, or has said good-bye, for so long that a bot can sit in."""
    chair = room.seats[seat]
    if chair.left and context.now >= chair.left_at + GOOD_BYE:
        return True
    return seat not in context.online and context.away.get(seat, 0) >= AWAY


def _left(room: Room, seat: Seat) -> bool:
    return room.seats[seat].left
