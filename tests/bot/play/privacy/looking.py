"""Looking through the whole database for a person or a server, and doing what is due."""

import re
from datetime import timedelta

import sqlalchemy as sa

from bot.play.domain.people import Person
from bot.play.domain.privacy import GRACE
from data import Store
from data.schema import metadata
from tests.bot.play.fakes import World


async def rows_with(store: Store, *words: str) -> list[str]:
    """Every row of every table in which one of these stands as a word or a number."""
    wanted = re.compile("|".join(rf"(?<![\w-]){re.escape(word)}(?!\w)" for word in words))
    found: list[str] = []
    async with store._engines.reader.connect() as connection:
        for table in metadata.sorted_tables:
            rows = map(str, await connection.execute(sa.select(table)))
            found += [f"{table.name}: {row}" for row in rows if wanted.search(row)]
    return found


async def act(world: World) -> None:
    """Do all that is due now."""
    while await world.services.deadline_schedule.act():
        pass


async def leave(world: World, person: Person) -> None:
    """Someone asks to be deleted, and the day of grace passes."""
    await world.services.deletions.ask(world.by(person))
    world.time.pass_by(GRACE)
    await act(world)


async def clean(world: World) -> None:
    """Every place in which messages may name somebody is looked at."""
    world.time.pass_by(timedelta(minutes=1))
    while claimed := await world.outbox.claim(100):
        for notice in claimed:
            await world.outbox.delivered(notice.id, None)
