"""The cache of the latest positions."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

import pytest

from bot.kernel.transactions.state_cache import LogCut, StateCache
from bot.model.match.match import Match
from bot.model.match.match_log import Stop
from bot.repositories.matches.matches import MatchRepository
from rules.contract import RulesVersion, State
from tests.bot.support.fakes import ANNA, BEN, Counting, World

pytest_plugins = ("tests.bot.support.worlds",)


async def _play_moves(world: World, *moves: str) -> Match:
    match = await world.match()
    for number, move in enumerate(moves):
        await world.services.turns.take_turn(world.by((ANNA, BEN)[number % 2]), match.id, move)
    async with world.store.read() as session:
        record = await session.of(MatchRepository).get(match.id)
    assert record is not None
    return record


@dataclass(frozen=True, slots=True)
class Shorter(Counting):
    """Counting with later rules, which end it at 4."""

    versions: tuple[RulesVersion, ...] = (RulesVersion(1, "The first rules."), RulesVersion(2, "Ends at 4."))

    def new(self, options: Mapping[str, str] | None = None, players: int | None = None) -> State:
        return Counting.new(self, {**(options or {}), "goal": "4"}, players)


async def test_a_running_game_ended_by_later_rules_stops(world: World) -> None:
    record = await _play_moves(world, "take 2", "take 2")
    # Both rules lead to this position; only the later ones end the game there.
    record = replace(record, position="4 1 2")
    cache = StateCache({**world.games, "counting": Shorter()})
    async with world.store.read() as session:
        reached = await cache.reach(session, record, record.plies)
        before = await cache.reach(session, record, record.plies - 1)
    assert reached.stop == Stop(2, 1, 2, elsewhere=True)
    assert before.stop is None


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
@pytest.mark.parametrize("cached", [None, 1])
async def test_a_truncated_log_is_detected(world: World, cached: int | None) -> None:
    record = await _play_moves(world, "take 2", "take 1")
    cache = StateCache(world.games)
    async with world.store.read() as session:
        if cached is not None:
            await cache.at(session, record, cached)
        with pytest.raises(LogCut):
            await cache.reach(session, replace(record, plies=3), 3)
        assert (await cache.reach(session, record, 2)).state.position == "3 0 2"


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
async def test_the_log_overrides_a_differing_stored_position(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    record = replace(await _play_moves(world, "take 2", "take 1"), position="9 1 2")
    async with world.store.read() as session:
        states = [await StateCache(world.games).at(session, record, number) for number in (1, 2)]
    assert [state.position for state in states] == ["2 1 1", "3 0 2"]
    assert caplog.messages == [f"game {record.id} is stored as '9 1 2', but its log gives '3 0 2'"]


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
async def test_a_log_invalid_under_later_rules_stops_at_the_same_ply(world: World) -> None:
    record = await _play_moves(world, "take 2", "take 2", "take 1")
    cache = StateCache({**world.games, "counting": Shorter()})
    async with world.store.read() as session:
        reached = [await cache.reach(session, record, number) for number in (3, 3, 2)]
    assert [(known.state.position, known.stop) for known in reached] == [
        ("4 1 2", Stop(2, 1, 2)),
        ("4 1 2", Stop(2, 1, 2)),
        ("4 1 2", None),
    ]
