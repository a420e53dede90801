"""Letting a player think while the terminal stays alive."""

from __future__ import annotations

from threading import Event, Thread

from jemaa.cli.progress import Notice
from jemaa.core.view import View
from jemaa.players.control import Control
from jemaa.players.player import Decision, Player

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
