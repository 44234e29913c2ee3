"""The instances of an Activity and the grants of people, as values of a world without a server."""

from dataclasses import replace

import pytest

from playground.values.errors import ApiError
from playground.values.places import Channel, ChannelType
from playground.world.activities import CODE_SECONDS, TOKEN_SECONDS, Activities
from playground.world.world import World
from tests.playground.world.worlds import Hand
from tests.pocket import ANNA, BEN, BOARD_GAMES, BOT, GAME_NIGHT, LOBBY


@pytest.fixture(autouse=True)
def activities_on(world: World) -> None:
    world.application = replace(world.application, activities=True)


@pytest.fixture
def activities(world: World) -> Activities:
    return Activities(world)


def test_instance_names_its_channel_and_people(world: World, activities: Activities) -> None:
    here = activities.launch(ANNA, world.channels[BOARD_GAMES])
    assert activities.launch(BEN, world.channels[BOARD_GAMES]) is here
    assert activities.launch(ANNA, world.channels[BOARD_GAMES]) is here
    assert activities.launch(BEN, world.channels[LOBBY]).id != here.id
    assert activities.find(here.id) is here
    place = f"gc-{GAME_NIGHT}-{BOARD_GAMES}"
    assert here.wire(BOT) == {
        "application_id": BOT,
        "instance_id": f"i-{here.launch_id}-{place}",
        "launch_id": here.launch_id,
        "location": {"id": place, "kind": "gc", "channel_id": BOARD_GAMES, "guild_id": GAME_NIGHT},
        "users": [ANNA, BEN],
    }
    direct = world.open_dm(BEN)
    there = activities.launch(BEN, direct).wire(BOT)
    assert there["location"] == {"id": f"pc-{direct.id}", "kind": "pc", "channel_id": direct.id}


def test_leaver_is_removed_and_the_last_one_ends_the_instance(world: World, activities: Activities) -> None:
    here = activities.launch(ANNA, world.channels[BOARD_GAMES])
    activities.launch(BEN, world.channels[BOARD_GAMES])
    other = activities.launch(ANNA, world.channels[LOBBY])
    activities.leave(ANNA, here.id)
    activities.leave(ANNA, "unknown")
    assert (activities.find(here.id), here.people) == (here, [BEN])
    activities.leave(BEN, here.id)
    assert activities.find(here.id) is None
    assert (activities.find(other.id), other.people) == (other, [ANNA])


@pytest.mark.parametrize("strict", [True, False])
@pytest.mark.parametrize(
    ("kind", "place"),
    [
        (ChannelType.TEXT, True),
        (ChannelType.VOICE, True),
        (ChannelType.DM, True),
        (ChannelType.GROUP_DM, True),
        (ChannelType.PUBLIC_THREAD, False),
        (ChannelType.FORUM, False),
    ],
)
def test_activity_launches_only_in_allowed_channels(
    world: World, activities: Activities, kind: ChannelType, *, place: bool, strict: bool
) -> None:
    world.strictness = replace(world.strictness, activities_need_channel=strict)
    channel = Channel("901", kind, "here", 0.0)
    if place or not strict:
        assert activities.launch(ANNA, channel).people == [ANNA]
    else:
        with pytest.raises(ApiError):
            activities.launch(ANNA, channel)
    world.application = replace(world.application, activities=False)
    with pytest.raises(ApiError):
        activities.launch(ANNA, channel)


def test_consents_are_stored_per_person_and_scope(activities: Activities) -> None:
    asked = [("identify",), ("guilds",), ("identify", "guilds")]

    def given(person: str) -> list[bool]:
        return [activities.has_consent(person, scopes) for scopes in asked]

    activities.authorize(ANNA, ("identify",))
    assert (given(ANNA), given(BEN)) == ([True, False, False], [False] * 3)
    activities.authorize(ANNA, ("guilds",))
    activities.authorize(BEN, ("guilds",))
    assert (given(ANNA), given(BEN)) == ([True] * 3, [False, True, False])


def test_codes_and_tokens_belong_to_a_person_and_expire(activities: Activities, clock: Hand) -> None:
    codes = [
        activities.authorize(person, scopes)
        for person, scopes in ((ANNA, ("identify",)), (BEN, ("identify", "guilds")), (BEN, ("guilds",)))
    ]
    late = activities.authorize(ANNA, ("identify",))
    clock.moment += CODE_SECONDS - 1
    tokens = [activities.exchange(code) for code in codes]
    clock.moment += 1
    assert activities.exchange(late) is None
    assert activities.exchange(codes[0]) is None
    assert [token and token["scope"] for token in tokens] == ["identify", "identify guilds", "guilds"]
    keys = [token["access_token"] for token in tokens if token]
    assert len({*keys, *(token["refresh_token"] for token in tokens if token)}) == 6
    grants = [activities.grant_of(key) for key in keys]
    assert [grant and (grant.user_id, " ".join(grant.scopes)) for grant in grants] == [
        (ANNA, "identify"),
        (BEN, "identify guilds"),
        (BEN, "guilds"),
    ]
    people = [activities.person_of(key) for key in keys]
    assert [person and person.id for person in people] == [ANNA, BEN, None]
    clock.moment += TOKEN_SECONDS - 2
    assert activities.grant_of(keys[0]) == grants[0]
    clock.moment += 1
    assert (activities.grant_of(keys[0]), activities.person_of(keys[0])) == (None, None)
