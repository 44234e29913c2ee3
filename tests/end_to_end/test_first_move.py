"""From *New game* to the first move by buttons alone: few actions, whatever the board."""

import pytest

from tests.end_to_end.people import Person
from tests.end_to_end.seen import Seen
from tests.end_to_end.tables import Table

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.usefixtures("bot")]

MOST = 8
CONFIRM, BACK = "Confirm", "Back"
BOARDS = (
    "hnefatafl/hnefatafl-13",
    "hnefatafl/tablut-9",
    "ludus-latrunculorum",
    "conhex",
    "fox-and-hens",
    "nine-mens-morris/12",
)


async def moved(person: Person, board: Seen) -> int:
    """Play the first move that each page offers; return how many presses and choices that took."""
    panel, actions = (await person.press(board, "Move")).message, 1
    while CONFIRM not in panel.buttons:
        labels = [label for label in panel.buttons if label != BACK]
        ask = person.press(panel, labels[0]) if labels else person.choose(panel, panel.offered[0])
        panel, actions = (await ask).message, actions + 1
    played = await person.press(panel, CONFIRM)
    assert "Undo" in " ".join(played.message.buttons)
    return actions + 1


@pytest.mark.parametrize("board", BOARDS)
async def test_the_first_move_takes_few_actions(table: Table, board: str) -> None:
    page = (await table.anna.slash(table.channel, "games")).message
    asked = (await table.anna.press(page, "New game")).message
    chosen = (await table.anna.choose(asked, board)).message
    (people,) = (custom_id for custom_id in chosen.custom_ids if custom_id.startswith("fp:ask-people:"))
    await table.anna.completed(await table.anna.client.choose(chosen.raw, people, table.ben.id, kind=5))
    card = await table.sam.finds(table.channel, lambda m: "Accept" in m.buttons, "the card")
    await table.ben.press(card, "Accept")
    before = 4
    match = await table.opened(card, (table.anna, table.ben))
    mover = table.anna if f"{table.anna.mention}, you go first" in match.start.text else table.ben
    assert before + await moved(mover, match.start) <= MOST
