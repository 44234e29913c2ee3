"""Lock order in PostgreSQL: games, people and challenges, tournaments, servers."""

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import time, timedelta
from typing import Any, Final

import pytest
import sqlalchemy as sa

from bot.features.servers.service.player_lists import Listing
from bot.features.tournaments.domain.formats import Format, Rules
from bot.features.tournaments.domain.tournament import TournamentSetup
from bot.features.tournaments.store.tournament_tables import TOURNAMENT_TIMER
from bot.kernel.outbox.delivered import Delivered
from bot.model.challenges.challenge import NO_THANKS
from bot.model.challenges.terms import Terms
from bot.model.match.match import Match
from bot.model.match.offers.offer_rules import OfferKind
from bot.model.people.person import MessageRef
from bot.model.people.preferences import FORCED
from bot.model.servers.server_rules import THREADS
from bot.model.time.clocks import read_clock
from bot.repositories.tables.challenge_tables import CHALLENGE_TIMER
from bot.repositories.tables.match_tables import GAME_TIMER, SEAT_TIMER
from bot.repositories.tables.server_tables import SERVER_TIMER
from tests.bot.support.fakes import ANNA, BEN, CARA, DORA, HALL, World
from tests.bot.support.timed import DAY, begin_timed, play

pytest_plugins = ("tests.bot.support.worlds",)
pytestmark = [
    pytest.mark.parametrize("database_url", ["postgresql"], indirect=True),
    pytest.mark.both_databases,
]

SERVER: Final = HALL.server or 0
RANKS: Final[Mapping[str, int]] = {
    "games": 0,
    "players": 1,
    "challenges": 1,
    "tournaments": 2,
    "servers": 3,
    "server_rules": 3,
    "timers": 4,
}
_LOCK: Final = re.compile(r"\bFROM (\w+)(?:.*\bFOR (?:NO KEY UPDATE|UPDATE|SHARE)(?: OF (\w+))?)", re.DOTALL)
_IN_PARENTHESES: Final = re.compile(r"\([^()]*\)")
_CHANGE: Final = re.compile(r"^\s*(?:UPDATE|DELETE FROM) (\w+)")
_UPSERT: Final = re.compile(r"^\s*INSERT INTO (\w+)(?=.*ON CONFLICT .*DO UPDATE)", re.DOTALL)
_CANCEL: Final = re.compile(r"^\s*DELETE FROM timers\b")
_AGGREGATES: Final[Mapping[str, str]] = {
    GAME_TIMER: "games",
    SEAT_TIMER: "games",
    CHALLENGE_TIMER: "challenges",
    TOURNAMENT_TIMER: "tournaments",
    SERVER_TIMER: "servers",
}
"""The tables of timers' aggregates, by timer kind."""
_INSERT: Final = re.compile(r"^\s*INSERT INTO (\w+)")


@dataclass
class RowLocks:
    """The tables in which each transaction locks rows, ordered by their first locks.

    Rows that a transaction inserted do not count, as no other can wait for them. A cancelled timer is
    recorded by its kind: only transactions that hold its aggregate's lock lock it.
    """

    transactions: dict[int, list[str]] = field(default_factory=dict)
    inserted: dict[int, set[str]] = field(default_factory=dict)
    begun: int = 0

    def hear(self, connection: Any, _cursor: Any, statement: str, values: Any, *_: Any) -> None:
        number = connection.info.get("transaction", 0)
        table = _table_locked_by(statement)
        first = self.transactions.setdefault(number, [])
        mine = self.inserted.setdefault(number, set())
        if _CANCEL.match(statement):
            first += [kind for kind in _AGGREGATES if kind in values and kind not in first]
        elif table is None:
            new = _INSERT.match(statement)
            mine |= {new[1]} if new else set()
        elif (
            table in RANKS and table not in first and (table not in mine or _CHANGE.match(statement) is None)
        ):
            first.append(table)

    def begin(self, connection: Any) -> None:
        self.begun += 1
        connection.info["transaction"] = self.begun


def _table_locked_by(statement: str) -> str | None:
    # Ignore subqueries: their tables are not locked.
    flat = statement
    while flat != (flat := _IN_PARENTHESES.sub("", flat)):
        pass
    match = _LOCK.search(flat) or _LOCK.search(statement)
    if match is not None and not _CHANGE.match(statement):
        return match[2] or match[1]
    write = _CHANGE.match(statement) or _UPSERT.match(statement)
    return None if write is None else write[1]


@contextmanager
def watch_locks() -> Iterator[RowLocks]:
    locks = RowLocks()
    sa.event.listen(sa.Engine, "before_cursor_execute", locks.hear)
    sa.event.listen(sa.Engine, "begin", locks.begin)
    yield locks
    sa.event.remove(sa.Engine, "before_cursor_execute", locks.hear)
    sa.event.remove(sa.Engine, "begin", locks.begin)


async def _everything(world: World) -> None:
    """Perform actions of people, admins and timers."""
    services = world.services
    match = await play(world, await begin_timed(world, "3d"), ANNA, BEN)
    await _deliver_together(world, match)
    await services.offers.offer(world.by(BEN), match.id, OfferKind.DRAW)
    await services.offers.answer(world.by(ANNA), match.id, OfferKind.DRAW, accept=False)
    substitution = await services.substitutions.offer(world.by(ANNA), match.id)
    await services.substitutions.accept(world.by(CARA), substitution.id)
    await services.settings.set_value(world.by(CARA), FORCED, True)
    await services.settings.set_preferences(world.by(BEN), zone="Europe/Berlin")
    await services.blocks.block(world.by(DORA), ANNA)
    declined = await world.challenge()
    await services.invitations.decline(world.by(BEN), declined.id, NO_THANKS)
    await services.resignations.resign(world.by(BEN), match.id)
    await services.rematches.rematch(world.by(BEN), match.id)
    await services.servers.set_value(world.by(CARA), SERVER, THREADS, False)
    await services.player_lists.add(world.by(CARA), SERVER, Listing.BARRED, [DORA], [])
    await services.servers.set_overview(world.by(CARA), HALL, on=True)
    await services.daily_puzzles.begin(world.by(CARA), SERVER, HALL, time(18))
    setup = TournamentSetup("Cup", Terms("counting", {}, clock=read_clock("3d")), Rules(Format.SWISS, 2), 3)
    cup = await services.tournaments.open(world.by(CARA), HALL, setup)
    for person in (ANNA, BEN, CARA):
        await services.tournaments.enter(world.by(person), cup.id, SERVER)
    (running, *_) = await services.matches.of(ANNA.id)
    await services.servers.adjudicate(world.by(CARA), running.id, (), "enough", server=SERVER)
    await services.result_corrections.correct(world.by(CARA), running.id, (ANNA.id,), "no", server=SERVER)
    await services.deletions.ask(world.by(ANNA))
    for _ in range(12):
        world.time.pass_by(2 * DAY)
        while await services.timers.act():
            pass
    await services.presence.pause_server(SERVER)
    await services.presence.resume_server(SERVER)
    await services.presence.pause_server(SERVER)
    world.time.pass_by(timedelta(days=40))
    while await services.timers.act():
        pass


async def _deliver_together(world: World, match: Match) -> None:
    """Record the deliveries of a challenge's card and of a game's board in one transaction."""
    await world.deliver_all()
    await world.challenge()
    await play(world, match, ANNA)
    delivered = [Delivered(notice.id, MessageRef(70, notice.id)) for notice in await world.outbox.claim(100)]
    await world.outbox.exchange(delivered, 0)


async def test_locks_are_always_taken_in_one_order(world: World) -> None:
    with watch_locks() as locks:
        await _everything(world)
    orders = {tuple(tables) for tables in locks.transactions.values()}
    assert {*RANKS, *_AGGREGATES} == {table for order in orders for table in order}
    assert [order for order in orders if _is_crossed(order)] == []


def _is_crossed(order: tuple[str, ...]) -> bool:
    ranks = [RANKS[table] for table in order if table in RANKS]
    before = (order[number:].count(_AGGREGATES.get(kind, "")) for number, kind in enumerate(order))
    return ranks != sorted(ranks) or any(before)
