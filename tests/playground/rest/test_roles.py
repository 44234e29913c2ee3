"""Roles: holders, Discord's refusals, and the people notified by a mention."""

import json
from dataclasses import replace
from typing import Any

import pytest

from playground.values.permissions import Permission
from playground.values.places import Guild, Role
from playground.world.archive import flat, read_guild
from playground.world.seed import add_demo_roles
from tests.playground.raw import Rest
from tests.playground.stage import set_stage
from tests.pocket import ANNA, BEN, BOT, BRETTSPIELE, CLARA, SPIELEABEND, Pocket

Json = dict[str, Any]
HERE = f"/channels/{BRETTSPIELE}/messages"


@pytest.fixture
def rest(pocket: Pocket) -> Rest:
    return Rest(pocket)


def at(user: str, role: str, guild: str = SPIELEABEND) -> str:
    return f"/guilds/{guild}/members/{user}/roles/{role}"


async def roles_of(rest: Rest, user: str) -> list[str]:
    return list((await rest.ask("GET", f"/guilds/{SPIELEABEND}/members/{user}")).body["roles"])


async def test_role_can_be_given_and_taken(pocket: Pocket, rest: Rest) -> None:
    await pocket.control.allow_everywhere(SPIELEABEND, "MANAGE_ROLES")
    role = await pocket.control.add_role(SPIELEABEND, "Players")
    for _ in range(2):
        assert (await rest.ask("PUT", at(ANNA, role))).status == 204
        assert await roles_of(rest, ANNA) == [role]
    assert await roles_of(rest, BEN) == []
    for _ in range(2):
        assert (await rest.ask("DELETE", at(ANNA, role))).status == 204
        assert await roles_of(rest, ANNA) == []


@pytest.mark.parametrize("method", ["PUT", "DELETE"])
async def test_hierarchy_limits_which_roles_can_be_given(pocket: Pocket, rest: Rest, method: str) -> None:
    control, guild = pocket.control, pocket.playground.world.guilds[SPIELEABEND]
    role = await control.add_role(SPIELEABEND, "Players")
    assert (await rest.ask(method, at(ANNA, role))).code == 50013, "without Manage Roles"
    await control.allow_everywhere(SPIELEABEND, "MANAGE_ROLES")
    above = await control.add_role(SPIELEABEND, "Admins", above_bot=True)
    managed = await control.add_role(SPIELEABEND, "Other app", managed=True)
    world = pocket.playground.world
    now = world.guilds[SPIELEABEND]
    beside = Role("77", "Beside the bot", now.bot_position)
    world.set_guild(replace(now, roles=(*now.roles, beside)))
    for target in (above, managed, beside.id, guild.bot_role_id, SPIELEABEND):
        refused = await rest.ask(method, at(ANNA, target))
        assert (refused.status, refused.code) == (403, 50013)
    for path, code in (
        (at(ANNA, "1"), 10011),
        (at("1", role), 10007),
        (at(ANNA, role, "1"), 10004),
    ):
        refused = await rest.ask(method, path)
        assert (refused.status, refused.code) == (404, code)
    assert (await rest.ask(method, at(ANNA, role))).status == 204


@pytest.mark.assumes("role-mention")
async def test_only_a_mentionable_role_pings(pocket: Pocket, rest: Rest) -> None:
    control = pocket.control
    await control.allow_everywhere(SPIELEABEND, "MANAGE_ROLES")
    role = await control.add_role(SPIELEABEND, "Players", mentionable=True)
    quiet = await control.add_role(SPIELEABEND, "Quiet")
    for person, target in ((ANNA, role), (BEN, role), (CLARA, quiet)):
        await rest.ask("PUT", at(person, target))
    text = {"content": f"<@&{role}> <@&{quiet}> <@{ANNA}> <@&7>"}
    everybody = {"roles": [role, quiet], "users": [ANNA]}
    for allowed, marked, notified in (
        ({"parse": []}, [], []),
        ({"roles": [role]}, [role], [ANNA, BEN]),
        (everybody, [role], [ANNA, BEN]),
        ({"parse": ["roles"]}, [role], [ANNA, BEN]),
    ):
        before = len(await control.pushes())
        answer = await rest.ask("POST", HERE, text | {"allowed_mentions": allowed})
        assert answer.body["mention_roles"] == marked
        assert [push["user_id"] for push in (await control.pushes())[before:]] == notified
    await control.allow_everywhere(SPIELEABEND, "MENTION_EVERYONE")
    answer = await rest.ask("POST", HERE, text | {"allowed_mentions": everybody})
    assert answer.body["mention_roles"] == [role, quiet]
    before = len(await control.pushes())
    edited = await rest.ask("PATCH", f"{HERE}/{answer.body['id']}", {"content": "x"})
    assert edited.body["mention_roles"] == []
    assert len(await control.pushes()) == before


async def test_gateway_sends_roles_but_only_the_bots_membership(pocket: Pocket) -> None:
    async with set_stage(pocket) as stage:
        own = pocket.playground.world.guilds[SPIELEABEND].bot_role_id
        await pocket.control.allow_everywhere(SPIELEABEND, "MANAGE_ROLES")
        allowed = (await stage.wire.until("GUILD_ROLE_UPDATE"))["d"]
        assert allowed["role"]["id"] == own
        assert int(allowed["role"]["permissions"]) & Permission.MANAGE_ROLES
        role = await pocket.control.add_role(SPIELEABEND, "Players")
        created = (await stage.wire.until("GUILD_ROLE_CREATE"))["d"]
        assert (created["guild_id"], created["role"]["id"]) == (SPIELEABEND, role)
        raised = (await stage.wire.until("GUILD_ROLE_UPDATE"))["d"]
        assert raised["role"]["id"] == own
        assert created["role"]["position"] < raised["role"]["position"]
        await stage.rest.ask("PUT", at(ANNA, role))
        second = await pocket.control.add_role(SPIELEABEND, "Bots", BOT)
        event = (await stage.wire.until("GUILD_MEMBER_UPDATE"))["d"]
        assert (event["guild_id"], event["user"]["id"], event["roles"]) == (SPIELEABEND, BOT, [own, second])
        await pocket.control.delete_role(SPIELEABEND, role)
        role_event = (await stage.wire.until("GUILD_ROLE_DELETE"))["d"]
        assert role_event == {"guild_id": SPIELEABEND, "role_id": role}
        assert await roles_of(stage.rest, ANNA) == []


def test_roles_round_trip_through_json() -> None:
    guild = Guild(
        "1", "Home", "de", "7", "2", 0.0, roles=(Role("5", "Players", 1, ("MANAGE_THREADS",)),),
        held=(("9", "5"),), bot_allowed=("MANAGE_ROLES",), bot_position=2,
    )  # fmt: skip
    assert read_guild(_through_json(flat(guild))) == guild
    old = {key: value for key, value in flat(guild).items() if key not in {"roles", "held", "bot_allowed"}}
    assert read_guild(_through_json(old)).roles == ()


def _through_json(shape: Json) -> Json:

    return dict(json.loads(json.dumps(shape)))


async def test_each_demo_guild_has_a_role_to_try(pocket: Pocket, rest: Rest) -> None:
    world = pocket.playground.world
    for _ in range(2):
        add_demo_roles(world)
        for guild in world.guilds.values():
            (role,) = guild.roles
            assert role.mentionable
            assert (await rest.ask("PUT", at(ANNA, role.id, guild.id))).status == 204
