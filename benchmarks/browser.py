"""Measures playing without a server, in Chromium: loading, memory, and how long each level thinks.

    python benchmarks/browser.py [--moves 6] [--visits 3]

It writes the page as a site for a host of its own on the loopback address. "Ready" is from the
press on Start until the table can be played at: on the first visit with nothing kept, and on later
ones. A level is asked for moves in positions of a game between levels, four at the table,
uncompiled in the browser's Python. Memory is what the page's process has for itself, without the
browser's own program; /proc tells it, so this runs on Linux only. See benchmarks/README.md.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

import jemaa  # noqa: E402  (from the sources beside this script)
from jemaa import catalog  # noqa: E402
from jemaa.local.browser import SECONDS  # noqa: E402
from jemaa.local.site import write_site  # noqa: E402
from jemaa.players.registry import LEVELS  # noqa: E402
from tests.web.browser import Visitor, build_page, open_browser  # noqa: E402

ASKED = {"first": 8.0, "later": 3.0, "memory": 250, "loaded": 7.0, "marrakech": 1.5, "facir": 3.0}
PATIENCE = 180_000
"""Milliseconds: a busy machine takes its time, which is then told."""
PYTHON = """async (base) => {
  const listing = await (await fetch(base + "files.json")).json();
  const {loadPyodide} = await import(base + "pyodide.mjs");
  const python = await loadPyodide({indexURL: base});
  const bytes = async (name) => (await fetch(base + name)).arrayBuffer();
  for (const name of listing.wheels) python.unpackArchive(await bytes(name), "wheel");
  const extractDir = "/lib/python3.14/site-packages";
  python.unpackArchive(await bytes("jemaa.zip"), "zip", {extractDir});
  window.bots = python.pyimport("jemaa.local.browser").BotsWorker();
  window.bots.warm_up();
}"""
PRESSED = "addEventListener('submit', () => (window.pressed = performance.now()), true)"
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
    visitor.context.add_init_script(PRESSED)
    visitor.start("Marrakech", "Against bots", 2, "Anna", level="Amin")
    visitor.page.get_by_role("button", name="Roll the slippers").wait_for()
    return float(visitor.page.evaluate("(performance.now() - window.pressed) / 1000"))


def reload(visitor: Visitor) -> float:
    """Open the same table again; return after how many seconds it could be played at."""
    begun = time.perf_counter()
    visitor.page.reload()
    visitor.page.get_by_role("button", name="Roll the slippers").wait_for()
    return time.perf_counter() - begun


def play_anew(visitor: Visitor) -> tuple[float, float]:
    """Come back in a process of its own and play three turns against a bot.

    Returns:
        What the page holds then, and what is left of it when it has tidied up, in MB.
    """
    address = visitor.page.url
    visitor.page.close()
    page = visitor.page = visitor.context.new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(address)
    for _ in range(3):
        for name in ("Roll the slippers", "Next place", "Lay the rug"):
            page.get_by_role("button", name=name, disabled=False).last.click()
    page.get_by_role("button", name="Roll the slippers").wait_for()
    held = memory()
    visitor.context.new_cdp_session(page).send("HeapProfiler.collectGarbage")
    time.sleep(1)
    return held, memory()


def memory() -> float:
    """Return what the largest renderer of a browser of ours holds for itself, in MB."""
    largest = 0
    for status in Path("/proc").glob("[0-9]*/status"):
        try:
            command = status.with_name("cmdline").read_bytes()
            if b"--type=renderer" in command:
                fields = dict(line.split(":", 1) for line in status.read_text().splitlines())
                largest = max(largest, int(fields["RssAnon"].split()[0]))
        except (OSError, KeyError):
            continue  # it has ended meanwhile
    return largest * 1024 / 1e6


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
            "type": "question",
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
    options = parser.parse_args()
    build_page()
    with TemporaryDirectory() as folder, open_browser() as browser:
        server, address = serve(folder)
        visitor = Visitor(browser, address)
        visitor.page.set_default_timeout(PATIENCE)
        print(f"runtime and package, gzipped: {loaded(folder):.1f} MB (asked {ASKED['loaded']:g})")
        print(f"ready, first visit: {start(visitor):.1f} s (asked {ASKED['first']:g})")
        visitor.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        again = [reload(visitor) for _ in range(options.visits)]
        told = ", ".join(f"{one:.1f}" for one in again)
        print(f"ready, later visits: {told} s (asked {ASKED['later']:g})")
        held, needed = play_anew(visitor)
        print(f"memory with two workers, a visit of its own: {held:.0f} MB,"
              f" {needed:.0f} when tidied up (asked {ASKED['memory']})")  # fmt: skip
        page = visitor.go("/rules/")
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
