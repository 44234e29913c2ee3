"""`fernpartie backup`, `check` and `copy`: output, exit status, files."""

import asyncio
import errno
import os
import re
import signal
import sqlite3
from contextlib import closing, nullcontext
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.operations.progress import Progress
from bot.operations.store import file_lock
from data import newest
from data.migration import PASSED_THROUGH
from data.store import Store
from tests.adopted.release_database import GAMES as LEFT_GAMES
from tests.adopted.release_database import load_release_file
from tests.bot.support.fakes import ANNA, GAMES, World
from tests.data.pretended import NEXT, one_step_further

pytest_plugins = ("tests.data.databases",)


@pytest.fixture(scope="module")
def game_file(tmp_path_factory: pytest.TempPathFactory, sqlite_tables: Path) -> Path:
    """The file of a database with a game, for tests to copy."""
    path = tmp_path_factory.mktemp("played") / "games.db"
    path.write_bytes(sqlite_tables.read_bytes())
    asyncio.run(_play(path))
    return path


@pytest.fixture
def database(tmp_path: Path, game_file: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file of the bot's database, with a game."""
    path = tmp_path / "games.db"
    path.write_bytes(game_file.read_bytes())
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("FERNPARTIE_TOKEN", "token")
    monkeypatch.setenv("FERNPARTIE_DATABASE_URL", f"sqlite:///{path}")
    return path


async def _play(path: Path) -> None:
    store = await Store.open(f"sqlite:///{path}")
    world = World(store, GAMES)
    match = await world.match("conhex")
    moves = (await world.services.matches.position(match.id)).state.legal_moves()
    await world.services.turns.take_turn(world.by(ANNA), match.id, moves[0].text)
    await store.close()


async def _play_many(path: Path, games: int) -> None:
    store = await Store.open(f"sqlite:///{path}")
    world = World(store, GAMES)
    for _ in range(games):
        await world.match("conhex")
    await store.close()


def _change(path: Path, statement: str) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(statement)


def test_a_backup_prints_one_line_and_passes_the_check(
    database: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["backup", "copy.db"]) == 0
    size = (database.parent / "copy.db").stat().st_size
    text = f"1 game (1 running), 1 ply, revision {newest()}"
    assert capsys.readouterr().out == f"backup: copy.db, {size:,} bytes: {text}\n"
    assert main(["check", "copy.db"]) == 0
    assert capsys.readouterr().out == "check: 1 game replayed, all is sound\n"
    assert main(["backup", "copy.db"]) == 1
    assert capsys.readouterr().err == "backup: copy.db is there already; --force replaces it\n"
    assert main(["backup", "copy.db", "--force"]) == 0
    assert main(["backup", "what? 100%20.db"]) == 0
    assert main(["check", "what? 100%20.db"]) == 0


def test_a_backup_never_replaces_the_database_itself(
    database: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = database.stat().st_ino
    (database.parent / "other.db").symlink_to(database)
    for name in ("games.db", "other.db"):
        assert main(["backup", name, "--force"]) == 1
        assert capsys.readouterr().err == f"backup: {name} is the database itself\n"
    assert database.stat().st_ino == before


def test_a_backup_into_a_missing_directory_is_refused(
    database: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    del database
    assert main(["backup", "no/such/folder/copy.db"]) == 1
    assert capsys.readouterr().err == "backup: there is no directory no/such/folder\n"


def test_a_check_prints_one_line_per_finding(database: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _change(database, "UPDATE games SET plies = 0, home = 1")
    assert main(["check"]) == 1
    assert capsys.readouterr().out.splitlines() == [
        "games 1: lives elsewhere than in its thread or channel",
        "games 1: 0 plies are stored, its log has 1, numbered 1 to 1",
        "check: 1 game replayed, 2 findings",
    ]
    _change(database, "UPDATE games SET plies = 1, home = channel")
    assert main(["check", "--running"]) == 0
    assert capsys.readouterr().out == "check: 1 running game replayed, all is sound\n"


def test_a_file_on_a_read_only_medium_is_checked(
    database: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    medium = database.parent / "medium"
    medium.mkdir()
    with closing(sqlite3.connect(database)) as connection:
        # The state after a killed bot: part of the data is in the write-ahead log.
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("UPDATE games SET home = 1")
        connection.commit()
        for part in (database, Path(f"{database}-wal")):
            (medium / part.name).write_bytes(part.read_bytes())
    before = {file.name: file.read_bytes() for file in medium.iterdir()}
    may = os.access
    monkeypatch.setattr(os, "access", lambda path, mode: Path(path) != medium and may(path, mode))
    assert main(["check", str(medium / database.name)]) == 1
    assert "games 1: lives elsewhere" in capsys.readouterr().out
    assert {file.name: file.read_bytes() for file in medium.iterdir()} == before


def test_a_missing_table_is_a_one_line_error(database: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _change(database, "DROP TABLE undone")
    assert main(["check"]) == 1
    assert capsys.readouterr().err == "check: cannot continue: no such table: undone\n"


@pytest.mark.parametrize("further", [False, True], ids=["as it is", "with a step to come"])
def test_checking_an_older_backup_does_not_change_it(
    further: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = load_release_file(tmp_path / "left.db")
    before = file.read_bytes()
    with one_step_further(tmp_path) if further else nullcontext():
        assert main(["check", str(file)]) == 0
    assert capsys.readouterr().out == f"check: {LEFT_GAMES} games replayed, all is sound\n"
    assert file.read_bytes() == before


def test_a_damaged_older_backup_is_a_one_line_error(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = load_release_file(tmp_path / "left.db")
    whole = file.read_bytes()
    # Damage rows only; the schema remains readable.
    at = whole.index(b"PlyPlayed")
    file.write_bytes(whole[:at] + b"\x55" * 4_000 + whole[at + 4_000 :])
    with one_step_further(tmp_path):
        assert main(["check", str(file)]) == 1
    output = capsys.readouterr().err
    assert output.startswith(f"{file}: the copy is damaged: ")
    assert output.count("\n") == 1


def test_a_foreign_or_missing_file_is_refused_by_the_check(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other, text = tmp_path / "other.db", tmp_path / "text.db"
    _change(other, "CREATE TABLE somebody_elses (a)")
    dump = tmp_path / "dump"
    dump.write_bytes(b"PGDMP\x01")
    text.write_text("a text that is no database, long enough to be taken for one" * 40)
    for file, line in (
        (other, "no version of this program has made this database"),
        (text, "file is not a database"),
        (dump, "this is a dump of PostgreSQL: restore it into an empty database first"),
        (tmp_path / "missing.db", f"there is no file {tmp_path}/missing.db"),
    ):
        assert main(["check", str(file)]) == 1
        assert capsys.readouterr().err == f"{file}: {line}\n"


def test_an_unreadable_file_is_refused_by_the_check(
    database: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_: Path) -> bool:
        raise PermissionError(errno.EACCES, "Permission denied", "games.db")

    monkeypatch.setattr("data.keeping.database.is_dump", refuse)
    assert main(["check", str(database)]) == 1
    assert capsys.readouterr().err == f"{database}: Permission denied\n"


def test_ratings_without_a_database_are_refused(
    database: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    del database
    monkeypatch.setenv("FERNPARTIE_DATABASE_URL", "sqlite:///none.db")
    assert main(["ratings"]) == 1
    assert capsys.readouterr().err == "FERNPARTIE_DATABASE_URL: there is no file none.db\n"
    assert not Path("none.db").exists()


def test_checking_another_versions_live_database_is_refused(
    database: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with one_step_further(database.parent):
        assert main(["check"]) == 1
    text = f"the database is of revision {newest()}, this version works with {NEXT}"
    assert capsys.readouterr().err == f"FERNPARTIE_DATABASE_URL: {text}\n"
    _change(database, "UPDATE alembic_version SET version_num = '9999'")
    _change(database, "DELETE FROM compatible_revisions")
    assert main(["check", str(database)]) == 1
    assert "newer version" in capsys.readouterr().err


@pytest.mark.parametrize("command", ["run", "check", "status", "ratings", "check games.db", "copy"])
def test_an_outdated_database_is_a_one_line_error(
    database: Path, command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    _change(database, "UPDATE alembic_version SET version_num = '0047'")
    before = database.read_bytes()
    words = command.split()
    if words == ["copy"]:
        words += [f"sqlite:///{database}", "sqlite:///target.db"]
    assert main(words) == 1
    # `run` logs its version first.
    line = capsys.readouterr().err.splitlines()[-1]
    assert f"of a version before {PASSED_THROUGH} (revision 0047): go through {PASSED_THROUGH} first" in line
    assert database.read_bytes() == before


def test_a_newer_compatible_database_is_checked(database: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["backup", "copy.db"]) == 0
    for file in (database, database.parent / "copy.db"):
        _change(file, "UPDATE alembic_version SET version_num = '9999'")
        _change(file, "ALTER TABLE games ADD COLUMN of_later TEXT")
    capsys.readouterr()
    assert main(["check"]) == 0
    assert main(["check", "copy.db"]) == 0
    assert capsys.readouterr().out == "check: 1 game replayed, all is sound\n" * 2


def test_an_interrupted_check_prints_how_to_continue(
    database: Path,
    sqlite_tables: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    request: pytest.FixtureRequest,
) -> None:
    many = database.parent / "many.db"
    many.write_bytes(sqlite_tables.read_bytes())
    asyncio.run(_play_many(many, 9))
    monkeypatch.setenv("FERNPARTIE_DATABASE_URL", f"sqlite:///{database.parent}/many.db")
    tell = Progress.report

    def report_and_interrupt(progress: Progress, count: int, of: int, at: str = "") -> None:
        tell(progress, count, of, at)
        if count == 2:
            signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr("bot.operations.checks.checking._AT_ONCE", 1)
    # asyncio installs its own SIGINT handler, which cancels the check, only over Python's default one.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    request.addfinalizer(lambda: signal.signal(signal.SIGINT, before))
    with monkeypatch.context() as patched:
        patched.setattr(Progress, "report", report_and_interrupt)
        assert main(["check", "--after", "3"]) == 1
    # One or two more batches may be checked before the loop handles the signal.
    output = re.fullmatch(r"check: broken off; --after ([5-8]) continues\n", capsys.readouterr().err)
    assert output is not None
    assert main(["check", "--after", output[1]]) == 0
    assert capsys.readouterr().out == f"check: {9 - int(output[1])} games replayed, all is sound\n"


@pytest.mark.parametrize("database_url", ["postgresql"], indirect=True)
def test_a_copy_is_verified_and_reported_per_table(
    database: Path, database_url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    target = database_url
    assert main(["copy", f"sqlite:///{database}", target]) == 0
    output = capsys.readouterr()
    assert output.err == "", "no line for each table"
    told = r"copy: \d{2,} rows, the same in both; every game was replayed in the copy\n"
    assert re.fullmatch(told, output.out)
    assert main(["copy", f"sqlite:///{database}", target]) == 1
    error = "copy: the target is not empty: there are rows in players; nothing was copied\n"
    assert capsys.readouterr().err == error


def test_a_copy_of_a_damaged_or_running_database_is_refused(
    database: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _change(database, "UPDATE games SET position = 'elsewhere'")
    assert main(["copy", f"sqlite:///{database}", f"sqlite:///{tmp_path}/target.db"]) == 1
    error = capsys.readouterr().err.splitlines(keepends=True)[-1]
    assert error.startswith("copy: games 1: 'elsewhere' is stored as its position")
    assert error.endswith("; nothing was copied\n")
    with file_lock(database):
        assert main(["copy", f"sqlite:///{database}", f"sqlite:///{tmp_path}/target.db"]) == 1
    assert "another process runs the bot over" in capsys.readouterr().err


def test_errors_do_not_leak_passwords(database: Path, capsys: pytest.CaptureFixture[str]) -> None:
    del database
    for address, status in (
        ("mysql://anna:geheim@here/games", 2),
        ("postgresql://anna:geheim@/x?host=/nowhere", 1),
    ):
        assert main(["copy", "sqlite:///games.db", address]) == status
        output = capsys.readouterr()
        assert "geheim" not in output.out + output.err
        assert output.err.endswith("; nothing was copied\n")
