"""A person with rows in every table, their deletion, and a search for their traces."""

import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import sqlalchemy as sa

from bot.app import TABLES
from bot.features.following.store import followers
from bot.features.lessons.store import lesson_results
from bot.features.matches.store.kept_lines import kept_lines
from bot.features.puzzles.store import puzzle_results, puzzle_streaks
from bot.features.records.store import imports
from bot.features.servers.service.player_lists import Listing
from bot.features.tournaments.domain.formats import Format, Rules
from bot.features.tournaments.domain.tournament import TournamentSetup
from bot.features.web.store import web_hidden, web_links, web_names, web_sessions
from bot.model.challenges.terms import Terms
from bot.model.people.person import Person
from bot.model.people.privacy import GRACE
from bot.model.time.clocks import read_clock
from bot.repositories.tables.rating_tables import rating_changes, ratings
from data.store import Store
from tests.bot.support.fakes import ANNA, BEN, CARA, DORA, HALL, World

NOON = datetime(2027, 11, 20, 12, tzinfo=UTC)
ROBIN = Person(1_100_000_000_000_000_999, "Robin", "de")
ROBINSON = replace(ROBIN, name="Robinson")
"""Robin under an earlier name."""


_RECORD = (
    '{"players": [{"role": "first", "name": "Anna"}, {"role": "second", "name": "Robinson"}], "plies": []}'
)


async def match_of(world: World, opponent: Person = ROBIN) -> int:
    challenge = await world.challenge(opponent=opponent, goal="4")
    accepted = await world.services.invitations.accept(world.by(opponent), challenge.id)
    assert accepted.match is not None
    return accepted.match


async def leave_traces(world: World) -> tuple[int, int]:
    """Make Robin leave traces everywhere; return a finished and a running match of theirs."""
    services = world.services
    finished = await match_of(world, ROBINSON)
    for person in (ANNA, ROBIN):
        await services.turns.take_turn(world.by(person), finished, "take 2")
    adjudicated = await match_of(world)
    await services.servers.adjudicate(
        world.by(CARA), adjudicated, (ROBIN.id,), f"Robin (<@{ROBIN.id}>) was right"
    )
    running = await match_of(world)
    other = await world.match(goal="4")
    reason = f"_robinson_ says so, and Robins Zug; {ROBIN.id} saw it"
    await services.servers.adjudicate(world.by(CARA), other.id, (ANNA.id,), reason)
    cup = TournamentSetup(
        "Robinson cup", Terms("counting", {}, clock=read_clock("3d")), Rules(Format.SWISS, 2), 3
    )
    tournament = await services.tournaments.open(world.by(ROBIN), HALL, cup)
    for person in (ROBIN, BEN):
        await services.tournaments.enter(world.by(person), tournament.id, 7)
    await services.settings.set_preferences(world.by(ROBIN), language="de")
    await services.player_lists.add(world.by(CARA), 7, Listing.BARRED, [ROBIN], [])
    await services.player_lists.add(world.by(CARA), 7, Listing.NONE, [DORA], [])
    await services.player_lists.add(world.by(ROBIN), 7, Listing.NONE, [DORA], [])
    await services.player_lists.add(world.by(CARA), 7, Listing.NONE, [ROBIN], [])
    await world.lobby(ROBIN, CARA)
    await world.challenge(opponent=ROBIN)
    await services.invitations.challenge(world.by(ROBIN), Terms("counting", {}, "first"), HALL, [BEN])
    await services.substitutions.offer(world.by(ROBIN), running, DORA)
    await services.substitutions.offer(world.by(ANNA), await match_of(world, BEN), ROBIN)
    await services.blocks.block(world.by(ROBIN), DORA)
    await services.blocks.block(world.by(DORA), ROBIN)
    await services.player_lists.add(world.by(CARA), 7, Listing.BARRED, [ROBIN], [])
    await services.player_lists.add(world.by(DORA), 8, Listing.ALLOWED, [ROBIN], [])
    async with world.store._engines.writer.begin() as connection:
        for row in _inserts(finished):
            await connection.execute(row)
    return finished, running


def _inserts(game: int) -> list[sa.Insert]:
    """Return inserts of Robin's ratings, results, variations, imports and web rows; some are of the game."""
    rating = {"value": 1600.0, "deviation": 90.0}
    rating_row = {"key": "counting", "scope": 7, "role": "", "player": ROBIN.id, **rating}
    rating_change = {"value_before": 1500.0, "deviation_before": 350.0, "game": game, "ended": NOON}
    import_row = {"key": "counting", "names": ["Anna", "Robinson"], "record": _RECORD, "expires": NOON}
    return [
        sa.insert(ratings).values(rating_row | {"volatility": 0.06, "results": 3, "rated": NOON}),
        sa.insert(rating_changes).values(rating_row | rating_change),
        sa.insert(puzzle_results).values(
            player=ROBIN.id, puzzle=1, key="counting", wrong=1, solved=True, last=NOON
        ),
        sa.insert(lesson_results).values(
            player=ROBIN.id, key="counting", lesson="move", wrong=1, done=True, last=NOON
        ),
        sa.insert(puzzle_streaks).values(player=ROBIN.id, server=7, latest=3, length=2, best=2),
        sa.insert(followers).values(player=ROBIN.id, game=game, told_of="end", since=NOON),
        sa.insert(kept_lines).values(
            player=ROBIN.id, game=game, ply=0, taken_back=0, moves=["take 1", "take 2"], kept=NOON
        ),
        sa.insert(imports).values(import_row | {"player": ROBIN.id}),
        sa.insert(imports).values(import_row | {"player": BEN.id}),
        *(
            sa.insert(table).values(hash="0f" * 32, player=ROBIN.id, game=game, made=NOON, expires=NOON)
            for table in (web_links, web_sessions)
        ),
        sa.insert(web_names).values(player=ROBIN.id, since=NOON),
        sa.insert(web_hidden).values(game=game, player=ROBIN.id, since=NOON),
    ]


async def rows_with(store: Store, *words: str) -> list[str]:
    """Return every row of any table that contains one of the words or numbers."""
    pattern = re.compile("|".join(rf"(?<![\w-]){re.escape(word)}(?!\w)" for word in words))
    lines: list[str] = []
    async with store._engines.reader.connect() as connection:
        for table in TABLES.sorted_tables:
            rows = map(str, await connection.execute(sa.select(table)))
            lines += [f"{table.name}: {row}" for row in rows if pattern.search(row)]
    return lines


async def act(world: World) -> None:
    """Act on all due timers."""
    while await world.services.timers.act():
        pass


async def leave(world: World, person: Person) -> None:
    """Request a person's deletion and pass the grace period."""
    await world.services.deletions.ask(world.by(person))
    world.time.pass_by(GRACE)
    await act(world)


async def clean(world: World) -> None:
    """Deliver all notices and erase names in every place that may contain them."""
    world.time.pass_by(timedelta(minutes=1))
    while notices := await world.outbox.claim(100):
        for notice in notices:
            await world.outbox.deliver_as(notice.id, None)
