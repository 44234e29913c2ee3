"""Rematches: by button and by command, answered now, later or by asking too."""

from typing import Any

import pytest

from tests.end_to_end.bots import BotHere
from tests.end_to_end.seen import Seen
from tests.end_to_end.tables import Match, Table

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.usefixtures("bot")]


async def play_and_resign(table: Table, key: str = "conhex", **options: Any) -> tuple[Match, Seen]:
    """Play a game to its end, by resignation; return it with its last board."""
    match = await table.begin(key, **options)
    question = await table.anna.slash(match.home, "resign", game=str(match.number))
    await table.anna.press(question.message, "Confirm")
    end = await table.sam.finds(match.home, lambda m: "🏁" in m.text and "Rematch" in m.buttons, "the end")
    return match, end


async def rematch_card(table: Table, number: int) -> Seen:
    return await table.sam.finds(
        table.channel, lambda m: f"Rematch of game #{number}." in m.text and "Accept" in m.buttons, "the card"
    )


async def sides(table: Table, card: Seen) -> str:
    start = await table.sam.finds(card.id, lambda m: "Move" in m.buttons, "the first board")
    return start.text


async def test_a_rematch_waits_as_a_challenge_with_the_sides_swapped(table: Table, bot: BotHere) -> None:
    match, end = await play_and_resign(table, swap="off")
    question = await table.anna.press(end, "Rematch")
    assert question.message.is_private
    assert question.text == f"**Your rematch of ConHex waits in <#{table.channel}> until it is answered.**"
    card = await rematch_card(table, match.number)
    assert card.pinged == [table.ben.id]
    assert "Swap rule: Off" in card.text, "the options are the same"
    await bot.restart()
    await table.ben.press(card, "Accept")
    assert f"{table.ben.mention} (red) \N{EN DASH} {table.anna.mention} (blue)" in await sides(table, card)
