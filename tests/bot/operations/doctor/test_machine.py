"""The doctor's checks of the machine itself."""

import shutil
import sqlite3
from pathlib import Path
from types import SimpleNamespace

import pytest

from bot.kernel.probes import Finding, FindingStatus
from bot.operations.doctor import machine
from bot.operations.store import open_store
from bot.settings import PREFIX
from data import newest
from data.migration import PASSED_THROUGH
from tests.data.pretended import NEXT, one_step_further

OK, WARN, FAIL = FindingStatus.OK, FindingStatus.WARN, FindingStatus.FAIL


def files_in(folder: Path) -> list[Path]:
    return list(folder.iterdir())


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'fernpartie.db'}"


@pytest.fixture(autouse=True)
def _bare(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    # A variable of the tests, not a setting of the bot.
    monkeypatch.delenv("FERNPARTIE_OPENAPI", raising=False)


def test_an_unknown_variable_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    (finding,) = machine.variables()
    assert finding.status is OK
    monkeypatch.setenv(f"{PREFIX}COLOURS", "blue")
    (unknown,) = machine.variables()
    assert unknown.status is WARN
    assert unknown.text.startswith("FERNPARTIE_COLOURS: there is no such setting; the nearest is FERNPARTIE_")


def test_a_world_readable_env_file_is_reported(tmp_path: Path) -> None:
    assert machine.env_file() == Finding(".env", OK, "there is none; settings come from elsewhere")
    (tmp_path / ".env").touch(mode=0o644)
    assert machine.env_file().todo == "chmod 600 .env"
    (tmp_path / ".env").chmod(0o600)
    assert machine.env_file() == Finding(".env", OK, "only its owner can read it")


@pytest.mark.parametrize(("free", "status"), [(5 << 30, OK), (500 << 20, WARN), (50 << 20, FAIL)])
def test_free_disk_space_is_reported(
    monkeypatch: pytest.MonkeyPatch, url: str, free: int, status: FindingStatus
) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=free))
    assert machine.disk(url).status is status
    assert f"{free / 1e9:.1f} GB are free" in machine.disk(url).text


def test_the_disk_check_uses_the_databases_folder(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    folder.mkdir()
    for url, place in (
        (f"sqlite:///{folder / 'games.db'}", folder),
        ("postgresql://here/games", tmp_path),
        ("mysql://here/games", tmp_path),
    ):
        assert machine.disk(url).text.endswith(f" GB are free in {place}")
    missing = machine.disk(f"sqlite:///{tmp_path / 'none' / 'games.db'}")
    assert (missing.status, missing.text) == (FAIL, f"{tmp_path / 'none'}: No such file or directory")


@pytest.mark.parametrize(("free", "status"), [(1 << 30, OK), ((1 << 30) - 1, WARN), (100 << 20, WARN)])
def test_a_gibibyte_of_free_disk_is_enough(
    monkeypatch: pytest.MonkeyPatch, url: str, free: int, status: FindingStatus
) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=free))
    assert machine.disk(url).status is status


class TestDatabase:
    """Findings about the database."""

    async def test_a_missing_database_passes(self, url: str, tmp_path: Path) -> None:
        finding = await machine.database(url)
        assert finding.status is OK
        assert "the first start makes" in finding.text
        assert files_in(tmp_path) == []

    async def test_a_missing_folder_fails(self, tmp_path: Path) -> None:
        finding = await machine.database(f"sqlite:///{tmp_path / 'nowhere' / 'fernpartie.db'}")
        assert finding.status is FAIL
        assert "is not there" in finding.text

    async def test_a_current_database_opens(self, url: str) -> None:
        await (await open_store(url)).close()
        assert (await machine.database(url)).text == f"it opens; schema {newest()}"

    @pytest.mark.parametrize(
        ("revision", "status", "text"),
        [
            ("0010", FAIL, f"it is of a version before {PASSED_THROUGH} (revision 0010)"),
            ("9999", FAIL, "newer than this version's"),
        ],
    )
    async def test_a_database_of_another_version_is_reported(
        self, url: str, tmp_path: Path, revision: str, status: FindingStatus, text: str
    ) -> None:
        await (await open_store(url)).close()
        with sqlite3.connect(tmp_path / "fernpartie.db") as file:
            file.execute("UPDATE alembic_version SET version_num = ?", (revision,))
            file.execute("DELETE FROM compatible_revisions")
        file.close()
        finding = await machine.database(url)
        assert finding.status is status
        assert text in finding.text

    async def test_a_pending_migration_is_announced(self, url: str, tmp_path: Path) -> None:
        await (await open_store(url)).close()
        before = newest()
        with one_step_further(tmp_path):
            finding = await machine.database(url)
        assert finding.status is OK
        assert finding.text == f"it opens; the next start brings schema {before} to {NEXT}"

    async def test_a_file_that_is_no_database_fails(self, url: str, tmp_path: Path) -> None:
        (tmp_path / "fernpartie.db").write_text(
            "a letter to my aunt, and no database at all", encoding="utf-8"
        )
        assert (await machine.database(url)).status is FAIL

    async def test_an_unreachable_database_server_fails(self) -> None:
        finding = await machine.database("postgresql://fernpartie@127.0.0.1:1/fernpartie")
        assert finding.status is FAIL


class TestEngines:
    """Findings about engines."""

    @pytest.mark.parametrize("processes", [None, 1, 64])
    async def test_an_engine_finds_a_move(self, processes: int | None) -> None:
        finding = await machine.engines(processes)
        assert finding.status is OK
        assert finding.text.startswith("it found a move after ")

    async def test_disabled_engines_are_reported(self) -> None:
        assert "switched off" in (await machine.engines(0)).text

    async def test_failing_engines_are_reported(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(machine, "rules", SimpleNamespace(GAMES={"none": _unknown_game()}))
        finding = await machine.engines(1)
        assert finding.status is FAIL
        assert "FERNPARTIE_ENGINE_PROCESSES=0" in finding.todo


def _unknown_game() -> SimpleNamespace:
    state = SimpleNamespace(options={}, players=2)
    return SimpleNamespace(key="no-such-game", new=lambda: state)
