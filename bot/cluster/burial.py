"""Bury processes: who does not renew their lease lives no more, and what they held is free at once."""

from bot.play.repositories.store import Tables
from data.records import Signal, Topic


async def bury(tables: Tables) -> tuple[str, ...]:
    """Have those live no more whose lease has ended, free what they held, and return them."""
    dead = await tables.processes.bury()
    if dead:
        await release(tables)
    return dead


async def release(tables: Tables) -> None:
    """Free what nobody holds any more who lives; shards go with the row of their holder."""
    await tables.claims.release_dead()
    await tables.signals.send(Signal(Topic.SHARDS))
