"""From a contest to its finished deals: games, the luck in them, and where they are played.

Games are played in this process, in several of this machine, or on a Ray cluster. The results come
in the order of the deals, so what is made of them cannot depend on who was faster.
"""

from __future__ import annotations

import hashlib
import os
import signal
import time
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from functools import lru_cache, partial
from itertools import chain
from math import fsum
from multiprocessing import get_context
from pathlib import Path
from typing import Any, TypeVar

from jemaa import catalog
from jemaa.arena.contest import Contest, Deal, GameResult, Seating, make, seatings
from jemaa.arena.journal import Journal, add_records, keep_records
from jemaa.arena.statistics import WHOLE_WIN, Certainty
from jemaa.catalog import Chooser
from jemaa.core.actions import Move, Outcome
from jemaa.core.chance import SeededChance
from jemaa.core.errors import IllegalMoveError, InvalidNotationError, JemaaError, PlayerError
from jemaa.core.match import Match
from jemaa.core.record import Event
from jemaa.core.state import Seat
from jemaa.players.base import Limit
from jemaa.players.search import Evaluator

LOCAL, RAY = "local", "ray"
EXECUTORS = (LOCAL, RAY)

A = TypeVar("A")
R = TypeVar("R")


class MissingRayError(JemaaError):
    """Ray is asked for and not installed."""

    def __init__(self) -> None:
        super().__init__("--executor ray needs Ray; install it with: pip install 'jemaa[ray]'")


def in_order(
    work: Callable[[A], R], arguments: Sequence[A], jobs: int, executor: str = LOCAL
) -> Generator[R, None, None]:
    """Do the work for each argument and give the results in the order of the arguments.

    >>> list(in_order(abs, [-1, -2], jobs=1))
    [1, 2]

    Args:
        work: a function that can be pickled.
        arguments: what it is called with.
        jobs: how many may work at the same time; locally 1 means this process alone.
        executor: one of `EXECUTORS`.

    Raises:
        MissingRayError: `ray` is asked for and not installed.
    """
    if executor == RAY:
        return _on_ray(_ray(), work, arguments, jobs)
    if min(jobs, len(arguments)) < 2:
        return (work(argument) for argument in arguments)
    return _in_processes(work, arguments, min(jobs, len(arguments)))


def _in_processes(
    work: Callable[[A], R], arguments: Iterable[A], jobs: int
) -> Generator[R, None, None]:
    # Spawned, not forked: the same everywhere, and safe whatever threads the caller has.
    pool = ProcessPoolExecutor(jobs, get_context("spawn"), initializer=_leave_interrupts)
    waiting: deque[Future[R]] = deque()
    try:
        for argument in arguments:
            waiting.append(pool.submit(work, argument))
            if len(waiting) == 4 * jobs:  # enough to keep all busy
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        pool.shutdown(cancel_futures=True)


def _leave_interrupts() -> None:
    """Let Ctrl-C, which every process of a terminal gets, be the main process's affair."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _ray() -> Any:
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # nobody is told that we play
    try:
        import ray
    except ImportError:
        raise MissingRayError from None
    return ray


def _on_ray(
    ray: Any, work: Callable[[A], R], arguments: Iterable[A], jobs: int
) -> Generator[R, None, None]:
    ours = not ray.is_initialized()
    if ours:
        _join(ray, jobs)
    slots = max(jobs, int(ray.cluster_resources().get("CPU", 1)))
    remote = ray.remote(_call)
    waiting: deque[Any] = deque()
    try:
        for argument in arguments:
            waiting.append(remote.remote(work, argument))
            if len(waiting) == 4 * slots:
                yield ray.get(waiting.popleft())
        while waiting:
            yield ray.get(waiting.popleft())
    finally:
        for task in waiting:
            ray.cancel(task)
        if ours:
            ray.shutdown()


def _join(ray: Any, jobs: int) -> None:
    """Join the cluster that RAY_ADDRESS names, or make one on this machine."""
    quiet = {"log_to_driver": False, "logging_level": "ERROR"}
    if os.environ.get("RAY_ADDRESS"):
        ray.init(**quiet)
    else:
        ray.init(num_cpus=jobs, include_dashboard=False, **quiet)


def _call(work: Callable[[A], R], argument: A) -> R:
    # Ray sends this small function by name; what it calls is imported by the worker.
    return work(argument)


FREE = Limit()
"""No limit: every player has a budget of their own."""
LONGEST_REASON = 200
"""What is kept of a reason; a program may have said anything."""


class GameRunner:
    """A match with a player in each seat and a clock beside each."""

    def __init__(self, match: Match, players: Sequence[Chooser]) -> None:
        """Seat the players."""
        self.match = match
        self.players = players
        self.moves = [0] * len(players)
        self.seconds = [0.0] * len(players)
        self.fault: dict[Seat, str] = {}

    def run(self) -> None:
        """Play until the game is over or somebody gives no usable move."""
        while not self.fault:
            seat = self.match.state.to_act
            if seat is None:
                break
            try:
                move = self._ask(seat)
            # Whatever a player does wrong is their own loss; the arena goes on and reports it.
            except Exception as error:
                self.fault[seat] = _reason(error)
            else:
                self._submit(seat, move)

    def _ask(self, seat: Seat) -> Move | str:
        view = self.match.view(seat)
        self.moves[seat] += 1
        begun = time.perf_counter()
        try:
            answer = self.players[seat].choose(view, FREE)
        finally:
            self.seconds[seat] += time.perf_counter() - begun
        return answer if isinstance(answer, (Move, str)) else answer.move

    def _submit(self, seat: Seat, move: Move | str) -> None:
        try:
            self.match.submit(seat, move)
        except (IllegalMoveError, InvalidNotationError) as error:
            self.fault[seat] = _reason(error)

    def result(self, seating: Seating, judge: Evaluator | None) -> GameResult:
        """Sum the game up."""
        final = self.match.state
        return GameResult(
            seating=seating,
            places=self._places(),
            scores=final.scores(),
            luck=None if judge is None else luck(self.match, judge),
            rounds=self.match.game.rounds(final),
            moves=tuple(self.moves),
            seconds=tuple(self.seconds),
            mark=self._mark(),
            fault=self.fault,
        )

    def record(self) -> str:
        """Return the record of the game, with the reason if somebody has forfeited it."""
        for seat, reason in self.fault.items():
            self.match.tags["forfeit"] = f"seat {seat}, {reason}".strip()
        return str(self.match.record)

    def _places(self) -> tuple[int, ...]:
        """Return how many are better than each seat; who is at fault is last, the others win."""
        seats = range(len(self.players))
        if self.fault:
            return tuple(len(seats) - 1 if seat in self.fault else 0 for seat in seats)
        places = [0] * len(seats)
        better = 0
        for group in self.match.state.ranking():
            for seat in group:
                places[seat] = better
            better += len(group)
        return tuple(places)

    def _mark(self) -> str:
        told = " ".join([*map(_told, self.match.events), *map(str, self.fault)])
        return hashlib.blake2b(told.encode(), digest_size=8).hexdigest()


_told = lru_cache(maxsize=1 << 12)(Event.__str__)  # the same few happen in every game


def luck(match: Match, judge: Evaluator) -> tuple[float, ...]:
    """Return what chance has given each seat in a match, in shares of the win.

    At every chance node luck is the value after what has come, less the average of the values after
    all that could have come, each with its weight. Whatever the values are, as long as they depend
    on the position alone, the average luck is exactly zero: so it may be subtracted from a result
    without favouring anybody. The better the values, the more of the scatter goes away with it.
    """
    gains = [
        judge.gain(before, action)
        for before, action in zip(match.states, match.actions, strict=False)
        if isinstance(action, Outcome)
    ]
    return tuple(fsum(gain[seat] for gain in gains) for seat in range(match.setup.players))


def play_game(
    contest: Contest, seating: Seating, deal: int, kinds: Sequence[Chooser]
) -> GameRunner:
    """Play one game to its end.

    Args:
        contest: what is played, and the seed.
        seating: the kind in each seat.
        deal: the number of the deal, which names the course of chance.
        kinds: the players by kind; one is enough for several seats, since players keep nothing.
    """
    game, setup = catalog.game(contest.game), _setup(contest)
    chance = _course(contest.seed, deal)
    names = [" ".join(kind.split()) for kind in contest.kinds]
    tags = {f"seat {seat}": names[kind] for seat, kind in enumerate(seating)}
    match = Match(game, setup, chance, tags={**tags, "deal": str(deal)})
    runner = GameRunner(match, [kinds[kind] for kind in seating])
    runner.run()
    return runner


class _Course(SeededChance):
    """The course of chance of a deal, which remembers its numbers: several games have the same."""

    def __init__(self, seed: int, deal: int) -> None:
        super().__init__(secret=f"{seed}", game=f"{deal}")
        self._number = lru_cache(maxsize=1 << 12)(super()._number)  # type: ignore[method-assign]


_course = lru_cache(maxsize=1)(_Course)


def play_deal(contest: Contest, number: int, *, records: bool = False) -> Deal:
    """Play all games of a deal.

    Args:
        contest: what is played, and the seed.
        number: the number of the deal.
        records: whether to keep the record of every game.
    """
    players = [make(contest.game, kind, contest.code) for kind in contest.kinds]
    judge = catalog.judge(contest.game, _setup(contest))
    games, told = [], []
    try:
        for seating in seatings(len(contest.kinds), contest.players, number):
            runner = play_game(contest, seating, number, players)
            games.append(runner.result(seating, judge))
            if records:
                told.append(runner.record())
        return Deal(number, tuple(games), tuple(told))
    finally:
        for player in players:
            close = getattr(player, "close", None)  # some have a process of their own
            if close is not None:
                close()


@lru_cache(maxsize=16)
def _setup(contest: Contest) -> Any:
    return catalog.game(contest.game).setup_type.parse(contest.setup)


def _reason(error: Exception) -> str:
    """Return a code and a message with a colon between; the first is what is counted."""
    if isinstance(error, PlayerError):
        reason = f"{error.reason}: {error.message}"
    elif isinstance(error, InvalidNotationError):
        reason = f"bad-answer: {error}"
    elif isinstance(error, IllegalMoveError):
        reason = f"illegal-move: {error.message}"
    else:
        reason = f"error: {type(error).__name__} {error}"
    return " ".join(reason.split())[:LONGEST_REASON]


def play(
    contest: Contest,
    deals: int,
    *,
    jobs: int = 1,
    executor: str = LOCAL,
    journal: Journal | None = None,
    until: Certainty | None = None,
    records: Path | None = None,
) -> Generator[Deal, None, None]:
    """Play the deals and give them in their order, whoever has finished first.

    Args:
        contest: who plays what.
        deals: how many deals.
        jobs: how many processes; the result does not depend on it.
        executor: where they run, `local` or `ray`.
        journal: keeps every deal; those it has already are not played again.
        until: hears of every deal and may end it early.
        records: a file for the records of all games; it is written anew, unless the journal has
            deals already: then it must hold their games, and the others follow them.

    Raises:
        RecordsError: the file of records lacks games that the journal has.
    """
    kept = journal.deals[:deals] if journal else []
    if records is not None:
        keep_records(records, sum(len(deal.games) for deal in kept))
    work = partial(play_deal, contest, records=records is not None)
    rest = in_order(work, range(len(kept), deals), jobs, executor)
    try:
        for deal in chain(kept, _written(rest, journal, records)):
            yield deal
            if until is not None and until.hear(first_share(deal)):
                return
    finally:
        rest.close()


def _written(
    deals: Iterable[Deal], journal: Journal | None, records: Path | None
) -> Iterator[Deal]:
    for deal in deals:
        if records is not None:  # first: what a journal has must be there, the rest is cut off
            add_records(records, deal.records)
        if journal is not None:
            journal.add(deal)
        yield deal


def first_share(deal: Deal) -> float:
    """Return the mean share of the win that a seat of the first kind has had in a deal."""
    wins = [
        won
        for game in deal.games
        for kind, won in zip(game.seating, game.wins, strict=True)
        if kind == 0
    ]
    return sum(wins) / len(wins) / WHOLE_WIN
