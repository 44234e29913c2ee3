"""Interrupted restores: resumed by the same command; until then the bot refuses to start."""

from collections.abc import Awaitable, Callable
from pathlib import Path
from shutil import copyfile

import pytest
import sqlalchemy as sa

from bot.__main__ import main
from bot.operations.progress import Progress
from bot.repositories.tables.outbox_tables import NOTICE_IS_WAITING, notices
from tests.bot.operations.restoring import Restore, begins, copy_database, goes_on, make_database, over, state
from tests.bot.support.fakes import World

pytest_plugins = ("tests.data.databases", "tests.bot.operations.restore_fixtures")


class Killed(BaseException):
    """A simulated kill of the process."""


def many(count: int) -> Callable[[World], Awaitable[None]]:
    async def play(world: World) -> None:
        for _ in range(count):
            await begins(world)

    return play


def kill_after(monkeypatch: pytest.MonkeyPatch, games: int) -> None:
    """Make restores work game by game, and kill them after `games` games."""
    tell = Progress.report

    def tells(progress: Progress, count: int, of: int) -> None:
        tell(progress, count, of)
        if count == games:
            raise Killed

    monkeypatch.setattr("bot.features.matches.service.restoration._AT_ONCE", 1)
    monkeypatch.setattr(Progress, "report", tells)


def waiting_notices(address: str) -> list[tuple[str, int]]:
    """Return the kinds and matches of a database's waiting notices."""
    rows: list[tuple[str, int]] = []
    waiting = sa.select(notices.c.kind, notices.c.game).where(NOTICE_IS_WAITING).order_by(notices.c.game)

    async def look(world: World) -> None:
        async with world.store._engines.reader.connect() as connection:
            rows.extend((row.kind, row.game) for row in await connection.execute(waiting))

    over(address, look)
    return rows


def test_rerunning_the_command_resumes_a_killed_restore(
    restore: Restore,
    tmp_path: Path,
    sqlite_tables: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    address, backup = f"sqlite:///{tmp_path / 'games.db'}", tmp_path / "backup.db"
    copyfile(sqlite_tables, tmp_path / "games.db")
    over(address, many(5))
    over(address, nothing_waits)
    copy_database(tmp_path / "games.db", backup)
    over(address, goes_on)
    with monkeypatch.context() as patched:
        kill_after(patched, 2)
        with pytest.raises(Killed):
            restore(address, str(backup))
    # The database is unchanged; the unfinished copy is beside it.
    assert len(state(address)[0]) == 6
    (journal,) = tmp_path.glob("games.db.*.restoring")
    assert journal.stat().st_mode & 0o777 == 0o600
    capsys.readouterr()
    assert restore(address, str(backup)) == 0
    output = capsys.readouterr().out
    assert "restore: this restore was broken off, it continues where it was\n" in output
    assert "5 running games will post a notice of the restore" in output
    assert len(state(address)[1].restores) == 1
    assert waiting_notices(address) == [("MatchRestored", number) for number in range(1, 6)]
    assert not list(tmp_path.glob("*.restoring*"))


def test_another_backup_does_not_resume_an_interrupted_restore(
    restore: Restore, database_and_backup: tuple[str, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    address, backup = database_and_backup
    other = tmp_path / "other.db"
    copy_database(tmp_path / "games.db", other)
    with monkeypatch.context() as patched:
        kill_after(patched, 1)
        with pytest.raises(Killed):
            restore(address, str(other))
    assert restore(address, str(backup)) == 0
    assert state(address)[0] == [1]
    assert not list(tmp_path.glob("*.restoring*"))


def test_the_bot_refuses_to_start_after_an_interrupted_restore(
    restore: Restore,
    postgresql_server: Path,
    postgresql_template: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    address = make_database(postgresql_server, "halfway", postgresql_template)
    over(address, many(3))
    over(address, nothing_waits)
    with monkeypatch.context() as patched:
        kill_after(patched, 2)
        with pytest.raises(Killed):
            restore(address, "--begin-epoch")
    monkeypatch.setenv("FERNPARTIE_TOKEN", "token")
    monkeypatch.setenv("FERNPARTIE_LOG_LEVEL", "WARNING")
    # The bot would warn of the tests' variable as an unknown setting.
    monkeypatch.delenv("FERNPARTIE_OPENAPI", raising=False)
    capsys.readouterr()
    assert main(["run"]) == 1
    output = capsys.readouterr().err
    assert output.count("\n") == 1
    assert "`fernpartie restore --begin-epoch` continues it" in output
    assert restore(address, "--begin-epoch") == 0
    assert "it continues where it was" in capsys.readouterr().out
    assert waiting_notices(address) == [("MatchRestored", number) for number in (1, 2, 3)]
    assert len(state(address)[1].restores) == 1


async def nothing_waits(world: World) -> None:
    await world.deliver_all()
