"""The DEBUG log of the program with the real discord.py: it contains no token and no text of a person."""

import re
from pathlib import Path

import pytest

from playground.server import Playground
from tests.end_to_end.forks import ForkServer, bot_process
from tests.end_to_end.tables import Table

pytestmark = pytest.mark.asyncio(loop_scope="module")

_WITH_TOKEN = re.compile(r"/(?:interactions|webhooks)/\d+/([^/?]+)")
_TYPED = "my bank is 4711, my cat is Minka"


async def test_the_debug_log_contains_no_secrets(
    table: Table, fork_server: ForkServer, playground: Playground, tmp_path: Path
) -> None:
    since = len(playground.journal.since(0))
    async with bot_process(fork_server, playground, tmp_path, {"FERNPARTIE_LOG_LEVEL": "DEBUG"}) as bot:
        await bot.start()
        match = await table.begin("conhex", swap="off")
        await table.anna.slash(match.home, "move", move=_TYPED)
        await table.anna.complete(match.home, "move", "move", _TYPED)
        await table.anna.slash(match.home, "move", move="a1")
        await match.board(1)
        status, output = await bot.stop()
    assert status == 0, output
    paths = [request.path for request in playground.journal.since(0)[since:]]
    tokens = {hit[1] for path in paths if (hit := _WITH_TOKEN.search(path))}
    assert tokens
    assert "received" in output, "DEBUG lines are in the log"
    for secret in (playground.token, *tokens, _TYPED, "Minka", "Anna", "Ben"):
        assert secret not in output
    assert "Traceback" not in output
