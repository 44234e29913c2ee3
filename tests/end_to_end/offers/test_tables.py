"""Offers and rematches among more than two, and where there are dice."""

from collections.abc import Sequence

import pytest

from tests.end_to_end.bots import BotHere
from tests.end_to_end.people import Person
from tests.end_to_end.seen import Seen
from tests.end_to_end.tables import Table
from tests.end_to_end.three_games.known_dice import foretell

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.usefixtures("bot")]


async def start_table(table: Table, guests: Sequence[Person]) -> Seen:
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


async def test_a_take_back_does_not_roll_again(table: Table, bot: BotHere) -> None:
    # After a six the same player goes on: nobody else was called meanwhile, so nobody needs to agree.
    foretell(bot, {1: 6})
    start = await start_table(table, (table.ben,))
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
