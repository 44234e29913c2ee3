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


async def test_by_button_to_anyone(table: Table) -> None:
    match = await table.begin("hnefatafl", board="brandubh-7")
    await match.play("d1-c1", "d3-a3")
    more = await table.anna.press(await match.board(2), "More")
    ask = await table.anna.press(more.message, "Hand over")
    assert "counts as resigned" in ask.text
    answer = await table.anna.press(ask.message, "Confirm")
    assert list(answer.message.buttons) == ["Withdraw"]
    offer = await card(match, f"{table.anna.mention} (attackers) offers their seat")
    assert list(offer.buttons) == ["Accept", "Withdraw"]
    own = await table.ben.press(offer, "Accept")
    assert own.text.startswith("Players of this game")
    await table.sam.press(offer, "Accept")
    board = await table.sam.finds(match.home, lambda m: "takes over from" in m.text, "the board")
    text = f"🔁 {table.sam.mention} (attackers) takes over from {table.anna.mention}"
    assert f"{text}, for whom the game counts as resigned." in board.text
    assert f"{table.sam.mention}, your turn" in board.text
    assert board.pinged == [table.sam.id]
    closed = await match.stripped(offer, "Accept")
    assert closed.text.endswith(f"✅ Accepted by {table.sam.mention}.")
    reply = await table.anna.slash(match.home, "move", move="c1-c2")
    assert reply.text == "You do not play in this game; only its players can do that."
    response = await table.sam.slash(match.home, "move", move="c1-c2")
    assert "**c1-c2**" in response.text
    page = await table.ben.press(await match.board(3), "More")
    assert f"After move 2, {table.sam.mention} took over from {table.anna.mention}." in page.text


async def test_by_command_to_one_person_in_german(table: Table) -> None:
    carl = await table.newcomer("Carl", "de")
    match = await table.begin("hnefatafl", board="brandubh-7")
    answer = await table.ben.slash(match.home, "substitute", to=carl.id)
    offer = await card(match, f"{carl.mention}, would you like to take over?")
    assert offer.pinged == [carl.id]
    assert list(offer.buttons) == ["Accept", "Decline", "Withdraw"]
    wrong = await table.sam.press(offer, "Decline")
    assert wrong.text == "This seat is offered to someone else."
    not_theirs = await carl.press(offer, "Withdraw")
    assert not_theirs.text == "Nur wer diesen Platz angeboten hat, kann das zurückziehen."
    await carl.press(offer, "Decline")
    closed = await match.stripped(offer, "Accept")
    assert closed.text.endswith(f"✖️ Declined by {carl.mention}.")
    late = await table.ben.press(answer.message, "Withdraw")
    assert late.text == "This seat is no longer on offer."


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
