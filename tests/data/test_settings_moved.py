"""A database of version 0.10.0 keeps the settings of its servers, stored by key."""

from datetime import UTC, datetime
from typing import Any, Final

import pytest
import sqlalchemy as sa
from alembic import command

from bot.model.server_rules import ALL_PICTURES, PlayerList, ServerRules
from bot.model.time.clocks import read_clock
from bot.repositories.server_rules import ServerRulesRepository
from bot.repositories.servers import ServerRepository
from data.engines import make_engines
from data.migration import TODAY
from data.migration_steps import configured
from data.store import Store
from data.urls import driver_url

pytest_plugins = ("tests.data.databases",)

NOON: Final = datetime(2026, 11, 20, 12, tzinfo=UTC)
_USUAL: Final = {"channels": [], "games": [], "clock": "none", "threads": True}
_CHOSEN: Final = {
    "channels": [5, 6],
    "games": ["any"],
    "clock": "3d",
    "threads": False,
    "language": "de",
    "forum": 8,
    "results": 9,
    "barred_people": [1],
    "barred_roles": [],
    "allowed_people": [],
    "allowed_roles": [],
    "theme": "print",
    "rated": False,
    "exploring": False,
    "few_pictures": True,
    "engines": False,
    "engine_channels": [5],
    "open_tournaments": True,
}


def _begin_as_then(connection: sa.Connection) -> None:
    config = configured(TODAY.folders)
    config.attributes["connection"] = connection
    command.upgrade(config, "0057")
    then = sa.MetaData()
    then.reflect(connection)

    def insert(table: str, **row: Any) -> None:
        connection.execute(sa.insert(_typed(then.tables[table])).values(**row))

    insert("players", id=1, name="Al", locale="en-US")
    insert("server_rules", server=7, **_USUAL)
    insert("server_rules", server=8, **_CHOSEN)
    note = "few_pictures=True, few_pictures=False"
    insert("deeds", id=1, server=8, done=NOON, player=1, deed="rules", note=note)
    insert("deeds", id=2, server=8, done=NOON, player=1, deed="annulment", note="few_pictures=True")


def _typed(table: sa.Table) -> sa.TableClause:
    """Return a table that writes lists as JSON, which SQLite does not tell by itself."""
    lists = {"channels", "games", "engine_channels", "barred_people", "barred_roles"}
    lists |= {"allowed_people", "allowed_roles"}
    return sa.table(
        table.name,
        *(
            sa.column(column.name, sa.JSON() if column.name in lists else column.type)
            for column in table.columns
        ),
    )


@pytest.fixture
async def old_url(database_url: str) -> str:
    engines = make_engines(driver_url(database_url))
    async with engines.writer.begin() as connection:
        await connection.run_sync(_begin_as_then)
    await engines.dispose()
    return database_url


async def test_settings_are_as_they_were(old_url: str) -> None:
    store = await Store.open(old_url)
    async with store.read() as session:
        rules = session.of(ServerRulesRepository)
        assert await rules.of(7) == ServerRules()
        chosen = await rules.of(8)
        entries = await session.of(ServerRepository).audit_entries(8, 5)
    await store.close()
    assert chosen == ServerRules(
        channels=(5, 6),
        games=("any",),
        clock=read_clock("3d"),
        language="de",
        forum=8,
        results=9,
        barred=PlayerList((1,)),
        theme="print",
        engines=False,
        engine_channels=(5,),
        settings=chosen.settings,
    )
    switches = {"threads": False, "rated": False, "exploring": False, "open_tournaments": True}
    assert chosen.settings.stored == {**switches, ALL_PICTURES.key: False}
    notes = [entry.note for entry in entries]
    assert notes == ["few_pictures=True", "all_pictures=False, all_pictures=True"]
