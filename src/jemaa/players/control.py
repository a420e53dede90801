"""Stopping a search: by a clock, by a count of nodes, or by somebody who has lost interest."""

from __future__ import annotations

from threading import Timer
from types import TracebackType

from jemaa.players.limit import Limit


class Control:
    """Tells a running search to stop; searches look at it at every node.

    A search runs without the interpreter's lock, so another thread (a timer, a server) can call
    `cancel` while it works.
    """

    def __init__(self, limit: Limit | None = None) -> None:
        """Make a control with a budget."""
        self.limit = limit or Limit()
        self._stopped = False
        self._nodes_left = self.limit.nodes or -1
        self._timer: Timer | None = None

    def adopt(self, own: Limit) -> None:
        """Take over a player's own budget, unless another one was given."""
        if self.limit == Limit():
            self.limit = own
            self._nodes_left = own.nodes or -1

    def cancel(self) -> None:
        """Stop the search as soon as possible."""
        self._stopped = True

    @property
    def is_stopped(self) -> bool:
        """Whether the search should stop or has been stopped."""
        return bool(self._stopped)

    def _spend(self) -> bool:
        """Count one node and tell whether to stop."""
        if self._nodes_left == 0:
            self._stopped = True
        elif self._nodes_left > 0:
            self._nodes_left -= 1
        return self._stopped

    def __enter__(self) -> Control:
        if self.limit.seconds is not None:
            self._timer = Timer(self.limit.seconds, self.cancel)
            self._timer.daemon = True
            self._timer.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
