"""What the second step brought: several games of a challenge, secrets of dice, people who leave."""

import asyncio
from datetime import UTC, datetime
from pathlib import Path

from bot.play.domain.challenges import SeriesChoice
from bot.play.repositories.store import Store, Tables
from data.records import PersonRecord, PlyRecord
from rules.contract.series import TieBreak
from tests.data.challenges import challenge
from tests.data.players import humans

pytest_plugins = ("tests.data.databases",)

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)


async def _challenge(tables: Tables, *people: int) -> int:
    for person in people:
        await tables.people.meet(PersonRecord(person, f"P{person}", "en"))
    series = SeriesChoice(TieBreak.PLIES)
    return await tables.challenges.add(challenge(people[0], players=4, closed=True, series=series))


async def _game(tables: Tables, of: int, *people: int, number: int = 1) -> int:
    return await tables.matches.add(
        key="any",
        options={},
        challenge=of,
        number=number,
        server=None,
        channel=5,
        locale="en",
        turn=0,
        position="",
        players=humans(*people),
        created=NOON,
    )


async def test_a_secret_is_read_only_when_the_game_is_over(store: Store) -> None:
    async with store.write() as tables:
        game = await _game(tables, await _challenge(tables, 1, 2), 1, 2)
        assert await tables.matches.seed(game) is None
        await tables.matches.set_seed(game, "secret", "hash")
        assert await tables.matches.seed(game) == "secret"
        for record in (
            await tables.matches.get(game),
            await tables.matches.lock(game),
            *await tables.matches.running_of(1, 9),
            *await tables.matches.running_at(5),
            await tables.matches.latest_at(5),
        ):
            assert record is not None
            assert (record.seed, record.commitment) == (None, "hash")
        await tables.matches.finish(game, {}, NOON)
        (over,) = await tables.matches.finished_of(1, 9)
    assert (over.seed, over.commitment) == ("secret", "hash")


async def test_several_plies_are_one_change(store: Store) -> None:
    async with store.write() as tables:
        game = await _game(tables, await _challenge(tables, 1, 2), 1, 2)
        plies = [PlyRecord(number, None, f"roll:{number}", NOON) for number in (1, 2, 3)]
        await tables.matches.add_plies(game, plies, turn=1, position="three")
        record = await tables.matches.get(game)
        assert await tables.matches.plies(game, 0, 9) == tuple(plies)
    assert record is not None
    assert (record.plies, record.turn, record.position) == (3, 1, "three")


async def test_who_has_left_neither_plays_nor_has_finished(store: Store) -> None:
    async with store.write() as tables:
        game = await _game(tables, await _challenge(tables, 1, 2, 3), 1, 2, 3)
        await tables.matches.retire(game, 2, [(2, 8)])
        await tables.matches.retire(game, 0, [(2, 8), (0, 11)])
        record = await tables.matches.get(game)
        assert record is not None
        assert (record.retired, record.people) == (((2, 8), (0, 11)), (1, 2, 3))
        counts = [await tables.matches.count_of(person) for person in (1, 2, 3)]
        assert counts == [0, 1, 0]
        assert await tables.matches.running_of(3, 9) == ()
        assert await tables.matches.finished_of(3, 9) == ()
        assert len(await tables.matches.running_of(2, 9)) == 1
        await tables.matches.finish(game, {}, NOON)
        assert [len(await tables.matches.finished_of(person, 9)) for person in (1, 2, 3)] == [1, 1, 1]


async def test_games_of_a_challenge_are_numbered(store: Store) -> None:
    async with store.write() as tables:
        made = await _challenge(tables, 1, 2)
        second = await _game(tables, made, 2, 1, number=2)
        first = await _game(tables, made, 1, 2)
        games = await tables.matches.of_challenge(made)
        assert [(game.id, game.number, game.tie_break) for game in games] == [
            (first, 1, "plies"),
            (second, 2, "plies"),
        ]
        record = await tables.challenges.get(made)
        assert record is not None
        assert record.match == first
        assert await tables.matches.of_challenge(404) == ()


async def test_many_that_open_a_new_file_at_once_all_succeed(tmp_path: Path) -> None:
    for number in range(8):
        url = f"sqlite:///{tmp_path}/games{number}.db"
        stores = await asyncio.gather(*(Store.open(url) for _ in range(4)))
        for store in stores:
            await store.close()
