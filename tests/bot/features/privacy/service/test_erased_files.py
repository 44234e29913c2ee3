"""Erasure in SQLite's files: no byte names a deleted person, in rows, free pages or the log."""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final

import pytest
import sqlalchemy as sa

from bot.app import TABLES
from data.connections.write_ahead_log import WriteAheadLog
from data.schema.columns import raw_table
from data.store import Store
from tests.bot.features.privacy.service.leaving import ROBIN, act, clean, leave, leave_traces
from tests.bot.support.fakes import World

pytest_plugins = ("tests.bot.support.worlds",)
pytestmark = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)

_NUMBERS: Final = {
    "in digits": str(ROBIN.id).encode(),
    # SQLite's encoding of integers.
    "as a number": ROBIN.id.to_bytes(8, "big"),
}


def _name_columns(world: World) -> set[str]:
    """Return the text columns that features declare as possibly naming a person."""
    return {
        f"{owned.table.name}.{name}"
        for feature in world.services.app.features
        for owned in feature.tables
        for name in owned.name_columns
    }


def _texts() -> set[str]:
    columns = (column for table in TABLES.sorted_tables for column in raw_table(table).columns)
    return {
        f"{column.table.name}.{column.name}"
        for column in columns
        if isinstance(column.type, sa.Text | sa.JSON)
    }


def _traces_in(file: Path) -> dict[str, set[str]]:
    """Return, for each database file, how it contains Robin: by name, in digits, as a number."""
    by_file: dict[str, set[str]] = {}
    for part in file.parent.glob(f"{file.name}*"):
        data = part.read_bytes()
        forms = {form for form, number in _NUMBERS.items() if number in data}
        if ROBIN.name.lower().encode() in data.lower():
            forms.add("by name")
        if forms:
            by_file[part.name] = forms
    return by_file


@pytest.fixture
def file(database_url: str) -> Path:
    return Path(database_url.removeprefix("sqlite:///"))


async def test_nameless_texts_are_columns_of_their_tables(world: World) -> None:
    tables = [owned for feature in world.services.app.features for owned in feature.tables]
    assert {f"{owned.table.name}.{name}" for owned in tables for name in owned.nameless} <= _texts()


async def test_every_text_column_names_them_before_and_no_byte_after(world: World, file: Path) -> None:
    await leave_traces(world)
    names = set()
    with closing(sqlite3.connect(file)) as connection:
        for place in _texts():
            table, column = place.split(".")
            texts = " ".join(str(row) for row in connection.execute(f'SELECT "{column}" FROM {table}'))  # noqa: S608  # our own names
            if ROBIN.name in texts or str(ROBIN.id) in texts:
                names.add(place)
    assert names == _name_columns(world), "texts that name nobody are `nameless` in their feature's store"
    assert set().union(*_traces_in(file).values()) == {"by name", *_NUMBERS}
    await leave(world, ROBIN)
    await clean(world)
    assert _traces_in(file) == {}


async def test_a_concurrent_reader_only_delays_the_erasure(world: World, file: Path) -> None:
    await leave_traces(world)
    with closing(sqlite3.connect(file, isolation_level=None)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM players").fetchall()
        await leave(world, ROBIN)
        await clean(world)
        assert _traces_in(file) != {}
        reader.execute("COMMIT")
    await world.challenge()
    assert _traces_in(file) == {}


async def test_another_process_completes_an_interrupted_log_cleanup(
    world: World, file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def die(_: WriteAheadLog) -> None:
        raise KeyboardInterrupt

    await leave_traces(world)
    await world.services.deletions.ask(world.by(ROBIN))
    await world.deliver_all()
    with monkeypatch.context() as patch:
        patch.setattr(WriteAheadLog, "empty", die)
        with pytest.raises(KeyboardInterrupt):
            await leave(world, ROBIN)
    copies = tmp_path / "after"
    copies.mkdir()
    for part in file.parent.glob(f"{file.name}*"):
        shutil.copy(part, copies / part.name)
    await (await Store.open(f"sqlite:///{copies / file.name}")).close()
    world.services = world.other_services()
    await act(world)
    await clean(world)
    assert _traces_in(file) == {}
