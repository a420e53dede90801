"""The HTTP side: rooms are opened, found, joined and read. GET never changes anything."""

from __future__ import annotations

import hashlib
import io
from collections.abc import Hashable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from typing import Annotated, Any

import msgspec
import segno
from litestar import Request, Response, get, post
from litestar.connection import ASGIConnection
from litestar.di import NamedDependency
from litestar.exceptions import ClientException, NotFoundException
from litestar.handlers.base import BaseRouteHandler
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import Body, FromPath, HeaderParameter

from jemaa.analysis import Review
from jemaa.server import study, wire
from jemaa.server.export import catalogue
from jemaa.server.http.bodies import Bodies, pack
from jemaa.server.http.headers import client, for_others, header, host, is_here, is_own_page
from jemaa.server.http.problems import ForeignError, LimitedError
from jemaa.server.limits import Buckets, Windows, network
from jemaa.server.push import Calls, CallWish
from jemaa.server.reasons import RefusalError
from jemaa.server.room import redact
from jemaa.server.room.clock import now
from jemaa.server.room.commands import CallMe
from jemaa.server.room.redact import replay
from jemaa.server.room.tokens import digest
from jemaa.server.services import Services


def _problems(**statuses: str) -> dict[int, ResponseSpec]:
    """Describe the ways in which a handler can fail, as `_404="why"`."""
    return {
        int(name[1:]): ResponseSpec(wire.Problem, generate_examples=False, description=why)
        for name, why in statuses.items()
    }


ROOM = _problems(
    _400="It cannot be understood.",
    _404="There is no such room.",
    _503="The store does not answer.",
)
POST = _problems(
    _400="It is no JSON.",
    _403="The page is from elsewhere.",
    _413="It is larger than 64 KiB.",
    _415="It has another content type.",
    _422="Something in it is not possible; `field` says what.",
    _429="Too many from this address; `Retry-After` says when.",
    _503="The store does not answer.",
)
CONFLICT = _problems(_409="The room is not in the state for it.")

Asked = Request[Any, Any, Any]
Device = Annotated[str, HeaderParameter(name="X-Jemaa-Device", required=False, max_length=200)]


GUESSES = 10
"""So many wrong codes may come from an address in a minute: there are 16 ** 6 of them."""
BURST = 20
"""So many seconds' worth of requests may come at once: a class opens the page together."""
MAKING = 20
"""A request whose answer must be made first counts as so many."""


class Health(msgspec.Struct, frozen=True):
    """Whether the server can do its work."""

    status: str
    """`ok`, or `failing`."""
    message: str = ""


class RoomName(msgspec.Struct, frozen=True):
    """The room that a short code leads to."""

    room: str


class ApiContext:
    """What every handler needs: the services, and who may do what how often."""

    def __init__(self, services: Services) -> None:
        settings = services.settings
        rate = settings.requests_per_second
        self.services = services
        self.rooms = services.rooms
        self.bodies = Bodies()
        self.catalog = pack(msgspec.json.encode(catalogue()))
        self.requests = Buckets(burst=BURST * rate, per_second=rate)
        self.opening = Windows(settings.rooms_per_minute)
        self.sitting = Windows(settings.rooms_per_minute)
        self.guesses = Windows(GUESSES)

    def check(self, scope: Mapping[str, Any], acts: Windows | None = None) -> None:
        """Refuse what no page of ours sends: forms, pages from elsewhere, and floods.

        Programs send no origin, and need none: there are no cookies that somebody could borrow.
        """
        kind = (header(scope, b"content-type") or "").partition(";")[0].strip()
        if kind != "application/json":
            raise ClientException(status_code=415)
        if header(scope, b"origin") and not is_own_page(scope, self.services.settings.own_origins):
            raise ForeignError("this page is not from here")
        if acts is not None:
            _or_limited(acts.wait(network(client(scope))))

    @contextmanager
    def act(self, request: Asked, acts: Windows) -> Iterator[None]:
        """Count one act of an address, unless it is refused."""
        address = network(client(request.scope))
        _or_limited(acts.take(address))
        try:
            yield
        except BaseException:
            acts.give_back(address)
            raise

    def charge(self, request: Asked, key: Hashable) -> None:
        """Let a request count as many where its answer must be made first."""
        if not self.bodies.is_at_hand(key):
            _or_limited(self.requests.take(network(client(request.scope)), MAKING))

    def link(self, request: Asked, room: str) -> wire.RoomLink:
        """Return the address of a room, for others."""
        settings = self.services.settings
        address = settings.address.rstrip("/")
        if address:
            return wire.RoomLink(f"{address}/r/{room}", local=False)
        asked = host(request.scope)
        found = asked if settings.is_local else for_others(asked)
        return wire.RoomLink(f"{request.scope['scheme']}://{found}/r/{room}", local=is_here(found))


def _or_limited(wait: float) -> None:
    if wait:
        raise LimitedError(wait)


AnyConnection = ASGIConnection[Any, Any, Any, Any]


async def may_open(connection: AnyConnection, handler: BaseRouteHandler) -> None:
    """Refuse to open a room before the wishes for it are read."""
    api: ApiContext = connection.app.state.api
    api.check(connection.scope, api.opening)


async def may_sit(connection: AnyConnection, handler: BaseRouteHandler) -> None:
    """Refuse a seat before it is read which one."""
    api: ApiContext = connection.app.state.api
    api.check(connection.scope, api.sitting)


def may_ask(connection: AnyConnection, handler: BaseRouteHandler) -> None:
    """Refuse questions of pages from elsewhere before they are read."""
    api: ApiContext = connection.app.state.api
    api.check(connection.scope)


Given = NamedDependency[ApiContext]
Named = FromPath[str]


@post("/api/rooms", summary="Open a room", responses=POST, guards=[may_open])
async def open_room(
    request: Asked, api: Given, data: Annotated[wire.NewRoom, Body()]
) -> wire.OpenedRoom:
    """Open a room; return the keys to the seats of this device."""
    with api.act(request, api.opening):
        return await api.rooms.open(data)


@get("/api/rooms/{room:str}", summary="Look at a room", responses=ROOM)
async def see_room(api: Given, room: Named) -> wire.RoomInfo:
    """Return what everybody may know of a room."""
    return redact.info(await api.rooms.get(room), now())


@post(
    "/api/rooms/{room:str}/seats",
    summary="Sit down",
    responses=ROOM | POST | CONFLICT,
    guards=[may_sit],
)
async def take_seat(
    request: Asked, api: Given, room: Named, data: Annotated[wire.TakeSeat, Body()]
) -> wire.SeatToken:
    """Take an open seat; return the key to it. The same request again gives the same key."""
    with api.act(request, api.sitting):
        return await api.rooms.sit(room, data, api.services.hub.online(room))


@get(
    "/api/codes/{code:str}",
    summary="The room of a short code",
    responses=_problems(
        _404="It leads to no room that waits for players.",
        _429="Too many wrong codes from this address; `Retry-After` says when.",
    ),
)
async def find_code(request: Asked, api: Given, code: FromPath[str]) -> RoomName:
    """Return the room that a short code leads to; whoever guesses has few tries."""
    address = network(client(request.scope))
    _or_limited(api.guesses.take(address))
    room = await api.rooms.coded(code)
    api.guesses.give_back(address)
    return RoomName(room)


@get(
    "/api/rooms/{room:str}/record",
    summary="The record of a finished game",
    media_type="text/plain",
    responses=ROOM | CONFLICT,
)
async def record(api: Given, room: Named) -> Response[str]:
    """Return the record of a finished game, which `jemaa verify` and `jemaa replay` read."""
    found = await api.rooms.get(room)
    headers = {"content-disposition": f'attachment; filename="{found.id}.jemaa"'}
    return Response(str(found.record), headers=headers, media_type="text/plain")


@get(
    "/api/rooms/{room:str}/replay",
    summary="A finished game, position by position",
    responses=ROOM | CONFLICT,
)
async def see_replay(request: Asked, api: Given, room: Named) -> Response[wire.Replay]:
    """Return every position of a finished game with all cards open, and statistics."""
    found = await api.rooms.get(room)
    tag = f'"{hashlib.sha256(f"{found.id} {found.version}".encode()).hexdigest()[:24]}"'
    headers = {"etag": tag, "cache-control": "private, no-cache"}
    if found.status == "over" and header(request.scope, b"if-none-match") == tag:
        return Response(None, status_code=304, headers=headers)  # type: ignore[arg-type]
    key = found.id, found.version  # a rematch or a phrase may come after the end
    api.charge(request, key)
    body = await api.bodies.get(key, lambda: msgspec.json.encode(replay(found)))
    return body.answer(request.scope, "application/json", headers)


@get(
    "/api/rooms/{room:str}/qr.svg",
    summary="The address of a room as a QR code",
    media_type="image/svg+xml",
    responses=ROOM,
)
async def qr_code(request: Asked, api: Given, room: Named) -> Response[bytes]:
    """Return the address of a room as a picture."""
    found = await api.rooms.get(room)
    link = api.link(request, found.id).link
    api.charge(request, link)
    body = await api.bodies.get(link, partial(_qr_code, link))
    return body.answer(request.scope, "image/svg+xml")


def _qr_code(link: str) -> bytes:
    picture = io.BytesIO()
    segno.make_qr(link).save(picture, kind="svg", border=2, omitsize=True, xmldecl=False)
    return picture.getvalue()


@get("/api/rooms/{room:str}/link", summary="The address of a room, for others", responses=ROOM)
async def room_link(request: Asked, api: Given, room: Named) -> wire.RoomLink:
    """Return the address that others can open, and say if there is none but for this machine."""
    return api.link(request, (await api.rooms.get(room)).id)


@get("/api/calls", summary="How people are called")
async def see_calls(api: Given) -> Calls:
    """Return the key with which a browser lets this server call it when it is somebody's turn."""
    sender = api.services.sender
    return Calls(sender.key if sender else "")


@post(
    "/api/rooms/{room:str}/calls",
    summary="Be called when it is one's turn",
    responses=ROOM | POST | CONFLICT,
    guards=[may_sit],
)
async def call_me(
    request: Asked, api: Given, room: Named, data: Annotated[CallWish, Body()]
) -> Calls:
    """Keep where a seat wants to be called, or forget it."""
    sender = api.services.sender
    if sender is None:
        raise RefusalError("no-calls", "this server calls nobody")
    if data.endpoint:
        sender.check(data.endpoint)
    with api.act(request, api.sitting):
        seat = (await api.rooms.get(room)).seat_of(data.token)
        if seat is None:
            raise RefusalError("unknown-token", "this is not the key to a seat of this room")
        await api.rooms.command(room, CallMe(seat, data.endpoint), frozenset())
    return Calls(sender.key)


@get("/api/games", summary="The games of a browser", responses=_problems(_422="A wrong header."))
async def own_games(api: Given, device: Device = "") -> list[wire.OwnGame]:
    """Return the rooms in which a browser holds seats, the latest first."""
    own = digest(device)
    return [redact.own_game(listed, own) for listed in await api.services.store.of_device(own)]


@get("/api/catalog", summary="What can be chosen")
async def see_catalog(request: Asked, api: Given) -> Response[dict[str, Any]]:
    """Return the games with their settings, the levels, the quick phrases and the languages."""
    return api.catalog.answer(request.scope, "application/json")


@get("/healthz", summary="Health", responses={503: ResponseSpec(Health, generate_examples=False)})
async def health(api: Given) -> Response[Health]:
    """Whether moves can be stored; 503 if not."""
    fault = await api.services.fault()
    if fault:
        return Response(Health("failing", fault), status_code=503)
    return Response(Health("ok"))


@get("/metrics", summary="Figures for Prometheus", media_type="text/plain")
async def figures(api: Given) -> Response[bytes]:
    """Return all figures in Prometheus' text format."""
    if not api.services.settings.metrics:
        raise NotFoundException
    return Response(api.services.metrics.page(), media_type="text/plain; version=0.0.4")


@post(
    "/api/rooms/{room:str}/review",
    summary="Want a review",
    responses=ROOM | POST | CONFLICT,
    guards=[may_ask],
    status_code=200,
)
async def want_review(
    request: Asked, api: Given, room: Named, data: Annotated[study.ReviewWish, Body()]
) -> Response[study.ReviewNews]:
    """Want the review of a finished game; ask again until it is done, or it is given up."""
    address = network(client(request.scope))
    return _json(await api.services.reviews.ask(room, data.have, address))


@get(
    "/api/rooms/{room:str}/review",
    summary="The review of a finished game",
    responses=ROOM | CONFLICT,
)
async def see_review(api: Given, room: Named) -> Response[Review | None]:
    """Return the whole review if there is one, else null; it is not made."""
    return _json(await api.services.reviews.kept(room) or b"null")


@post(
    "/api/rooms/{room:str}/trial",
    summary="A position to find a better move in",
    responses=ROOM | POST | CONFLICT,
    guards=[may_ask],
    status_code=200,
)
async def see_trial(
    request: Asked, api: Given, room: Named, data: Annotated[study.TrialWish, Body()]
) -> Response[study.Trial]:
    """Return a position of a finished game as its mover knew it, and what moves are worth."""
    _or_limited(api.requests.take(network(client(request.scope)), MAKING))
    return _json(msgspec.json.encode(await api.services.reviews.trial(room, data.ply)))


@post(
    "/api/rooms/{room:str}/retry",
    summary="Play on from a position",
    responses=ROOM | POST | CONFLICT,
    guards=[may_open],
)
async def retry(
    request: Asked, api: Given, room: Named, data: Annotated[study.RetryWish, Body()]
) -> wire.OpenedRoom:
    """Open a room that goes on from a position of a finished game; return the key to the seat."""
    with api.act(request, api.opening):
        return await api.rooms.retry(room, data)


@post("/api/records", summary="Bring a record", responses=POST, guards=[may_open])
async def bring_record(
    request: Asked, api: Given, data: Annotated[study.RecordWish, Body()]
) -> wire.OpenedRoom:
    """Open a room with a finished game that was played elsewhere, to replay and review it."""
    with api.act(request, api.opening):
        return await api.rooms.open_record(data.record)


@post(
    "/api/rooms/{room:str}/hint",
    summary="The best move, for somebody who plays",
    responses=ROOM | POST | CONFLICT,
    guards=[may_ask],
    status_code=200,
)
async def want_hint(
    request: Asked, api: Given, room: Named, data: Annotated[study.HintWish, Body()]
) -> study.HintGiven:
    """Return the best move to the seat that is to act; everybody at the table learns of it."""
    _or_limited(api.requests.take(network(client(request.scope)), MAKING))
    return await api.services.hints.give(room, data)


def _json(body: bytes) -> Response[Any]:
    headers = {"cache-control": "no-store"}
    return Response(body, media_type="application/json", headers=headers)


HANDLERS = [
    want_review,
    see_review,
    see_trial,
    retry,
    bring_record,
    want_hint,
    open_room,
    see_room,
    take_seat,
    find_code,
    record,
    see_replay,
    qr_code,
    room_link,
    see_calls,
    call_me,
    own_games,
    see_catalog,
    health,
    figures,
]
