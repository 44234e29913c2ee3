"""Atomic replacement of an SQLite file by a backup."""

import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from data.keeping.sqlite_restore import NoBackup, kept_name, last_epoch, replacement_copy
from data.migration import PASSED_THROUGH, newest

pytest_plugins = ("tests.data.databases",)

NOON = datetime(2026, 11, 20, 12, 34, 56, tzinfo=UTC)
KEPT = "games.db.before-restore-20261120T123456"
BEGUN = (
    "INSERT INTO epochs (epoch, backed_up, begun, last_game, last_challenge, game_reached, challenge_reached)"
    " VALUES ({epoch}, '2026-11-20', '2026-11-20', 0, 0, {reached}, {reached})"
)


def change(file: Path, *statements: str) -> None:
    with closing(sqlite3.connect(file)) as connection, connection:
        for statement in statements:
            connection.execute(statement)


def names_of(file: Path) -> list[str]:
    with closing(sqlite3.connect(file)) as connection:
        return [row[0] for row in connection.execute("SELECT name FROM players ORDER BY id")]


ALLOWED = "INSERT OR IGNORE INTO compatible_revisions VALUES ('{revision}')"
CALLED = "INSERT INTO players (id, name, locale) VALUES (7, '{name}', 'en')"


@pytest.fixture
def backup(tmp_path: Path, sqlite_tables: Path) -> Path:
    file = tmp_path / "backup.db"
    file.write_bytes(sqlite_tables.read_bytes())
    change(file, CALLED.format(name="Anna"))
    return file


@pytest.fixture
def target(tmp_path: Path, sqlite_tables: Path) -> Path:
    folder = tmp_path / "live"
    folder.mkdir()
    file = folder / "games.db"
    file.write_bytes(sqlite_tables.read_bytes())
    change(file, CALLED.format(name="Ben"))
    return file


def files_in(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def content(file: Path) -> bytes:
    return file.read_bytes()


def rights(file: Path) -> int:
    return file.stat().st_mode & 0o777


async def restore(backup: Path, target: Path, *statements: str, error: BaseException | None = None) -> None:
    """Restore a backup after `statements` on its copy; raise `error`, if given, before the replacement."""
    async with replacement_copy(backup, target, NOON) as fresh:
        change(fresh, *statements)
        if error is not None:
            raise error


async def _interrupt_restore(backup: Path, target: Path, *statements: str) -> Path:
    """Interrupt a restore; return the copy that it leaves."""
    with pytest.raises(KeyboardInterrupt):
        await restore(backup, target, *statements, error=KeyboardInterrupt())
    (fresh,) = (name for name in files_in(target.parent) if name.endswith(".restoring"))
    return target.parent / fresh


async def test_a_backup_replaces_the_file_and_keeps_the_old_one(backup: Path, target: Path) -> None:
    before = content(backup)
    async with replacement_copy(backup, target, NOON) as fresh:
        assert (fresh.parent, rights(fresh)) == (target.parent, 0o600)
        assert names_of(target) == ["Ben"], "not before the block ends"
        change(fresh, "UPDATE players SET name = 'Anna, later'")
    assert names_of(target) == ["Anna, later"]
    assert files_in(target.parent) == ["games.db", KEPT]
    assert names_of(target.parent / KEPT) == ["Ben"]
    assert kept_name(target, NOON) == target.parent / KEPT
    assert content(backup) == before


async def test_an_error_changes_nothing(backup: Path, target: Path) -> None:
    before = content(target)
    with pytest.raises(RuntimeError):
        await restore(backup, target, BEGUN.format(epoch=1, reached=5), error=RuntimeError())
    assert files_in(target.parent) == ["games.db"]
    assert content(target) == before


def epochs_in(file: Path) -> list[tuple[int, int | None]]:
    with closing(sqlite3.connect(file)) as connection:
        return list(connection.execute("SELECT epoch, game_reached FROM epochs ORDER BY epoch"))


async def test_the_same_backup_resumes_an_interrupted_restore(backup: Path, target: Path) -> None:
    fresh = await _interrupt_restore(backup, target, BEGUN.format(epoch=1, reached=5))
    assert names_of(target) == ["Ben"]
    async with replacement_copy(backup, target, NOON) as again:
        assert again == fresh
        assert epochs_in(again) == [(1, 5)]
    assert epochs_in(target) == [(1, 5)]


@pytest.mark.parametrize(
    "statements",
    [(), (BEGUN.format(epoch=1, reached="NULL"),), (BEGUN.format(epoch=1, reached=5), "DROP TABLE epochs")],
    ids=["nothing begun", "all done", "unreadable"],
)
async def test_a_copy_without_progress_is_restarted(
    backup: Path, target: Path, statements: tuple[str, ...]
) -> None:
    await _interrupt_restore(backup, target, "UPDATE players SET name = 'Broken off'", *statements)
    async with replacement_copy(backup, target, NOON) as fresh:
        assert (names_of(fresh), epochs_in(fresh)) == (["Anna"], [])


async def test_an_epoch_inside_the_backup_is_not_progress(backup: Path, target: Path) -> None:
    change(backup, BEGUN.format(epoch=3, reached=5))
    await _interrupt_restore(backup, target, "UPDATE players SET name = 'Broken off'")
    async with replacement_copy(backup, target, NOON) as fresh:
        assert names_of(fresh) == ["Anna"]


async def test_another_backup_restarts_the_restore(backup: Path, target: Path, tmp_path: Path) -> None:
    await _interrupt_restore(backup, target, BEGUN.format(epoch=1, reached=5))
    other = tmp_path / "other.db"
    shutil.copyfile(backup, other)
    change(other, "UPDATE players SET name = 'Cara'")
    async with replacement_copy(other, target, NOON) as fresh:
        assert (names_of(fresh), epochs_in(fresh)) == (["Cara"], [])
        assert files_in(target.parent) == sorted(["games.db", fresh.name])


async def test_a_backup_includes_its_journal(backup: Path, target: Path) -> None:
    with closing(sqlite3.connect(backup, isolation_level=None)) as writer:
        writer.execute("PRAGMA journal_mode=WAL")
        writer.execute("UPDATE players SET name = 'Anna, in the journal'")
        first = await _interrupt_restore(backup, target, BEGUN.format(epoch=1, reached=5))
        writer.execute("UPDATE players SET name = 'Anna, still later'")
        async with replacement_copy(backup, target, NOON) as fresh:
            assert names_of(fresh) == ["Anna, still later"]
            assert fresh != first, "with another journal it is another backup"
    assert names_of(target) == ["Anna, still later"]


def _leave_journal_and_copy(target: Path) -> Path:
    """Leave the journal of a deleted file, and an unfinished copy of another restore; return the copy."""
    for ending in ("-wal", "-shm"):
        Path(f"{target}{ending}").write_text("left over", encoding="utf-8")
    other = target.with_name("games.db.1234.restoring")
    other.touch()
    return other


async def test_an_orphaned_journal_is_moved_aside(backup: Path, tmp_path: Path) -> None:
    target = tmp_path / "live" / "ga[m]es.db"
    target.parent.mkdir()
    other = _leave_journal_and_copy(target)
    await restore(backup, target)
    assert names_of(target) == ["Anna"]
    kept = f"{target.name}.before-restore-20261120T123456"
    assert files_in(target.parent) == sorted([target.name, f"{kept}-wal", f"{kept}-shm", other.name])


def _garbage(file: Path) -> None:
    file.write_text("a letter to my aunt, and no database at all" * 100, encoding="utf-8")


REFUSED: dict[str, tuple[Callable[[Path], object], str]] = {
    "missing": (lambda file: file.unlink(), "there is no file {file}"),
    "a dump": (lambda file: file.write_bytes(b"PGDMP..."), "{file} is a dump of PostgreSQL, and"),
    "garbage": (_garbage, "{file} is not a backup, or is damaged: file is not a database"),
    "damaged": (
        lambda file: change(
            file,
            "CREATE TABLE strange (x INTEGER CHECK (x > 0))",
            "PRAGMA ignore_check_constraints = ON",
            "INSERT INTO strange VALUES (-1)",
        ),
        "{file} is damaged: CHECK constraint failed in strange",
    ),
    "another program's": (
        lambda file: change(file, "DROP TABLE alembic_version"),
        "{file} is not a backup of this program",
    ),
    "without a revision": (
        lambda file: change(file, "DELETE FROM alembic_version"),
        "{file} is not a backup of this program",
    ),
    "newer": (
        lambda file: change(
            file, "UPDATE alembic_version SET version_num = '9999'", "DELETE FROM compatible_revisions"
        ),
        "{file} is of a newer version (revision 9999)",
    ),
    "older": (
        lambda file: change(file, "UPDATE alembic_version SET version_num = '0047'"),
        f"{{file}} is of a version before {PASSED_THROUGH} (revision 0047)",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
async def test_an_unsound_backup_is_refused(backup: Path, target: Path, name: str) -> None:
    spoil, line = REFUSED[name]
    spoil(backup)
    with pytest.raises(NoBackup) as refused:
        await restore(backup, target)
    assert str(refused.value).startswith(line.format(file=backup))
    assert files_in(target.parent) == ["games.db"]
    assert names_of(target) == ["Ben"]


async def test_a_newer_compatible_backup_is_restored(backup: Path, target: Path) -> None:
    allow = ALLOWED.format(revision=newest())
    change(backup, "UPDATE alembic_version SET version_num = '9999'", allow)
    await restore(backup, target)
    assert names_of(target) == ["Anna"]


async def test_restoring_a_database_from_itself_is_refused(target: Path, tmp_path: Path) -> None:
    link = tmp_path / "link.db"
    link.symlink_to(target)
    for file in (target, link):
        with pytest.raises(NoBackup, match=f"^{file} is the database itself$"):
            await restore(file, target)


def test_the_last_epoch_of_a_file_defaults_to_zero(backup: Path, tmp_path: Path) -> None:
    assert last_epoch(backup) == 0
    change(backup, BEGUN.format(epoch=7, reached="NULL"), BEGUN.format(epoch=12, reached=5))
    assert last_epoch(backup) == 12
    assert last_epoch(tmp_path / "none.db") == 0
    assert not (tmp_path / "none.db").exists()
    unreadable = tmp_path / "letter.db"
    _garbage(unreadable)
    assert last_epoch(unreadable) == 0
