"""Reviews of finished games: made beside the bots, told of while they grow, and kept.

Who wants a review asks again and again until it is whole; when nobody has asked for a while, the
work stops. It is cut into questions of a fraction of a second, which somebody else answers.
"""

from __future__ import annotations

import asyncio
import zlib
from collections import Counter, OrderedDict
from contextlib import suppress
from contextvars import Context
from dataclasses import dataclass
from time import monotonic
from typing import Any, Protocol

import msgspec

from jemaa.analysis import Answer, Hint, Plan, Question, ReviewError
from jemaa.analysis.procedure import fingerprint
from jemaa.core.errors import JemaaError
from jemaa.core.state import CHANCE
from jemaa.server import study
from jemaa.server.limits import Windows
from jemaa.server.monitoring import complain
from jemaa.server.reasons import RefusalError
from jemaa.server.room import Room
from jemaa.server.rooms import Rooms
from jemaa.server.store import KeptReview, Store
from jemaa.server.thinking import BotError
from jemaa.server.upkeep import end_all

PATIENCE = 10.0
"""When nobody has asked for a review for so many seconds, it is given up."""
MOST_JOBS = 64
"""So many reviews may be under way or wait at once."""
MOST_OF_ONE = 3
"""So many of them may be wanted from one address."""
AT_HAND = 64
"""So many whole reviews are held in memory, and as many positions to try."""


class Analyst(Protocol):
    """Answers the questions that reviews are made of."""

    async def study(self, question: Question) -> Answer:
        """Answer a question. When this is cancelled, so is the thinking.

        Raises:
            BotError: there is no answer.
        """


@dataclass(slots=True, eq=False)
class _Job:
    """A review in the making."""

    room: str
    address: str
    plan: Plan
    wanted_until: float
    is_begun: bool = False
    stage: int = 0
    body: bytes = b""
    has_failed: bool = False
    task: asyncio.Task[None] | None = None


class Reviews:
    """The reviews of this server.

    Args:
        rooms: whose games are reviewed.
        store: where reviews are kept.
        analyst: who answers the questions.
        at_once: how many reviews are made at the same time; if 0, none is made.
        per_minute: how many one address may begin in a minute.
        batch: how many events are looked at for one question; None for the usual number.
        quick: whether a look at every event must do.
    """

    def __init__(
        self,
        rooms: Rooms,
        store: Store,
        analyst: Analyst,
        *,
        at_once: int = 1,
        per_minute: int = 30,
        batch: int | None = None,
        quick: bool = False,
    ) -> None:
        self._rooms = rooms
        self._store = store
        self._analyst = analyst
        self._at_once = at_once
        self._begun = Windows(per_minute)
        self._batch = batch
        self._quick = quick
        self._turn = asyncio.Semaphore(max(1, at_once))
        self._jobs: OrderedDict[str, _Job] = OrderedDict()
        self._whole: OrderedDict[str, bytes] = OrderedDict()
        self._trials: OrderedDict[tuple[str, int], study.Trial] = OrderedDict()
        self._valuing = asyncio.Lock()

    async def close(self) -> None:
        """Stop everything; what is not whole is lost."""
        tasks = [job.task for job in self._jobs.values() if job.task is not None]
        self._jobs.clear()
        await end_all(tasks)

    async def ask(self, room: str, have: int = 0, address: str = "") -> bytes:
        """Want a review: it is made if need be. Return a `study.ReviewNews` as JSON.

        Args:
            room: of which game; it must be over.
            have: the stage of what the asker has.
            address: who asks; empty for somebody without limits.

        Raises:
            RefusalError: the game cannot be reviewed, or not now.
            UnknownRoomError: there is no such room.
        """
        found = await self._rooms.get(room)
        check_over(found)
        whole = await self._kept(found)
        if whole is not None:
            return news("done", 1.0, 0, study.WHOLE, have, whole)
        job = self._jobs.get(room) or await self._begin(found, address)
        if job.has_failed:
            self._jobs.pop(room, None)
            raise RefusalError("no-review", "the review could not be made; please try again later")
        job.wanted_until = monotonic() + PATIENCE
        state = "working" if job.is_begun else "waiting"
        return news(state, job.plan.progress, self._ahead(job), job.stage, have, job.body)

    async def kept(self, room: str) -> bytes | None:
        """Return a whole review as JSON if there is one; nothing is begun.

        Raises:
            RefusalError: `not-over`.
            UnknownRoomError: there is no such room.
        """
        found = await self._rooms.get(room)
        check_over(found)
        return await self._kept(found)

    async def trial(self, room: str, ply: int) -> study.Trial:
        """Return a position of a finished game, as its mover knew it, with the value of each move.

        Raises:
            RefusalError: there is no decision.
            UnknownRoomError: there is no such room.
        """
        found = await self._rooms.get(room)
        check_over(found)
        key = room, ply
        if key not in self._trials:
            self._check_wanted()
            match = found.history.match()
            state = match.states[ply] if 0 <= ply < len(match.events) else None
            if state is None or state.to_act is None or state.to_act == CHANCE:
                raise RefusalError("no-decision", "nobody has decided anything there", field="ply")
            seat = state.to_act
            answer = await studied(self._analyst, Hint(str(state.view(seat))))
            scene = found.game.scene(match.states[: ply + 1], match.actions[:ply], seat)
            least = match.events[ply].text
            made = study.Trial(seat, scene, answer.values or {answer.best: 1.0}, least)
            self._trials[key] = made
            _forget(self._trials)
        return self._trials[key]

    # How a review is made.

    async def _kept(self, room: Room) -> bytes | None:
        """Return the review of a room that was made with the present value."""
        whole = self._whole.get(room.id)
        if whole is None:
            found = await self._store.review(room.id)
            if found is None or found.value != await self._value(room):
                return None
            whole = self._keep(room.id, zlib.decompress(found.body))
        return whole

    def _keep(self, room: str, body: bytes) -> bytes:
        self._whole[room] = body
        _forget(self._whole)
        return body

    async def _value(self, room: Room) -> str:
        async with self._valuing:  # it keeps notes, so one thread at a time
            value = await asyncio.to_thread(fingerprint, room.game.name, len(room.seats))
        return f"{value}{'-quick' if self._quick else ''}"

    def _check_wanted(self) -> None:
        if not self._at_once:
            raise RefusalError("no-reviews", "the host of this server has switched reviews off")

    async def _begin(self, room: Room, address: str) -> _Job:
        self._check_wanted()
        of_one = Counter(job.address for job in self._jobs.values())[address]
        if len(self._jobs) >= MOST_JOBS or (address and of_one >= MOST_OF_ONE):
            raise RefusalError("review-busy", "many reviews are being made; please wait a moment")
        try:
            plan = Plan(room.history.match(), quick=self._quick, batch=self._batch)
        except ReviewError as error:
            reason = "not-over" if error.reason == "unfinished" else error.reason
            raise RefusalError(reason, str(error)) from error
        if address and self._begun.take(address):
            raise RefusalError("review-busy", "you have asked for many reviews; please wait")
        await self._value(room)  # known when the review is put together
        job = self._jobs.get(room.id)
        if job is None:
            job = self._jobs[room.id] = _Job(room.id, address, plan, monotonic() + PATIENCE)
            # A context of its own: log lines of reviews tell nobody's address.
            job.task = asyncio.create_task(self._make(job, room), context=Context())
        return job

    def _ahead(self, job: _Job) -> int:
        """Return how many reviews are made before this one."""
        if job.is_begun:
            return 0
        waiting = [one for one in self._jobs.values() if not one.is_begun and not one.has_failed]
        return waiting.index(job) + 1 if job in waiting else 0

    async def _make(self, job: _Job, room: Room) -> None:
        try:
            async with self._turn:
                if await self._answered(job):
                    job.body = job.plan.review().to_json().encode()
                    kept = KeptReview(await self._value(room), zlib.compress(job.body))
                    with suppress(JemaaError):  # it can be made again
                        await self._store.keep_review(job.room, kept)
                    self._keep(job.room, job.body)
            self._end(job)
        except asyncio.CancelledError:
            self._end(job)
            raise
        except Exception as error:
            complain("a review has failed", error, room=job.room)
            job.has_failed = True
            await asyncio.sleep(PATIENCE)  # whoever waits for it learns of it
            self._end(job)

    async def _answered(self, job: _Job) -> bool:
        """Ask all questions; False if nobody wants to know any more."""
        plan, job.is_begun = job.plan, True
        while plan.question is not None:
            if monotonic() > job.wanted_until:
                return False
            plan.take(await self._analyst.study(plan.question))
            if not job.stage and plan.has_looked:
                job.body, job.stage = plan.review().to_json().encode(), study.LOOKED
            await asyncio.sleep(0)
        return True

    def _end(self, job: _Job) -> None:
        if self._jobs.get(job.room) is job:
            del self._jobs[job.room]


async def studied(analyst: Analyst, question: Question) -> Answer:
    """Answer a question that somebody waits for.

    Raises:
        RefusalError: `no-review`, as there is no answer.
    """
    try:
        return await analyst.study(question)
    except BotError as error:
        complain(str(error))
        raise RefusalError("no-review", "this could not be worked out; please try again") from error


def check_over(room: Room) -> None:
    """Refuse whatever tells of a game as long as it goes on: it could tell what is hidden.

    Raises:
        RefusalError: `not-over`.
    """
    if room.status != "over":
        raise RefusalError(
            "not-over", "the game is still going on; only finished ones are reviewed"
        )


def news(state: str, progress: float, ahead: int, stage: int, have: int, body: bytes) -> bytes:
    """Return a `study.ReviewNews` as JSON; the review is in it if the asker has less of it."""
    told = {"state": state, "progress": round(progress, 3), "ahead": ahead, "stage": stage}
    review = msgspec.Raw(body) if stage > have else None
    return msgspec.json.encode({**told, "review": review})


def _forget(kept: OrderedDict[Any, Any]) -> None:
    if len(kept) > AT_HAND:
        kept.popitem(last=False)
