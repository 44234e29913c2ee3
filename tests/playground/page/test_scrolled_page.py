"""The whole page in the browser, without a server: channels opened, scrolled and left by a reader."""

import json
from collections.abc import AsyncIterator
from typing import Any

import pytest_asyncio
from playwright.async_api import Browser
from syrupy.assertion import SnapshotAssertion

from playground.server import Playground
from tests.playground.page.drawn import ANNA, BEN, BOT, channel, message, state
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

LOBBY, GAMES, WELCOME = (f"[data-channel-id='{number}']" for number in (21, 22, 24))
TALL = "Line\n" * 14
CHANNELS = {
    "21": [message(number, BEN, TALL) for number in range(101, 104)],
    "22": [message(number, BEN, str(number), channel_id="22") for number in range(201, 252)],
    "24": [message(number, BOT, TALL, channel_id="24") for number in range(301, 304)],
}
"""One read to its end, one longer than a page and one shorter, both never read."""
VISITS: list[tuple[Any, ...]] = [
    ("open",),
    ("scroll", 0, False),
    ("look", "hidden"),
    ("event", "MESSAGE_CREATE", message(109, BEN, "While away")),
    ("event", "MESSAGE_CREATE", message(110, BOT, "Still away")),
    ("look", "visible"),
    ("look", "hidden"),
    ("look", "visible"),
    ("look", "hidden"),
    ("event", "MESSAGE_CREATE", message(111, ANNA, "From elsewhere")),
    ("event", "MESSAGE_CREATE", message(112, BOT, "Only for you", ephemeral_for="1")),
    ("look", "visible"),
    ("event", "CHANNEL_UPDATE", {"id": "21", "guild_id": "20", "name": "hall"}),
    ("event", "CHANNEL_UPDATE", {"id": "102", "guild_id": "20", "name": "Renamed"}),
    ("click", WELCOME),
    ("scroll", 30, "Enter"),
    ("event", "MESSAGE_CREATE", message(304, BEN, "After the greeting", channel_id="24")),
    ("click", LOBBY),
    ("scroll", -300, "PageUp"),
    ("click", GAMES),
]


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def address() -> AsyncIterator[str]:
    async with Playground.start() as playground:
        yield playground.url


async def walk(chrome: Browser, address: str, anna: Any, histories: Any, story: list[tuple[Any, ...]]) -> Any:
    """Walk a story through a tab of Anna's that shows the lobby."""
    page = await chrome.new_page(timezone_id="Europe/Berlin", viewport={"width": 1280, "height": 740})
    given = {"states": {"1": anna}, "histories": histories}
    await page.add_init_script(f"({SERVER})({json.dumps(given)})")
    await page.goto(f"{address}/#as=1&channel=21")
    await page.locator("[data-testid=messages][aria-busy=false]").wait_for()
    text = await page.evaluate(WALK, [["begin"], *story])
    await page.close()
    return text


async def test_scrolling_a_long_channel_matches_snapshot(
    chrome: Browser, address: str, snapshot: SnapshotAssertion
) -> None:
    anna = state("en-GB")
    anna["guilds"][0]["channels"][0]["last_message_id"] = "105"
    anna["read"]["21"] = "105"
    assert await walk(chrome, address, anna, {"21": MESSAGES}, STORY) == snapshot


async def test_leaving_and_opening_channels_matches_snapshot(
    chrome: Browser, address: str, snapshot: SnapshotAssertion
) -> None:
    anna = state("en-GB")
    last = [(21, "lobby", "103"), (22, "games", "251"), (24, "welcome", "303")]
    channels = [channel(number, name, last_message_id=message_id) for number, name, message_id in last]
    channels.append(channel(102, "A thread", 11, parent_id="21"))
    anna |= {"guilds": [anna["guilds"][0] | {"channels": channels}], "dms": [], "read": {"21": "103"}}
    assert await walk(chrome, address, anna, CHANNELS, VISITS) == snapshot
