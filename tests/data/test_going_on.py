"""What the second step brought: guests, several games of a challenge, secrets of dice, people who leave."""

import asyncio
from datetime import UTC, datetime
from pathlib import Path

import pytest
from sqlalchemy.exc import IntegrityError

from bot.play.repositories.store import Store, Tables
from data.records import GuestRecord, PersonRecord, PlyRecord
from tests.data.players import humans

pytest_plugins = ("tests.data.databases",)

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
_HOST = GuestRecord(1, invited=False, joined=0, party=None)


async def _challenge(tables: Tables, *people: int) -> int:
    for person in people:
        await tables.people.meet(PersonRecord(person, f"P{person}", "en"))
    return await tables.challenges.add(
        key="any",
        options={},
        challenger=people[0],
        opponent=None,
        role="random",
        server=None,
        channel=5,
        locale="en",
        created=NOON,
        players=4,
        closed=True,
        tie_break="plies",
    )


async def _game(tables: Tables, challenge: int, *people: int, number: int = 1) -> int:
    return await tables.matches.add(
        key="any",
        options={},
        challenge=challenge,
        number=number,
        server=None,
        channel=5,
        locale="en",
        turn=0,
        position="",
        players=humans(*people),
        created=NOON,
    )


async def test_guests_come_in_order_of_joining_then_those_invited(store: Store) -> None:
    async with store.write() as tables:
        challenge = await _challenge(tables, 1, 2, 3, 4, 5)
        await tables.challenges.add_guests(
            challenge,
            [
                GuestRecord(5, invited=True, joined=None, party=None),
                GuestRecord(2, invited=False, joined=7, party=1),
                GuestRecord(4, invited=True, joined=None, party=None),
                GuestRecord(3, invited=True, joined=3, party=None),
                _HOST,
            ],
        )
        await tables.challenges.add_guests(challenge, [])
    async with store.read() as tables:
        record = await tables.challenges.get(challenge)
    assert record is not None
    assert [guest.player for guest in record.guests] == [1, 3, 2, 4, 5]
    assert record.guests[2] == GuestRecord(2, invited=False, joined=7, party=1)
    assert (record.players, record.closed, record.tie_break) == (4, True, "plies")


async def test_someone_is_a_guest_once(store: Store) -> None:
    async with store.write() as tables:
        challenge = await _challenge(tables, 1)
        await tables.challenges.add_guests(challenge, [_HOST])
    with pytest.raises(IntegrityError):
        async with store.write() as tables:
            await tables.challenges.add_guests(challenge, [_HOST])
    async with store.write() as tables:
        await tables.challenges.forget_guest(challenge, 1)
        await tables.challenges.add_guests(challenge, [_HOST])
        await tables.challenges.set_closed(challenge, closed=False)
        record = await tables.challenges.lock(challenge)
    assert record is not None
    assert (record.guests, record.closed) == ((_HOST,), False)


async def test_guests_find_open_challenges_only(store: Store) -> None:
    async with store.write() as tables:
        challenges = [await _challenge(tables, 1, 2, 3) for _ in range(2)]
        for challenge in challenges:
            await tables.challenges.add_guests(
                challenge, [_HOST, GuestRecord(2, invited=True, joined=None, party=None)]
            )
        assert [record.id for record in await tables.challenges.open_of(2)] == challenges
        await tables.challenges.settle(challenges[0], "accepted")
        for person in (1, 2):
            (record,) = await tables.challenges.open_of(person)
            assert (record.id, len(record.guests)) == (challenges[1], 2)
        assert await tables.challenges.open_of(3) == ()
        assert await tables.challenges.lock(404) is None


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
        challenge = await _challenge(tables, 1, 2)
        second = await _game(tables, challenge, 2, 1, number=2)
        first = await _game(tables, challenge, 1, 2)
        games = await tables.matches.of_challenge(challenge)
        assert [(game.id, game.number, game.tie_break) for game in games] == [
            (first, 1, "plies"),
            (second, 2, "plies"),
        ]
        record = await tables.challenges.get(challenge)
        assert record is not None
        assert record.game == first
        assert await tables.matches.of_challenge(404) == ()


async def test_many_that_open_a_new_file_at_once_all_succeed(tmp_path: Path) -> None:
    for number in range(8):
        url = f"sqlite:///{tmp_path}/games{number}.db"
        stores = await asyncio.gather(*(Store.open(url) for _ in range(4)))
        for store in stores:
            await store.close()
