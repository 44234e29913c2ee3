"""Seats that change hands: by button and by command, to one person or to anyone, and by an admin."""

import pytest

from tests import pocket
from tests.end_to_end.bots import BotHere
from tests.end_to_end.people import Person
from tests.end_to_end.seen import Seen
from tests.end_to_end.tables import Match, Table

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.usefixtures("bot")]

DAY = 86400.0


async def card(match: Match, words: str) -> Seen:
    """Wait for the card of a seat."""
    return await match.witness.finds(
        match.home, lambda m: words in m.text and "Accept" in m.buttons, f"a seat: {words}"
    )


async def test_an_admin_after_a_stall(table: Table, bot: BotHere) -> None:
    admin = Person(pocket.Person(table.line, pocket.BEN), "Ben")
    match = await table.begin("hnefatafl", board="brandubh-7")
    strange = await table.sam.slash(match.home, "substitute", mover=True)
    assert strange.text == "Only people who manage this server can do that."
    early = await admin.slash(match.home, "substitute")
    assert "after 7 days without a move" in early.text
    bot.later(8 * DAY)
    await admin.slash(match.home, "substitute")
    offer = await card(match, f"{admin.mention} offers the seat of {table.anna.mention} (attackers)")
    await table.sam.press(offer, "Accept")
    await table.sam.finds(match.home, lambda m: "takes over from" in m.text, "the board")
    audit = await admin.slash(table.channel, "server audit")
    assert f"seat handed over #{match.number} · {table.anna.mention} → {table.sam.mention}" in audit.text
    assert f"seat offered #{match.number} · {table.anna.mention}" in audit.text
