"""The doctor's probes of the web page, from the outside."""

from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any

import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer

import rules
from bot.address import Address
from bot.app import FeatureSettings, all_probes
from bot.features.web import probes
from bot.features.web.web_settings import WebSettings
from bot.kernel.probes import Finding, FindingStatus

POLICY = {"Content-Security-Policy": "frame-ancestors 'none'"}


@pytest.fixture
async def settings() -> AsyncIterator[tuple[WebSettings, dict[str, Any]]]:
    """Yield the settings of a stand-in page, and its adjustable behaviour."""
    ways: dict[str, Any] = {"headers": POLICY, "stream": True, "body": '{"application":null}'}

    async def config(_: web.Request) -> web.Response:
        return web.Response(text=ways["body"], headers=ways["headers"])

    async def live(request: web.Request) -> web.StreamResponse:
        if not ways["stream"]:
            return web.Response(status=403)
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        return socket

    app = web.Application()
    app.router.add_get("/api/config", config)
    app.router.add_get("/api/games/1/live", live)
    async with TestServer(app) as server:
        port = server.port or 0
        yield WebSettings(Address("127.0.0.1", port), f"http://127.0.0.1:{port}"), ways


async def findings(settings: WebSettings) -> list[Finding]:
    return [finding async for finding in probes.check_address(settings)]


def test_a_disabled_page_is_not_probed() -> None:
    assert not all_probes(rules.GAMES, FeatureSettings())


async def test_the_doctor_probes_an_enabled_page(settings: tuple[WebSettings, dict[str, Any]]) -> None:
    (probe,) = all_probes(rules.GAMES, FeatureSettings(web=settings[0]))
    assert [finding.check async for finding in probe()] == ["web page", "web stream"]


async def test_an_answering_page_is_ok(settings: tuple[WebSettings, dict[str, Any]]) -> None:
    results = await findings(settings[0])
    assert [finding.status for finding in results] == [FindingStatus.OK] * 2


async def test_a_proxy_without_websockets_is_a_warning(settings: tuple[WebSettings, dict[str, Any]]) -> None:
    settings[1]["stream"] = False
    results = await findings(settings[0])
    assert [finding.status for finding in results] == [FindingStatus.OK, FindingStatus.WARN]


@pytest.mark.parametrize("change", [{"headers": {}}, {"body": "<html>"}])
async def test_another_page_at_the_address_fails(
    settings: tuple[WebSettings, dict[str, Any]], change: dict[str, Any]
) -> None:
    settings[1].update(change)
    assert (await findings(settings[0]))[0].status is FindingStatus.FAIL


async def test_an_unreachable_public_address_fails(
    settings: tuple[WebSettings, dict[str, Any]], unused_tcp_port: int
) -> None:
    results = await findings(replace(settings[0], url=f"http://127.0.0.1:{unused_tcp_port}"))
    assert [finding.status for finding in results] == [FindingStatus.FAIL]
    assert "web-owners.md" in results[0].todo


async def test_a_stopped_bot_is_a_warning(unused_tcp_port: int) -> None:
    page = WebSettings(Address("127.0.0.1", unused_tcp_port), "https://games.example")
    (finding,) = await findings(page)
    assert finding.status is FindingStatus.WARN
