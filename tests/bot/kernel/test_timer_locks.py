"""Lock order of timers: written after their aggregates; claims of timers lock nothing else."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import time, timedelta
from typing import Any

import pytest
import sqlalchemy as sa

from bot.features.records.domain.codec import write_record
from bot.features.tournaments.domain.formats import Format, Rules
from bot.features.tournaments.domain.tournament import TournamentSetup
from bot.model.challenges.challenge import NO_THANKS
from bot.model.challenges.terms import Terms
from bot.model.time.clocks import read_clock
from tests.bot.features.records.domain.playing import random_record
from tests.bot.support.fakes import ANNA, BEN, CARA, DORA, HALL, World
from tests.bot.support.timed import DAY, begin_timed, play

pytest_plugins = ("tests.bot.support.worlds",)

SERVER = HALL.server or 0
AGGREGATES = {
    "game": "games",
    "challenge": "challenges",
    "seat": "substitutions",
    "import": "imports",
    "deletion": "deletions",
    "server": "servers",
    "tournament": "tournaments",
    "puzzle": "subscriptions",
    "letter": "subscriptions",
}
_WRITES = re.compile(r"^\s*(?:INSERT INTO|UPDATE|DELETE FROM) (\w+)")
_LOCKS = re.compile(r"FROM (\w+).*FOR (?:NO KEY )?(?:UPDATE|SHARE)", re.DOTALL)


@dataclass
class Locks:
    """The tables that each transaction writes or locks, in order, with the kinds of its timers."""

    transactions: dict[int, list[tuple[str, str | None]]] = field(default_factory=dict)
    begun: int = 0

    def hear(
        self, connection: Any, _cursor: Any, statement: str, values: Any, _context: Any, _many: bool
    ) -> None:
        match = _WRITES.match(statement) or _LOCKS.search(statement)
        if match is not None:
            kinds = set(AGGREGATES) & set(_flat(values)) if match[1] == "timers" else {None}
            number = connection.info.get("transaction", 0)
            self.transactions.setdefault(number, []).extend(
                (match[1], kind) for kind in sorted(kinds, key=str)
            )

    def begin(self, connection: Any) -> None:
        self.begun += 1
        connection.info["transaction"] = self.begun


def _flat(values: Any) -> Iterator[object]:
    if isinstance(values, dict):
        yield from values.values()
    elif isinstance(values, list | tuple):
        for value in values:
            yield from _flat(value)
    else:
        yield values


@contextmanager
def watch_locks() -> Iterator[Locks]:
    locks = Locks()
    sa.event.listen(sa.Engine, "before_cursor_execute", locks.hear)
    sa.event.listen(sa.Engine, "begin", locks.begin)
    yield locks
    sa.event.remove(sa.Engine, "before_cursor_execute", locks.hear)
    sa.event.remove(sa.Engine, "begin", locks.begin)


async def _everything(world: World) -> None:
    """Set, move and cancel timers of every kind."""
    services = world.services
    match = await play(world, await begin_timed(world, "3d"), ANNA, BEN, ANNA)
    substitution = await services.substitutions.offer(world.by(ANNA), match.id)
    await services.substitutions.accept(world.by(CARA), substitution.id)
    await services.substitutions.offer(world.by(BEN), match.id)
    declined = await world.challenge()
    await services.invitations.decline(world.by(BEN), declined.id, NO_THANKS)
    await world.challenge()
    record = write_record(random_record(world.games["conhex"], {}, plies=4))
    added = await services.imports.add(world.by(ANNA), record)
    await services.imports.delete(ANNA.id, added.id)
    await services.imports.add(world.by(ANNA), record)
    await services.deletions.ask(world.by(DORA))
    await services.deletions.call_off(world.by(DORA))
    await services.deletions.ask(world.by(DORA))
    await services.daily_puzzles.begin(world.by(CARA), SERVER, HALL, time(18))
    await services.weekly_letters.begin(world.by(CARA), SERVER, HALL, time(18), 6)
    terms = TournamentSetup("Cup", Terms("counting", {}, clock=read_clock("3d")), Rules(Format.SWISS, 2), 3)
    cup = await services.tournaments.open(world.by(CARA), HALL, terms)
    for person in (ANNA, BEN, CARA):
        await services.tournaments.enter(world.by(person), cup.id, SERVER)
    for _ in range(20):
        world.time.pass_by(2 * DAY)
        while await services.timers.act():
            pass
    await services.daily_puzzles.end(world.by(CARA), SERVER)
    await services.presence.pause_server(SERVER)
    await services.presence.resume_server(SERVER)
    await services.presence.pause_server(SERVER)
    world.time.pass_by(timedelta(days=40))
    while await services.timers.act():
        pass


@pytest.mark.parametrize("database_url", ["postgresql"], indirect=True)
@pytest.mark.both_databases
async def test_a_timer_is_written_after_its_aggregate(world: World) -> None:
    with watch_locks() as locks:
        await _everything(world)
    kinds, claimed = set[str](), 0
    for tables in locks.transactions.values():
        names = [table for table, _ in tables]
        for place, (table, kind) in enumerate(tables):
            if table != "timers" or kind is None:
                continue
            if set(names) <= {"timers", "job_claims"}:
                # This transaction claims timers, or deletes or postpones fired ones.
                claimed += 1
                continue
            assert AGGREGATES[kind] in names[:place], (kind, tables)
            kinds.add(kind)
    assert kinds == set(AGGREGATES)
    assert claimed


@pytest.mark.parametrize("database_url", ["postgresql"], indirect=True)
@pytest.mark.both_databases
async def test_a_move_writes_one_timer(world: World) -> None:
    match = await play(world, await begin_timed(world, "3d"), ANNA, BEN)
    world.time.pass_by(DAY)
    with watch_locks() as locks:
        await play(world, match, ANNA)
    (tables,) = locks.transactions.values()
    assert tables.count(("timers", "game")) == 1


@pytest.mark.parametrize("database_url", ["postgresql"], indirect=True)
@pytest.mark.both_databases
async def test_an_unchanged_timer_is_not_written(world: World) -> None:
    match = await play(world, await begin_timed(world, "3d"), ANNA, BEN)
    with watch_locks() as locks:
        await play(world, match, ANNA)
    (tables,) = locks.transactions.values()
    assert "timers" not in [table for table, _ in tables]
