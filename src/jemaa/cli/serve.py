"""`jemaa serve`: the games in the browser, for this machine, a household or a club."""

from __future__ import annotations

import argparse
import webbrowser
from pathlib import PurePath
from threading import Thread

from jemaa.server.logs import log
from jemaa.server.run import serve
from jemaa.server.settings import read_settings

FLAGS = ("host", "port", "data", "database", "bus", "origins", "log", "workers")
TEXT_BROWSERS = {"elinks", "links", "lynx", "w3m", "www-browser"}
"""They would take the terminal, and cannot show the page: it needs JavaScript."""


def run(options: argparse.Namespace) -> int:
    """Serve until Ctrl-C."""
    settings = read_settings({name: getattr(options, name, None) for name in FLAGS})
    opens = bool(getattr(options, "open", False))
    serve(settings, any_port=opens, ready=_open if opens else None)
    return 0


def _open(address: str) -> None:
    # Some browsers come back only when they are closed.
    Thread(target=_show, args=(address,), daemon=True).start()


def _show(address: str) -> None:
    try:
        browser = webbrowser.get()
        name = PurePath(getattr(browser, "name", "")).name
        shown = name not in TEXT_BROWSERS and browser.open(address)
    except webbrowser.Error:
        shown = False
    if not shown:
        log(f"no browser opens here; open {address} in one yourself")
