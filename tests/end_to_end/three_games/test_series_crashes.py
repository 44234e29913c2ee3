"""The bot is killed between two games of a series."""

from collections.abc import AsyncIterator, Mapping
from typing import Any

import pytest
import pytest_asyncio

from playground.server import Playground
from tests.end_to_end.forks import BotProcess, ForkServer, bot_process
from tests.end_to_end.tables import Table
from tests.end_to_end.test_crashes import HANG, wait_for_fault
from tests.end_to_end.test_games_by_slash import SHORT_BRANDUBH
from tests.end_to_end.three_games.gatherings import face_off, follow_round

pytestmark = pytest.mark.asyncio(loop_scope="module")

OPTIONS: Mapping[str, Any] = {"board": "brandubh-7"}


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def bot(
    fork_server: ForkServer, playground: Playground, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[BotProcess]:
    """The bot as successive processes over one database, killed by the tests."""
    async with bot_process(fork_server, playground, tmp_path_factory.mktemp("bot"), hasty=True) as process:
        await process.start()
        yield process


async def test_a_kill_between_two_series_games_posts_everything_once(table: Table, bot: BotProcess) -> None:
    first = await face_off(table, "hnefatafl", series="plies", **OPTIONS)
    for move in SHORT_BRANDUBH[:-1]:
        await first.type(move)
    posting = f"/channels/{first.home}/messages$"
    await table.control.fault("drop", posting, "POST", seconds=HANG, when="before")
    await first.mover.slash(first.home, "move", move=SHORT_BRANDUBH[-1])
    await wait_for_fault(table)
    await bot.kill()
    await bot.start()
    await first.follow(SHORT_BRANDUBH[-1])
    second = await follow_round(table, "hnefatafl", first.home, first.players, OPTIONS, after=first.number)
    for move in SHORT_BRANDUBH[:-1]:
        await second.type(move)
    await table.control.fault("drop", posting, "POST", seconds=HANG, when="after")
    await second.mover.slash(second.home, "move", move=SHORT_BRANDUBH[-1], game=str(second.number))
    await wait_for_fault(table)
    await bot.kill()
    await bot.start()
    await second.follow(SHORT_BRANDUBH[-1])
    await table.sam.wait_for_message(second.home, lambda m: "the series is over" in m.text, "the result")
    messages = await table.sam.messages(second.home)
    assert len([m for m in messages if "the series is over" in m.text]) == 1
    assert len([m for m in messages if m.pictures]) == 2 * (len(SHORT_BRANDUBH) + 1)
    first.check_pings()
    second.check_pings()
