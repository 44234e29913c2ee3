"""Checks for tournaments without timers, and half-filled places in trees of seeds."""

from dataclasses import replace

import sqlalchemy as sa

from bot.features.tournaments.store.tournament_tables import tournament_games
from data.cluster.cluster_tables import timers
from tests.bot.features.tournaments.service.test_tournaments import CUP, FOUR, SERVER, open_tournament
from tests.bot.support.contradictions import contradictions
from tests.bot.support.fakes import ANNA, World

pytest_plugins = ("tests.bot.support.worlds",)


async def test_tournament_contradictions_are_reported(world: World) -> None:
    finished = await open_tournament(world, replace(CUP, name="Over"), people=())
    await world.services.tournaments.call_off(world.by(ANNA), finished.id, SERVER)
    await open_tournament(world, replace(CUP, name="Open"), people=())
    await open_tournament(world, CUP, FOUR)
    assert await contradictions(world, "tournaments") == []
    async with world.services.turns._unit_of_work.write() as tx:
        await tx.connection.execute(sa.update(tournament_games).values(dice_root="ab"))
        await tx.connection.execute(sa.delete(timers).where(timers.c.kind == "tournament"))
    assert await contradictions(world, "tournaments") == [
        "names half a place in a tree of seeds",
        "nothing will happen at its moment",
    ]
