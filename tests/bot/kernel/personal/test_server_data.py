"""A server's rows in all tables: deletion in steps after the bot has left."""

from datetime import time

import pytest
import sqlalchemy as sa

from bot.app import TABLES
from bot.kernel.outbox.message_routes import OutgoingMessage
from bot.model.challenges.terms import Terms
from bot.model.events.instructions import RemoveButtons
from bot.model.people.person import MessageRef, Place
from bot.model.refusal import Refusal
from bot.model.time.clocks import read_clock
from bot.repositories.outbox.notices import NoticeRepository
from bot.repositories.tables.challenge_tables import CHALLENGE_TIMER
from bot.repositories.tables.match_tables import GAME_TIMER
from bot.repositories.tables.server_tables import SERVER_TIMER
from tests.bot.support.fakes import ANNA, BEN, CARA, World

pytest_plugins = ("tests.bot.support.worlds",)
pytestmark = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)

SERVER, OTHER = 7, 8


async def _counts(world: World) -> dict[str, int]:
    async with world.store.read() as session:
        return {
            table.name: (
                await session.connection.execute(sa.select(sa.func.count()).select_from(table))
            ).scalar_one()
            for table in TABLES.sorted_tables
        }


async def _values(world: World, table: str, column: str) -> set[int]:
    async with world.store.read() as session:
        query = sa.select(TABLES.tables[table].c[column])
        return set((await session.connection.execute(query)).scalars())


async def _timers(world: World) -> set[tuple[str, int]]:
    async with world.store.read() as session:
        timers = TABLES.tables["timers"]
        rows = await session.connection.execute(sa.select(timers.c.kind, timers.c.subject))
        return {(row.kind, row.subject) for row in rows}


async def _nothing() -> None:
    """Never refuse the deletion."""


async def _ask(world: World, server: int) -> int:
    """Challenge Ben as Anna to a timed game in a server; return the challenge's number."""
    role = world.games["conhex"].roles(2)[0]
    place = Place(server, server * 10, "de")
    terms = Terms("conhex", {}, role, clock=read_clock("7d"))
    return (await world.services.invitations.challenge(world.by(ANNA), terms, place, [BEN])).id


async def _begin_timed(world: World, server: int) -> int:
    """Begin a timed game of Anna and Ben in a server; return its number."""
    match = (await world.services.invitations.accept(world.by(BEN), await _ask(world, server))).match
    assert match is not None
    return match


async def _delete_games(world: World, limit: int = 10) -> int:
    async with world.store.write() as session:
        data = world.services.app.kernel.server_data
        return await data.delete_games(session, SERVER, limit, _nothing)


async def test_a_servers_games_are_deleted_with_dependent_rows(world: World) -> None:
    # Numbers of games and challenges differ.
    waiting = await _ask(world, OTHER)
    mine, other = await _begin_timed(world, SERVER), await _begin_timed(world, OTHER)
    asked = await _ask(world, SERVER)
    await world.services.servers.set_overview(world.by(CARA), Place(SERVER, 70, "de"), on=True)
    timers = await _timers(world)
    assert await _delete_games(world) == 2
    assert await _timers(world) == timers - {(GAME_TIMER, mine), (CHALLENGE_TIMER, asked)}
    with pytest.raises(Refusal, match="unknown-match"):
        await world.services.matches.get(mine)
    assert (await world.services.matches.get(other)).running
    both = await _counts(world)
    assert await _delete_games(world) == 0
    assert await _counts(world) == both
    assert (both["games"], both["challenges"], both["seats"]) == (1, 2, 2)
    assert await _values(world, "challenges", "id") >= {waiting}
    notices = await world.deliver_all()
    assert {notice.match for notice in notices if notice.match is not None} == {other}


async def test_edits_in_the_channels_of_deleted_games_are_dropped(world: World) -> None:
    mine, other = await _begin_timed(world, SERVER), await _begin_timed(world, OTHER)
    games, challenges = TABLES.tables["games"], TABLES.tables["challenges"]
    asked, home, board, elsewhere = 8_100_001, 8_100_002, 8_100_003, 8_100_004
    async with world.store.write() as session:
        for change in (
            sa.update(games).where(games.c.id == mine).values(home=home, board_channel=board),
            sa.update(challenges).where(challenges.c.server == SERVER).values(channel=asked),
        ):
            await session.connection.execute(change)
        for stream, channel, game in (
            (1000, asked, None),
            (2000, home, None),
            (3000, board, None),
            (4000, elsewhere, None),
            (5000, asked, other),
            (6000, elsewhere, mine),
            (-mine, elsewhere, None),
            (-other, elsewhere, None),
        ):
            edit = OutgoingMessage(RemoveButtons(MessageRef(channel, 9)), stream, game)
            await session.of(NoticeRepository).add([edit.to_notice()], world.time.now)
    assert await _delete_games(world) == 1
    streams = await _values(world, "notices", "stream")
    assert streams & {*range(1000, 7000, 1000), -mine, -other} == {4000, 5000, -other}


async def test_games_are_deleted_in_batches(world: World) -> None:
    for _ in range(3):
        await _begin_timed(world, SERVER)
    assert [await _delete_games(world, 2) for _ in range(3)] == [2, 1, 0]


async def test_a_returning_server_keeps_its_games(world: World) -> None:
    match = await _begin_timed(world, SERVER)
    await world.services.servers.set_server(world.by(CARA), SERVER, call_role=5)
    data = world.services.app.kernel.server_data

    async def refuse() -> None:
        raise Refusal("server-gone")

    for delete in (
        lambda session: data.delete_games(session, SERVER, 5, refuse),
        lambda session: data.delete(session, SERVER, refuse),
    ):
        with pytest.raises(Refusal):
            async with world.store.write() as session:
                await delete(session)
    assert await world.services.servers.audit(SERVER)
    assert (await world.services.matches.get(match)).running


async def test_only_the_deleted_servers_rows_are_removed(world: World) -> None:
    for server in (SERVER, OTHER):
        await _begin_timed(world, server)
        await world.services.servers.set_server(world.by(CARA), server, call_role=server * 3)
        await world.services.servers.set_overview(world.by(CARA), Place(server, server * 11, "de"), on=True)
        await world.services.daily_puzzles.begin(
            world.by(CARA), server, Place(server, server * 11, "de"), time(18)
        )
    await world.services.presence.pause_server(SERVER)
    assert await _timers(world) >= {(SERVER_TIMER, SERVER), ("puzzle", SERVER), ("puzzle", OTHER)}
    await _delete_games(world)
    async with world.store.write() as session:
        await world.services.app.kernel.server_data.delete(session, SERVER, _nothing)
    assert {timer for timer in await _timers(world) if timer[1] in {SERVER, OTHER}} == {("puzzle", OTHER)}
    servers = world.services.servers
    assert [(await servers.server(server)).call_role for server in (SERVER, OTHER)] == [None, OTHER * 3]
    overviews = [await servers.overview(server * 11) for server in (SERVER, OTHER)]
    assert [overview is not None for overview in overviews] == [False, True]
    assert [len(await servers.audit(server)) > 0 for server in (SERVER, OTHER)] == [False, True]
    assert await _values(world, "servers", "id") == {OTHER}
    channels = {SERVER, SERVER * 11, OTHER, OTHER * 11}
    assert await _values(world, "requests", "subject") & channels == {OTHER, OTHER * 11}
    assert await _values(world, "notices", "stream") & {-SERVER * 11, -OTHER * 11} == {-OTHER * 11}
