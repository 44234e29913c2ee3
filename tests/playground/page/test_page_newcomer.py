"""The page on a newcomer's first visit."""

import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from aiohttp import ClientSession
from playwright.async_api import Browser, Page, expect

from playground.server import Playground
from tests.playground.page.page_acts import board
from tests.playground.page.page_stage import IN_CHROMIUM, performing
from tests.pocket import ANNA, GAME_NIGHT, Control, Line

pytestmark = IN_CHROMIUM


BOT = Path(__file__).parents[3] / "bot"
EMOJI = re.compile("[\u23e9-\u23fa\u2600-\u27bf\U0001f300-\U0001faff]")
UNDRAWN = """async emoji => {
  await document.fonts.load('20px "Few Emoji"', '🏁');
  const drawn = text => {
    const canvas = Object.assign(document.createElement("canvas"), { width: 40, height: 40 });
    const context = canvas.getContext("2d");
    context.font = '20px "Few Emoji"';
    context.fillText(text, 5, 30);
    return context.getImageData(0, 0, 40, 40).data.join();
  };
  const nothing = [drawn(" "), drawn("\\u{10fffd}")];
  return emoji.filter(one => nothing.includes(drawn(one)));
}"""


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def playground() -> AsyncIterator[Playground]:
    async with Playground.start() as running:
        yield running


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def page(chrome: Browser, playground: Playground) -> AsyncIterator[Page]:
    """A newcomer's freshly opened page, before any input."""
    newcomer = await chrome.new_page()
    await newcomer.goto(playground.url)
    await expect(newcomer.get_by_test_id("who-is-who")).to_be_visible()
    yield newcomer
    await newcomer.close()


@pytest.mark.parametrize(
    ("speaks", "lang", "channel", "who", "second"),
    [
        ("de-AT", "de", "brettspiele", "Du bist Anna.", "Öffne Ben in einem zweiten Tab"),
        ("pt-BR", "en", "board-games", "You are Anna.", "Open Ben in a second tab"),
    ],
)
async def test_page_uses_the_browser_language_and_explains_identities(
    chrome: Browser, playground: Playground, speaks: str, lang: str, channel: str, who: str, second: str
) -> None:
    context = await chrome.new_context(locale=speaks, viewport={"width": 360, "height": 740})
    page = await context.new_page()
    await page.goto(playground.url)
    banner = page.get_by_test_id("who-is-who")
    await expect(banner).to_contain_text(who)
    await expect(page.locator("html")).to_have_attribute("lang", lang)
    await expect(page.get_by_test_id("channel-title")).to_contain_text(channel)
    async with context.expect_page() as tab:
        await banner.get_by_role("link", name=second).click()
    other = await tab.value
    await expect(other.get_by_test_id("who-is-who")).to_contain_text(who.replace("Anna", "Ben"))
    await expect(other.locator("html")).to_have_attribute("lang", lang)
    await expect(other.get_by_test_id("channel-title")).to_contain_text(channel)
    await context.close()


async def test_long_greeting_opens_at_its_beginning(chrome: Browser, playground: Playground) -> None:
    async with performing(playground) as bot, ClientSession() as http:
        channel = await Control(Line(http, playground.url)).add_channel(GAME_NIGHT, "hall")
        await bot.say(channel, content="Hello!\n" + "A greeting.\n" * 20, file=board((800, 1100)))
        page = await chrome.new_page(viewport={"width": 360, "height": 740})
        await page.goto(f"{playground.url}/#as={ANNA}&channel={channel}")
        await page.locator(".picture img").evaluate("image => image.decode()")
        await expect(page.get_by_text("Hello!")).to_be_in_viewport()
        await bot.say(channel, content="And what comes after it.")
        await expect(page.get_by_text("And what comes after it.")).to_be_in_viewport()
        await page.reload()
        await expect(page.get_by_text("And what comes after it.")).to_be_in_viewport()
        await page.close()


async def test_bundled_font_draws_every_emoji_of_the_bot(page: Page) -> None:
    loaded = "document.fonts.load('20px \"Few Emoji\"', '🏁').then(fonts => fonts.length)"
    assert await page.evaluate(loaded) == 1
    texts = "".join(file.read_text(encoding="utf-8") for file in BOT.rglob("*.po"))
    emoji = sorted(set(EMOJI.findall(texts)))
    assert "🏁" in emoji
    assert await page.evaluate(UNDRAWN, emoji) == []


async def test_typing_anywhere_reaches_the_composer(page: Page) -> None:
    field = page.get_by_test_id("composer")
    await expect(field).to_be_visible()
    await page.locator("body").click(position={"x": 640, "y": 300})
    await expect(field).not_to_be_focused()
    await page.keyboard.type("hello")
    await expect(field).to_have_value("hello")
