"""`fernpartie backup --into`: a folder of checked backups, rotated by age."""

import asyncio
import re
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace

import pytest

from bot.__main__ import main
from bot.operations import scheduled_backup
from bot.operations.backup import keep_making
from bot.operations.operation import CannotOpen
from bot.operations.scheduled_backup import BackupFailed, ScheduledBackup
from data.cluster.backups import BackupRepository
from data.keeping.backup import Backup, Counts, back_up
from data.keeping.database import Database
from data.keeping.rotation import BackupFolder, RetentionPolicy, worth_keeping
from data.store import Store
from tests.bot.support.fakes import GAMES, World

pytest_plugins = ("tests.data.databases",)

NOW = datetime(2026, 11, 26, 3, tzinfo=UTC)


@pytest.fixture(scope="module")
def game_file(tmp_path_factory: pytest.TempPathFactory, sqlite_tables: Path) -> Path:
    """The file of a database with a game, for tests to copy."""
    path = tmp_path_factory.mktemp("played") / "games.db"
    path.write_bytes(sqlite_tables.read_bytes())
    asyncio.run(_play(path))
    return path


@pytest.fixture
def folder(tmp_path: Path, game_file: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder for backups beside a database with a game."""
    path = tmp_path / "games.db"
    path.write_bytes(game_file.read_bytes())
    monkeypatch.setenv("FERNPARTIE_DATABASE_URL", f"sqlite:///{path}")
    backups = tmp_path / "backups"
    backups.mkdir()
    return backups


async def _play(path: Path) -> None:
    store = await Store.open(f"sqlite:///{path}")
    await World(store, GAMES).match("conhex")
    await store.close()


def _change(path: Path, statement: str) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(statement)


def _old(folder: Path, *ago: timedelta) -> list[Path]:
    """Create and return backups of the given ages."""
    names = [BackupFolder(folder).file_of(datetime.now(UTC) - age, "db") for age in ago]
    for name in names:
        name.write_bytes(b"a backup")
    return names


def test_a_backup_is_checked_and_shown_in_status(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["backup", "--into", str(folder)]) == 0
    (file,) = BackupFolder(folder).backups().values()
    assert file.suffix == ".db"
    assert capsys.readouterr().out == (
        f"backup: {file}, {file.stat().st_size:,} bytes: 1 game, checked, all is sound\n"
    )
    assert file.stat().st_mode & 0o777 == 0o600
    main(["status"])
    size = re.escape(f"{file.stat().st_size / 1e6:.1f} MB")
    assert re.search(rf"backups    the latest good one is \d+ s old, {size}\n", capsys.readouterr().out)


def test_superseded_backups_are_deleted_after_a_good_one(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = folder / "mine.db"
    other.touch()
    old = _old(folder, timedelta(days=400), timedelta(days=500))
    assert main(["backup", "--into", str(folder), "--daily", "1", "--weekly", "1"]) == 0
    output = capsys.readouterr().out
    assert not [file for file in old if not (not file.exists() and f"deleted {file}" in output)]
    assert len(BackupFolder(folder).backups()) == 1
    assert other.exists()


def test_a_full_disk_deletes_no_backup(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    files = _old(folder, timedelta(days=400), timedelta(days=500))
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=1_000_000, total=10**10))
    assert main(["backup", "--into", str(folder)]) == 1
    assert f"backup: {folder} has 1 MB free, 68 MB are needed" in capsys.readouterr().err
    assert not [file for file in files if not file.exists()]
    assert main(["status"]) == 1
    assert "wrong: the latest backup failed: " in capsys.readouterr().out


def test_an_unsound_backup_supersedes_nothing(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = _old(folder, timedelta(days=400))
    _change(folder.parent / "games.db", "UPDATE games SET plies = 7")
    for _ in range(2):
        assert main(["backup", "--into", str(folder)]) == 1
        assert "1 findings, the first: games 1: " in capsys.readouterr().err
    assert not [file for file in files if not file.exists()]
    assert len(BackupFolder(folder).backups()) == 1
    assert len(list(folder.glob("unsound-*"))) == 1, "to be looked at, and not to fill the disk"
    main(["status"])
    assert re.search(r"wrong: the latest backup failed: unsound-\S+ has 1 findings", capsys.readouterr().out)


def test_leftovers_of_a_killed_backup_are_deleted(folder: Path) -> None:
    file = folder / "unchecked-fernpartie-2026-11-26T030000Z.db.abc.partial"
    file.touch()
    assert main(["backup", "--into", str(folder)]) == 0
    assert not file.exists()


def test_a_missing_folder_is_refused(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["backup", "--into", str(folder / "none")]) == 1
    assert capsys.readouterr().err == f"backup: there is no directory {folder / 'none'}\n"


def test_the_latest_backup_of_each_day_and_week_is_kept() -> None:
    every_hour = [NOW - timedelta(hours=hours) for hours in range(24 * 60)]
    moments = worth_keeping(every_hour, RetentionPolicy(days=3, weeks=2))
    # NOW is a Thursday; the week before ended on Sunday, the 22nd.
    assert sorted(moments, reverse=True) == [
        NOW,
        datetime(2026, 11, 25, 23, tzinfo=UTC),
        datetime(2026, 11, 24, 23, tzinfo=UTC),
        datetime(2026, 11, 22, 23, tzinfo=UTC),
    ]


def test_the_latest_backup_is_kept_however_old() -> None:
    old = NOW - timedelta(days=4000)
    assert worth_keeping([old], RetentionPolicy(1, 1)) == {old}


class _Enough(Exception):
    pass


def _clock_and_sleep(
    minutes: int,
) -> tuple[Callable[[], datetime], Callable[[float], "asyncio.Future[None]"]]:
    """Return a clock, and a sleep that advances it and raises _Enough after `minutes`."""
    now = [NOW]

    async def rest(seconds: float) -> None:
        now[0] += timedelta(seconds=seconds)
        if now[0] - NOW > timedelta(minutes=minutes):
            raise _Enough

    return lambda: now[0], rest  # type: ignore[return-value]  # a coroutine function


async def test_a_backup_runs_whenever_the_last_one_is_old(tmp_path: Path) -> None:
    folder, moments = BackupFolder(tmp_path), list[datetime]()

    async def make(now: datetime) -> None:
        moments.append(now)
        folder.file_of(now, "db").touch()

    clock, rest = _clock_and_sleep(minutes=49 * 60)
    folder.file_of(NOW - timedelta(hours=23), "db").touch()
    with pytest.raises(_Enough):
        await keep_making(make, folder, timedelta(hours=24), clock, rest)
    assert moments == [NOW + timedelta(hours=1), NOW + timedelta(hours=25), NOW + timedelta(hours=49)]


async def test_a_failed_backup_is_retried_after_an_hour(tmp_path: Path) -> None:
    moments = list[datetime]()

    async def make(now: datetime) -> None:
        moments.append(now)
        raise (CannotOpen if len(moments) == 1 else BackupFailed)("no room")

    clock, rest = _clock_and_sleep(minutes=125)
    with pytest.raises(_Enough):
        await keep_making(make, BackupFolder(tmp_path), timedelta(hours=24), clock, rest)
    assert moments == [NOW, NOW + timedelta(hours=1), NOW + timedelta(hours=2)]


def _damage(dump: Path) -> None:
    """Overwrite the second half of a dump; the table of contents at its beginning stays intact."""
    content = dump.read_bytes()
    half = len(content) // 2
    dump.write_bytes(content[:half] + b"\x55" * half)


@pytest.mark.parametrize("database_url", ["postgresql"], indirect=True)
async def test_a_dump_is_read_completely(
    database_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = await Store.open(database_url)
    folder, lines = BackupFolder(tmp_path), list[str]()
    backup = ScheduledBackup(database_url, folder, RetentionPolicy(), lines.append)
    await backup.make(NOW)
    (line,) = lines
    assert line.startswith(f"{tmp_path}/fernpartie-2026-11-26T030000Z.dump, ")
    assert line.endswith(" bytes: 0 games, checked, all is sound")

    async def back_up_and_damage(database: Database, file: Path, counts: Counts) -> Backup:
        backup = await back_up(database, file, counts)
        _damage(file)
        return backup

    monkeypatch.setattr(scheduled_backup, "back_up", back_up_and_damage)
    with pytest.raises(BackupFailed, match="pg_restore failed: "):
        await backup.make(NOW + timedelta(days=1))
    assert list(folder.backups()) == [NOW]
    async with store.read() as session:
        latest, good = (
            await session.of(BackupRepository).latest(),
            await session.of(BackupRepository).latest_good(),
        )
    folder.file_of(NOW - timedelta(days=1), "dump").write_bytes(b"x" * 3_000_000)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=1_000_000))
    with pytest.raises(BackupFailed, match="has 1 MB free, 70 MB are needed"):
        await backup.make(NOW + timedelta(days=2))
    await store.close()
    assert latest is not None
    assert latest.failure is not None
    assert good is not None
    assert good.taken == NOW
