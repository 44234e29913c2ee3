"""A full disk: the bot reports it, loses nothing, and continues once there is space."""

import resource
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from playground.server import Playground
from tests.end_to_end.forks import BotProcess, ForkServer, bot_process
from tests.end_to_end.tables import Table
from tests.end_to_end.waiting import until

pytestmark = pytest.mark.asyncio(loop_scope="module")


MAX_FILE_BYTES = 16_384
"""The limit on file sizes in bytes: more than the bot's output, far less than the database."""


@contextmanager
def limit_file_size(bot: BotProcess) -> Iterator[None]:
    """Limit the process to small files during the block."""
    before = resource.prlimit(bot.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(bot.pid, resource.RLIMIT_FSIZE, (MAX_FILE_BYTES, before[1]))
    try:
        yield
    finally:
        resource.prlimit(bot.pid, resource.RLIMIT_FSIZE, before)


async def test_a_full_disk_refuses_moves_until_there_is_room(
    table: Table, fork_server: ForkServer, playground: Playground, tmp_path: Path
) -> None:
    async with bot_process(fork_server, playground, tmp_path) as bot:
        await bot.start()
        match = await table.begin("conhex", swap="off")
        await table.anna.slash(match.home, "move", move="a1")
        await match.board(1)
        with limit_file_size(bot):
            refused = await table.ben.slash(match.home, "move", move="f6")
            assert refused.text.startswith("Something went wrong on our side.")
            await bot.wait_for_output("disk")
            for _ in range(20):
                retry = await table.ben.slash(match.home, "move", move="f6")
                assert retry.text.startswith("Something went wrong on our side.")
            shown = await table.ben.slash(match.home, "board", text=True)
            assert "a1" in shown.text
        assert bot.is_running

        async def is_played() -> bool:
            return "is played" in (await table.ben.slash(match.home, "move", move="f6")).text

        await until(is_played, "the move to be played")
        await match.board(2)
        assert match.pings() == match.calls(2)
        assert len(await match.boards()) == 3
        _, output = await bot.stop()
        assert "Traceback" not in output
        failed = [line for line in output.splitlines() if "disk" in line]
        assert len(failed) < 20, output
        assert [line for line in failed if "times more)" in line], failed
