"""Reminders: time, order, place, and silencing."""

import pytest

from tests.end_to_end.bots import InProcessBot
from tests.end_to_end.panels import moves_in
from tests.end_to_end.shown_message import ShownMessage
from tests.end_to_end.tables import Match, Table
from tests.end_to_end.waiting import until

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.usefixtures("bot")]

HOUR = 3600
STILL = "it is still your turn"


async def begin_game(table: Table, clock: str) -> Match:
    """Begin a game with Ben to move."""
    match = await table.begin("hnefatafl", board="brandubh-7", clock=clock)
    await match.play("d1-c1")
    return match


async def wait_for_reminder(match: Match, message: ShownMessage | None = None) -> ShownMessage:
    """Wait for a reminder in the game's home, posted after `message` if given."""
    return await match.witness.wait_for_message(
        match.home,
        lambda m: STILL in m.text and (message is None or int(m.id) > int(message.id)),
        "a reminder",
    )


@pytest.mark.assumes("delete-own")
async def test_a_later_reminder_replaces_the_earlier_one(table: Table, bot: InProcessBot) -> None:
    match = await begin_game(table, "3d")
    bot.advance(49 * HOUR)
    first = await wait_for_reminder(match)
    assert f"🔔 {table.ben.mention} (defenders), it is still your turn." in first.text
    assert "⏳ Move by <t:" in first.text
    assert list(first.buttons) == ["Move", "Mute this turn"]
    assert first.pinged == [table.ben.id]
    bot.advance(18 * HOUR)
    second = await wait_for_reminder(match, first)

    async def only_one() -> bool:
        return [m.id for m in await table.sam.messages(match.home) if STILL in m.text] == [second.id]

    await until(only_one, "the first reminder to be gone")
    panel = await table.ben.press(second, "Move")
    assert "c4-c5" in moves_in(panel.message)
    await match.play("d3-a3", after=1)

    async def none_left() -> bool:
        return not any(STILL in m.text for m in await table.sam.messages(match.home))

    await until(none_left, "the reminder to be gone with its turn")
