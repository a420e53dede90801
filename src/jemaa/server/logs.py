"""Log lines: readable ones, or one JSON object in each line."""

from __future__ import annotations

import logging
import sys
import time
from typing import Any

import msgspec

LOGGER = logging.getLogger("jemaa.server")
"""Where the server writes. Never a token, a secret or a name of a room's guest."""


def log(message: str, **facts: Any) -> None:
    """Write one line: what happened, and facts by name."""
    LOGGER.info(message, extra={"facts": facts})


def complain(message: str, error: BaseException | None = None, **facts: Any) -> None:
    """Write one line about something that went wrong, with its trace if there is one."""
    LOGGER.error(message, exc_info=error, extra={"facts": facts})


class TextLines(logging.Formatter):
    """`12:00:00 message name=value`."""

    def format(self, record: logging.LogRecord) -> str:
        """Give a line for people."""
        facts = "".join(f" {name}={value}" for name, value in _facts(record).items())
        line = f"{time.strftime('%H:%M:%S', time.localtime(record.created))} "
        line += ("" if record.levelno < logging.WARNING else f"{record.levelname.lower()}: ") + (
            record.getMessage() + facts
        )
        return f"{line}\n{self.formatException(record.exc_info)}" if record.exc_info else line


class JsonLines(logging.Formatter):
    """One JSON object: `at`, `level`, `message`, the facts, and `trace` after a fault."""

    def format(self, record: logging.LogRecord) -> str:
        """Give a line for programs."""
        line = {
            "at": round(record.created, 3),
            "level": record.levelname.lower(),
            "message": record.getMessage(),
            **_facts(record),
        }
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return msgspec.json.encode(line, enc_hook=str).decode()


def set_up_logs(kind: str) -> None:
    """Send all log lines to the standard error in the wanted form."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines() if kind == "json" else TextLines())
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(logging.WARNING)
    LOGGER.setLevel(logging.INFO)
    # It writes an error with a trace when a client sends bytes that are no text.
    logging.getLogger("uvicorn.error").setLevel(logging.CRITICAL)


def _facts(record: logging.LogRecord) -> dict[str, Any]:
    facts: dict[str, Any] = getattr(record, "facts", {})
    return facts
