"""Measures playing without a server, in Chromium: loading, memory, and how long each level thinks.

    python benchmarks/browser.py [--moves 6] [--visits 3] [--turns 3] [--pause 0] [--still]

It writes the page as a site for a host of its own on the loopback address. "Ready" is from the
press on Start until the table can be played at: on the first visit with nothing kept, and on later
ones. A level is asked for moves in positions of a game between levels, four at the table,
uncompiled in the browser's Python. Memory is what the page's process has for itself, without the
browser's own program; /proc tells it, so this runs on Linux only. For it the table is opened again
in a browser that nobody inspects: who listens to a page's network, as Playwright does, lets it keep
a copy of everything that was loaded. See benchmarks/README.md.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread
from typing import Any
from urllib.request import urlopen

from playwright.sync_api import Playwright, sync_playwright
from websockets.sync.client import ClientConnection, connect

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

import jemaa  # noqa: E402  (from the sources beside this script)
from jemaa import catalog  # noqa: E402
from jemaa.local.browser import SECONDS  # noqa: E402
from jemaa.local.site import write_site  # noqa: E402
from jemaa.players.registry import LEVELS  # noqa: E402
from tests.web.browser import ARGUMENTS, Visitor, build_page, find_browser  # noqa: E402

ASKED = {"first": 8.0, "later": 3.0, "memory": 250, "loaded": 7.0, "marrakech": 1.5, "facir": 3.0}
PATIENCE = 180_000
"""Milliseconds: a busy machine takes its time, which is then told."""
PYTHON = """async (base) => {
  const {loadPyodide} = await import(base + "pyodide.mjs");
  const python = await loadPyodide({indexURL: base});
  const packed = (await fetch(base + "packages.bin")).body;
  const unpacked = new Response(packed.pipeThrough(new DecompressionStream("gzip")));
  const extractDir = "/lib/python3.14/site-packages";
  python.unpackArchive(await unpacked.arrayBuffer(), "zip", {extractDir});
  window.bots = python.pyimport("jemaa.local.browser").BotsWorker();
  window.bots.warm_up();
}"""
PRESS = """(name, isPressed) => new Promise((done) => {
  const look = setInterval(() => {
    const all = [...document.querySelectorAll("button:not([disabled])")];
    const found = all.filter((one) => (one.textContent + one.ariaLabel).includes(name)).at(-1);
    if (!found) return;
    clearInterval(look);
    if (isPressed) found.click();
    done();
  }, 50);
})"""
TURN = "Roll the slippers", "Next place", "Lay the rug"
# Somebody outside would look only now and then whether the table is there.
WATCH = """addEventListener("submit", () => (window.pressed = performance.now()), true);
new MutationObserver((_, watch) => {
  const all = document.querySelectorAll("button:not([disabled])");
  if (![...all].some((one) => one.textContent.includes("Roll the slippers"))) return;
  window.ready = performance.now();
  watch.disconnect();
}).observe(document, {subtree: true, childList: true, attributes: true});
"""
THINK = """(question) => {
  const begun = performance.now();
  const answer = JSON.parse(window.bots.think(question));
  return [performance.now() - begun, answer.error ?? ""];
}"""


class _Files(SimpleHTTPRequestHandler):
    def log_message(self, *parts: object) -> None:
        pass


def serve(folder: str) -> tuple[ThreadingHTTPServer, str]:
    """Write the site and serve it; return the server and the site's address."""
    write_site(Path(folder, "jemaa"))
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Files, directory=folder))
    Thread(target=server.serve_forever, daemon=True).start()
    return server, f"http://127.0.0.1:{server.server_port}/jemaa"


def start(visitor: Visitor) -> float:
    """Open a table against bots; return after how many seconds it could be played at."""
    visitor.context.add_init_script(WATCH)
    visitor.start("Marrakech", "Against bots", 2, "Anna", level="Amin")
    visitor.page.get_by_role("button", name="Roll the slippers").wait_for()
    return float(visitor.page.evaluate("(window.ready - window.pressed) / 1000"))


def reload(visitor: Visitor) -> float:
    """Open the same table again; return after how many seconds it could be played at."""
    visitor.page.reload()
    visitor.page.get_by_role("button", name="Roll the slippers").wait_for()
    return float(visitor.page.evaluate("window.ready / 1000"))


class Profile:
    """Lets a visitor's browser keep everything in a folder, for another browser after it."""

    def __init__(self, playwright: Playwright, folder: str) -> None:
        self._playwright = playwright
        self._folder = folder

    def new_context(self, **options: Any) -> object:
        """Start the browser: it has only one context."""
        return self._playwright.chromium.launch_persistent_context(
            self._folder, executable_path=find_browser(), args=ARGUMENTS, **options
        )


class Alone:
    """A page in a browser that is told what to do, and otherwise left alone."""

    def __init__(self, line: ClientConnection, process: int) -> None:
        self._line = line
        self._number = 0
        self.process = process

    def send(self, method: str, **given: object) -> None:
        """Let the browser do something, and wait until it has."""
        self._number += 1
        self._line.send(json.dumps({"id": self._number, "method": method, "params": given}))
        while json.loads(self._line.recv(PATIENCE / 1000)).get("id") != self._number:
            pass  # it tells of other things, too

    def press(self, name: str, *, is_pressed: bool = True) -> None:
        """Press the last button of a name, or only wait for it."""
        call = f"({PRESS})({json.dumps(name)}, {json.dumps(is_pressed)})"
        self.send("Runtime.evaluate", expression=call, awaitPromise=True)


@contextmanager
def alone(profile: str, *, is_still: bool) -> Iterator[Alone]:
    """Open a browser with what another one has kept."""
    told = Path(profile, "DevToolsActivePort")
    told.unlink(missing_ok=True)
    options = ["--window-size=1440,900", "--remote-debugging-port=0", f"--user-data-dir={profile}"]
    options += ["--force-prefers-reduced-motion"] * is_still
    browser = subprocess.Popen(
        [find_browser(), *ARGUMENTS, *options, "about:blank"],
        stderr=subprocess.DEVNULL,
        start_new_session=True,  # what is started may be a script, and the browser its child
    )
    try:
        while not told.is_file() or len(told.read_text().split()) < 2:
            time.sleep(0.1)
        port = told.read_text().split()[0]
        with urlopen(f"http://127.0.0.1:{port}/json") as answer:
            pages = [one for one in json.load(answer) if one["type"] == "page"]
        with connect(pages[0]["webSocketDebuggerUrl"], max_size=None) as line:
            yield Alone(line, browser.pid)
    finally:
        os.killpg(browser.pid, signal.SIGKILL)  # at once: its folder is removed next
        browser.wait()


def play_anew(
    profile: str, address: str, turns: int, pause: float, *, is_still: bool
) -> tuple[float, float]:
    """Come back to a table in a browser of its own and play some turns against a bot.

    Args:
        profile: where the other browser has kept what it needs.
        address: of the table.
        turns: how many.
        pause: how many seconds to think before each of them; browsers tidy up meanwhile.
        is_still: whether nothing moves by itself, as some people want it.

    Returns:
        The most that the page has held, and what is left of it when it has tidied up, in MB.
    """
    with alone(profile, is_still=is_still) as page:
        page.send("Page.navigate", url=address)
        held = []
        for _ in range(turns):
            page.press(TURN[0], is_pressed=False)
            time.sleep(pause)
            for name in TURN:
                page.press(name)
            held.append(memory(page.process))
        page.press(TURN[0], is_pressed=False)
        held.append(memory(page.process))
        page.send("HeapProfiler.collectGarbage")
        time.sleep(1)
        return max(held), memory(page.process)


def memory(browser: int) -> float:
    """Return what the largest renderer of a browser holds for itself, in MB."""
    largest = 0
    for process in family(browser):
        try:
            if b"--type=renderer" in Path(f"/proc/{process}/cmdline").read_bytes():
                lines = Path(f"/proc/{process}/status").read_text().splitlines()
                fields = dict(line.split(":", 1) for line in lines)
                largest = max(largest, int(fields["RssAnon"].split()[0]))
        except (OSError, KeyError):
            continue  # it has ended meanwhile
    return largest * 1024 / 1e6


def family(process: int) -> Iterator[int]:
    """Return a process and all that it has started."""
    yield process
    for thread in os.listdir(f"/proc/{process}/task"):
        children = Path(f"/proc/{process}/task/{thread}/children")
        for child in children.read_text().split():
            yield from family(int(child))


def loaded(folder: str) -> float:
    """Return the size of runtime and package in MB, as compressed as a host would send them."""
    import gzip

    files = [path for path in Path(folder, "jemaa/runtime").rglob("*") if path.is_file()]
    return sum(len(gzip.compress(path.read_bytes(), 9)) for path in files) / 1e6


def questions(game: str, count: int) -> list[dict[str, str]]:
    """Return views of one game between levels, spread over it."""
    match = jemaa.play(game, ["stroller", "trader", "stroller", "trader"], seed=f"browser {game}")
    asked = []
    record = jemaa.open_record(str(match.record))
    steps = [step for step, state in enumerate(record.states[:-1]) if (state.to_act or 0) >= 0]
    for step in steps[:: max(1, len(steps) // count)][:count]:
        state = record.states[step]
        seat = state.to_act
        if seat is None or seat < 0:
            continue
        view = state.view(seat)
        past = " ".join(action.text for action in record.actions[:step])
        text = f"{view}\n{past}" if not catalog.game(game).has_secrets else str(view)
        asked.append({"game": game, "view": text})
    return asked


def think(page: object, game: str, level: str, asked: list[dict[str, str]]) -> list[float]:
    """Let a level answer; return the seconds of each move."""
    times = []
    for number, one in enumerate(asked):
        question = {
            "type": "decide",
            "number": number,
            **one,
            "spec": level,
            "seconds": SECONDS[game],
        }
        taken, fault = page.evaluate(THINK, json.dumps(question))  # type: ignore[attr-defined]
        if fault:
            raise SystemExit(f"{game} {level}: {fault}")
        times.append(taken / 1000)
    return times


def main() -> int:
    """Measure, and tell."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--moves", type=int, default=6, help="moves of each level; default 6")
    parser.add_argument("--visits", type=int, default=3, help="later visits; default 3")
    parser.add_argument("--still", action="store_true", help="memory without movements")
    parser.add_argument("--turns", type=int, default=3, help="turns before memory; default 3")
    parser.add_argument("--pause", type=float, default=0, help="seconds before each; default 0")
    options = parser.parse_args()
    build_page()
    with TemporaryDirectory() as folder, TemporaryDirectory() as profile, sync_playwright() as own:
        server, address = serve(folder)
        visitor = Visitor(Profile(own, profile), address)
        visitor.page.set_default_timeout(PATIENCE)
        print(f"runtime and package, gzipped: {loaded(folder):.2f} MB (asked {ASKED['loaded']:g})")
        print(f"ready, first visit: {start(visitor):.1f} s (asked {ASKED['first']:g})")
        visitor.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        again = [reload(visitor) for _ in range(options.visits)]
        told = ", ".join(f"{one:.1f}" for one in again)
        print(f"ready, later visits: {told} s (asked {ASKED['later']:g})")
        table = visitor.page.url
        visitor.context.close()
        held, needed = play_anew(
            profile, table, options.turns, options.pause, is_still=options.still
        )
        print(f"memory with two workers in {options.turns} turns: most {held:.0f} MB,"
              f" {needed:.0f} when tidied up (asked {ASKED['memory']})")  # fmt: skip
        page = Visitor(Profile(own, profile), address).go("/rules/")
        runtime = next(Path(folder, "jemaa/runtime").iterdir()).name
        page.evaluate(PYTHON, f"{address}/runtime/{runtime}/")
        for game in catalog.GAMES:
            asked = questions(game, options.moves)
            for level in LEVELS:
                times = think(page, game, level, asked)
                mean, most = sum(times) / len(times), max(times)
                facts = f"mean {mean:6.3f} s, most {most:6.3f} s of {len(times)} moves"
                print(f"{game:9} {level:8} {facts} (asked {ASKED[game]:g})", flush=True)
        server.shutdown()
    return 0


if __name__ == "__main__":
    sys.exit(main())
