"""`jemaa serve`: the games in the browser, for this machine, a household or a club."""

from __future__ import annotations

import argparse
import webbrowser
from threading import Thread

from jemaa.server.run import serve
from jemaa.server.settings import read_settings

FLAGS = ("host", "port", "data", "database", "bus", "origins", "log", "workers")


def run(options: argparse.Namespace) -> int:
    """Serve until Ctrl-C."""
    settings = read_settings({name: getattr(options, name, None) for name in FLAGS})
    opens = bool(getattr(options, "open", False))
    serve(settings, any_port=opens, ready=_open if opens else None)
    return 0


def _open(address: str) -> None:
    # Some browsers come back only when they are closed.
    Thread(target=webbrowser.open, args=(address,), daemon=True).start()
