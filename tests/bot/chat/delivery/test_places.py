"""A follower's rights are checked before each message: from the gateway, or by asking Discord."""

from dataclasses import dataclass, field, replace
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.chat.delivery.places import Places
from bot.model.match.match import Match
from bot.model.people.person import Place
from tests.bot.chat import guilds
from tests.bot.chat.samples import MATCH

HALL, STAFF, POSTS = 70, 72, 73
MODERATOR, MUTED = 5, 6
CARA = 1003
THREAD = 7000
_FORUM = guilds.channel_data(POSTS, (MODERATOR,), (POSTS,))
IN_HALL = replace(MATCH, place=Place(guilds.SERVER, HALL, "en"))
IN_STAFF = replace(MATCH, place=Place(guilds.SERVER, STAFF, "en"))


def refusal(status: int, code: int) -> discord.HTTPException:
    response: Any = SimpleNamespace(status=status, reason="no")
    kind = discord.NotFound if status == 404 else discord.HTTPException
    return kind(response, {"code": code, "message": "no"})


@dataclass
class Discord:
    """A server as Discord answers a process, which may also know it from the gateway."""

    server: discord.Guild
    known: bool
    roles: tuple[int, ...] = ()
    refuses: dict[str, discord.HTTPException] = field(default_factory=dict)
    parent: int = HALL
    asked: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        http: Any = self.server._state.http
        http.get_member, http.get_all_guild_channels = self._member, self._channels

    def get_guild(self, _number: int) -> discord.Guild | None:
        return self.server if self.known else None

    async def fetch_guild(self, _number: int, **_more: Any) -> discord.Guild:
        self._ask("guild")
        return self.server

    async def fetch_channel(self, number: int) -> Any:
        self._ask("thread")
        thread = discord.Thread.__new__(discord.Thread)
        thread.id, thread.parent_id = number, self.parent
        return thread

    async def _member(self, _server: int, person: int) -> Any:
        self._ask("member")
        user = {"id": str(person), "username": "cara", "discriminator": "0", "avatar": None}
        roles = [str(role) for role in self.roles]
        return {"user": user, "roles": roles, "joined_at": None, "deaf": False, "mute": False, "flags": 0}

    async def _channels(self, _server: int) -> Any:
        self._ask("channels")
        return [guilds.channel_data(HALL), guilds.channel_data(STAFF, (MODERATOR,)), _FORUM]

    def _ask(self, what: str) -> None:
        self.asked.append(what)
        if what in self.refuses:
            raise self.refuses[what]


def discord_with(*, known: bool = True, roles: tuple[int, ...] = (), **more: Any) -> Discord:
    hidden = {STAFF: (MODERATOR,), POSTS: (MODERATOR,)}
    return Discord(guilds.guild((HALL,), hidden, forums=(POSTS,), roles=(MODERATOR,)), known, roles, **more)


async def open_to(world: Discord, match: Match = IN_HALL) -> bool | None:
    client: Any = world
    return await Places(client).is_open_to(match, CARA)


@pytest.mark.assumes("ask-for-member", "ask-for-channels")
@pytest.mark.parametrize("known", [True, False], ids=["gateway", "asked for"])
async def test_what_everybody_sees_is_told(known: bool) -> None:
    world = discord_with(known=known)
    assert await open_to(world)
    assert world.asked == (["member"] if known else ["guild", "channels", "member"])


@pytest.mark.parametrize("known", [True, False], ids=["gateway", "asked for"])
async def test_what_not_everybody_sees_is_not_told(known: bool) -> None:
    assert await open_to(discord_with(known=known), IN_STAFF) is False
    assert await open_to(discord_with(known=known, roles=(MODERATOR,)), IN_STAFF) is False
    assert (
        await open_to(discord_with(known=known), replace(IN_HALL, thread=THREAD, thread_parent=POSTS))
        is False
    )
    assert await open_to(discord_with(known=known), replace(IN_HALL, thread=THREAD, thread_parent=HALL))


@pytest.mark.assumes("ask-for-channel")
@pytest.mark.parametrize("parent", [HALL, POSTS])
async def test_the_thread_of_an_earlier_version_is_asked_for(parent: int) -> None:
    assert await open_to(discord_with(parent=parent), replace(IN_HALL, thread=THREAD)) is (parent == HALL)


@pytest.mark.parametrize(
    ("what", "error"),
    [
        ("member", refusal(404, 10007)),
        ("member", refusal(404, 10013)),
        ("guild", refusal(403, 50001)),
        ("guild", refusal(404, 10004)),
        ("thread", refusal(404, 10003)),
        ("thread", refusal(403, 50001)),
    ],
    ids=["left", "no person", "no access", "no server", "thread deleted", "thread closed"],
)
async def test_somebody_who_has_left_is_told_nothing(what: str, error: discord.HTTPException) -> None:
    world = discord_with(known=False, refuses={what: error})
    assert await open_to(world, replace(IN_HALL, thread=THREAD)) is False


@pytest.mark.parametrize("what", ["member", "guild", "channels", "thread"])
async def test_what_passes_ends_nothing(what: str) -> None:
    world = discord_with(known=False, refuses={what: refusal(503, 0)})
    with pytest.raises(discord.HTTPException):
        await open_to(world, replace(IN_HALL, thread=THREAD))
