"""A server's weekly letter over the wire: set by an admin, seen before, posted by time, calling nobody."""

import pytest

from tests import pocket
from tests.end_to_end.bots import BotHere
from tests.end_to_end.people import Person
from tests.end_to_end.tables import Table
from tests.end_to_end.test_learning import solved, ways_on

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.usefixtures("bot")]

WEEK = 7 * 86400
TITLE = "📬 This week's letter"


async def test_a_letter_comes_every_week_and_pings_nobody(table: Table, bot: BotHere) -> None:
    owner = Person(pocket.Person(table.line, pocket.BEN), "Ben")
    set_up = await owner.slash(table.channel, "server letter", on=True, day="sunday", time="18 Uhr")
    assert "every Sunday at 18:00 (UTC); the first one <t:" in set_up.text
    nothing = (await owner.press(set_up.message, "Preview")).message
    assert nothing.is_private
    assert nothing.text.startswith("Nothing happened here in the last seven days")
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
    assert f"ConHex #{match.number}](" in letter.text
    assert f"): {table.anna.mention} wins against {table.ben.mention}" in letter.text
    assert "Most wins" not in letter.text, "one win is no lead"
    assert "Puzzle of the week" in letter.text
    assert len(letter.pictures) == 1
    (posted,) = [message for message in table.posted if message.id == letter.id]
    assert list(posted.mentions) == []
    page = (await table.anna.press(letter, "Solve")).message
    assert page.is_private
    assert ways_on(page)
    await solved(table.anna, page)
    log = await owner.slash(table.channel, "server audit")
    assert f"weekly letter · posted in <#{table.channel}>" in log.text
    off = await owner.slash(table.channel, "server letter", on=False)
    assert off.text == "✅ The weekly letter is off."
    answer = await owner.press(set_up.message, "Preview")
    assert "This server has no weekly letter." in answer.text
