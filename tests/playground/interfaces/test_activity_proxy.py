"""The proxy in place of `<app>.discordsays.com`: what reaches the app's server, and what comes back."""

from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Any

import aiohttp
import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer

from tests.pocket import BOT, Pocket

Json = dict[str, Any]


@dataclass
class AppServer:
    """The app's own server; it answers with what it was asked."""

    address: str = ""
    closes_with: int = 4321
    requests: list[Json] = field(default_factory=list)

    async def answer(self, request: web.Request) -> web.StreamResponse:
        if request.headers.get("Upgrade") == "websocket":
            return await self.chat(request)
        self.requests.append(
            {
                "method": request.method,
                "path": request.rel_url.raw_path_qs,
                "origin": request.headers.get("Origin"),
                "host": request.headers["Host"],
                "cookie": request.headers.get("Cookie"),
                "body": await request.text(),
            }
        )
        if "moved" in request.path:
            return web.Response(status=302, headers={"Location": "https://example.org/x"})
        headers = {"Content-Security-Policy": "frame-ancestors https://discord.com https://x", "X-Own": "1"}
        response = web.Response(status=418, text="x" * 2000, headers=headers)
        response.set_cookie("session", "s")
        response.enable_compression()
        return response

    async def chat(self, request: web.Request) -> web.StreamResponse:
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        await socket.send_str(f"{request.path} {request.headers.get('Origin')}")
        async for message in socket:
            if message.data == "end":
                await socket.close(code=self.closes_with)
            else:
                await socket.send_str(message.data.upper())
        return socket


@pytest.fixture
async def app(pocket: Pocket) -> AsyncIterator[AppServer]:
    server = AppServer()
    application = web.Application()
    application.router.add_route("*", "/{path:.*}", server.answer)
    async with TestServer(application) as running:
        server.address = f"127.0.0.1:{running.port}"
        await pocket.control.change_application(activities=True, activity_target=f"{server.address}/base")
        yield server


async def test_proxy_forwards_requests_and_responses(pocket: Pocket, app: AppServer) -> None:
    url, session = pocket.playground.activity_proxy.url, pocket.line.session
    headers = {"Origin": url, "Cookie": "a=b"}
    async with session.post(f"{url}/a%20b%2Fc?d=e%26f", data=b"sent", headers=headers) as response:
        assert (response.status, await response.text()) == (418, "x" * 2000)
        assert response.headers["X-Own"] == "1"
        assert (
            response.headers["Content-Security-Policy"]
            == f"frame-ancestors {pocket.playground.url} https://x"
        )
        assert "session=s" in response.headers["Set-Cookie"]
    assert app.requests == [
        {
            "method": "POST",
            "path": "/base/a%20b%2Fc?d=e%26f",
            "origin": f"https://{BOT}.discordsays.com",
            "host": app.address,
            "cookie": "a=b",
            "body": "sent",
        }
    ]
    for origin in ("https://example.org", pocket.playground.url):
        async with session.get(url, headers={"Origin": origin}):
            assert app.requests[-1]["origin"] == origin
    assert (app.requests[-1]["cookie"], app.requests[-1]["path"]) == (None, "/base/")
    async with session.get(f"{url}/moved", allow_redirects=False) as response:
        assert (response.status, response.headers["Location"]) == (302, "https://example.org/x")


@pytest.mark.parametrize("code", [1000, 4321])
async def test_proxy_forwards_websockets_and_close_codes(pocket: Pocket, app: AppServer, code: int) -> None:
    app.closes_with = code
    url = pocket.playground.activity_proxy.url
    async with pocket.line.session.ws_connect(f"{url}/room", headers={"Origin": url}) as socket:
        assert (await socket.receive()).data == f"/base/room https://{BOT}.discordsays.com"
        await socket.send_str("word")
        assert (await socket.receive()).data == "WORD"
        await socket.send_str("end")
        assert (await socket.receive()).type is aiohttp.WSMsgType.CLOSE
        assert socket.close_code == code


async def test_missing_or_unreachable_target_is_an_error(pocket: Pocket, app: AppServer) -> None:
    url, session = pocket.playground.activity_proxy.url, pocket.line.session
    for target, status in (("", 404), ("127.0.0.1:9", 502), (app.address, 418)):
        await pocket.control.change_application(activity_target=target)
        async with session.get(url) as response:
            assert response.status == status
