"""A read-only channel with writable threads: players have only buttons there, no slash commands."""

import pytest

from tests import pocket
from tests.end_to_end.offers.test_offers import offer_message, press_in_more
from tests.end_to_end.people import Person
from tests.end_to_end.shown_message import ShownMessage
from tests.end_to_end.tables import Match, Table
from tests.end_to_end.test_first_move import presses_to_move

pytestmark = [
    pytest.mark.asyncio(loop_scope="module"),
    pytest.mark.usefixtures("bot"),
    pytest.mark.assumes("commands-in-threads"),
]
BRANDUBH = "hnefatafl/brandubh-7"


async def challenge_and_accept(table: Table, overview: ShownMessage) -> Match:
    """Challenge Ben as Anna from the overview, and accept as Ben."""
    games = (await table.anna.press(overview, "My games")).message
    question = (await table.anna.press(games, "New game")).message
    match = (await table.anna.choose(question, BRANDUBH)).message
    proposed = (await table.anna.choose(match, "single")).message
    (people,) = (custom_id for custom_id in proposed.custom_ids if custom_id.startswith("fp:ask-people:"))
    await table.anna.complete_answer(
        await table.anna.client.choose(proposed.raw, people, table.ben.id, kind=5)
    )
    card = await table.sam.wait_for_message(table.channel, lambda m: "Accept" in m.buttons, "the card")
    assert (await table.ben.press(card, "Accept")).answered
    return await table.wait_for_match(card, (table.anna, table.ben))


async def test_a_game_is_playable_by_buttons_alone(table: Table) -> None:
    owner = Person(pocket.Person(table.line, pocket.BEN), "Ben")
    await owner.slash(table.channel, "server overview", on=True)
    overview = await table.sam.wait_for_message(
        table.channel, lambda m: "My games" in m.buttons, "the overview"
    )
    await table.control.deny_people(table.channel, "SEND_MESSAGES")
    match = await challenge_and_accept(table, overview)
    for command in ("move", "board", "resign", "offer", "rematch", "games"):
        with pytest.raises(pocket.Refused, match="no commands"):
            await table.anna.slash(match.home, command)
    first, second = (
        (table.anna, table.ben)
        if f"{table.anna.mention}, you go first" in match.start.text
        else (table.ben, table.anna)
    )
    await presses_to_move(first, match.start, match.home)
    board = await match.board(1)
    await presses_to_move(second, board, match.home)
    board = await match.board(2)

    # A draw is offered and declined, a plan viewed; then one player resigns.
    await press_in_more(first, board, "Offer draw")
    offer = await offer_message(match, "offers a draw")
    await second.press(offer, "Decline")
    plan = await press_in_more(second, board, "Plan")
    assert plan.message.is_private
    question = await press_in_more(second, board, "Resign")
    await second.press(question.message, "Confirm")
    end = await table.sam.wait_for_message(match.home, lambda m: "Rematch" in m.buttons, "the end")

    await second.press(end, "Rematch")
    card = await table.sam.wait_for_message(
        table.channel, lambda m: f"Rematch of game #{match.number}." in m.text, "the card"
    )
    await first.press(card, "Accept")
    rematch = await table.wait_for_match(card, (table.ben, table.anna))
    await press_in_more(first, rematch.start, "Offer draw")
    offer = await offer_message(rematch, "offers a draw")
    await second.press(offer, "Accept")
    await table.sam.wait_for_message(
        rematch.home, lambda m: "🤝 draw by agreement" in m.headline, "the end of the rematch"
    )
