"""The file of a backup: it appears complete, and replaces no other unasked."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import sqlalchemy as sa

from data.keeping import backup
from data.keeping.backup import FileIsThere, back_up
from data.keeping.database import Database
from data.keeping.sqlite_backup import copy_file

pytest_plugins = ("tests.data.databases",)
COUNTS = {"one": sa.select(sa.literal(1))}


@pytest.fixture
def file(tmp_path: Path, sqlite_tables: Path) -> Path:
    """The file of an empty database."""
    file = tmp_path / "games.db"
    file.write_bytes(sqlite_tables.read_bytes())
    return file


@pytest.fixture
async def database(file: Path) -> AsyncIterator[Database]:
    opened = await Database.open(f"sqlite:///{file}")
    yield opened
    await opened.close()


def names_in(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir() if path.name.startswith("backup")}


async def test_a_missing_folder_is_named(database: Database, tmp_path: Path) -> None:
    with pytest.raises(NotADirectoryError, match=f"there is no directory {tmp_path / 'none'}"):
        await back_up(database, tmp_path / "none" / "backup", COUNTS)
    (tmp_path / "backup").mkdir()
    with pytest.raises(FileIsThere, match="is a folder"):
        await back_up(database, tmp_path / "backup", COUNTS, replace=True)


@pytest.mark.parametrize("replace", [True, False])
async def test_a_file_created_during_the_backup_is_replaced_only_on_request(
    database: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, replace: bool
) -> None:
    file = tmp_path / "backup"

    async def copy_slowly(source: Path, target: Path) -> None:
        file.write_text("of another process", encoding="utf-8")
        await copy_file(source, target)

    monkeypatch.setattr(backup, "copy_file", copy_slowly)
    if replace:
        made = await back_up(database, file, COUNTS, replace=True)
        assert made.size == file.stat().st_size
        assert made.contents.counts == {"one": 1}
    else:
        with pytest.raises(FileIsThere, match="--force replaces it"):
            await back_up(database, file, COUNTS)
        assert file.read_text(encoding="utf-8") == "of another process"
    assert names_in(tmp_path) == {"backup"}, "nothing half written is left"


async def test_the_database_itself_is_never_overwritten(database: Database, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to("games.db")
    for name in ("games.db", "link", "../" + tmp_path.name + "/games.db"):
        with pytest.raises(FileIsThere, match="is the database itself"):
            await back_up(database, tmp_path / name, COUNTS, replace=True)
