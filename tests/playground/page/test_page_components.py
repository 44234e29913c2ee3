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

VALUES = """async ([sizes, faces]) => {
  const { attachmentList } = await import("/page/media.js");
  const { avatar } = await import("/page/avatar.js");
  const { refreshRelative, written } = await import("/page/time.js");
  const { Labels } = await import("/page/labels.js");
  const labels = new Labels("en-US");
  const file = (size) => attachmentList([{ filename: "a.txt", url: "/cdn/a.txt", size }], labels)[1];
  const picture = { filename: "board", url: "/cdn/board", content_type: "image/png" };
  const pictures = (count) => attachmentList(Array.from({ length: count }, () => picture), labels)[0];
  const face = ([global_name, colour]) => {
    const drawn = avatar({ global_name, colour });
    return `${drawn.textContent} ${drawn.style.getPropertyValue("--ink")}`;
  };
  const times = document.createElement("p");
  const minutesAgo = Math.floor(Date.now() / 1000) - 150;
  times.innerHTML = `<time data-relative="${minutesAgo}" data-locale="en">now</time>`;
  refreshRelative(times);
  return {
    sizes: sizes.map((size) => file(size).querySelector(".faint").textContent),
    galleries: [1, 2, 3, 4, 5].map((count) => pictures(count).className.split("-")[1]),
    faces: faces.map(face),
    times: [times.textContent, written(new Date("2026-03-29T08:00Z"), "de", Date.parse("2026-03-30T08:00Z"))],
  };
}"""


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def page(chrome: Browser) -> AsyncIterator[Page]:
    async with Playground.start() as playground:
        page = await chrome.new_page(timezone_id="Europe/Berlin")
        await page.goto(playground.url)
        yield page
        await page.close()


async def test_components_render_from_any_of_their_fields(page: Page, snapshot: SnapshotAssertion) -> None:
    drawn = message(100, BOT, "", components=PARTS, attachments=[NOTES], flags=1 << 15)
    assert await page.evaluate(DRAW, [state("en-US"), [drawn], None]) == snapshot


async def test_sizes_galleries_avatars_and_times_are_formatted(page: Page) -> None:
    sizes = {999: "999 byte", 1000: "1 kB", 12_345: "12 kB", 999_000: "999 kB", 1_500_000: "1.5 MB"}
    faces = [
        ("anna lee", "#ffffff", "AL #16181d"),
        ("Anna van der Lee", "#000000", "AL #ffffff"),
        ("ben", "#808080", "B #16181d"),
        ("Ötzi", "#606060", "Ö #ffffff"),
    ]
    told = await page.evaluate(VALUES, [list(sizes), [[name, colour] for name, colour, _ in faces]])
    assert told == {
        "sizes": list(sizes.values()),
        "galleries": ["one", "two", "three", "two", "three"],
        "faces": [face for *_, face in faces],
        "times": ["2 minutes ago", "gestern 10:00"],
    }
