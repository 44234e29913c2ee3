"""The connection to Discord: who we are, what we listen to, what runs while we are connected."""

import asyncio
import logging
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import discord
import yarl
from discord import app_commands
from discord.ext import commands

from bot.chat.commands import all_commands
from bot.chat.commands.common import reach
from bot.chat.commands.common.command_i18n import CatalogueTranslator
from bot.chat.commands.registration import sync_if_changed
from bot.chat.components import component_router
from bot.chat.delivery.deadline_worker import DeadlineWorker
from bot.chat.delivery.discord_sender import DiscordSender
from bot.chat.delivery.senders import Senders
from bot.chat.delivery.wakeup import Wakeup
from bot.chat.delivery.worker import DeliveryWorker
from bot.chat.interactions import answers
from bot.chat.interactions.responder import Responder
from bot.chat.interactions.suggestions import suggest_in_the_end, suggest_nothing
from bot.chat.server_presence import Servers
from bot.chat.toolkit import custom_ids, layouts
from bot.chat.toolkit.app_context import AppContext
from bot.play.ports import Clock
from render.ahead import looks

log = logging.getLogger(__name__)

_FOR_PEOPLE = 1
"""Discord's number for the installation of an app by a person."""
HEARTBEAT = 15.0
GRACE = 3.0
LONGEST_WAIT = 5.0
"""Seconds that a request may wait for Discord's limits in its place."""
NEEDED = discord.Permissions(
    view_channel=True,
    send_messages=True,
    create_public_threads=True,
    send_messages_in_threads=True,
    attach_files=True,
    read_message_history=True,
)
"""What the bot asks a server for; the README says what each permission is for."""


def point_to(api_url: str, gateway_url: str) -> None:
    """Say where Discord is; discord.py keeps these addresses on two of its classes."""
    discord.http.Route.BASE = api_url
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway_url)
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False


def _custom_id(interaction: discord.Interaction) -> str:
    return str(answers.payload(interaction).get("custom_id", ""))


def invite_link(application: int) -> str:
    """Return the address at which a server's owner invites the bot."""
    return discord.utils.oauth_url(application, permissions=NEEDED, scopes=("bot", "applications.commands"))


def install_link(application: int) -> str:
    """Return the address at which someone installs the app for themselves."""
    link = discord.utils.oauth_url(application, scopes=("applications.commands",))
    return f"{link}&integration_type={_FOR_PEOPLE}"


class WorkDied(Exception):
    """Something that runs beside the connection has ended by an error, which was logged."""


class Tree(app_commands.CommandTree["FernpartieBot"]):
    """The commands; what cannot be understood gets a sentence instead of silence."""

    async def on_error(
        self, interaction: discord.Interaction["FernpartieBot"], error: app_commands.AppCommandError, /
    ) -> None:
        """Answer for a command that does not fit what is registered, and for what nobody foresaw."""
        if interaction.type is discord.InteractionType.autocomplete:
            log.warning("no suggestions: %s", error)
            await suggest_nothing(interaction)
            return
        t = self.client.app.texts.language(interaction.locale.value)
        stale = isinstance(error, app_commands.CommandNotFound | app_commands.CommandSignatureMismatch)
        if not stale:
            log.error("command failed", exc_info=error)
        await answers.tell(interaction, t("error.stale-command" if stale else "error.internal"))


class FernpartieBot(commands.AutoShardedBot):
    """The bot: no privileged intents, no caches of people or messages, mentions closed."""

    def __init__(
        self,
        app: AppContext,
        clock: Clock,
        wakeup: Wakeup,
        heartbeat_file: Path | None = None,
        *,
        draw_ahead: bool = False,
    ) -> None:
        super().__init__(
            command_prefix=commands.when_mentioned,
            help_command=None,
            tree_cls=Tree,
            intents=discord.Intents(guilds=True),
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
            allowed_mentions=discord.AllowedMentions.none(),
        )
        self.app = app
        senders = Senders(app, self, DiscordSender(self))
        self.delivery = DeliveryWorker(app.outbox, senders, clock, wakeup)
        self.deadline_worker = DeadlineWorker(app.services.deadline_schedule, clock, wakeup.another())
        app.services.deadline_schedule.when_due(self.deadline_worker.expect)
        self._servers = Servers(app.services)
        self._wakeup = wakeup
        self._heartbeat_file = heartbeat_file
        self._draw_ahead = draw_ahead
        self._running: set[asyncio.Task[None]] = set()
        self._asked_for: set[asyncio.Task[None]] = set()
        self._leaving = self._died = False
        self._delivering: asyncio.Task[None] | None = None
        self._meeting_deadlines: asyncio.Task[None] | None = None

    async def setup_hook(self) -> None:
        """Put the commands up, recognise old buttons again, begin to deliver."""
        if not self.tree.get_commands():  # a login that broke off comes here a second time
            self.add_dynamic_items(component_router.pressable(self.app))
            await self.tree.set_translator(CatalogueTranslator(self.app.texts))
            for command in all_commands(self.app):
                self.tree.add_command(reach.place(command, people_install=self._people_install))
        if self.application_id is not None and await sync_if_changed(self.tree, self.application_id):
            log.info("commands registered")
        # What must wait longer gives its place in the delivery up; discord.py's own setting begins at 30 s.
        self.http.max_ratelimit_timeout = LONGEST_WAIT
        self._delivering = self._start(self.delivery.run())
        self._meeting_deadlines = self._start(self.deadline_worker.run())
        if self._heartbeat_file is not None:
            self._start(self._beat(self._heartbeat_file))

    def dispatch(self, event_name: str, /, *args: Any, **kwargs: Any) -> None:  # noqa: ANN401  # as discord.py has it
        """Take the time of each interaction before anything else runs: Discord's three seconds count now."""
        if event_name == "interaction":
            Responder.of(args[0], self.app.epochs.current)
        super().dispatch(event_name, *args, **kwargs)

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Answer for forms, and for what discord.py would pass over in silence."""
        if interaction.type is discord.InteractionType.autocomplete:
            await suggest_in_the_end(interaction)
        if interaction.type is discord.InteractionType.modal_submit:
            await component_router.answer_press(self.app, interaction, _custom_id(interaction))
        if interaction.type is not discord.InteractionType.component:
            return
        custom_id = _custom_id(interaction)
        known = custom_ids.TEMPLATE.fullmatch(custom_id) is not None
        shown = interaction.message is not None and custom_id in layouts.custom_ids(interaction.message)
        if not (known and shown):
            await component_router.answer_press(self.app, interaction, "")

    async def on_ready(self) -> None:
        """Say that the bot is there; deliver what waited for the connection."""
        log.info("ready as %s in %d servers", self.user, len(self.guilds))
        if self.application_id is not None:
            log.info("invite: %s", invite_link(self.application_id))
            if self._people_install:
                log.info("for people: %s", install_link(self.application_id))
        self._wakeup.ring()
        if self._draw_ahead:
            self._draw_ahead = False  # Discord may say more than once that it is ready
            app = self.app
            self._start(app.drawing.ahead(app.gallery, looks(app.games.values())))

    async def on_shard_ready(self, shard_id: int) -> None:
        """Notice what happened to servers while there was no connection."""
        await self._beside(self._servers.ready(self.guilds, shard_id, self.shard_count or 1))

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Pause the games of a server the bot was removed from; an outage is another event."""
        await self._beside(self._servers.left(guild))

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Let the games of a server go on that the bot has come back to; introduce it where it is new."""
        await self._beside(self._servers.joined(guild))
        await self._beside(self._servers.changed(guild))
        await self._beside(self._servers.present(guild))

    async def on_guild_available(self, guild: discord.Guild) -> None:
        """Look at the language of a server; introduce the bot where it is new."""
        await self._beside(self._servers.changed(guild))
        await self._beside(self._servers.present(guild))

    async def on_guild_update(self, _before: discord.Guild, after: discord.Guild) -> None:
        """Look at the language of a server again."""
        await self._beside(self._servers.changed(after))

    async def on_guild_role_delete(self, role: discord.Role) -> None:
        """Call a role no more that was deleted."""
        await self._beside(self._servers.role_gone(role))

    async def on_resumed(self) -> None:
        """Deliver what waited for the connection."""
        self._wakeup.ring()

    async def connect(self, *, reconnect: bool = True) -> None:
        """Stay connected until the bot is closed. Raises WorkDied when it closed itself."""
        await super().connect(reconnect=reconnect)
        if self._died:
            raise WorkDied

    async def close(self) -> None:
        """Stop delivering, then leave; a delivery under way may end first, but not for ever."""
        self._leaving = True
        self.deadline_worker.end()
        self.delivery.end()
        ending = [
            task for task in (self._meeting_deadlines, self._delivering, *self._asked_for) if task is not None
        ]
        if ending:
            await asyncio.wait(ending, timeout=GRACE)
        for task in self._running:
            task.cancel()
        await asyncio.gather(*self._running, return_exceptions=True)
        await super().close()

    async def _beside(self, work: Coroutine[Any, Any, None]) -> None:
        """Do what an event asks for; the bot does not leave before that is done: its database closes then."""
        if self._leaving:
            work.close()
            return
        task = asyncio.create_task(work)
        self._asked_for.add(task)
        task.add_done_callback(self._asked_for.discard)
        await asyncio.shield(task)

    @property
    def _people_install(self) -> bool:
        """Whether the portal lets people install the app for themselves; asked for at the login."""
        return self.application is not None and self.application.user_integration_config is not None

    def _start(self, work: Any) -> asyncio.Task[None]:  # noqa: ANN401  # any coroutine
        task: asyncio.Task[None] = asyncio.create_task(work)
        self._running.add(task)
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._running.discard(task)
        if not task.cancelled() and task.exception() is not None:
            log.critical("background work died, leaving", exc_info=task.exception())
            self._died = True
            self._start_closing()

    def _start_closing(self) -> None:
        self._closing = asyncio.ensure_future(self.close())

    async def _beat(self, file: Path) -> None:
        """Touch the heartbeat file while the gateway answers, for the health check."""
        await self.wait_until_ready()
        while True:
            if not any(shard.is_closed() for shard in self.shards.values()):
                await asyncio.to_thread(file.touch)
            await asyncio.sleep(HEARTBEAT)
