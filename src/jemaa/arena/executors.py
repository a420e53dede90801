"""Where the work is done: in this process, in several of this machine, or on a Ray cluster.

All of them give the results in the order of the arguments, so what is made of them cannot depend on
who was faster.
"""

from __future__ import annotations

import os
import signal
from collections import deque
from collections.abc import Callable, Generator, Iterable, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any, TypeVar

from jemaa.core.errors import JemaaError

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
