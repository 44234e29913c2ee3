"""Covered words of a message: the first press shows them, later ones reach the links within."""

from playwright.async_api import Page

from tests.playground.page.page_stage import IN_CHROMIUM
from tests.playground.page.test_page_modules import page

__all__ = ["page"]

pytestmark = IN_CHROMIUM

PRESS_THREE_TIMES = """async () => {
  const { markdown } = await import("/page/markdown-view.js");
  const { Labels } = await import("/page/labels.js");
  const element = markdown("||[rules](https://example.org)||", { labels: new Labels("en-US") });
  document.body.append(element);
  const link = element.querySelector("a");
  const presses = [];
  link.addEventListener("click", (event) => {
    presses.push(event.defaultPrevented ? "stopped" : "followed");
    event.preventDefault();
  });
  for (let press = 1; press <= 3; press += 1) {
    const before = presses.length;
    link.click();
    if (presses.length === before) presses.push("covered");
  }
  element.remove();
  return presses;
}"""


async def test_spoilered_link_opens_only_after_it_is_revealed(page: Page) -> None:
    assert await page.evaluate(PRESS_THREE_TIMES) == ["covered", "followed", "followed"]
