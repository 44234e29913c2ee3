"""The database file is moved away while the bot runs: every confirmed move is in it."""

from pathlib import Path

import pytest

from playground.server import Playground
from tests.end_to_end.forks import ForkServer, bot_process
from tests.end_to_end.tables import Table
from tests.end_to_end.waiting import until

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def test_moves_are_refused_until_a_moved_database_is_back(
    fork_server: ForkServer, playground: Playground, table: Table, tmp_path: Path
) -> None:
    file, elsewhere = tmp_path / "fernpartie.db", tmp_path / "elsewhere.db"
    async with bot_process(fork_server, playground, tmp_path) as bot:
        await bot.start()
        match = await table.begin("conhex", swap="off")
        await table.anna.slash(match.home, "move", move="a1")
        await match.board(1)
        file.rename(elsewhere)
        refused = await table.ben.slash(match.home, "move", move="f6")
        assert refused.text.startswith("Something went wrong on our side.")
        await bot.wait_for_output(f"the database's file {file} was moved away: put it back, or stop the bot")
        assert not file.exists(), "no empty database is created"
        elsewhere.rename(file)

        async def is_played() -> bool:
            return "is played" in (await table.ben.slash(match.home, "move", move="f6")).text

        await until(is_played, "the move to be played")
        await match.board(2)
        status, output = await bot.stop()
    assert status == 0
    assert "Traceback" not in output
