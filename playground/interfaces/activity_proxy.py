"""The proxy between an Activity and the app: a port in place of `<app>.discordsays.com`."""

import asyncio
from contextlib import suppress
from typing import Protocol

import aiohttp
from aiohttp import web
from multidict import CIMultiDict

from playground.world.world import World

_HOP_BY_HOP = frozenset(
    ("connection", "keep-alive", "transfer-encoding", "upgrade", "content-length", "content-encoding", "host")
)
_DISCORD = "https://discord.com"
_LARGEST = 1_000_000
_POLICY = "content-security-policy"


class _Socket(Protocol):
    async def receive(self) -> aiohttp.WSMessage: ...

    async def send_str(self, data: str) -> None: ...


class ActivityProxy:
    """Forwards requests and WebSockets to the target of `/` in the portal's URL mapping.

    The playground's page takes the place of discord.com, this port that of the app's host at discordsays.com.
    So an Origin with this port reaches the app as `https://<app>.discordsays.com`, and an app that lets
    discord.com frame it lets the page do so (activities/development-guides/local-development "URL Mapping").
    """

    def __init__(self, world: World, page: str) -> None:
        self._world = world
        self._page = page
        self.url = ""
        self._session: aiohttp.ClientSession | None = None
        self._runner: web.AppRunner | None = None

    async def start(self, host: str) -> None:
        """Listen on a free port."""
        app = web.Application(client_max_size=_LARGEST)
        app.router.add_route("*", "/{path:.*}", self._serve)
        self._session = aiohttp.ClientSession(auto_decompress=True, cookie_jar=aiohttp.DummyCookieJar())
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=1)
        await self._runner.setup()
        site = web.TCPSite(self._runner, host, 0)
        await site.start()
        port = self._runner.addresses[0][1]
        self.url = f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"

    async def stop(self) -> None:
        if self._session is not None:
            await self._session.close()
        if self._runner is not None:
            await self._runner.cleanup()

    async def _serve(self, request: web.Request) -> web.StreamResponse:
        target = self._world.application.activity_target
        if not target or self._session is None:
            return web.Response(status=404, text="No URL mapping for /")
        address = f"{target}{request.rel_url.raw_path_qs}"
        headers = CIMultiDict(
            (name, self._as_discordsays(name, value))
            for name, value in request.headers.items()
            if name.lower() not in _HOP_BY_HOP and not name.lower().startswith("sec-websocket")
        )
        try:
            if request.headers.get("Upgrade", "").lower() == "websocket":
                return await self._socket(request, f"ws://{address}", headers)
            return await self._request(request, f"http://{address}", headers)
        except aiohttp.ClientError:
            return web.Response(status=502, text="The app's server does not answer.")

    def _as_discordsays(self, name: str, value: str) -> str:
        if name.lower() == "origin" and value == self.url:
            return f"https://{self._world.bot.id}.discordsays.com"
        return value

    async def _request(
        self, request: web.Request, address: str, headers: "CIMultiDict[str]"
    ) -> web.StreamResponse:
        assert self._session is not None  # noqa: S101  # asked by `_serve`
        body = await request.read()
        async with self._session.request(
            request.method, address, headers=headers, data=body or None, allow_redirects=False
        ) as answer:
            content = await answer.read()
            headers = CIMultiDict(
                (name, value.replace(_DISCORD, self._page, 1) if name.lower() == _POLICY else value)
                for name, value in answer.headers.items()
                if name.lower() not in _HOP_BY_HOP
            )
            return web.Response(status=answer.status, body=content, headers=headers)

    async def _socket(
        self, request: web.Request, address: str, headers: "CIMultiDict[str]"
    ) -> web.StreamResponse:
        assert self._session is not None  # noqa: S101  # asked by `_serve`
        async with self._session.ws_connect(address, headers=headers) as server:
            client = web.WebSocketResponse()
            await client.prepare(request)
            there = asyncio.create_task(_pass(client, server))
            here = asyncio.create_task(_pass(server, client))
            await asyncio.wait((there, here), return_when=asyncio.FIRST_COMPLETED)
            for task in (there, here):
                task.cancel()
                with suppress(asyncio.CancelledError):
                    await task
            await client.close(code=server.close_code or 1000)
            return client


async def _pass(source: _Socket, target: _Socket) -> None:
    while (message := await source.receive()).type is aiohttp.WSMsgType.TEXT:
        await target.send_str(message.data)
