"""`/vacation`: begin, display to opponents, end."""

import pytest

from tests.end_to_end.tables import Table

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.usefixtures("bot")]

DAY = 86400


async def test_the_board_shows_when_a_vacation_starts_and_ends(table: Table) -> None:
    match = await table.begin("hnefatafl", board="brandubh-7", clock="3d")
    away = f"🏝️ {table.ben.mention} is on vacation until <t:"

    async def wait_for_board(words: str, *, shown: bool) -> None:
        await table.sam.wait_for_message(
            match.home, lambda m: m.id == match.start.id and (words in m.text) is shown, f"{words}: {shown}"
        )

    await table.ben.slash(table.channel, "vacation take", days=3)
    await wait_for_board(away, shown=True)
    await wait_for_board("stands still", shown=False)
    await table.ben.slash(table.channel, "vacation end")
    await wait_for_board(away, shown=False)
    await table.anna.slash(table.channel, "vacation take", days=3)
    await wait_for_board("stands still", shown=True)
