"""Match logs: plies taken back, notices of undone plies, marks of plans."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from bot.model.match.log_entry import Automatic, LogEntry
from bot.model.match.match import UndonePly
from bot.repositories.challenges import ChallengeRepository
from bot.repositories.matches.conditional_moves import ConditionalMoveRepository
from bot.repositories.matches.match_log import MatchLogRepository
from bot.repositories.matches.matches import MatchRepository
from bot.repositories.outbox.notices import NoticeRepository
from bot.repositories.people.people import PersonRepository
from bot.repositories.records.outbox import NewNotice
from bot.repositories.records.people import PersonRecord
from bot.repositories.tables.outbox_tables import PUBLIC
from data.session import Session
from data.store import Store
from tests.data.challenges import challenge
from tests.data.matches import append, new_match

pytest_plugins = ("tests.data.databases",)

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
LATER = NOON + timedelta(hours=1)


@pytest.fixture
async def game(store: Store) -> int:
    """A game with three plies, the last an automatic one."""
    async with store.write() as session:
        for number in (1, 2):
            await session.of(PersonRepository).record_seen(PersonRecord(number, "Al", "en"))
        challenge_id = await session.of(ChallengeRepository).add(challenge(1, 2))
        new = await session.of(MatchRepository).add(new_match(challenge_id, 1, 2))
        log = [
            LogEntry(1, 0, "a", NOON),
            LogEntry(2, None, "b", NOON),
            LogEntry(3, 1, "c", NOON, Automatic.FORCED),
        ]
        await append(session, new, log, 0, "abc")
        notices = [NewNotice("ply", challenge_id, audience, new, ply, {}) for audience, ply in _TOLD]
        await session.of(NoticeRepository).add(notices, NOON)
    return new


_TOLD = ((PUBLIC, 1), (PUBLIC, 2), (PUBLIC, 3), (2, 3))


async def _undo(session: Session, game: int, keep: int, number: int) -> None:
    match = await session.of(MatchRepository).lock(game)
    assert match is not None
    await session.of(MatchLogRepository).cut(game, keep, number, LATER)
    cut = match.with_plies(keep, 1, "a", match.timing, LATER)
    await session.of(MatchRepository).save(match, replace(cut, taken_back=number))


async def test_undone_plies_move_from_the_log_to_the_archive(store: Store, game: int) -> None:
    async with store.write() as session:
        await _undo(session, game, 1, 1)
        await append(session, game, [LogEntry(2, 1, "d", LATER)], 0, "ad")
        await _undo(session, game, 1, 2)
    async with store.read() as session:
        assert await session.of(MatchLogRepository).plies(game, 0, 9) == (LogEntry(1, 0, "a", NOON),)
        assert await session.of(MatchLogRepository).undone(game) == (
            UndonePly(1, 2, None, "b", LATER),
            UndonePly(1, 3, 1, "c", LATER),
            UndonePly(2, 2, 1, "d", LATER),
        )
        record = await session.of(MatchRepository).get(game)
        assert record is not None
        assert (record.plies, record.turn, record.position) == (1, 1, "a")
        assert (record.taken_back, record.updated) == (2, LATER)
        rows = [
            (since, number)
            for since in range(3)
            for number in range(1, 5)
            if await session.of(MatchLogRepository).was_undone(game, since, number)
        ]
        assert rows == [(0, 2), (0, 3), (1, 2)]


async def test_a_failed_undo_changes_nothing(store: Store, game: int) -> None:
    async def fail() -> None:
        async with store.write() as session:
            await _undo(session, game, 0, 1)
            raise RuntimeError

    with pytest.raises(RuntimeError):
        await fail()
    async with store.read() as session:
        assert len(await session.of(MatchLogRepository).plies(game, 0, 9)) == 3
        assert await session.of(MatchLogRepository).undone(game) == ()


async def test_only_notices_of_undone_plies_are_dropped(store: Store, game: int) -> None:
    async with store.write() as session:
        record = await session.of(MatchRepository).get(game)
        assert record is not None
        await session.of(NoticeRepository).drop_plies(record.challenge, game, ["end"], 0)
        await session.of(NoticeRepository).drop_plies(record.challenge, game + 1, ["ply"], 0)
        await session.of(NoticeRepository).drop_plies(record.challenge, game, ["ply"], 1)
    rests = []
    async with store.write() as session:
        while claimed := await session.of(NoticeRepository).claim("me", LATER, 9):
            for notice in claimed:
                rests.append((notice.audience, notice.ply))
                await session.of(NoticeRepository).close(notice.id, "delivered")
    assert rests == [(PUBLIC, 1)]


async def test_a_claimed_notice_is_not_dropped(store: Store, game: int) -> None:
    async with store.write() as session:
        (first, second) = await session.of(NoticeRepository).claim("me", LATER, 9)
        record = await session.of(MatchRepository).get(game)
        assert record is not None
        await session.of(NoticeRepository).drop_plies(record.challenge, game, ["ply"], 0)
        now = await session.of(NoticeRepository).get(first.id)
        assert now is not None
        assert now.status == "claimed"
    assert (first.ply, second.audience) == (1, 2)


async def test_plans_flag_their_game_as_planned(store: Store, game: int) -> None:
    for plans in ({0: "x", 1: "y"}, {1: "z"}, {}):
        async with store.write() as session:
            await session.of(ConditionalMoveRepository).write(game, plans)
        async with store.read() as session:
            assert await session.of(ConditionalMoveRepository).of(game) == plans
            record = await session.of(MatchRepository).get(game)
            assert record is not None
            assert record.planned == bool(plans)


async def test_logs_and_plans_belong_to_their_own_match(store: Store, game: int) -> None:
    async with store.write() as session:
        match = await session.of(MatchRepository).get(game)
        assert match is not None
        other = await session.of(MatchRepository).add(new_match(match.challenge, 2, 1, number=2))
        log, plans = session.of(MatchLogRepository), session.of(ConditionalMoveRepository)
        await append(session, other, [LogEntry(1, 0, "x", NOON), LogEntry(2, 1, "y", NOON)], 0, "xy")
        await plans.write(game, {0: "mine"})
        await plans.write(other, {0: "theirs"})
        await plans.write(other, {})
        await _undo(session, other, 1, 1)
        assert [ply.text for ply in await log.plies(game, 0, 9)] == ["a", "b", "c"]
        assert [ply.text for ply in await log.plies(game, 1, 2)] == ["b"]
        assert [ply.text for ply in await log.plies(other, 0, 9)] == ["x"]
        assert [ply.text for ply in await log.undone(other)] == ["y"]
        assert (await log.undone(game), await log.was_undone(game, 0, 2)) == ((), False)
        assert (await plans.of(game), await plans.of(other)) == ({0: "mine"}, {})
        marked = [await session.of(MatchRepository).get(each) for each in (game, other)]
        assert [each.planned if each else None for each in marked] == [True, False]
