"""Draws, take-backs and aborts by buttons and by command: answers, withdrawal and expiry."""

import pytest

from tests.end_to_end.people import Person
from tests.end_to_end.shown_message import Answer, ShownMessage
from tests.end_to_end.tables import Match, Table

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.usefixtures("bot")]


async def begin_game(table: Table) -> Match:
    return await table.begin("hnefatafl", board="brandubh-7")


async def press_in_more(person: Person, board: ShownMessage, button: str) -> Answer:
    """Press a button of the board's More panel."""
    more = await person.press(board, "More")
    return await person.press(more.message, button)


async def offer_message(match: Match, words: str) -> ShownMessage:
    """Wait for the public message of an offer."""
    return await match.witness.wait_for_message(
        match.home, lambda m: words in m.text and "Accept" in m.buttons, f"an offer: {words}"
    )


async def wait_until_closed(match: Match, offer: ShownMessage, words: str) -> ShownMessage:
    """Wait until an offer has lost its buttons and contains `words`."""
    return await match.witness.wait_for_message(
        match.home, lambda m: m.id == offer.id and not m.buttons and words in m.text, words
    )


async def test_a_draw_is_offered_and_accepted(table: Table) -> None:
    match = await begin_game(table)
    answer = await press_in_more(table.anna, match.start, "Offer draw")
    assert answer.text == f"Game #{match.number}: your offer of a draw stands until the other side moves."
    offer = await offer_message(match, f"🤝 {table.anna.mention} (attackers) offers a draw.")
    assert list(offer.buttons) == ["Accept", "Decline", "Withdraw"]
    assert offer.pinged == [table.ben.id]
    await table.ben.press(offer, "Accept")
    await wait_until_closed(match, offer, f"✅ Accepted by {table.ben.mention}.")
    end = await table.sam.wait_for_message(
        match.home, lambda m: "🤝 draw by agreement" in m.headline, "the end"
    )
    assert list(end.buttons) == ["Rematch", "Board", "More", "Review", "Replay", "Export"]
    assert end.pinged == [table.anna.id], "only the offerer is pinged"
    over = await table.anna.slash(match.home, "move", move="d1-c1")
    assert over.text == "This game is over."


async def test_an_offer_answered_before_its_message_is_known_is_closed(table: Table) -> None:
    match = await begin_game(table)
    await table.control.fault("delay", f"/channels/{match.home}/messages$", "POST", seconds=1.0, when="after")
    await table.anna.slash(match.home, "offer", what="draw")
    offer = await offer_message(match, "offers a draw")
    declined = await table.ben.slash(match.home, "offer", what="draw", answer="decline")
    assert declined.text == "You have declined."
    await wait_until_closed(match, offer, f"✖️ Declined by {table.ben.mention}.")
