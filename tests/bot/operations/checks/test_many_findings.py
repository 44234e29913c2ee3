"""Checks with many findings of one kind, and a damaged file."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
import sqlalchemy as sa

from bot.__main__ import main
from bot.operations.checks.checking import check_all
from bot.operations.checks.findings import MAX_PER_KIND, find_rows
from bot.operations.checks.unreadable import unreadable
from data.keeping.database import Database
from tests.bot.support.fakes import GAMES

pytest_plugins = ("tests.data.databases",)

NUMBERS = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {most}) "


@pytest.fixture
def file(tmp_path: Path, sqlite_tables: Path) -> Path:
    file = tmp_path / "games.db"
    file.write_bytes(sqlite_tables.read_bytes())
    return file


def change(file: Path, *statements: str) -> None:
    with closing(sqlite3.connect(file)) as connection, connection:
        for statement in statements:
            connection.execute(statement)


async def test_at_most_a_hundred_unreadable_rows_are_listed(file: Path) -> None:
    """The unreadable rows are on both sides of the thousandth, where the next batch begins."""
    people = "INSERT INTO players (id, name, locale) SELECT i, 'Anna', 'en' FROM n"
    settings = (
        "INSERT INTO habits (player, preferences, vacation)"
        " SELECT i, CASE WHEN i < 991 THEN '{}' ELSE '[1]' END, '[]' FROM n"
    )
    numbers = NUMBERS.format(most=1100)
    change(file, numbers + people, numbers + settings)
    database = await Database.open_file(file)
    async with database.snapshot() as connection:
        found = [str(finding) async for finding in unreadable(connection)]
    await database.close()
    assert [line.partition(":")[0] for line in found] == [
        f"habits player {player}" for player in range(991, 991 + MAX_PER_KIND)
    ]
    assert not [line for line in found if ": its preferences cannot be read: " not in line]


@pytest.mark.parametrize(
    ("rows", "last"),
    [(100, "players 100: is odd"), (101, "players: is odd; and more of that kind"), (150, None)],
)
async def test_at_most_a_hundred_findings_of_a_kind_are_listed(
    file: Path, rows: int, last: str | None
) -> None:
    insert = "INSERT INTO players (id, name, locale) SELECT i, 'Anna', 'en' FROM n"
    change(file, NUMBERS.format(most=rows) + insert)
    database = await Database.open_file(file)
    everybody: sa.Select[int] = sa.select(sa.column("id", sa.Integer)).select_from(sa.table("players"))
    async with database.snapshot() as connection:
        found = await find_rows(connection, "players", everybody.order_by(sa.column("id")), "is odd")
    await database.close()
    assert str(found[0]) == "players 1: is odd"
    assert str(found[99]) == "players 100: is odd"
    assert str(found[-1]) == (last or "players: is odd; and more of that kind")
    assert len(found) == min(rows, MAX_PER_KIND + 1)


@pytest.mark.parametrize(("after", "begins"), [(5, 5), (None, 0)])
async def test_a_check_continues_after_a_given_game(file: Path, after: int | None, begins: int) -> None:
    steps: list[tuple[int, int, int]] = []
    database = await Database.open_file(file)
    whole = check_all(database.snapshot, GAMES, (), after=after, progress=lambda *step: steps.append(step))
    assert [finding async for finding in whole] == []
    await database.close()
    assert steps == [(0, 0, begins)]


async def test_a_finding_names_the_rows_columns(file: Path) -> None:
    change(file, "INSERT INTO players (id, name, locale) VALUES (7, 'Anna', 'en')")
    database = await Database.open_file(file)
    named: sa.Select[int, str] = sa.select(
        sa.column("id", sa.Integer), sa.column("locale", sa.Text)
    ).select_from(sa.table("players"))
    async with database.snapshot() as connection:
        (finding,) = await find_rows(connection, "players", named, "is odd")
    await database.close()
    assert str(finding) == "players id 7, locale en: is odd"


def test_a_damaged_file_is_named(
    file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("FERNPARTIE_TOKEN", "token")
    monkeypatch.setenv("FERNPARTIE_DATABASE_URL", f"sqlite:///{file}")
    change(
        file,
        "CREATE TABLE strange (x INTEGER CHECK (x > 0))",
        "PRAGMA ignore_check_constraints = ON",
        "INSERT INTO strange VALUES (-1)",
    )
    assert main(["check"]) == 1
    assert capsys.readouterr().out.splitlines() == [
        "file: CHECK constraint failed in strange",
        "check: 0 games replayed, 1 finding",
    ]
