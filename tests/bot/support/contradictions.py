"""Contradictory rows, as reported by a feature's checks."""

from tests.bot.support.fakes import World


async def contradictions(world: World, feature: str) -> list[str]:
    """Return the findings of a feature's checks in a world's rows."""
    (registered,) = [entry for entry in world.services.app.features if entry.name == feature]
    async with world.store.read() as session:
        return [
            check.wrong
            for check in registered.checks
            if (await session.connection.execute(check.query)).first() is not None
        ]
