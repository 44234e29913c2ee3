"""Rows of seats: handovers, and the players of past plies."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import sqlalchemy as sa

from bot.model.match.log_entry import LogEntry
from bot.model.match.substitutions import Handover, Substitution, SubstitutionStatus
from bot.model.people.person import MessageRef
from bot.model.people.players import EnginePlayer, HumanPlayer
from bot.repositories.challenges import ChallengeRepository
from bot.repositories.matches.match_log import MatchLogRepository
from bot.repositories.matches.matches import MatchRepository
from bot.repositories.matches.own_plies import own_plies, plies_after_takeover, portions, seats_of
from bot.repositories.matches.substitutions import SubstitutionRepository
from bot.repositories.people.people import PersonRepository
from bot.repositories.records.people import PersonRecord
from bot.repositories.tables.match_tables import SEAT_TIMER, plies, substitutions, undone
from data.cluster.timers import TimerRepository
from data.session import Session
from data.store import Store
from tests.data.challenges import challenge
from tests.data.matches import append, new_match

pytest_plugins = ("tests.data.databases",)

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)
ANNA, BEN, CARA, DORA, BOT = 1, 2, 3, 4, 100


async def _game(session: Session, *, key: str = "any", rated: bool = True) -> int:
    for person in (ANNA, BEN, CARA, DORA, BOT):
        await session.of(PersonRepository).record_seen(PersonRecord(person, f"P{person}", "en"))
    of = await session.of(ChallengeRepository).add(challenge(ANNA, key=key, rated=rated))
    return await session.of(MatchRepository).add(new_match(of, ANNA, BEN, key=key))


def offer(game: int, seat: int, leaver: int, wanted: int | None = None) -> Substitution:
    return Substitution(0, game, seat, leaver, leaver, wanted, SubstitutionStatus.OPEN, 3, NOON, NOON + HOUR)


async def _hand_over(
    session: Session, game: int, seat: int, leaver: int, to: int, plies: int
) -> Substitution:
    seats = session.of(SubstitutionRepository)
    added = await seats.get(await seats.add(offer(game, seat, leaver)))
    assert added is not None
    match = await session.of(MatchRepository).get(game)
    assert match is not None
    await seats.hand_over(added, to, plies, match.taken_back, NOON + HOUR)
    accepted = await seats.get(added.id)
    assert accepted is not None
    return accepted


async def test_a_seat_is_offered_and_closed(store: Store) -> None:
    async with store.write() as session:
        game, other = await _game(session), await _game(session)
        seats = session.of(SubstitutionRepository)
        first, second, third = [
            await seats.add(each)
            for each in (offer(game, 1, BEN), offer(game, 0, ANNA, CARA), offer(other, 0, ANNA))
        ]
        assert await seats.get(first) == replace(offer(game, 1, BEN), id=first)
        assert await seats.get(99) is None
        assert [each.id for each in await seats.open_of(game)] == [first, second]
        assert [each.id for each in await seats.open_in({other, game})] == [first, second, third]
        await seats.set_message(first, MessageRef(70, 900))
        await seats.settle(first, SubstitutionStatus.WITHDRAWN, NOON + HOUR)
        assert await seats.get(first) == replace(
            offer(game, 1, BEN),
            id=first,
            message=MessageRef(70, 900),
            status=SubstitutionStatus.WITHDRAWN,
            settled=NOON + HOUR,
        )
        assert [each.id for each in await seats.open_in({game})] == [second]
    async with store.write() as session:
        due = await session.of(TimerRepository).due(SEAT_TIMER, NOON + HOUR, 9)
        assert [timer.subject for timer in due] == [second, third]


async def test_a_substitute_takes_the_seat(store: Store) -> None:
    async with store.write() as session:
        await _game(session)
        game = await _game(session)
        matches, seats = session.of(MatchRepository), session.of(SubstitutionRepository)
        before = await matches.lock(game)
        assert before is not None
        await matches.save(before, replace(before, undo=before.undo_point(1, before.timing)))
        accepted = await _hand_over(session, game, 1, BEN, CARA, 6)
        assert (accepted.status, accepted.substitute, accepted.plies, accepted.settled) == (
            SubstitutionStatus.ACCEPTED,
            CARA,
            6,
            NOON + HOUR,
        )
        match = await matches.get(game)
        assert match is not None
        assert (match.players, match.undo) == ((HumanPlayer(ANNA), HumanPlayer(CARA)), None)
        again = await seats.get(await seats.add(offer(game, 1, CARA)))
        assert again is not None
        bo = EnginePlayer("alpha-beta", 2)
        await seats.hand_over(again, BOT, 8, 0, NOON, bo)
        match = await matches.get(game)
        assert match is not None
        assert match.players == (HumanPlayer(ANNA), bo)
        await seats.settle(await seats.add(offer(game, 0, ANNA)), SubstitutionStatus.WITHDRAWN, NOON)
        assert [each.id for each in await seats.accepted_in_match(game)] == [accepted.id, again.id]
        assert await seats.open_of(game) == ()
        assert await session.of(TimerRepository).due(SEAT_TIMER, NOON + HOUR, 9) == ()
        handovers = (Handover(game, BEN, CARA), Handover(game, CARA, BOT))
        assert await seats.handovers_in(match.challenge) == handovers
        other = await _game(session, rated=False)
        await _hand_over(session, other, 0, ANNA, DORA, 1)
        assert await seats.handovers_in_rated_matches("any") == handovers
        assert await seats.handovers_in_rated_matches("conhex") == ()
        unrated = await matches.get(other)
        assert unrated is not None
        assert await seats.handovers_in(unrated.challenge) == (Handover(other, ANNA, DORA),)
        assert [each.leaver for each in await seats.accepted_in_match(other)] == [ANNA]
        assert unrated.players == (HumanPlayer(DORA), HumanPlayer(BEN))


async def _own(session: Session, person: int) -> tuple[list[object], list[object]]:
    current, back = await own_plies(
        session.connection, person, plies_after_takeover(plies), plies_after_takeover(undone)
    )
    return [row["text"] for row in current], [row["text"] for row in back]


async def test_each_ply_belongs_to_the_seats_player_at_that_time(store: Store) -> None:
    async with store.write() as session:
        game = await _game(session)
        entries = [LogEntry(number, (number + 1) % 2, f"m{number}", NOON) for number in range(1, 6)]
        await append(session, game, entries, 1, "five")
        await _hand_over(session, game, 1, BEN, CARA, 5)
        await append(session, game, [LogEntry(6, 1, "m6", NOON), LogEntry(7, 0, "m7", NOON)], 1, "seven")
        await _hand_over(session, game, 1, CARA, DORA, 7)
        await append(session, game, [LogEntry(8, 1, "m8", NOON)], 0, "eight")
        assert (await _own(session, ANNA))[0] == ["m1", "m3", "m5", "m7"]
        assert [(await _own(session, person))[0] for person in (BEN, CARA, DORA)] == [
            ["m2", "m4"],
            ["m6"],
            ["m8"],
        ]
        assert (await _own(session, 99)) == ([], [])
        await _hand_over(session, game, 0, ANNA, BEN, 8)
        await append(session, game, [LogEntry(9, 0, "m9", NOON)], 1, "nine")
        await session.of(SubstitutionRepository).add(offer(game, 0, BEN, ANNA))
        assert (await _own(session, BEN))[0] == ["m2", "m4", "m9"], "now in another seat"
        assert (await _own(session, ANNA))[0] == ["m1", "m3", "m5", "m7"]
        assert sorted((await seats_of(session.connection, BEN))[game]) == [0, 1]
        assert await seats_of(session.connection, CARA) == {game: [1]}
        assert await seats_of(session.connection, 99) == {}


async def test_undone_plies_keep_their_players(store: Store) -> None:
    async with store.write() as session:
        game = await _game(session)
        log, matches = session.of(MatchLogRepository), session.of(MatchRepository)
        await append(session, game, [LogEntry(1, 1, "b1", NOON), LogEntry(2, 1, "b2", NOON)], 1, "two")
        await log.cut(game, 1, 1, NOON)
        match = await matches.lock(game)
        assert match is not None
        await matches.save(match, replace(match, plies=1, taken_back=1))
        await _hand_over(session, game, 1, BEN, CARA, 1)
        # The substitute undoes the leaver's ply too, and plays both again.
        await append(session, game, [LogEntry(2, 1, "c2", NOON)], 1, "two")
        await log.cut(game, 0, 2, NOON + 2 * HOUR)
        await append(session, game, [LogEntry(1, 1, "c1", NOON)], 1, "one")
        await session.of(SubstitutionRepository).add(offer(game, 1, CARA))
        assert await _own(session, BEN) == ([], ["b2", "b1"])
        assert await _own(session, CARA) == (["c1"], ["c2"])


async def test_copied_plies_are_not_attributed_again(store: Store) -> None:
    async with store.write() as session:
        game = await _game(session)
        match = await session.of(MatchRepository).get(game)
        assert match is not None
        entries = [LogEntry(number, 0, f"m{number}", NOON) for number in (1, 2, 3)]
        continued = await session.of(MatchRepository).add(
            new_match(match.challenge, ANNA, BEN, number=2, taken_over=2)
        )
        await append(session, continued, entries, 1, "three")
        assert (await _own(session, ANNA))[0] == ["m3"]


async def test_handovers_lacking_a_take_back_count_keep_ply_owners(store: Store) -> None:
    async with store.write() as session:
        game = await _game(session)
        log, matches = session.of(MatchLogRepository), session.of(MatchRepository)
        await append(session, game, [LogEntry(1, 1, "b1", NOON)], 1, "one")
        await log.cut(game, 0, 1, NOON)
        match = await matches.lock(game)
        assert match is not None
        await matches.save(match, replace(match, plies=0, taken_back=1))
        await append(session, game, [LogEntry(1, 1, "b2", NOON)], 0, "one")
        accepted = await _hand_over(session, game, 1, BEN, CARA, 1)
        await session.connection.execute(
            sa.update(substitutions).where(substitutions.c.id == accepted.id).values(taken_back=None)
        )
        assert await _own(session, BEN) == (["b2"], ["b1"])
        assert await _own(session, CARA) == ([], [])


def test_game_ids_are_queried_in_batches() -> None:
    read = [values["ids"] for values in portions(range(450, 0, -1))]
    assert [(ids[0], ids[-1], len(ids)) for ids in read] == [(1, 200, 200), (201, 400, 200), (401, 450, 50)]
    assert list(portions(())) == []
