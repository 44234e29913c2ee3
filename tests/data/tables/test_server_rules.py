"""The rules of servers, as they are kept."""

import sqlalchemy as sa

from bot.play.repositories.store import Store
from data.records import ServerRulesRecord
from data.schema import server_rules

pytest_plugins = ("tests.data.databases",)

_SERVER = 7
_ALL = ServerRulesRecord(
    (5, 6), ("any",), "3d", False, "de", 8, 9, (1, 2), (3,), (4,), (5, 6), 6, "print", False, False, True
)


async def test_rules_are_kept_whole_and_replaced_whole(store: Store) -> None:
    async with store.write() as tables:
        await tables.servers.put_rules(_SERVER, _ALL)
        assert await tables.servers.rules(_SERVER, lock=True) == _ALL
        plain = ServerRulesRecord((), (), "none", True)
        await tables.servers.put_rules(_SERVER, plain)
        assert await tables.servers.rules(_SERVER) == plain
        assert await tables.servers.rules(8) is None


async def test_rules_of_earlier_versions_bar_nobody_and_name_nothing(store: Store) -> None:
    then = {"server": _SERVER, "channels": [5], "games": [], "clock": "none", "threads": True}
    async with store._engines.writer.begin() as connection:
        await connection.execute(sa.insert(server_rules), then)
    async with store.read() as tables:
        assert await tables.servers.rules(_SERVER) == ServerRulesRecord((5,), (), "none", True)
