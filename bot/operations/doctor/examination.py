"""The doctor's checks of the bot at Discord, in order."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack
from dataclasses import dataclass, field
from typing import Final

import discord

from bot.chat.core.failures.discord_refusals import FAILURES, got
from bot.chat.core.interactions.interaction_context import community_locale
from bot.chat.gateway.invite_links import invite_link, point_to
from bot.kernel.probes import Finding, fail, ok
from bot.locale import Language, Texts
from bot.model.ports import Clock, utc_now
from bot.operations.doctor import account, places
from bot.operations.doctor.connection import GatewayListener, NoGateway, check_connection
from bot.operations.doctor.explanations import failure_finding
from bot.operations.doctor.presses import PRESSED_WITHIN, check_press
from bot.operations.doctor.quarantine import quarantine
from bot.operations.doctor.session import PER_SECOND, DoctorSession
from bot.operations.doctor.trial import Samples, Trial
from bot.settings import Settings
from render import Gallery

MAX_SERVERS: Final = 5
"""The number of checked servers if none is named."""
_Connection = AbstractAsyncContextManager[tuple[GatewayListener, Finding]]


@dataclass(frozen=True, slots=True)
class ExaminationScope:
    """The doctor's subjects besides the account, and its actions."""

    server: int | None = None
    channel: int | None = None
    forum: int | None = None
    press: bool = False
    register: bool = False
    pressed_within: float = PRESSED_WITHIN
    """Seconds to wait for a press."""


@dataclass(slots=True)
class Examination:
    """A round of checks; `report` gets each finding immediately, `ask` the owner's next task.

    `connect` opens a gateway connection from a token, a shard's number and the number of shards; it may raise
    NoGateway.
    """

    settings: Settings
    scope: ExaminationScope
    report: Callable[[Finding], None]
    ask: Callable[[str], None]
    clock: Clock = utc_now
    per_second: float = PER_SECOND
    open_session: Callable[[Clock, float], DoctorSession] = DoctorSession
    connect: Callable[[str, int, int], _Connection] = check_connection
    commands: Callable[[discord.Client, discord.AppInfo], Awaitable[account.Commands]] = account.Commands.of
    draw: Callable[[Language], Samples] = lambda t: Samples.draw(Gallery(), t)
    _texts: Texts = field(default_factory=Texts.load)

    async def run(self) -> None:
        """Run all checks, and clean up in any case."""
        point_to(self.settings.api_url, self.settings.gateway_url)
        token, session = (
            self.settings.token.get_secret_value(),
            self.open_session(self.clock, self.per_second),
        )
        async with session.client as client:
            for finding in await account.log_in(session, token):
                self.report(finding)
            if session.ahead is not None:
                self.report(account.clock(session.ahead))
            app = client.application
            if app is None:
                return
            for finding in (*account.application(app), account.intents(app)):
                self.report(finding)
            await self._commands(client, app)
            quarantined = await quarantine(self.settings.database_url, self.clock)
            if quarantined is not None:
                self.report(quarantined)
            async with AsyncExitStack() as stack:
                await self._connect_and_check(client, app, token, stack)

    async def _commands(self, client: discord.Client, app: discord.AppInfo) -> None:
        commands = await self.commands(client, app)
        if self.scope.register:
            self.report(await account.finding_or_failure("register", commands.register()))
        self.report(await account.finding_or_failure("commands", commands.compare()))

    async def _connect_and_check(
        self, client: discord.Client, app: discord.AppInfo, token: str, stack: AsyncExitStack
    ) -> None:
        """Connect, then check servers and channels: presses arrive over the connection."""
        channels = await self._fetch_named_channels(client)
        servers = await self._servers(client, app, channels)
        channel, forum = channels.get(self.scope.channel or 0), channels.get(self.scope.forum or 0)
        home = [place.guild.id for place in (channel, forum) if place is not None]
        home += [server.id for server in servers]
        listener = await self._listener(client, token, home[0] if home else 0, stack)
        for server in servers:
            await self._permissions(client, server)
        if home and channels:
            full = next((server for server in servers if server.id == home[0]), None)
            t = self._texts.language("" if full is None else community_locale(full))
            samples = await asyncio.to_thread(self.draw, t)
            owner = app.owner.id if app.team is None or app.team.owner_id is None else app.team.owner_id
            text_channel = channel if isinstance(channel, discord.TextChannel) else None
            trial = Trial(client, home[0], text_channel, samples, t, owner)
            await self._try(trial, forum if isinstance(forum, discord.ForumChannel) else None, listener)

    async def _fetch_named_channels(self, client: discord.Client) -> dict[int, discord.abc.GuildChannel]:
        """Fetch the channels that the owner has named."""
        channels: dict[int, discord.abc.GuildChannel] = {}
        for option, number, kind, kind_name in (
            ("--channel", self.scope.channel, discord.TextChannel, "text channel"),
            ("--forum", self.scope.forum, discord.ForumChannel, "forum"),
        ):
            if number is None:
                continue
            try:
                place = await got(client.fetch_channel(number))
            except (*FAILURES, discord.InvalidData) as error:
                self.report(failure_finding(option, error))
                continue
            if isinstance(place, kind):
                channels[number] = place
            else:
                self.report(_of_another_kind(option, number, place, kind_name))
        return channels

    async def _servers(
        self, client: discord.Client, app: discord.AppInfo, channels: dict[int, discord.abc.GuildChannel]
    ) -> list[discord.Guild]:
        """Fetch the servers to check: the named one and those of the named channels, else the first few."""
        try:
            present = [guild async for guild in client.fetch_guilds(limit=None)]
            self.report(account.in_servers(app.approximate_guild_count, len(present), app.id))
            guild_ids = {place.guild.id for place in channels.values()}
            if self.scope.server is not None:
                guild_ids.add(self.scope.server)
            absent = guild_ids - {guild.id for guild in present}
            for number in absent:
                link = f"open {invite_link(app.id)} and choose it, or name another one"
                self.report(fail("server", f"the bot is not in server {number}", link))
            ids = [guild.id for guild in present if guild.id in guild_ids or not guild_ids]
            if not guild_ids and len(ids) > MAX_SERVERS:
                self.report(ok("server", f"the first {MAX_SERVERS} are looked at; --server ID names another"))
            return [
                await got(client.fetch_guild(guild)) for guild in ids[: None if guild_ids else MAX_SERVERS]
            ]
        except FAILURES as error:
            self.report(failure_finding("servers", error))
            return []

    async def _listener(
        self, client: discord.Client, token: str, home: int, stack: AsyncExitStack
    ) -> GatewayListener | None:
        try:
            gateway = await got(client.http.request(discord.http.Route("GET", "/gateway/bot")))
        except FAILURES as error:
            self.report(failure_finding("session starts", error))
            return None
        shards, limits = gateway["shards"], discord.SessionStartLimits(**gateway["session_start_limit"])
        self.report(account.session_starts(limits))
        if limits.remaining < 1:
            return None
        shard = (home >> 22) % shards
        try:
            listener, finding = await stack.enter_async_context(self.connect(token, shard, shards))
        except NoGateway as refused:
            self.report(refused.finding)
            return None
        self.report(finding)
        return listener

    async def _permissions(self, client: discord.Client, server: discord.Guild) -> None:
        try:
            standings = await places.standings(client, server)
        except (*FAILURES, discord.InvalidData) as error:
            self.report(failure_finding("permissions", error))
            return
        numbers = {number for number in (self.scope.channel, self.scope.forum) if number is not None}
        for finding in places.permissions(server.name, standings, numbers):
            self.report(finding)

    async def _try(
        self, trial: Trial, forum: discord.ForumChannel | None, listener: GatewayListener | None
    ) -> None:
        """Test what games need, and clean up in any case."""
        done = False
        try:
            await self._report_all(trial.messages())
            await self._report_all(trial.threads())
            if forum is not None:
                await self._report_all(trial.forum(forum))
            if self.scope.press and listener is not None and trial.message is not None:
                self.ask(f"Press the button now: {trial.link(trial.message)}")
                await self._report_all(
                    check_press(listener, trial.button, trial.t, self.scope.pressed_within)
                )
            done = True
        finally:
            if not done:
                self.ask("Deleting what was posted; Ctrl-C once more would leave it there.")
            self.report(await asyncio.shield(asyncio.ensure_future(trial.clean_up())))

    async def _report_all(self, findings: AsyncIterator[Finding]) -> None:
        async for finding in findings:
            self.report(finding)


def _of_another_kind(
    option: str,
    number: int,
    place: discord.abc.GuildChannel | discord.Thread | discord.abc.PrivateChannel,
    wanted_option: str,
) -> Finding:
    """Return the failed check of an option that names a channel of the wrong kind."""
    for kind, kind_name, other in (
        (discord.ForumChannel, "forum", "--forum"),
        (discord.TextChannel, "text channel", "--channel"),
    ):
        if isinstance(place, kind):
            return fail(
                option,
                f"channel {number} is a {kind_name}",
                f"name a {wanted_option}; a {kind_name} goes behind {other}",
            )
    return fail(option, f"channel {number} is not a {wanted_option}", f"name a {wanted_option}")
