"""Verifiable dice: sealed first, tied to a message, revealed last, checked by anyone."""

import pytest

from tests.end_to_end.bots import InProcessBot
from tests.end_to_end.tables import Table
from tests.end_to_end.three_games.gatherings import HATS, follow_round, open_lobby
from tests.end_to_end.three_games.honesty import check_honest, commitment_in_opening
from tests.end_to_end.three_games.known_dice import next_match

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.usefixtures("bot")]


@pytest.mark.assumes("message-numbers")
async def test_the_seal_is_on_the_card_before_anybody_accepts(table: Table, bot: InProcessBot) -> None:
    bot.chance.result = 2**221 + 29
    card = await open_lobby(table, table.anna, players="2")
    (line,) = [line for line in card.text.splitlines() if line.startswith("-# 🎲")]
    await table.ben.press(card, "Join")
    match = await follow_round(table, HATS, card.id, (table.anna, table.ben), {})
    assert line == f"-# 🎲 Dice sealed: `{commitment_in_opening(match)}`"
    assert f"/{match.home}/{match.opening.id})" in match.board.text, "the first roll links to its message"
    assert int(card.id) < int(match.opening.id) < int(match.board.id)
    posted = (int(match.opening.id) >> 22) + 1420070400000
    assert abs(posted / 1000 - (bot.clock() - bot.clock.ahead).timestamp()) < 60
    question = (await match.players[0].slash(match.home, "resign")).message
    await match.players[0].press(question, "Confirm")
    match.board = await table.sam.wait_for_message(match.home, lambda m: "🏁" in m.text, "the end")
    await check_honest(match)
    checked = await table.sam.slash(match.home, "dice verify")
    assert f"`{match.opening.id}`" in checked.text


async def test_everything_is_viewable_while_the_first_message_is_pending(
    table: Table, bot: InProcessBot
) -> None:
    card = await open_lobby(table, table.anna, players="2")
    await table.control.deny(table.channel, "CREATE_PUBLIC_THREADS")
    await table.control.fault("status", f"/channels/{table.channel}/messages$", "POST", status=503, times=3)
    await table.ben.press(card, "Join")
    number = next_match(bot) - 1
    listed = await table.anna.slash(table.channel, "games")
    lines = [
        (line["label"], line["description"]) for menu in listed.message.menus for line in menu["options"]
    ]
    assert any(f"#{number}" in title and "about to be rolled" in status for title, status in lines), lines
    board = await table.anna.slash(table.channel, "board", game=str(number))
    assert board.message.pictures
    answer = await table.anna.slash(table.channel, "move", move="H0-R1", game=str(number))
    assert "about to be rolled" in answer.text
    await table.control.clear_faults()
    bot.advance(60)
    await table.sam.wait_for_message(table.channel, lambda m: "Move" in m.buttons, "the first board")


async def test_a_players_own_dice_word_enters_the_seed(table: Table, bot: InProcessBot) -> None:
    bot.chance.result = 2**220 + 31
    refusal = await table.ben.slash(table.channel, "dice accept", word="Pomeranze")
    assert refusal.text == "No challenge with dice is open to you here."
    card = await open_lobby(table, table.anna, players="2")
    suggestions = await table.ben.complete(table.channel, "dice accept", "challenge", "")
    assert [choice["name"] for choice in suggestions] == [
        f"#{suggestions[0]['value'][:-2]} · Catch the Hat · Anna"
    ]
    empty = await table.ben.slash(table.channel, "dice accept", word=" ", challenge=suggestions[0]["value"])
    assert empty.text == "That is not a word. Write at least one character."
    answer = await table.ben.slash(table.channel, "dice accept", word="Pomeranze")
    assert answer.message.is_private
    match = await follow_round(table, HATS, card.id, (table.anna, table.ben), {})
    word = "8aac01bf3ffdd30fe26ab67971c9ce21"
    assert f"`{word}`" in match.opening.text
    question = (await match.players[0].slash(match.home, "resign")).message
    await match.players[0].press(question, "Confirm")
    match.board = await table.sam.wait_for_message(match.home, lambda m: "🏁" in m.text, "the end")
    await check_honest(match, (word,))
