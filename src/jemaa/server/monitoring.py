"""What a host can watch: log lines, for people or as JSON; `metrics` has the figures."""

from __future__ import annotations

import logging
import re
import sys
import time
from collections.abc import Callable
from contextvars import ContextVar
from typing import Any, Protocol

import msgspec

LOGGER = logging.getLogger("jemaa.server")
"""Where the server writes. Never a token, a secret or a name of a room's guest."""


SELDOM_SECONDS = 60.0
"""How often a line about something that clients can cause at will is written."""
LONGEST = 400
"""So many characters of a fact are written: clients can make some of them long."""
_UNSEEN = re.compile(
    r"[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]"
)

_noted: ContextVar[dict[str, Any]] = ContextVar("noted", default={})  # noqa: B039  (never changed)


def note(**facts: Any) -> None:
    """Let every later line of this task carry facts, as the room and the address."""
    _noted.set({**_noted.get(), **facts})


def log(message: str, **facts: Any) -> None:
    """Write one line: what happened, and facts by name."""
    LOGGER.info(message, extra={"facts": {**_noted.get(), **facts}})


def complain(message: str, error: BaseException | None = None, **facts: Any) -> None:
    """Write one line about something that went wrong, with its trace if there is one."""
    LOGGER.error(message, exc_info=error, extra={"facts": {**_noted.get(), **facts}})


class Tally:
    """Writes of what clients can cause in masses: one line a minute for each kind, with a number.

    >>> times = iter([0.0, 1.0, 2.0, 70.0])
    >>> tally = Tally(lambda: next(times))
    >>> [tally.count("flood") for _ in range(4)]
    [1, 0, 0, 3]
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._next: dict[str, float] = {}
        self._held: dict[str, int] = {}

    def count(self, kind: str) -> int:
        """Count one of a kind; return how many there were since the last line, or 0 for no line."""
        now = self._clock()
        count = self._held.get(kind, 0) + 1
        if now < self._next.get(kind, now):
            self._held[kind] = count
            return 0
        self._next[kind] = now + SELDOM_SECONDS
        self._held[kind] = 0
        return count

    def warn(self, message: str, **facts: Any) -> None:
        """Write one line, unless such a line was written in the last minute."""
        count = self.count(message)
        if count:
            LOGGER.warning(message, extra={"facts": {"times": count, **facts}})


def visible(text: str) -> str:
    r"""Return a text in which no sign can move the cursor, begin a line or turn the writing round.

    >>> print(visible("a\nb"))
    a\u000ab
    """
    return _UNSEEN.sub(lambda sign: f"\\u{ord(sign.group()):04x}", text)


class TextLines(logging.Formatter):
    """`12:00:00 message name=value`."""

    def format(self, record: logging.LogRecord) -> str:
        """Return a line for people."""
        facts = "".join(f" {name}={value}" for name, value in _facts(record).items())
        line = f"{time.strftime('%H:%M:%S', time.localtime(record.created))} "
        line += ("" if record.levelno < logging.WARNING else f"{record.levelname.lower()}: ") + (
            visible(record.getMessage() + facts)
        )
        if not record.exc_info:
            return line
        # Every line of a trace is set in: what clients have sent can stand there, but no line can
        # look like one of ours.
        trace = self.formatException(record.exc_info).split("\n")
        return "\n".join([line, *(f"    {visible(part)}" for part in trace)])


class JsonLines(logging.Formatter):
    """One JSON object: `at`, `level`, `message`, the facts, and `trace` after a fault."""

    def format(self, record: logging.LogRecord) -> str:
        """Return a line for programs."""
        line = {
            "at": round(record.created, 3),
            "level": record.levelname.lower(),
            "message": record.getMessage(),
            **_facts(record),
        }
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        # JSON has escaped most of what must not be seen as it is; the rest can only be in texts.
        return visible(msgspec.json.encode(line, enc_hook=str).decode())


def set_up_logs(kind: str, *, addresses: bool = True) -> None:
    """Send all log lines to the standard error in the wanted form, with or without addresses."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines() if kind == "json" else TextLines())
    if not addresses:
        handler.addFilter(_forget_address)
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(logging.WARNING)
    LOGGER.setLevel(logging.INFO)
    # It writes an error with a trace when a client sends bytes that are no text.
    logging.getLogger("uvicorn.error").setLevel(logging.CRITICAL)


def _forget_address(record: logging.LogRecord) -> bool:
    record.facts = {name: value for name, value in _facts(record).items() if name != "address"}
    return True


def _facts(record: logging.LogRecord) -> dict[str, Any]:
    facts: dict[str, Any] = getattr(record, "facts", {})
    return {
        name: f"{value[:LONGEST]}..." if isinstance(value, str) and len(value) > LONGEST else value
        for name, value in facts.items()
    }


class Metrics(Protocol):
    """The figures that rooms, sockets and bots count in. Who serves shows them to Prometheus."""

    rooms: Any
    sockets: Any
    opened: Any
    commands: Any
    appends: Any
    thinking: Any
    drops: Any
    cuts: Any
    faults: Any
