"""`/vacation`: begin, display to opponents, end."""

import pytest

from tests.end_to_end.tables import Table

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.usefixtures("bot")]

DAY = 86400


async def test_who_is_to_move_sees_that_the_other_goes_away_and_comes_back(table: Table) -> None:
    match = await table.begin("hnefatafl", board="brandubh-7", clock="3d")
    away = f"🏝️ {table.ben.mention} is on vacation until <t:"

    async def board_says(words: str, *, said: bool) -> None:
        await table.sam.finds(
            match.home, lambda m: m.id == match.start.id and (words in m.text) is said, f"{words}: {said}"
        )

    await table.ben.slash(table.channel, "vacation take", days=3)
    await board_says(away, said=True)
    await board_says("stands still", said=False)
    await table.ben.slash(table.channel, "vacation end")
    await board_says(away, said=False)
    await table.anna.slash(table.channel, "vacation take", days=3)
    await board_says("stands still", said=True)
