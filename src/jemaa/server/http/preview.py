"""What a link to a room shows in a chat before anybody opens it: the game and its result."""

from __future__ import annotations

import re
from collections.abc import Mapping
from html import escape
from typing import Any

from jemaa.core.errors import JemaaError
from jemaa.core.state import Seat
from jemaa.locale import LANGUAGES, text
from jemaa.server.http.headers import header
from jemaa.server.room import Room
from jemaa.server.rooms import Rooms

READERS = re.compile(
    "bot|facebookexternalhit|whatsapp|slack|skype|preview|embed|mastodon|fetch", re.IGNORECASE
)
"""Programs that look at a link for somebody call themselves so."""
ADDRESS = re.compile(r"/(?:r|replay|review)/([a-z0-9]{4,40})")


async def preview(scope: Mapping[str, Any], rooms: Rooms) -> str:
    """Return what to put into the head of the page for a program that reads links.

    Empty for people, whose browsers show the room itself, and where there is no such room.
    """
    found = ADDRESS.fullmatch(scope["path"])
    if not found or not READERS.search(header(scope, b"user-agent") or ""):
        return ""
    try:
        room = await rooms.get(found[1])
    except JemaaError:
        return ""
    return _tags(room.game.title, describe(room, _language(scope)))


def describe(room: Room, language: str) -> str:
    """Return where a room stands, in one sentence. It tells nothing that a spectator is not told.

    Args:
        room: which.
        language: of the words.
    """
    if room.status == "waiting":
        return text(language, "room.invited-title")
    names = [_name(room, seat, language) for seat in range(len(room.seats))]
    winners = room.ranking()[0] if room.status == "over" and not room.closed else ()
    if len(winners) == 1:
        return text(language, "result.won", name=names[winners[0]])
    if winners:
        shared = ", ".join(names[seat] for seat in winners)
        return text(language, "result.shared", names=shared)
    return ", ".join(names)


def _name(room: Room, seat: Seat, language: str) -> str:
    chair = room.seats[seat]
    return chair.name or text(language, f"app.level-{chair.level}")


def _language(scope: Mapping[str, Any]) -> str:
    """Return the first language that is asked for and that we have; English if there is none."""
    for wish in (header(scope, b"accept-language") or "").split(","):
        code = wish.strip()[:2].lower()
        if code in LANGUAGES:
            return code
    return "en"


def _tags(title: str, about: str) -> str:
    named = {"og:site_name": "Jemaa", "og:title": title, "og:description": about}
    named |= {"og:type": "website"}
    return "".join(
        f'<meta property="{name}" content="{escape(words)}" />' for name, words in named.items()
    )
