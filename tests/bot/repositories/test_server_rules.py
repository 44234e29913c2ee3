"""The rules of servers, as they are kept."""

import sqlalchemy as sa

from bot.model.server_rules import PlayerList, ServerRules
from bot.model.time.clocks import read_clock
from bot.repositories.server_rules import ServerRulesRepository
from data.schema import server_rules
from data.store import Store

pytest_plugins = ("tests.data.databases",)

_SERVER = 7
_ALL = ServerRules(
    channels=(5, 6),
    games=("any",),
    clock=read_clock("3d"),
    threads=False,
    language="de",
    forum=8,
    results=9,
    barred=PlayerList((1, 2), (3,)),
    allowed=PlayerList((4,), (5, 6)),
    call_role=6,
    theme="print",
    rated=False,
    exploring=False,
    few_pictures=True,
    engines=False,
    engine_channels=(5,),
    open_tournaments=True,
)


async def test_rules_are_kept_whole_and_replaced_whole(store: Store) -> None:
    async with store.write() as session:
        await session.of(ServerRulesRepository).put(_SERVER, _ALL)
        assert await session.of(ServerRulesRepository).of(_SERVER, lock=True) == _ALL
        await session.of(ServerRulesRepository).put(_SERVER, ServerRules())
        assert await session.of(ServerRulesRepository).of(_SERVER) == ServerRules()
        assert await session.of(ServerRulesRepository).of(8) == ServerRules()


async def test_rules_of_earlier_versions_bar_nobody_and_name_nothing(store: Store) -> None:
    then = {"server": _SERVER, "channels": [5], "games": [], "clock": "none", "threads": True}
    async with store._engines.writer.begin() as connection:
        await connection.execute(sa.insert(server_rules), then)
    async with store.read() as session:
        assert await session.of(ServerRulesRepository).of(_SERVER) == ServerRules((5,))
