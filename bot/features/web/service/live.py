"""The streams of matches: onlookers and players get each change within a second."""

import asyncio
import logging
from collections import defaultdict
from collections.abc import Awaitable, Callable, Collection
from dataclasses import dataclass, field
from typing import Final, Protocol

import sqlalchemy as sa

from bot.features.web.pages.views import revision
from bot.features.web.protocol import MatchChanged
from bot.features.web.service.grants import Grants
from bot.kernel.outbox.recorded import RecordedInMatch
from bot.kernel.transactions.unit_of_work import Change
from bot.model.match.match import Match
from bot.model.refusal import Refusal
from bot.repositories.tables.match_tables import games
from data.connections.dialects import ONE_WRITER
from data.outages import OUTAGES, is_outage
from data.store import Store

log = logging.getLogger(__name__)

POLLED_EVERY: Final = 0.5
"""Seconds between polls for changes by other processes, while there are watchers."""
CHECKED_EVERY: Final = 600.0
"""Seconds between checks whether the holder of a quiet stream may still watch."""
MAX_STREAMS: Final = 20_000
MAX_STREAMS_PER_PERSON: Final = 30
_MARKS: Final = sa.select(
    games.c.id,
    games.c.plies,
    games.c.taken_back,
    games.c.status,
    games.c.turn,
    games.c.claimable,
    games.c.deadline,
    games.c.paused,
    games.c.offers,
    games.c.updated,
    games.c.planned,
).where(games.c.id.in_(sa.bindparam("ids", expanding=True)))


class StreamOutlet(Protocol):
    """The connection to a client."""

    def send_change(self, message: MatchChanged) -> None:
        """Announce that the match has changed."""

    def send_close(self, refusal: Refusal) -> None:
        """Send that the session has ended, and close the stream."""


@dataclass(eq=False, slots=True)
class Watcher:
    """A stream: its session for a match, and the revision sent last."""

    token: str = field(repr=False)
    person: int
    match: int
    outlet: StreamOutlet
    revision: str


class TooManyStreams(Exception):
    """The limit of streams is reached."""


class LiveHub:
    """Manages the streams of this process, and announces changes to them.

    Changes by this process are known from its commits. Changes by others are polled: signals for each move to
    all processes would make PostgreSQL commit them one after the other (data/cluster/signals).
    """

    def __init__(
        self, store: Store, grants: Grants, pause: Callable[[float], Awaitable[None]] = asyncio.sleep
    ) -> None:
        self._store = store
        self._grants = grants
        self._pause = pause
        self._watchers: defaultdict[int, set[Watcher]] = defaultdict(set)
        self._of_person: defaultdict[int, int] = defaultdict(int)
        self._number = 0
        self._announcing: dict[int, asyncio.Task[None]] = {}
        self._again: set[int] = set()
        self._marks: dict[int, tuple[object, ...]] = {}
        self._begun = asyncio.Event()

    @property
    def number(self) -> int:
        """The number of streams."""
        return self._number

    def watch(self, watcher: Watcher) -> None:
        """Send a watcher changes from now on. Raises TooManyStreams."""
        if self._number >= MAX_STREAMS or self._of_person[watcher.person] >= MAX_STREAMS_PER_PERSON:
            raise TooManyStreams
        self._watchers[watcher.match].add(watcher)
        self._of_person[watcher.person] += 1
        self._number += 1
        self._begun.set()

    def leave(self, watcher: Watcher) -> None:
        """Stop sending a watcher changes."""
        self._number -= 1
        self._of_person[watcher.person] -= 1
        if not self._of_person[watcher.person]:
            del self._of_person[watcher.person]
        watchers = self._watchers[watcher.match]
        watchers.discard(watcher)
        if not watchers:
            del self._watchers[watcher.match]
            self._marks.pop(watcher.match, None)
        if not self._number:
            self._begun.clear()

    def on_commit(self, change: Change) -> None:
        """Wake the watchers of the matches that a commit of this process has changed."""
        if not self._number:
            return
        for match in {
            recorded.match.id for recorded in change.events if isinstance(recorded, RecordedInMatch)
        }:
            self.announce(match)

    def announce(self, match: int) -> None:
        """Schedule a check of a match for its watchers; simultaneous calls share one check."""
        if match not in self._watchers:
            return
        if match in self._announcing:
            self._again.add(match)
            return
        self._announcing[match] = asyncio.get_running_loop().create_task(self._announce(match))

    async def _announce(self, match: int) -> None:
        try:
            while True:
                self._again.discard(match)
                for watcher in tuple(self._watchers.get(match, ())):
                    await self.check(watcher)
                if match not in self._again:
                    return
        finally:
            # Removed before anything else runs, so that a change after the last read starts another check.
            del self._announcing[match]

    async def check(self, watcher: Watcher) -> None:
        """Send a watcher the changes, or the end of their right to watch."""
        try:
            session = await self._grants.board_session(watcher.token, watcher.match)
        except Refusal as refusal:
            watcher.outlet.send_close(refusal)
            return
        except OUTAGES as error:
            if not is_outage(error):
                raise
            log.warning("a stream waits for the database: %s", type(error).__name__)
            return
        message = change_message(session.match)
        if message.revision != watcher.revision:
            watcher.revision = message.revision
            watcher.outlet.send_change(message)

    async def check_person(self, person: int) -> None:
        """Check all streams of a person."""
        if person in self._of_person:
            for watcher in self._all():
                if watcher.person == person:
                    await self.check(watcher)

    async def run(self) -> None:
        """Poll for changes by other processes, and check quiet streams, until cancelled."""
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(self._poll_on())
            tasks.create_task(self._check_on())

    async def _poll_on(self) -> None:
        while True:
            await self._begun.wait()
            await self._pause(POLLED_EVERY)
            await _log_failure(self.poll())

    async def _check_on(self) -> None:
        while True:
            await self._begun.wait()
            await self._pause(CHECKED_EVERY)
            for watcher in self._all():
                await _log_failure(self.check(watcher))

    async def poll(self) -> None:
        """Announce the watched matches that another process may have changed since the last poll."""
        ids: Collection[int] = tuple(self._watchers)
        if not ids:
            return
        async with self._store.read() as session:
            if session.connection.dialect.name == ONE_WRITER:
                return
            rows = await session.connection.execute(_MARKS, {"ids": ids})
            marks = {row.id: tuple(map(repr, row)) for row in rows}
        for match, mark in marks.items():
            before = self._marks.get(match)
            self._marks[match] = mark
            if before != mark:
                self.announce(match)

    def _all(self) -> tuple[Watcher, ...]:
        return tuple(watcher for watchers in self._watchers.values() for watcher in watchers)


async def _log_failure(work: Awaitable[None]) -> None:
    """Await the work, and log a failure: the streams of this process outlive it."""
    try:
        await work
    except Exception as error:
        if isinstance(error, OUTAGES) and is_outage(error):
            log.warning("changes by other processes cannot be read: %s", type(error).__name__)
        else:
            log.exception("updating the streams failed")


def change_message(match: Match) -> MatchChanged:
    """Return the message for the present state of a match."""
    return MatchChanged(revision(match), match.plies, match.taken_back, match.running)
