"""From *New game* to the first moves, only by buttons and menus: few actions on any board."""

import pytest

from tests.end_to_end.bots import InProcessBot
from tests.end_to_end.people import Person
from tests.end_to_end.shown_message import ShownMessage
from tests.end_to_end.tables import Table
from tests.repeats import cases

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.usefixtures("bot")]

MOST, MAX_PER_THREAD = 7, 8
SENT, ACCEPTED = 3, 1
"""The number of actions to send a challenge, and to accept it."""
CONFIRM, BACK = "Confirm", "Back"
BOARDS = (
    "hnefatafl/hnefatafl-13",
    "hnefatafl/tablut-9",
    "hnefatafl/alea-evangelii-19",
    "ludus-latrunculorum",
    "conhex",
    "fox-and-hens",
    "nine-mens-morris/12",
)
MOST_TO_CHOOSE = ("hnefatafl/alea-evangelii-19", "conhex", "fox-and-hens")
"""The boards with the most pieces, the most empty points, and few pieces: each has its own kind of choice."""


async def presses_to_move(person: Person, page: ShownMessage, here: str) -> int:
    """Play the first move offered on each page; return the number of actions in a person's place.

    `page` is the game's board with its menu, or an open panel. A board in another channel than `here` must be
    opened first.
    """
    opening = int(page.channel != here)
    panel, actions = page, 0
    if not page.is_private:
        panel, actions = (await person.choose(page, page.offered[0])).message, 1
    while CONFIRM not in panel.buttons:
        labels = [label for label in panel.buttons if label != BACK]
        ask = person.press(panel, labels[0]) if labels else person.choose(panel, panel.offered[0])
        panel, actions = (await ask).message, actions + 1
    answer = await person.press(panel, CONFIRM)
    assert "Undo" in " ".join(answer.message.buttons)
    return opening + actions + 1


async def panel_after_accepting(table: Table, card: ShownMessage) -> ShownMessage:
    """Accept as Ben; return the panel for the first move, below the card.

    If the answer is slow, the card may change before the panel arrives.
    """
    await table.ben.press(card, "Accept")
    return await table.ben.wait_for_message(
        card.channel,
        lambda m: m.is_private and "The game has started, and you go first." in m.text,
        "the panel for the first move",
    )


async def first_move(table: Table, bot: InProcessBot, card: ShownMessage) -> int:
    """Accept as Ben, who goes first by lot, and play the first move; return the number of actions."""
    bot.chance.result = 1
    panel = await panel_after_accepting(table, card)
    bot.chance.result = 0
    return ACCEPTED + await presses_to_move(table.ben, panel, card.channel)


async def send_challenge(table: Table, board: str) -> ShownMessage:
    """Challenge Ben as Anna by *New game*; return the card."""
    page = (await table.anna.slash(table.channel, "games")).message
    question = (await table.anna.press(page, "New game")).message
    message = (await table.anna.choose(question, board)).message
    (people,) = (custom_id for custom_id in message.custom_ids if custom_id.startswith("fp:ask-people:"))
    await table.anna.complete_answer(
        await table.anna.client.choose(message.raw, people, table.ben.id, kind=5)
    )
    return await table.sam.wait_for_message(table.channel, lambda m: "Accept" in m.buttons, "the card")


@pytest.mark.assumes("menus")
@pytest.mark.parametrize("board", cases(MOST_TO_CHOOSE, BOARDS))
async def test_the_first_move_takes_few_actions(table: Table, bot: InProcessBot, board: str) -> None:
    card = await send_challenge(table, board)
    assert SENT + await first_move(table, bot, card) <= MOST


async def test_both_first_moves_in_a_thread_take_few_actions(table: Table) -> None:
    card = await send_challenge(table, "conhex")
    await table.ben.press(card, "Accept")
    match = await table.wait_for_match(card, (table.anna, table.ben))
    assert list(match.start.buttons)[:3] == ["Move", "Board", "More"]
    first = await presses_to_move(table.anna, match.start, card.channel)
    assert SENT + ACCEPTED + first <= MAX_PER_THREAD, "the challenger goes first"
    second = await presses_to_move(table.ben, await match.board(1), card.channel)
    assert SENT + ACCEPTED + second <= MAX_PER_THREAD, "the second player's actions"
