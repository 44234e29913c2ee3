"""The bot's account, application, guilds and people as the REST interface lists them, without a server."""

import json
from dataclasses import replace
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

from playground.gateway.sharding import Sharding
from playground.rest.call import Call
from playground.rest.directory import DirectoryRest
from playground.values.errors import ApiError
from playground.values.places import Channel, ChannelType, Role
from playground.world.activities import Activities
from playground.world.wire import Wire
from playground.world.world import World
from tests.playground.world.worlds import Hand, seeded
from tests.pocket import ANNA, BEN, BOARD_GAMES, BOT, CLARA, DAVID, GAME_NIGHT, SPIELEABEND

AWAY = "1100000000000000203"


@pytest.fixture
def world() -> World:
    world = seeded(Hand())
    guild = world.guilds[GAME_NIGHT]
    world.open_guild(replace(guild, id=AWAY, name="Away", left=True))
    world.set_guild(replace(guild, community=True, locale="fr"))
    world.add_role(world.guilds[GAME_NIGHT], Role("31", "Players", 0, mentionable=True))
    world.set_held(world.guilds[GAME_NIGHT], BEN, "31", held=True)
    world.open_channel(
        Channel("71", ChannelType.PUBLIC_THREAD, "thread", 0.0, GAME_NIGHT, BOARD_GAMES, members=(BOT,))
    )
    world.set_user(replace(world.users[CLARA], has_app=True))
    return world


class Asked:
    """Requests to the endpoints, with their answers in short."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.activities = Activities(world)
        sharding = Sharding(shards=3, max_concurrency=2)
        self.rest = DirectoryRest(world, Wire(world, "http://here"), "ws://here", sharding, self.activities)

    def __call__(self, path: str, body: object = None, authorization: str = "", **more: str) -> Any:
        """Return an answer's body, or an error's status and code; `more` are parameters and the query."""
        endpoint = next(item for item in self.rest.endpoints() if item.path == path)
        call = Call(more, more, body, authorization=authorization, from_bot=not authorization)
        try:
            return endpoint.handler(call).body
        except ApiError as refused:
            return f"{refused.refusal.status} {refused.refusal.code} {refused.refusal.message}"


def names(objects: Any) -> list[str]:
    return [item["name"] for item in objects]


def test_application_shows_its_portal_settings(world: World, snapshot: SnapshotAssertion) -> None:
    asked = Asked(world)
    first = asked("/applications/@me")
    assert asked("/oauth2/applications/@me") == first
    world.application = replace(
        world.application,
        public=False,
        code_grant=True,
        flags=1 << 15,
        servers_without_bot=4,
        privacy_policy_url="https://privacy",
        interactions_endpoint_url="https://endpoint",
        user_installs=False,
    )
    world.set_user(replace(world.users[DAVID], has_app=True))
    second = asked("/applications/@me")
    changes = {key: value for key, value in second.items() if value != first.get(key)}
    assert json.dumps([first, changes], indent=1) == snapshot


def test_bot_guilds_are_listed_page_by_page(world: World) -> None:
    asked = Asked(world)
    path = "/users/@me/guilds"
    assert names(asked(path)) == ["Spieleabend", "Game Night"]
    assert asked(path)[1]["features"] == ["COMMUNITY"]
    assert names(asked(path, limit="1")) == ["Spieleabend"]
    assert names(asked(path, after=SPIELEABEND)) == ["Game Night"]
    assert names(asked(path, after=str(int(SPIELEABEND) - 1), limit="200")) == ["Spieleabend", "Game Night"]
    for wrong in ({"limit": "0"}, {"limit": "201"}, {"limit": "x"}, {"after": "x"}):
        assert asked(path, **wrong) == "400 50035 Invalid Form Body"


def test_guild_lists_its_channels_and_members(world: World) -> None:
    asked = Asked(world)
    guild = asked("/guilds/{guild}", guild=GAME_NIGHT)
    assert (guild["id"], guild["preferred_locale"]) == (GAME_NIGHT, "fr")
    assert "approximate_member_count" not in guild
    counted = asked("/guilds/{guild}", guild=GAME_NIGHT, with_counts="true")
    assert counted == guild | {"approximate_member_count": 7, "approximate_presence_count": 7}
    assert names(asked("/guilds/{guild}/channels", guild=GAME_NIGHT)) == ["board-games", "lobby"]
    assert names(asked("/guilds/{guild}/roles", guild=GAME_NIGHT)) == ["@everyone", "Fernpartie", "Players"]
    member = "/guilds/{guild}/members/{user}"
    assert asked(member, guild=GAME_NIGHT, user=BEN)["roles"] == ["31"]
    assert asked(member, guild=SPIELEABEND, user=BEN)["roles"] == []
    assert asked(member, guild=GAME_NIGHT, user="5") == "404 10007 Unknown Member"
    for path in ("/guilds/{guild}", "/guilds/{guild}/channels", "/guilds/{guild}/roles", member):
        for unknown in (AWAY, "5"):
            assert asked(path, guild=unknown, user=BEN) == "404 10004 Unknown Guild"


def test_people_and_dms_are_readable(world: World) -> None:
    asked = Asked(world)
    assert asked("/users/{user}", user=BEN) == world.users[BEN].wire()
    assert asked("/users/{user}", user="5") == "404 10013 Unknown User"
    path = "/users/@me/channels"
    direct = asked(path, {"recipient_id": int(BEN)})
    assert [person["id"] for person in direct["recipients"]] == [BEN]
    assert asked(path, {"recipient_id": BEN}) == direct
    assert asked(path, {"recipient_id": ANNA})["id"] != direct["id"]
    assert asked(path, {"recipient_id": BOT}) == "403 50007 Cannot send messages to this user"
    assert asked(path, {"recipient_id": "5"}) == "400 50033 Invalid Recipient(s)"
    channel = world.channels[direct["id"]]
    for code, opening, answer in (
        (50033, True, "400 50033 Invalid Recipient(s)"),
        (50278, True, "400 50278 Cannot send messages to this user due to having no mutual guilds"),
        (50007, False, direct),
    ):
        world.set_channel(replace(channel, accepts=False, refusal=code, refuses_opening=opening))
        assert asked(path, {"recipient_id": BEN}) == answer


def test_me_is_the_bot_or_the_token_owner(world: World) -> None:
    asked = Asked(world)
    assert asked("/users/@me") == world.bot.wire() | {
        "verified": True,
        "mfa_enabled": False,
        "email": None,
        "locale": "en-US",
    }
    grant = asked.activities.exchange(asked.activities.authorize(CLARA, ("identify",)))
    assert grant is not None
    bearer = f"Bearer {grant['access_token']}"
    assert asked("/users/@me", None, bearer) == world.users[CLARA].wire() | {"locale": "de"}
    assert asked("/users/@me", None, "Bearer x") == "401 0 401: Unauthorized"
    assert asked("/gateway") == {"url": "ws://here"}
    limit = {"total": 1000, "remaining": 1000, "reset_after": 86_400_000, "max_concurrency": 2}
    assert asked("/gateway/bot") == {"url": "ws://here", "shards": 3, "session_start_limit": limit}
