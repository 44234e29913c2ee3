"""Whole games of Catch the Hat, from the table's card to the last hat.

The other modes are played through the services, in `tests/bot/features/matches/service/test_whole_games.py`.
"""

from typing import Any

import pytest

from tests.end_to_end.bots import BotHere
from tests.end_to_end.people import Person
from tests.end_to_end.tables import Table
from tests.end_to_end.three_games.gatherings import gather
from tests.end_to_end.three_games.honesty import check_honest
from tests.end_to_end.three_games.known_dice import hunt, shortest

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.usefixtures("bot")]

BY_BUTTONS = 8
"""How many moves at the beginning and at the end are made by buttons; those between are typed."""


@pytest.mark.parametrize(
    ("players", "options"),
    [
        (2, {"mode": "golden-hat"}),
        (6, {}),
        (6, {"mode": "total-party"}),
    ],
    ids=["two-with-golden-hats", "six", "total-party"],
)
async def test_a_whole_game(
    table: Table, six: list[Person], bot: BotHere, players: int, options: dict[str, Any]
) -> None:
    moves = shortest(bot, options, players, hunt, tries=60)
    match = await gather(table, six[:players], **options)
    for number, move in enumerate(moves):
        typed = BY_BUTTONS <= number < len(moves) - BY_BUTTONS
        await (match.type if typed else match.press)(move)
    match.over()
    await check_honest(match)
