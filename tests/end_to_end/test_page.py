"""The bot met in a browser: two people in two windows, in English and German, typing and clicking in turn."""

import re
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass

import pytest
import pytest_asyncio
from playwright.async_api import Browser, expect

from playground.server import Playground
from playground.values.messages import Message
from tests import pocket
from tests.end_to_end.people import Person
from tests.end_to_end.seen import Seen
from tests.end_to_end.tables import Table
from tests.end_to_end.test_games_by_slash import SHORT_BRANDUBH
from tests.end_to_end.windows import TIMEOUT, Window, open_window
from tests.playground.page.page_stage import CHROMIUM, chromium

pytestmark = [
    pytest.mark.asyncio(loop_scope="module"),
    pytest.mark.usefixtures("bot"),
    pytest.mark.skipif(not CHROMIUM.exists(), reason="the system's Chromium is not installed"),
]

expect.set_options(timeout=TIMEOUT)


@dataclass(frozen=True, slots=True)
class Words:
    """The words that somebody types, and presses on pages of their own."""

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


async def lay(playground: Playground, posted_messages: list[Message], control: pocket.Control) -> Table:
    """Seat Anna, who speaks German, and Ben in a new channel of the German server."""
    server = pocket.SPIELEABEND
    await control.change_guild(server, community=True)
    channel = await control.add_channel(server, "table")
    ids = {"Anna": pocket.ANNA, "Ben": pocket.BEN, "Finn": pocket.FINN}
    people = [Person(pocket.Person(control.line, user), name) for name, user in ids.items()]
    for person, words in zip(people, (GERMAN, ENGLISH, ENGLISH), strict=True):
        await person.speaks(words.locale)
    return Table(playground, posted_messages, control.line, control, server, channel, *people)


async def begin(anna: Window, ben: Window, table: Table) -> str:
    """Challenge in one window, accept in the other, enter the thread in both; return its id."""
    await anna.types(CHALLENGE)
    card = await ben.message("Brandubh")
    assert "Die Angreifer sind am Zug." in await ben.sees_picture(card)
    await ben.clicks(card, "Annehmen")
    closed = await table.sam.finds(table.channel, lambda m: "✅" in m.text, "the closed card")
    for window in (anna, ben):
        await expect(window.page.get_by_test_id("message").filter(has_text="✅")).to_be_visible()
        await window.opens(closed.id)
    return closed.id


def told(move: str) -> Callable[[Seen], bool]:
    return lambda message: message.tells(move)


async def by_typing(window: Window, words: Words, move: str) -> None:
    """Play a move by typing a command."""
    await window.types(words.move.format(move))


async def by_clicking(window: Window, words: Words, move: str) -> None:
    """Play a move by the buttons of the panel."""
    await window.clicks(window.having_button(MOVE).last, MOVE)
    piece, target = move.split("-")
    # A piece with one move is that move, and a move may say what it does.
    for label in (f"^{piece}( → {target})?(,|$)", f"^{target}(,|$)"):
        panel = window.having_button(re.compile(label))
        await expect(panel.or_(window.having_button(words.confirm))).to_have_count(1)
        if await panel.count():
            await window.clicks(panel, re.compile(label))
    preview = window.having_button(words.confirm)
    await window.sees_picture(preview)
    await window.clicks(preview, words.confirm)


async def test_a_game_by_typing_and_clicking_in_two_languages(
    browser: Browser, playground: Playground, posted_messages: list[Message], control: pocket.Control
) -> None:
    table = await lay(playground, posted_messages, control)
    anna, ben = [
        await open_window(browser, playground.url, person, table.channel)
        for person in (table.anna, table.ben)
    ]
    thread = await begin(anna, ben, table)
    await expect(await anna.message("du beginnst")).to_contain_text("@Anna")
    # Two plies for each of both ways to play are enough.
    *before, third, fourth, fifth, last = SHORT_BRANDUBH
    for person, move in zip((table.anna, table.ben), before, strict=True):
        await person.slash(thread, "move", move=move)
        await table.sam.finds(thread, told(move), f"the board after {move}")
    ways = (by_typing, by_clicking, by_clicking, by_typing)
    for ply, move in enumerate((third, fourth, fifth, last)):
        mover, other = (anna, ben) if ply % 2 == 0 else (ben, anna)
        await expect(await mover.message("du bist am Zug")).to_contain_text(
            "@Anna" if mover is anna else "@Ben"
        )
        await ways[ply % 4](mover, GERMAN if mover is anna else ENGLISH, move)
        for window in (other, mover):
            board = await window.message(f": {move}")
            assert move in await window.sees_picture(board)
    for window in (anna, ben):
        await expect(await window.message("🏁")).to_contain_text("gewinnt")
        await expect(window.having_button(MOVE)).to_have_count(0)
        assert window.troubles == []
        await window.page.context.close()
