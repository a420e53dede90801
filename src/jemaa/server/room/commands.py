"""What each command leads to. Every function here is pure: it reads a room and gives events."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from jemaa.core.actions import Action
from jemaa.core.errors import IllegalMoveError, InvalidNotationError
from jemaa.core.state import CHANCE, Seat
from jemaa.server import wire
from jemaa.server.reasons import RefusalError
from jemaa.server.room import events as ev
from jemaa.server.room import offers, tokens
from jemaa.server.room.clock import check_allowance
from jemaa.server.room.events import AnyEvent
from jemaa.server.room.opening import begin, check_level, clean_name, device_of, open_again

if TYPE_CHECKING:
    from jemaa.server.room import Room


PHRASES = (
    "hello",
    "good-luck",
    "well-played",
    "thanks",
    "oops",
    "unlucky",
    "lucky",
    "one-moment",
    "your-turn",
    "good-game",
    "again",
    "bye",
)
"""The keys of the phrases in the language catalogues."""


class Context(NamedTuple):
    """What a command needs from outside: the time, who is here, and fresh randomness."""

    now: int
    """Milliseconds since 1970."""
    online: frozenset[Seat] = frozenset()
    room: str = ""
    """A fresh id, for a room that may be opened."""
    secret: str = ""
    """A fresh secret for its dice, in hexadecimal."""
    away: Mapping[Seat, int] = MappingProxyType({})
    """For seats that are not online: for how many milliseconds, as far as is known."""
    code: str = ""
    """A fresh short code, for a room that may be opened."""


class Sit(NamedTuple):
    """Sit down in an open seat: a certain one, or the first."""

    seat: Seat | None
    name: str
    token: str
    """A fresh key, which will open the seat."""
    device: str = ""
    id: str = ""


class BotMove(NamedTuple):
    """What a bot has chosen."""

    seat: Seat
    version: int
    """The version of the room that it was asked in."""
    move: str
    id: str = ""


class GiveHint(NamedTuple):
    """What is shown to a seat that has asked for the best move."""

    hint: ev.Hinted
    version: int
    """The version of the room that it was asked in."""
    id: str = ""


class CallMe(NamedTuple):
    """Let whoever sits there be called when it is their turn, or no longer."""

    seat: Seat
    endpoint: str
    """The address of a push service, checked; empty for no calls."""
    id: str = ""


Command: TypeAlias = wire.AnyCommand | Sit | BotMove | GiveHint | CallMe
"""Everything that wants to change a room: what pages send, and what comes from the server."""


class Effects(NamedTuple):
    """What a command leads to."""

    room: Room
    """The room as it is after it."""
    events: tuple[AnyEvent, ...]
    """What happens in the room; empty if nothing needs to change."""
    opens: tuple[AnyEvent, ...] = ()
    """The first events of another room, which must be stored before `events`."""


_ALWAYS = (wire.Back, wire.Claim, wire.Rematch, wire.Resign)
"""The commands that a room can never be too long for: each is possible only a few times."""


def carry_out(room: Room, command: Command, context: Context) -> Effects:
    """Return what a command leads to.

    Raises:
        RefusalError: it cannot be done.
    """
    if isinstance(command, Sit):
        return _with(room, _sit(room, command), context)
    if isinstance(command, BotMove):
        return _bot_move(room, command, context)
    if isinstance(command, GiveHint):
        check_hint(room, command.hint.seat, command.version, context.now)
        return _with(room, () if room.hint else (command.hint,), context)
    if isinstance(command, CallMe):
        return _with(room, _call_me(room, command, context.now), context)
    seat = room.seat_of(command.token)
    if seat is None:
        raise RefusalError("unknown-token", "this is not the key to a seat of this room")
    if room.is_full and not isinstance(command, _ALWAYS):
        message = f"this room has {room.version} events, and nothing more fits; please open another"
        raise RefusalError("room-limit", message)
    match command:
        case wire.Submit():
            return _submit(room, seat, command, context)
        case wire.Chance():
            return _chance(room, command, context)
        case wire.Rematch():
            return _rematch(room, seat, context)
    return _with(room, _command(room, seat, command, context), context)


def _with(room: Room, events: tuple[AnyEvent, ...], context: Context) -> Effects:
    return Effects(room.after(events, context.now) if events else room, events)


def _command(
    room: Room, seat: Seat, command: wire.AtTheTable, context: Context
) -> tuple[AnyEvent, ...]:
    match command:
        case wire.Ask():
            # That somebody is away does not depend on the position.
            _check_position(room, room.version if command.offer == "bot" else command.version)
            return offers.ask(room, seat, command, context)
        case wire.Answer(version=version, yes=yes):
            if not offers.asks_rematch(room):
                _check_position(room, version, since=room.asked)
            return offers.answer(room, seat, yes)
        case wire.Claim(version=version, what=what):
            _check_position(room, version)
            return offers.claim(room, seat, what, context.now)
        case wire.Resign(version=version):
            _check_position(room, version)
            return offers.resign(room, seat)
        case wire.Back():
            return offers.back(room, seat)
        case wire.Fill(seat=other, level=level):
            return _fill(room, other, level)
        case wire.Rename(name=name):
            return _rename(room, seat, name, context.now)
        case wire.Say(phrase=phrase):
            return _say(room, seat, phrase, context.now)
        case wire.Leave():
            return _leave(room, seat, context.now)
        case wire.Arrive():
            return _arrive(room, seat)
        case wire.Youngest(seat=other):
            return _youngest(room, other)


def _check_position(room: Room, version: int, since: int | None = None) -> None:
    """Refuse what concerns the position if there is no game, or if it has changed since.

    Only what changes the position counts. Neither a quick phrase nor a question makes a move stale:
    whoever asks again and again could keep the others from moving. An answer alone must be to the
    question that its page showed; then `since` is the version of the question.
    """
    if room.status == "waiting":
        raise RefusalError("waiting", "the game begins when all seats are taken")
    if room.status == "over":
        clause = room.game.clauses["game-over"]
        raise RefusalError("game-over", "the game is over", clause=clause)
    if not (room.moved if since is None else since) <= version <= room.version:
        raise RefusalError("stale", "the table has changed since; look again")


def _submit(room: Room, seat: Seat, command: wire.Submit, context: Context) -> Effects:
    _check_position(room, command.version)
    if room.is_bot(seat):
        raise RefusalError("bot-plays", "a bot plays for you; come back first")
    return _play(room, seat, command.move, context)


def _bot_move(room: Room, command: BotMove, context: Context) -> Effects:
    _check_position(room, command.version)
    if not room.is_bot(command.seat):
        raise RefusalError("stale", "no bot plays for this seat any more")
    if context.now < (room.waits(command.seat) or 0):
        raise RefusalError("stale", "the bot has moved once and leaves the next moves to the owner")
    return _play(room, command.seat, command.move, context)


def _play(room: Room, seat: Seat, text: str, context: Context) -> Effects:
    if room.to_act not in (seat, CHANCE):
        message = f"it is seat {room.to_act}'s turn, not seat {seat}'s"
        raise RefusalError("not-your-turn", message, clause=room.game.clauses["turn-order"])
    try:
        return _happen(room, seat, room.game.move(text), context)
    except InvalidNotationError as error:
        raise RefusalError("not-a-move", _short(error)) from error


def _chance(room: Room, command: wire.Chance, context: Context) -> Effects:
    _check_position(room, command.version)
    if not room.created.manual:
        raise RefusalError("own-dice", "in this room nobody types in dice: they roll by themselves")
    try:
        return _happen(room, CHANCE, room.game.outcome(command.outcome), context)
    except InvalidNotationError as error:
        raise RefusalError("not-a-move", _short(error)) from error


def _happen(room: Room, by: Seat, action: Action, context: Context) -> Effects:
    """Let a move or an outcome happen; chance speaks after it until somebody must decide."""
    new = room.copy()
    try:
        new.play(by, action, context.now)
    except IllegalMoveError as error:
        raise RefusalError.by_rule(error) from error
    while new.to_act == CHANCE and not new.created.manual:
        new.play(CHANCE, new.history.draw(new.source), context.now)
    return Effects(new, new.log.events(room.version))


def _short(error: InvalidNotationError) -> str:
    """Return the message of an error without repeating at length what a client has sent."""
    message = str(error)
    return message if len(error.text) <= 20 else message.replace(error.text, error.text[:20] + "…")


def _sit(room: Room, command: Sit) -> tuple[AnyEvent, ...]:
    device = device_of(command.device, command.token)
    if any(chair.device == device for chair in room.seats):
        raise RefusalError("already-seated", "this browser has a seat at the table already")
    seat = _open_seat(room, command.seat)
    names = [chair.name for chair in room.seats if chair.name]
    name = clean_name(command.name, names)
    sat = ev.Sat(seat, name, tokens.digest(command.token), device)
    return (sat, *_begin_without(room, seat, sits=True))


def _open_seat(room: Room, wish: Seat | None) -> Seat:
    free = [seat for seat, chair in enumerate(room.seats) if chair.kind == "open"]
    if wish is not None and not 0 <= wish < len(room.seats):
        raise RefusalError("no-seat", f"there is no seat {wish} at this table", field="seat")
    if not free:
        raise RefusalError("room-full", "all seats are taken; you can watch")
    if wish is not None and wish not in free:
        raise RefusalError("seat-taken", f"seat {wish} is taken; choose another one", field="seat")
    return free[0] if wish is None else wish


def _begin_without(room: Room, seat: Seat, *, sits: bool) -> tuple[AnyEvent, ...]:
    """Begin the game if that seat was the last open one; `sits` if a person has taken it."""
    others = [chair for other, chair in enumerate(room.seats) if other != seat]
    if any(chair.kind == "open" for chair in others):
        return ()
    people = [*room.persons(), seat] if sits else room.persons()
    return begin(room.game, room.setup, room.created, people[0] if len(people) == 1 else None)


def _fill(room: Room, seat: Seat, level: str) -> tuple[AnyEvent, ...]:
    if room.status != "waiting":
        raise RefusalError("started", "the game has begun; no seat is open any more")
    filled = ev.Filled(_open_seat(room, seat), check_level(level))
    return (filled, *_begin_without(room, seat, sits=False))


def _youngest(room: Room, seat: Seat) -> tuple[AnyEvent, ...]:
    """Begin with the youngest, when everybody is there and somebody has said who it is."""
    if room.status != "waiting":
        raise RefusalError("started", "the game has begun")
    if room.created.begins != "youngest" or any(chair.kind == "open" for chair in room.seats):
        raise RefusalError("waiting", "the game begins when all seats are taken")
    if seat not in room.persons():
        raise RefusalError("no-seat", f"seat {seat} is nobody's who has an age", field="seat")
    return begin(room.game, room.setup, room.created, seat)


def _rename(room: Room, seat: Seat, name: str, now: int) -> tuple[AnyEvent, ...]:
    others = [chair.name for other, chair in enumerate(room.seats) if chair.name and other != seat]
    clean = clean_name(name, others)
    if clean == room.seats[seat].name:
        return ()
    check_allowance(room.spent(seat, "rename"), "rename", now)
    return (ev.Renamed(seat, clean),)


def _leave(room: Room, seat: Seat, now: int) -> tuple[AnyEvent, ...]:
    if room.seats[seat].left:
        return ()
    check_allowance(room.spent(seat, "leave"), "leave", now)
    return (ev.Left(seat),)


def _arrive(room: Room, seat: Seat) -> tuple[AnyEvent, ...]:
    """Note that the people at a device are at the table, where a clock waits for them."""
    if room.status != "playing" or not room.created.gathers:
        return ()
    device = room.seats[seat].device
    return tuple(
        ev.Arrived(other)
        for other in room.persons()
        if room.seats[other].device == device and not room.seats[other].arrived
    )


def _call_me(room: Room, command: CallMe, now: int) -> tuple[AnyEvent, ...]:
    """Note where everybody at a device wants to be called."""
    device = room.seats[command.seat].device
    seats = [seat for seat in room.persons() if room.seats[seat].device == device]
    changed = [seat for seat in seats if room.seats[seat].push != command.endpoint]
    for seat in changed if command.endpoint else ():
        check_allowance(room.spent(seat, "call"), "call", now)
    return tuple(ev.CallWished(seat, command.endpoint) for seat in changed)


def _say(room: Room, seat: Seat, phrase: str, now: int) -> tuple[AnyEvent, ...]:
    if phrase not in PHRASES:
        raise RefusalError(
            "phrase", f"there is no such phrase; choose one of: {', '.join(PHRASES)}"
        )
    check_allowance(room.spent(seat, "say"), "say", now)
    return (ev.Said(seat, phrase),)


def check_hint(room: Room, seat: Seat, version: int, now: int) -> None:
    """Refuse to show the best move: nobody is helped against people at other devices.

    Raises:
        RefusalError: it cannot be shown, or not to this seat now.
    """
    _check_position(room, version)
    if not room.allows_hints:
        raise RefusalError("no-hints", "there are no hints where people play at several devices")
    if room.is_bot(seat):
        raise RefusalError("bot-plays", "a bot plays for you; come back first")
    if room.to_act != seat:
        clause = room.game.clauses["turn-order"]
        raise RefusalError("not-your-turn", "it is not your turn", clause=clause)
    if room.hint is None:
        check_allowance(room.spent(seat, "hint"), "hint", now)


def _rematch(room: Room, seat: Seat, context: Context) -> Effects:
    """Ask the others who are here for a rematch, or agree to it; open it when all have."""
    if room.status != "over":
        raise RefusalError("not-over", "the game is still going on")
    if room.following:
        raise RefusalError(
            "rematch-made", f"there is a rematch already, in the room {room.following}"
        )
    events = offers.ask_rematch(room, seat, context)
    if offers.lacks_consent(room.after(events, context.now), context.online):
        return _with(room, events, context)
    events = (*events, ev.Rematched(context.room))
    return Effects(room.after(events, context.now), events, open_again(room, context))
