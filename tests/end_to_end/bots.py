"""The bot under test, in this process, with controllable time and chance."""

import asyncio
import contextlib
import sqlite3
import tempfile
import time
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

import rules
from bot.app import App, FeatureSettings
from bot.chat.bot import FernpartieBot
from bot.chat.core.app_context import AppContext
from bot.chat.delivery.refused_forms import RequestForm
from bot.chat.delivery.workers.wakeup import Wakeup
from bot.chat.rate_limits.gate import PER_SECOND, Gate, LimitFigures
from bot.cluster.membership import Membership
from bot.cluster.shard_leases import ShardLeases
from bot.cluster.shard_request import ShardRequest
from bot.features.help.domain import WelcomeStatus
from bot.features.help.store import WelcomeRepository
from bot.model.agenda import Limits
from bot.model.engine_question import EngineService
from bot.model.ports import utc_now
from bot.operations.run import make_bot, serving
from bot.repositories.restores import known_epochs
from bot.repositories.tables.server_tables import EVERY_SERVER
from data.cluster.processes import ProcessRepository
from data.store import Store
from playground.server import Playground
from render import Gallery
from tests.end_to_end.waiting import until
from tests.pocket import discord_at

NO_GAP = timedelta()
ROOT = Path(__file__).parents[2]


@dataclass(slots=True)
class Hourglass:
    """The machine's time, which can be advanced."""

    ahead: timedelta = timedelta()

    def __call__(self) -> datetime:
        return utc_now() + self.ahead

    def monotonic(self) -> float:
        """Return seconds that advance with real time and by `advance`."""
        return time.monotonic() + self.ahead.total_seconds()

    def advance(self, seconds: float) -> None:
        self.ahead += timedelta(seconds=seconds)


@dataclass(slots=True)
class FixedChance:
    """Chance with predetermined results."""

    result: int = 0

    def choose(self, n: int) -> int:
        return self.result % n


_session: dict[bool, bytes] = {}


async def database_with_tables(*, welcomes: bool) -> bytes:
    """Return a database file with all tables, created once per process, as writing its bytes is faster."""
    if welcomes not in _session:
        with tempfile.TemporaryDirectory() as directory:
            file = Path(directory) / "tables.db"
            store = await Store.open(f"sqlite:///{file}")
            if not welcomes:
                await _welcome_nobody(store)
            await store.close()
            with contextlib.closing(sqlite3.connect(file)) as connection:
                _session[welcomes] = connection.serialize()
    return _session[welcomes]


async def _welcome_nobody(store: Store) -> None:
    """Mark every server as welcomed."""
    async with store.write() as session:
        await session.of(WelcomeRepository).save(
            EVERY_SERVER, datetime.max.replace(tzinfo=UTC), WelcomeStatus.KNOWN
        )


@dataclass(slots=True)
class InProcessBot:
    """The bot in this process, over a database file that outlives it."""

    playground: Playground
    database: Path
    gallery: Gallery
    clock: Hourglass = field(default_factory=Hourglass)
    chance: FixedChance = field(default_factory=FixedChance)
    limits: Limits = field(default_factory=Limits)
    games: Mapping[str, rules.Game] = field(default_factory=lambda: rules.GAMES)
    wakeup: Wakeup = field(default_factory=Wakeup)
    url: str = ""
    """The database's address, if it is not the file."""
    welcomes: bool = False
    """Whether it introduces itself; otherwise all servers, including later ones, count as welcomed."""
    per_second: float = PER_SECOND
    """The bot's limit of requests per second."""
    shards: str = ""
    """The shards to serve, as in the owner's setting."""
    engines: EngineService | None = None
    """The engines of computer players."""
    avoid: frozenset[RequestForm] = frozenset()
    """The forms of requests to avoid."""
    first_messages_every: timedelta = timedelta()
    """The time between first direct messages."""
    feature_settings: FeatureSettings = field(default_factory=FeatureSettings)
    """The owner's settings for single features."""
    _store: Store | None = None
    _membership: Membership | None = None
    _leases: ShardLeases | None = None
    _bot: FernpartieBot | None = None
    _life: asyncio.Task[None] | None = None

    @property
    def app(self) -> AppContext:
        assert self._bot is not None
        return self._bot.app

    @property
    def features(self) -> App:
        assert self._bot is not None
        running = self._bot.features
        assert isinstance(running, App)
        return running

    @property
    def store(self) -> Store:
        assert self._store is not None
        return self._store

    @property
    def limits_now(self) -> LimitFigures:
        assert self._bot is not None
        return self._bot.gate.figures

    @property
    def life(self) -> asyncio.Task[None]:
        assert self._life is not None
        return self._life

    @property
    def client(self) -> FernpartieBot:
        assert self._bot is not None
        return self._bot

    async def start(self) -> None:
        """Start and wait until Discord shows it online."""
        is_new = not self.url and not self.database.exists()
        if is_new:
            self.database.write_bytes(await database_with_tables(welcomes=self.welcomes))
        self._store = await Store.open(self.url or f"sqlite:///{self.database}")
        if not is_new and not self.welcomes:
            await _welcome_nobody(self._store)
        self.wakeup = Wakeup()
        self._membership = Membership(self._store, "here", "0")
        await self._membership.join(alone=not self.url)
        self._leases = leases = ShardLeases(
            self._store, self._membership, ShardRequest.read(self.shards), NO_GAP
        )
        self._bot = make_bot(
            self._store,
            self._membership,
            leases,
            games=self.games,
            clock=self.clock,
            chance=self.chance,
            limits=self.limits,
            wakeup=self.wakeup,
            gallery=self.gallery,
            gate=Gate(self.per_second, monotonic=self.clock.monotonic),
            epochs=await known_epochs(self._store),
            avoid=self.avoid,
            engines=self.engines,
            first_messages_every=self.first_messages_every,
            feature_settings=self.feature_settings,
        )
        self._life = asyncio.create_task(self._live(self._bot))

        async def online() -> bool:
            if self._life is not None and self._life.done():
                self._life.result()
            return self.playground.gateway.online

        await until(online, "the bot to come online")

    async def stop(self) -> None:
        assert self._bot is not None
        assert self._life is not None
        await self._bot.close()
        await self._life
        await self.close()

    async def close(self) -> None:
        """Close the remaining resources after the end."""
        assert self._membership is not None
        assert self._store is not None
        await self._membership.leave()
        await self._store.close()

    async def declare_dead(self) -> None:
        """Mark the bot as dead to other processes."""
        assert self._store is not None
        assert self._leases is not None
        async with self._store.write() as session:
            await session.of(ProcessRepository).remove_others("another")
        self._leases.woken.set()

    async def restart(self) -> None:
        """Stop and start again; only the database survives."""
        await self.stop()
        await self.start()

    def advance(self, seconds: float) -> None:
        self.clock.advance(seconds)
        self.wakeup.ring()

    async def _live(self, bot: FernpartieBot) -> None:
        async with bot, serving(bot):
            await bot.login(self.playground.token)
            await bot.connect()


@contextlib.asynccontextmanager
async def in_process_bot(
    playground: Playground, database: Path, **means: object
) -> AsyncIterator[InProcessBot]:
    """Run a bot in this process during the block."""
    bot = InProcessBot(playground, database, **means)  # type: ignore[arg-type]  # its keyword arguments
    with discord_at(playground.api_url, playground.gateway_url):
        await bot.start()
        try:
            yield bot
        finally:
            await bot.stop()
