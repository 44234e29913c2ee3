"""The page during an outage of the playground, and afterwards."""

from pathlib import Path

import aiohttp
from playwright.async_api import Browser, expect

from playground.server import Playground
from tests.playground.page.page_stage import IN_CHROMIUM
from tests.pocket import ANNA, BEN, BOARD_GAMES, Line, Person

pytestmark = IN_CHROMIUM


async def write(playground: Playground, content: str) -> None:
    async with aiohttp.ClientSession() as http:
        await Person(Line(http, playground.url), ANNA).say(BOARD_GAMES, content)


async def test_restart_loses_and_duplicates_no_messages(chrome: Browser, tmp_path: Path) -> None:
    world = tmp_path / "world.db"
    page = await chrome.new_page()
    async with Playground.start(world=world) as first:
        port = int(first.url.rsplit(":", 1)[1])
        await write(first, "before")
        await page.goto(f"{first.url}/#as={BEN}&channel={BOARD_GAMES}")
        await expect(page.get_by_test_id("message-body")).to_have_text(["before"])
    note = page.get_by_test_id("connection")
    await expect(note).to_have_text("Connection lost. Reconnecting …")
    await page.get_by_test_id("composer").fill("into the void")
    await page.keyboard.press("Enter")
    await expect(page.get_by_test_id("draft-failed")).to_contain_text("Not sent.")
    async with Playground.start(port=port, world=world) as second:
        await write(second, "meanwhile")
        await expect(page.get_by_test_id("message-body")).to_have_text(["before", "meanwhile"], timeout=15000)
        await page.get_by_role("button", name="Try again").click()
        await expect(page.get_by_test_id("message-body")).to_have_text(
            ["before", "meanwhile", "into the void"]
        )
        await expect(page.get_by_test_id("draft-failed")).to_have_count(0)
        # The new playground has no bot, so the note reports that.
        await expect(note).to_contain_text("Fernpartie is not connected right now")
    await page.close()
