"""Whole games of Catch the Hat, from the table's card to the last hat.

Two play for golden hats in `test_german_games.py`, six each for themselves in `test_leaving.py`; all modes
are played through the services, in `tests/bot/features/matches/service/test_whole_games.py`.
"""

from collections.abc import Mapping
from typing import Any

import pytest

from tests.end_to_end.bots import BotHere
from tests.end_to_end.people import Person
from tests.end_to_end.tables import Table
from tests.end_to_end.three_games.gatherings import gather
from tests.end_to_end.three_games.honesty import check_honest
from tests.end_to_end.three_games.known_dice import hunt, shortest

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.usefixtures("bot")]

PARTIES: Mapping[str, Any] = {"mode": "total-party"}
BY_BUTTONS = 8
"""How many moves at the beginning and at the end are made by buttons; those between are typed."""


async def test_a_whole_game_of_three_parties(table: Table, six: list[Person], bot: BotHere) -> None:
    moves = shortest(bot, PARTIES, 6, hunt, tries=20)
    match = await gather(table, six, **PARTIES)
    for number, move in enumerate(moves):
        typed = BY_BUTTONS <= number < len(moves) - BY_BUTTONS
        await (match.type if typed else match.press)(move)
    match.over()
    await check_honest(match)
