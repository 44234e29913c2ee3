"""Whole games of Catch the Hat in every mode, from the table's card to the last hat."""

from typing import Any

import pytest

from tests.end_to_end.bots import BotHere
from tests.end_to_end.people import Person
from tests.end_to_end.tables import Table
from tests.end_to_end.three_games.fate import hunt, shortest
from tests.end_to_end.three_games.gatherings import gather
from tests.end_to_end.three_games.honesty import check_honest

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.usefixtures("bot")]

BY_BUTTONS = 8
"""How many moves at the beginning and at the end are made by buttons; those between are typed."""


@pytest.mark.parametrize(
    ("players", "options"),
    [
        (2, {}),
        (6, {}),
        (4, {"mode": "party"}),
        (6, {"mode": "party"}),
        (4, {"mode": "total-party"}),
        (6, {"mode": "golden-hat"}),
    ],
    ids=["two", "six", "party-of-four", "party-of-six", "total-party", "golden-hat"],
)
async def test_a_whole_game(
    table: Table, six: list[Person], bot: BotHere, players: int, options: dict[str, Any]
) -> None:
    moves = shortest(bot, options, players, hunt, tries=60)
    match = await gather(table, six[:players], **options)
    start = match.board.text
    for number, move in enumerate(moves):
        typed = BY_BUTTONS <= number < len(moves) - BY_BUTTONS
        await (match.type if typed else match.press)(move)
    match.over()
    await check_honest(match, start)
