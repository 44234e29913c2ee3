import asyncio
import os
import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest
import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError, StatementError

from bot.model.match.log_entry import LogEntry
from bot.model.match.timing import Timing
from bot.model.people.person import Place
from bot.repositories.challenges import ChallengeRepository
from bot.repositories.matches.match_log import MatchLogRepository
from bot.repositories.matches.matches import MatchRepository
from bot.repositories.outbox.notices import NoticeRepository
from bot.repositories.outbox.requests import RequestRepository
from bot.repositories.people.people import PersonRepository
from bot.repositories.records.outbox import NewNotice, RequestRecord
from bot.repositories.records.people import PersonRecord
from bot.repositories.tables.outbox_tables import PUBLIC
from data.cluster.timers import TimerRepository
from data.outages import OUTAGES
from data.session import Session
from data.store import Store
from tests.data.challenges import challenge
from tests.data.matches import append, new_match

pytest_plugins = ("tests.data.databases",)

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)


async def _game(session: Session, *people: int) -> int:
    for person in people:
        await session.of(PersonRepository).record_seen(PersonRecord(person, f"P{person}", "en"))
    challenge_id = await session.of(ChallengeRepository).add(challenge(people[0], options={"size": "3"}))
    return await session.of(MatchRepository).add(
        new_match(challenge_id, *people, options={"size": "3"}, position="start")
    )


async def test_a_failed_block_is_rolled_back(store: Store) -> None:
    async def fail() -> None:
        async with store.write() as session:
            await session.of(PersonRepository).record_server(7, "de")
            raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        await fail()
    async with store.read() as session:
        assert await session.of(PersonRepository).server_locale(7) is None


async def test_due_times_are_announced_only_after_commit(store: Store) -> None:
    moments: list[datetime] = []
    store.when_due(moments.append)
    async with store.write() as session:
        game = await _game(session, 1, 2)
    assert not moments

    async def fail() -> None:
        async with store.write() as session:
            await session.of(MatchRepository).keep_times({game: Timing(NOON, due=NOON)})
            raise RuntimeError("enough")

    with pytest.raises(RuntimeError):
        await fail()
    assert not moments
    async with store.write() as session:
        await session.of(MatchRepository).keep_times({game: Timing(NOON, due=NOON + timedelta(days=2))})
        await session.of(TimerRepository).set("any", 1, NOON + timedelta(days=1))
        assert not moments
    assert moments == [NOON + timedelta(days=1)]


async def test_a_cancelled_block_is_rolled_back_and_blocks_nobody(store: Store) -> None:
    inside = asyncio.Event()

    async def stuck() -> None:
        async with store.write() as session:
            await session.of(PersonRepository).record_server(7, "de")
            inside.set()
            await asyncio.Event().wait()

    task = asyncio.create_task(stuck())
    await inside.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    async with store.write() as session:
        assert await session.of(PersonRepository).server_locale(7) is None
        await session.of(PersonRepository).record_server(7, "fr")
    async with store.read() as session:
        assert await session.of(PersonRepository).server_locale(7) == "fr"


async def test_cancelling_at_any_time_never_blocks_the_writer(store: Store) -> None:
    async def write(number: int) -> None:
        async with store.write() as session:
            for server in range(3):
                await session.of(PersonRepository).record_server(server + 1, str(number))

    for steps in range(25):
        task = asyncio.create_task(write(steps))
        for _ in range(steps):
            await asyncio.sleep(0)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        async with store.write() as session:
            values = {await session.of(PersonRepository).server_locale(server) for server in (1, 2, 3)}
        assert len(values) == 1


async def test_reads_proceed_during_an_open_transaction(store: Store) -> None:
    async with store.write() as writing:
        await writing.of(PersonRepository).record_server(7, "de")
        async with store.read() as reading:
            assert await reading.of(PersonRepository).server_locale(7) is None


async def test_writers_wait_for_each_other(store: Store) -> None:
    async with store.write() as session:
        game = await _game(session, 1, 2)

    async def play(text: str) -> None:
        async with store.write() as session:
            record = await session.of(MatchRepository).lock(game)
            assert record is not None
            ply = LogEntry(record.plies + 1, 0, text, NOON)
            await append(session, game, [ply], 0, text)

    await asyncio.gather(*(play(str(number)) for number in range(12)))
    async with store.read() as session:
        plies = await session.of(MatchLogRepository).plies(game, 0, 99)
    assert [ply.number for ply in plies] == list(range(1, 13))
    assert sorted(int(ply.text) for ply in plies) == list(range(12))


async def test_a_log_number_is_unique(store: Store) -> None:
    async with store.write() as session:
        game = await _game(session, 1, 2)
        await append(session, game, [LogEntry(1, 0, "a", NOON)], 1, "a")
    with pytest.raises(IntegrityError):
        async with store.write() as session:
            await append(session, game, [LogEntry(1, 1, "b", NOON)], 0, "b")
    async with store.read() as session:
        assert [ply.text for ply in await session.of(MatchLogRepository).plies(game, 0, 9)] == ["a"]


async def test_a_game_of_six_stores_chance_and_repeated_plies(store: Store) -> None:
    async with store.write() as session:
        game = await _game(session, 11, 12, 13, 14, 15, 16)
        for number, seat in enumerate((None, 0, 0, None, 5), start=1):
            await append(session, game, [LogEntry(number, seat, f"t{number}", NOON)], None, "p")
    async with store.read() as session:
        record = await session.of(MatchRepository).get(game)
        assert record is not None
        assert record.people == (11, 12, 13, 14, 15, 16)
        assert [ply.seat for ply in await session.of(MatchLogRepository).plies(game, 0, 5)] == [
            None,
            0,
            0,
            None,
            5,
        ]
        assert [ply.number for ply in await session.of(MatchLogRepository).plies(game, 2, 4)] == [3, 4]


async def test_timestamps_are_returned_in_utc(store: Store) -> None:
    elsewhere = NOON.astimezone(timezone(timedelta(hours=5, minutes=30)))
    async with store.write() as session:
        game = await _game(session, 1, 2)
        await append(session, game, [LogEntry(1, 0, "a", elsewhere)], 1, "a")
    async with store.read() as session:
        (ply,) = await session.of(MatchLogRepository).plies(game, 0, 1)
    assert ply.played == NOON
    assert ply.played.utcoffset() == timedelta(0)


async def test_naive_timestamps_are_refused(store: Store) -> None:
    naive = NOON.replace(tzinfo=None)
    with pytest.raises(StatementError, match="no time zone"):
        async with store.write() as session:
            await session.of(RequestRepository).add(RequestRecord("r", 1, "turn", 1, None), naive)


async def test_a_dangling_reference_is_refused(store: Store) -> None:
    with pytest.raises(IntegrityError):
        async with store.write() as session:
            await session.of(RequestRepository).add(RequestRecord("r", 404, "turn", 1, None), NOON)


async def test_errors_hide_the_written_values(store: Store) -> None:
    async def fail() -> None:
        async with store._engines.writer.begin() as connection:
            statement = sa.text("INSERT INTO games (id, seed) VALUES (:id, :seed)")
            await connection.execute(statement, {"id": 9, "seed": "very secret"})

    with pytest.raises(IntegrityError) as refused:
        await fail()
    assert "very secret" not in str(refused.value)


async def test_a_mentioned_person_keeps_their_language(store: Store) -> None:
    async with store.write() as session:
        await session.of(PersonRepository).record_mentioned(PersonRecord(1, "Al", "en"))
        await session.of(PersonRepository).record_seen(PersonRecord(1, "Al", "de"))
        await session.of(PersonRepository).record_mentioned(PersonRecord(1, "Albert", "en"))
    async with store.read() as session:
        assert await session.of(PersonRepository).get(1) == PersonRecord(1, "Albert", "de")
        assert await session.of(PersonRepository).names([1, 2]) == {1: "Albert"}
        assert await session.of(PersonRepository).names([]) == {}


async def test_a_challenge_uses_the_servers_current_language(store: Store) -> None:
    async with store.write() as session:
        await session.of(PersonRepository).record_seen(PersonRecord(1, "Al", "en"))
        await session.of(PersonRepository).record_server(7, "en")
        challenge_id = await session.of(ChallengeRepository).add(challenge(1, place=Place(7, 5, "en")))
        await session.of(PersonRepository).record_server(7, "de")
    async with store.read() as session:
        record = await session.of(ChallengeRepository).get(challenge_id)
    assert record is not None
    assert record.place.locale == "de"


async def test_notices_keep_their_insertion_order(store: Store) -> None:
    async with store.write() as session:
        await _game(session, 1, 2)
        new = [NewNotice("ply", 1, PUBLIC, 1, number, {"move": "é☃"}) for number in range(5)]
        await session.of(NoticeRepository).add(new, NOON)
        claimed = [await session.of(NoticeRepository).claim("me", NOON, 10)]
        await session.of(NoticeRepository).close(claimed[0][0].id, "delivered")
        claimed.append(await session.of(NoticeRepository).claim("me", NOON, 10))
    assert [[notice.ply for notice in batch] for batch in claimed] == [[0], [1]]
    assert claimed[0][0].data == {"move": "é☃"}


async def test_sqlite_commits_are_durable_and_checked(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    store = await Store.open(f"sqlite:///{path}")
    for connected in (store._engines.writing, store._engines.reading, store._engines.writer.connect):
        async with connected() as connection:
            pragmas = {}
            for name in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout"):
                statement = sa.text(f"PRAGMA {name}").columns(sa.column(name))
                pragmas[name] = (await connection.execute(statement)).scalar_one()
        assert pragmas == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "busy_timeout": 15_000}
    await store.close()


async def test_a_sqlite_write_block_locks_from_its_first_statement(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    store = await Store.open(f"sqlite:///{path}")
    other = sqlite3.connect(path, timeout=0)
    async with store.write() as session:
        await session.of(PersonRepository).get(1)
        with pytest.raises(sqlite3.OperationalError, match="locked"):
            other.execute("BEGIN IMMEDIATE")
    other.execute("BEGIN IMMEDIATE")
    other.close()
    await store.close()


@pytest.mark.parametrize("database_url", ["postgresql"], indirect=True)
async def test_an_idle_transaction_releases_its_locks(store: Store, database_url: str) -> None:
    del store  # requested for its tables
    standing = await Store.open(database_url, idle_limit=timedelta(seconds=0.2))
    other = await Store.open(database_url)
    async with other.write() as session:
        await session.of(PersonRepository).record_seen(PersonRecord(1, "Anna", "en"))

    async def stand_still() -> None:
        async with standing.write() as session:
            await session.of(PersonRepository).lock({1})
            async with asyncio.timeout(10), other.write() as others:
                await others.of(PersonRepository).lock({1})

    with pytest.raises(OUTAGES):
        await stand_still()
    await standing.close()
    await other.close()


def _modes(folder: Path) -> dict[str, int]:
    return {path.name: path.stat().st_mode & 0o777 for path in folder.iterdir()}


async def test_a_new_file_is_private(tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    before = os.umask(0o022)
    try:
        store = await Store.open(f"sqlite:///{file}")
        async with store.write() as session:
            await session.of(PersonRepository).record_seen(PersonRecord(1, "Anna", "de"))
        modes = _modes(tmp_path)
        await store.close()
    finally:
        os.umask(before)
    assert modes == {"games.db": 0o600, "games.db-wal": 0o600, "games.db-shm": 0o600}


async def test_permissions_of_an_existing_file_are_kept(tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    file.touch(0o640)
    await (await Store.open(f"sqlite:///{file}")).close()
    assert file.stat().st_mode & 0o777 == 0o640


async def test_a_write_is_refused_while_the_file_is_moved_away(tmp_path: Path) -> None:
    file, aside = tmp_path / "games.db", tmp_path / "aside.db"
    store = await Store.open(f"sqlite:///{file}")
    file.rename(aside)
    with pytest.raises(OSError, match="was moved away"):
        async with store.write():
            pytest.fail("a write began")
    aside.rename(file)
    async with store.write() as session:
        await session.of(PersonRepository).record_server(7, "de")
    await store.close()


async def test_erased_data_leaves_the_log_once_a_reader_ends(tmp_path: Path) -> None:
    file, log = tmp_path / "games.db", tmp_path / "games.db-wal"
    store = await Store.open(f"sqlite:///{file}")

    async def put_locale(locale: str, *, erases: bool = False) -> None:
        async with store.write() as session:
            await session.of(PersonRepository).record_server(7, locale)
            session.erases = erases

    await put_locale("klingon")
    with closing(sqlite3.connect(file, isolation_level=None)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM players").fetchall()
        await put_locale("de", erases=True)
        reader.execute("COMMIT")
    assert b"klingon" in log.read_bytes()
    await put_locale("en")
    assert not [part for part in (file, log) if b"klingon" in part.read_bytes()]
    await store.close()


async def test_concurrent_opens_of_a_new_file_all_succeed(tmp_path: Path) -> None:
    for number in range(2):
        url = f"sqlite:///{tmp_path}/games{number}.db"
        stores = await asyncio.gather(*(Store.open(url) for _ in range(4)))
        for store in stores:
            await store.close()
