"""Servers' rules in the database."""

from dataclasses import replace

import sqlalchemy as sa

from bot.model.servers.server_rules import RATED, THREADS, PlayerList, ServerRules
from bot.model.settings import SettingValues
from bot.model.time.clocks import read_clock
from bot.repositories.servers.server_rules import ServerRulesRepository
from bot.repositories.tables.server_tables import server_rules
from data.store import Store

pytest_plugins = ("tests.data.databases",)

_SERVER = 7
_ALL = ServerRules(
    channels=(5, 6),
    games=("any",),
    clock=read_clock("3d"),
    language="de",
    forum=8,
    results=9,
    barred=PlayerList((1, 2), (3,)),
    allowed=PlayerList((4,), (5, 6)),
    call_role=6,
    theme="print",
    engines=False,
    engine_channels=(5,),
    settings=SettingValues({"rated": False}),
)


async def test_rules_are_saved_and_replaced_as_a_whole(store: Store) -> None:
    async with store.write() as session:
        await session.of(ServerRulesRepository).save(_SERVER, _ALL)
        assert await session.of(ServerRulesRepository).of(_SERVER, lock=True) == _ALL
        await session.of(ServerRulesRepository).save(_SERVER, ServerRules())
        assert await session.of(ServerRulesRepository).of(_SERVER) == ServerRules()
        assert await session.of(ServerRulesRepository).of(8) == ServerRules()


async def test_unknown_settings_survive_a_save(store: Store) -> None:
    then = {"server": _SERVER, "settings": {"channels": [5], "later": {"a": 1}, "threads": "sometimes"}}
    async with store._engines.writer.begin() as connection:
        await connection.execute(sa.insert(server_rules), then)
    async with store.write() as session:
        repository = session.of(ServerRulesRepository)
        rules = await repository.of(_SERVER)
        assert (rules.channels, rules[THREADS]) == ((5,), True), "no value here: as usual"
        await repository.save(_SERVER, replace(rules, channels=()).with_value(RATED, False))
        settings = {"later": {"a": 1}, "threads": "sometimes", "rated": False}
        assert (await repository.of(_SERVER)).settings.stored == settings
