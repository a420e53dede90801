"""A line between a server and its database that can be cut and mended."""

import asyncio
import threading
from contextlib import contextmanager, suppress


class Relay:
    """Carries bytes to another port; while it is cut, whoever calls is hung up on."""

    def __init__(self, port):
        self._target = port
        self._is_cut = False
        self._writers = set()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever)
        self._thread.start()
        self._server = self._do(asyncio.start_server(self._serve, "127.0.0.1", 0))
        self.port = self._server.sockets[0].getsockname()[1]

    def _do(self, work):
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(20)

    async def _serve(self, reader, writer):
        if self._is_cut:
            writer.close()
            return
        further, target = await asyncio.open_connection("127.0.0.1", self._target)
        both = {writer, target}
        self._writers |= both
        try:
            await asyncio.gather(carry(reader, target), carry(further, writer))
        finally:
            self._writers -= both

    @contextmanager
    def cut(self):
        """Hang up on everybody, and on whoever comes, until the end of the block."""
        self._do(self._hang_up())
        try:
            yield
        finally:
            self._is_cut = False

    async def _hang_up(self):
        self._is_cut = True
        for writer in self._writers:
            writer.close()

    def close(self):
        self._do(self._end())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    async def _end(self):
        await self._hang_up()
        self._server.close()
        others = asyncio.all_tasks() - {asyncio.current_task()}
        await asyncio.gather(*others, return_exceptions=True)


async def carry(reader, writer):
    with suppress(OSError):
        while data := await reader.read(65536):
            writer.write(data)
            await writer.drain()
    writer.close()
    with suppress(OSError):
        await writer.wait_closed()
