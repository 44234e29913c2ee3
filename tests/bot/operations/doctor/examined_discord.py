"""An in-memory Discord with an application, servers and channels, for the doctor's examination."""

from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any, Final

import discord

from bot.kernel.probes import Finding, fail, ok
from bot.model.ports import Clock
from bot.operations.doctor.connection import NoGateway
from bot.operations.doctor.examination import Examination, ExaminationScope
from bot.operations.doctor.session import DoctorSession
from bot.settings import Settings
from tests.bot.chat import guilds
from tests.bot.chat.posted import refusal
from tests.bot.operations.doctor.trial_discord import CHANNEL, GAMES, TrialDiscord, samples

APPLICATION, HOME, SHARDS = 100, (5 << 22) + 9, 4
TEAM_OWNER, VOICE = 1043, 72
TOKEN: Final = "secret"
_RIGHTS: Final = discord.Permissions(
    view_channel=True,
    send_messages=True,
    create_public_threads=True,
    send_messages_in_threads=True,
    attach_files=True,
    read_message_history=True,
)


@dataclass
class ExaminedDiscord(TrialDiscord):
    """Discord without a network; a request named in `broken` is refused."""

    broken: frozenset[str] = frozenset()
    servers: Sequence[int] = (HOME,)
    german: bool = False
    team: bool = False
    channels: Sequence[int] = (CHANNEL, GAMES)
    hidden: frozenset[int] = frozenset()
    starts: int = 500
    asked: list[int] = field(default_factory=list)
    """The servers whose channels were fetched."""

    async def static_login(self, token: str) -> Mapping[str, Any]:
        if token != TOKEN:
            raise discord.LoginFailure("wrong")
        return {"id": str(guilds.ME), "username": "fern", "discriminator": "0", "avatar": None, "bot": True}

    async def application_info(self) -> Mapping[str, Any]:
        owner = {"id": "1042", "username": "owner", "discriminator": "0", "avatar": None}
        team: Mapping[str, Any] = {
            "id": "9",
            "name": "t",
            "icon": None,
            "owner_user_id": str(TEAM_OWNER),
            "members": [],
        }
        return {
            "id": str(APPLICATION),
            "name": "Fernpartie",
            "description": "",
            "icon": None,
            "rpc_origins": [],
            "bot_public": True,
            "bot_require_code_grant": False,
            "owner": owner,
            "verify_key": "",
            "flags": 0,
            "privacy_policy_url": "https://example.org/privacy",
            "approximate_guild_count": len(self.servers),
            "integration_types_config": {"0": {}, "1": {}},
            **({"team": team} if self.team else {}),
        }

    async def get_guilds(self, limit: int, *, after: int | None = None, **_: Any) -> list[Mapping[str, Any]]:
        self._break("servers")
        return [self._server(number) for number in self.servers if after is None or number > after][:limit]

    async def get_guild(self, server: int, **_: Any) -> Mapping[str, Any]:
        return self._server(server)

    def _server(self, number: int) -> Mapping[str, Any]:
        return {
            "id": str(number),
            "name": f"Server {number}",
            "icon": None,
            "owner_id": str(guilds.OWNER),
            "permissions": str(_RIGHTS.value),
            "features": ["COMMUNITY"],
            "preferred_locale": "de" if self.german else "en-US",
            "roles": [guilds._role(number, _RIGHTS)],
            "channels": [],
            "threads": [],
            "members": [],
        }

    async def get_all_guild_channels(self, server: int) -> list[Mapping[str, Any]]:
        self._break("channels")
        self.asked.append(server)
        return [await self.get_channel(number) for number in self.channels]

    async def get_member(self, _: int, member: int) -> Mapping[str, Any]:
        user = await self.static_login(TOKEN)
        return {"user": {**user, "id": str(member)}, "roles": [], "joined_at": None, "deaf": False} | {
            "mute": False,
            "flags": 0,
        }

    async def get_channel(self, channel: int) -> Mapping[str, Any]:
        if channel in self.archived:
            return {**await super().get_channel(channel), "guild_id": str(HOME)}
        if channel not in {*self.channels, VOICE}:
            raise refusal(404, 10003)
        data = guilds.channel_data(channel, forums=(GAMES,))
        kind = {VOICE: {"type": 2, "bitrate": 64000, "user_limit": 0}}.get(channel, {})
        deny = {"id": str(HOME), "type": 0, "allow": "0", "deny": "1024"}
        overwrites = [deny] if channel in self.hidden else []
        return {**data, "guild_id": str(HOME), "permission_overwrites": overwrites, **kind}

    async def request(self, route: discord.http.Route) -> Mapping[str, Any]:
        assert route.path == "/gateway/bot"
        self._break("gateway")
        limits = {"total": 1000, "remaining": self.starts, "reset_after": 7_200_000, "max_concurrency": 1}
        return {"shards": SHARDS, "session_start_limit": limits}

    async def close(self) -> None:
        """Do nothing: there is no connection."""

    def _break(self, request: str) -> None:
        if request in self.broken:
            raise refusal(403, 50001)


class _Commands:
    """Commands, unregistered until `register`."""

    def __init__(self) -> None:
        self.registered = False

    async def register(self) -> Finding:
        self.registered = True
        return ok("register", "registered")

    async def compare(self) -> Finding:
        return ok("commands", "as this version has them" if self.registered else "none")


@dataclass
class Examined:
    """An examination, its findings, its questions to the owner, and its connections."""

    memory: ExaminedDiscord
    gateway: bool = True
    ahead: Any = None
    found: list[Finding] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)
    connected: list[tuple[str, int, int]] = field(default_factory=list)
    listener: Any = None

    async def run(self, settings: Settings, **wish: Any) -> list[Finding]:
        examination = Examination(
            settings,
            ExaminationScope(**wish),
            self.found.append,
            self.asked.append,
            open_session=self._session,
            connect=self._connect,
            commands=self._commands,
            draw=samples,
        )
        await examination.run()
        return self.found

    def of(self, check: str) -> Finding:
        (finding,) = [each for each in self.found if each.check == check]
        return finding

    @property
    def checks(self) -> list[str]:
        return [finding.check for finding in self.found]

    def _session(self, clock: Clock, per_second: float) -> DoctorSession:
        session = DoctorSession(clock, per_second)
        session.ahead = self.ahead
        http: Any = self.memory
        session.client.http = session.client._connection.http = http
        self.memory.state = session.client._connection
        return session

    @asynccontextmanager
    async def _connect(self, token: str, shard: int, shards: int) -> AsyncIterator[tuple[Any, Finding]]:
        if not self.gateway:
            raise NoGateway(fail("gateway", "it is away", "look again"))
        self.connected.append((token, shard, shards))
        yield self.listener or SimpleNamespace(), ok("gateway", "connected")

    async def _commands(self, _: discord.Client, __: discord.AppInfo) -> Any:
        return _Commands()
