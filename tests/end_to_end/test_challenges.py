"""Challenges, up to the first board or to their end."""

import asyncio

import pytest

from tests.end_to_end.tables import Table, number_of

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.usefixtures("bot")]


async def test_accepting_opens_a_thread(table: Table) -> None:
    match = await table.begin("conhex")
    assert match.home == match.card.id, "the thread was opened on the card"
    thread = next(
        channel
        for guild in (await table.sam.client.state())["guilds"]
        for channel in guild["channels"]
        if channel["id"] == match.home
    )
    assert thread["type"] == 11
    assert thread["parent_id"] == table.channel
    assert thread["name"] == f"ConHex #{match.number}: Anna \N{EN DASH} Ben"
    card = await match.wait_until_stripped(match.card)
    assert f"✅ Accepted by {table.ben.mention}: game #{match.number}." in card.text
    assert card.pictures
    assert f"{table.anna.mention} (red) \N{EN DASH} {table.ben.mention} (blue)" in match.start.text
    assert match.start.pinged == [player.id for player in match.players]


async def test_the_first_player_wins_an_open_challenge(table: Table) -> None:
    card = await table.card(table.anna, "conhex", role="red")
    assert list(card.buttons) == ["Accept", "Change", "Withdraw", "Rules"]
    assert card.pinged == []
    assert f"The first to accept plays {table.anna.mention}." in card.text
    answer = await table.anna.press(card, "Accept")
    assert "own challenge" in answer.text
    answers = await asyncio.gather(table.ben.press(card, "Accept"), table.sam.press(card, "Accept"))
    late = [answer for answer in answers if answer.message.is_private]
    assert len(late) == 1
    winner = table.sam if answers[0] is late[0] else table.ben
    match = await table.wait_for_match(card, (table.anna, winner))
    line = f"✅ **ConHex #{match.number} has started:"
    assert late[0].text in {f"{line} <#{home}>.**" for home in (table.channel, match.home)}
    assert f"{winner.mention} (blue)" in match.start.text
    assert len(await match.boards()) == 1


@pytest.mark.assumes("channel-of-interaction")
async def test_a_challenge_in_a_thread_is_played_there(table: Table) -> None:
    first = await table.begin("conhex")
    answer = await table.anna.slash(
        first.home, "challenge hnefatafl", opponent=table.ben.id, role="attackers"
    )
    assert answer.message.is_private
    card = await table.sam.wait_for_message(first.home, lambda m: "Accept" in m.buttons, "the card")
    await table.ben.press(card, "Accept")
    start = await table.sam.wait_for_message(
        first.home, lambda m: "Hnefatafl" in m.text and "Move" in m.buttons, "the first board"
    )
    assert number_of(start) != first.number
