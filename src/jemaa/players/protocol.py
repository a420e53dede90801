"""How Jemaa and a program in any language talk: lines of text, described in docs/bots.md.

This module has the words; `external` speaks them to a program, `service` answers them as one.
"""

from __future__ import annotations

VERSION = 1
"""Rises when a program that follows the older text could misunderstand."""
HELLO = "jemaa"
READY = "ready"
MOVE = "move"
INFO = "info"
ERROR = "error"
QUIT = "quit"
LONGEST = 4096
"""The most bytes that a program may write in one line."""


def hello(game: str) -> str:
    """Return the first line of a conversation.

    >>> hello("marrakech")
    'jemaa 1 marrakech'
    """
    return f"{HELLO} {VERSION} {game}"


def split(line: str) -> tuple[str, str]:
    """Split a line into its first word and the rest, without spaces around either.

    >>> split("move  c3c4 ")
    ('move', 'c3c4')
    """
    word, _, rest = line.strip().partition(" ")
    return word, rest.strip()
