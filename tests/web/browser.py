"""A browser with the built page, for tests that look at it as people do."""

import shutil
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import sync_playwright

ROOT = Path(__file__).parents[2]
ARGUMENTS = (
    "--no-sandbox",  # Chromium refuses to run as root with one
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--disable-quic",
    "--disable-gpu",
)


def build_page():
    """Bring the bundle up to date; quick when it is."""
    done = subprocess.run(
        [sys.executable, ROOT / "web/build.py"], capture_output=True, encoding="utf-8"
    )
    assert done.returncode == 0, done.stderr


@contextmanager
def open_browser():
    path = shutil.which("chromium") or shutil.which("chromium-browser")
    if path is None:
        pytest.skip("no Chromium on this machine")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield browser
        browser.close()


class Visitor:
    """Somebody with a browser of his own; whatever goes wrong in his page fails the test."""

    def __init__(self, browser, url, **options):
        self.url = url
        self.context = browser.new_context(locale="en-GB", reduced_motion="reduce", **options)
        self.errors = []
        self.frames = []
        """Everything the server has sent over sockets."""
        self.page = self.tab()

    def tab(self):
        page = self.context.new_page()
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("dialog", lambda dialog: self.errors.append(f"dialog: {dialog.message}"))
        page.on("websocket", self._listen)
        page.set_default_timeout(15_000)
        return page

    def _listen(self, socket):
        socket.on("framereceived", lambda frame: self.frames.append(str(frame)))

    def start(self, game, mode, players, name=""):
        """Open a table from the home page."""
        page = self.page
        page.goto(self.url + "/")
        page.get_by_role("radio", name=game).check(force=True)
        page.get_by_role("radio", name=mode).check(force=True)
        page.get_by_role("radio", name=str(players), exact=True).check(force=True)
        if name:
            page.get_by_label("Your name").fill(name)
        page.get_by_role("button", name="Start").or_(
            page.get_by_role("button", name="Open the table")
        ).click()
        page.wait_for_url("**/r/*")
        return page.url.rsplit("/", 1)[1]

    def press(self, name, **options):
        self.page.get_by_role("button", name=name, **options).click()

    def leave(self):
        self.context.close()
        assert self.errors == []
