"""Grave alarms reach the bot's owner once, as a direct message in their language."""

import contextlib
import sqlite3
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from playground.server import Playground
from tests import pocket
from tests.end_to_end.bots import database_with_tables
from tests.end_to_end.forks import ForkServer, bot_process
from tests.end_to_end.people import Person
from tests.end_to_end.tables import Table

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def with_an_old_backup(folder: Path) -> None:
    """Create a database whose last good backup is three days old."""
    file = folder / "fernpartie.db"
    file.write_bytes(await database_with_tables(welcomes=False))
    moment = datetime.now(UTC) - timedelta(days=3, minutes=1)
    with contextlib.closing(sqlite3.connect(file)) as connection, connection:
        row = (moment.strftime("%Y-%m-%d %H:%M:%S.%f"), 1000)
        connection.execute("INSERT INTO backups (taken, size) VALUES (?, ?)", row)


async def alarms_of(person: Person) -> list[str]:
    return [message.text for message in await person.messages(await person.open_dm()) if "⚠️" in message.text]


@pytest.mark.assumes("application-owner")
async def test_the_applications_owner_gets_an_alarm_once(
    fork_server: ForkServer, playground: Playground, table: Table, tmp_path: Path
) -> None:
    owner = Person(pocket.Person(table.line, pocket.ANNA), "Anna")
    await with_an_old_backup(tmp_path)
    async with bot_process(fork_server, playground, tmp_path, hasty=True) as bot:
        await bot.start()
        message = await owner.wait_for_message(await owner.open_dm(), lambda m: "⚠️" in m.text, "the alarm")
        assert message.text == (
            "⚠️ The last good backup is 72 h 1 min old. `fernpartie status` says more.\n"
            "-# You get this as the owner of this bot, once for as long as it lasts."
        )
        await bot.stop()
        await bot.start()
        await table.anna.slash(table.channel, "help")
        _, output = await bot.stop()
    assert len(await alarms_of(owner)) == 1
    assert "alarm: backup-old" not in output, "the previous process already sent the alarm"
