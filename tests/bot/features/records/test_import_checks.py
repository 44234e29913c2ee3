"""The check for imports without timers, and timers without imports."""

import sqlalchemy as sa

from bot.features.records.domain.codec import write_record
from bot.features.records.store import imports
from data.cluster.cluster_tables import timers
from rules import GAMES
from tests.bot.features.records.domain.playing import random_record
from tests.bot.support.contradictions import contradictions
from tests.bot.support.fakes import ANNA, World

pytest_plugins = ("tests.bot.support.worlds",)

RECORD = write_record(random_record(GAMES["conhex"], {}, plies=2))


async def test_import_and_timer_must_match(world: World) -> None:
    await world.services.imports.add(world.by(ANNA), RECORD)
    second = await world.services.imports.add(world.by(ANNA), RECORD)
    assert await contradictions(world, "records") == []
    async with world.services.turns._unit_of_work.write() as tx:
        await tx.connection.execute(sa.delete(imports).where(imports.c.id == second.id))
    assert await contradictions(world, "records") == ["is the timer of nothing that waits"]
    async with world.services.turns._unit_of_work.write() as tx:
        await tx.connection.execute(sa.delete(timers).where(timers.c.kind == "import"))
    assert await contradictions(world, "records") == ["nothing will happen at its moment"]
