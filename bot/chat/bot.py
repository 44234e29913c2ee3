"""The connection to Discord: gateway events, and background work while connected."""

import asyncio
import logging
from collections.abc import Coroutine
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import discord
from discord import app_commands

from bot.chat.chat_application import ChatApplication
from bot.chat.command_tree import all_commands, manual_entries
from bot.chat.component_router import ComponentRouter
from bot.chat.core import custom_ids
from bot.chat.core.app_context import AppContext
from bot.chat.core.commands import reach
from bot.chat.core.commands.command_i18n import CatalogueTranslator
from bot.chat.core.failures.outages import through_database_outages
from bot.chat.core.interactions.answers import Answers
from bot.chat.core.interactions.responder import Responder
from bot.chat.core.interactions.suggestions import fallback_autocomplete, suggest_nothing
from bot.chat.core.lookup.whereabouts import server_of
from bot.chat.core.messages import layouts
from bot.chat.delivery.discord_access import discord_access
from bot.chat.delivery.discord_resender import DiscordResender
from bot.chat.delivery.message_cache import MessageCache
from bot.chat.delivery.refused_forms import RefusedForms, RequestForm
from bot.chat.delivery.workers.deadline_worker import DeadlineWorker
from bot.chat.delivery.workers.engine_worker import EngineWorker
from bot.chat.delivery.workers.liveness_check import LivenessCheck
from bot.chat.delivery.workers.owner_alarm_worker import OwnerAlarmWorker
from bot.chat.delivery.workers.retention_worker import RetentionWorker
from bot.chat.delivery.workers.signal_listener import SignalListener
from bot.chat.delivery.workers.wakeup import Wakeup
from bot.chat.delivery.workers.worker import DeliveryWorker
from bot.chat.gateway.archived_threads import ArchivedThreads
from bot.chat.gateway.command_ids import mentions_of
from bot.chat.gateway.gateway_shards import GatewayShards
from bot.chat.gateway.invite_links import install_link, invite_link
from bot.chat.gateway.piece_emojis import piece_emojis, sync_emojis
from bot.chat.gateway.reconnecting import patch_reconnect_backoff
from bot.chat.gateway.registration import sync_commands
from bot.chat.gateway.server_cache import trim_guild_payloads
from bot.chat.gateway.server_presence import Servers
from bot.chat.rate_limits.buckets import patch_ratelimiter
from bot.chat.rate_limits.gate import SHORT_WAIT, Gate
from bot.chat.rate_limits.token_check import token_is_known
from bot.chat.rate_limits.tracing import Requests
from bot.chat.surface import publish
from bot.cluster.membership import LeaseExpired
from bot.cluster.shard_keeper import ShardKeeper
from bot.cluster.shard_leases import ShardLeases
from bot.kernel.feature import merge
from bot.model.ports import Clock, LeaseUncertain
from bot.monitoring.alarms import Alarms
from data.cluster.signal_values import Signal, Topic
from render.ahead import looks

log = logging.getLogger(__name__)

_UNKNOWN_TOKEN = 4004
"""Discord's close code for an unknown token."""
HEARTBEAT = 15.0
SOON = 1.0
GRACE = 3.0
REGISTERING = 30.0
"""Seconds the first shard waits for the registration of commands."""
_ANSWERING = ("CommandTree-invoker", "discord-ui-dynamic-item-", "discord.py: on_interaction")
"""Name prefixes of discord.py's tasks that answer interactions."""


def _custom_id(interaction: discord.Interaction) -> str:
    return str(Answers(interaction).payload.get("custom_id", ""))


async def _handle_event(work: Coroutine[Any, Any, None]) -> None:
    """Handle an event. After a lost lease it is dropped: the process that took over receives it, too."""
    try:
        await work
    except LeaseUncertain as error:
        log.warning("an event is left to other processes: %s", error)


class WorkerDied(Exception):
    """Background work ended with an error, which is logged."""


class BotCommandTree(app_commands.CommandTree["FernpartieBot"]):
    """The command tree. An unknown command gets an answer instead of silence."""

    async def on_error(
        self, interaction: discord.Interaction["FernpartieBot"], error: app_commands.AppCommandError, /
    ) -> None:
        """Answer a command that differs from its registration, or one that raised an unexpected error."""
        if interaction.type is discord.InteractionType.autocomplete:
            log.warning("no suggestions: %s", error)
            await suggest_nothing(interaction)
            return
        t = self.client.app.texts.language(interaction.locale.value)
        stale = isinstance(error, app_commands.CommandNotFound | app_commands.CommandSignatureMismatch)
        if not stale:
            log.error("command failed", exc_info=error)
        await Answers(interaction).reply(t("error.stale-command" if stale else "error.internal"))


class FernpartieBot(discord.AutoShardedClient):
    """The bot: no privileged intents, no mentions by default; discord.py caches no people or messages."""

    def __init__(
        self,
        app: AppContext,
        application: ChatApplication,
        clock: Clock,
        wakeup: Wakeup,
        leases: ShardLeases,
        heartbeat_file: Path | None = None,
        *,
        draw_ahead: bool = False,
        gate: Gate | None = None,
        avoid: frozenset[RequestForm] = frozenset(),
        alarms: Alarms | None = None,
        owner: int | None = None,
    ) -> None:
        patch_ratelimiter()
        patch_reconnect_backoff()
        self.gate = gate or Gate()
        requests = Requests(self.gate)
        liveness = LivenessCheck(app.outbox.alive)
        liveness.watch(requests.trace)
        super().__init__(
            intents=discord.Intents(guilds=True),
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
            allowed_mentions=discord.AllowedMentions.none(),
            shard_connect_timeout=None,
            http_trace=requests.trace,
        )
        self.tree: Final = BotCommandTree(self)
        trim_guild_payloads(self)
        messages = MessageCache()
        self._forms = RefusedForms(everywhere=avoid)
        access = discord_access(
            app, self, app.services.first_messages, application.note_limitation, messages, self._forms
        )
        resender = DiscordResender(access)
        self.app = app = replace(app, resender=resender, wake=wakeup.ring)
        for registered in application.messages(app.chat, access):
            resender.register(registered)
        self.features = application
        self._surfaces = surfaces = application.surfaces(app.chat)
        app.manual.publish(manual_entries(surfaces))
        app.audit_notes.publish(merge(surface.audit_notes for surface in surfaces))
        publish(surfaces, app.slots)
        self._router = ComponentRouter(app, surfaces)
        self.delivery = DeliveryWorker(
            app.outbox,
            resender.senders,
            clock,
            wakeup,
            liveness,
            requests.sent_requests,
            app.metrics.on_post,
            application.features.settlement_hooks,
            application.features.resume,
        )
        self.deadline_worker = DeadlineWorker(app.services.timers, clock, wakeup.another())
        app.services.timers.when_due(self.deadline_worker.expect)
        self._retention = RetentionWorker(app.services.retention)
        self._engine_worker = EngineWorker(app.services.engine_turns)
        self._alarm_worker = (
            None if alarms is None else OwnerAlarmWorker(self, self.app, access.direct, alarms, owner)
        )
        self._leases = leases
        self._connections = GatewayShards(self, leases, self._begin)
        self._keeper = ShardKeeper(leases, self._connections)
        self._signals = SignalListener(wakeup, self.deadline_worker, app.services.name_cache, messages)
        self._servers = Servers(app.services)
        self._archived_threads = ArchivedThreads(app.services, self)
        self._wakeup = wakeup
        self._heartbeat_file = heartbeat_file
        self._draw_ahead = draw_ahead
        self._running: set[asyncio.Task[None]] = set()
        self._asked_for: set[asyncio.Task[None]] = set()
        self._leaving = self._died = self._was_ready = self._token_lost = False
        app.metrics.before_scrape(self._update_gateway_metrics)
        self._beginning = asyncio.Lock()
        self._closing: asyncio.Task[None] | None = None
        self._keeping: asyncio.Task[None] | None = None
        self._delivering: asyncio.Task[None] | None = None
        self._meeting_deadlines: asyncio.Task[None] | None = None

    async def setup_hook(self) -> None:
        """Register the handlers of persistent buttons. The first shard starts the rest."""
        if not self.tree.get_commands():  # a retried login calls this again
            self.add_dynamic_items(self._router.pressable())
            await self.tree.set_translator(CatalogueTranslator(self.app.texts))
            for declared in all_commands(self._surfaces):
                placed = reach.place(declared.command, declared.reach, people_install=self._people_install)
                self.tree.add_command(placed)
            self._start(self.app.services.listen(self._forward_signal))
            if self._heartbeat_file is not None:
                self._start(self._beat(self._heartbeat_file))

    def _forward_signal(self, signal: Signal) -> None:
        """Forward another process's signal."""
        self._leases.on_signal(signal)
        if signal.topic is Topic.HELD:
            self._leases.woken.set()
        self._signals.on_signal(signal)

    async def _begin(self) -> None:
        """Sync the commands and start deliveries, once, with the first shard."""
        async with self._beginning:
            if self._delivering is not None:
                return
            # A rate-limited registration must not block the rest.
            await asyncio.wait({self._start(self._sync_commands())}, timeout=REGISTERING)
            # A request with a longer wait raises and frees its delivery slot.
            self.http.max_ratelimit_timeout = SHORT_WAIT
            self.gate.unauthorized = self._token_refused
            self._delivering = self._start(self.delivery.run())
            self._meeting_deadlines = self._start(self.deadline_worker.run())
            self._start(self._retention.run())
            if self._alarm_worker is not None:
                self._start(self._alarm_worker.run())
            if self.app.services.engine_turns.is_offered:
                self._start(self._engine_worker.run())

    async def _sync_commands(self) -> None:
        if self.application_id is not None:
            ids = await sync_commands(self.tree, self.application_id)
            texts = self.app.texts
            self._start(self._upload_pieces())
            texts.mentions.publish(mentions_of(self.tree.get_commands(), ids, texts))

    async def _upload_pieces(self) -> None:
        app = self.app
        emojis = await asyncio.to_thread(piece_emojis, app.games, app.pictures.gallery)
        app.texts.icons.publish(await sync_emojis(self, emojis))

    def dispatch(self, event_name: str, /, *args: Any, **kwargs: Any) -> None:  # noqa: ANN401  # as discord.py has it
        """Record the time and server of each interaction before anything else runs.

        Discord's three seconds start here.
        """
        if event_name == "interaction":
            Responder.of(args[0], self.app.epochs.current)
            server_of(args[0])
        super().dispatch(event_name, *args, **kwargs)

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Answer submitted forms, and interactions that discord.py would ignore."""
        if interaction.type is discord.InteractionType.autocomplete:
            await fallback_autocomplete(interaction)
        if interaction.type is discord.InteractionType.modal_submit:
            await self._router.answer(interaction, _custom_id(interaction))
        if interaction.type is not discord.InteractionType.component:
            return
        custom_id = _custom_id(interaction)
        known = custom_ids.TEMPLATE.fullmatch(custom_id) is not None
        shown = interaction.message is not None and custom_id in layouts.custom_ids(interaction.message)
        if not (known and shown):
            await self._router.answer(interaction, "")

    def _log_ready(self) -> None:
        """Log that the bot is ready, and draw boards ahead if configured."""
        self._was_ready = True
        log.info("ready as %s in %d servers", self.user, len(self.guilds))
        if self.application_id is not None:
            log.info("invite: %s", invite_link(self.application_id))
            if self._people_install:
                log.info("for people: %s", install_link(self.application_id))
        if self._draw_ahead:
            app = self.app
            self._start(app.pictures.drawing.ahead(app.pictures.gallery, looks(app.games.values())))

    async def on_shard_connect(self, shard_id: int) -> None:
        """Mark the shard's servers as listed, and count a new session."""
        self._connections.on_connect(shard_id)
        self._leases.woken.set()
        self.app.metrics.on_connect()

    async def on_shard_ready(self, shard_id: int) -> None:
        """Deliver notices that waited for the connection, and catch up on missed changes of servers."""
        if not self._was_ready:
            self._log_ready()
        await self._run_shielded(through_database_outages(lambda: self._end_broken_trials(shard_id)))
        self._wakeup.ring()
        # discord.py reports a shard seconds after it listed its servers; the shard may be released by then.
        if self._connections.knows_servers(shard_id):
            await self._run_shielded(self._servers.ready(tuple(self.guilds), shard_id, self.shard_count or 1))

    async def _end_broken_trials(self, shard: int) -> None:
        """Delete leftovers of broken trials in a shard's servers. Running trials are known in memory."""
        app = self.app
        for server in await app.services.trial_leftovers.servers():
            if (server >> 22) % (self.shard_count or 1) == shard and server not in app.trials:
                await app.services.trial_leftovers.release(server)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Pause the games of a server that removed the bot. Outages are another event."""
        await self._run_shielded(self._servers.on_leave(guild))

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Resume the games of a server that the bot rejoined, or introduce the bot to a new one."""
        await self._run_shielded(self._servers.on_join(guild))
        await self._run_shielded(self._servers.on_change(guild))
        await self._run_shielded(self._servers.present(guild))

    async def on_guild_available(self, guild: discord.Guild) -> None:
        """Read the server's language, introduce the bot to a new server, and compare archived threads."""
        await self._run_shielded(self._servers.on_change(guild))
        await self._run_shielded(self._servers.present(guild))
        await self._run_shielded(self._archived_threads.compare(guild))

    async def on_raw_thread_update(self, payload: discord.RawThreadUpdateEvent) -> None:
        """Reopen a running game's archived thread."""
        await self._run_shielded(self._archived_threads.on_update(payload))

    async def on_guild_update(self, _before: discord.Guild, after: discord.Guild) -> None:
        """Read the server's language again."""
        await self._run_shielded(self._servers.on_change(after))

    async def on_guild_channel_update(
        self, before: discord.abc.GuildChannel, after: discord.abc.GuildChannel
    ) -> None:
        """Allow refused requests again after permissions changed."""
        if before.overwrites != after.overwrites:
            self._forget_refusals(after.guild)

    async def on_guild_role_update(self, before: discord.Role, after: discord.Role) -> None:
        """Allow refused requests again after permissions changed."""
        if before.permissions != after.permissions:
            self._forget_refusals(after.guild)

    async def on_member_update(self, before: discord.Member, after: discord.Member) -> None:
        """Allow refused requests again after the bot's roles changed."""
        if self.user is not None and after.id == self.user.id and before.roles != after.roles:
            self._forget_refusals(after.guild)

    async def on_guild_role_delete(self, role: discord.Role) -> None:
        """Stop pinging a deleted role."""
        await self._run_shielded(self._servers.remove_role(role))

    async def on_shard_resumed(self, _shard_id: int) -> None:
        """Count a resumed session."""
        self._leases.woken.set()
        self.app.metrics.on_connect(resumed=True)

    async def on_shard_disconnect(self, _shard_id: int) -> None:
        """Wake the lease loop: it records the lost connection for the other processes."""
        self._leases.woken.set()

    async def on_resumed(self) -> None:
        """Deliver notices that waited for the connection."""
        self._wakeup.ring()

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Identify shards one after another, at the rate Discord allows."""
        del initial
        await self._connections.identifying(shard_id or 0)

    async def launch_shards(self) -> None:
        """Launch no shards: they are launched as their leases are acquired."""

    async def connect(self, *, reconnect: bool = True) -> None:
        """Stay connected until the bot is closed.

        Raises LoginFailure if Discord rejects the token, ConnectionClosed for another close code that forbids
        reconnecting, WorkerDied if the bot closed itself.
        """
        await self._connections.ask()
        if self._keeping is None:
            self._keeping = self._start(self._keep_shards())
        try:
            await super().connect(reconnect=reconnect)
        except discord.ConnectionClosed as closed:
            self._token_lost = self._token_lost or closed.code == _UNKNOWN_TOKEN
            if not self._token_lost:
                raise
        if self._token_lost:
            raise discord.LoginFailure("the token is not known any more")
        if self._died:
            raise WorkerDied

    async def _keep_shards(self) -> None:
        try:
            await self._keeper.run()
        except* LeaseExpired:
            log.critical("the lease of this process expired, exiting")
            self._died = True
            self._start_closing()

    async def close(self) -> None:
        """Release the shards, stop deliveries, then disconnect.

        Running answers and deliveries get a few seconds to finish.
        """
        self._start_closing()
        if self._closing is not None:
            await asyncio.shield(self._closing)

    def _start_closing(self) -> None:
        if self._closing is None:
            self._closing = asyncio.create_task(self._leave())

    async def _leave(self) -> None:
        self._leaving = True
        await self._keeper.drain()
        self.deadline_worker.end()
        self.delivery.end()
        ending = [
            task for task in (self._meeting_deadlines, self._delivering, *self._asked_for) if task is not None
        ]
        ending += [task for task in asyncio.all_tasks() if task.get_name().startswith(_ANSWERING)]
        if ending:
            await asyncio.wait(ending, timeout=GRACE)
        for task in self._running:
            task.cancel()
        await asyncio.gather(*self._running, return_exceptions=True)
        await super().close()

    def _update_gateway_metrics(self) -> None:
        open_shards = {number: shard for number, shard in self.shards.items() if not shard.is_closed()}
        self.app.metrics.gateway((number, shard.latency) for number, shard in open_shards.items())
        now = self.gate.figures
        limited = {"user": now.user_limited, "shared": now.shared_limited, "global": now.global_limited}
        self.app.metrics.limits(limited, now.invalid_requests)

    async def _run_shielded(self, work: Coroutine[Any, Any, None]) -> None:
        """Run an event's work so that closing waits for it: closing also closes the database."""
        if self._leaving:
            work.close()
            return
        task = asyncio.create_task(_handle_event(work))
        self._asked_for.add(task)
        task.add_done_callback(self._asked_for.discard)
        await asyncio.shield(task)

    def _forget_refusals(self, server: discord.Guild) -> None:
        def is_there(subject: str) -> bool:
            return int(subject) == server.id or server.get_channel_or_thread(int(subject)) is not None

        self.gate.forget(is_there)
        self._forms.forget(lambda channel: is_there(str(channel)))

    @property
    def _people_install(self) -> bool:
        """Whether the developer portal allows user installs of the app; queried at login."""
        return self.application is not None and self.application.user_integration_config is not None

    def _start(self, work: Any) -> asyncio.Task[None]:  # noqa: ANN401  # any coroutine
        task: asyncio.Task[None] = asyncio.create_task(work)
        self._running.add(task)
        task.add_done_callback(self._on_task_end)
        return task

    def _on_task_end(self, task: asyncio.Task[None]) -> None:
        self._running.discard(task)
        if not task.cancelled() and task.exception() is not None:
            log.critical("a background task died, exiting", exc_info=task.exception())
            self._died = True
            self._start_closing()

    def _token_refused(self) -> None:
        """Ask Discord whether the token is still valid."""
        if not self._leaving:
            self._start(self._ask_for_token())

    async def _ask_for_token(self) -> None:
        if await token_is_known(self):
            self.gate.open_again()
        else:
            self._token_lost = True
            self._start_closing()

    async def _beat(self, file: Path) -> None:
        """Touch the health check's heartbeat file while the shards are healthy."""
        while True:
            if self._keeper.healthy:
                try:
                    await asyncio.to_thread(file.touch)
                except OSError as error:
                    log.warning("cannot touch the heartbeat file %s: %s", file, error.strerror)
                await asyncio.sleep(HEARTBEAT)
            else:
                await asyncio.sleep(SOON)
