"""The bot in a browser: two people who type and click in their own windows, and one on a phone."""

import re
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Locator, Page, expect

from playground.server import Playground
from playground.values.messages import Message
from tests import pocket
from tests.end_to_end.people import Person
from tests.end_to_end.shown_message import ShownMessage
from tests.end_to_end.tables import Table, newcomer
from tests.end_to_end.test_games_by_slash import SHORT_BRANDUBH
from tests.end_to_end.waiting import until
from tests.end_to_end.windows import TIMEOUT, Window, open_window
from tests.playground.page.page_stage import CHROMIUM, chromium

pytestmark = [
    pytest.mark.asyncio(loop_scope="module"),
    pytest.mark.usefixtures("bot"),
    pytest.mark.skipif(not CHROMIUM.exists(), reason="the system's Chromium is not installed"),
]

expect.set_options(timeout=TIMEOUT)
PHONE = (360, 740)


@dataclass(frozen=True, slots=True)
class Words:
    """A person's language: the commands they type and the button they press on private pages."""

    locale: str
    move: str
    confirm: str


ENGLISH = Words(locale="en-US", move="/move move:{0}", confirm="Confirm")
GERMAN = Words(locale="de", move="/ziehen zug:{0}", confirm="Bestätigen")
CHALLENGE = "/herausfordern hnefatafl gegner:@Ben rolle:Angreifer serie:single variante:board=brandubh-7"
MOVE = "Ziehen"
"""The button below the boards on the German server."""


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def browser() -> AsyncIterator[Browser]:
    async with chromium() as running:
        yield running


async def seat_players(
    playground: Playground, posted_messages: list[Message], control: pocket.Control
) -> Table:
    """Seat Anna, who speaks German, and Ben in a new channel of the German server."""
    server = pocket.SPIELEABEND
    await control.change_guild(server, community=True)
    channel = await control.add_channel(server, "table")
    ids = {"Anna": pocket.ANNA, "Ben": pocket.BEN, "Finn": pocket.FINN}
    people = [Person(pocket.Person(control.line, user), name) for name, user in ids.items()]
    for person, words in zip(people, (GERMAN, ENGLISH, ENGLISH), strict=True):
        await person.set_locale(words.locale)
    return Table(playground, posted_messages, control.line, control, server, channel, *people)


async def begin(anna: Window, ben: Window, table: Table) -> str:
    """Challenge in one window, accept in the other, open the thread in both; return its id."""
    await anna.type(CHALLENGE)
    card = await ben.message("Brandubh")
    assert "Die Angreifer sind am Zug." in await ben.check_picture(card)
    await ben.click(card, "Annehmen")
    closed = await table.sam.wait_for_message(table.channel, lambda m: "✅" in m.text, "the closed card")
    for window in (anna, ben):
        await expect(window.page.get_by_test_id("message").filter(has_text="✅")).to_be_visible()
        await window.open_thread(closed.id)
    return closed.id


def reports(move: str) -> Callable[[ShownMessage], bool]:
    return lambda message: message.reports_move(move)


async def by_typing(window: Window, words: Words, move: str) -> None:
    await window.type(words.move.format(move))


async def by_clicking(window: Window, words: Words, move: str) -> None:
    await window.click(window.messages_with_button(MOVE).last, MOVE)
    piece, target = move.split("-")
    # A piece with a single move is labelled with it, and a label may add the move's effect.
    for label in (f"^{piece}( → {target})?(,|$)", f"^{target}(,|$)"):
        panel = window.messages_with_button(re.compile(label))
        await expect(panel.or_(window.messages_with_button(words.confirm))).to_have_count(1)
        if await panel.count():
            await window.click(panel, re.compile(label))
    preview = window.messages_with_button(words.confirm)
    await window.check_picture(preview)
    await window.click(preview, words.confirm)


async def test_a_game_is_played_in_the_browser_in_two_languages(
    browser: Browser, playground: Playground, posted_messages: list[Message], control: pocket.Control
) -> None:
    table = await seat_players(playground, posted_messages, control)
    anna, ben = [
        await open_window(browser, playground.url, person, table.channel)
        for person in (table.anna, table.ben)
    ]
    thread = await begin(anna, ben, table)
    await expect(await anna.message("du beginnst")).to_contain_text("@Anna")
    # Two plies per way of playing are enough.
    *before, third, fourth, fifth, last = SHORT_BRANDUBH
    for person, move in zip((table.anna, table.ben), before, strict=True):
        await person.slash(thread, "move", move=move)
        await table.sam.wait_for_message(thread, reports(move), f"the board after {move}")
    ways = (by_typing, by_clicking, by_clicking, by_typing)
    for ply, move in enumerate((third, fourth, fifth, last)):
        mover, other = (anna, ben) if ply % 2 == 0 else (ben, anna)
        await expect(await mover.message("du bist am Zug")).to_contain_text(
            "@Anna" if mover is anna else "@Ben"
        )
        await ways[ply % 4](mover, GERMAN if mover is anna else ENGLISH, move)
        for window in (other, mover):
            board = await window.message(f": {move}")
            assert move in await window.check_picture(board)
    for window in (anna, ben):
        await expect(await window.message("🏁")).to_contain_text("gewinnt")
        await expect(window.messages_with_button(MOVE)).to_have_count(0)
        assert window.page_errors == []
        await window.page.context.close()


async def open_channel(
    browser: Browser, playground: Playground, control: pocket.Control, locale: str
) -> Page:
    """Open a new channel on a phone, as a newcomer."""
    person = await newcomer(control, "Phil", locale)
    channel = await control.add_channel(pocket.GAME_NIGHT, "phone")
    return (await open_window(browser, playground.url, person, channel, size=PHONE)).page


async def slash(page: Page, command: str) -> Locator:
    """Type a command; return the message with the answer."""
    await page.get_by_test_id("composer").click()
    await page.keyboard.type(command)
    await page.keyboard.press("Enter")
    return page.get_by_test_id("message").last


async def wait_until_visible(page: Page, part: Locator, name: str) -> None:
    """Wait until a part is entirely visible in the message column, which scrolls when a page grows."""

    async def is_visible() -> bool:
        box, column = await part.bounding_box(), await page.locator(".scroller").bounding_box()
        if box is None or column is None:
            return False
        return column["y"] <= box["y"] and box["y"] + box["height"] <= column["y"] + column["height"]

    await until(is_visible, f"{name} in sight")


async def choose(page: Page, message: Locator, label: str) -> None:
    """Choose an option of a page's first menu."""
    await message.locator(".select").first.click()
    await page.locator(".option", has_text=label).first.click()


async def test_a_wrong_answer_to_a_puzzle_is_visible(
    browser: Browser, playground: Playground, control: pocket.Control
) -> None:
    page = await open_channel(browser, playground, control, "de")  # German texts are longer
    message = await slash(page, "/aufgabe Brandubh")
    await expect(message.locator(".picture img")).to_be_visible()
    pressed = message.locator(".select").first
    await expect(pressed).to_be_visible()
    before = await page.screenshot()
    await choose(page, message, "c5 → a5")
    verdict = message.get_by_text("Nicht c5 → a5. Versuch es noch einmal.")
    await expect(verdict).to_be_visible()
    await wait_until_visible(page, verdict, "the verdict")
    assert await page.screenshot() != before
    await message.locator(".picture img").evaluate("image => image.decode()")
    await wait_until_visible(page, message.locator(".action-row .press").last, "the last row")
    await page.context.close()


async def test_a_wrong_answer_in_a_lesson_is_visible(
    browser: Browser, playground: Playground, control: pocket.Control
) -> None:
    page = await open_channel(browser, playground, control, "en-US")
    message = await slash(page, "/learn Brandubh")
    for label in ("d7", "b7"):
        await message.get_by_role("button", name=label, exact=True).click()
        # The answer draws the buttons again; a click in that moment is lost.
        await expect(message.locator("[aria-busy=true]")).to_have_count(0)
    verdict = message.get_by_text("d7 → b7 is a proper move")
    await expect(verdict).to_be_visible()
    await wait_until_visible(page, verdict, "the verdict")
    await wait_until_visible(page, message.locator(".picture img"), "the board")
    await page.context.close()
