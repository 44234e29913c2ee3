"""Interrupted copies and restores, resumed by the same command."""

import asyncio
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from bot.__main__ import main
from bot.operations import check
from bot.operations.progress import Progress
from tests.bot.operations.restoring import Restore, state

pytest_plugins = ("tests.data.databases", "tests.bot.operations.restore_fixtures")


def _break_off(self: Progress, count: int, of: int, at: str = "") -> None:
    del self, count, of, at
    raise asyncio.CancelledError


def test_an_interrupted_copy_resumes(
    sqlite_tables: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    source, target = tmp_path / "source.db", tmp_path / "target.db"
    source.write_bytes(sqlite_tables.read_bytes())
    with closing(sqlite3.connect(source)) as connection, connection:
        connection.execute(
            "INSERT INTO players (id, name, locale) VALUES (7, 'Anna', 'en'), (8, 'Ben', 'de')"
        )
        connection.execute("INSERT INTO earlier_names (player, name) VALUES (7, 'Anne')")
    command = ["copy", f"sqlite:///{source}", f"sqlite:///{target}"]
    with monkeypatch.context() as patched:
        patched.setattr(Progress, "report", _break_off)
        assert main(command) == 1
    assert capsys.readouterr().err == "copy: broken off; the same command continues where it was\n"
    assert main(["check", str(target)]) == 1, "it is no database yet"
    capsys.readouterr()
    assert main(command) == 0
    assert capsys.readouterr().out == "copy: 3 rows, the same in both; every game was replayed in the copy\n"
    assert main(["check", str(target)]) == 0


@pytest.mark.parametrize(
    ("options", "reached", "rest"),
    [
        ([], None, ""),
        ([], 31, "; --after 31 continues"),
        (["--after", "5"], None, "; --after 5 continues"),
        (["--after", "5"], 31, "; --after 31 continues"),
    ],
)
def test_an_interrupted_check_prints_where_to_resume(
    sqlite_tables: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    options: list[str],
    reached: int | None,
    rest: str,
) -> None:
    async def check_some(*_: object, progress: Callable[[int, int, int], object], **_more: object) -> Any:
        if reached is not None:
            progress(25, 60, reached)
        raise asyncio.CancelledError
        yield

    monkeypatch.setattr(check, "check_all", check_some)
    assert main(["check", str(sqlite_tables), *options]) == 1
    assert capsys.readouterr().err == f"check: broken off{rest}\n"


def test_an_interrupted_restore_resumes(
    restore: Restore,
    database_and_backup: tuple[str, Path],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    address, backup = database_and_backup
    with monkeypatch.context() as patched:
        patched.setattr(Progress, "report", _break_off)
        assert restore(address, str(backup)) == 1
    assert capsys.readouterr().err == (
        "restore: broken off, nothing was changed; the same command continues where it was\n"
    )
    assert sorted(state(address)[0]) == [0, 2]
    assert restore(address, str(backup)) == 0
    assert state(address)[0] == [1]
