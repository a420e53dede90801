"""A SQLite file: its tables, the one who writes to it, and what keeps others out of it.

Whatever is waiting when the disk is free again goes into one transaction and shares one wait for
the disk. Work that refuses does so before it writes, so one's refusal leaves the others alone; a
savepoint for each would cost as much as the work. Without sharing every move would pay for the disk
itself.
"""

from __future__ import annotations

import asyncio
import os
import sqlite3
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import Any, NamedTuple, TypeVar

from jemaa.server.store import StoreError, migrations, refuse_newer

APPLICATION = 0x4A454D41
"""What SQLite files of ours have in their header."""
BUSY_SECONDS = 10.0
LARGEST_BATCH = 256
"""So many share a transaction at most: beyond that sharing gains little, and the first wait."""
JOURNAL_PAGES = 16_000
"""So many pages of 4 KiB may wait in the journal before whoever writes the last one must bring all
of them into the file itself; `Checkpoints` do it long before."""
CHECKPOINT = 500
"""After so many works the journal is brought into the file: a page that many moves have changed
meanwhile goes there once."""

T = TypeVar("T")
Work = Callable[[sqlite3.Connection], T]


class _Job(NamedTuple):
    work: Work[Any]
    answer: asyncio.Future[Any]
    quick: bool


class _Order(NamedTuple):
    """What the thread is to do: bring to the disk what was written already, or all of it."""

    jobs: Sequence[_Job]
    outcomes: list[Any] | None


class Checkpoints:
    """Bring the journal into the file beside the writer, whom it would hold up for long.

    SQLite lets others write meanwhile. What they have written is left for the writer itself: it is
    little, and the journal begins anew only where none of it is left.

    Args:
        connection: another connection to the file, from now on theirs. It is opened once: who opens
            a file that was removed meanwhile makes an empty one.
    """

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._count = 0
        self._thread: Thread | None = None

    def note(self, works: int) -> bool:
        """Note that works were done by the writer; whether it should `look` now."""
        self._count += works
        if self._thread is None:
            return self._count >= CHECKPOINT
        return not self._thread.is_alive()

    def look(self, writer: sqlite3.Connection) -> None:
        """Begin or finish."""
        if self._thread is None:
            self._thread = Thread(target=self._run, name="jemaa-checkpoint", daemon=True)
            self._thread.start()
            return
        self._thread = None
        self._count = 0
        with suppress(sqlite3.Error):  # the next one will do it
            writer.execute(TO_FILE).fetchall()

    def end(self) -> None:
        """Wait for one that is going on, and let go."""
        if self._thread is not None:
            self._thread.join()
        self._connection.close()

    def _run(self) -> None:
        with suppress(sqlite3.Error):  # whatever is wrong, the writer meets it too, and says so
            self._connection.execute(TO_FILE).fetchall()


TO_FILE = "PRAGMA wal_checkpoint(PASSIVE)"
PATIENT = f"PRAGMA busy_timeout = {int(BUSY_SECONDS * 1000)}"
HASTY = "PRAGMA busy_timeout = 0"


class Writer:
    """Does work on a connection, in order; a thread of its own waits for the disk.

    Quick work is done by the loop itself, and the thread has no more to do than to commit it: a
    thread that asks the database a dozen short questions must get Python's lock back after each of
    them, which takes longer than the questions. Whatever may take long, or goes wrong, is done by
    the thread from the beginning.

    Args:
        connection: opened with `check_same_thread=False` and `isolation_level=None`; from now on
            it belongs to the writer, who also closes it.
        name: how the database is called in messages.
        guard: raises if what is written would be lost; asked before and after every transaction.
        checkpoints: what is told of the work done.
    """

    def __init__(
        self,
        connection: sqlite3.Connection,
        name: str,
        guard: Callable[[], None],
        checkpoints: Checkpoints,
    ) -> None:
        self._connection = connection
        self._name = name
        self._guard = guard
        self._checkpoints = checkpoints
        self._loop = asyncio.get_running_loop()
        self._ended = self._loop.create_future()
        self._orders: SimpleQueue[_Order | None] = SimpleQueue()
        self._coming: deque[_Job] = deque()
        """What waits for the thread to be free."""
        self._busy = False
        self._closed = False
        connection.execute(HASTY)
        self._thread = Thread(target=self._run, name="jemaa-writer", daemon=True)
        self._thread.start()

    def do(self, work: Work[T], *, quick: bool = False) -> asyncio.Future[T]:
        """Do something in a transaction; once awaited, it is on the disk.

        What the work raises takes back that work alone and comes out here.

        Args:
            work: what is done.
            quick: whether the loop may do it: it touches a few rows and never waits.

        Raises:
            StoreError: the database could not be written; nothing was changed.
        """
        if self._closed:
            raise StoreError(f"{self._name} is closed")
        answer: asyncio.Future[T] = self._loop.create_future()
        self._coming.append(_Job(work, answer, quick))
        if not self._busy:
            # All of a round together: if the first of them went alone, the others would wait for
            # the disk once more.
            self._busy = True
            self._loop.call_soon(self._go_on)
        return answer

    async def close(self) -> None:
        """Do what is waiting, and end."""
        if not self._closed:
            self._closed = True
            if not self._busy:
                self._busy = True
                self._go_on()
        await asyncio.shield(self._ended)
        self._thread.join()

    def _go_on(self) -> None:
        """Hand all that has come meanwhile to the thread, which is free."""
        if self._coming:
            count = min(len(self._coming), LARGEST_BATCH)
            jobs = [self._coming.popleft() for _ in range(count)]
            self._orders.put(_Order(jobs, self._write(jobs)))
        elif self._closed:
            self._orders.put(None)
        else:
            self._busy = False

    def _write(self, jobs: Sequence[_Job]) -> list[Any] | None:
        """Do all but the commit here and now; None if the thread must do it."""
        if not all(job.quick for job in jobs):
            return None
        try:
            return self._begin(jobs)
        except Exception:  # a lock, a full disk, a mistake: the thread has time to find out which
            self._roll_back()
            return None

    def _run(self) -> None:
        while (order := self._orders.get()) is not None:
            jobs = order.jobs
            outcomes = order.outcomes
            outcomes = self._take_time(jobs) if outcomes is None else self._commit(outcomes)
            is_due = self._checkpoints.note(len(jobs))
            self._loop_does(self._answer, jobs, outcomes, not is_due)
            if is_due:
                self._checkpoints.look(self._connection)
                self._loop_does(self._go_on)
        self._checkpoints.end()
        self._connection.close()
        self._loop_does(self._ended.set_result, None)

    def _answer(self, jobs: Sequence[_Job], outcomes: Sequence[Any], is_free: bool) -> None:
        try:
            self._guard()
        except StoreError as error:
            outcomes = [StoreError(str(error)) for _ in jobs]
        _settle(jobs, outcomes)
        if is_free:
            self._loop.call_soon(self._go_on)  # after those who have been waiting for the answers

    def _take_time(self, jobs: Sequence[_Job]) -> list[Any]:
        """Do what may take long: others may hold the database for a while."""
        self._connection.execute(PATIENT)
        try:
            return self._carry_out(jobs)
        finally:
            self._connection.execute(HASTY)

    def _carry_out(self, jobs: Sequence[_Job]) -> list[Any]:
        try:
            outcomes = self._begin(jobs)
            self._connection.execute("COMMIT")
            return outcomes
        except (sqlite3.Error, StoreError) as error:
            return self._fail(error, len(jobs))
        except Exception as error:  # whatever it is: those who wait must get an answer
            trouble = self._roll_back()
            if trouble:
                return [StoreError(explain(self._name, error) + trouble) for _ in jobs]
            if len(jobs) == 1:
                return [error]
            # One of them has failed half-way: each goes by itself, so that it fails alone.
            return [outcome for job in jobs for outcome in self._carry_out([job])]

    def _begin(self, jobs: Sequence[_Job]) -> list[Any]:
        self._guard()
        self._connection.execute("BEGIN IMMEDIATE")
        return [self._carry_out_one(job.work) for job in jobs]

    def _commit(self, outcomes: list[Any]) -> list[Any]:
        try:
            self._connection.execute("COMMIT")
            return outcomes
        except sqlite3.Error as error:
            return self._fail(error, len(outcomes))

    def _fail(self, error: Exception, count: int) -> list[Any]:
        # Even a refusal counts no more: it may rest on what has just been taken back.
        message = explain(self._name, error) + self._roll_back()
        return [StoreError(message) for _ in range(count)]

    def _carry_out_one(self, work: Work[Any]) -> Any:
        changes = self._connection.total_changes
        try:
            return work(self._connection)
        except sqlite3.Error:
            raise
        except Exception as error:
            if self._connection.total_changes != changes:
                raise  # half of it is written
            return error  # it has refused before it wrote anything

    def _roll_back(self) -> str:
        """Take the transaction back, if SQLite has not done so itself; say if it does not go."""
        try:
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
        except sqlite3.Error as error:
            return f" ({error})"
        return ""

    def _loop_does(self, function: Callable[..., object], *arguments: object) -> None:
        try:
            self._loop.call_soon_threadsafe(function, *arguments)
        except RuntimeError:
            pass  # the loop has been closed, nobody waits for an answer any more


def _settle(batch: Sequence[_Job], outcomes: Sequence[Any]) -> None:
    for job, outcome in zip(batch, outcomes, strict=True):
        if job.answer.done():
            continue  # whoever asked was cancelled meanwhile
        if isinstance(outcome, Exception):
            job.answer.set_exception(outcome)
        else:
            job.answer.set_result(outcome)


def explain(name: str, error: Exception) -> str:
    """Return what is wrong with a database and what to do."""
    if isinstance(error, StoreError):
        return str(error)
    code = getattr(error, "sqlite_errorname", "")
    if code == "SQLITE_FULL":
        return f"{name} cannot be written: the disk is full; make room, nothing else is needed"
    return f"{name} cannot be used: {str(error) or type(error).__name__}" + (
        f" ({code})" if code else ""
    )


def connect(path: Path) -> sqlite3.Connection:
    """Open a file the way a store needs it.

    Raises:
        sqlite3.Error: it cannot be opened.
        StoreError: its disk cannot do what is needed.
    """
    connection = sqlite3.connect(
        path, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False
    )
    try:
        (mode,) = connection.execute("PRAGMA journal_mode = WAL").fetchone()
        if mode != "wal":
            raise StoreError(
                f"{path} is on a disk that SQLite cannot write safely: use a local one"
            )
        # FULL: every commit waits for the disk. NORMAL would lose the last ones in a power cut.
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute(f"PRAGMA wal_autocheckpoint = {JOURNAL_PAGES}")
    except BaseException:
        connection.close()
        raise
    return connection


def refuse_foreign(connection: sqlite3.Connection, name: str) -> None:
    """Refuse a SQLite file of another program, before anything is changed in it.

    Raises:
        StoreError: it is none of ours.
    """
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    if application != APPLICATION:
        raise StoreError(f"{name} is a SQLite file, but none of jemaa's; give another one")


def sqlite_version(connection: sqlite3.Connection) -> int:
    """Return the version of the tables of a SQLite file."""
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    return int(version)


def migrate_sqlite(connection: sqlite3.Connection, name: str) -> None:
    """Bring the tables of a SQLite file up to date.

    Raises:
        StoreError: the file is of a newer program.
    """
    scripts = migrations("sqlite")
    version = sqlite_version(connection)
    refuse_newer(name, version, len(scripts))
    for number, script in enumerate(scripts[version:], start=version + 1):
        try:
            connection.executescript(
                f"BEGIN IMMEDIATE; {script}; PRAGMA user_version = {number}; COMMIT;"
            )
        except sqlite3.Error:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise


HEADER = 100
"""So many bytes at the beginning of a SQLite file tell whose it is."""


class Lock:
    """Holds a database file against other servers, on this and every platform SQLite knows.

    The lock is a transaction on an empty file beside it, never finished: the system lets go of it
    when the process ends, however that happens.

    Raises:
        StoreError: somebody else holds it.
    """

    def __init__(self, database: Path) -> None:
        file = database.with_name(database.name + ".lock")
        self._connection = sqlite3.connect(
            file, timeout=0, isolation_level=None, check_same_thread=False
        )
        try:
            self._connection.execute("BEGIN EXCLUSIVE")
        except sqlite3.Error as error:
            self._connection.close()
            if getattr(error, "sqlite_errorname", "") == "SQLITE_BUSY":
                raise StoreError(
                    f"{database} is used by another server; stop that one, or give another folder"
                ) from None
            raise StoreError(f"{file} cannot be locked: {error}") from error

    def release(self) -> None:
        """Let go. The file stays: whoever removed it could take away another's lock."""
        self._connection.close()


class FileGuard:
    """Notices that a database file was removed, replaced or written over while it is open.

    The system lets a process write into a file that has no name any more: moves would be accepted
    that nobody ever finds again.

    Args:
        database: the file; it has a journal beside it by now.
    """

    def __init__(self, database: Path) -> None:
        # As texts: to look at a path costs more than the question to the system.
        self._files = [str(database), f"{database}-wal"]
        # Kept open: to close any other handle of the file would take SQLite's locks away.
        self._handle = os.open(database, os.O_RDONLY)
        self._known = [_identity(file) for file in self._files]

    def check(self) -> None:
        """Refuse to go on if the file is another one.

        Raises:
            StoreError: it is.
        """
        for file, known in zip(self._files, self._known, strict=True):
            if _identity(file) != known:
                raise StoreError(
                    f"{file} was removed or replaced while the server runs, so nothing can be "
                    "kept; stop the server, bring the file back, and start it again"
                )
        if not self._is_ours():
            raise StoreError(
                f"{self._files[0]} was written over while the server runs, so nothing can be "
                "kept; stop the server, bring a backup back, and start it again"
            )

    def _is_ours(self) -> bool:
        if not hasattr(os, "pread"):
            return True  # where it is missing, nobody can write over an open file either
        header = os.pread(self._handle, HEADER, 0)
        return header[:16] == b"SQLite format 3\0" and header[68:72] == _MARK

    def release(self) -> None:
        """Let go. Only when SQLite has, too."""
        os.close(self._handle)


_MARK = APPLICATION.to_bytes(4, "big")


def _identity(file: str) -> tuple[int, int] | None:
    try:
        found = os.stat(file)
    except OSError:
        return None
    return found.st_dev, found.st_ino
