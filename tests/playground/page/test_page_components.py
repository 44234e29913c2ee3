"""Components of messages at the edges of their fields, drawn from values."""

from collections.abc import AsyncIterator

import pytest_asyncio
from playwright.async_api import Browser, Page
from syrupy.assertion import SnapshotAssertion

from playground.server import Playground
from tests.playground.page.drawn import BOT, NOTES, choice, message, named, state
from tests.playground.page.page_scripts import DRAW
from tests.playground.page.page_stage import IN_CHROMIUM

pytestmark = IN_CHROMIUM

LINK = {"type": 2, "style": 5, "label": "Rules"}
PARTS = [
    {"type": 17, "accent_color": 0, "components": [{"type": 14, "spacing": 1}]},
    {"type": 13, "file": {"url": "attachment://other", "attachment_id": NOTES["id"]}},
    {"type": 13, "file": {"url": NOTES["url"]}},
    {"type": 13, "file": {"url": NOTES["url"]}, "name": "own.txt", "size": 7},
    {"type": 13, "file": {"url": "https://example.org/unknown.txt"}},
    {"type": 1, "components": [LINK | {"url": "https://example.org", "disabled": True}]},
    {"type": 1, "components": [LINK | {"url": "javascript:alert(1)"}, LINK | {"url": "https://example.org"}]},
    {"type": 1, "components": [choice("all", 7, default_values=[{"id": "31"}, {"id": "2"}], max_values=3)]},
    {"type": 1, "components": [choice("roles", 6, default_values=[{"id": "31"}])]},
    {"type": 1, "components": [choice("where", 8, default_values=[{"id": "21"}], channel_types=[0])]},
    {"type": 1, "components": [choice("thread", 8, default_values=[{"id": "23"}], channel_types=[11])]},
    {"type": 1, "components": [choice("letters", options=named("ab"), placeholder="Letter", disabled=True)]},
]


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def page(chrome: Browser) -> AsyncIterator[Page]:
    async with Playground.start() as playground:
        page = await chrome.new_page(timezone_id="Europe/Berlin")
        await page.goto(playground.url)
        yield page
        await page.close()


async def test_components_are_drawn_from_any_of_their_fields(page: Page, snapshot: SnapshotAssertion) -> None:
    drawn = message(100, BOT, "", components=PARTS, attachments=[NOTES], flags=1 << 15)
    assert await page.evaluate(DRAW, [state("en-US"), [drawn], None]) == snapshot
