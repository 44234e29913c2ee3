"""Rows of a restore: epochs, progress, undelivered notices, extended offers."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

from bot.model.challenges.challenge import ChallengeStatus
from bot.model.match.substitutions import Substitution, SubstitutionStatus
from bot.model.match.timing import Timing
from bot.model.people.person import Place
from bot.model.restores.epochs import Epochs, Restore
from bot.repositories.challenges import ChallengeRepository
from bot.repositories.matches.matches import MatchRepository
from bot.repositories.matches.substitutions import SubstitutionRepository
from bot.repositories.outbox.notices import NoticeRepository
from bot.repositories.outbox.requests import RequestRepository
from bot.repositories.people.people import PersonRepository
from bot.repositories.records.outbox import NewNotice, RequestRecord
from bot.repositories.records.people import PersonRecord
from bot.repositories.restores import EpochRecord, RestoreRepository, is_under_way, known_epochs
from bot.repositories.servers.servers import ServerRepository
from bot.repositories.tables.challenge_tables import CHALLENGE_TIMER
from bot.repositories.tables.match_tables import SEAT_TIMER
from data.cluster.processes import ProcessRepository
from data.cluster.timers import TimerRepository
from data.session import Session
from data.store import Store
from rules.contract import Outcome
from tests.data.challenges import challenge
from tests.data.matches import new_match

pytest_plugins = ("tests.data.databases",)

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
ANNA, BEN = 1, 2


async def _games(session: Session) -> tuple[int, ...]:
    """Add three running games, the second paused, and a finished one; return their numbers."""
    for person in (ANNA, BEN):
        await session.of(PersonRepository).record_seen(PersonRecord(person, f"P{person}", "en"))
    of = await session.of(ChallengeRepository).add(challenge(ANNA))
    matches = session.of(MatchRepository)
    games = []
    for number in range(1, 5):
        timing = Timing(NOON, paused=NOON if number == 2 else None)
        games.append(await matches.add(new_match(of, ANNA, BEN, number=number, timing=timing)))
    match = await matches.lock(games[3])
    assert match is not None
    await matches.save(match, match.end(Outcome((0,), "any"), NOON))
    return tuple(games)


async def test_epochs_are_begun_resumed_and_completed(store: Store) -> None:
    async with store.write() as session:
        restores = session.of(RestoreRepository)
        first = await restores.begin(50, NOON, NOON + HOUR)
        assert first == EpochRecord(50, NOON, NOON + HOUR, 0, 0, 0, 0, 0)
        await restores.complete(50)
        games = await _games(session)
        second = await restores.begin(90, NOON + DAY, NOON + DAY + HOUR)
        assert (second.last_game, second.last_challenge) == (games[3], 1)
        await restores.reach(90, games[1], 1)
        assert await restores.under_way() == replace(second, game_reached=games[1], challenge_reached=1)
        await restores.count_undecided()
        await restores.count_undecided()
    assert await is_under_way(store)
    async with store.write() as session:
        restores = session.of(RestoreRepository)
        await restores.complete(90)
        assert await restores.under_way() is None
        known = await restores.epochs()
        assert [(record.epoch, record.undecided, record.game_reached) for record in known] == [
            (50, 0, None),
            (90, 2, None),
        ]
    assert not await is_under_way(store)
    assert await known_epochs(store) == Epochs((Restore(50, 0, 0), Restore(90, games[3], 1)))


async def test_running_games_and_open_challenges_are_listed(store: Store) -> None:
    async with store.write() as session:
        first, second, third, _ = await _games(session)
        restores = session.of(RestoreRepository)
        assert await restores.running(0, 9) == (first, second, third)
        assert await restores.running(first, 1) == (second,)
        assert [await restores.count_running(up_to) for up_to in (second, 99)] == [2, 3]
        assert await restores.count_unpaused() == 2
        hall = Place(7, 70, "en")
        await session.of(PersonRepository).record_server(7, "en")
        more = [await session.of(ChallengeRepository).add(challenge(ANNA, place=hall)) for _ in range(2)]
        closed = await session.of(ChallengeRepository).lock(more[0])
        assert closed is not None
        await session.of(ChallengeRepository).save(closed, closed.close(ChallengeStatus.DECLINED))
        assert await restores.open_challenges(0, 9) == (1, more[1])
        assert await restores.open_challenges(1, 9) == (more[1],)
        assert await restores.open_challenges(0, 1) == (1,)
        for channel in (71, 70):
            await session.of(ServerRepository).save_overview(channel, 7, "en")
        assert await restores.overviews() == (70, 71)


async def test_undelivered_notices_are_marked_with_the_previous_epoch(store: Store) -> None:
    async with store.write() as session:
        await session.of(PersonRepository).record_seen(PersonRecord(ANNA, "P1", "en"))
        notices, restores = session.of(NoticeRepository), session.of(RestoreRepository)
        kinds = ("claimed", "waiting", "Redraw", "done", "dropped")
        await notices.add(
            [NewNotice(kind, stream, 0, None, None, {}) for stream, kind in enumerate(kinds)], NOON
        )
        claimed, waiting, redraw, done, dropped = await notices.claim("this", NOON, 9)
        await notices.postpone(waiting.id, NOON, 3, "refused", uncertain=False)
        await notices.deliver(done.id)
        assert await restores.unsettle(90, {"Redraw"}) == 3
        await restores.drop({"dropped"})
        assert await restores.count_unsettled() == 2
        again = [await notices.get(notice.id) for notice in (claimed, waiting, redraw, done, dropped)]
        assert [
            (notice.status, notice.epoch, notice.attempts, notice.uncertain) for notice in again if notice
        ] == [
            ("waiting", 90, 0, True),
            ("waiting", 90, 0, True),
            ("waiting", None, 0, True),
            ("delivered", None, 0, False),
            ("dropped", 90, 0, True),
        ]
        assert await restores.unsettle(95, ()) == 3
        kept = await notices.get(claimed.id)
        assert kept is not None
        assert kept.epoch == 90


async def test_expiries_of_offers_are_extended(store: Store) -> None:
    async with store.write() as session:
        game, *_ = await _games(session)
        challenges, seats = session.of(ChallengeRepository), session.of(SubstitutionRepository)
        short, long = [await challenges.add(challenge(ANNA, expires=NOON + days * DAY)) for days in (1, 5)]
        open_seat = SubstitutionStatus.OPEN
        seat = await seats.add(Substitution(0, game, 1, BEN, BEN, None, open_seat, 3, NOON, NOON + 2 * DAY))
        await session.of(RestoreRepository).postpone(3 * DAY)
        offers = [await challenges.get(number) for number in (1, short, long)]
        assert [offer.expires if offer else None for offer in offers] == [
            None,
            NOON + 4 * DAY,
            NOON + 8 * DAY,
        ]
        offered = await seats.get(seat)
        assert offered is not None
        assert offered.expires == NOON + 5 * DAY
    async with store.write() as session:
        timers = session.of(TimerRepository)
        due = [(await timers.due(kind, NOON + 9 * DAY, 9))[0].due for kind in (CHALLENGE_TIMER, SEAT_TIMER)]
        assert due == [NOON + 4 * DAY, NOON + 5 * DAY]


async def test_the_last_sign_of_life_is_the_latest_lease_start(store: Store) -> None:
    lease = timedelta(minutes=2)
    async with store.write() as session:
        restores = session.of(RestoreRepository)
        assert await restores.last_sign(lease) is None
        assert not await restores.is_served(NOON)
        await _games(session)
        assert await restores.last_sign(lease) == NOON
        await session.of(RequestRepository).add(RequestRecord("a", ANNA, "play", 5, 3), NOON + HOUR)
    async with store.write() as session:
        restores = session.of(RestoreRepository)
        assert await restores.last_sign(lease) == NOON + HOUR
        await session.of(NoticeRepository).add([NewNotice("ply", 1, 0, None, None, {})], NOON + 2 * HOUR)
    async with store.write() as session:
        restores = session.of(RestoreRepository)
        assert await restores.last_sign(lease) == NOON + 2 * HOUR
        await restores.keep_processes_out()
        processes = session.of(ProcessRepository)
        now = await processes.now()
        await processes.join("this", "host", "1", lease)
        assert await restores.is_served(now)
        assert not await restores.is_served(now + 2 * lease)
        # The lease is so long that its beginning is the last sign of life at any time.
        far = 40000 * DAY
        renewed = await restores.last_sign(-far)
        assert renewed is not None
        assert renewed - far >= now + lease
