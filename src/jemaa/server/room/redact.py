"""What each eye may know of a room: the only way from what is stored to what is sent.

An eye is a seat or `SPECTATOR`. While a game goes on nobody learns the secret of the dice, nor what
the game keeps from their seat; when it is over, everything of it may be told.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from jemaa.core.match import Match
from jemaa.core.state import CHANCE, SPECTATOR, Seat
from jemaa.server import wire
from jemaa.server.reasons import RefusalError
from jemaa.server.room import Room, offers
from jemaa.server.room import events as ev
from jemaa.server.room.events import Stored
from jemaa.server.room.history import Step
from jemaa.server.store import Listed


def info(room: Room, now: int) -> wire.RoomInfo:
    """Return what everybody may know besides the position."""
    return _info(room, now, _undo(room))


def info_text(room: Room, now: int) -> msgspec.Raw:
    """Return the same in JSON: it is nearly always what it was when the same seats could undo."""
    undo = _undo(room)
    if room.times is not None or room.seating.has_stand_in:
        return msgspec.Raw(msgspec.json.encode(_info(room, now, undo)))  # it tells times
    known = room.info.get(undo)
    # All else that an event can change.
    facts = (
        room.seats,
        room.status,
        room.offer,
        room.forfeited,
        room.closed,
        room.following,
    )
    if known is None or known[0] != facts:
        known = facts, msgspec.Raw(msgspec.json.encode(_info(room, now, undo)))
        room.info[undo] = known
    return known[1]


def _undo(room: Room) -> tuple[Seat, ...]:
    return tuple([seat for seat in room.persons() if room.undo_target(seat) is not None])


def _info(room: Room, now: int, undo: tuple[Seat, ...]) -> wire.RoomInfo:
    clock = room.created.clock
    return wire.RoomInfo(
        room=room.id,
        game=room.game.name,
        setup=room.settings,
        status=room.status,
        seats=tuple([_seat_info(room, seat, now) for seat in range(len(room.seats))]),
        clock=None if clock is None else msgspec.structs.asdict(clock),
        deadline=room.deadline,
        manual=room.created.manual,
        undo=undo,
        offer=_offer(room),
        claims=offers.claims(room, now),
        forfeited=room.forfeited,
        stand_in=room.stand_in_level,
        closed=room.closed,
        commitment=room.commitment if room.created.tags is None else "",
        secret=room.created.secret if room.status == "over" and room.created.tags is None else "",
        previous=room.created.previous,
        following=room.following,
        origin=room.created.origin,
        imported=room.created.tags is not None,
        hints=room.allows_hints,
        resigned=room.resigned,
        resigns=offers.may_resign(room),
        begins=room.created.begins,
        code=room.code,
    )


def _seat_info(room: Room, seat: Seat, now: int) -> wire.SeatInfo:
    chair = room.seats[seat]
    timed = room.times is not None and chair.kind != "bot"
    return wire.SeatInfo(
        seat=seat,
        kind=chair.kind,
        name=chair.name,
        level=chair.level,
        stand_in=chair.stand_in,
        left=chair.left,
        time=room.times.left_at(seat, now) if timed and room.times else None,
        arrived=chair.arrived,
        hints=chair.hints,
        waits=None if (waits := room.waits(seat)) is None or waits <= now else waits,
    )


def _offer(room: Room) -> wire.Offer | None:
    if room.offer is None:
        return None
    asked, missing = room.offer
    absent = asked.absent if asked.offer == "bot" else None
    return wire.Offer(asked.seat, asked.offer, missing, absent, asked.level)


def scene(room: Room, eye: Seat) -> msgspec.Raw:
    """Return the table as an eye sees it, in JSON; made once for each position and eye."""
    if not room.game.has_secrets:
        eye = SPECTATOR  # all see the same
    found = room.scenes.get(eye)
    if found is None:
        history = room.history
        revealed = room.status == "over"
        made = room.game.scene_with(history.state, history.traces, eye, revealed=revealed)
        if room.closed or room.forfeited is not None:  # the game itself knows nothing of that
            made = msgspec.to_builtins(made) | {"ranking": room.ranking()}
        found = room.scenes[eye] = msgspec.Raw(msgspec.json.encode(made))
    return found


class Updates:
    """What everybody is told of a change: all who look through the same eye get the same text.

    What does not depend on the eye is put into words once.

    Args:
        room: as it is now.
        before: the version that everybody knows.
        now: the time.
    """

    def __init__(self, room: Room, before: int, now: int) -> None:
        self._room = room
        self._before = before
        self._now = now
        self._info = info_text(room, now)
        self._events: dict[Seat, msgspec.Raw] = {}
        self._texts: dict[Seat, bytes] = {}

    def text(self, eye: Seat) -> bytes:
        """Return the update for an eye, as it is sent."""
        found = self._texts.get(eye)
        if found is None:
            update = wire.Update(
                version=self._room.version,
                now=self._now,
                room=self._info,
                eye=eye,
                events=self._told(eye if self._room.game.has_secrets else SPECTATOR),
                scene=scene(self._room, eye),
            )
            found = self._texts[eye] = wire.write(update)
        return found

    def _told(self, eye: Seat) -> msgspec.Raw:
        found = self._events.get(eye)
        if found is None:
            events = happenings(self._room, self._before, eye)
            found = self._events[eye] = msgspec.Raw(msgspec.json.encode(events))
        return found


def happenings(room: Room, after: int, eye: Seat) -> tuple[wire.Happening, ...]:
    """Return what has happened since a version, as far as an eye may know it."""
    return tuple(history(room, after, eye, changes=True))


def history(
    room: Room, after: int, eye: Seat, *, changes: bool = False
) -> Iterator[wire.Happening]:
    """Yield the same, each when it is wanted: a long history need not be told at once.

    Only a reader who has the scene of that version can use what has changed since.
    """
    start = max(0, after)
    for place, step in enumerate(room.steps(start), start):
        stored = room.log[place]
        if step is not None:
            yield _played(room, stored, step, eye, changes)
        elif isinstance(stored.event, ev.Hinted):
            yield _hinted(room, stored, stored.event, eye)
        else:
            yield _happening(stored)


def _played(room: Room, stored: Stored, step: Step, eye: Seat, changes: bool) -> wire.Happening:
    """Return a move or an outcome, also one that was taken back, since all have seen it."""
    assert isinstance(stored.event, ev.Played)
    revealed = room.status == "over"
    hidden = not revealed and room.game.is_secret(step.before, step.action, eye)
    return wire.Happening(
        number=stored.number,
        at=stored.at,
        kind="played",
        seat=stored.event.by,
        text=None if hidden else stored.event.text,
        story=room.game.story(*step, eye, revealed=revealed),
        change=room.game.change(*step, eye, revealed=revealed) if changes else None,
    )


def _hinted(room: Room, stored: Stored, hint: ev.Hinted, eye: Seat) -> wire.Happening:
    """Return that somebody was shown a move; which one may depend on what only they know."""
    is_open = eye == hint.seat or room.status == "over" or not room.game.has_secrets
    text = hint.move if is_open else None
    return wire.Happening(stored.number, stored.at, "hinted", hint.seat, text)


def _happening(stored: Stored) -> wire.Happening:
    """Return an event that concerns no move, field by field: nothing is told by accident.

    In `to` stand: where a game was taken back to; who is absent, when a bot is asked for; who has
    claimed the end, when somebody has forfeited; whoever has given up has done so themselves.
    """
    number, at, event = stored.number, stored.at, stored.event
    kind = type(event).__name__.lower()
    match event:
        case ev.Sat(seat=seat, name=text) | ev.Renamed(seat=seat, name=text):
            return wire.Happening(number, at, kind, seat, text)
        case ev.Filled(seat=seat, level=text) | ev.BotSat(seat=seat, level=text):
            return wire.Happening(number, at, kind, seat, text)
        case ev.Said(seat=seat, phrase=text):
            return wire.Happening(number, at, kind, seat, text)
        case ev.Left(seat=seat) | ev.BotLeft(seat=seat) | ev.Arrived(seat=seat):
            return wire.Happening(number, at, kind, seat)
        case ev.Started(first=seat):
            return wire.Happening(number, at, kind, seat)
        case ev.Asked(seat=seat, offer="undo", to=to):
            return wire.Happening(number, at, kind, seat, offer="undo", to=to)
        case ev.Asked(seat=seat, offer="rematch"):
            return wire.Happening(number, at, kind, seat, offer="rematch")
        case ev.Asked(seat=seat, offer=offer, absent=absent, level=text):
            return wire.Happening(number, at, kind, seat, text, offer=offer, to=absent)
        case ev.Answered(seat=seat, yes=yes):
            return wire.Happening(number, at, kind, seat, yes=yes)
        case ev.Undone(to=to):
            return wire.Happening(number, at, kind, to=to)
        case ev.Forfeited(seat=seat, by=by):
            return wire.Happening(number, at, kind, seat, to=by)
        case ev.Rematched(room=text):
            return wire.Happening(number, at, kind, text=text)
        case _:
            return wire.Happening(number, at, kind)


def replay(room: Room) -> wire.Replay:
    """Return a finished game for the replay page.

    Raises:
        RefusalError: `not-over`.
    """
    if room.status != "over":
        raise RefusalError("not-over", "the game is still going on; its replay tells secrets")
    return _replay(room.history.match(), info(room, room.at), _happenings(room))


def _replay(match: Match, room: wire.RoomInfo, told: list[wire.Happening]) -> wire.Replay:
    game, states, actions = match.game, match.states, match.actions
    scenes = [
        game.scene(states[: step + 1], actions[:step], SPECTATOR, revealed=True)
        for step in range(len(states))
    ]
    plies = zip(told, scenes[1:], strict=True)
    return wire.Replay(
        room=room,
        start=scenes[0],
        plies=tuple(wire.Ply(happening, scene) for happening, scene in plies),
        statistics=game.statistics(states, actions),
    )


def _happenings(room: Room) -> list[wire.Happening]:
    """Return the moves and outcomes that were not taken back."""
    kept: list[wire.Happening] = []
    for happening in happenings(room, 0, SPECTATOR):
        if happening.kind == "played":
            kept.append(happening)
        elif happening.kind == "undone" and happening.to is not None:
            del kept[happening.to :]
    return kept


def own_game(listed: Listed, device: str) -> wire.OwnGame:
    """Return a room in the list of the browser that holds seats there."""
    summary = listed.summary
    seats = tuple(seat for seat, holder in enumerate(summary.devices) if holder == device)
    return wire.OwnGame(
        room=listed.room,
        game=summary.game,
        status=summary.status,
        seats=seats,
        names=summary.names,
        levels=summary.levels or ("",) * len(summary.names),
        version=listed.version,
        at=listed.at,
        to_act=None if summary.to_act == CHANCE else summary.to_act,
        your_turn=summary.to_act in seats,
        progress=summary.progress,
        board=summary.board,
        places=summary.places,
        scores=summary.scores,
    )
