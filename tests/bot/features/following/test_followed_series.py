"""Followers of a longer series: each game's followers follow the next game."""

import pytest

from bot.features.following.domain import FollowedEvents
from bot.model.challenges.terms import Terms
from data.store import Store
from rules.contract.series import Series, TieBreak
from tests.bot.support.fakes import ANNA, BEN, CARA, DORA, EMIL, HALL, Counting, World

pytest_plugins = ("tests.data.databases",)
pytestmark = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)


async def test_followers_carry_over_from_the_second_to_the_third_game(store: Store) -> None:
    world = World(store, {"counting": Counting(series=Series(games=3))})
    following, matches = world.services.following, world.services.matches
    await world.match()
    challenge = await world.services.invitations.challenge(
        world.by(ANNA), Terms("counting", {}, "first", tie_break=TieBreak.NONE), HALL, [BEN]
    )
    await world.services.invitations.accept(world.by(BEN), challenge.id)
    (first,) = (await matches.series(challenge.id)).games
    for person in (CARA, EMIL):
        await following.follow(world.by(person), first, FollowedEvents.PLIES)
    await world.services.resignations.resign(world.by(BEN), first)
    second = (await matches.series(challenge.id)).games[-1]
    await following.unfollow(world.by(CARA), second)
    await following.follow(world.by(DORA), second, FollowedEvents.END)
    await world.services.resignations.resign(world.by(BEN), second)
    third = (await matches.series(challenge.id)).games[-1]
    assert len({first, second, third}) == 3
    followed = [await following.followed_events(person.id, third) for person in (CARA, DORA, EMIL)]
    assert followed == [FollowedEvents.NOTHING, FollowedEvents.END, FollowedEvents.PLIES]
