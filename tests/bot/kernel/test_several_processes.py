"""Changes by another process are seen despite caches."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import timedelta

import pytest

from bot.kernel.transactions.name_cache import KNOWN_SECONDS, NameCache
from bot.model.challenges.terms import Terms
from bot.model.people.preferences import FORCED
from bot.model.people.privacy import GRACE
from bot.model.ports import LeaseUncertain
from bot.model.refusal import Refusal
from data.cluster.signal_values import Signal, Topic
from data.store import Store
from tests.bot.support.fakes import ANNA, BEN, HALL, World
from tests.bot.support.services import Services, make_services

pytest_plugins = ("tests.bot.support.worlds",)
pytestmark = pytest.mark.parametrize("database_url", ["postgresql"], indirect=True)

SERVER = HALL.server or 0


@pytest.fixture
async def other(database_url: str, world: World) -> AsyncIterator[Services]:
    """The services of another process at the same database."""
    store = await Store.open(database_url)
    yield make_services(store, world.games, world.time, world.chance)
    await store.close()


async def test_cached_positions_follow_moves_of_both_processes(world: World, other: Services) -> None:
    match = await world.match()
    here = world.services
    for services in (here, other):
        assert (await services.matches.position(match.id)).state.position == "0 0 0"
    await here.turns.take_turn(world.by(ANNA), match.id, "take 1")
    assert (await other.matches.position(match.id)).state.position == "1 1 1"
    await other.turns.take_turn(world.by(BEN), match.id, "take 2")
    assert (await here.matches.position(match.id)).state.position == "3 0 2"


async def test_a_replaced_ply_is_seen_by_both_processes(world: World, other: Services) -> None:
    match = await world.match()
    here = world.services
    await here.turns.take_turn(world.by(ANNA), match.id, "take 1")
    assert (await other.matches.position(match.id)).state.position == "1 1 1"
    await other.undo.undo(world.by(ANNA), match.id, 1, 0)
    assert (await here.matches.position(match.id)).state.position == "0 0 0"
    await other.turns.take_turn(world.by(ANNA), match.id, "take 2")
    for services in (here, other):
        assert (await services.matches.position(match.id)).state.position == "2 1 1"


async def test_signals_report_changed_messages_and_handed_over_deliveries(
    database_url: str, world: World
) -> None:
    match = await world.match()
    store = await Store.open(database_url)
    signals: asyncio.Queue[Signal] = asyncio.Queue()
    listening = asyncio.create_task(store.listen(signals.put_nowait))
    async with asyncio.timeout(10):
        assert await signals.get() == Signal(Topic.MISSED)
        await world.outbox.signal_change(77)
        await world.outbox.leave_to_others()
        assert await signals.get() == Signal(Topic.MESSAGE, 77)
        assert await signals.get() == Signal(Topic.NOTICES)
        for delivers, person in ((lambda: True, ANNA), (lambda: False, BEN)):
            services = make_services(world.store, world.games, world.time, world.chance, delivers=delivers)
            await services.turns.take_turn(world.by(person), match.id, "take 1")
            await world.outbox.signal_change(78)
        topics = [(await signals.get()).topic for _ in range(3)]
        assert topics == [Topic.MESSAGE, Topic.NOTICES, Topic.MESSAGE]
    listening.cancel()
    await asyncio.wait([listening])
    await store.close()


async def test_a_move_received_before_a_freeze_is_refused(
    world: World,
) -> None:
    match = await world.match()
    request = world.by(ANNA)
    # The request got no answer, so Anna repeats it at another process.
    await world.services.turns.take_turn(world.by(ANNA), match.id, "take 1")
    await world.services.turns.take_turn(world.by(BEN), match.id, "take 1")
    stood = make_services(world.store, world.games, world.time, world.chance, alive=lambda: False)
    with pytest.raises(LeaseUncertain):
        await stood.turns.take_turn(request, match.id, "take 1")
    assert (await world.services.matches.get(match.id)).plies == 2


def failing() -> bool:
    """Fail at the end of each transaction."""
    raise ConnectionError


async def test_an_uncommitted_ply_is_not_cached(world: World, other: Services) -> None:
    match = await world.match()
    broken = make_services(world.store, world.games, world.time, world.chance, delivers=failing)
    with pytest.raises(ConnectionError):
        await broken.turns.take_turn(world.by(ANNA), match.id, "take 1")
    await other.turns.take_turn(world.by(ANNA), match.id, "take 2")
    assert (await broken.matches.position(match.id)).state.position == "2 1 1"


async def test_a_servers_settings_reach_other_processes(world: World, other: Services) -> None:
    match = await world.match()
    before = await other.people.public_presentation(match)
    await world.services.servers.set_server(
        world.by(ANNA), SERVER, language="en", theme="dark", channels=(1,), games=("conhex",)
    )
    look = await other.people.public_presentation(match)
    assert (before.theme, look.theme, look.locale) == ("", "dark", "en")
    with pytest.raises(Refusal, match="channel-not-allowed"):
        await other.invitations.challenge(world.by(ANNA), Terms("counting", {}, "first"), HALL, [BEN])


async def test_personal_settings_and_blocks_reach_other_processes(world: World, other: Services) -> None:
    await other.settings.preferences(ANNA.id)
    await world.services.settings.set_preferences(world.by(ANNA), theme="dark", language="en")
    preferences = await other.settings.preferences(ANNA.id)
    assert (preferences.theme, preferences.language) == ("dark", "en")
    await world.services.blocks.block(world.by(BEN), ANNA)
    with pytest.raises(Refusal):
        await other.invitations.challenge(world.by(ANNA), Terms("counting", {}, "first"), HALL, [BEN])


async def test_a_person_deleted_by_another_process_can_return(world: World, other: Services) -> None:
    await world.services.name_cache.record_seen(ANNA, HALL)
    await world.challenge(opponent=None)
    await other.deletions.ask(world.by(ANNA))
    world.time.pass_by(GRACE + timedelta(seconds=1))
    await other.deletions.carry_out(ANNA.id)
    assert await world.services.people.names({ANNA.id}) == {}
    # This process still has her cached.
    assert (await world.services.settings.set_value(world.by(ANNA), FORCED, True))[FORCED]
    assert await other.people.names({ANNA.id}) == {ANNA.id: "Anna"}


async def test_a_name_changed_by_another_process_is_restored_after_a_while(world: World) -> None:
    seconds = 0.0
    here = NameCache(world.store, monotonic=lambda: seconds)
    there = NameCache(world.store)
    await here.record_seen(ANNA, HALL)
    await there.record_seen(replace(ANNA, name="Annika"), HALL)
    await here.record_seen(ANNA, HALL)
    assert await world.services.people.names({ANNA.id}) == {ANNA.id: "Annika"}
    seconds += KNOWN_SECONDS
    await here.record_seen(ANNA, HALL)
    assert await world.services.people.names({ANNA.id}) == {ANNA.id: "Anna"}
