"""Every way in which a request can fail, as a `Problem`: a reason, a sentence, never a trace."""

from __future__ import annotations

import math
from typing import Any

import msgspec
from litestar import Request, Response
from litestar.exceptions import (
    ClientException,
    HTTPException,
    MethodNotAllowedException,
    NotFoundException,
    ValidationException,
)
from litestar.types import ExceptionHandlersMap

from jemaa.core.errors import JemaaError, SetupError
from jemaa.server.http.headers import Headers
from jemaa.server.monitoring import complain, note
from jemaa.server.reasons import RefusalError, ServerReason
from jemaa.server.sockets import Send
from jemaa.server.store import FateUnknownError, StoreError, UnknownRoomError
from jemaa.server.wire import Problem

CONFLICTS = (
    "seat-taken",
    "room-full",
    "already-seated",
    "started",
    "name-taken",
    "not-over",
    "no-review",
    "no-reviews",
    "no-hints",
)
"""Refusals because of how the room is now, not because of the request."""
REASONS: dict[int, tuple[ServerReason, str]] = {
    400: ("malformed", "the request cannot be understood"),
    404: ("not-found", "there is nothing at this address"),
    405: ("method", "this address does not do that"),
    413: ("too-large", "the request is larger than 64 KiB"),
    415: ("content-type", "send JSON, with the content type application/json"),
}
LONGEST_ROOM = 40


class JsonRequest(Request[Any, Any, Any]):
    """A request whose body is JSON of the kind that the handler wants, or is refused."""

    async def json(self) -> Any:
        """Return the body, read as what it must be: whatever else it is is not even built.

        Raises:
            ClientException: it is no JSON.
            MalformedError: it is another JSON.
        """
        body = await self.body()
        wanted = self.route_handler.parsed_data_field
        kind = object if wanted is None else wanted.annotation
        try:
            return msgspec.json.decode(body, type=kind, strict=False)
        except msgspec.ValidationError as error:
            message, _, path = str(error).partition(" - at `")
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            raise ClientException from None
        raise MalformedError(message, path.removeprefix("$").removeprefix(".").removesuffix("`"))


Anybody = Request[Any, Any, Any]


class LimitedError(JemaaError):
    """Somebody asks too often; `seconds` is how long to wait."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        super().__init__("too many requests from your address; please wait a moment")


class MalformedError(JemaaError):
    """A body is not what it must be; `field` says where."""

    def __init__(self, message: str, field: str = "") -> None:
        self.field = field
        super().__init__(message)


class ForeignError(JemaaError):
    """A page from elsewhere asks."""


async def send_body(send: Send, status: int, headers: Headers, body: bytes) -> None:
    """Send a whole answer by ASGI."""
    length = [] if status == 304 else [(b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": [*headers, *length]})
    await send({"type": "http.response.body", "body": body})


async def send_problem(
    send: Send, status: int, reason: ServerReason, message: str, headers: Headers | None = None
) -> None:
    """Send a problem by ASGI, before any handler has seen the request."""
    head = [(b"content-type", b"application/json"), (b"cache-control", b"no-store")]
    await send_body(
        send, status, [*head, *(headers or ())], msgspec.json.encode(Problem(reason, message))
    )


def seconds_text(wait: float) -> str:
    """Return how long to wait, as `Retry-After` says it."""
    return str(max(1, math.ceil(wait)))


def answer(
    status: int, reason: str, message: str, field: str = "", headers: dict[str, str] | None = None
) -> Response[Problem]:
    """Return a problem as an answer."""
    return Response(
        Problem(reason, message, field),
        status_code=status,
        media_type="application/json",
        headers=headers,
    )


def _refusal(request: Anybody, error: RefusalError) -> Response[Problem]:
    if error.reason == "review-busy":
        return answer(429, error.reason, error.message, headers={"retry-after": "5"})
    status = 409 if error.reason in CONFLICTS else 404 if error.reason == "code" else 422
    return answer(status, error.reason, error.message, error.field)


def _setup(request: Anybody, error: SetupError) -> Response[Problem]:
    return answer(422, "setting", str(error), error.field)


def _unknown(request: Anybody, error: UnknownRoomError) -> Response[Problem]:
    return answer(404, "unknown-room", "there is no such room, or no more")


def _note_room(request: Anybody) -> None:
    """Let the log say which room was asked for, if it is one that there can be."""
    room = str(request.path_params.get("room", ""))
    if room.isascii() and room.isalnum() and len(room) <= LONGEST_ROOM:
        note(room=room)


def _store(request: Anybody, error: StoreError) -> Response[Problem]:
    _note_room(request)
    complain(str(error))
    return answer(
        503, "store", "this could not be stored; please try again", "", {"retry-after": "2"}
    )


def _uncertain(request: Anybody, error: FateUnknownError) -> Response[Problem]:
    _note_room(request)
    complain(str(error))
    message = "this may have been stored or not; please look before you try again"
    return answer(503, "uncertain", message, "", {"retry-after": "2"})


def _limited(request: Anybody, error: LimitedError) -> Response[Problem]:
    wait = {"retry-after": seconds_text(error.seconds)}
    return answer(429, "limited", str(error), headers=wait)


def _foreign(request: Anybody, error: ForeignError) -> Response[Problem]:
    return answer(403, "origin", str(error))


def _malformed(request: Anybody, error: MalformedError) -> Response[Problem]:
    return answer(422, "malformed", str(error), error.field)


def _invalid(request: Anybody, error: ValidationException) -> Response[Problem]:
    first = error.extra[0] if isinstance(error.extra, list) and error.extra else {}
    key, message = str(first.get("key", "")), str(first.get("message", ""))
    if key == "data":  # that it is not there is all that can be wrong with it here
        key, message = "", "the request has no body"
    return answer(422, "malformed", message or REASONS[400][1], key)


def _http(request: Anybody, error: HTTPException) -> Response[Problem]:
    reason, message = REASONS.get(error.status_code, ("malformed", "the request cannot be served"))
    headers = (
        {"allow": error.headers["allow"]} if error.headers and "allow" in error.headers else None
    )
    return answer(error.status_code, reason, message, headers=headers)


def _fault(request: Anybody, error: Exception) -> Response[Problem]:
    request.app.state.metrics.faults.inc()
    _note_room(request)
    complain("a request has failed", error, method=request.method, path=request.scope["path"])
    return answer(500, "fault", "something went wrong here; it was noted")


HANDLERS: ExceptionHandlersMap = {
    RefusalError: _refusal,
    SetupError: _setup,
    UnknownRoomError: _unknown,
    FateUnknownError: _uncertain,
    StoreError: _store,
    LimitedError: _limited,
    ForeignError: _foreign,
    MalformedError: _malformed,
    ValidationException: _invalid,
    NotFoundException: _http,
    MethodNotAllowedException: _http,
    HTTPException: _http,
    Exception: _fault,
}
