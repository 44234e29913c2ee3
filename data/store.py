"""The store: opened once, it hands out connections that read and transactions that write."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property
from pathlib import Path
from typing import Final, Self, TypeVar

from sqlalchemy.exc import IntegrityError, SQLAlchemyError
from tenacity import retry, retry_if_exception, stop_after_delay, wait_random

from data.dialects import gives_way
from data.engines import BUSY_SECONDS, Connection, Engines, make_engines
from data.listening import Heard, Listening
from data.migration import TODAY, Migrations, check, migrate
from data.private_files import make_private
from data.records import Signal, Topic
from data.tables.challenges import ChallengeRepository
from data.tables.cluster.claims import ClaimRepository
from data.tables.cluster.processes import ProcessRepository
from data.tables.cluster.request_limits import RequestLimitRepository
from data.tables.cluster.restores import RestoreRepository
from data.tables.cluster.shards import ShardRepository
from data.tables.cluster.signals import SignalRepository
from data.tables.conditional_moves import ConditionalMoveRepository
from data.tables.figures import FigureRepository
from data.tables.imports import ImportRepository
from data.tables.limitations import LimitationRepository
from data.tables.matches import MatchRepository
from data.tables.notices import NoticeRepository
from data.tables.people import PersonRepository
from data.tables.person_settings import PersonSettingsRepository
from data.tables.privacy.blocks import BlockRepository
from data.tables.privacy.deletions import DeletionRepository
from data.tables.privacy.personal_data import PersonalDataRepository
from data.tables.privacy.retention import RetentionRepository
from data.tables.privacy.server_data import ServerDataRepository
from data.tables.ratings import RatingRepository
from data.tables.requests import RequestRepository
from data.tables.servers import ServerRepository
from data.tables.statistics import StatisticsRepository
from data.tables.substitutions import SubstitutionRepository
from data.tables.undone_plies import UndonePlyRepository
from data.tables.welcomes import WelcomeRepository
from data.urls import driver_url, file_of, why_not_opened
from data.write_ahead_log import WriteAheadLog

_PATIENCE: Final = 5.0
"""Seconds for which closing waits for others."""


class StoreUnavailable(RuntimeError):
    """The database cannot be opened; the message says why in one line."""


@dataclass(frozen=True, slots=True)
class Access:
    """A use of the database that is over: its seconds, the wait for a connection included.

    It has `failed` by the database, not by what was to be written.
    """

    writes: bool
    seconds: float
    failed: bool


class Tables:
    """All tables within one connection.

    `due` is the nearest of the moments written in it at which time will do something. `erases` says that
    what it deletes is to be gone from the database's files, too, once it is committed.
    """

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self.due: datetime | None = None
        self.erases = False

    def _expect(self, moment: datetime) -> None:
        self.due = moment if self.due is None else min(self.due, moment)

    @cached_property
    def people(self) -> PersonRepository:
        """People, and the languages of servers."""
        return PersonRepository(self._connection)

    @cached_property
    def requests(self) -> RequestRepository:
        """What was asked for, so that it is done once."""
        return RequestRepository(self._connection)

    @cached_property
    def challenges(self) -> ChallengeRepository:
        """Challenges and their guests."""
        return ChallengeRepository(self._connection, self._expect)

    @cached_property
    def matches(self) -> MatchRepository:
        """Games, seats and plies."""
        return MatchRepository(self._connection, self._expect)

    @cached_property
    def notices(self) -> NoticeRepository:
        """What is to be told."""
        return NoticeRepository(self._connection)

    @cached_property
    def person_settings(self) -> PersonSettingsRepository:
        """What people have chosen."""
        return PersonSettingsRepository(self._connection)

    @cached_property
    def servers(self) -> ServerRepository:
        """What servers have chosen."""
        return ServerRepository(self._connection)

    @cached_property
    def welcomes(self) -> WelcomeRepository:
        """Which servers the bot has introduced itself to."""
        return WelcomeRepository(self._connection)

    @cached_property
    def limitations(self) -> LimitationRepository:
        """What servers do not let the bot do."""
        return LimitationRepository(self._connection)

    @cached_property
    def undone_plies(self) -> UndonePlyRepository:
        """The plies that were taken back."""
        return UndonePlyRepository(self._connection)

    @cached_property
    def substitutions(self) -> SubstitutionRepository:
        """Seats on offer, and those that have changed hands."""
        return SubstitutionRepository(self._connection, self._expect)

    @cached_property
    def imports(self) -> ImportRepository:
        """The records of games that people have brought along."""
        return ImportRepository(self._connection, self._expect)

    @cached_property
    def ratings(self) -> RatingRepository:
        """How strong players are, and how they became so."""
        return RatingRepository(self._connection)

    @cached_property
    def statistics(self) -> StatisticsRepository:
        """How games have ended."""
        return StatisticsRepository(self._connection)

    @cached_property
    def conditional_moves(self) -> ConditionalMoveRepository:
        """The replies that players have planned."""
        return ConditionalMoveRepository(self._connection)

    @cached_property
    def blocks(self) -> BlockRepository:
        """Who wants to have nothing to do with whom."""
        return BlockRepository(self._connection)

    @cached_property
    def deletions(self) -> DeletionRepository:
        """Who has asked to be deleted."""
        return DeletionRepository(self._connection, self._expect)

    @cached_property
    def personal_data(self) -> PersonalDataRepository:
        """All that is kept of a person."""
        return PersonalDataRepository(self._connection)

    @cached_property
    def retention(self) -> RetentionRepository:
        """What is deleted by its age."""
        return RetentionRepository(self._connection)

    @cached_property
    def server_data(self) -> ServerDataRepository:
        """All that is kept of a server."""
        return ServerDataRepository(self._connection)

    @cached_property
    def restores(self) -> RestoreRepository:
        """The epochs that restores have begun."""
        return RestoreRepository(self._connection)

    @cached_property
    def processes(self) -> ProcessRepository:
        """Which processes serve the bot."""
        return ProcessRepository(self._connection)

    @cached_property
    def request_limits(self) -> RequestLimitRepository:
        """What the processes have heard of Discord's limits on requests."""
        return RequestLimitRepository(self._connection)

    @cached_property
    def shards(self) -> ShardRepository:
        """Which process holds which shard."""
        return ShardRepository(self._connection)

    @cached_property
    def claims(self) -> ClaimRepository:
        """What those have in hand."""
        return ClaimRepository(self._connection)

    @cached_property
    def signals(self) -> SignalRepository:
        """What the others are told."""
        return SignalRepository(self._connection)

    @cached_property
    def figures(self) -> FigureRepository:
        """How much there is of what an owner watches."""
        return FigureRepository(self._connection)


_Tables = TypeVar("_Tables", bound=Tables)


class Store:
    """What is kept, in one database. Made by `open`, to be closed."""

    def __init__(self, engines: Engines, log: WriteAheadLog | None = None) -> None:
        self._engines = engines
        self._log = log
        self._expects: list[Callable[[datetime], None]] = []
        self._accessed: Callable[[Access], None] | None = None
        self._in_use = 0
        self._idle = asyncio.Event()
        self._idle.set()

    @classmethod
    async def open(
        cls, url: str, migrations: Migrations = TODAY, *, idle_limit: timedelta | None = None
    ) -> Self:
        """Open the database a person's address names and bring its tables up to date.

        A transaction ends that stands still for longer than `idle_limit`, where the database can see to that.
        Raises ValueError for an address of another form, NewerDatabase, and StoreUnavailable.
        """
        address = driver_url(url)
        engines = make_engines(address, idle_limit)
        try:
            if file := file_of(url):
                make_private(file)
            is_behind = await check(engines.reader, migrations)
            await _keep_a_journal(engines)
            if is_behind:
                await migrate(engines.writer, migrations)
            log = None if file is None else WriteAheadLog(file)
            if log is not None:
                # Who erased something last may have died before it was gone from here.
                await log.empty()
        except (SQLAlchemyError, OSError) as error:
            await engines.dispose()
            raise StoreUnavailable(why_not_opened(address, error)) from error
        except BaseException:
            await engines.dispose()
            raise
        return cls(engines, log)

    @classmethod
    def open_as_it_is(cls, url: str) -> Self:
        """Open a database to look into it, whatever its tables are; another process may be using it.

        Raises ValueError for an address of another form, and StoreUnavailable.
        """
        address = driver_url(url)
        if address.get_backend_name() == "sqlite" and not Path(address.database or "").is_file():
            raise StoreUnavailable(f"there is no file {address.database}")
        return cls(make_engines(address))

    async def close(self) -> None:
        """Close every connection; what is under way may end first, but not for ever."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._idle.wait(), _PATIENCE)
        await self._engines.dispose()

    def when_due(self, expect: Callable[[datetime], None]) -> None:
        """Have `expect` told, after a commit, the nearest moment in it at which time will do something.

        As long as nobody is to be told here, other processes are.
        """
        self._expects.append(expect)

    async def signal(self, signal: Signal) -> None:
        """Tell the other processes something, where there can be any."""
        if self._engines.listener is not None:
            async with self.write() as tables:
                await tables.signals.send(signal)

    async def listen(self, heard: Heard) -> None:
        """Pass on what other processes say, until this is cancelled; at once nothing where there are none."""
        await Listening(self._engines.listener).run(heard)

    def when_accessed(self, accessed: Callable[[Access], None]) -> None:
        """Have `accessed` told of each use of the database when it is over."""
        self._accessed = accessed

    @property
    def in_use(self) -> int:
        """How many connections are in use or waited for."""
        return self._in_use

    @contextmanager
    def _access(self, *, writes: bool) -> Iterator[None]:
        self._in_use += 1
        self._idle.clear()
        begun, failed = time.perf_counter(), False
        try:
            yield
        except (SQLAlchemyError, OSError) as error:
            failed = not isinstance(error, IntegrityError)
            raise
        finally:
            self._in_use -= 1
            if not self._in_use:
                self._idle.set()
            if self._accessed is not None:
                self._accessed(Access(writes, time.perf_counter() - begun, failed))

    @asynccontextmanager
    async def read(self) -> AsyncIterator[Tables]:
        """Read without holding up anyone who writes; each statement sees what is committed by then."""
        with self._access(writes=False):
            async with self._engines.reading() as connection:
                yield Tables(connection)

    def write(self) -> AbstractAsyncContextManager[Tables]:
        """Read and write as one: committed durably at the end, undone when an exception leaves the block.

        What the database has against a change may be raised only at the end of the block.
        """
        return self.transaction(Tables)

    @asynccontextmanager
    async def transaction(self, make: Callable[[Connection], _Tables]) -> AsyncIterator[_Tables]:
        """Do as `write`, with the tables that `make` returns for the connection."""
        with self._access(writes=True):
            async with self._engines.writing() as connection:
                tables = make(connection)
                yield tables
                if tables.due is not None and not self._expects:
                    await tables.signals.send(Signal(Topic.DEADLINE, moment=tables.due))
                await connection.commit()
            if self._log is not None and (tables.erases or self._log.holds_erased):
                await self._log.empty()
            if tables.due is not None:
                for expect in self._expects:
                    expect(tables.due)


# Of several that change this setting at once SQLite lets one, and has the others fail without waiting.
@retry(
    retry=retry_if_exception(gives_way),
    wait=wait_random(0.01, 0.1),
    stop=stop_after_delay(BUSY_SECONDS),
    reraise=True,
)
async def _keep_a_journal(engines: Engines) -> None:
    # Readers go on while someone writes. The setting stays with the file: it is made once.
    async with engines.reader.connect() as connection:
        if connection.dialect.name == "sqlite":
            await connection.exec_driver_sql("PRAGMA journal_mode=WAL")
