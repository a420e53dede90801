"""A browser with the built page, for tests that look at it as people do."""

import fcntl
import json
import shutil
import subprocess
import sys
import time
from contextlib import contextmanager, suppress
from pathlib import Path

from playwright.sync_api import Error, expect, sync_playwright

ROOT = Path(__file__).parents[2]
ARGUMENTS = (
    "--no-sandbox",  # Chromium refuses to run as root with one
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--disable-quic",
    "--disable-gpu",
    # What would be drawn by a graphics card is drawn in software: a process for it only adds work.
    "--in-process-gpu",
)
BROWSERS = "chromium-headless-shell", "chromium", "chromium-browser"
"""The shell is the same browser without windows, and takes 40 % less of the processor."""
LOST_LINE = ("WebSocket connection to", "ERR_INTERNET_DISCONNECTED", "ERR_CONNECTION_REFUSED")
"""What Chromium itself writes when the network or the server is away."""
PHONE = {"width": 390, "height": 844}
DESK = {"width": 1440, "height": 900}
# The first frame tells the page of its new size, the second draws what comes of it.
FOLLOWED = """async ({width, height}) => {
  const frame = () => new Promise(requestAnimationFrame);
  do await frame(); while (innerWidth !== width || innerHeight !== height);
  await frame();
}"""
BREATH, MOMENT = 20, 200
"""Milliseconds: what comes together is looked at together; what is not seen changes nothing."""
CHANGED = """([breath, most]) => new Promise((done) => {
  const late = setTimeout(done, most);
  const watch = new MutationObserver(() => {
    watch.disconnect();
    clearTimeout(late);
    setTimeout(done, breath);
  });
  const all = {subtree: true, childList: true, attributes: true, characterData: true};
  watch.observe(document, all);
})"""
# To draw takes half of what a game takes of the processor. Sizes, places and words stay the same,
# and what is invisible in this way can be pressed; only dialogs, which lie above all, are drawn.
UNDRAWN = """{
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("html { opacity: 0 !important }");
  document.adoptedStyleSheets = [sheet];
}"""
# Whether nothing is kept any more; what does not go so quickly is not taken over.
FORGET = """async () => {
  localStorage.clear();
  sessionStorage.clear();
  const kept = [caches.keys(), indexedDB.databases(), navigator.serviceWorker.getRegistrations()];
  return (await Promise.all(kept)).every(some => !some.length);
}"""
PARKED = "/icon.svg"
"""A page without a script, of the same server: for that of another a new process would start."""
EXPLAINED = ("marrakech", "facir", "hint")
PATIENCE = 60
"""Seconds: what has not come by then does not come, however much else the machine does."""

expect.set_options(timeout=1000 * PATIENCE)


def build_page():
    """Bring the bundle up to date; quick when it is."""
    folder = ROOT / "build"
    folder.mkdir(exist_ok=True)
    with (folder / "page.lock").open("w") as lock:
        # The processes of a test run share one bundle.
        fcntl.flock(lock, fcntl.LOCK_EX)
        done = subprocess.run(
            [sys.executable, ROOT / "web/build.py"], capture_output=True, encoding="utf-8"
        )
    assert done.returncode == 0, done.stderr


def find_browser():
    path = next(filter(None, map(shutil.which, BROWSERS)), None)
    assert path, f"no Chromium on this machine: install it (apt-get install {BROWSERS[0]})"
    return path


@contextmanager
def open_browser():
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_browser(), args=ARGUMENTS)
        yield browser
        browser.close()


class Visitor:
    """Somebody with a browser of their own; whatever goes wrong in their page fails the test.

    `expected` are parts of messages that may stand in the console, because the test provokes them.
    To those who are `new`, signs are explained when they first see them.
    Only pages that are `drawn` can be taken pictures of, and let their things move as for people.
    What is changed of the browser itself is changed by its `context`; nobody takes it over then.
    """

    def __init__(
        self, browser, url, *, expected=(), patience=PATIENCE, new=False, drawn=True, **options
    ):
        self.url = url
        self.expected = expected
        self.patience = patience
        options = {"locale": "en-GB", "reduced_motion": "reduce", "viewport": DESK} | options
        self._context = browser.new_context(**options)
        self._is_changed = False
        self._kept = []
        self.errors = []
        self.frames = []
        """Everything the server has sent over sockets."""
        if not new:
            self._context.add_init_script(keeping("jemaa.explained", json.dumps(EXPLAINED)))
        if not drawn:
            self._context.add_init_script(UNDRAWN)
        self.page = self.tab()

    @property
    def context(self):
        self._is_changed = True
        return self._context

    def tab(self):
        page = self._context.new_page()
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("crash", lambda _: self.errors.append("the page has crashed"))
        page.on("dialog", self._dialog)
        page.on("console", self._console)
        page.on("websocket", self._listen)
        page.set_default_timeout(1000 * self.patience)
        return page

    def _dialog(self, dialog):
        self.errors.append(f"dialog: {dialog.message}")
        dialog.dismiss()

    def _console(self, message):
        """Blocked by the content policy, not found, thrown: all of it is written there."""
        if message.type == "error" and not any(part in message.text for part in self.expected):
            self.errors.append(message.text)

    def _listen(self, socket):
        socket.on("framereceived", lambda frame: self.frames.append(str(frame)))

    def hold(self, room, keys):
        """Let this browser have sat down before, with the keys of these seats."""
        seats = [{"seat": seat, "token": token} for seat, token in sorted(keys.items())]
        self.remember(f"jemaa.seats.{room}", json.dumps(seats))

    def keys(self, room):
        """Return the keys of the seats that this browser holds in a room."""
        kept = self.page.evaluate(f"JSON.parse(localStorage.getItem('jemaa.seats.{room}'))")
        return {key["seat"]: key["token"] for key in kept}

    def prefer(self, **settings):
        """Let these settings have been made before."""
        self.remember("jemaa.settings", json.dumps(settings))

    def remember(self, key, text, *, anew=False):
        """Let this be kept on the device, unless the page has kept something else, or even then."""
        self._kept.append(self._context.add_init_script(keeping(key, text, anew=anew)))

    def go(self, path):
        self.page.goto(self.url + path)
        return self.page

    def start(self, game, mode, players, name="", level="", settings=()):
        """Open a table from the home page."""
        levels = {"levels": 4 * [level.lower()]} if level else {}
        self.remember("jemaa.plan", json.dumps({"begins": "chosen", **levels}))
        page = self.go("/")
        page.get_by_role("radio", name=game).check(force=True)
        page.get_by_role("radio", name=mode).check(force=True)
        page.get_by_role("radio", name=str(players), exact=True).check(force=True)
        if settings:
            page.get_by_text("Variants").click()
            for choice in settings:
                page.get_by_label(choice, exact=True).check(force=True)
        if name:
            page.get_by_label("Your name").fill(name)
        page.get_by_role("button", name="Start").or_(
            page.get_by_role("button", name="Open the table")
        ).click()
        page.wait_for_url("**/r/*")
        return page.url.rsplit("/", 1)[1]

    def kill(self):
        """End the page's process at once, with its workers; another page takes its place."""
        with suppress(Error):  # nobody is there to answer
            self.page.goto("chrome://crash", timeout=5_000)
        self.page.close()
        self.errors = [error for error in self.errors if error != "the page has crashed"]
        self.page = self.tab()

    def press(self, name, **options):
        self.page.get_by_role("button", name=name, **options).click()

    def sit(self, address, name):
        """Come by a link and sit down: open it, write a name, press a button."""
        self.page.goto(address)
        self.page.get_by_label("Your name").fill(name)
        self.press("Sit down")

    def leave(self):
        self._context.close()
        assert self.errors == [], self.errors

    def make_room(self):
        """Leave, but not close the window if somebody new can take it over; gives whether they can.

        A page takes half as much of the processor in a window that has been there.
        """
        if not self._is_changed:
            for kept in self._kept:
                kept.close()
            for other in self._context.pages[1:]:
                other.close()
            self.page.goto(self.url + PARKED)
            self.page.mouse.move(-1, -1)
            if not self.errors and self.page.evaluate(FORGET):
                return True
        self.leave()
        return False

    def take_over(self, expected=(), viewport=DESK):
        """Be somebody new in a window that was left."""
        self.expected = expected
        self._kept, self.frames = [], []
        if self.page.viewport_size != viewport:
            resize(self.page, viewport)


def keeping(key, text, *, anew=False):
    """Return a script that keeps something on the device; some devices forbid it."""
    once = "" if anew else f"if (!localStorage.getItem({json.dumps(key)}))"
    script = f"{once} localStorage.setItem({json.dumps(key)}, {json.dumps(text)})"
    return f"try {{ {script} }} catch {{}}"


@contextmanager
def elsewhere(*visitors):
    """Let visitors look at something else while others move: their pages would draw every move.

    Back again, they are told what has happened.
    """
    addresses = [visitor.page.url for visitor in visitors]
    for visitor in visitors:
        visitor.page.goto(visitor.url + PARKED)
    yield
    for visitor, address in zip(visitors, addresses, strict=True):
        visitor.page.goto(address)
        visitor.press("On to the table")


def eventually(page, holds):
    """Wait until something holds that no single locator can tell; gives whether it does."""
    end = time.monotonic() + PATIENCE
    while not (found := holds()) and time.monotonic() < end:
        await_change(page)
    return found


def await_change(page):
    """Wait until the page changes, or a moment; lets what the browser has to say come in.

    To ask again and again takes more of the processor than what is waited for.
    """
    try:
        page.evaluate(CHANGED, [BREATH, MOMENT])
    except Error:  # another page has come meanwhile
        page.wait_for_timeout(BREATH)


def resize(page, size):
    """Return the window another size, and the page the time to follow."""
    page.set_viewport_size(size)
    page.evaluate(FOLLOWED, size)


def squares(page):
    """Return what the page says of every square, for those who do not see it."""
    cells = page.locator("[role=gridcell]")
    pairs = cells.evaluate_all("cells => cells.map(cell => cell.getAttribute('aria-label'))")
    return {label[:2]: label for label in pairs}


def mark(page):
    """Leave a mark that is gone after a reload."""
    page.evaluate("window.stillHere = true")


def is_marked(page):
    return page.evaluate("window.stillHere === true")
