"""`fernpartie restore`: atomic replacement of the data by a backup."""

import hashlib
import os
import sqlite3
import subprocess
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import filelock
import pytest

from bot.model.restores.epochs import Epochs
from data.cluster.processes import ProcessRepository
from data.migration import PASSED_THROUGH
from tests.bot.operations.restoring import Restore, begins, goes_on, make_database, over, state
from tests.bot.support.fakes import World

pytest_plugins = ("tests.data.databases", "tests.bot.operations.restore_fixtures")

LEASE = timedelta(seconds=15)
OF_LATER = "UPDATE alembic_version SET version_num = '9999'"
OF_EARLIER = "UPDATE alembic_version SET version_num = '0047'"


def digest(folder: Path) -> dict[str, str]:
    return {
        path.name: hashlib.sha256(path.read_bytes()).hexdigest()
        for path in folder.iterdir()
        if path.is_file() and not path.name.endswith(".lock")
    }


def test_a_restore_replaces_the_file_and_keeps_the_old_one(
    restore: Restore,
    database_and_backup: tuple[str, Path],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    address, backup = database_and_backup
    assert restore(address, str(backup)) == 0
    plies, epochs = state(address)
    assert (plies, len(epochs.restores)) == ([1], 1)
    (file,) = tmp_path.glob("games.db.before-restore-*")
    assert sorted(state(f"sqlite:///{file}")[0]) == [0, 2]
    assert state(f"sqlite:///{backup}")[1] == Epochs()
    output = capsys.readouterr().out
    assert f"restored {backup} to {tmp_path / 'games.db'}" in output
    assert str(file) in output
    assert "1 running game will post a notice of the restore" in output
    assert not list(tmp_path.glob("*.restoring*"))


def crash(file: Path) -> bytes:
    """Leave a database like a killed bot, its last write only in the journal; return the journal."""
    with closing(sqlite3.connect(file, isolation_level=None)) as writer:
        writer.execute("PRAGMA wal_autocheckpoint=0")
        writer.execute("UPDATE games SET plies = 77 WHERE id = 2")
        contents = {name: Path(f"{file}{name}").read_bytes() for name in ("", "-wal")}
    for name, data in contents.items():
        Path(f"{file}{name}").write_bytes(data)
    return contents["-wal"]


def test_a_killed_bots_journal_is_merged_into_the_kept_file(
    restore: Restore, database_and_backup: tuple[str, Path], tmp_path: Path
) -> None:
    address, backup = database_and_backup
    file = tmp_path / "games.db"
    crash(file)
    assert restore(address, str(backup)) == 0
    assert state(address)[0] == [1]
    (kept_file,) = (path for path in tmp_path.glob("games.db.before-restore-*") if path.suffix != ".lock")
    with closing(sqlite3.connect(kept_file)) as connection:
        assert connection.execute("SELECT plies FROM games WHERE id = 2").fetchone() == (77,)


def test_an_orphaned_journal_is_moved_aside(
    restore: Restore, database_and_backup: tuple[str, Path], tmp_path: Path
) -> None:
    address, backup = database_and_backup
    file = tmp_path / "games.db"
    journal = crash(file)
    file.unlink()
    assert restore(address, str(backup)) == 0
    assert state(address)[0] == [1]
    (kept_journal,) = tmp_path.glob("games.db.before-restore-*-wal")
    assert kept_journal.read_bytes() == journal


def test_restoring_a_backup_twice_begins_two_epochs(
    restore: Restore, database_and_backup: tuple[str, Path]
) -> None:
    address, backup = database_and_backup
    assert restore(address, str(backup)) == 0
    first = state(address)[1].current
    assert restore(address, str(backup), "--taken", "2026-01-01T00:00") == 0
    assert state(address)[1].current == first + 1


def test_an_invalid_taken_time_is_refused(
    restore: Restore, database_and_backup: tuple[str, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    address, backup = database_and_backup
    with pytest.raises(SystemExit) as exit_info:
        restore(address, str(backup), "--taken", "yesterday")
    assert exit_info.value.code == 2
    assert "--taken: 'yesterday' is not a moment such as 2026-11-22T15:00+00:00\n" in capsys.readouterr().err


def test_an_unsound_backup_is_refused_without_changes(
    restore: Restore,
    database_and_backup: tuple[str, Path],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    address, backup = database_and_backup
    places = tmp_path / "others"
    places.mkdir()
    names = ("cut.db", "torn.db", "text.db", "other.db", "newer.db", "older.db", "unnamed.db", "dump")
    cut, torn, text, other, newer, older, unnamed, dump = (places / name for name in names)
    whole = backup.read_bytes()
    cut.write_bytes(whole[: len(whole) // 2])
    # Damage rows only; the schema remains readable.
    at = whole.index(b"MatchStarted")
    torn.write_bytes(whole[:at] + b"\x55" * 4_000 + whole[at + 4_000 :])
    dump.write_bytes(b"PGDMP\x01")
    text.write_text("no database at all, but a long enough text to be taken for a file of one" * 100)
    with closing(sqlite3.connect(other)) as connection:
        connection.execute("CREATE TABLE plants (name TEXT)")
    for file, *statements in (
        (newer, OF_LATER, "DELETE FROM compatible_revisions"),
        (older, OF_EARLIER),
        (unnamed, "DELETE FROM alembic_version"),
    ):
        file.write_bytes(whole)
        with closing(sqlite3.connect(file, isolation_level=None)) as connection:
            for statement in statements:
                connection.execute(statement)
    before = digest(tmp_path)
    for file, why in (
        (cut, "damaged"),
        (torn, "torn.db is damaged"),
        (dump, "is a dump of PostgreSQL, and the database to restore is a file"),
        (unnamed, "is not a backup of this program"),
        (text, "is not a backup"),
        (other, "is not a backup of this program"),
        (newer, "newer version"),
        (older, f"older.db is of a version before {PASSED_THROUGH} (revision 0047): go through"),
        (places / "none.db", "there is no file"),
        (tmp_path / "games.db", "the database itself"),
    ):
        assert restore(address, str(file)) != 0
        output = capsys.readouterr().err
        assert why in output
        assert output.count("\n") == 1
        assert digest(tmp_path) == before


def test_a_full_disk_is_not_blamed_on_the_backup(
    restore: Restore,
    database_and_backup: tuple[str, Path],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    address, backup = database_and_backup

    def copy(_backup: Path, _fresh: Path) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr("data.keeping.sqlite_restore._copy", copy)
    assert restore(address, str(backup)) == 1
    assert capsys.readouterr().err == f"restore: cannot copy {backup}: database or disk is full\n"
    assert not list(backup.parent.glob("*.restoring*"))


def test_a_missing_program_is_not_blamed_on_the_backup(
    restore: Restore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    dump = tmp_path / "dump"
    dump.write_bytes(b"PGDMP\x01")
    monkeypatch.setenv("PATH", str(tmp_path))
    assert restore("postgresql://nobody@/none?host=/nowhere", str(dump)) == 1
    assert capsys.readouterr().err.startswith("restore: pg_restore is not installed")


def test_a_newer_compatible_backup_is_restored(
    restore: Restore, database_and_backup: tuple[str, Path]
) -> None:
    address, backup = database_and_backup
    with closing(sqlite3.connect(backup, isolation_level=None)) as connection:
        connection.execute(OF_LATER)
    assert restore(address, str(backup)) == 0
    assert state(address)[0] == [1]


def test_a_restore_over_a_running_bot_is_refused(
    restore: Restore,
    database_and_backup: tuple[str, Path],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    address, backup = database_and_backup
    with filelock.FileLock(f"{tmp_path / 'games.db'}.lock"):
        assert restore(address, str(backup)) == 1
        assert restore(address, "--begin-epoch") == 1
    assert "runs the bot over" in capsys.readouterr().err
    assert sorted(state(address)[0]) == [0, 2]


def test_begin_epoch_keeps_a_manually_placed_database(
    restore: Restore, database_and_backup: tuple[str, Path]
) -> None:
    address, _ = database_and_backup
    assert restore(address, "--begin-epoch") == 0
    plies, epochs = state(address)
    assert (sorted(plies), len(epochs.restores)) == ([0, 2], 1)


def test_begin_epoch_needs_an_existing_database(
    restore: Restore, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert restore(f"sqlite:///{tmp_path / 'none.db'}", "--begin-epoch") == 1
    assert "there is no file" in capsys.readouterr().err
    assert not (tmp_path / "none.db").exists()


def test_a_restore_replaces_the_target_of_a_link(
    restore: Restore, database_and_backup: tuple[str, Path], tmp_path: Path
) -> None:
    address, backup = database_and_backup
    (tmp_path / "link.db").symlink_to("games.db")
    with filelock.FileLock(f"{tmp_path / 'games.db'}.lock"):
        assert restore(f"sqlite:///{tmp_path / 'link.db'}", str(backup)) == 1
    assert restore(f"sqlite:///{tmp_path / 'link.db'}", str(backup)) == 0
    assert (tmp_path / "link.db").is_symlink()
    assert state(address)[0] == [1]


def test_a_backup_is_restored_into_a_missing_database(
    restore: Restore, database_and_backup: tuple[str, Path], tmp_path: Path
) -> None:
    _, backup = database_and_backup
    address = f"sqlite:///{tmp_path / 'new.db'}"
    assert restore(address, str(backup)) == 0
    assert state(address)[0] == [1]


def test_a_dump_is_restored_to_postgresql_in_one_transaction(
    restore: Restore,
    postgresql_server: Path,
    postgresql_template: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    address, dump = make_database(postgresql_server, "restored", postgresql_template), tmp_path / "dump"
    over(address, begins)
    newer, older = tmp_path / "newer", tmp_path / "older"
    server = {"PGHOST": str(postgresql_server), "PGUSER": "postgres"}
    place = {**os.environ, **server, "PGDATABASE": "restored"}
    for file, *changes in (
        (
            newer,
            OF_LATER,
            "CREATE TABLE kept AS TABLE compatible_revisions",
            "DELETE FROM compatible_revisions",
        ),
        (older, OF_EARLIER),
        # The tables of a later version that this one can use.
        (dump, OF_LATER, "INSERT INTO compatible_revisions SELECT * FROM kept", "DROP TABLE kept"),
    ):
        for command in (
            *(["psql", "--quiet", f"--command={change}"] for change in changes),
            ["pg_dump", "--format=custom", f"--file={file}"],
        ):
            subprocess.run(command, check=True, env=place)
    over(address, goes_on)

    assert restore(address, str(dump)) == 1
    assert "--clean" in capsys.readouterr().err
    cut = tmp_path / "cut"
    cut.write_bytes(dump.read_bytes()[:-3000])
    assert restore(address, str(cut), "--clean") == 1
    assert restore(address, str(tmp_path / "none"), "--clean") == 1
    for file, why in ((newer, "newer version"), (older, f"go through {PASSED_THROUGH} first")):
        assert restore(address, str(file), "--clean") == 1
        assert why in capsys.readouterr().err
    assert sorted(state(address)[0]) == [0, 2]

    async def serves(world: World) -> None:
        async with world.store.write() as session:
            await session.of(ProcessRepository).join("other", "here", "0.1", LEASE)

    async def ends(world: World) -> None:
        async with world.store.write() as session:
            await session.of(ProcessRepository).leave("other")

    over(address, serves)
    capsys.readouterr()
    assert restore(address, str(dump), "--clean") == 1
    assert restore(address, "--begin-epoch") == 1
    assert capsys.readouterr().err.count("stop it, and wait 15 seconds") == 2
    over(address, ends)
    assert restore(address, str(dump), "--clean") == 0
    plies, first = state(address)
    assert (plies, len(first.restores)) == ([1], 1)
    assert restore(address, str(dump), "--clean") == 0
    assert state(address)[1].current > first.current
    assert first.current >= Epochs().next(datetime.now(UTC)) - 5

    capsys.readouterr()
    assert restore("postgresql://postgres@/restored?host=/nowhere", str(dump)) == 1
    assert capsys.readouterr().err == "restore: /nowhere: No such file or directory\n"
    fresh = make_database(postgresql_server, "fresh")
    assert restore(fresh, "--begin-epoch") == 1
    assert restore(fresh, str(dump)) == 0
    assert state(fresh)[0] == [1]
