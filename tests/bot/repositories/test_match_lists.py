"""Lists and counts of matches by person, server, channel and thread."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

from bot.model.match.beacon import Beacon, BeaconSource, Origin
from bot.model.match.match import Counting, Match
from bot.model.match.timing import Timing
from bot.model.people.person import MessageRef, Place
from bot.model.people.players import EnginePlayer, HumanPlayer
from bot.model.servers.server_rules import ALL_PICTURES, ServerRules
from bot.repositories.challenges import ChallengeRepository
from bot.repositories.matches.matches import MatchRepository
from bot.repositories.people.people import PersonRepository
from bot.repositories.records.people import PersonRecord
from bot.repositories.servers.server_rules import ServerRulesRepository
from data.session import Session
from data.store import Store
from rules.contract import Outcome
from tests.data.challenges import challenge
from tests.data.matches import new_match

pytest_plugins = ("tests.data.databases",)

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
ANNA, BEN, CARA = 1, 2, 3
BO = EnginePlayer("alpha-beta", 2)
HALL, YARD = Place(7, 70, "en"), Place(8, 80, "en")


async def _add(session: Session, place: Place, *players: int | EnginePlayer, **more: Any) -> int:
    people = [player if isinstance(player, EnginePlayer) else HumanPlayer(player) for player in players]
    of = await session.of(ChallengeRepository).add(challenge(ANNA, rated=True))
    return await session.of(MatchRepository).add(new_match(of, place=place, players=tuple(people), **more))


async def _meet(session: Session) -> MatchRepository:
    for person in (ANNA, BEN, CARA):
        await session.of(PersonRepository).record_seen(PersonRecord(person, f"P{person}", "en"))
    for server in (7, 8, 9):
        await session.of(PersonRepository).record_server(server, "en")
    return session.of(MatchRepository)


async def _finish(session: Session, *games: int) -> None:
    for game in games:
        match = await session.of(MatchRepository).lock(game)
        assert match is not None
        await session.of(MatchRepository).save(match, match.end(Outcome((0,), "any"), NOON))


def _ids(matches: tuple[Match, ...]) -> list[int]:
    return [match.id for match in matches]


async def test_a_persons_running_games_are_sorted_by_turn_and_age(store: Store) -> None:
    later = NOON + timedelta(hours=1)
    async with store.write() as session:
        matches = await _meet(session)
        waits_new = await _add(session, HALL, ANNA, BEN, turn=1, created=later)
        waits_old = await _add(session, HALL, ANNA, BEN, turn=1)
        moves_new = await _add(session, YARD, BEN, ANNA, turn=1, created=later)
        moves_old = await _add(session, HALL, ANNA, CARA, turn=0)
        await _add(session, HALL, BEN, CARA)
        await _finish(session, over := await _add(session, HALL, ANNA, BEN))
        assert _ids(await matches.running_of(ANNA, 9)) == [moves_old, moves_new, waits_old, waits_new]
        assert _ids(await matches.running_of(ANNA, 3)) == [moves_old, moves_new, waits_old]
        assert await matches.running_match_ids(ANNA) == (waits_new, waits_old, moves_new, moves_old)
        assert _ids(await matches.lock_played_by(CARA)) == [moves_old, moves_old + 1]
        assert _ids(await matches.lock_running([over, moves_old, waits_new])) == [waits_new, moves_old]
        assert await matches.lock_running([]) == ()
        assert [await matches.count_of(person) for person in (ANNA, BEN, CARA)] == [4, 4, 2]
        assert [await matches.count_finished(person) for person in (ANNA, BEN, CARA)] == [1, 1, 0]


async def test_a_leavers_game_finishes_only_when_it_ends(store: Store) -> None:
    async with store.write() as session:
        matches = await _meet(session)
        game = await _add(session, HALL, ANNA, BEN, CARA, BO)
        for departures in (((2, 4),), ((2, 4), (1, 6))):
            match = await matches.lock(game)
            assert match is not None
            await matches.save(match, replace(match, departures=departures))
        assert [await matches.count_of(person) for person in (ANNA, BEN, CARA)] == [1, 0, 0]
        assert [await matches.running_match_ids(person) for person in (ANNA, BEN)] == [(game,), ()]
        assert [await matches.count_finished(person) for person in (ANNA, BEN, CARA)] == [0, 0, 0]
        assert await matches.finished_matches(CARA, 9) == ()
        await _finish(session, game)
        assert [await matches.count_finished(person) for person in (ANNA, BEN, CARA)] == [1, 1, 1]
        assert _ids(await matches.finished_matches(CARA, 9)) == [game]


async def test_finished_games_come_newest_first(store: Store) -> None:
    async with store.write() as session:
        matches = await _meet(session)
        first = await _add(session, HALL, ANNA, BEN, commitment="c0ffee")
        second = await _add(session, YARD, CARA, ANNA)
        third = await _add(session, HALL, BEN, ANNA)
        other = await _add(session, HALL, BEN, CARA, commitment="c0ffee")
        running = await _add(session, HALL, ANNA, BEN, commitment="c0ffee")
        await matches.set_seed(running, "00", "c0ffee")
        for rolled in (first, other):
            await matches.set_seed(rolled, "00", "c0ffee")
        await _finish(session, first, second, third, other)
        assert _ids(await matches.finished_matches(ANNA, 9)) == [third, second, first]
        assert _ids(await matches.finished_matches(ANNA, 2)) == [third, second]
        assert _ids(await matches.finished_matches_between(ANNA, BEN, 9)) == [third, first]
        assert _ids(await matches.finished_matches_between(ANNA, BEN, 1)) == [third]
        assert _ids(await matches.finished_matches_in(HALL.server or 0, 9)) == [other, third, first]
        assert _ids(await matches.finished_matches_in(HALL.server or 0, 2)) == [other, third]
        assert _ids(await matches.finished_dice_matches(ANNA, 9)) == [first]
        assert _ids(await matches.finished_dice_matches(BEN, 1)) == [other]


async def test_practice_games_belong_to_no_channel(store: Store) -> None:
    async with store.write() as session:
        matches = await _meet(session)
        alone = Place(None, 70, "en")
        practice = await _add(session, alone, ANNA, BO)
        public = await _add(session, HALL, BO, ANNA)
        people = await _add(session, alone, ANNA, BEN)
        thread = await _add(session, HALL, BEN, CARA)
        await matches.move_home(thread, 71, 70)
        assert _ids(await matches.running_at(70)) == [public, people]
        assert _ids(await matches.running_at(71)) == [thread]
        assert _ids(await matches.running_in(70)) == [public, people, thread]
        assert await matches.count_in(70) == 3
        assert _ids(await matches.practice_matches(ANNA, 9)) == [public, practice]
        assert _ids(await matches.practice_matches(ANNA, 1)) == [public]
        assert await matches.practice_matches(BEN, 9) == ()
        await _finish(session, public, people)
        assert _ids(await matches.running_at(70)) == []
        assert await matches.count_in(70) == 1
        latest = await matches.latest_at(70)
        assert latest is not None
        assert latest.id == people
        assert await matches.latest_at(99) is None


async def test_a_thread_belongs_to_its_newest_game(store: Store) -> None:
    async with store.write() as session:
        matches = await _meet(session)
        old, new = [await _add(session, HALL, ANNA, BEN) for _ in range(2)]
        for game in (new, old):
            await matches.move_home(game, 71, 70)
        in_thread = await matches.lock_in_thread(71)
        assert in_thread is not None
        assert (in_thread.id, in_thread.thread, in_thread.thread_parent, in_thread.home) == (new, 71, 70, 71)
        assert await matches.lock_in_thread(99) is None
        await matches.move_home(new, None, None)
        back = await matches.get(new)
        assert back is not None
        assert (back.thread, back.thread_parent, back.home) == (None, None, 70)


async def test_running_games_by_server(store: Store) -> None:
    async with store.write() as session:
        matches = await _meet(session)
        paused = Timing(NOON, paused=NOON)
        first = await _add(session, HALL, ANNA, BEN)
        stopped = await _add(session, HALL, ANNA, BEN, timing=paused)
        second = await _add(session, HALL, ANNA, CARA)
        await _add(session, YARD, ANNA, BEN)
        over = await _add(session, Place(9, 90, "en"), ANNA, BEN)
        await _add(session, Place(None, 5, "en"), ANNA, BEN)
        ended = await _add(session, HALL, ANNA, BEN)
        for game, thread in ((first, 71), (stopped, 71), (second, 72), (over, 91), (ended, 73)):
            await matches.move_home(game, thread, 70)
        await _finish(session, over, ended)
        server = HALL.server or 0

        async def running(after: int = 0, limit: int = 9, *, paused: bool = False) -> tuple[int, ...]:
            return await matches.running_in_server(server, paused=paused, after=after, limit=limit)

        assert await running() == (first, second)
        assert (await running(limit=1), await running(after=first)) == ((first,), (second,))
        assert await running(paused=True) == (stopped,)
        assert await matches.threads_in(server) == {71, 72}
        assert await matches.servers_played_in() == {7, 8}


async def test_games_awaiting_an_engine_are_found(store: Store) -> None:
    hour = timedelta(hours=1)
    async with store.write() as session:
        matches = await _meet(session)
        waits = await _add(session, HALL, ANNA, BO, turn=1)
        await _add(session, HALL, ANNA, BO, turn=0)
        await _add(session, HALL, ANNA, BO, turn=1, created=NOON + hour)
        await _add(session, HALL, ANNA, BO, turn=1, timing=Timing(NOON, paused=NOON))
        await _finish(session, await _add(session, HALL, ANNA, BO, turn=1))
        also = await _add(session, HALL, BO, BO, turn=0)
        assert set(await matches.engines_turn(NOON, 9)) == {waits, also}
        assert len(await matches.engines_turn(NOON, 1)) == 1
        assert await matches.engines_turn(NOON - hour, 9) == ()


async def test_unrated_games_are_listed_and_their_counting_saved(store: Store) -> None:
    async with store.write() as session:
        matches = await _meet(session)
        first = await _add(session, HALL, ANNA, BEN, CARA)
        second = await _add(session, HALL, ANNA, BEN, CARA)
        of = await session.of(ChallengeRepository).add(challenge(BEN))
        unrated = await matches.add(new_match(of, ANNA, BEN))
        for game, seat in ((first, 2), (second, 1), (unrated, 0)):
            await matches.leave_unrated(game, seat)
        match = await matches.get(first)
        assert match is not None
        assert await matches.unrated_seats(match.challenge) == {(first, 2)}
        assert await matches.unrated_seats_of_kind("any") == {(first, 2), (second, 1)}
        assert await matches.unrated_seats_of_kind("other") == frozenset()
        assert _ids(await matches.rated_matches("any")) == [first, second]
        assert await matches.rated_matches("other") == ()
        await matches.count({})
        await matches.count({first: Counting.COUNTS, second: Counting.TOO_SHORT})
        await matches.count({unrated: Counting.TOO_OFTEN})
        counted = [await matches.get(game) for game in (first, second, unrated)]
        assert [match.counting if match else None for match in counted] == [
            Counting.COUNTS,
            Counting.TOO_SHORT,
            Counting.TOO_OFTEN,
        ]


async def test_dice_games_awaiting_their_seed_are_listed(store: Store) -> None:
    async with store.write() as session:
        matches = await _meet(session)
        first, second, drawn, over = [
            await _add(session, HALL, ANNA, BEN, commitment=f"c{number}") for number in range(4)
        ]
        await _add(session, HALL, ANNA, BEN)
        for message in (900, 901):
            await matches.set_beacon(first, BeaconSource(Origin.OPENING, 70, message))
        rolled = await matches.get(first)
        assert rolled is not None
        assert rolled.beacon == Beacon(Origin.OPENING, MessageRef(70, 900))
        await matches.set_seed(drawn, "00", "c2")
        await _finish(session, over)
        assert await matches.waiting_for_dice(0, 9) == (first, second)
        assert await matches.waiting_for_dice(first, 9) == (second,)
        assert await matches.waiting_for_dice(0, 1) == (first,)


async def test_saved_times_set_their_timers(store: Store) -> None:
    moments: list[datetime] = []
    store.when_due(moments.append)
    async with store.write() as session:
        matches = await _meet(session)
        first, second = [await _add(session, HALL, ANNA, BEN) for _ in range(2)]
        await matches.keep_times({})
        one = Timing(NOON, ((3, 2, 1), (6, 5, 4)), 7, due=NOON + timedelta(days=1))
        two = Timing(NOON, turns=8, due=NOON + timedelta(hours=3))
        await matches.keep_times({first: one, second: two})
        copies = [await matches.get(game) for game in (first, second)]
        assert [match.timing if match else None for match in copies] == [one, two]
        await matches.keep_times({second: replace(two, turns=9)})
    assert min(moments) == NOON + timedelta(hours=3)


async def test_a_new_board_replaces_the_previous_one(store: Store) -> None:
    async with store.write() as session:
        matches = await _meet(session)
        game = await _add(session, HALL, ANNA, BEN)
        await matches.move_home(game, 71, 70)
        assert await matches.replace_board(game, MessageRef(70, 900)) is None
        rules = session.of(ServerRulesRepository)
        await rules.save(7, ServerRules().with_value(ALL_PICTURES, value=False))
        in_channel = await matches.replace_board(game, MessageRef(71, 901))
        assert in_channel is not None
        assert (in_channel.ref, in_channel.few_pictures) == (MessageRef(70, 900), False)
        in_thread = await matches.replace_board(game, MessageRef(71, 902))
        assert in_thread is not None
        assert (in_thread.ref, in_thread.few_pictures) == (MessageRef(71, 901), True)
        await rules.save(7, ServerRules())
        latest = await matches.replace_board(game, MessageRef(71, 903))
        assert latest is not None
        assert (latest.ref, latest.few_pictures) == (MessageRef(71, 902), False)
        shown = await matches.get(game)
        assert shown is not None
        assert shown.board == MessageRef(71, 903)
