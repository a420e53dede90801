"""Calls people whose turn it is while their page is closed, where the host has set it up.

A call is empty: a push service learns that somebody is called, and nothing of any game. The words
are the page's own. Clients name the addresses that we post to, so only known push services are
believed: anything else would be a way into the host's network.
"""

from __future__ import annotations

import asyncio
import http.client
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any, Protocol
from urllib.parse import urlsplit

import msgspec

from jemaa.core.errors import JemaaError, SetupError
from jemaa.core.state import CHANCE, Seat
from jemaa.server.monitoring import complain, log
from jemaa.server.reasons import RefusalError
from jemaa.server.room import Room
from jemaa.server.room.commands import CallMe
from jemaa.server.rooms import Rooms
from jemaa.server.store import StoreError, UnknownRoomError

SERVICES = ("fcm.googleapis.com", "updates.push.services.mozilla.com", "web.push.apple.com")
FAMILIES = (".push.apple.com", ".push.services.mozilla.com", ".notify.windows.com")
"""The push services of the browsers, by host and by the end of their hosts."""
LONGEST = 1000
"""The longest address of a subscription, in characters."""
PAUSE_SECONDS = 30.0
"""Nobody is called more often than that."""
SEND_SECONDS = 10.0
"""How long a push service may take to answer."""
MOST_WAITING = 10_000
"""So many rooms at once may be about to call somebody; more are not called."""
AT_ONCE = 8
"""So many calls are under way at once."""
LIFETIME = 24 * 3600
"""A call that could not be delivered for so many seconds is forgotten."""
TOKEN_SECONDS = 12 * 3600
"""How long our signature for a service holds; services allow a day at most."""
GONE = (404, 410)
"""The answers of a service that mean: this browser does not want to be called any more."""


class CallWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Be called when it is one's turn and the page is closed; without an endpoint, no longer."""

    token: str
    """The key to the seat."""
    endpoint: Annotated[str, msgspec.Meta(max_length=LONGEST)] = ""
    """The address that the browser's push service has given."""


class Calls(msgspec.Struct, frozen=True):
    """How this server calls people."""

    key: str
    """The key that a browser subscribes with; empty if this server calls nobody."""


class PushError(JemaaError):
    """A call that did not go out."""


class _Vapid(Protocol):
    """What we need of `py_vapid.Vapid02`."""

    private_key: Any
    public_key: Any

    def sign(self, claims: dict[str, Any]) -> dict[str, str]: ...


def _vapid() -> Any:
    try:
        import py_vapid
    except ImportError:
        raise SetupError(
            "JEMAA_PUSH_KEYS", "calling people needs another package: pip install 'jemaa[push]'"
        ) from None
    return py_vapid.Vapid02


def make_keys(file: Path) -> None:
    """Write a new pair of keys into a file that only its owner can read.

    Raises:
        SetupError: there is such a file already, or it cannot be written.
    """
    vapid = _vapid()()
    vapid.generate_keys()
    try:
        opened = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        why = "it is there already; browsers that are called by it would be lost with it"
        raise SetupError(str(file), why) from None
    except OSError as error:
        raise SetupError(str(file), f"it cannot be written: {error.strerror}") from None
    with os.fdopen(opened, "wb") as writing:
        writing.write(vapid.private_pem())


class Sender:
    """Sends calls, signed with the host's keys.

    Args:
        keys: the file with them.
        contact: an address (`mailto:` or `https:`) where push services can complain.
        services: other services, as `https://push.example`.

    Raises:
        SetupError: the file cannot be used, or a package is missing.
    """

    def __init__(self, keys: str, contact: str, services: tuple[str, ...] = ()) -> None:
        make = _vapid()
        try:
            # Read here: where there is no file, the library would make one with new keys.
            self._vapid: _Vapid = make.from_pem(Path(keys).expanduser().read_bytes())
        except OSError as error:
            why = f"{keys} cannot be read: {error.strerror}; jemaa push-keys FILE makes one"
            raise SetupError("JEMAA_PUSH_KEYS", why) from None
        except Exception:  # whatever the cryptography says of a file that is something else
            raise SetupError("JEMAA_PUSH_KEYS", f"{keys} holds no key of ours") from None
        if not contact.startswith(("mailto:", "https://")):
            raise SetupError("JEMAA_PUSH_CONTACT", "write mailto:NAME@HOST, or an https address")
        self._contact = contact
        self._services = frozenset(service.rstrip("/") for service in services)
        self._signed: dict[str, tuple[float, dict[str, str]]] = {}

    @property
    def key(self) -> str:
        """The public key, as browsers want it."""
        from cryptography.hazmat.primitives import serialization
        from py_vapid.utils import b64urlencode

        raw = self._vapid.public_key.public_bytes(
            serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
        )
        return str(b64urlencode(raw))

    def check(self, endpoint: str) -> None:
        """Refuse addresses that are no push service's.

        Raises:
            RefusalError: `push-service`.
        """
        if len(endpoint) > LONGEST or not self._is_known(endpoint):
            raise RefusalError(
                "push-service", "this is not the address of a known push service", field="endpoint"
            )

    def _is_known(self, endpoint: str) -> bool:
        if not endpoint.isascii() or not endpoint.isprintable() or " " in endpoint:
            return False
        try:
            parts = urlsplit(endpoint)
            origin, port = f"{parts.scheme}://{parts.netloc}", parts.port
        except ValueError:
            return False
        if origin in self._services:
            return True
        host = parts.hostname or ""
        is_plain = parts.scheme == "https" and port is None and parts.netloc == host
        return is_plain and (host in SERVICES or host.endswith(FAMILIES))

    def send(self, endpoint: str) -> bool:
        """Call a browser; return whether it still wants that. It takes its time: not on the loop.

        Raises:
            PushError: the service has not taken it.
        """
        self.check(endpoint)  # the settings may have changed since it was kept
        parts = urlsplit(endpoint)
        secure = parts.scheme == "https"
        connect = http.client.HTTPSConnection if secure else http.client.HTTPConnection
        connection = connect(parts.netloc, timeout=SEND_SECONDS)
        path = parts.path + (f"?{parts.query}" if parts.query else "")
        headers = self._authorization(f"{parts.scheme}://{parts.netloc}")
        headers |= {"TTL": str(LIFETIME), "Urgency": "normal", "Content-Length": "0"}
        try:
            connection.request("POST", path or "/", headers=headers)
            status = connection.getresponse().status  # nobody follows it elsewhere
        except (OSError, http.client.HTTPException) as error:
            raise PushError(f"{parts.netloc} does not answer: {error}") from error
        finally:
            connection.close()
        if status in GONE:
            return False
        if not 200 <= status < 300:
            raise PushError(f"{parts.netloc} has answered {status}")
        return True

    def _authorization(self, origin: str) -> dict[str, str]:
        now = time.time()
        until, headers = self._signed.get(origin, (0.0, {}))
        if until < now:
            until = now + TOKEN_SECONDS
            claims = {"aud": origin, "sub": self._contact, "exp": int(until)}
            headers = self._vapid.sign(claims)
            self._signed = {**self._signed, origin: (until - TOKEN_SECONDS / 2, headers)}
        return dict(headers)


class Caller:
    """Looks at every change of a room, and calls whose turn it is and who is not there.

    Args:
        rooms: where they play.
        sender: who sends calls.
        online: gives the seats of a room whose owners are here.
        away: who is not there so many seconds after it became their turn is called.
    """

    def __init__(
        self,
        rooms: Rooms,
        sender: Sender,
        online: Callable[[str], frozenset[Seat]],
        away: float,
    ) -> None:
        self._rooms = rooms
        self._sender = sender
        self._online = online
        self._away = away
        self._waiting: dict[str, asyncio.Task[None]] = {}
        self._called: dict[str, float] = {}
        self._lines = asyncio.Semaphore(AT_ONCE)

    def consider(self, room: Room, own: bool) -> None:
        """Look at a room after it has changed.

        Args:
            room: as it is now.
            own: whether this process has changed it; if not, the one that has will call.
        """
        before = self._waiting.pop(room.id, None)
        if before is not None:
            before.cancel()
        if own and _endpoint(room) and len(self._waiting) < MOST_WAITING:
            task = asyncio.create_task(self._call(room))
            self._waiting[room.id] = task
            task.add_done_callback(lambda done: self._forget(room.id, done))

    async def close(self) -> None:
        """Call nobody any more."""
        tasks = list(self._waiting.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _forget(self, room: str, task: asyncio.Task[None]) -> None:
        if self._waiting.get(room) is task:
            del self._waiting[room]

    async def _call(self, room: Room) -> None:
        await asyncio.sleep(self._away)
        seat, endpoint = room.to_act, _endpoint(room)
        if seat is None or seat in self._online(room.id) or not self._may(endpoint):
            return
        async with self._lines:
            try:
                wanted = await asyncio.to_thread(self._sender.send, endpoint)
            except (PushError, RefusalError) as error:
                complain(str(error), room=room.id)
                return
        if not wanted:
            await self._drop(room.id, seat)

    def _may(self, endpoint: str) -> bool:
        """Whether a browser was not called just now; if so, it is noted."""
        now = time.monotonic()
        self._called = {one: at for one, at in self._called.items() if now - at < PAUSE_SECONDS}
        if endpoint in self._called:
            return False
        self._called[endpoint] = now
        return True

    async def _drop(self, room: str, seat: Seat) -> None:
        """Keep an address no longer that its service does not know any more."""
        log("a browser does not want to be called any more", room=room)
        try:
            await self._rooms.command(room, CallMe(seat, ""), frozenset())
        except (RefusalError, StoreError, UnknownRoomError) as error:
            complain(str(error), room=room)


def _endpoint(room: Room) -> str:
    """Return where the seat to act wants to be called; empty if nowhere."""
    seat = room.to_act
    if seat is None or seat == CHANCE or room.is_bot(seat):
        return ""
    return room.seats[seat].push
