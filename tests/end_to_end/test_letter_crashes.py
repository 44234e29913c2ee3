"""The bot is killed while it posts a weekly letter: the letter arrives once."""

import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from playground.server import Playground
from tests import pocket
from tests.end_to_end.forks import ForkServer, bot_process
from tests.end_to_end.people import Person
from tests.end_to_end.tables import Table
from tests.end_to_end.test_crashes import HANG, wait_for_fault

pytestmark = pytest.mark.asyncio(loop_scope="module")

TITLE = "📬 This week's letter"
FOUND = 60.0
"""Seconds until a killed process's pending notices are delivered."""


def due_at_once(database: Path) -> None:
    """Make every letter due immediately."""
    moment = f"{datetime.now(UTC) - timedelta(seconds=1):%Y-%m-%d %H:%M:%S.%f}"
    with closing(sqlite3.connect(database, isolation_level=None)) as connection:
        connection.execute("UPDATE timers SET due = ? WHERE kind = 'letter'", (moment,))


@pytest.mark.timeout(180)
async def test_a_kill_after_posting_a_letter_posts_no_second_one(
    table: Table, fork_server: ForkServer, playground: Playground, tmp_path: Path
) -> None:
    owner = Person(pocket.Person(table.line, pocket.BEN), "Ben")
    async with bot_process(fork_server, playground, tmp_path, hasty=True) as bot:
        await bot.start()
        match = await table.begin("conhex")
        await match.play("f6")
        question = await table.ben.slash(match.home, "resign")
        await table.ben.press(question.message, "Confirm")
        await table.sam.wait_for_message(match.home, lambda m: "🏁" in m.text, "the end")
        await owner.slash(table.channel, "server letter", on=True)
        await bot.kill()
        due_at_once(tmp_path / "fernpartie.db")
        await table.control.fault(
            "drop", f"/channels/{table.channel}/messages$", "POST", seconds=HANG, when="after"
        )
        await bot.start()
        await wait_for_fault(table)
        await bot.kill()
        await bot.start()
        await table.sam.wait_for_message(
            table.channel, lambda m: m.headline.startswith(TITLE), TITLE, within=FOUND
        )
        # Messages are ordered: a second letter would have arrived by now.
        await table.card(table.anna, "conhex", opponent=table.ben.id)
        letters = [m for m in await table.sam.messages(table.channel) if m.headline.startswith(TITLE)]
        assert len(letters) == 1
