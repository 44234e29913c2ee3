"""Ends without a ply are announced once, like any message, whatever Discord does meanwhile."""

import pytest

from tests.end_to_end.bots import BotHere
from tests.end_to_end.tables import Table
from tests.end_to_end.three_games.gatherings import face_off
from tests.end_to_end.waiting import until

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.usefixtures("bot")]


async def test_a_resignation_is_told_when_discord_fails_at_first(table: Table, bot: BotHere) -> None:
    match = await face_off(table, "hounds-and-jackals")
    await match.type("5-9")
    await table.control.fault("reset", f"/channels/{match.home}/messages$", "POST")
    question = (await table.anna.slash(match.home, "resign")).message
    await table.anna.press(question, "Confirm")

    async def has_struck() -> bool:
        bot.later(60)
        return not await table.control.faults()

    await until(has_struck, "the fault to strike")
    bot.later(60)
    message = await table.sam.finds(match.home, lambda m: "🏁" in m.text, "the end")
    assert message.pinged == [table.ben.id]
    assert len([m for m in await table.sam.sees(match.home) if "🏁" in m.text]) == 1
