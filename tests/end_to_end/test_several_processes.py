"""Several processes over one database: waiting, takeover, and shared shards."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
import pytest_asyncio
import sqlalchemy as sa

from bot.chat.bot import WorkerDied
from bot.features.servers.store.server_rows import ServerDataRepository
from bot.repositories.people.people import PersonRepository
from bot.repositories.servers.servers import ServerRepository
from bot.version import VERSION
from data.store import Store
from playground.gateway.sharding import Sharding
from playground.rest.rate_limits import ROOMY
from playground.server import Playground
from playground.values.messages import Message
from render import Gallery
from tests import pocket
from tests.end_to_end.bots import InProcessBot, in_process_bot
from tests.end_to_end.conftest import make_table
from tests.end_to_end.forks import ForkServer, bot_process
from tests.end_to_end.tables import Match, Table
from tests.end_to_end.waiting import until
from tests.end_to_end.wire import ALREADY_ACKNOWLEDGED

pytestmark = pytest.mark.asyncio(loop_scope="module")
pytest_plugins = ("tests.data.databases",)

on_postgresql = pytest.mark.parametrize("database_url", ["postgresql"], indirect=True)
EVERY = 0.02
"""Seconds between a person's requests during a hand-over."""
WAITING = "another process serves the bot, waiting"


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def playground() -> AsyncIterator[Playground]:
    """A playground with two shards."""
    async with Playground.start(sharding=Sharding(shards=2), limits=ROOMY) as running:
        yield running


async def wait_for_shards(playground: Playground, *shards: tuple[int, int], within: float = 20) -> float:
    """Wait until exactly these shards are connected; return the elapsed seconds."""
    loop = asyncio.get_running_loop()
    start = loop.time()

    async def are_connected() -> bool:
        return playground.gateway.connected_shards == list(shards)

    await until(are_connected, f"shards {shards} to be connected", within=within)
    return loop.time() - start


async def expire_lease(database_url: str, pid: int) -> None:
    """End the lease of a killed process early, which would otherwise take 15 seconds."""
    store = await Store.open(database_url)
    ended = "UPDATE processes SET until = until - interval '15 seconds' WHERE name LIKE :name RETURNING id"
    async with store.write() as session:
        rows = await session.connection.execute(sa.text(ended), {"name": f"%:{pid}"})
        assert len(rows.all()) == 1
    await store.close()


@on_postgresql
async def test_a_waiting_process_takes_over_when_the_first_ends_or_dies(
    table: Table, fork_server: ForkServer, database_url: str, tmp_path: Path
) -> None:
    playground = table.playground
    playground.gateway.sharding.shards = 1
    settings = {"FERNPARTIE_DATABASE_URL": database_url}
    async with AsyncExitStack() as stack:
        first, second = [
            await stack.enter_async_context(
                bot_process(fork_server, playground, tmp_path, settings, hasty=True)
            )
            for _ in range(2)
        ]
        await first.start()
        await second.launch()
        await second.wait_for_output(WAITING)
        match = await table.begin("conhex", swap="off")
        await table.anna.slash(match.home, "move", move="a1")
        await match.board(1)
        sessions = playground.gateway.sharding.json_view(0)["session_start_limit"]["remaining"]
        status, text = await first.stop()
        assert status == 0, text
        assert await wait_for_shards(playground, (0, 1)) < 5
        assert playground.gateway.sharding.json_view(0)["session_start_limit"]["remaining"] == sessions - 1
        await table.ben.slash(match.home, "move", move="f6")
        await match.board(2)

        await first.launch()
        await first.wait_for_output(WAITING)
        pid = second.pid
        await second.kill()
        await expire_lease(database_url, pid)
        assert await wait_for_shards(playground, (0, 1)) < 10
        await table.anna.slash(match.home, "move", move="b3")
        await match.board(3)
        assert match.pings() == match.calls(3)
        await first.stop()


@on_postgresql
@pytest.mark.assumes("same-shard-twice")
async def test_every_command_is_answered_during_a_handover(
    table: Table, fork_server: ForkServer, database_url: str, tmp_path: Path, ordered_codes: set[int]
) -> None:
    # Both processes are briefly connected for the shard; the slower answer is refused.
    ordered_codes.add(ALREADY_ACKNOWLEDGED)
    playground = table.playground
    playground.gateway.sharding.shards = 1
    settings = {"FERNPARTIE_DATABASE_URL": database_url}
    async with AsyncExitStack() as stack:
        first, second = [
            await stack.enter_async_context(
                bot_process(fork_server, playground, tmp_path, settings, hasty=True)
            )
            for _ in range(2)
        ]
        await first.start()
        await second.launch()
        await second.wait_for_output(WAITING)
        stopping = asyncio.create_task(first.stop())
        statuses = []
        while not stopping.done():
            statuses.append((await table.sam.client.command(table.channel, "games"))["status"])
            await asyncio.wait({stopping}, timeout=EVERY)
        assert (await stopping)[0] == 0
        statuses.append((await table.sam.client.command(table.channel, "games"))["status"])
        assert statuses == ["answered"] * len(statuses)
        await second.stop()


@on_postgresql
async def test_shards_are_shared_and_taken_over(
    playground: Playground,
    posted_messages: list[Message],
    control: pocket.Control,
    gallery: Gallery,
    database_url: str,
    tmp_path: Path,
) -> None:
    playground.gateway.sharding.shards = 2
    tables = await _table_per_shard(playground, posted_messages, control)
    async with (
        in_process_bot(playground, tmp_path, gallery=gallery, url=database_url, shards="auto") as first,
        AsyncExitStack() as others,
    ):
        await wait_for_shards(playground, (0, 2), (1, 2))
        second = await others.enter_async_context(
            in_process_bot(playground, tmp_path, gallery=gallery, url=database_url, shards="auto")
        )
        await wait_until_shared(first, second)
        matches = [await table.begin("conhex", swap="off") for table in tables]
        await play(matches, "a1", 1)
        await others.aclose()
        await wait_for_shards(playground, (0, 2), (1, 2))
        await play(matches, "f6", 2)


async def _table_per_shard(
    playground: Playground, posted_messages: list[Message], control: pocket.Control
) -> list[Table]:
    """Return a table on a server of each of two shards."""
    tables: dict[int, Table] = {}
    while len(tables) < 2:
        server = await control.add_guild("Another")
        shard = (int(server) >> 22) % 2
        if shard not in tables:
            tables[shard] = await make_table(playground, posted_messages, control, server)
    return list(tables.values())


async def wait_until_shared(first: InProcessBot, second: InProcessBot) -> None:
    """Wait until the two bots serve one shard each."""

    def open_shards(bot: InProcessBot) -> set[int]:
        return {number for number, shard in bot.client.shards.items() if not shard.is_closed()}

    async def is_shared() -> bool:
        return len(open_shards(first)) == len(open_shards(second)) == 1 and not open_shards(
            first
        ) & open_shards(second)

    await until(is_shared, "both bots to serve a shard")


async def play(matches: list[Match], move: str, plies: int) -> None:
    """Play a move in several games, and wait for the boards."""
    for match in matches:
        player = match.players[(plies - 1) % 2]
        assert "is played" in (await player.slash(match.home, "move", move=move)).text
        await match.board(plies)
        assert match.pings() == match.calls(plies)


async def test_a_second_process_is_refused_while_the_first_serves_the_file(
    fork_server: ForkServer, playground: Playground, tmp_path: Path
) -> None:
    playground.gateway.sharding.shards = 1
    async with (
        bot_process(fork_server, playground, tmp_path) as first,
        bot_process(fork_server, playground, tmp_path) as second,
    ):
        await first.start()
        await second.launch()
        status, text = await second.wait_until_ended()
        assert status == 1
        version, refusal = text.splitlines()
        assert f"fernpartie {VERSION}, schema" in version
        file = tmp_path / "fernpartie.db"
        assert refusal == f"FERNPARTIE_DATABASE_URL: another process runs the bot over {file} already"
        await first.kill()
        await second.start()
        await second.stop()


async def test_servers_of_a_released_shard_do_not_count_as_left(
    playground: Playground, gallery: Gallery, tmp_path: Path
) -> None:
    playground.gateway.sharding.shards = 2
    async with in_process_bot(playground, tmp_path / "fernpartie.db", gallery=gallery, shards="auto") as bot:
        await wait_for_shards(playground, (0, 2), (1, 2))
        async with bot.store.write() as session:
            await session.of(PersonRepository).record_server(int(pocket.GAME_NIGHT), "en-US")
            assert int(pocket.GAME_NIGHT) in await session.of(ServerDataRepository).server_ids()
        await bot.client._keeper.drain()
        # discord.py fires the event two seconds after the last server.
        for shard in range(2):
            await bot.client.on_shard_ready(shard)
        async with bot.store.read() as session:
            assert not (await session.of(ServerRepository).without_bot()), "no server counts as left"


async def test_a_response_in_flight_at_shutdown_is_delivered(
    playground: Playground,
    posted_messages: list[Message],
    control: pocket.Control,
    gallery: Gallery,
    tmp_path: Path,
) -> None:
    playground.gateway.sharding.shards = 1
    table = await make_table(playground, posted_messages, control, pocket.GAME_NIGHT)
    async with in_process_bot(playground, tmp_path / "fernpartie.db", gallery=gallery):
        match = await table.begin("conhex", swap="off")
        await control.fault("delay", "/callback$", seconds=1.0)
        asking = asyncio.create_task(table.anna.slash(match.home, "move", move="a1"))

        async def fault_fired() -> bool:
            return not await control.faults()

        await until(fault_fired, "the answer to be on its way")
    assert "is played" in (await asking).text


@on_postgresql
async def test_a_process_declared_dead_exits_with_one_line(
    playground: Playground,
    gallery: Gallery,
    database_url: str,
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
) -> None:
    bot = InProcessBot(playground, tmp_path, gallery, url=database_url)
    with pocket.discord_at(playground.api_url, playground.gateway_url):
        await bot.start()
        await bot.declare_dead()
        with pytest.raises(WorkerDied):
            await bot.life
        await wait_for_shards(playground)
        await bot.close()
    assert "the lease of this process expired, exiting" in caplog.text
