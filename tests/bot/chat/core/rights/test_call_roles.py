"""The role mentioned by open challenges: taken and left by people, chosen by admins."""

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.chat.core.rights.call_roles import (
    bot_may_give,
    choosable,
    has_role,
    may_be_called,
    note_if_quiet,
    set_role,
)
from bot.model.challenges.terms import Terms
from bot.model.people.person import Person, Place
from bot.model.refusal import Refusal
from bot.model.servers.limitations import Limitation
from tests.bot.chat import guilds
from tests.bot.support.fakes import ANNA, BEN, CARA, HALL, World

pytest_plugins = ("tests.bot.support.worlds",)

SERVER, PERSON, ROLE = 7, 1, 50
HARMLESS = discord.Permissions(send_messages=True)
POWERFUL = discord.Permissions(ban_members=True)
CALLING = discord.Permissions(mention_everyone=True)


class Server:
    """A server with one role that records its additions and removals."""

    def __init__(self, permissions: discord.Permissions, *, managed: bool = False) -> None:
        self.id = SERVER
        self.changes: list[tuple[str, int, int, int]] = []
        self.fails: discord.HTTPException | None = None
        self._role = SimpleNamespace(
            id=ROLE, guild=self, managed=managed, permissions=permissions, is_default=lambda: False
        )

    def get_role(self, number: int) -> SimpleNamespace | None:
        return self._role if number == ROLE else None

    async def add_role(self, *ids: int, reason: str) -> None:
        self._change("add", ids, reason)

    async def remove_role(self, *ids: int, reason: str) -> None:
        self._change("remove", ids, reason)

    def _change(self, how: str, ids: tuple[int, ...], reason: str) -> None:
        assert reason == "open challenges"
        if self.fails is not None:
            raise self.fails
        server, person, role = ids
        self.changes.append((how, server, person, role))


def speaking(server: Server) -> Any:
    return SimpleNamespace(guild=server, user=SimpleNamespace(id=PERSON), client=SimpleNamespace(http=server))


async def refusal_reason(server: Server, *, held: bool, role: int = ROLE) -> str:
    with pytest.raises(Refusal) as error:
        await set_role(speaking(server), role, held=held)
    assert not server.changes
    return error.value.reason


@pytest.mark.parametrize(("held", "how"), [(True, "add"), (False, "remove")])
async def test_a_harmless_role_can_be_taken_and_left(how: str, *, held: bool) -> None:
    server = Server(HARMLESS)
    await set_role(speaking(server), ROLE, held=held)
    assert server.changes == [(how, SERVER, PERSON, ROLE)]


@pytest.mark.parametrize(
    "server",
    [Server(POWERFUL), Server(CALLING), Server(HARMLESS, managed=True)],
    ids=["ban", "call", "bot's"],
)
async def test_a_role_that_gained_permissions_can_only_be_left(server: Server) -> None:
    assert await refusal_reason(server, held=True) == "call-role-unsafe"
    await set_role(speaking(server), ROLE, held=False)
    assert server.changes == [("remove", SERVER, PERSON, ROLE)]


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        (10011, "call-role-gone"),
        (60003, "call-role-two-factor"),
        (50001, "call-role-forbidden"),
        (50013, "call-role-forbidden"),
        (0, "call-role-later"),
    ],
)
async def test_a_discord_refusal_is_explained(code: int, reason: str) -> None:
    server, response = Server(HARMLESS), SimpleNamespace(status=403, reason="no")
    answer: Any = response
    server.fails = discord.HTTPException(answer, {"code": code, "message": "no"})
    assert await refusal_reason(server, held=True) == reason


async def test_a_deleted_role_is_refused_as_gone() -> None:
    assert await refusal_reason(Server(HARMLESS), held=True, role=51) == "call-role-gone"


PLAYERS, QUIET, ADMINS, BOTS, OWN, TOP = 31, 32, 33, 34, 35, 36


def real_server(own: discord.Permissions = discord.Permissions(manage_roles=True)) -> discord.Guild:  # noqa: B008  # never changed
    """Return a server with roles in ascending order; the bot has OWN."""
    shapes: list[dict[str, Any]] = [
        {"id": str(guilds.SERVER), "position": 0},
        {"id": str(PLAYERS), "position": 1, "mentionable": True},
        {"id": str(QUIET), "position": 2},
        {"id": str(ADMINS), "position": 3, "permissions": str(POWERFUL.value)},
        {"id": str(BOTS), "position": 4, "managed": True},
        {"id": str(OWN), "position": 5, "permissions": str(own.value)},
        {"id": str(TOP), "position": 6},
    ]
    guild = guilds.guild([HALL.channel])
    roles = [guilds._role(int(shape["id"])) | shape for shape in shapes]
    me = guilds.member_data(guilds.ME, OWN)
    data: Any = {**guilds.guild_data([HALL.channel]), "roles": roles, "members": [me]}
    return discord.Guild(data=data, state=guild._state)


def member_speaking(guild: discord.Guild | None, person: int, *roles: int, manages: bool = True) -> Any:
    user = SimpleNamespace(id=person) if guild is None else guilds.member(guild, person, *roles)
    return SimpleNamespace(guild=guild, user=user, permissions=discord.Permissions(manage_roles=manages))


def _ids(roles: list[discord.Role]) -> list[int]:
    return [role.id for role in roles]


def test_an_admin_chooses_among_harmless_roles_below_their_own() -> None:
    guild = real_server()
    assert _ids(choosable(member_speaking(guild, PERSON, TOP))) == [QUIET, PLAYERS]
    assert _ids(choosable(member_speaking(guild, PERSON, QUIET))) == [PLAYERS]
    assert _ids(choosable(member_speaking(guild, guilds.OWNER))) == [QUIET, PLAYERS]


def test_no_roles_are_offered_without_manage_roles() -> None:
    guild = real_server()
    assert choosable(member_speaking(guild, PERSON, TOP, manages=False)) == []
    assert choosable(member_speaking(None, PERSON)) == []
    unavailable = real_server()
    unavailable.unavailable = True
    assert choosable(member_speaking(unavailable, PERSON, TOP)) == []


@pytest.mark.parametrize(
    ("own", "gives", "calls"), [(discord.Permissions(manage_roles=True), True, False), (CALLING, False, True)]
)
def test_the_bot_gives_and_pings_roles_as_permitted(
    own: discord.Permissions, *, gives: bool, calls: bool
) -> None:
    guild = real_server(own)
    players, quiet = guild.get_role(PLAYERS), guild.get_role(QUIET)
    assert players is not None
    assert quiet is not None
    assert bot_may_give(guild) is gives
    assert may_be_called(players), "everybody may mention it"
    assert may_be_called(quiet) is calls


def test_member_roles_come_from_the_interaction() -> None:
    guild = real_server()
    players, quiet = guild.get_role(PLAYERS), guild.get_role(QUIET)
    assert players is not None
    assert quiet is not None
    held = member_speaking(guild, PERSON, PLAYERS)
    assert (has_role(held, players), has_role(held, quiet)) == (True, False)
    assert not has_role(member_speaking(None, PERSON), players)


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
@pytest.mark.parametrize(
    ("role", "people", "place", "channel"),
    [
        (QUIET, [], HALL, HALL.channel),
        (QUIET, [], replace(HALL, channel=7001, parent=HALL.channel), HALL.channel),
        (PLAYERS, [], HALL, None),
        (QUIET, [BEN], HALL, None),
        (QUIET, [BEN, CARA], HALL, None),
        (None, [], HALL, None),
        (99, [], HALL, None),
        (QUIET, [], Place(None, 9, "en"), None),
    ],
    ids=[
        "quiet", "in a thread", "mentionable", "for a person", "for invited people", "no role",
        "deleted role", "no server",
    ],
)  # fmt: skip
async def test_admins_are_notified_if_the_challenge_role_is_not_pinged(
    world: World, role: int | None, people: list[Person], place: Place, channel: int | None
) -> None:
    services, request = world.services, world.by(ANNA)
    await services.servers.set_server(request, guilds.SERVER, call_role=role)
    table = Terms("gathering", {}, "random", players=3)
    terms = table if len(people) > 1 else Terms("conhex", {}, world.games["conhex"].roles(2)[0])
    challenge = await services.invitations.challenge(world.by(ANNA), terms, place, people)
    speaker = member_speaking(real_server(), PERSON)
    await note_if_quiet(services.servers, services.limitations, speaker, challenge)
    untold = await services.limitations.notify_admin(guilds.SERVER, 1)
    expected = [] if channel is None else [(channel, Limitation.ROLE_CALLS)]
    assert [(limited.channel, limited.what) for limited in untold] == expected
