"""Offers and take-backs when the game's place is out of reach, and simultaneous presses."""

import asyncio

import pytest

from tests.end_to_end.people import Person
from tests.end_to_end.shown_message import ShownMessage
from tests.end_to_end.tables import Match, Table

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.usefixtures("bot")]


async def begin_silenced(table: Table) -> Match:
    """Begin a game, play two plies, and deny the bot posting in its place."""
    match = await table.begin("hnefatafl", board="brandubh-7")
    await match.play("d1-c1", "d3-a3")
    await table.control.deny(table.channel, "SEND_MESSAGES", "SEND_MESSAGES_IN_THREADS")
    return match


async def in_person(person: Person, words: str) -> ShownMessage:
    return await person.wait_for_message(await person.open_dm(), lambda m: words in m.text, words)


async def test_an_offer_is_sent_and_answered_in_direct_messages(table: Table) -> None:
    match = await begin_silenced(table)
    await table.anna.slash(match.home, "offer", what="take-back")
    offer = await in_person(table.ben, "would like to take back their own last move")
    await table.ben.press(offer, "Accept")
    closed = await table.ben.wait_for_message(
        offer.channel, lambda m: m.id == offer.id and not m.buttons, "it closed"
    )
    assert "✅ Accepted by" in closed.text
    for person in (table.anna, table.ben):
        back = await in_person(person, "takes back: d1-c1, d3-a3")
        assert back.pictures
    await table.anna.slash(await table.anna.open_dm(), "move", move="d1-b1", game=str(match.number))
    await table.ben.wait_for_message(await table.ben.open_dm(), lambda m: m.reports_move("d1-b1"), "the move")


async def test_a_double_click_on_accept_makes_one_draw(table: Table) -> None:
    match = await table.begin("hnefatafl", board="brandubh-7")
    await table.anna.slash(match.home, "offer", what="draw")
    offer = await table.sam.wait_for_message(match.home, lambda m: "offers a draw" in m.text, "the offer")
    both = await asyncio.gather(*(table.ben.forge(offer, offer.buttons["Accept"]) for _ in range(2)))
    assert not [answer for answer in both if not answer.answered]
    await table.sam.wait_for_message(match.home, lambda m: "🤝 draw by agreement" in m.headline, "the end")
    await match.wait_until_stripped(offer)
    assert len([m for m in await table.sam.messages(match.home) if "🤝 draw by agreement" in m.headline]) == 1


async def test_a_simultaneous_move_and_acceptance_settle_consistently(table: Table) -> None:
    match = await table.begin("hnefatafl", board="brandubh-7")
    await match.play("d1-c1")
    await table.anna.slash(match.home, "offer", what="draw")
    offer = await table.sam.wait_for_message(match.home, lambda m: "offers a draw" in m.text, "the offer")
    answer, _ = await asyncio.gather(
        table.ben.slash(match.home, "move", move="d3-a3"), table.ben.press(offer, "Accept")
    )
    await match.wait_until_stripped(offer)
    message = await table.sam.wait_for_message(
        match.home,
        lambda m: "🤝 draw by agreement" in m.headline or m.reports_move("d3-a3"),
        "the draw or the move",
    )
    is_draw = "🤝 draw by agreement" in message.headline
    assert is_draw is (answer.text == "This game is over.")
    reply = await table.anna.slash(match.home, "move", move="c1-b1")
    assert ("is played" in reply.text) is not is_draw


async def test_two_simultaneous_rematch_requests_make_one_card(table: Table) -> None:
    match = await table.begin("conhex")
    question = await table.anna.slash(match.home, "resign")
    await table.anna.press(question.message, "Confirm")
    end = await table.sam.wait_for_message(match.home, lambda m: "Rematch" in m.buttons, "the end")
    both = await asyncio.gather(table.anna.press(end, "Rematch"), table.ben.press(end, "Rematch"))
    assert sorted(answer.text.split(" of ")[0] for answer in both) == ["**The rematch", "**Your rematch"]
    card = await table.sam.wait_for_message(
        table.channel, lambda m: "Rematch of game #" in m.text, "the card"
    )
    await table.sam.wait_for_message(card.id, lambda m: "Move" in m.buttons, "the first board")
    cards = [m for m in await table.sam.messages(table.channel) if "Rematch of game #" in m.text]
    assert len(cards) == 1
