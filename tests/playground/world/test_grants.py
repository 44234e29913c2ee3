"""Activity instances, and people's grants to the app."""

from dataclasses import replace

import pytest

from playground.values.errors import ApiError
from playground.values.people import User
from playground.values.places import Channel, ChannelType
from playground.world.activities import CODE_SECONDS, TOKEN_SECONDS, Activities
from playground.world.world import World
from tests.playground.world.worlds import Hand
from tests.pocket import ANNA, BEN


@pytest.fixture(autouse=True)
def activities_on(world: World) -> None:
    world.application = replace(world.application, activities=True)


def channels(world: World, kind: ChannelType) -> list[Channel]:
    return [channel for channel in world.channels.values() if channel.type is kind]


def test_a_code_works_once(world: World) -> None:
    grants = Activities(world)
    code = grants.authorize(ANNA, ("identify", "guilds"))
    tokens = grants.exchange(code)
    assert tokens is not None
    assert (tokens["scope"], tokens["expires_in"]) == ("identify guilds", TOKEN_SECONDS)
    assert grants.exchange(code) is None
    assert grants.exchange("made up") is None
    grant = grants.grant_of(tokens["access_token"])
    assert grant is not None
    assert (grant.user_id, grant.scopes) == (ANNA, ("identify", "guilds"))


def test_codes_and_tokens_expire(world: World, clock: Hand) -> None:
    grants = Activities(world)
    late, early = (grants.authorize(BEN, ("identify",)) for _ in range(2))
    clock.moment += CODE_SECONDS - 1
    tokens = grants.exchange(early)
    assert tokens is not None
    clock.moment += 1
    assert grants.exchange(late) is None
    token = tokens["access_token"]
    clock.moment += TOKEN_SECONDS - 2
    person = grants.person_of(token)
    assert isinstance(person, User)
    assert person.id == BEN
    clock.moment += 1
    assert grants.person_of(token) is None
    assert grants.grant_of(token) is None


def test_consent_covers_all_requested_scopes(world: World) -> None:
    grants = Activities(world)
    assert not grants.has_consent(ANNA, ("identify",))
    code = grants.authorize(ANNA, ("guilds",))
    assert grants.has_consent(ANNA, ("guilds",))
    assert not grants.has_consent(ANNA, ("guilds", "identify"))
    grants.authorize(ANNA, ("identify",))
    assert grants.has_consent(ANNA, ("guilds", "identify"))
    assert not grants.has_consent(BEN, ("guilds",))
    tokens = grants.exchange(code)
    assert tokens is not None
    assert grants.person_of(tokens["access_token"]) is None, "without the scope to identify"


def test_channel_has_one_instance_while_in_use(world: World) -> None:
    grants = Activities(world)
    first, second = channels(world, ChannelType.TEXT)[:2]
    instance = grants.launch(ANNA, first)
    assert grants.launch(BEN, first) is instance
    assert grants.launch(ANNA, first).people == [ANNA, BEN]
    assert grants.launch(ANNA, second) is not instance
    assert instance.location == f"gc-{first.guild_id}-{first.id}"
    wire = instance.wire("100")
    assert (wire["application_id"], wire["users"], wire["location"]["kind"]) == ("100", [ANNA, BEN], "gc")
    grants.leave(ANNA, instance.id)
    assert grants.find(instance.id) is instance
    grants.leave(BEN, instance.id)
    grants.leave(BEN, instance.id)
    assert grants.find(instance.id) is None
    assert grants.launch(BEN, first).id != instance.id


def test_launch_needs_the_activity_switch_and_a_channel(world: World) -> None:
    grants, (first, *_) = Activities(world), channels(world, ChannelType.TEXT)
    world.application = replace(world.application, activities=False)
    with pytest.raises(ApiError):
        grants.launch(ANNA, first)
    world.application = replace(world.application, activities=True)
    thread = replace(first, type=ChannelType.PUBLIC_THREAD)
    with pytest.raises(ApiError):
        grants.launch(ANNA, thread)
    world.strictness = replace(world.strictness, activities_need_channel=False)
    assert grants.launch(ANNA, thread).people == [ANNA]
