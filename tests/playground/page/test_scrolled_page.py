"""The whole page in the browser, without a server: a long channel, scrolled by a reader."""

import json
from typing import Any

from playwright.async_api import Browser
from syrupy.assertion import SnapshotAssertion

from playground.server import Playground
from tests.playground.page.drawn import BEN, BOT, message, state
from tests.playground.page.page_stage import IN_CHROMIUM
from tests.playground.page.whole_page import SERVER, WALK

pytestmark = IN_CHROMIUM

FAR = 100_000
MESSAGES = [message(number, BEN, f"Text {number}") for number in range(1, 106)]
"""Two pages of fifty messages, and five more."""
STORY: list[tuple[Any, ...]] = [
    ("open",),
    ("scroll", -500, False),
    ("scroll", -300),
    ("event", "MESSAGE_CREATE", message(106, BEN, "While scrolled")),
    ("event", "MESSAGE_DELETE", {"id": "105", "channel_id": "21"}),
    ("scroll", -300),
    ("click", ".jump"),
    ("event", "MESSAGE_CREATE", message(107, BOT, "Long\n" * 40)),
    ("elapse", 1000),
    ("scroll", -FAR),
    ("elapse", 1000),
    ("scroll", -FAR),
    ("scroll", FAR),
    ("event", "MESSAGE_CREATE", message(108, BOT, "Seen")),
]


async def test_a_reader_scrolls_through_a_long_channel(chrome: Browser, snapshot: SnapshotAssertion) -> None:
    anna = state("en-GB")
    anna["guilds"][0]["channels"][0]["last_message_id"] = "105"
    anna["read"]["21"] = "105"
    async with Playground.start() as playground:
        page = await chrome.new_page(timezone_id="Europe/Berlin", viewport={"width": 1280, "height": 740})
        given = {"states": {"1": anna}, "histories": {"21": MESSAGES}}
        await page.add_init_script(f"({SERVER})({json.dumps(given)})")
        await page.goto(f"{playground.url}/#as=1&channel=21")
        await page.locator("[data-testid=messages][aria-busy=false]").wait_for()
        assert await page.evaluate(WALK, [["begin"], *STORY]) == snapshot
        await page.close()
