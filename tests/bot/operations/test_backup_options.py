"""The options of `fernpartie backup`, and its counts."""

import asyncio
from datetime import timedelta
from pathlib import Path
from typing import Any

import filelock
import pytest

from bot.__main__ import main
from bot.model.ports import utc_now
from bot.operations import backup
from data.keeping.rotation import BackupFolder, RetentionPolicy, worth_keeping
from data.migration import newest
from data.store import Store
from tests.bot.support.fakes import ANNA, BEN, GAMES, World

pytest_plugins = ("tests.data.databases",)


@pytest.fixture
def database(tmp_path: Path, sqlite_tables: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    file = tmp_path / "games.db"
    file.write_bytes(sqlite_tables.read_bytes())
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("FERNPARTIE_TOKEN", "token")
    monkeypatch.setenv("FERNPARTIE_DATABASE_URL", f"sqlite:///{file}")
    return file


async def _play(file: Path) -> None:
    """Begin three games, play three plies, and end one of them."""
    store = await Store.open(f"sqlite:///{file}")
    world = World(store, GAMES)
    first, second, _ = [await world.match("conhex") for _ in range(3)]
    for match, people in ((first, (ANNA, BEN, ANNA)), (second, (ANNA,))):
        for person in people:
            state = (await world.services.matches.position(match.id)).state
            await world.services.turns.take_turn(world.by(person), match.id, state.legal_moves()[-1].text)
    await world.services.resignations.resign(world.by(BEN), second.id)
    await store.close()


def test_output_counts_games_running_games_and_plies(
    database: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asyncio.run(_play(database))
    assert main(["backup", "copy.db"]) == 0
    assert f" bytes: 3 games (2 running), 4 plies, revision {newest()}\n" in capsys.readouterr().out
    folder = database.parent / "backups"
    folder.mkdir()
    assert main(["backup", "--into", "backups"]) == 0
    assert " bytes: 3 games, checked, all is sound\n" in capsys.readouterr().out
    assert main(["check"]) == 0
    assert capsys.readouterr().out == "check: 3 games replayed, all is sound\n"
    assert main(["check", "--running"]) == 0
    assert capsys.readouterr().out == "check: 2 running games replayed, all is sound\n"
    assert main(["copy", f"sqlite:///{database}", "sqlite:///target.db"]) == 0
    assert capsys.readouterr().out.endswith("rows, the same in both; every game was replayed in the copy\n")
    assert main(["check", "target.db"]) == 0
    assert capsys.readouterr().out == "check: 3 games replayed, all is sound\n"


@pytest.mark.usefixtures("database")
@pytest.mark.parametrize("number", ["0", "1001", "٣"])
@pytest.mark.parametrize("option", ["--daily", "--weekly", "--every"])
def test_options_accept_numbers_from_1_to_1000(
    option: str, number: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["backup", "--into", ".", f"{option}={number}"])
    assert ended.value.code == 2
    assert f"argument {option}: {number!r} is not a number from 1 to 1000" in capsys.readouterr().err


@pytest.mark.usefixtures("database")
def test_backup_needs_either_a_folder_or_a_file(capsys: pytest.CaptureFixture[str]) -> None:
    for arguments in ([], ["copy.db", "--into", "."]):
        with pytest.raises(SystemExit):
            main(["backup", *arguments])
        assert "fernpartie backup" in capsys.readouterr().err


def test_backups_repeat_every_few_hours(
    database: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    calls: list[tuple[Path, timedelta]] = []

    async def once(make: Any, folder: BackupFolder, every: timedelta) -> None:
        calls.append((folder.folder, every))
        await make(utc_now())

    monkeypatch.setattr(backup, "keep_making", once)
    assert main(["backup", "--into", str(database.parent), "--every", "6"]) == 0
    assert calls == [(database.parent, timedelta(hours=6))]
    assert len(BackupFolder(database.parent).backups()) == 1
    assert "checked, all is sound" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("options", "policy"),
    [
        (("--daily", "2", "--weekly", "3"), RetentionPolicy(2, 3)),
        (("--daily", "1"), RetentionPolicy(1, 4)),
        (("--weekly", "1"), RetentionPolicy(7, 1)),
    ],
    ids=["both", "four weeks", "seven days"],
)
def test_rotation_keeps_days_and_weeks(
    database: Path, options: tuple[str, ...], policy: RetentionPolicy, capsys: pytest.CaptureFixture[str]
) -> None:
    folder, now = BackupFolder(database.parent), utc_now()
    for days in (*range(1, 7), *range(7, 64, 7)):
        folder.file_of(now - timedelta(days=days), "db").touch()
    before = set(folder.backups())
    assert main(["backup", "--into", ".", *options]) == 0
    remaining = set(folder.backups())
    assert remaining == worth_keeping(before | {max(remaining)}, policy)
    assert capsys.readouterr().out.count("backup: deleted ") == len(before) + 1 - len(remaining)


def test_a_second_backup_into_a_locked_folder_is_refused(
    database: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with filelock.FileLock(database.parent / ".lock"):
        assert main(["backup", "--into", str(database.parent)]) == 1
    error = f"backup: another process is making a backup in {database.parent}\n"
    assert capsys.readouterr().err == error
    main(["status"])
    assert "backups    none was made by a timer" in capsys.readouterr().out, "the other one records its own"


@pytest.mark.parametrize(
    "operation", [["backup", "copy.db"], ["check"], ["ratings"], ["restore", "--begin-epoch"], ["status"]]
)
def test_an_invalid_database_url_is_a_one_line_error(
    operation: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("FERNPARTIE_TOKEN", "token")
    monkeypatch.setenv("FERNPARTIE_DATABASE_URL", "mysql://anna:geheim@here/games")
    assert main(operation) == 2
    error = capsys.readouterr().err
    assert error.startswith("FERNPARTIE_DATABASE_URL: cannot store games in 'mysql'; write sqlite:///")
    assert "geheim" not in error
