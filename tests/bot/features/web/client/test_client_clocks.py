"""Clocks in the reader's language, and their remaining time."""

import pytest
from playwright.async_api import Page

from tests.playground.page.page_stage import CHROMIUM

pytestmark = [
    pytest.mark.asyncio(loop_scope="session"),
    pytest.mark.skipif(not CHROMIUM.exists(), reason="the system's Chromium is not installed"),
]


async def test_durations_are_formatted(modules: Page) -> None:
    seconds = [-5, 0, 59.9, 60, 605, 3599, 3600, 3661, 86_399, 86_400, 90_061, 180_000]
    durations = await modules.evaluate(
        "async all => { const { duration } = await import('http://client.localhost/clocks.js');"
        " return all.map((one) => duration(one, (key, { days, hours }) => `${days} d ${hours} h`)); }",
        seconds,
    )
    assert durations == [
        *("0:00", "0:00", "0:59", "1:00", "10:05", "59:59"),
        *("1:00:00", "1:01:01", "23:59:59", "1 d 0 h", "1 d 1 h", "2 d 2 h"),
    ]


async def test_remaining_time_follows_the_server_clock(modules: Page) -> None:
    left = await modules.evaluate(
        "async () => { const { ahead, secondsLeft } = await import('http://client.localhost/clocks.js');"
        " Date.now = () => Date.parse('2026-11-20T12:00:00Z');"
        " const offset = ahead('2026-11-20T12:00:10Z');"
        " return [{ due: '2026-11-20T12:01:00Z', seconds: 7 }, { due: null, seconds: 7 }, { seconds: null }]"
        ".map((player) => secondsLeft(player, offset)); }"
    )
    assert left == [50, 7, None]
