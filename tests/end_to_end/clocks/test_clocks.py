"""Clocks from the challenge to the timeout: display, claims, added time."""

import pytest

from tests.end_to_end.bots import InProcessBot
from tests.end_to_end.shown_message import ShownMessage
from tests.end_to_end.tables import Match, Table

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.usefixtures("bot")]

DAY = 86400
SMALL = "brandubh-7"


async def begin_timed(table: Table, clock: str, *moves: str) -> Match:
    """Begin a small game with a clock, with automatic vacation off, and play the first moves."""
    for person in (table.anna, table.ben):
        await person.slash(table.channel, "vacation automatic", on=False)
    match = await table.begin("hnefatafl", clock=clock, board=SMALL)
    await match.play(*moves)
    return match


async def wait_for_text(match: Match, part: str) -> ShownMessage:
    """Wait for a message in the game's home that contains `part`."""
    return await match.witness.wait_for_message(match.home, lambda m: part in m.text, part)


@pytest.mark.assumes("timestamps")
async def test_the_clock_is_offered_chosen_and_shown(table: Table) -> None:
    suggestions = await table.anna.complete(table.channel, "challenge conhex", "clock", "")
    assert suggestions[0] == {"name": "No clock", "value": "none"} | suggestions[0]
    assert len(suggestions) <= 25
    assert {"none", "1d", "14d soft", "10d+1d/14d"} <= {choice["value"] for choice in suggestions}
    fitting = await table.anna.complete(table.channel, "challenge conhex", "clock", "3 days")
    assert [choice["value"] for choice in fitting] == ["3d", "3d soft"]
    card = await table.challenge("conhex", clock="3d soft")
    assert "⏳ 3 days per move; running out of time loses if the opponent claims it" in card.text
    await table.ben.press(card, "Accept")
    match = await table.wait_for_match(card, (table.anna, table.ben))
    assert "⏳ Move by <t:" in match.start.text
    assert ":R>)" in match.start.text
    more = await table.anna.press(match.start, "More")
    assert "3 days per move; running out of time loses if the opponent claims it" in more.text


async def test_expired_soft_time_is_claimed(table: Table, bot: InProcessBot) -> None:
    match = await begin_timed(table, "1d soft", "d1-c1")
    assert "Claim win" not in (await table.anna.press(await match.board(1), "Board")).message.buttons
    bot.advance(1.1 * DAY)
    message = await wait_for_text(match, f"{table.anna.mention}, you may claim the win")
    assert message.pinged == [table.anna.id]
    assert list(message.buttons) == ["Claim win", "More time", "More"]
    stranger = await table.sam.press(message, "Claim win")
    assert stranger.text == "You do not play in this game; only its players can do that."
    question = (await table.anna.press(message, "Claim win")).message
    assert (
        f"{table.ben.mention} (defenders) has run out of time. Do you want to claim the win?" in question.text
    )
    answer = await table.anna.press(question, "Back")
    assert answer.text == "Nothing has changed. The game goes on."
    second_claim = (await table.anna.press(message, "Claim win")).message
    confirmation = await table.anna.press(second_claim, "Confirm")
    assert confirmation.text == f"Game #{match.number}: your claim on time is accepted."
    ending = await wait_for_text(match, "🏁")
    assert "Anna wins" in ending.text
