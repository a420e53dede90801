"""Opening a room: what is asked for is checked, and the first events are made."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from jemaa import catalog
from jemaa.analysis.reviews import ReviewError
from jemaa.analysis.reviews import check as check_reviewable
from jemaa.core.chance import SeededChance
from jemaa.core.errors import JemaaError, SetupError, UnknownNameError
from jemaa.core.game import Game
from jemaa.core.match import Match, dice_fault, source_of
from jemaa.core.record import Record
from jemaa.core.state import Seat
from jemaa.players.registry import LEVELS
from jemaa.server import wire
from jemaa.server.reasons import RefusalError
from jemaa.server.room import tokens
from jemaa.server.room.events import (
    AnyEvent,
    Clock,
    Closed,
    Created,
    Forfeited,
    Plan,
    Played,
    Started,
)
from jemaa.server.study import RetryWish

if TYPE_CHECKING:
    from jemaa.server.room import Room
    from jemaa.server.room.commands import Context


STAND_IN = "trader"
"""The level of a bot that sits in, where the host has not said which: no gift and no threat."""
LEAST_SECONDS, MOST_SECONDS = 10, 14 * 24 * 3600
"""How much thinking time a clock may give at the start."""
MOST_INCREMENT = 24 * 3600


def open_room(new: wire.NewRoom, context: Context, tokens: Sequence[str]) -> tuple[AnyEvent, ...]:
    """Return the first events of a new room; without open seats the game begins at once.

    Args:
        new: what is asked for.
        context: has the room's id and its secret.
        tokens: a fresh key for each seat; those of the kind `here` get theirs.

    Raises:
        RefusalError: something in it is not possible; `field` names it.
    """
    game = _game(new)
    setup = _setup(game, new)
    seats = _plans(new, tokens)
    created = Created(
        room=context.room,
        game=game.name,
        setup=str(setup),
        seats=seats,
        secret=context.secret,
        clock=_clock(new.clock),
        manual=new.manual,
        gathers=new.clock is not None,
        stand_in=check_level(new.stand_in or STAND_IN, field="stand_in"),
        begins=_begins(game, new),
        code=context.code if any(plan.kind == "open" for plan in seats) else "",
    )
    return (created, *first_events(created, setup))


def first_events(created: Created, setup: Any) -> tuple[AnyEvent, ...]:
    """Return what follows the creation: nothing yet if a seat is open, else the game begins."""
    if any(plan.kind == "open" for plan in created.seats):
        return ()
    people = [seat for seat, plan in enumerate(created.seats) if plan.kind == "person"]
    alone = people[0] if len(people) == 1 else None
    return begin(catalog.game(created.game), setup, created, alone)


def begin(
    game: Game[Any, Any], setup: Any, created: Created, youngest: Seat | None = None
) -> tuple[AnyEvent, ...]:
    """Return the beginning of the game with what chance decides before anybody can.

    Nothing begins while the youngest is to begin and nobody has said who that is. Bots have no age.
    """
    source = SeededChance(bytes.fromhex(created.secret), created.room)
    first: Seat | None = None
    if created.begins == "lot":
        # A draw like any other: whoever has the secret can check it when the game is over.
        first = int(source.draw("first", 0, {str(seat): 1 for seat in range(setup.players)}))
    elif created.begins == "youngest":
        if youngest is None:
            return ()
        first = youngest
    if first is not None:
        setup = replace(setup, first=first)
    match = Match(game, setup, None if created.manual else source)
    return (Started(first), *(Played(event.by, event.text) for event in match.events))


def _begins(game: Game[Any, Any], new: wire.NewRoom) -> str:
    if new.begins not in ("", *game.beginnings):
        message = f"who begins is settled so: {', '.join(game.beginnings)}"
        raise RefusalError("begins", message, field="begins")
    return "" if new.begins == "chosen" else new.begins


def open_again(room: Room, context: Context) -> tuple[AnyEvent, ...]:
    """Return the first events of a rematch: the same people and bots, and the next seat begins."""
    setup = replace(room.setup, first=(room.setup.first + 1) % room.setup.players)
    created = Created(
        room=context.room,
        game=room.game.name,
        setup=str(setup),
        seats=tuple(
            Plan("person", chair.name, "", chair.token, chair.device)
            if chair.kind == "person"
            else Plan("bot", level=chair.level)
            for chair in room.seats
        ),
        secret=context.secret,
        clock=room.created.clock,
        manual=room.created.manual,
        gathers=room.created.clock is not None,
        previous=room.id,
        stand_in=room.stand_in_level,
    )
    return (created, *first_events(created, setup))


def open_record(text: str, context: Context) -> tuple[AnyEvent, ...]:
    """Return the first events of a room with a finished game that was played elsewhere.

    Raises:
        RefusalError: it cannot be read, breaks the rules, is not over, or was edited.
    """
    try:
        record = Record.parse(text)
        match = Match.replay(catalog.game(record.game), record)
        end = () if match.state.is_over else _end(record, match.setup.players)
        check_reviewable(match, is_ended=end != ())
    except UnknownNameError as error:
        raise RefusalError("game", str(error), field="record") from error
    except ReviewError as error:
        raise RefusalError(error.reason, str(error), field="record") from error
    except JemaaError as error:
        message = f"this record cannot be read: {error}"
        raise RefusalError("record", message, field="record") from error
    fault = record.damage or dice_fault(match, record)
    if fault:
        raise RefusalError("edited", f"this record was changed: {fault}", field="record")
    names: list[str] = []
    told = [record.tags.get(f"seat {seat}", "") for seat in range(match.setup.players)]
    created = Created(
        room=context.room,
        game=record.game,
        setup=str(match.setup),
        seats=tuple([_recorded(name, names) for name in told]),
        secret=context.secret,
        tags=dict(record.tags),
    )
    return (created, Started(), *(Played(event.by, event.text) for event in match.events), *end)


def _end(record: Record, players: int) -> tuple[AnyEvent, ...]:
    """Return how people have ended a game that is not over by the rules: as `tags_of` tells it."""
    seats = {f"seat {seat}": seat for seat in range(players)}
    for tag in ("resigned", "forfeited"):
        seat = seats.get(record.tags.get(tag, ""))
        if seat is not None:
            return (Forfeited(seat, seat if tag == "resigned" else (seat + 1) % players),)
    return (Closed(),) if "closed" in record.tags else ()


def _recorded(name: str, names: list[str]) -> Plan:
    """Return who sat in a seat as a record tells: a bot by its level, or somebody by name."""
    if name in LEVELS:
        return Plan("bot", level=name)
    try:
        names.append(clean_name(name, names))
    except RefusalError:
        return Plan("person")
    return Plan("person", names[-1])


def open_retry(room: Room, wish: RetryWish, context: Context, token: str) -> tuple[AnyEvent, ...]:
    """Return the first events of a room that goes on from a position of a finished game.

    Bots stay as they were, and play for everybody else. Unless other dice are wanted, the same lie
    ahead, where they follow from a secret.

    Raises:
        RefusalError: the game is not over, or there is no such position or seat.
    """
    if room.status != "over":
        raise RefusalError("not-over", "the game is still going on")
    if not 0 <= wish.seat < len(room.seats):
        raise RefusalError("no-seat", f"there is no seat {wish.seat} at this table", field="seat")
    events = room.history.events
    if not 0 <= wish.ply < len(events):
        raise RefusalError("no-decision", "the game has no such position", field="ply")
    own = room.seats[wish.seat]
    name = clean_name(wish.name or own.name or own.level or "…", field="name")
    plans = [
        Plan("bot", level=chair.level if chair.kind == "bot" else room.stand_in_level)
        for chair in room.seats
    ]
    plans[wish.seat] = Plan("person", name, "", tokens.digest(token), device_of(wish.device, token))
    secret, dice = ("", "") if wish.fresh else _dice_of(room)
    created = Created(
        room=context.room,
        game=room.game.name,
        setup=str(room.setup),
        seats=tuple(plans),
        secret=secret or context.secret,
        origin=room.id,
        dice=dice,
        stand_in=room.stand_in_level,
    )
    played = [Played(event.by, event.text) for event in events[: wish.ply]]
    return (created, Started(), *played, *_chance_after(created, room, played))


def _dice_of(room: Room) -> tuple[str, str]:
    """Return the secret of a finished game and whose dice it gives; empty if there are none."""
    created = room.created
    if created.manual or (created.origin and not created.dice):
        return "", ""
    if created.tags is None:
        return created.secret, created.dice or created.room
    source = source_of(created.tags)
    return ("", "") if source is None else (source.secret.hex(), source.game)


def _chance_after(created: Created, room: Room, played: list[Played]) -> Iterator[Played]:
    """Yield what chance brings at once in the position that a game goes on from."""
    record = replace(room.history.record, events=room.history.events[: len(played)], result="")
    source = SeededChance(bytes.fromhex(created.secret), created.dice or created.room)
    match = Match.replay(room.game, record, source)
    yield from (Played(event.by, event.text) for event in match.events[len(played) :])


def tags_of(room: Room) -> dict[str, str]:
    """Return what the record of a finished room says besides its events."""
    created = room.created
    if created.tags is not None:
        return dict(created.tags)
    begun = datetime.fromtimestamp(room.log[0].at / 1000, UTC)
    tags = {"date": f"{begun:%Y-%m-%d}", "room": created.dice or room.id}
    for seat, chair in enumerate(room.seats):
        tags[f"seat {seat}"] = chair.name or chair.level
    if room.forfeited is not None:
        tags["resigned" if room.resigned else "forfeited"] = f"seat {room.forfeited}"
    if room.closed:
        tags["closed"] = "by the host"
    if created.manual:
        tags["dice"] = "typed in"
    if created.begins:
        tags["first"] = created.begins
    if created.origin:
        tags["origin"] = created.origin
    if not created.origin or created.dice:  # else the dice do not follow from one secret
        tags |= {"commitment": room.commitment, "secret": created.secret}
    return tags


def check_level(level: str, *, field: str = "level") -> str:
    """Return the level of a bot that a client asks for.

    Only the five levels: other players of the registry take parameters, and with them as much of
    the machine as they are told to.

    Raises:
        RefusalError: `level`.
    """
    if level not in LEVELS:
        message = f"there is no such level; choose one of: {', '.join(LEVELS)}"
        raise RefusalError("level", message, field=field)
    return level


def _game(new: wire.NewRoom) -> Game[Any, Any]:
    try:
        game = catalog.game(new.game)
    except UnknownNameError as error:
        known = ", ".join(error.known)
        message = f"there is no such game; choose one of: {known}"
        raise RefusalError("game", message, field="game") from error
    if new.manual and game.has_secrets:
        message = f"the cards of {game.title} are dealt in secret, so nobody can type them in"
        raise RefusalError("manual", message, field="manual")
    return game


def _setup(game: Game[Any, Any], new: wire.NewRoom) -> Any:
    if len(new.seats) not in game.seats:
        least, most = min(game.seats), max(game.seats)
        message = f"{game.title} is for {least} to {most} players, not for {len(new.seats)}"
        raise RefusalError("seats", message, field="seats")
    if "players" in new.settings:
        raise RefusalError("setting", "the seats say how many play", field="players")
    settings = {"players": len(new.seats), **new.settings, **_from_files(game, new)}
    try:
        # Not by `game.setup(**settings)`: a client may call a setting `self`.
        return game.setup_type.make(settings)
    except JemaaError as error:
        field = error.field if isinstance(error, SetupError) else "settings"
        raise RefusalError("setting", str(error), field=field) from error


def _from_files(game: Game[Any, Any], new: wire.NewRoom) -> dict[str, Any]:
    """Return the settings that come from files, read and checked as the terminal does it."""
    try:
        return {
            name: catalog.setting_from_text(game.name, name, text, new.settings)
            for name, text in new.files.items()
        }
    except JemaaError as error:
        raise RefusalError("file", str(error), field="files") from error


def _plans(new: wire.NewRoom, keys: Sequence[str]) -> tuple[Plan, ...]:
    plans = tuple(_each_plan(new, keys))
    if all(plan.kind == "bot" for plan in plans):
        raise RefusalError("seats", "at least one seat must be for a person", field="seats")
    return plans


def _each_plan(new: wire.NewRoom, keys: Sequence[str]) -> Iterator[Plan]:
    names: list[str] = []
    device = ""
    for seat, (wish, key) in enumerate(zip(new.seats, keys, strict=True)):
        if wish.kind == "here":
            names.append(clean_name(wish.name, names, field=f"seats.{seat}.name"))
            device = device or device_of(new.device, key)
            yield Plan("person", names[-1], "", tokens.digest(key), device)
        elif wish.kind == "open":
            yield Plan("open")
        elif wish.kind == "bot":
            yield Plan("bot", level=check_level(wish.level))
        else:
            message = "a seat is for somebody 'here', 'open' for a friend, or for a 'bot'"
            raise RefusalError("seats", message, field="kind")


def device_of(device: str, token: str) -> str:
    """Return the hash that tells devices apart: a browser without a name is known by its first key.

    So there is always one, and people on different devices are never taken for one.
    """
    return tokens.digest(device or token)


def _clock(wish: wire.ClockWish | None) -> Clock | None:
    if wish is None:
        return None
    if not LEAST_SECONDS <= wish.initial <= MOST_SECONDS:
        message = f"a clock starts with {LEAST_SECONDS} to {MOST_SECONDS} seconds"
        raise RefusalError("clock", message, field="initial")
    if not 0 <= wish.increment <= MOST_INCREMENT:
        message = f"a move can bring 0 to {MOST_INCREMENT} seconds"
        raise RefusalError("clock", message, field="increment")
    return Clock(wish.initial * 1000, wish.increment * 1000)


LONGEST = 24
"""How many characters a name may have; accents that stand on a letter do not count, nor does what
is joined to an emoji."""
MOST_JOINED = 5
"""How many emoji may be joined into one: a family of four with a heart, and no more."""
MOST_SIGNS = 400
"""A text with more signs of any kind is not even looked at."""
MOST_MARKS = 4
"""How many accents may stand on one letter: more of them grow into the neighbouring lines."""

_JOINER, _COLOURED = "\u200d", "\ufe0f"
_SIGN = (
    r"[\u203c\u2049\u2139\u2190-\u21ff\u2300-\u23ff\u24c2\u25a0-\u27bf\u2934\u2935"
    r"\u2b00-\u2bff\u3030\u303d\u3297\u3299\U0001f000-\U0001faff]"
)
_LOOK = rf"(?:{_COLOURED}|[\U0001f3fb-\U0001f3ff])?"
# One emoji, or several joined into one; each may say its skin, and that it is coloured.
_EMOJI = re.compile(f"{_SIGN}{_LOOK}(?:{_JOINER}{_SIGN}{_LOOK})*")
# Letters and symbols by their category, but with nothing to see.
_BLANKS = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")


def clean_name(text: str, others: Iterable[str] = (), *, field: str = "name") -> str:
    """Return a name as it is kept: composed (NFC), with single spaces, without any at its ends.

    Names that differ only by case or by a compatible form (`Ａmina`) count as equal.

    >>> clean_name("  Amina   Z. ")
    'Amina Z.'

    Args:
        text: what was typed.
        others: the names that are taken.
        field: what a refusal calls the part of the request that the name comes from.

    Raises:
        RefusalError: `name`, or `name-taken` when one of the `others` is called so.
    """
    # To compose thousands of accents takes seconds.
    fault = f"it has {len(text)} signs" if len(text) > MOST_SIGNS else ""
    name = "" if fault else " ".join(unicodedata.normalize("NFC", text).split())
    fault = fault or _fault(name)
    if fault:
        raise RefusalError("name", f"this cannot be a name: {fault}", field=field)
    if any(_key(name) == _key(other) for other in others):
        raise RefusalError("name-taken", "somebody at this table has that name", field=field)
    return name


def _fault(name: str) -> str:
    """Return what is wrong with a name; empty if nothing is."""
    if not name:
        return "it is empty"
    length, marks = 0, 0
    for char in _EMOJI.sub(_without_joiners, name):
        category = unicodedata.category(char)
        if category[0] == "C" or char in _BLANKS or _is_selector(char):
            return f"the sign U+{ord(char):04X} in it cannot be seen"
        marks = marks + 1 if category[0] == "M" else 0
        length += category[0] != "M"
        if marks > MOST_MARKS:
            return "too many accents stand on one letter"
    if length > LONGEST:
        return f"it has {length} characters, and {LONGEST} fit"
    return "" if length else "it has accents but no letters"


def _without_joiners(found: re.Match[str]) -> str:
    """Return the first sign of emoji that are shown as one, if they are not too many."""
    return found[0][0] if found[0].count(_JOINER) < MOST_JOINED else found[0]


def _is_selector(char: str) -> bool:
    return "\ufe00" <= char <= "\ufe0f" or "\U000e0100" <= char <= "\U000e01ef"


def _key(name: str) -> str:
    return unicodedata.normalize("NFKC", name.replace(_COLOURED, "")).casefold()
