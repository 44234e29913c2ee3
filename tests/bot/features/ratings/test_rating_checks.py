"""The check for rating changes that contradict their games."""

import sqlalchemy as sa

from bot.model.match.match import MatchStatus
from bot.repositories.tables.match_tables import games
from tests.bot.support.contradictions import contradictions
from tests.bot.support.fakes import BEN, World
from tests.bot.support.rated import begin, lose

pytest_plugins = ("tests.bot.support.worlds",)


async def test_a_rating_change_of_a_running_game_is_reported(world: World) -> None:
    match = await begin(world)
    await lose(world, match, BEN)
    assert await contradictions(world, "ratings") == []
    async with world.services.turns._unit_of_work.write() as tx:
        update = sa.update(games).where(games.c.id == match.id).values(status=MatchStatus.RUNNING)
        await tx.connection.execute(update)
    assert await contradictions(world, "ratings") == ["comes of a game that still runs"]
