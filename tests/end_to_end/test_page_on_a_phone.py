"""The bot met in a browser as narrow as a phone: what an answer changes is in sight without scrolling."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Locator, Page, expect

from playground.server import Playground
from tests import pocket
from tests.end_to_end.people import Person
from tests.end_to_end.tables import newcomer
from tests.end_to_end.waiting import until
from tests.end_to_end.windows import TIMEOUT
from tests.playground.page.page_stage import CHROMIUM, chromium

pytestmark = [
    pytest.mark.asyncio(loop_scope="module"),
    pytest.mark.usefixtures("bot"),
    pytest.mark.skipif(not CHROMIUM.exists(), reason="the system's Chromium is not installed"),
]

expect.set_options(timeout=TIMEOUT)
PHONE = {"width": 360, "height": 740}


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def browser() -> AsyncIterator[Browser]:
    async with chromium() as running:
        yield running


async def open_channel(
    browser: Browser, playground: Playground, control: pocket.Control, locale: str
) -> Page:
    """Open a new channel on a phone, as somebody new."""
    person: Person = await newcomer(control, "Phil", locale)
    channel = await control.add_channel(pocket.GAME_NIGHT, "phone")
    context = await browser.new_context(viewport=PHONE)  # type: ignore[arg-type]  # width and height
    page = await context.new_page()
    await page.goto(f"{playground.url}/#as={person.id}&channel={channel}")
    await page.locator("[data-testid=messages][aria-busy=false]").wait_for()
    return page


async def types(page: Page, command: str) -> Locator:
    """Type a command and return the page of its answer."""
    await page.get_by_test_id("composer").click()
    await page.keyboard.type(command)
    await page.keyboard.press("Enter")
    return page.get_by_test_id("message").last


async def comes_into_sight(page: Page, part: Locator, name: str) -> None:
    """Wait until something stands whole in the message column, which scrolls by itself when a page grows."""

    async def is_in_sight() -> bool:
        box, column = await part.bounding_box(), await page.locator(".scroller").bounding_box()
        if box is None or column is None:
            return False
        return column["y"] <= box["y"] and box["y"] + box["height"] <= column["y"] + column["height"]

    await until(is_in_sight, f"{name} in sight")


async def chooses(page: Page, message: Locator, label: str) -> None:
    """Choose a line in the first menu of a page."""
    await message.locator(".select").first.click()
    await page.locator(".option", has_text=label).first.click()


async def test_a_wrong_answer_to_a_puzzle_is_in_sight(
    browser: Browser, playground: Playground, control: pocket.Control
) -> None:
    page = await open_channel(browser, playground, control, "de")  # its texts are longer
    message = await types(page, "/aufgabe Brandubh")
    await expect(message.locator(".picture img")).to_be_visible()
    pressed = message.locator(".select").first
    await expect(pressed).to_be_visible()
    before = await page.screenshot()
    await chooses(page, message, "c5 → a5")
    verdict = message.get_by_text("Nicht c5 → a5. Versuch es noch einmal.")
    await expect(verdict).to_be_visible()
    await comes_into_sight(page, verdict, "the verdict")
    assert await page.screenshot() != before
    await message.locator(".picture img").evaluate("image => image.decode()")
    await comes_into_sight(page, message.locator(".action-row .press").last, "the last row")
    await page.context.close()


async def test_a_wrong_answer_in_a_lesson_is_in_sight(
    browser: Browser, playground: Playground, control: pocket.Control
) -> None:
    page = await open_channel(browser, playground, control, "en-US")
    message = await types(page, "/learn Brandubh")
    for label in ("d7", "b7"):
        await message.get_by_role("button", name=label, exact=True).click()
    verdict = message.get_by_text("d7 → b7 is a proper move")
    await expect(verdict).to_be_visible()
    await comes_into_sight(page, verdict, "the verdict")
    await comes_into_sight(page, message.locator(".picture img"), "the board")
    await page.context.close()
