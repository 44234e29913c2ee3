"""Offers and rematches among more than two, and where there are dice."""

from collections.abc import Sequence

import pytest

from tests.end_to_end.bots import BotHere
from tests.end_to_end.people import Person
from tests.end_to_end.seen import Seen
from tests.end_to_end.tables import Table
from tests.end_to_end.three_games.known_dice import foretell

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.usefixtures("bot")]


async def started(table: Table, guests: Sequence[Person]) -> Seen:
    """Start a game of Catch the Hat, Anna's table; return its first board."""
    names = ("opponent", "opponent_2", "opponent_3")
    options = {name: guest.id for name, guest in zip(names, guests, strict=False)}
    await table.anna.slash(table.channel, "challenge catch-the-hat", **options)
    card = await table.sam.finds(table.channel, lambda m: "Join" in m.buttons, "the table")
    for guest in guests:
        await guest.press(card, "Join")
    return await table.sam.finds(card.id, lambda m: "Move" in m.buttons, "the first board")


def mover(table: Table, board: Seen) -> Person:
    calls = ("you go first", "your turn")
    people = (table.anna, table.ben, table.sam)
    return next(p for p in people if any(f"{p.mention}, {words}" in board.text for words in calls))


async def move(table: Table, board: Seen) -> Person:
    """Play the first move there is, by the panel; return who played it."""
    person = mover(table, board)
    panel = (await person.press(board, "Move")).message
    while "Confirm" not in panel.buttons:
        first, custom_id = next(iter(panel.buttons.items()))
        panel = (await person.press(panel, first)).message
        if custom_id.startswith("fp:play:") and "Confirm" not in panel.buttons:
            return person
    await person.press(panel, "Confirm")
    return person


async def next_board(table: Table, board: Seen) -> Seen:
    return await table.sam.finds(
        board.channel,
        lambda m: m.id != board.id and int(m.id) > int(board.id) and "Move" in m.buttons,
        "the board",
    )


async def test_all_must_agree(table: Table) -> None:
    start = await started(table, (table.ben, table.sam))
    first = await move(table, start)
    board = await next_board(table, start)
    others = [person for person in (table.anna, table.ben, table.sam) if person.id != first.id]
    question = await first.slash(board.channel, "offer", what="abort")
    await first.press(question.message, "Confirm")
    offer = await table.sam.finds(board.channel, lambda m: "would like to abort" in m.text, "the offer")
    assert sorted(offer.pinged) == sorted(person.id for person in others)
    agreed = await others[0].press(offer, "Accept")
    assert agreed.message.is_private
    assert agreed.text == "You have agreed. The others must still answer."
    twice = await others[0].press(offer, "Accept")
    assert twice.text == "You have already agreed; the others must still answer."
    await others[1].press(offer, "Accept")
    await table.sam.finds(board.channel, lambda m: m.id == offer.id and not m.buttons, "its buttons gone")
    await table.sam.finds(board.channel, lambda m: "aborted" in m.text, "the end")


async def test_a_take_back_does_not_roll_again(table: Table, bot: BotHere) -> None:
    # After a six the same player goes on: nobody else was called meanwhile, so nobody needs to agree.
    foretell(bot, {1: 6})
    start = await started(table, (table.ben,))
    words = start.pictures[0][1]
    person = await move(table, start)
    board = await next_board(table, start)
    undone = await person.slash(board.channel, "offer", what="take-back")
    assert "your move has been taken back" in undone.text
    back = await table.sam.finds(board.channel, lambda m: "takes back: " in m.text, "the board before")
    assert back.pictures[0][1] == words, "the same position with the same roll"
    assert mover(table, back) == person
    await move(table, back)
    again = await next_board(table, back)
    assert again.pictures[0][1] == board.pictures[0][1], "the same move meets the same next roll"


async def test_a_rematch_of_a_table_is_a_table(table: Table) -> None:
    start = await started(table, (table.ben,))
    question = await table.ben.slash(start.channel, "resign")
    await table.ben.press(question.message, "Confirm")
    end = await table.sam.finds(start.channel, lambda m: "Rematch" in m.buttons, "the end")
    await table.anna.press(end, "Rematch")
    card = await table.sam.finds(
        table.channel, lambda m: "Rematch of game #" in m.text and "Join" in m.buttons, "the table"
    )
    assert f"Invited: {table.ben.mention}" in card.text
    begins = await table.ben.press(end, "Rematch")
    assert begins.text.startswith("**The rematch of Catch the Hat begins: game #")
    await table.sam.finds(card.id, lambda m: "Move" in m.buttons, "the first board")


async def test_a_series_is_played_again_when_it_is_over(table: Table) -> None:
    card = await table.challenge("conhex", series="none", role="red")
    await table.ben.press(card, "Accept")
    for number in (1, 2):
        start = await says(table, card.id, f"Game {number} of the series.")
        abort = await table.ben.slash(start.channel, "offer", what="abort")
        assert ("and so does its series" in abort.text) == (number > 1)
        question = await table.ben.slash(start.channel, "resign")
        await table.ben.press(question.message, "Confirm")
    last = await says(table, card.id, "wins the series")
    assert "Rematch" in last.buttons
    ends = [m for m in await table.sam.sees(card.id) if "🏁" in m.text]
    assert len(ends) == 2
    assert not any("Rematch" in end.buttons for end in ends), "the series goes on by itself"
    await table.ben.press(last, "Rematch")
    again = await says(table, table.channel, "Rematch of game #")
    assert "A match of two games, sides swapped." in again.text


async def says(table: Table, channel: str, words: str) -> Seen:
    return await table.sam.finds(channel, lambda m: words in m.text, words)


async def test_an_abort_ends_the_series_too(table: Table) -> None:
    card = await table.challenge("conhex", series="none", role="red")
    await table.ben.press(card, "Accept")
    start = await says(table, card.id, "Game 1 of the series.")
    question = await table.anna.slash(start.channel, "offer", what="abort")
    await table.anna.press(question.message, "Confirm")
    await says(table, card.id, "aborted")
    last = await says(table, card.id, "the series is over")
    assert "Rematch" in last.buttons
    await table.anna.press(last, "Rematch")
    await says(table, table.channel, "Rematch of game #")
