"""The Activity: from the chat into a frame, and a move played there."""

import socket
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import Browser, FrameLocator, Page, expect
from pydantic import SecretStr

from bot.address import Address
from bot.app import FeatureSettings
from bot.features.web.web_settings import WebSettings
from playground.rest.rate_limits import ROOMY
from playground.server import Playground
from render import Gallery
from tests import pocket
from tests.end_to_end.bots import InProcessBot, in_process_bot
from tests.end_to_end.people import Person
from tests.playground.page.page_stage import CHROMIUM, chromium

pytestmark = [
    pytest.mark.asyncio(loop_scope="module"),
    pytest.mark.skipif(not CHROMIUM.exists(), reason="the system's Chromium is not installed"),
    pytest.mark.timeout(120),
]

SECRET = "shh"


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def playground() -> AsyncIterator[Playground]:
    async with Playground.start(limits=ROOMY) as running:
        yield running


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def bot(
    playground: Playground, gallery: Gallery, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[InProcessBot]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    web = WebSettings(
        Address("127.0.0.1", port),
        f"http://127.0.0.1:{port}",
        client_secret=SecretStr(SECRET),
        api_url=playground.api_url,
        frames=(playground.url,),
    )
    switches = {"activities": True, "client_secret": SECRET, "activity_target": f"127.0.0.1:{port}"}
    playground.world.application = playground.world.application.apply(switches)
    database = tmp_path_factory.mktemp("bot") / "fernpartie.db"
    settings = FeatureSettings(web=web)
    async with in_process_bot(playground, database, gallery=gallery, feature_settings=settings) as running:
        yield running


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def browser() -> AsyncIterator[Browser]:
    async with chromium() as chrome:
        yield chrome


async def enter_activity(browser: Browser, playground: Playground, person: Person, channel: str) -> Page:
    """Enter the Activity from a board in a channel."""
    answer = await person.slash(channel, "board", game="1")
    assert answer.message is not None
    await person.press(answer.message, "Open board")
    page = await (await browser.new_context(viewport={"width": 1280, "height": 800})).new_page()
    await page.goto(f"{playground.url}/#as={person.id}&channel={channel}")
    await page.locator("[data-testid=messages][aria-busy=false]").wait_for()
    await page.get_by_test_id("message").last.get_by_role("button", name="Open in Discord").click()
    await page.get_by_test_id("activity-authorize").click()
    return page


def board(page: Page) -> FrameLocator:
    return page.frame_locator("[data-testid=activity-frame]")


async def test_a_move_is_played_in_the_activity(
    playground: Playground, bot: InProcessBot, control: pocket.Control, browser: Browser
) -> None:
    people = [Person(pocket.Person(control.line, user), "") for user in (pocket.ANNA, pocket.BEN)]
    for person in people:
        await control.line.ask("PATCH", f"/playground/users/{person.id}", {"locale": "en-US"})
    anna, ben = people
    place = pocket.BOARD_GAMES
    await anna.slash(place, "challenge conhex", opponent=ben.id, role="red", variant="swap=off")
    card = await ben.wait_for_message(place, lambda message: "Accept" in message.buttons, "the card")
    await ben.press(card, "Accept")
    await ben.wait_for_message(card.id, lambda message: "Move" in message.buttons, "the first board")
    mine = board(await enter_activity(browser, playground, anna, place))
    theirs = board(await enter_activity(browser, playground, ben, place))
    await expect(mine.locator("#title")).to_contain_text("ConHex")
    await mine.locator('.point[data-names="c2"]').click()
    await mine.locator("#confirm").click()
    # The event stream also goes through the proxy.
    for frame in (mine, theirs):
        await expect(frame.locator(".count")).to_have_text("1 / 1")
    now = await bot.app.services.matches.get(1)
    assert now.plies == 1
