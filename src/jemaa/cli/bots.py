"""Computer players: who can take the other seats, and waiting while one of them thinks."""

from __future__ import annotations

import argparse
import hashlib
import sys
from collections.abc import Sequence
from contextlib import suppress
from threading import Event, Thread
from typing import Any

from jemaa import catalog
from jemaa.cli.files import find_game
from jemaa.cli.terminal import Notice, Words
from jemaa.core.actions import Move
from jemaa.core.errors import InvalidNotationError, JemaaError
from jemaa.core.game import Game
from jemaa.core.setup import TEXT_SIZE
from jemaa.core.view import View
from jemaa.players.base import Decision, Player
from jemaa.players.external import Engine
from jemaa.players.registry import LEVELS, parse_spec
from jemaa.players.search import Control

RANDOM = "random"
EXTERNAL = "external"
PATIENCE = 0.7
"""So many seconds nobody wonders what is going on."""
LAST_WORDS = 5.0
"""How many seconds a player has to come to an end after Ctrl-C."""


class Thought:
    """One decision in the making, in a thread of its own, so that Ctrl-C reaches us meanwhile."""

    def __init__(self, player: Player, view: View, control: Control) -> None:
        self.decision: Decision | None = None
        self.error: BaseException | None = None
        self._done = Event()
        self._player, self._view, self._control = player, view, control
        Thread(target=self._think, daemon=True).start()

    def _think(self) -> None:
        try:
            self.decision = self._player.choose(self._view, self._control)
        except BaseException as error:
            self.error = error  # raised again in the thread that waits
        self._done.set()

    def wait(self, notice: str) -> Decision:
        """Wait for the decision; show the notice meanwhile if it takes long."""
        if not self._done.wait(PATIENCE):
            with Notice(notice) as shown:
                while not self._done.wait(PATIENCE):
                    shown.go_on()
        return self._result()

    def cut_short(self) -> Decision | None:
        """Cancel it, and give what has been found so far, if anything."""
        self._control.cancel()
        return self._result() if self._done.wait(LAST_WORDS) else None

    def _result(self) -> Decision:
        if self.error is not None:
            raise self.error
        assert self.decision is not None
        return self.decision


class Bot:
    """A player of the catalog at our table."""

    def __init__(self, player: Player, words: Words) -> None:
        """Seat a player."""
        self._player = player
        self._words = words

    def choose(self, view: View) -> Move:
        """Choose a move; who thinks long is named on the screen."""
        name = view.game.seat_name(view, view.seat, self._words.language)
        thought = Thought(self._player, view, Control())
        try:
            return thought.wait(self._words("room.thinks", name=name)).move
        except KeyboardInterrupt:
            # It must not go on thinking while the game is being put away.
            with suppress(JemaaError):
                thought.cut_short()
            raise

    def close(self) -> None:
        """End its program, if it has one."""
        close = getattr(self._player, "close", None)
        if close is not None:
            close()


def make_bot(game: Game[Any, Any], spec: str, secret: bytes, words: Words) -> Bot:
    """Return whoever a registry string names; `random` alone plays otherwise in every game.

    Args:
        game: what is played.
        spec: the registry string.
        secret: the secret of the game's chance, which `random` follows.
        words: the language that is spoken.

    Raises:
        UnknownNameError: there is no such player.
        SetupError: a parameter is unknown or has a wrong value.
    """
    if spec == RANDOM:
        seed = int.from_bytes(hashlib.blake2b(secret, digest_size=3).digest())
        spec = f"{RANDOM}(seed={seed})"
    return Bot(catalog.player(game.name, spec), words)


def is_bot(game: Game[Any, Any], name: str) -> bool:
    """Whether a name in a record is one of our players, and not a person's."""
    try:
        return parse_spec(name)[0] in catalog.engines(game.name)
    except InvalidNotationError:
        return False


def programs(game: Game[Any, Any], names: Sequence[str]) -> list[str]:
    """Return those registry strings that would start a program on this machine."""
    return [name for name in names if is_bot(game, name) and parse_spec(name)[0] == EXTERNAL]


def levels(game: Game[Any, Any]) -> list[str]:
    """Return whom to offer as an opponent: the levels, weakest first, and the random player."""
    known = catalog.engines(game.name)
    return [level for level in LEVELS if level in known] + [RANDOM]


def run_engine(options: argparse.Namespace) -> int:
    """Let one of our players answer lines until `quit` or the end of the input.

    The lines are those of docs/bots.md.
    """
    game = find_game(options.game)
    service = Engine(game, catalog.player(game.name, options.player))
    # Not `for line in sys.stdin`: that may read ahead and answer late. A longer line comes in
    # pieces, which are not understood.
    while not service.is_over and (line := sys.stdin.readline(2 * TEXT_SIZE)):
        answer = service.answer(line)
        if answer is not None:
            print(answer, flush=True)
    return 0
