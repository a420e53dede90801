"""Who moves for the bots: looks at every change of a room, lets somebody think, plays the move.

A bot's move is a command like anybody's, so a room that has changed meanwhile refuses it. Each room
has at most one question under way; so nobody's room can crowd out the others.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from contextlib import suppress
from contextvars import Context
from dataclasses import dataclass
from time import monotonic
from typing import Protocol

from jemaa.analysis import Hint
from jemaa.core.state import Seat
from jemaa.server.monitoring import Metrics, complain
from jemaa.server.reasons import RefusalError
from jemaa.server.reviews import Analyst, studied
from jemaa.server.room import Room
from jemaa.server.room.chair import BotTurn
from jemaa.server.room.clock import now
from jemaa.server.room.commands import BotMove, GiveHint, check_hint
from jemaa.server.room.events import Hinted
from jemaa.server.rooms import Rooms
from jemaa.server.store import StoreError, UnknownRoomError
from jemaa.server.study import HintGiven, HintWish
from jemaa.server.thinking import BotError

NOTICE = 0.15
"""After so many seconds people are told that a bot thinks."""
OPENING, LOOK = 3.0, 0.05
"""So many seconds at most a bot that begins waits for people to come, and looks that often."""
PAUSE = 2.0
"""How many seconds to wait when a move could not be stored."""


class Thinker(Protocol):
    """Finds the moves of the bots."""

    async def choose(self, game: str, spec: str, view: str) -> str:
        """Return a bot's move. When this is cancelled, so is the thinking.

        Args:
            game: its name.
            spec: the registry string of the player.
            view: what the seat knows; in a second line, if there is one, what has led to it.

        Raises:
            BotError: there is no answer.
        """


@dataclass(slots=True, eq=False)
class _Job:
    turn: BotTurn
    task: asyncio.Task[None] | None = None
    is_decided: bool = False
    """The move is on its way into the room; it is too late to cancel."""


class Hints:
    """Shows the best move to people who ask for it at a table with bots, or on one device.

    Args:
        rooms: where hints are counted.
        analyst: who finds them.
    """

    def __init__(self, rooms: Rooms, analyst: Analyst) -> None:
        self._rooms = rooms
        self._analyst = analyst

    async def give(self, room: str, wish: HintWish) -> HintGiven:
        """Return the best move in the position that somebody has before them.

        Raises:
            RefusalError: there are no hints here, or not now.
        """
        found = await self._rooms.get(room)
        seat = found.seat_of(wish.token)
        if seat is None:
            raise RefusalError("unknown-token", "this is not the key to a seat of this room")
        check_hint(found, seat, wish.version, now())
        if found.hint is None:
            answer = await studied(self._analyst, Hint(str(found.state.view(seat))))
            hint = Hinted(seat, answer.best, answer.facts)
            await self._rooms.command(room, GiveHint(hint, wish.version), frozenset({seat}))
            found = await self._rooms.get(room, fresh=False)
        hint = found.hint or hint
        return HintGiven(hint.move, hint.facts)


class BotDriver:
    """Moves for the bots of all rooms.

    Args:
        rooms: where the moves go.
        pool: who finds them.
        metrics: where times are counted.
        delay: gives the milliseconds to wait before a move in a room.
        thinking: is told that a seat thinks.
        is_watched: tells whether somebody looks at a room.
    """

    def __init__(
        self,
        rooms: Rooms,
        pool: Thinker,
        metrics: Metrics,
        *,
        delay: Callable[[str], int],
        thinking: Callable[[str, Seat], None],
        is_watched: Callable[[str], bool] = lambda room: True,
    ) -> None:
        self._is_watched = is_watched
        self._rooms = rooms
        self._pool = pool
        self._metrics = metrics
        self._delay = delay
        self._thinking = thinking
        self._jobs: dict[str, _Job] = {}

    def consider(self, room: Room, own: bool) -> None:
        """Look at a room after it has changed: begin to think, or stop thinking in vain.

        Args:
            room: as it is now.
            own: whether this process has changed it; if not, the one that has will think.
        """
        turn = room.bot_to_move()
        job = self._jobs.get(room.id)
        if job is not None:
            if turn == job.turn:
                return
            del self._jobs[room.id]
            if job.task is not None and not job.is_decided:
                job.task.cancel()
        if turn is not None and own:
            job = self._jobs[room.id] = _Job(turn)
            # A context of its own: log lines of bots tell nobody's address.
            work = self._play(room.id, room.version, job)
            job.task = asyncio.create_task(work, context=Context())

    async def wake(self, names: Iterable[str]) -> None:
        """Look after rooms that wait in vain: for a bot that died with its process, or a claim."""
        for name in names:
            with suppress(UnknownRoomError):
                room = await self._rooms.get(name)
                if room.bot_to_move() is not None:
                    self.consider(room, True)
                elif room.deadline is None or room.deadline <= now():
                    await self._rooms.let_sleep(name)  # who looks on has an alarm of their own

    async def close(self) -> None:
        """Stop all thinking; moves on their way have a moment to be stored."""
        jobs = list(self._jobs.values())
        self._jobs.clear()
        tasks = [job.task for job in jobs if job.task is not None]
        if not tasks:
            return
        for job in jobs:
            if job.task is not None and not job.is_decided:
                job.task.cancel()
        _, late = await asyncio.wait(tasks, timeout=PAUSE)
        for task in late:  # the store does not answer; the next server asks the bot again
            task.cancel()

    async def _wait_for_people(self, room: str) -> None:
        until = monotonic() + OPENING
        while not self._is_watched(room) and monotonic() < until:
            await asyncio.sleep(LOOK)

    async def _play(self, room: str, version: int, job: _Job) -> None:
        await asyncio.sleep(max(0, job.turn.at - now()) / 1000)
        if job.turn.opens:
            await self._wait_for_people(room)
        notice = asyncio.get_running_loop().call_later(NOTICE, self._thinking, room, job.turn.seat)
        try:
            move = await self._decide(room, job.turn)
            notice.cancel()
            job.is_decided = True
            await self._submit(room, BotMove(job.turn.seat, version, move))
        except BotError as error:
            complain(str(error), room=room)  # the sweeper will ask again
        finally:
            notice.cancel()
            if self._jobs.get(room) is job:
                del self._jobs[room]

    async def _decide(self, room: str, turn: BotTurn) -> str:
        begun = monotonic()
        view = turn.view
        delay = self._delay(room) / 1000
        told = f"{view}\n{' '.join(view.past)}"
        move = await self._pool.choose(view.game.name, turn.spec, told)
        took = monotonic() - begun
        self._metrics.thinking.labels(turn.spec).observe(took)
        await asyncio.sleep(max(0.0, delay - took))
        return move

    async def _submit(self, room: str, move: BotMove) -> None:
        while True:
            with suppress(
                RefusalError, UnknownRoomError
            ):  # the room has changed: it was considered anew
                try:
                    await self._rooms.command(room, move, frozenset())
                except StoreError:
                    await asyncio.sleep(PAUSE)
                    continue
            return
