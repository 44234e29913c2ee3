"""The HTTP edge of the REST interface: parses bodies, checks the token, injects faults, keeps the journal."""

import asyncio
import json
import socket
import struct
from collections.abc import Awaitable, Callable
from email.utils import formatdate

from aiohttp import BodyPartReader, web

from playground.rest.call import Call, Endpoint, Reply
from playground.rest.faults import Fault, Faults
from playground.rest.journal import Journal
from playground.rest.rate_limits import LimitResult, RateLimits
from playground.values.clock import Clock
from playground.values.errors import (
    BAD_BODY,
    METHOD_NOT_ALLOWED,
    NOT_FOUND,
    TOO_LARGE,
    UNAUTHORIZED,
    ApiError,
    ApiRefusal,
    LateFailure,
)
from playground.values.uploads import MAX_REQUEST, Upload
from playground.world.world import World

PREFIX = "/api/v10"
OLD_EDIT_SECONDS = 3600.0


class Edge:
    """Wraps endpoints for aiohttp."""

    def __init__(
        self,
        *,
        clock: Clock,
        world: World,
        token: str,
        faults: Faults,
        journal: Journal,
        limits: RateLimits,
    ) -> None:
        self._clock = clock
        self._world = world
        self._authorization = f"Bot {token}"
        self._faults = faults
        self._journal = journal
        self._limits = limits

    def routes(self, endpoints: list[Endpoint]) -> list[web.RouteDef]:
        """Return aiohttp routes for endpoints, and a route that refuses all other paths."""
        routes = [
            web.route(endpoint.method, PREFIX + endpoint.path, self._handler(endpoint))
            for endpoint in endpoints
        ]
        paths = {endpoint.path for endpoint in endpoints}
        routes.extend(
            web.route("*", PREFIX + path, self._handler(_refusing_endpoint(METHOD_NOT_ALLOWED, path)))
            for path in sorted(paths)
        )
        routes.append(web.route("*", "/api/{tail:.*}", self._handler(_refusing_endpoint(NOT_FOUND, "/"))))
        return routes

    def _handler(self, endpoint: Endpoint) -> Callable[[web.Request], Awaitable[web.StreamResponse]]:
        async def serve(request: web.Request) -> web.StreamResponse:
            return await self._serve(endpoint, request)

        return serve

    async def _serve(self, endpoint: Endpoint, request: web.Request) -> web.StreamResponse:
        authorized = request.headers.get("Authorization") == self._authorization
        path = request.path.removeprefix(PREFIX)
        try:
            body, uploads = await _read(request, takes_form=endpoint.takes_form)
            read_error = None
        except ApiError as error:
            body, uploads, read_error = None, (), error
        grant = self._limits.take(request.method, endpoint.path, request.match_info, path)
        fault = None
        if grant.refusal is None:
            fault = self._faults.strike(request.method, path, PREFIX, old_edit=self._is_old_edit(request))
        call = Call(
            dict(request.match_info),
            dict(request.query),
            body,
            uploads,
            request.headers.get("Authorization", ""),
            authorized,
        )

        def perform() -> Reply:
            if read_error is not None:
                return _refusal_reply(read_error)
            return self._perform(endpoint, call, authorized=authorized)

        reply = grant.refusal or await self._fault_reply(fault, perform)
        if reply is not None and reply.delay:
            await asyncio.sleep(reply.delay)
        if reply is not None:
            shared = self._world.strictness.shared_refusals_count
            self._limits.record(reply, path, counts_shared=shared)
        self._journal.record(
            method=request.method,
            path=path,
            query=dict(request.query),
            authorized=authorized,
            content_type=request.content_type,
            body=body,
            uploads=uploads,
            status=None if reply is None else reply.status,
            response=None if reply is None else reply.html or reply.body,
        )
        if reply is None:
            return _disconnect(request, hard=fault is not None and fault.kind == "reset")
        return self._response(grant, reply)

    @staticmethod
    async def _fault_reply(fault: Fault | None, perform: Callable[[], Reply]) -> Reply | None:
        """Perform a request under a fault; None if no reply is sent."""
        if fault is None:
            return perform()
        if fault.kind == "delay":
            reply = perform() if fault.after else None
            await asyncio.sleep(fault.seconds)
            return reply or perform()
        if fault.after:
            perform()
        if fault.kind == "status":
            return Reply(fault.status, fault.body(), fault.html, fault.headers())
        if fault.kind == "drop":
            await asyncio.sleep(fault.seconds)
        return None

    def _perform(self, endpoint: Endpoint, call: Call, *, authorized: bool) -> Reply:
        if not (authorized or endpoint.open_to_all):
            return _refusal_reply(ApiError(UNAUTHORIZED))
        try:
            return endpoint.handler(call)
        except ApiError as error:
            return _refusal_reply(error)

    def _is_old_edit(self, request: web.Request) -> bool:
        if request.method != "PATCH":
            return False
        message = self._world.find_message(request.match_info.get("message", ""))
        return message is not None and self._clock.now() - message.timestamp > OLD_EDIT_SECONDS

    def _response(self, grant: LimitResult, reply: Reply) -> web.Response:
        response = self._web_response(grant, reply)
        response.headers["Date"] = formatdate(self._clock.now(), usegmt=True)
        return response

    @staticmethod
    def _web_response(grant: LimitResult, reply: Reply) -> web.Response:
        if reply.html is not None:
            # Cloudflare answers before Discord: no route limits, no `Via`.
            type_headers = {"Content-Type": "text/html; charset=UTF-8", "Server": "cloudflare"}
            headers = type_headers | dict(reply.headers)
            return web.Response(status=reply.status, body=reply.html.encode(), headers=headers)
        headers = dict(reply.headers)
        limits = {} if headers.get("X-RateLimit-Scope") == "global" else dict(grant.headers)
        if limits and reply.status == 429 and headers.get("X-RateLimit-Scope") != "shared":
            limits["X-RateLimit-Remaining"] = "0"
        if reply.status == 204:
            return web.Response(status=204, headers=limits | headers)
        # A charset after the type would keep discord.py from parsing the body as JSON.
        type_headers = {"Content-Type": "application/json"}
        data = json.dumps(reply.body, separators=(",", ":")).encode()
        return web.Response(status=reply.status, body=data, headers=limits | headers | type_headers)


def _refusal_reply(error: ApiError) -> Reply:
    delay = error.seconds if isinstance(error, LateFailure) else 0.0
    return Reply(error.refusal.status, error.body(), headers=error.headers(), delay=delay)


def _refusing_endpoint(refusal: ApiRefusal, path: str) -> Endpoint:
    def refuse(_: Call) -> Reply:
        raise ApiError(refusal)

    return Endpoint("*", path, refuse, open_to_all=True)


def _disconnect(request: web.Request, *, hard: bool) -> web.StreamResponse:
    transport = request.transport
    if transport is not None:
        raw = transport.get_extra_info("socket")
        if hard and raw is not None:
            # A linger time of zero makes the kernel send RST instead of FIN.
            raw.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        transport.abort()
    return web.Response(status=500)


async def _read(request: web.Request, *, takes_form: bool) -> tuple[object, tuple[Upload, ...]]:
    try:
        if takes_form:
            # topics/oauth2: the token URL accepts only forms.
            return dict(await request.post()), ()
        if request.content_type.startswith("multipart/"):
            return await _read_parts(request)
        data = await request.read()
    except web.HTTPRequestEntityTooLarge:
        raise ApiError(TOO_LARGE) from None
    return (_parse(data) if data else None), ()


async def _read_parts(request: web.Request) -> tuple[object, tuple[Upload, ...]]:
    body: object = None
    uploads = []
    total = 0
    async for part in await request.multipart():
        if not isinstance(part, BodyPartReader):
            raise ApiError(BAD_BODY)
        data = bytes(await part.read(decode=False))
        total += len(data)
        if total > MAX_REQUEST:
            raise ApiError(TOO_LARGE)
        if part.name == "payload_json":
            body = _parse(data)
        elif part.filename is not None:
            content_type = part.headers.get("Content-Type", "application/octet-stream")
            uploads.append(Upload(part.name or "", part.filename, content_type, data))
    return body, tuple(uploads)


def _parse(data: bytes) -> object:
    try:
        return json.loads(data)
    except ValueError:
        raise ApiError(BAD_BODY) from None
