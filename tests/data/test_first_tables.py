"""Databases of version 0.1.0 keep everything when they are brought up to date."""

from collections.abc import Mapping
from datetime import UTC, datetime

import pytest
import sqlalchemy as sa
from alembic import command
from sqlalchemy.exc import IntegrityError

from bot.model.match.log_entry import LogEntry
from bot.model.match.timing import Timing
from bot.model.time.clocks import NO_CLOCK
from bot.repositories.challenges import ChallengeRepository
from bot.repositories.match_log import MatchLogRepository
from bot.repositories.matches import MatchRepository
from bot.repositories.notices import NoticeRepository
from bot.repositories.tables.outbox_tables import PUBLIC
from data.engines import make_engines
from data.migration import TODAY
from data.migration_steps import configured
from data.store import Store
from data.urls import driver_url
from rules.contract import Outcome
from tests.data.matches import append, new_match

pytest_plugins = ("tests.data.databases",)

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
_GAMES = (1, 2, 3)
_OVER = 2
_CHALLENGE = {"key": "any", "options": {}, "challenger": 1, "opponent": 2, "role": "random", "server": 7}
_GAME = {
    "key": "any",
    "options": {"size": "3"},
    "number": 1,
    "server": 7,
    "thread": 6,
    "home": 6,
    "position": "p",
    "retired": [],
    "since": NOON,
}
_NOTICE = {"kind": "ply", "audience": PUBLIC, "ply": 2, "data": {}, "status": "waiting", "due": NOON}
_OUTCOME = {"winners": [0], "reason": "any"}


def _begin_as_then(connection: sa.Connection) -> None:
    config = configured(TODAY.folders)
    config.attributes["connection"] = connection
    command.upgrade(config, "0005")
    then = sa.MetaData()
    then.reflect(connection)

    def add(table: str, *rows: Mapping[str, object]) -> None:
        moments = {"created", "updated"} & set(then.tables[table].c.keys())
        filled = [{**row, **dict.fromkeys(moments, NOON)} for row in rows]
        connection.execute(sa.insert(then.tables[table]), filled)

    add("players", {"id": 1, "name": "Al", "locale": "en"}, {"id": 2, "name": "Bo", "locale": "de"})
    add("servers", {"id": 7, "locale": "de"})
    where: dict[str, object] = {"channel": 5, "locale": "en"}
    for number in _GAMES:
        add("challenges", {**_CHALLENGE, **where, "status": "accepted", "accepted_by": 2, "message": 9})
        now: dict[str, object] = {"status": "running", "turn": 0, "outcome": None}
        if number == _OVER:
            now = {"status": "finished", "turn": None, "outcome": _OUTCOME}
        add("games", {**_GAME, **where, **now, "challenge": number, "plies": 2})
        add(
            "seats", *({"game": number, "seat": seat, "player": seat + 1, "running": True} for seat in (0, 1))
        )
        plies = ((1, 0, "a"), (2, 1, "b"))
        add(
            "plies",
            *({"game": number, "number": n, "seat": s, "text": t, "played": NOON} for n, s, t in plies),
        )
        add("notices", {**_NOTICE, "stream": number, "game": number, "attempts": 0, "uncertain": False})


@pytest.fixture
async def old_url(database_url: str) -> str:
    engines = make_engines(driver_url(database_url))
    async with engines.writer.begin() as connection:
        await connection.run_sync(_begin_as_then)
    await engines.dispose()
    return database_url


async def test_what_was_there_stays(old_url: str) -> None:
    store = await Store.open(old_url)
    async with store.write() as session:
        for number in _GAMES:
            game = await session.of(MatchRepository).get(number)
            assert game is not None
            assert (game.people, game.options, game.place.locale) == ((1, 2), {"size": "3"}, "de")
            assert (game.number, game.retired, game.seed, game.tie_break) == (1, (), None, None)
            assert (game.thread, game.plies, game.created) == (6, 2, NOON)
            assert (game.clock, game.timing) == (NO_CLOCK, Timing(since=game.updated))
            assert (game.offers, game.taken_back, game.planned) == ((), 0, False)
            assert [ply.text for ply in await session.of(MatchLogRepository).plies(number, 0, 9)] == [
                "a",
                "b",
            ]
            challenge = await session.of(ChallengeRepository).get(number)
            assert challenge is not None
            assert (challenge.match, challenge.message, challenge.guests) == (number, 9, ())
            assert (challenge.terms.players, challenge.closed) == (None, False)
            assert challenge.terms.clock == NO_CLOCK
            assert (challenge.rematch_of, challenge.counter_to) == (None, None)
        finished = await session.of(MatchRepository).get(_OVER)
        assert finished is not None
        assert (finished.outcome, finished.turn) == (Outcome((0,), "any"), None)
        assert [game.id for game in await session.of(MatchRepository).running_at(6)] == [1, 3]
        waiting = await session.of(NoticeRepository).claim("me", NOON, 9)
    await store.close()
    assert [(notice.game, notice.audience) for notice in waiting] == [(1, PUBLIC), (2, PUBLIC), (3, PUBLIC)]


async def test_rows_point_to_the_tables_made_anew(old_url: str) -> None:
    store = await Store.open(old_url)
    with pytest.raises(IntegrityError):
        async with store.write() as session:
            await append(session, 404, [LogEntry(1, 0, "a", NOON)], 0, "")
    with pytest.raises(IntegrityError):
        async with store._engines.writer.begin() as connection:
            await connection.exec_driver_sql("DELETE FROM games WHERE id = 1")
    async with store.read() as session:
        assert await session.of(MatchRepository).get(1) is not None
    await store.close()


async def test_a_challenge_may_lead_to_several_games_since(old_url: str) -> None:
    store = await Store.open(old_url)

    async def add(number: int) -> int:
        async with store.write() as session:
            return await session.of(MatchRepository).add(new_match(1, 2, 1, number=number))

    second = await add(2)
    assert second == len(_GAMES) + 1
    with pytest.raises(IntegrityError):
        await add(1)
    async with store.read() as session:
        challenge = await session.of(ChallengeRepository).get(1)
        assert challenge is not None
        assert challenge.match == 1
        assert [game.people for game in await session.of(MatchRepository).of_challenge(1)] == [(1, 2), (2, 1)]
    await store.close()


async def test_errors_do_not_repeat_what_was_to_be_written(old_url: str) -> None:
    store = await Store.open(old_url)

    async def fail() -> None:
        async with store._engines.writer.begin() as connection:
            statement = sa.text("INSERT INTO games (id, seed) VALUES (:id, :seed)")
            await connection.execute(statement, {"id": 9, "seed": "very secret"})

    with pytest.raises(IntegrityError) as refused:
        await fail()
    await store.close()
    assert "very secret" not in str(refused.value)
