"""`/vacation`: taken, shown to opponents, ended, and by itself."""

import pytest

from tests.end_to_end.bots import BotHere
from tests.end_to_end.tables import Table

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.usefixtures("bot")]

DAY = 86400


async def test_take_show_and_end(table: Table) -> None:
    nothing = await table.anna.slash(table.channel, "vacation show")
    assert nothing.message.is_private
    assert "Days left this year: 30 of 30" in nothing.text
    assert "No vacation is planned." in nothing.text
    answer = await table.anna.slash(table.channel, "vacation take", days=3)
    assert "✅ Vacation booked: 3 days." in answer.text
    assert "Days left this year: 27 of 30" in answer.text
    assert "🏝️ <t:" in answer.text
    card = await table.challenge("conhex")
    assert f"🏝️ {table.anna.mention} is on vacation until <t:" in card.text
    await table.ben.press(card, "Accept")
    match = await table.wait_for_match(card, (table.anna, table.ben))
    own = await table.ben.press(match.start, "Board")
    assert f"🏝️ {table.anna.mention} is on vacation until <t:" in own.text
    reply = await table.anna.slash(table.channel, "vacation end")
    assert "✅ Your vacation is over. It cost 1 day: days already begun count." in reply.text
    assert "Days left this year: 29 of 30" in reply.text
    again = await table.anna.slash(table.channel, "vacation end")
    assert again.text == "You have no vacation that could be ended."
    own = await table.ben.press(match.start, "Board")
    assert "is on vacation" not in own.text


async def test_who_is_to_move_sees_that_the_other_goes_away_and_comes_back(table: Table) -> None:
    match = await table.begin("hnefatafl", board="brandubh-7", clock="3d")
    away = f"🏝️ {table.ben.mention} is on vacation until <t:"

    async def board_says(words: str, *, said: bool) -> None:
        await table.sam.finds(
            match.home, lambda m: m.id == match.start.id and (words in m.text) is said, f"{words}: {said}"
        )

    await table.ben.slash(table.channel, "vacation take", days=3)
    await board_says(away, said=True)
    await board_says("stands still", said=False)
    await table.ben.slash(table.channel, "vacation end")
    await board_says(away, said=False)
    await table.anna.slash(table.channel, "vacation take", days=3)
    await board_says("stands still", said=True)


@pytest.mark.parametrize(
    ("options", "text"),
    [
        ({"from": "someday"}, "“someday” is not a date."),
        ({"days": 90}, "You do not have that many days left in "),
    ],
)
async def test_vacations_that_are_none(table: Table, options: dict[str, object], text: str) -> None:
    answer = await table.anna.slash(table.channel, "vacation take", **options)
    assert answer.message.is_private
    assert text in answer.text
    page = await table.anna.slash(table.channel, "vacation show")
    assert "No vacation is planned." in page.text


async def test_by_itself_or_not(table: Table, bot: BotHere) -> None:
    off = await table.ben.slash(table.channel, "vacation automatic", on=False)
    assert "Automatic vacation is off." in off.text
    match = await table.begin("hnefatafl", board="brandubh-7", clock="1d")
    await match.play("d1-c1")
    bot.later(1.1 * DAY)
    await table.sam.finds(match.home, lambda m: "ran out of time" in m.text, "the end")
    on = await table.ben.slash(table.channel, "vacation automatic", on=True)
    assert "Automatic vacation is on" in on.text
    saved = await table.begin("hnefatafl", board="brandubh-7", clock="1d")
    await saved.play("d1-c1")
    bot.later(1.1 * DAY)
    message = await table.sam.finds(saved.home, lambda m: "Mute this turn" in m.buttons, "a reminder")
    bot.later(0.8 * DAY)
    message = await table.sam.finds(
        saved.home, lambda m: "Mute this turn" in m.buttons and m.id != message.id, "a later reminder"
    )
    assert f"🏝️ {table.ben.mention} is on vacation until <t:" in message.text, "Ben learns that days are taken"
    assert "stands still" in message.text
    await saved.play("d3-a3", after=1)
    page = await table.ben.slash(table.channel, "vacation show")
    assert "(automatic)" in page.text
