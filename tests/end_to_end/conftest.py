import logging
import socket
from collections.abc import AsyncIterator, Iterable, Iterator, Mapping

import aiohttp
import pytest
import pytest_asyncio

from bot.features.puzzles.domain.puzzles import SetPuzzle, set_puzzles
from bot.features.puzzles.service import puzzles as puzzle_service
from playground.rest.rate_limits import ROOMY
from playground.server import Playground
from playground.values.events import MessagePosted, WorldEvent
from playground.values.messages import Message
from render import Gallery
from rules.contract import Game
from tests import openapi, pocket
from tests.end_to_end.bots import InProcessBot, in_process_bot
from tests.end_to_end.forks import ForkServer
from tests.end_to_end.in_process_line import InProcessLine
from tests.end_to_end.tables import Table, newcomer
from tests.end_to_end.three_games.known_dice import use_small_secrets
from tests.end_to_end.wire import problems
from tests.galleries import DRAWN_GALLERY

MAX_REPEATED = 200
"""The number of requests of the previous test that may be repeated in the next one."""


@pytest.fixture(scope="session")
def gallery() -> Gallery:
    """Painters with caches shared by all tests."""
    return DRAWN_GALLERY


@pytest.fixture(scope="session")
def fork_server() -> Iterator[ForkServer]:
    """The process that forks the program."""
    server = ForkServer()
    yield server
    server.close()


@pytest.fixture(autouse=True, scope="session")
def cache_puzzles() -> Iterator[None]:
    """Read the shipped puzzles once; otherwise each start of a bot would take a third longer."""
    cache: dict[tuple[str, ...], Mapping[int, SetPuzzle]] = {}

    def read(games: Iterable[Game]) -> Mapping[int, SetPuzzle]:
        listed = tuple(games)
        keys = tuple(game.key for game in listed)
        if keys not in cache:
            cache[keys] = set_puzzles(listed)
        return cache[keys]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(puzzle_service, "set_puzzles", read)
        yield


@pytest.fixture(autouse=True)
def show_delivery_log(caplog: pytest.LogCaptureFixture) -> None:
    """Include the bot's log of deferred deliveries in each failure report."""
    caplog.set_level(logging.INFO, "bot")


@pytest.fixture(autouse=True, scope="module")
def accept_small_secrets() -> Iterator[None]:
    """Accept small secrets, with which tests know the rolls in advance."""
    with use_small_secrets():
        yield


@pytest.fixture(scope="session")
def description() -> openapi.OpenApi | None:
    """Discord's own description of its API, if available."""
    return None if openapi.find() is None else openapi.OpenApi.load()


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def playground() -> AsyncIterator[Playground]:
    """A playground for the tests of a module."""
    async with Playground.start(limits=ROOMY) as running:
        yield running


@pytest.fixture(scope="module")
def posted_messages(playground: Playground) -> list[Message]:
    """Every message of the playground as first posted."""
    messages: list[Message] = []

    def record(event: WorldEvent) -> None:
        if isinstance(event, MessagePosted):
            messages.append(event.message)

    playground.world.listen(record)
    return messages


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def control(playground: Playground) -> AsyncIterator[pocket.Control]:
    async with aiohttp.ClientSession() as http:
        yield pocket.Control(InProcessLine(http, playground))


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def bot(
    playground: Playground, gallery: Gallery, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[InProcessBot]:
    """The bot in this process, for the tests of a module."""
    database = tmp_path_factory.mktemp("bot") / "fernpartie.db"
    async with in_process_bot(playground, database, gallery=gallery) as running:
        yield running


async def make_table(
    playground: Playground, posted_messages: list[Message], control: pocket.Control, server: str
) -> Table:
    """Return a table: new people in a new channel of a server."""
    channel = await control.add_channel(server, "table")
    anna, ben, sam = [await newcomer(control, name, "en-US") for name in ("Anna", "Ben", "Sam")]
    return Table(playground, posted_messages, control.line, control, server, channel, anna, ben, sam)


@pytest_asyncio.fixture(loop_scope="module")
async def table(
    playground: Playground, posted_messages: list[Message], control: pocket.Control
) -> AsyncIterator[Table]:
    """A table on the English server; requested faults end with the test."""
    yield await make_table(playground, posted_messages, control, pocket.GAME_NIGHT)
    await control.clear_faults()


@pytest_asyncio.fixture(loop_scope="module")
async def german_table(
    playground: Playground, posted_messages: list[Message], control: pocket.Control
) -> Table:
    """A table on the German server, made a Community so that its language is known."""
    await control.change_guild(pocket.SPIELEABEND, community=True)
    return await make_table(playground, posted_messages, control, pocket.SPIELEABEND)


@pytest.fixture
def free_port() -> Iterator[int]:
    """A free port, reserved by this socket until a server binds it too."""
    with socket.socket() as listener:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(("127.0.0.1", 0))
        yield listener.getsockname()[1]


@pytest.fixture
def ordered_codes() -> set[int]:
    """The codes of refusals that a test has requested."""
    return set()


@pytest.fixture(autouse=True)
def check_requests(
    request: pytest.FixtureRequest, description: openapi.OpenApi | None, ordered_codes: set[int]
) -> Iterator[None]:
    """Check every request of the bot in a test against Discord's description and its limits in prose."""
    if "playground" not in request.fixturenames:
        yield
        return
    running: Playground = request.getfixturevalue("playground")
    past = running.journal.since(0)
    yield
    now = running.journal.since(past[-1].n if past else 0)
    faults = problems(now, description, ordered_codes, past[-MAX_REPEATED:])
    assert not faults, "\n".join(faults)
