"""Counts across tables; the tests of the pages that show them cover the rest."""

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Final

import pytest
import sqlalchemy as sa

from bot.model.match.match import MatchStatus
from bot.monitoring.figures import FigureRepository
from bot.repositories.challenges import ChallengeRepository
from bot.repositories.matches.matches import MatchRepository
from bot.repositories.outbox.notices import NoticeRepository
from bot.repositories.people.people import PersonRepository
from bot.repositories.records.outbox import BacklogRecord, NewNotice
from bot.repositories.records.people import PersonRecord
from bot.repositories.tables.challenge_tables import CHALLENGE_TIMER
from bot.repositories.tables.match_tables import GAME_TIMER, SEAT_TIMER
from bot.repositories.tables.outbox_tables import PUBLIC
from data import StoreUnavailable, newest
from data.cluster.cluster_tables import processes
from data.cluster.processes import ProcessRepository
from data.cluster.timers import TimerRepository
from data.store import Store
from tests.data.challenges import challenge
from tests.data.matches import new_match

pytest_plugins = ("tests.data.databases",)

NOON: Final = datetime(2026, 11, 20, 12, tzinfo=UTC)


def make_file(url: str) -> None:
    """Create the empty file of an SQLite database."""
    if url.startswith("sqlite"):
        Path(url.removeprefix("sqlite:///")).touch()


async def test_an_empty_database_has_no_revision(database_url: str) -> None:
    make_file(database_url)
    store = Store.open_unmigrated(database_url)
    async with store.read() as session:
        assert await session.of(FigureRepository).revision() is None
    await store.close()


async def test_a_current_database_reports_revision_and_size(store: Store, database_url: str) -> None:
    async with store.read() as session:
        assert await session.of(FigureRepository).revision() == newest()
        assert await session.of(FigureRepository).size() > 100_000
        assert database_url.startswith(session.of(FigureRepository).kind)


async def test_opening_a_missing_file_does_not_create_it(tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    with pytest.raises(StoreUnavailable, match=str(file)):
        Store.open_unmigrated(f"sqlite:///{file}")
    assert not file.exists()


async def test_an_empty_database_has_no_backlogs(store: Store) -> None:
    async with store.read() as session:
        figures = [
            await session.of(FigureRepository).due_notices(NOON),
            await session.of(FigureRepository).claimed_notices(),
            await session.of(FigureRepository).overdue(NOON),
        ]
        assert [(figure.number, figure.oldest) for figure in figures] == [(0, None)] * 3
        assert await session.of(FigureRepository).running_games() == {}
        assert await session.of(FigureRepository).alive() == ()


async def test_figures_count_backlogs_games_and_live_processes(store: Store) -> None:
    hour = timedelta(hours=1)
    async with store.write() as session:
        figures, notices = session.of(FigureRepository), session.of(NoticeRepository)
        await notices.add([NewNotice("ply", stream, PUBLIC, None, 1, {}) for stream in range(4)], NOON)
        missed, failing, _, _ = await notices.claim("this", NOON, 4)
        await notices.postpone(missed.id, NOON, 3, "closed", uncertain=False)
        await notices.close(missed.id, "missed", "closed")
        await notices.postpone(failing.id, NOON - hour, 1, "away", uncertain=False)
        due = [NewNotice("ply", 9, PUBLIC, None, 1, {}, due=NOON + hours * hour) for hours in (0, 1)]
        await notices.add(due, NOON)
        assert await figures.due_notices(NOON) == BacklogRecord(2, NOON - hour)
        assert await figures.claimed_notices() == BacklogRecord(2, NOON)
        assert (await figures.failing_notices(), await figures.missed_notices()) == (1, 1)
        timers = session.of(TimerRepository)
        for subject, (kind, hours) in enumerate(
            [(GAME_TIMER, -1), (CHALLENGE_TIMER, -2), (SEAT_TIMER, -3), (GAME_TIMER, 0), (GAME_TIMER, 1)]
        ):
            await timers.set(kind, subject, NOON + hours * hour)
        assert await figures.overdue(NOON) == BacklogRecord(2, NOON - 2 * hour)
        await session.of(PersonRepository).record_seen(PersonRecord(1, "Anna", "en"))
        challenge_id = await session.of(ChallengeRepository).add(challenge(1))
        for number, status in enumerate([MatchStatus.RUNNING] * 2 + [MatchStatus.FINISHED], 1):
            await session.of(MatchRepository).add(new_match(challenge_id, 1, number=number, status=status))
        assert await figures.running_games() == {"any": 2}
        now = await session.of(ProcessRepository).now()
        for name, started, until in (("young", -1, 1), ("old", -2, 1), ("dead", -3, -1)):
            row: dict[str, Any] = {"id": name, "name": name, "version": "1"}
            row |= {"started": now + started * hour, "until": now + until * hour}
            await session.connection.execute(sa.insert(processes), row)
        assert [process.id for process in await figures.alive()] == ["old", "young"]
