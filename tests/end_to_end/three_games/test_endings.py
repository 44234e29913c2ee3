"""Ends without a ply are announced once, even if Discord fails."""

import pytest

from tests.end_to_end.bots import InProcessBot
from tests.end_to_end.tables import Table
from tests.end_to_end.three_games.gatherings import face_off
from tests.end_to_end.waiting import until

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.usefixtures("bot")]


async def test_a_resignation_is_posted_once_after_a_network_error(table: Table, bot: InProcessBot) -> None:
    match = await face_off(table, "hounds-and-jackals")
    await match.type("5-9")
    await table.control.fault("reset", f"/channels/{match.home}/messages$", "POST")
    question = (await table.anna.slash(match.home, "resign")).message
    await table.anna.press(question, "Confirm")

    async def fault_fired() -> bool:
        bot.advance(60)
        return not await table.control.faults()

    await until(fault_fired, "the fault to fire")
    bot.advance(60)
    message = await table.sam.wait_for_message(match.home, lambda m: "🏁" in m.text, "the end")
    assert message.pinged == [table.ben.id]
    assert len([m for m in await table.sam.messages(match.home) if "🏁" in m.text]) == 1
