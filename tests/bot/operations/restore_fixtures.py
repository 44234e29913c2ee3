"""Fixtures for tests of restores."""

from pathlib import Path
from shutil import copyfile

import pytest

from bot.__main__ import main
from tests.bot.operations.restoring import Restore, begins, copy_database, goes_on, over


@pytest.fixture
def restore(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Restore:
    """The operation; its first argument is the database's address."""

    def run(address: str, *arguments: str) -> int:
        monkeypatch.chdir(tmp_path)
        monkeypatch.delenv("FERNPARTIE_TOKEN", raising=False)
        monkeypatch.setenv("FERNPARTIE_DATABASE_URL", address)
        return main(["restore", *arguments])

    return run


@pytest.fixture(scope="module")
def game_folder(tmp_path_factory: pytest.TempPathFactory, sqlite_tables: Path) -> Path:
    """A folder with a database, and a backup from before its last ply and second match."""
    folder = tmp_path_factory.mktemp("played")
    live = folder / "live.db"
    copyfile(sqlite_tables, live)
    over(f"sqlite:///{live}", begins)
    copy_database(live, folder / "backup.db")
    over(f"sqlite:///{live}", goes_on)
    copy_database(live, folder / "games.db")
    return folder


@pytest.fixture
def database_and_backup(tmp_path: Path, game_folder: Path) -> tuple[str, Path]:
    """The address of the test's own database, and its backup."""
    for name in ("games.db", "backup.db"):
        copyfile(game_folder / name, tmp_path / name)
    return f"sqlite:///{tmp_path / 'games.db'}", tmp_path / "backup.db"
