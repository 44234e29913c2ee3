"""A person's browser window with the playground's page, used as a person would."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from playwright.async_api import Browser, Locator, Page, expect

from tests.end_to_end.people import Person
from tests.playground.page.page_stage import listen

TIMEOUT = 20_000
LOADED_WIDTH = "image => image.complete && image.naturalWidth"


@dataclass(frozen=True, slots=True)
class Window:
    """The window of a logged-in person. `page_errors` are the page's errors."""

    page: Page
    page_errors: list[str]

    async def type(self, text: str) -> None:
        """Type a line into the composer and send it."""
        composer = self.page.get_by_test_id("composer")
        await composer.click()
        await self.page.keyboard.type(text)
        await self.page.keyboard.press("Enter")
        await expect(composer).to_have_value("")

    async def message(self, words: str) -> Locator:
        """Wait for the newest message containing these words, and scroll to it."""
        locator = self.page.get_by_test_id("message").filter(has_text=words).last
        await expect(locator).to_be_visible()
        # In a single step: messages may be redrawn while Playwright waits for this message to be stable.
        await locator.evaluate("message => message.scrollIntoView({ block: 'nearest' })")
        return locator

    def messages_with_button(self, label: str | re.Pattern[str]) -> Locator:
        """Return the messages with this button."""
        button = self.page.get_by_role("button", name=label, exact=True)
        return self.page.get_by_test_id("message").filter(has=button)

    async def click(self, message: Locator, button: str | re.Pattern[str]) -> None:
        await message.get_by_role("button", name=button, exact=True).click()

    async def choose(self, message: Locator, point: str) -> None:
        """Choose a point in the panel's menu with that point."""
        menus = message.get_by_test_id("component-select")
        options = self.page.get_by_test_id("select-option")
        for index in range(await menus.count()):
            await menus.nth(index).click()
            await expect(options.first).to_be_visible()
            locator = options.filter(has=self.page.get_by_text(point, exact=True))
            if await locator.count():
                await locator.first.click()
                return
            await self.page.keyboard.press("Escape")
            await expect(options).to_have_count(0)
        raise AssertionError(f"no menu offers {point}")

    async def open_thread(self, thread: str) -> None:
        await self.page.locator(f"[data-testid=thread][data-channel-id='{thread}']").click()
        await expect(self.page.get_by_test_id("messages")).to_have_attribute("aria-busy", "false")

    async def check_picture(self, message: Locator) -> str:
        """Check that a message's picture is loaded; return its alt text.

        A finished game has more text, and its picture may be narrower.
        """
        picture = message.get_by_test_id("gallery").locator("img").first
        await expect(picture).to_be_visible()
        await expect(picture).to_have_js_property("complete", value=True)
        # A redrawn message starts with an empty picture.
        await expect(picture).not_to_have_js_property("naturalWidth", 0)
        is_over = "🏁" in await message.inner_text()
        width = await picture.evaluate(LOADED_WIDTH)
        assert (640 if is_over else 800) <= width <= 800, f"{width} pixels"
        return await picture.get_attribute("alt") or ""


async def open_window(
    browser: Browser, url: str, person: Person, channel: str, *, size: Sequence[int] = (1280, 860)
) -> Window:
    """Open the page as a person, with a channel in view."""
    context = await browser.new_context(viewport={"width": size[0], "height": size[1]})
    page = await context.new_page()
    page.set_default_timeout(TIMEOUT)
    page_errors: list[str] = []
    page.on("pageerror", lambda error: page_errors.append(str(error)))
    page.on("console", lambda message: listen(page_errors, message))
    await page.goto(f"{url}/#as={person.id}&channel={channel}")
    await page.locator("[data-testid=messages][aria-busy=false]").wait_for()
    return Window(page, page_errors)
