"""Contradictory rows, as found by the checks of a feature."""

from tests.bot.support.fakes import World


async def contradictions(world: World, feature: str) -> list[str]:
    """Return the findings of a feature's checks in a world's rows."""
    (checked,) = [registered for registered in world.services.app.features if registered.name == feature]
    async with world.store.read() as session:
        return [
            check.wrong
            for check in checked.checks
            if (await session.connection.execute(check.query)).first() is not None
        ]
