"""The bot met in a browser: two people in two windows, one typing, one clicking, in English and German."""

import re
from collections.abc import AsyncIterator
from dataclasses import dataclass

import pytest
import pytest_asyncio
from playwright.async_api import Browser, expect

from playground.server import Playground
from playground.values.messages import Message
from tests import pocket
from tests.end_to_end.people import Person
from tests.end_to_end.tables import Table
from tests.end_to_end.test_games_by_slash import SHORT_HNEFATAFL
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
    """The words that the two read and type."""

    challenge: str
    move: str
    accept: str
    move_button: str
    confirm: str
    opens: str
    turn: str
    won: str
    words: str


ENGLISH = Words(
    challenge="/challenge hnefatafl opponent:@Ben role:attackers series:single",
    move="/move move:{0}",
    accept="Accept",
    move_button="Move",
    confirm="Confirm",
    opens="you go first",
    turn="your turn",
    won="wins",
    words="The attackers are to move.",
)
GERMAN = Words(
    challenge="/herausfordern hnefatafl gegner:@Ben rolle:Angreifer serie:single",
    move="/ziehen zug:{0}",
    accept="Annehmen",
    move_button="Ziehen",
    confirm="Bestätigen",
    opens="du beginnst",
    turn="du bist am Zug",
    won="gewinnt",
    words="Die Angreifer sind am Zug.",
)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def browser() -> AsyncIterator[Browser]:
    async with chromium() as running:
        yield running


async def lay(playground: Playground, posted: list[Message], control: pocket.Control, locale: str) -> Table:
    """Seat the demo's people in a new channel of the server that speaks a language."""
    server = pocket.SPIELEABEND if locale == "de" else pocket.GAME_NIGHT
    await control.change_guild(server, community=True)
    channel = await control.add_channel(server, "table")
    ids = {"Anna": pocket.ANNA, "Ben": pocket.BEN, "Finn": pocket.FINN}
    people = [Person(pocket.Person(control.line, user), name) for name, user in ids.items()]
    for person in people:
        await person.speaks(locale)
    return Table(playground, posted, control.line, control, server, channel, *people)


async def begin(anna: Window, ben: Window, table: Table, words: Words) -> None:
    """Challenge in one window, accept in the other, and enter the thread in both."""
    await anna.types(words.challenge)
    card = await ben.message("Hnefatafl")
    assert words.words in await ben.sees_picture(card)
    await ben.clicks(card, words.accept)
    closed = await table.sam.finds(table.channel, lambda m: "✅" in m.text, "the closed card")
    for window in (anna, ben):
        await expect(window.page.get_by_test_id("message").filter(has_text="✅")).to_be_visible()
        await window.opens(closed.id)


async def by_typing(window: Window, words: Words, move: str) -> None:
    """Play a move by typing a command."""
    await window.types(words.move.format(move))


async def by_clicking(window: Window, words: Words, move: str) -> None:
    """Play a move by the buttons of the panel."""
    await window.clicks(window.having_button(words.move_button).last, words.move_button)
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


@pytest.mark.parametrize(
    ("locale", "typist"), [("en-US", 0), ("de", 1)], ids=["English, attackers type", "German, defenders type"]
)
async def test_five_moves_each(
    browser: Browser,
    playground: Playground,
    posted: list[Message],
    control: pocket.Control,
    locale: str,
    typist: int,
) -> None:
    words = GERMAN if locale == "de" else ENGLISH
    table = await lay(playground, posted, control, locale)
    anna, ben = [
        await open_window(browser, playground.url, person, table.channel)
        for person in (table.anna, table.ben)
    ]
    await begin(anna, ben, table, words)
    for ply, move in enumerate(SHORT_HNEFATAFL):
        mover, other = (anna, ben) if ply % 2 == 0 else (ben, anna)
        call = words.turn if ply else words.opens
        await expect(await mover.message(call)).to_contain_text("@Anna" if mover is anna else "@Ben")
        await (by_typing if ply % 2 == typist else by_clicking)(mover, words, move)
        for window in (other, mover):
            board = await window.message(f": {move}")
            assert move in await window.sees_picture(board)
    for window in (anna, ben):
        await expect(await window.message("🏁")).to_contain_text(words.won)
        assert await window.having_button(words.move_button).count() == 0
        assert window.troubles == []
        await window.page.context.close()
