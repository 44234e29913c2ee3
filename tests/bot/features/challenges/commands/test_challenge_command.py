"""`/challenge` proposes the same terms as the start page."""

from typing import Any

import pytest

import rules
from bot.features.servers.service.player_lists import Listing
from data.store import Store
from tests.bot.chat import guilds
from tests.bot.chat.presses import Presses
from tests.bot.chat.surfaces import command_of
from tests.bot.support.fakes import ANNA, BEN, CARA, HALL, World

pytest_plugins = ("tests.bot.support.worlds",)


@pytest.fixture
def world(store: Store) -> World:
    """Return a world of games whose texts are in the catalogues."""
    return World(store, {key: rules.GAMES[key] for key in ("conhex", "hnefatafl")})


async def challenge(world: World, key: str, **given: Any) -> str:
    presses = Presses(world, {})
    await presses.command(ANNA, command_of(presses.app, "challenge", key), **given)
    (challenge,) = await world.services.challenges.open_in(HALL.server or 0)
    terms = challenge.terms
    return f"{terms.clock} rated={terms.rated} tie={terms.tie_break}"


@pytest.mark.parametrize(
    ("key", "options", "terms"),
    [
        ("conhex", {}, "3d rated=False tie=None"),
        ("conhex", {"clock": "none", "rated": True}, "none rated=True tie=None"),
        ("hnefatafl", {}, "3d rated=False tie=none"),
        ("hnefatafl", {"series": "single"}, "3d rated=False tie=None"),
        ("hnefatafl", {"variant": "board=brandubh-7-balanced"}, "3d rated=False tie=None"),
    ],
)
async def test_newcomers_get_three_days_and_a_friendly_game(
    world: World, key: str, options: dict[str, Any], terms: str
) -> None:
    assert await challenge(world, key, **options) == terms


async def test_a_rated_game_is_proposed_after_three_games(world: World) -> None:
    for _ in range(3):
        match = await world.match("conhex")
        await world.services.resignations.resign(world.by(ANNA), match.id)
    assert await challenge(world, "conhex") == "3d rated=True tie=None"


async def test_an_opponent_with_a_barred_role_gets_no_challenge(world: World) -> None:
    role, place = 50, HALL.server or 0
    await world.services.player_lists.add(world.by(CARA), place, Listing.BARRED, [], [role])
    server = guilds.guild((HALL.channel,), roles=(role,))
    presses, counts = Presses(world, {}, server), []
    for roles in ((role,), ()):
        opponent = guilds.member(server, BEN.id, *roles, name=BEN.name)
        await presses.command(ANNA, command_of(presses.app, "challenge", "conhex"), opponent=opponent)
        counts.append(len(await world.services.challenges.open_of(BEN.id)))
    assert counts == [0, 1]
