"""Challenges whose card or channel is gone, answered from `/games`."""

import pytest

from tests.end_to_end.people import Person
from tests.end_to_end.seen import Seen
from tests.end_to_end.tables import Table, number_of
from tests.end_to_end.three_games.gatherings import lay_out

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.usefixtures("bot")]


def mark_of(card: Seen) -> str:
    """Return the number of the challenge that a card shows."""
    withdraw = next(custom_id for custom_id in card.buttons.values() if custom_id.startswith("fp:withdraw:"))
    return withdraw.rpartition(":")[2]


async def open_challenge(person: Person, channel: str, challenge: str) -> Seen:
    """Open a challenge from someone's list of games."""
    listed = await person.slash(channel, "games")
    menu = next(menu for menu in listed.message.menus if menu["custom_id"] == "fp:challenge")
    assert challenge in [option["value"] for option in menu["options"]]
    answer = await person.choose(listed.message, challenge)
    assert answer.message.is_private
    assert answer.message.pictures
    return answer.message


async def start_in_person(person: Person, move: str = "Move") -> Seen:
    return await person.finds(await person.direct(), lambda m: move in m.buttons, "the first board")


async def test_a_challenge_whose_channel_is_gone_is_accepted(table: Table) -> None:
    card = await table.challenge("conhex", role="red", swap="off")
    await table.control.delete_channel(table.channel)
    home = await table.ben.direct()
    page = await open_challenge(table.ben, home, mark_of(card))
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
    reply = await table.anna.slash(await table.anna.direct(), "move", move="a1", game=str(number))
    assert "**a1**" in reply.text
    mark = f"fp:board:{number}:1"
    message = await table.ben.finds(home, lambda m: m.marks(mark), "the board after a ply, in person")
    assert table.ben.mention in message.text


async def test_a_challenge_whose_channel_is_gone_is_accepted_in_german(german_table: Table) -> None:
    table = german_table
    for person in (table.anna, table.ben):
        await person.speaks("de")
    await table.anna.slash(table.channel, "challenge conhex", opponent=table.ben.id)
    card = await table.sam.finds(table.channel, lambda m: "Annehmen" in m.buttons, "the card")
    await table.control.delete_channel(table.channel)
    home = await table.ben.direct()
    page = await open_challenge(table.ben, home, mark_of(card))
    assert list(page.buttons) == ["Annehmen", "Ablehnen", "Ändern", "Regeln"]
    assert f"{table.anna.mention} fordert dich heraus" in page.text
    answer = await table.ben.press(page, "Annehmen")
    start = await start_in_person(table.anna, "Ziehen")
    assert answer.text.startswith(f"✅ **ConHex #{number_of(start)} hat begonnen:")
    assert f"In <#{table.channel}> kann ich nicht schreiben, darum bekommst du das direkt." in start.text
    assert "Die Partie geht hier weiter." in start.text


async def test_a_challenge_whose_channel_is_gone_is_declined(table: Table) -> None:
    card = await table.challenge("conhex")
    await table.control.delete_channel(table.channel)
    page = await open_challenge(table.ben, await table.ben.direct(), mark_of(card))
    question = await table.ben.press(page, "Decline")
    assert question.message.id == page.id, "the question stands in the page's place"
    confirmation = await table.ben.choose(question.message, "no-time")
    assert confirmation.text == "You have declined the challenge."
    home = await table.anna.direct()
    message = await table.anna.finds(home, lambda m: "I have no time at the moment." in m.text, "the refusal")
    assert table.ben.mention in message.text


async def test_a_challenge_whose_channel_is_gone_is_withdrawn(table: Table) -> None:
    card = await table.challenge("conhex")
    await table.control.delete_channel(table.channel)
    home = await table.anna.direct()
    page = await open_challenge(table.anna, home, mark_of(card))
    assert list(page.buttons) == ["Change", "Withdraw", "Rules"]
    confirmation = await table.anna.press(page, "Withdraw")
    assert confirmation.text == "You have withdrawn your challenge."
    assert "no open challenges" in (await table.anna.slash(home, "games")).text


async def test_a_challenge_is_changed_from_the_list(table: Table) -> None:
    card = await table.challenge("hnefatafl")
    page = await open_challenge(table.ben, table.channel, mark_of(card))
    panel = await table.ben.press(page, "Change")
    answer = await table.ben.press(panel.message, "Send back")
    assert list(answer.message.buttons) == ["Withdraw"]
    closed = await table.sam.finds(table.channel, lambda m: m.id == card.id and not m.buttons, "it closed")
    assert closed.pictures


async def test_a_challenge_whose_card_is_gone_is_accepted(table: Table) -> None:
    card = await table.challenge("conhex", role="red")
    world = table.playground.world
    world.erase(next(message for message in world.messages(table.channel) if message.id == card.id))
    page = await open_challenge(table.ben, table.channel, mark_of(card))
    answer = await table.ben.press(page, "Accept")
    match = await table.opened(card, (table.anna, table.ben), home=table.channel)
    assert f"#{match.number} has started:" in answer.text
    assert f"<#{match.home}>" in answer.text


async def test_the_card_that_is_still_there_is_brought_up_to_date(table: Table) -> None:
    card = await table.challenge("conhex")
    page = await open_challenge(table.ben, await table.ben.direct(), mark_of(card))
    answer = await table.ben.press(page, "Accept")
    match = await table.opened(card, (table.anna, table.ben))
    assert f"#{match.number}" in answer.text
    closed = await match.stripped(card, "Accept")
    assert f"✅ Accepted by {table.ben.mention}: game #{match.number}." in closed.text


async def test_a_table_whose_channel_is_gone(table: Table) -> None:
    card = await lay_out(table, table.anna, opponent=table.ben.id, opponent_2=table.sam.id)
    number = mark_of(card)
    await table.control.delete_channel(table.channel)
    anna, ben = await table.anna.direct(), await table.ben.direct()
    hosted = await open_challenge(table.anna, anna, number)
    assert list(hosted.buttons) == ["Open", "Change", "Withdraw", "Rules"]
    door = await table.anna.press(hosted, "Open")
    assert list(door.message.buttons) == ["Close", "Change", "Withdraw", "Rules"]
    assert door.text.count("Anyone may join.") == 1
    shut = await table.anna.press(door.message, "Close")
    assert list(shut.message.buttons) == ["Open", "Change", "Withdraw", "Rules"]
    page = await open_challenge(table.ben, ben, number)
    assert list(page.buttons) == ["Join", "Decline", "Rules"]
    joined = await table.ben.press(page, "Join")
    assert "You are at the table." in joined.text
    assert list(joined.message.buttons) == ["Leave", "Rules"]
    assert joined.message.pictures
    reply = await table.ben.press(joined.message, "Leave")
    assert "You have left the table." in reply.text
    assert list(reply.message.buttons) == ["Join", "Decline", "Rules"]
    await table.ben.press(reply.message, "Join")
    ready = await open_challenge(table.anna, anna, number)
    assert list(ready.buttons) == ["Start", "Open", "Change", "Withdraw", "Rules"]
    answer = await table.anna.press(ready, "Start")
    start = await table.anna.finds(anna, lambda m: "Move" in m.buttons, "the first board")
    assert f"#{number_of(start)} has started:" in answer.text
    assert f"I cannot write in <#{table.channel}>" in start.text


async def test_a_table_is_declined_and_withdrawn_from_the_list(table: Table) -> None:
    elsewhere = await table.control.add_channel(table.server, "elsewhere")
    card = await lay_out(table, table.anna, opponent=table.ben.id, opponent_2=table.sam.id)
    number = mark_of(card)
    await table.control.delete_channel(table.channel)
    page = await open_challenge(table.ben, await table.ben.direct(), number)
    question = await table.ben.press(page, "Decline")
    assert (
        await table.ben.choose(question.message, "no-thanks")
    ).text == "You have declined the invitation to the table."
    hosted = await open_challenge(table.anna, await table.anna.direct(), number)
    assert f"Invited: {table.sam.mention}" in hosted.text.splitlines()
    listed = await own_list(table.ben, elsewhere)
    refused = await table.ben.forge(listed, "fp:challenge", number)
    assert refused.text == "There is no such challenge.", "they are invited no more, and see no such channel"
    assert (await table.anna.press(hosted, "Withdraw")).text == "You have withdrawn your challenge."


async def test_strangers_cannot_open_or_answer_a_challenge(table: Table) -> None:
    card = await table.challenge("conhex")
    number = mark_of(card)
    listed = await own_list(table.sam, table.channel)
    assert number not in listed.offered
    answer = await table.sam.forge(listed, "fp:challenge", number)
    assert answer.message.is_private
    assert answer.text == "This challenge is not for you to answer."
    in_person = (await table.sam.slash(await table.sam.direct(), "games")).message
    for page, challenge in ((listed, "999999"), (in_person, number), (in_person, "999999")):
        unknown = await table.sam.forge(page, "fp:challenge", challenge)
        assert unknown.text == "There is no such challenge."
    for verb, text in (
        ("accept", "This challenge is not for you to answer."),
        ("decline", "This challenge is not for you to answer."),
        ("change", "This challenge is not for you to answer."),
        ("withdraw", "Only the challenger can withdraw this challenge."),
    ):
        custom_id = f"fp:{verb}:{number}"
        assert "is not one of mine" in (await table.sam.press_nothing(listed, custom_id)).text
        answer = await table.sam.forge(listed.holding(custom_id), custom_id)
        assert answer.message.is_private
        assert answer.text == text
    assert "Accept" in (await open_challenge(table.ben, table.channel, number)).buttons
    accept = f"fp:accept:{number}"
    own = (await table.ben.slash(table.channel, "games")).message
    assert "has started:" in (await table.ben.forge(own.holding(accept), accept)).text


async def test_a_challenge_settled_since_the_list_was_shown(table: Table) -> None:
    card = await table.challenge("conhex")
    listed = await table.ben.slash(table.channel, "games")
    page = await open_challenge(table.ben, table.channel, mark_of(card))
    await table.anna.press(card, "Withdraw")
    for answer in (
        await table.ben.choose(listed.message, mark_of(card)),
        await table.ben.press(page, "Accept"),
    ):
        assert answer.message.is_private
        assert answer.text == f"↩️ Withdrawn by {table.anna.mention}."


async def test_an_open_challenge_is_for_anyone_who_is_there(table: Table) -> None:
    elsewhere = await table.control.add_channel(table.server, "elsewhere")
    card = await table.card(table.anna, "conhex", role="red")
    listed = await own_list(table.sam, elsewhere)
    refused = await table.sam.forge(listed, "fp:challenge", mark_of(card))
    assert refused.text == "This challenge is not for you to answer."
    listed = (await table.sam.slash(table.channel, "games")).message
    page = await table.sam.forge(listed, "fp:challenge", mark_of(card))
    assert list(page.message.buttons) == ["Accept", "Rules"]
    answer = await table.sam.press(page.message, "Accept")
    match = await table.opened(card, (table.anna, table.sam))
    assert f"ConHex #{match.number} has started:" in answer.text


async def own_list(person: Person, channel: str) -> Seen:
    """Return someone's list of games, with a menu of challenges: one of theirs is in it."""
    await person.slash(channel, "challenge fox-and-hens")
    return (await person.slash(channel, "games")).message
