"""The challenges that are open to anyone in a server."""

from dataclasses import replace
from datetime import timedelta

from bot.features.servers.service.player_lists import Listing
from bot.kernel.transactions.open_challenges import open_to_all
from bot.model.challenges.challenge import Challenge
from bot.model.challenges.terms import Terms
from bot.model.people.person import Place
from tests.bot.support.fakes import ANNA, BEN, CARA, DORA, EMIL, FINN, HALL, World

pytest_plugins = ("tests.bot.support.worlds",)

THREAD = replace(HALL, channel=71, parent=70)
DEN = replace(HALL, channel=72)


async def ask(world: World, place: Place = HALL, key: str = "counting") -> Challenge:
    return await world.services.invitations.challenge(world.by(ANNA), Terms(key, {}), place)


async def open_in(world: World, server: int = 7) -> list[int]:
    return [challenge.id for challenge in await world.services.challenges.open_in(server)]


async def test_open_challenges_are_listed_newest_first(world: World) -> None:
    first, table = await ask(world), await world.lobby()
    await world.challenge(opponent=BEN)
    await world.lobby(invited=(BEN,))
    last = await ask(world, THREAD)
    assert await open_in(world) == [last.id, table.id, first.id]
    assert await open_in(world, 8) == []


async def test_closed_and_expired_challenges_are_not_listed(world: World) -> None:
    accepted, withdrawn, late = await ask(world), await ask(world), await ask(world)
    await world.services.invitations.accept(world.by(BEN), accepted.id)
    await world.services.invitations.withdraw(world.by(ANNA), withdrawn.id)
    assert await open_in(world) == [late.id]
    world.time.pass_by(timedelta(days=14))
    assert await open_in(world) == []


async def test_challenges_in_private_threads_are_not_listed(world: World) -> None:
    await ask(world, replace(THREAD, private=True))
    assert await open_in(world) == []


async def test_a_table_is_listed_while_it_has_room(world: World) -> None:
    table = await world.lobby(BEN, CARA, DORA, EMIL)
    assert await open_in(world) == [table.id]
    await world.services.lobbies.join(world.by(FINN), table.id)
    assert await open_in(world) == []
    await world.services.lobbies.leave(world.by(FINN), table.id)
    assert await open_in(world) == [table.id]
    await world.services.lobbies.close(world.by(ANNA), table.id, closed=True)
    assert await open_in(world) == []


async def test_changed_server_rules_apply_to_open_challenges(world: World) -> None:
    inside, thread, outside = await ask(world), await ask(world, THREAD), await ask(world, DEN)
    await world.services.servers.set_server(world.by(DORA), 7, channels=(70,))
    assert await open_in(world) == [thread.id, inside.id]
    await world.services.servers.set_server(world.by(DORA), 7, channels=(), games=("conhex",))
    assert await open_in(world) == []
    await world.services.servers.set_server(world.by(DORA), 7, games=())
    assert await open_in(world) == [outside.id, thread.id, inside.id]
    await world.services.player_lists.add(world.by(DORA), 7, Listing.BARRED, [ANNA], [])
    assert await open_in(world) == []


async def test_challenges_for_unknown_games_are_not_listed(world: World) -> None:
    known, _ = await ask(world), await ask(world, key="conhex")
    games = {key: game for key, game in world.games.items() if key != "conhex"}
    async with world.store.read() as session:
        listed = await open_to_all(session, games, 7, world.time.now)
    assert [challenge.id for challenge in listed] == [known.id]
