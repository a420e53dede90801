"""`jemaa engine`: one of our players as a program for others, by the lines of docs/bots.md."""

from __future__ import annotations

import argparse
import sys

from jemaa import catalog
from jemaa.cli.setup import find_game
from jemaa.core.setup import TEXT_SIZE
from jemaa.players.service import Service


def run(options: argparse.Namespace) -> int:
    """Answer lines until `quit` or the end of the input."""
    game = find_game(options.game)
    service = Service(game, catalog.player(game.name, options.player))
    # Not `for line in sys.stdin`: that may read ahead and answer late. A longer line comes in
    # pieces, which are not understood.
    while not service.is_over and (line := sys.stdin.readline(2 * TEXT_SIZE)):
        answer = service.answer(line)
        if answer is not None:
            print(answer, flush=True)
    return 0
