"""Challenges without a card or channel, answered from `/games`."""

import pytest

from tests.end_to_end.people import Person
from tests.end_to_end.shown_message import ShownMessage
from tests.end_to_end.tables import Table, number_of

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.usefixtures("bot")]


def challenge_number(card: ShownMessage) -> str:
    """Return the number of a card's challenge."""
    withdraw = next(custom_id for custom_id in card.buttons.values() if custom_id.startswith("fp:withdraw:"))
    return withdraw.rpartition(":")[2]


async def open_challenge(person: Person, channel: str, challenge: str) -> ShownMessage:
    """Open a challenge from a person's list of games."""
    listed = await person.slash(channel, "games")
    menu = next(menu for menu in listed.message.menus if menu["custom_id"] == "fp:challenge")
    assert challenge in [option["value"] for option in menu["options"]]
    answer = await person.choose(listed.message, challenge)
    assert answer.message.is_private
    assert answer.message.pictures
    return answer.message


async def start_in_person(person: Person, move: str = "Move") -> ShownMessage:
    return await person.wait_for_message(
        await person.open_dm(), lambda m: move in m.buttons, "the first board"
    )


async def test_a_challenge_is_acceptable_after_its_channel_is_deleted(table: Table) -> None:
    card = await table.challenge("conhex", role="red", swap="off")
    await table.control.delete_channel(table.channel)
    home = await table.ben.open_dm()
    page = await open_challenge(table.ben, home, challenge_number(card))
    assert list(page.buttons) == ["Accept", "Decline", "Change", "Rules"]
    assert f"{table.ben.mention}, {table.anna.mention} challenges you." in page.text
    answer = await table.ben.press(page, "Accept")
    assert answer.message.is_private
    starts = [await start_in_person(person) for person in (table.anna, table.ben)]
    number = number_of(starts[0])
    assert answer.text.startswith(f"✅ **ConHex #{number} has started:")
    assert f"<#{table.channel}>" in answer.text
    assert not answer.message.menus
    board = await table.ben.press(answer.message, "Board")
    assert board.message.pictures
    for start in starts:
        assert f"I cannot write in <#{table.channel}>, so this comes to you directly." in start.text
        assert "The game goes on here." in start.text
    reply = await table.anna.slash(await table.anna.open_dm(), "move", move="a1", game=str(number))
    assert "**a1**" in reply.text
    mark = f"fp:board:{number}:1"
    message = await table.ben.wait_for_message(
        home, lambda m: m.has_custom_id(mark), "the board after a ply, in person"
    )
    assert table.ben.mention in message.text


async def test_a_challenge_is_acceptable_after_its_card_is_deleted(table: Table) -> None:
    card = await table.challenge("conhex", role="red")
    world = table.playground.world
    world.erase(next(message for message in world.messages(table.channel) if message.id == card.id))
    page = await open_challenge(table.ben, table.channel, challenge_number(card))
    answer = await table.ben.press(page, "Accept")
    match = await table.wait_for_match(card, (table.anna, table.ben), home=table.channel)
    assert f"#{match.number} has started:" in answer.text
    assert f"<#{match.home}>" in answer.text
