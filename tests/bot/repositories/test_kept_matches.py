"""Matches with their complete logs, damaged ones among them."""

from datetime import UTC, datetime, timedelta

import sqlalchemy as sa

from bot.model.match.log_entry import Automatic, LogEntry
from bot.repositories.challenges import ChallengeRepository
from bot.repositories.matches.kept_matches import count_games, kept_games
from bot.repositories.matches.matches import MatchRepository
from bot.repositories.people.people import PersonRepository
from bot.repositories.records.people import PersonRecord
from bot.repositories.tables.match_tables import seats
from data.store import Store
from rules.contract import Outcome
from tests.data.challenges import challenge
from tests.data.matches import append, new_match

pytest_plugins = ("tests.data.databases",)

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
EARLIER = NOON - timedelta(seconds=1)
"""A ply may be logged before its predecessor: clocks are sometimes set back."""


async def test_games_come_with_logs_seats_and_secrets(store: Store) -> None:
    first_log = [LogEntry(1, None, "roll:2", NOON), LogEntry(2, 0, "a1", EARLIER, Automatic.FORCED)]
    async with store.write() as session:
        for person in (1, 2):
            await session.of(PersonRepository).record_seen(PersonRecord(person, f"P{person}", "en"))
        of = await session.of(ChallengeRepository).add(challenge(1))
        matches = session.of(MatchRepository)
        first, second, bare, damaged = [
            await matches.add(new_match(of, 1, 2, number=number, commitment="c0ffee"), f"sealed{number}")
            for number in range(1, 5)
        ]
        await matches.set_seed(first, "seed", "c0ffee")
        await append(session, first, first_log, 1, "two")
        await append(session, second, [LogEntry(1, 0, "b2", NOON)], 1, "one")
        match = await matches.lock(second)
        assert match is not None
        left = match.with_leaver(1, 2)
        await matches.save(match, left)
        await matches.save(left, left.end(Outcome((0,), "any"), NOON))
        await session.connection.execute(sa.delete(seats).where(seats.c.game == bare))
        spoil = sa.text("UPDATE games SET options = '[7]' WHERE id = :id")
        await session.connection.execute(spoil, {"id": damaged})
    async with store._engines.reader.connect() as connection:
        assert await count_games(connection, 0, running=False) == 4
        assert await count_games(connection, first, running=True) == 2
        assert await kept_games(connection, damaged, 9, running=False) == ()
        assert [game.id for game in await kept_games(connection, 0, 9, running=True)] == [
            first,
            bare,
            damaged,
        ]
        assert [game.id for game in await kept_games(connection, first, 2, running=False)] == [second, bare]
        kept = await kept_games(connection, 0, 9, running=False)
    assert [game.id for game in kept] == [first, second, bare, damaged]
    assert [list(game.plies) for game in kept] == [first_log, [LogEntry(1, 0, "b2", NOON)], [], []]
    assert [list(game.playing) for game in kept] == [[True, True], [False, False], [], [True, True]]
    assert [(game.seed, game.sealed) for game in kept[:2]] == [("seed", "sealed1"), (None, "sealed2")]
    assert [game.match.plies if game.match else None for game in kept[:3]] == [2, 1, None]
    assert (kept[2].unreadable, kept[0].unreadable) == (None, None)
    assert kept[3].match is None
    assert "TypeError" in (kept[3].unreadable or "")
