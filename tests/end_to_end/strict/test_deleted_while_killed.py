"""The bot is killed repeatedly while it deletes a person: no data remains, and nothing is doubled."""

import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import pytest
import pytest_asyncio

from playground.server import Playground
from tests.end_to_end.forks import BotProcess, ForkServer, bot_process
from tests.end_to_end.tables import Match, Table
from tests.end_to_end.waiting import until

pytestmark = pytest.mark.asyncio(loop_scope="module")

DELETIONS = "bot.features.privacy.service.deletions"
DEATHS = (
    (DELETIONS, "Deletions._close_seat", 1),
    (DELETIONS, "Deletions._leave_challenge", 1),
    (DELETIONS, "Deletions._resign", 1),
    # Within the transaction that erases everything, and after it.
    ("bot.kernel.personal.personal_data", "PersonalData.erase", 1),
    (DELETIONS, "Deletions._forget", 1),
    # While messages are redacted: after a message's edit, and after the edit was recorded.
    ("bot.chat.delivery.discord_sender", "DiscordSender.change", 2),
    (DELETIONS, "Deletions.resume_erasure", 1),
)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def bot(
    fork_server: ForkServer, playground: Playground, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[BotProcess]:
    """The bot as successive processes over one database, killed by the tests."""
    async with bot_process(fork_server, playground, tmp_path_factory.mktemp("bot"), hasty=True) as process:
        await process.start()
        yield process


def write(bot: BotProcess, statement: str) -> None:
    """Change the database while no process has it open."""
    with closing(sqlite3.connect(bot.directory / "fernpartie.db", isolation_level=None)) as database:
        database.execute(statement)


def rows_with(path: Path, *words: str) -> list[str]:
    """Return the rows of all tables that contain one of these words."""
    with closing(sqlite3.connect(path)) as database:
        tables = [name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        rows = [f"{name}: {row}" for name in tables for row in database.execute(f"SELECT * FROM {name}")]  # noqa: S608
    return [row for row in rows if any(word in row for word in words)]


def undelivered_endings(path: Path) -> int:
    """Return the number of undelivered notices of ended matches."""
    waiting = "SELECT count(*) FROM notices WHERE kind = 'MatchEnded' AND status IN ('waiting', 'claimed')"
    with closing(sqlite3.connect(path)) as database:
        return int(database.execute(waiting).fetchone()[0])


async def begin_games(table: Table) -> list[Match]:
    """Give Ben two games, one with the seat on offer, and open challenges by and to Ben."""
    games = [await table.begin("conhex", swap="off") for _ in range(2)]
    for match in games:
        await match.play("a1", "f6")
    await table.challenge("conhex", by=table.ben, to=table.anna)
    await table.challenge("conhex", by=table.anna, to=table.ben)
    question = await table.ben.slash(games[0].home, "substitute")
    await table.ben.press(question.message, "Confirm")
    return games


async def test_a_deletion_survives_a_kill_at_every_step(table: Table, bot: BotProcess) -> None:
    games = await begin_games(table)
    page = (await table.ben.slash(games[0].home, "privacy")).message
    for button in ("Delete me", "Delete me", "Yes, delete me"):
        page = (await table.ben.press(page, button)).message
    await bot.kill()
    write(bot, "UPDATE deletions SET due = asked")
    write(bot, "UPDATE timers SET due = (SELECT asked FROM deletions) WHERE kind = 'deletion'")
    for death in DEATHS:
        await bot.die(*death)
        write(bot, "UPDATE notices SET due = created WHERE kind = 'NameErasure'")
    await bot.start()
    homes = [table.channel, *(match.home for match in games)]

    async def is_erased() -> bool:
        rows = rows_with(bot.directory / "fernpartie.db", table.ben.id, "Ben")
        return not rows and not undelivered_endings(bot.directory / "fernpartie.db")

    await until(is_erased, "the erasure and the delivery of the ends", within=60)
    await bot.kill()
    messages = [message for home in homes for message in await table.sam.messages(home)]
    assert not [m.text for m in messages for name in (table.ben.mention, "Ben") if name in m.text]
    for match in games:
        endings = [m for m in await table.sam.messages(match.home) if "🏁" in m.text]
        assert len(endings) == 1, "the end is posted once"
        boards = [m.text for m in await match.boards()]
        assert len(boards) == len(set(boards)), "every board is posted once"
    assert bot.kills == len(DEATHS) + 2
