"""A server's weekly letter over the wire: set by an admin, seen before, posted by time, calling nobody."""

import pytest

from tests import pocket
from tests.end_to_end.bots import BotHere
from tests.end_to_end.people import Person
from tests.end_to_end.tables import Table

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.usefixtures("bot")]

WEEK = 7 * 86400
TITLE = "📬 This week's letter"


async def test_a_letter_comes_every_week_and_pings_nobody(table: Table, bot: BotHere) -> None:
    owner = Person(pocket.Person(table.line, pocket.BEN), "Ben")
    set_up = await owner.slash(table.channel, "server letter", on=True, day="sunday", time="18 Uhr")
    match = await table.begin("conhex")
    await match.play("f6", "g8")
    question = await table.ben.slash(match.home, "resign")
    await table.ben.press(question.message, "Confirm")
    await table.sam.finds(match.home, lambda m: "🏁" in m.text, "the end")
    panel = (await owner.press(set_up.message, "Preview")).message
    assert panel.is_private
    assert panel.text.startswith(f"**{TITLE} · 1 game ended**")
    assert panel.pictures
    bot.later(1.1 * WEEK)
    letter = await table.sam.finds(table.channel, lambda m: m.headline.startswith(TITLE), TITLE)
    assert letter.headline == f"{TITLE} · 1 game ended"
    assert len(letter.pictures) == 1
    (posted,) = [message for message in table.posted if message.id == letter.id]
    assert list(posted.mentions) == []
    page = (await table.anna.press(letter, "Solve")).message
    assert page.is_private
    assert page.pictures
