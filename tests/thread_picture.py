"""Film a challenge, a move and the new board in a thread: `python -m tests.thread_picture FILE`.

Runs the demo with its own database, plays as Anna and Ben in headless Chromium, and writes an animated WebP
of Anna's window for the README.
"""

import asyncio
import sys
import tempfile
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path
from typing import Final

from PIL import Image
from playwright.async_api import Browser, expect

from tests import pocket
from tests.end_to_end.test_demo import Demo, demo, people_of
from tests.end_to_end.windows import TIMEOUT, Window, open_window
from tests.playground.page.page_stage import chromium

SIZE: Final = (1000, 720)
WIDTH: Final = 800
LARGEST: Final = 2_000_000
"""The file size in bytes that a page still loads quickly."""
PORT: Final = 8190
CHALLENGE: Final = "/challenge nine-mens-morris opponent:@Ben role:white"
FIRST: Final = "d6"


@dataclass(slots=True)
class Film:
    """The frames of a window, each with its duration in milliseconds."""

    window: Window
    frames: list[Image.Image] = field(default_factory=list)
    durations: list[int] = field(default_factory=list)

    async def shoot(self, milliseconds: int) -> None:
        """Append the current state of the window."""
        await self.window.page.wait_for_load_state("networkidle")
        shot = Image.open(BytesIO(await self.window.page.screenshot())).convert("RGB")
        self.frames.append(shot.resize((WIDTH, WIDTH * SIZE[1] // SIZE[0]), Image.Resampling.LANCZOS))
        self.durations.append(milliseconds)

    def save(self, file: Path) -> None:
        """Write the film. Raises ValueError if it is too large."""
        first, *others = self.frames
        first.save(file, save_all=True, append_images=others, duration=self.durations, loop=0, quality=70)
        if file.stat().st_size > LARGEST:
            raise ValueError(f"{file} has {file.stat().st_size} bytes")


async def play(running: Demo, browser: Browser) -> Film:
    """Play a challenge, a move by a click and a typed answer; return Anna's view."""
    url = f"http://127.0.0.1:{running.port}"
    people = people_of(running.line)
    for person in people:
        await person.set_locale("en-US")
    channel = pocket.BOARD_GAMES
    anna, ben = [await open_window(browser, url, person, channel, size=SIZE) for person in people]
    film = Film(anna)
    composer = anna.page.get_by_test_id("composer")
    await composer.click()
    await anna.page.keyboard.type(CHALLENGE)
    await film.shoot(1500)
    await anna.page.keyboard.press("Enter")
    card = ben.messages_with_button("Accept").last
    await ben.check_picture(card)
    await anna.check_picture(anna.messages_with_button("Accept").last)
    await film.shoot(2000)
    await ben.click(card, "Accept")
    closed = await people[0].wait_for_message(
        channel, lambda message: "✅" in message.text, "the closed card"
    )
    for window in (anna, ben):
        await window.open_thread(closed.id)
    await anna.check_picture(await anna.message("Morris"))
    await film.shoot(2000)
    await anna.click(anna.messages_with_button("Move").last, "Move")
    panel = anna.page.get_by_test_id("message").filter(has=anna.page.get_by_test_id("component-select")).last
    await anna.check_picture(panel)
    await panel.get_by_test_id("component-select").last.click()
    await film.shoot(2000)
    await anna.page.keyboard.press("Escape")
    await anna.choose(panel, FIRST)
    await anna.click(anna.messages_with_button("Confirm"), "Confirm")
    await anna.check_picture(await anna.message(f": {FIRST}"))
    await film.shoot(2500)
    await ben.type("/move move:f4")
    await anna.check_picture(await anna.message(": f4"))
    await film.shoot(3000)
    return film


async def main(file: Path) -> None:
    """Film in a new world."""
    expect.set_options(timeout=TIMEOUT)
    with tempfile.TemporaryDirectory() as folder:
        async with demo(Path(folder), PORT) as running, chromium() as browser:
            (await play(running, browser)).save(file)


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1])))
