"""Rows that contradict each other, as the checks of a feature find them."""

from tests.bot.support.fakes import World


async def contradictions(world: World, feature: str) -> list[str]:
    """Return what the checks of a feature say of the rows of a world."""
    (checked,) = [registered for registered in world.services.app.features if registered.name == feature]
    async with world.store.read() as session:
        return [
            check.wrong
            for check in checked.checks
            if (await session.connection.execute(check.query)).first() is not None
        ]
