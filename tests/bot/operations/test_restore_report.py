"""The output of `fernpartie restore`: restored data, its time, consequences."""

import time
from pathlib import Path

import pytest

from tests.bot.operations.restoring import Restore

pytest_plugins = ("tests.data.databases", "tests.bot.operations.restore_fixtures")
UNDECIDED = "what nobody can decide is counted in the log, and shown to those concerned at their next command"


def test_a_restore_reports_its_effects(
    restore: Restore,
    database_and_backup: tuple[str, Path],
    capsys: pytest.CaptureFixture[str],
) -> None:
    address, _ = database_and_backup
    assert restore(address, "--begin-epoch", "--taken", "2026-11-20T12:30+02:00") == 0
    assert capsys.readouterr().out.splitlines() == [
        "restore: all is as of 2026-11-20T12:30:00+02:00; no clock has run since",
        "restore: who was deleted since is back, and what they had: ask them, or delete them again",
        "restore: 2 running games will post a notice of the restore when the bot starts",
        "restore: 6 messages waiting: each is looked for before it is sent",
        f"restore: {UNDECIDED}",
    ]


def test_a_time_without_a_zone_is_utc_on_any_machine(
    restore: Restore,
    database_and_backup: tuple[str, Path],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    _, backup = database_and_backup
    target = tmp_path / "new.db"
    with monkeypatch.context() as elsewhere:
        elsewhere.setenv("TZ", "Asia/Tokyo")
        time.tzset()
        assert restore(f"sqlite:///{target}", str(backup), "--taken", "2026-11-20T12:30") == 0
    time.tzset()
    restored, moment, *_ = capsys.readouterr().out.splitlines()
    assert restored == f"restore: restored {backup} to {target}", "nothing was there to be kept"
    assert moment.startswith("restore: all is as of 2026-11-20T12:30:00+00:00; ")
