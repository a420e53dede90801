"""Starting and ending a server."""

from __future__ import annotations

import asyncio
import errno
import gc
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from time import monotonic, process_time
from typing import Any, cast

import uvicorn

from jemaa.core.errors import JemaaError
from jemaa.server.app import App
from jemaa.server.http.headers import own_host
from jemaa.server.monitoring import complain, log, set_up_logs
from jemaa.server.protocols import HttpProtocol, SocketProtocol, Watch
from jemaa.server.services import Services
from jemaa.server.settings import Settings, unknown_variables
from jemaa.server.wire import LARGEST

GRACE_SECONDS = 5
MOST_FILES = 65_536
"""So many files may be open, if the system lets us: each connection is one."""
UNREAD = 1 << 18
"""So many bytes the system holds for a client that does not read."""
PORTS = 20
"""How many ports are tried when any will do."""


class PortError(JemaaError):
    """Nobody can listen there."""


class _Server(uvicorn.Server):
    """Says good-bye to all sockets before it closes them."""

    def __init__(self, config: uvicorn.Config, services: Services, watch: Watch) -> None:
        super().__init__(config)
        self._services = services
        self._watch = watch

    async def watch(self) -> None:
        """Cut off those who keep a connection for nothing; never ends."""
        await self._watch.run(self.server_state.connections)

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        with super().capture_signals():
            yield
            # They have been obeyed; raised again, they would end us before the store is closed.
            self._captured_signals.clear()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        for server in self.servers:
            server.close()
        await self._services.hub.farewell()
        self._watch.hurry(self.server_state.connections)
        await super().shutdown(sockets)


def serve(
    settings: Settings, *, any_port: bool = False, ready: Callable[[str], None] | None = None
) -> None:
    """Run a server until somebody stops it.

    Args:
        settings: how.
        any_port: take the next free port when the wanted one is taken.
        ready: called with the address when people can come.

    Raises:
        PortError: the port is taken.
        StoreError, BusError: the store or the bus cannot be reached.
    """
    set_up_logs(settings.log, addresses=settings.log_addresses)
    for sentence in unknown_variables():
        complain(sentence)
    files = raise_file_limit()
    listener = listen(settings, PORTS if any_port else 1)
    config = uvicorn.Config(
        "",
        loop="auto",
        ws_max_size=LARGEST,
        ws_per_message_deflate=False,
        ws_ping_interval=None,  # the application asks itself, so that pages can ask too
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,  # ours are stricter: see `headers.behind_proxy`
        timeout_graceful_shutdown=GRACE_SECONDS,
    )
    try:
        with asyncio.Runner(loop_factory=config.get_loop_factory()) as runner:
            runner.run(_run(settings, config, listener, ready, files))
    except KeyboardInterrupt:
        pass  # it was answered already: everything is closed
    finally:
        listener.close()


async def _run(
    settings: Settings,
    config: uvicorn.Config,
    listener: socket.socket,
    ready: Callable[[str], None] | None,
    files: int,
) -> None:
    services = Services(settings)
    await services.open()
    try:
        config.app = App(services)
        watch = Watch(settings, services.metrics, files)
        config.http = cast(Any, partial(HttpProtocol, watch))
        config.ws = cast(Any, partial(SocketProtocol, watch))
        begin_collecting()
        server = _Server(config, services, watch)
        address = _address(listener, settings)
        started = asyncio.create_task(_announce(server, settings, address, ready))
        tasks = [asyncio.create_task(server.watch()), asyncio.create_task(collect_garbage())]
        await server.serve([listener])
        for task in tasks:
            task.cancel()
        await started
    finally:
        await services.close()
        log("stopped")


def raise_file_limit() -> int:
    """Let the process open as many files as the system allows; return how many, 0 for no limit."""
    try:
        import resource
    except ImportError:  # not on Windows, which has no such limit
        return 0
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        except (OSError, ValueError):  # macOS has a limit besides, which it does not tell
            return soft
        return wanted
    return 0 if soft == resource.RLIM_INFINITY else soft


async def _announce(
    server: uvicorn.Server, settings: Settings, address: str, ready: Callable[[str], None] | None
) -> None:
    while not server.started and not server.should_exit:
        await asyncio.sleep(0.01)
    log(f"Jemaa is at {address} (Ctrl-C ends it)")
    if not settings.is_local:
        log("everybody who can reach this address can play; room links are the keys to rooms")
    if ready:
        ready(address)


def listen(settings: Settings, tries: int = 1) -> socket.socket:
    """Take the wanted port, or one of the next.

    Raises:
        PortError: none is free.
    """
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    last = min(65535, settings.port + tries - 1)
    for port in range(settings.port, last + 1):
        found = socket.socket(family, socket.SOCK_STREAM)
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            # All connections have its buffer: what clients do not read must not fill the memory.
            found.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, UNREAD)
            found.bind((settings.host, port))
            found.listen(1024)
            found.setblocking(False)
        except OSError as error:
            found.close()
            if error.errno != errno.EADDRINUSE:
                where = f"{settings.host} port {port}"
                raise PortError(f"cannot listen at {where}: {error.strerror}") from error
        else:
            return found
    raise PortError(
        f"port {settings.port} is taken by another program; end that one, or give --port"
    )


def _address(listener: socket.socket, settings: Settings) -> str:
    host, port = listener.getsockname()[:2]
    if host in ("0.0.0.0", "::"):
        host = own_host()
    return settings.address or f"http://{f'[{host}]' if ':' in host else host}:{port}"


YOUNG = 5_000
"""So many objects may be made before the youngest are looked at: a fraction of a millisecond."""
NEVER = 1_000_000
LOOK_SECONDS = 1.0
"""How often to see whether it is a quiet moment."""
WHOLE_SECONDS = 60.0
"""How long to wait before everything is looked at again, in the next quiet moment. Who has outlived
a first look waits so long for the second, or moves would wait for it every few seconds ..."""
LATEST_SECONDS = 600.0
"""... and when to do so however busy the server is."""
MOST_LOOKS = 20
"""So many looks at the youngest leave enough for a second look at once: a hundred thousand objects
may be what thousands of connections that were cut have left behind."""
QUIET = 0.05
"""The server is quiet while it takes less than this part of a processor."""


def begin_collecting() -> None:
    """Take what is loaded by now out of sight, and leave the rest to `collect_garbage`.

    Left to itself the collector looks at everything whenever enough was made, in the middle of a
    burst of moves, and with a thousand rooms that takes long. Moves and rooms leave no circles
    behind, so it can wait for quiet moments; refusals and broken connections do leave some, and
    those are found while they are young.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, NEVER, NEVER)


async def collect_garbage() -> None:
    """Collect garbage at good moments; never ends."""
    looked = looked_again = monotonic()
    while True:
        spent = process_time()
        await asyncio.sleep(LOOK_SECONDS)
        is_quiet = process_time() - spent < QUIET * LOOK_SECONDS
        if monotonic() - looked > (WHOLE_SECONDS if is_quiet else LATEST_SECONDS):
            gc.collect()
            looked = looked_again = monotonic()
        elif monotonic() - looked_again > WHOLE_SECONDS or gc.get_count()[1] > MOST_LOOKS:
            gc.collect(1)
            looked_again = monotonic()
