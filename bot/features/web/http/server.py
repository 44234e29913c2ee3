"""The web server: all routes, behind a middleware that checks origins and renders errors."""

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Final

from aiohttp import web

from bot.features.web.http.activity_api import ActivityApi
from bot.features.web.http.answers import (
    EarlyAnswer,
    Malformed,
    error_of,
    failure,
    language_of,
    limit_reply,
    refusal_error,
)
from bot.features.web.http.api import Api
from bot.features.web.http.client_files import INDEX, client_files
from bot.features.web.http.limits import RequestKind, RequestLimits, TooFast
from bot.features.web.http.public_page import PublicPage
from bot.features.web.http.security import CLIENT, Origins, client_address
from bot.features.web.http.stream import Stream
from bot.features.web.protocol import ErrorCode
from bot.features.web.service.activity import ActivityDoor
from bot.features.web.service.backend import Backend
from bot.features.web.web_settings import Application, WebSettings
from bot.model.ports import LeaseUncertain
from bot.model.refusal import Refusal
from data.outages import OUTAGES, is_outage

log = logging.getLogger(__name__)

MAX_BODY_BYTES: Final = 16 * 1024
MAX_HEADER_BYTES: Final = 8 * 1024
IDLE_SECONDS: Final = 30.0
"""Seconds that a connection may stay open without a complete request."""
BACKLOG: Final = 512
_Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]
_NOTHING_THERE: Final = {404, 405}
_SAFE: Final = frozenset({"GET", "HEAD"})


class WebServer:
    """The pages and routes of the web page."""

    def __init__(
        self,
        backend: Backend,
        settings: WebSettings,
        application: Application = lambda: None,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self._backend = backend
        self._settings = settings
        self._application = application
        self._limits = RequestLimits(monotonic)
        self._files = client_files()
        api = Api(backend, settings, self._limits, self._activity)
        self._stream = Stream(backend, api, self._limits)
        self.app = app = web.Application(middlewares=[self._gate], client_max_size=MAX_BODY_BYTES)
        api.add_to(app)
        self._stream.add_to(app)
        if settings.client_secret is not None:
            door = ActivityDoor(settings, backend.instances)
            ActivityApi(backend, door, self._limits, self._activity).add_to(app)
        PublicPage(backend, settings, self._limits).add_to(app)
        app.router.add_get("/", self._index)
        app.router.add_get("/client/{name}", self._file)
        app.router.add_get("/robots.txt", self._robots)
        app.on_shutdown.append(self._close_streams)

    @property
    def origins(self) -> Origins:
        """The origins that may write, and the hosts that may frame the page."""
        return Origins.of(self._settings.url, self._activity(), self._settings.frames)

    def _activity(self) -> int | None:
        """Return the application of the Activity, None without one."""
        return None if self._settings.client_secret is None else self._application()

    @asynccontextmanager
    async def listening(self) -> AsyncIterator[None]:
        """Serve within the context. Raises OSError if the address is unavailable."""
        runner = web.AppRunner(
            self.app,
            access_log=None,
            shutdown_timeout=2.0,
            keepalive_timeout=IDLE_SECONDS,
            max_line_size=MAX_HEADER_BYTES,
            max_field_size=MAX_HEADER_BYTES,
            lingering_time=2.0,
        )
        await runner.setup()
        working = [asyncio.create_task(run()) for run in (self._backend.hub.run, self._stream.pings.run)]
        try:
            address = self._settings.address
            await web.TCPSite(runner, address.host, address.port, backlog=BACKLOG).start()
            log.info("the web server listens on port %d, public address %s", address.port, self._settings.url)
            yield
        finally:
            for task in working:
                task.cancel()
            await asyncio.gather(*working, return_exceptions=True)
            await runner.cleanup()

    @web.middleware
    async def _gate(self, request: web.Request, handler: _Handler) -> web.StreamResponse:
        request[CLIENT] = client_address(request, self._settings.proxies)
        response = await self._answer(request, handler)
        if not response.prepared:
            response.headers.update(self.origins.headers())
        return response

    async def _answer(self, request: web.Request, handler: _Handler) -> web.StreamResponse:
        t = language_of(request, self._backend.texts)
        writes = request.method not in _SAFE or "upgrade" in request.headers.get("Connection", "").lower()
        if writes and not self.origins.allows(request):
            return failure(error_of(ErrorCode.FORBIDDEN, t))
        try:
            return await handler(request)
        except EarlyAnswer as answered:
            return answered.response
        except TooFast as error:
            return limit_reply(error, t)
        except Refusal as refusal:
            return failure(refusal_error(refusal, {}, t))
        except Exception as error:  # noqa: BLE001  # logged, unless it was foreseen
            return failure(error_of(_code_of(error), t))

    async def _index(self, request: web.Request) -> web.StreamResponse:
        self._limits.take(RequestKind.PAGE, request[CLIENT])
        return self._files[INDEX].answer(request)

    async def _file(self, request: web.Request) -> web.StreamResponse:
        self._limits.take(RequestKind.PAGE, request[CLIENT])
        file = self._files.get(request.match_info["name"])
        if file is None:
            raise web.HTTPNotFound
        return file.answer(request)

    async def _robots(self, _: web.Request) -> web.StreamResponse:
        # Crawlers must be able to fetch public pages to see the headers that forbid listing them.
        return web.Response(text="User-agent: *\nAllow: /g/\nDisallow: /\n")

    async def _close_streams(self, _: web.Application) -> None:
        await self._stream.close_all()


def _code_of(error: Exception) -> ErrorCode:
    """Return the code for an error; log an unexpected one."""
    if isinstance(error, Malformed):
        return ErrorCode.MALFORMED
    if isinstance(error, web.HTTPException):
        return ErrorCode.UNKNOWN if error.status in _NOTHING_THERE else ErrorCode.MALFORMED
    if isinstance(error, OUTAGES) and is_outage(error):
        # Only the type: request bodies contain secrets.
        log.warning("a request waits for the database: %s", type(error).__name__)
    elif not isinstance(error, LeaseUncertain):
        log.error("a request failed", exc_info=error)
    return ErrorCode.UNAVAILABLE
