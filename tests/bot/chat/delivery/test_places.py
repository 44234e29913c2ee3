"""A follower's access to a match's place, from the gateway or by requests to Discord."""

from dataclasses import dataclass, field, replace
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.chat.delivery.discord_sender import PlaceClosed
from bot.chat.delivery.places import Places
from bot.model.match.match import Match
from bot.model.people.person import Place
from tests.bot.chat import guilds
from tests.bot.chat.rate_limits.gates import Seconds
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
    """Discord's answers about a server; `known`: the gateway lists it, too."""

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
async def test_public_places_are_open(known: bool) -> None:
    world = discord_with(known=known)
    assert await open_to(world)
    assert world.asked == (["member"] if known else ["guild", "channels", "member"])


@pytest.mark.parametrize("known", [True, False], ids=["gateway", "asked for"])
async def test_restricted_places_are_not_open(known: bool) -> None:
    assert await open_to(discord_with(known=known), IN_STAFF) is False
    assert await open_to(discord_with(known=known, roles=(MODERATOR,)), IN_STAFF) is False
    assert (
        await open_to(discord_with(known=known), replace(IN_HALL, thread=THREAD, thread_parent=POSTS))
        is False
    )
    assert await open_to(discord_with(known=known), replace(IN_HALL, thread=THREAD, thread_parent=HALL))


@pytest.mark.assumes("ask-for-channel")
@pytest.mark.parametrize("parent", [HALL, POSTS])
async def test_a_thread_without_a_stored_parent_is_fetched(parent: int) -> None:
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
async def test_a_missing_member_or_place_denies_access(what: str, error: discord.HTTPException) -> None:
    world = discord_with(known=False, refuses={what: error})
    assert await open_to(world, replace(IN_HALL, thread=THREAD)) is False


@pytest.mark.parametrize("what", ["member", "guild", "channels", "thread"])
async def test_transient_failures_are_raised(what: str) -> None:
    world = discord_with(known=False, refuses={what: refusal(503, 0)})
    with pytest.raises(discord.HTTPException):
        await open_to(world, replace(IN_HALL, thread=THREAD))


class Channels:
    """Discord's answers to requests for the channels of servers."""

    def __init__(self, error: Exception | None = None) -> None:
        self.error = error
        self.asked: list[int] = []

    async def fetch_guild(self, number: int, **_: object) -> Any:
        self.asked.append(number)
        if self.error is not None:
            raise self.error
        server = guilds.guild([number * 10])

        async def fetch_channels() -> Any:
            return server.channels

        return SimpleNamespace(fetch_channels=fetch_channels)


async def test_a_servers_channels_are_cached_for_a_minute() -> None:
    channels, clock = Channels(), Seconds()
    client: Any = channels
    places = Places(client, clock)
    assert [list(await places.channels_of(server)) for server in (7, 8, 7)] == [[70], [80], [70]]
    assert channels.asked == [7, 8]
    clock.now += 61
    await places.channels_of(7)
    assert channels.asked == [7, 8, 7]


@pytest.mark.parametrize(
    ("error", "passes"),
    [
        (refusal(403, 50001), False),
        (refusal(404, 10004), False),
        (discord.InvalidData("a new kind of channel"), False),
        (refusal(503, 0), True),
    ],
)
async def test_a_server_without_the_bot_has_no_channels(error: Exception, *, passes: bool) -> None:
    channels = Channels(error)
    client: Any = channels
    places = Places(client)
    if passes:
        with pytest.raises(discord.HTTPException):
            await places.channels_of(7)
    else:
        assert await places.channels_of(7) == {}
        channels.error = None
        assert list(await places.channels_of(7)) == [70], "the failure is not remembered"


@pytest.mark.parametrize(
    ("error", "gone"),
    [
        (refusal(404, 10003), True),
        (refusal(403, 50001), False),
        (discord.InvalidData("a new kind of channel"), False),
        (None, False),
    ],
)
async def test_a_missing_or_wrong_forum_is_closed(error: Exception | None, *, gone: bool) -> None:
    async def fetch_channel(number: int) -> Any:
        if error is not None:
            raise error
        return guilds.guild([number]).get_channel(number)

    client: Any = SimpleNamespace(fetch_channel=fetch_channel)
    with pytest.raises(PlaceClosed) as closed:
        await Places(client).forum(POSTS)
    assert closed.value.gone is gone


async def test_a_forum_is_found_and_transient_failures_are_raised() -> None:
    forum = guilds.guild(forums=[POSTS], channels=[POSTS]).get_channel(POSTS)
    answers: list[Any] = [forum, refusal(503, 0)]

    async def fetch_channel(_: int) -> Any:
        answer = answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer

    client: Any = SimpleNamespace(fetch_channel=fetch_channel)
    places = Places(client)
    assert await places.forum(POSTS) is forum
    with pytest.raises(discord.HTTPException):
        await places.forum(POSTS)


@pytest.mark.parametrize("known", [True, False], ids=["gateway", "asked for"])
async def test_public_access_is_checked_without_a_member(known: bool) -> None:
    world = discord_with(known=known)
    client: Any = world
    places = Places(client)
    assert await places.is_open_to_everyone(IN_HALL)
    assert not await places.is_open_to_everyone(IN_STAFF)
    private = replace(MATCH, place=Place(guilds.SERVER, HALL, "en", private=True))
    direct = replace(MATCH, place=Place(None, HALL, "en"))
    assert [await places.is_open_to_everyone(match) for match in (private, direct)] == [False, False]
    assert "member" not in world.asked


async def test_an_unreadable_or_wrong_thread_is_not_open() -> None:
    in_thread = replace(IN_HALL, thread=THREAD)
    unreadable: Any = discord.InvalidData("a new kind of channel")
    assert await open_to(discord_with(refuses={"thread": unreadable}), in_thread) is False
    plain = discord_with()

    async def fetch_channel(_: int) -> Any:
        return plain.server.get_channel(HALL)

    plain.fetch_channel = fetch_channel  # type: ignore[method-assign, assignment]  # a fake
    assert await open_to(plain, in_thread) is False


@pytest.mark.assumes("ask-for-channels")
async def test_channels_are_fetched_during_a_server_outage() -> None:
    world = discord_with()
    there = world.server
    world.server = guilds.guild(())
    world.server.unavailable = True
    world.server._state.http = there._state.http
    assert await open_to(world) is True
    assert world.asked == ["guild", "channels", "member"]
