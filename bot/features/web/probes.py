"""The doctor's probe of the web page: its public address answers, including WebSockets."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from typing import Final

import aiohttp

from bot.features.web.web_settings import VARIABLE, WebSettings
from bot.kernel.probes import Finding, fail, ok, warn

_CHECK: Final = "web page"
_SECONDS: Final = 10.0
_DOCS: Final = "see docs/web-owners.md"


async def check_address(settings: WebSettings) -> AsyncIterator[Finding]:
    """Yield the findings of a request to the public address."""
    if not await _listens(settings):
        text = f"nothing listens at port {settings.address.port}, so {settings.url} cannot be tried"
        yield warn(_CHECK, text, "look again while the bot runs")
        return
    timeout = aiohttp.ClientTimeout(total=_SECONDS)
    async with aiohttp.ClientSession(timeout=timeout) as session:
        try:
            yield await _page(session, settings)
            yield await _stream(session, settings)
        except (aiohttp.ClientError, TimeoutError, OSError) as error:
            text = " ".join(str(error).split()) or type(error).__name__
            yield fail(_CHECK, f"{settings.url} does not answer: {text}", _DOCS)


async def _listens(settings: WebSettings) -> bool:
    host = settings.address.host or "127.0.0.1"
    host = "127.0.0.1" if host in {"0.0.0.0", "::"} else host  # noqa: S104  # only compared
    with contextlib.suppress(OSError, TimeoutError):
        async with asyncio.timeout(_SECONDS):
            _, writer = await asyncio.open_connection(host, settings.address.port)
        writer.close()
        return True
    return False


async def _page(session: aiohttp.ClientSession, settings: WebSettings) -> Finding:
    async with session.get(f"{settings.url}/api/config", allow_redirects=False) as answer:
        body = await answer.text()
        if answer.status != 200 or '"application"' not in body:
            return fail(_CHECK, f"{settings.url} answers {answer.status}, and not as this page does", _DOCS)
        if "frame-ancestors" not in answer.headers.get("Content-Security-Policy", ""):
            todo = f"have the proxy pass Content-Security-Policy on; {_DOCS}"
            return fail(_CHECK, f"{settings.url} answers without the page's headers", todo)
    return ok(_CHECK, f"{settings.url} answers")


async def _stream(session: aiohttp.ClientSession, settings: WebSettings) -> Finding:
    try:
        async with session.ws_connect(f"{settings.url}/api/games/1/live", origin=settings.origin) as socket:
            await socket.close()
    except aiohttp.WSServerHandshakeError as error:
        return warn(
            "web stream",
            f"no WebSocket is opened ({error.status}): boards do not move by themselves",
            f"have the proxy pass WebSockets and the header Origin on, and see {VARIABLE}_URL; {_DOCS}",
        )
    return ok("web stream", "WebSockets are passed on")
