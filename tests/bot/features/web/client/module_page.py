"""A page with the client's modules and markup, but without a server."""

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from playwright.async_api import Browser, Page, Route

CLIENT = Path(__file__).parents[5] / "bot" / "features" / "web" / "client"
ADDRESS = "http://client.localhost/"


async def _serve(route: Route) -> None:
    name = route.request.url.removeprefix(ADDRESS).partition("?")[0]
    if not name:
        markup = (CLIENT / "index.html").read_text(encoding="utf-8")
        quiet = re.sub(r"<(script|link)\b.*", "", markup)
        await route.fulfill(body=quiet, content_type="text/html; charset=utf-8")
        return
    file = next((place / name for place in (CLIENT, Path(__file__).parent) if (place / name).exists()), None)
    if file is None:
        await route.abort()
        return
    await route.fulfill(body=file.read_text(encoding="utf-8"), content_type="text/javascript; charset=utf-8")


@asynccontextmanager
async def module_page(browser: Browser) -> AsyncIterator[Page]:
    """Yield a tab that can import the client's modules; none is started."""
    tab = await browser.new_page()
    await tab.route(f"{ADDRESS}**", _serve)
    await tab.goto(ADDRESS)
    yield tab
    await tab.close()
