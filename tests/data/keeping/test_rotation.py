"""Rotation of backups: retention, names, soundness, disk space."""

import shutil
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace
from zoneinfo import ZoneInfo

import pytest

from data.keeping.rotation import BackupFolder, NoRoom, RetentionPolicy, worth_keeping

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)


def every_day(latest: datetime, days: int) -> list[datetime]:
    return [latest - timedelta(days=back) for back in range(days)]


def test_one_backup_of_each_day_and_week_is_kept() -> None:
    moments = [*every_day(NOON, 40), NOON - timedelta(hours=1)]
    sundays = [datetime(2026, 11, day, 12, tzinfo=UTC) for day in (15, 8, 1)]
    assert worth_keeping(moments, RetentionPolicy(days=3, weeks=4)) == {*every_day(NOON, 3), *sundays}


def test_a_week_spans_the_turn_of_the_year() -> None:
    saturday = datetime(2027, 1, 2, 12, tzinfo=UTC)
    sunday_before = datetime(2026, 12, 27, 12, tzinfo=UTC)
    moments = worth_keeping(every_day(saturday, 10), RetentionPolicy(days=1, weeks=2))
    assert moments == {saturday, sunday_before}


def test_the_latest_backup_is_always_kept() -> None:
    assert worth_keeping(every_day(NOON, 3), RetentionPolicy(days=0, weeks=0)) == {NOON}


def folder_with(folder: Path, *names: str) -> BackupFolder:
    for name in names:
        (folder / name).write_text(name)
    return BackupFolder(folder)


def names_in(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.iterdir())


def test_backups_are_recognized_by_name(tmp_path: Path) -> None:
    folder = folder_with(
        tmp_path,
        "fernpartie-2026-11-20T120000Z.db",
        "fernpartie-2026-11-19T120000Z.dump",
        "fernpartie-2026-11-40T120000Z.db",
        "unchecked-fernpartie-2026-11-21T120000Z.db",
        "notes.txt",
    )
    berlin = NOON.astimezone(ZoneInfo("Europe/Berlin"))
    assert folder.file_of(berlin, "db") == tmp_path / "fernpartie-2026-11-20T120000Z.db"
    assert folder.backups() == {
        NOON - timedelta(days=1): tmp_path / "fernpartie-2026-11-19T120000Z.dump",
        NOON: tmp_path / "fernpartie-2026-11-20T120000Z.db",
    }


def test_a_backup_is_unchecked_until_it_is_accepted(tmp_path: Path) -> None:
    folder = folder_with(tmp_path)
    file = folder.file_of(NOON, "db")
    folder.unchecked_name(file).write_text("new")
    assert folder.backups() == {}
    folder.accept(file)
    assert (names_in(tmp_path), file.read_text()) == (["fernpartie-2026-11-20T120000Z.db"], "new")


def test_the_latest_unsound_backup_is_set_aside(tmp_path: Path) -> None:
    earlier = [f"unsound-fernpartie-2026-11-01T120000Z.{ending}" for ending in ("db", "dump")]
    folder = folder_with(tmp_path, *earlier, "unsound-notes")
    file = folder.file_of(NOON, "db")
    folder.unchecked_name(file).write_text("broken")
    assert folder.set_aside(file) == tmp_path / "unsound-fernpartie-2026-11-20T120000Z.db"
    assert names_in(tmp_path) == ["unsound-fernpartie-2026-11-20T120000Z.db", "unsound-notes"]


def test_unfinished_and_superseded_files_are_deleted(tmp_path: Path) -> None:
    days = [f"fernpartie-2026-11-{day:02}T120000Z.db" for day in (16, 17, 18)]
    unfinished = [f"unchecked-fernpartie-2026-11-19T120000Z.{ending}" for ending in ("db", "dump")]
    folder = folder_with(tmp_path, *days, *unfinished, "unchecked-notes")
    folder.delete_unfinished()
    assert names_in(tmp_path) == [*days, "unchecked-notes"]
    assert folder.delete_superseded(RetentionPolicy(days=2, weeks=0)) == (tmp_path / days[0],)
    assert names_in(tmp_path) == [*days[1:], "unchecked-notes"]


def test_a_backup_without_room_for_the_bot_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = folder_with(tmp_path)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=164 << 20))
    folder.refuse_without_room(100 << 20)
    with pytest.raises(NoRoom) as refused:
        folder.refuse_without_room((100 << 20) + 1)
    assert str(refused.value) == f"{tmp_path} has 172 MB free, 172 MB are needed"
