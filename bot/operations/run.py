"""`fernpartie run`: serve Discord until a signal ends it."""

import argparse
import asyncio
import contextlib
import logging
import os
import signal
import socket
from collections.abc import AsyncIterator, Mapping
from dataclasses import astuple
from datetime import timedelta
from pathlib import Path
from typing import Final

import discord
from discord.utils import MISSING

import rules
from bot import loop
from bot.address import CannotListen
from bot.app import App, FeatureSettings, recount_outdated
from bot.background import background, freeze_garbage_collector
from bot.chat.bot import FernpartieBot, WorkerDied
from bot.chat.core.app_context import AppContext
from bot.chat.core.drawing import Drawing
from bot.chat.core.failures.outages import through_discord_outages
from bot.chat.core.owner_links import Links
from bot.chat.core.parsing.move import MoveReader
from bot.chat.core.pictures import Pictures
from bot.chat.delivery.refused_forms import RequestForm
from bot.chat.delivery.workers.wakeup import Wakeup
from bot.chat.gateway.invite_links import point_to
from bot.chat.rate_limits.gate import Gate
from bot.chat.rate_limits.sharing import LimitSharing
from bot.cluster.membership import LEASE, Membership
from bot.cluster.shard_leases import ShardLeases
from bot.cluster.shard_request import ShardRequest
from bot.kernel.kernel import PACE, Kernel
from bot.kernel.outbox.message_routes import MessageRoutes
from bot.kernel.outbox.outbox import Outbox
from bot.locale import Texts
from bot.logs import set_up_logging
from bot.loop_watch import LoopWatch
from bot.memory import limit_heaps, trim_heap
from bot.model.agenda import Limits
from bot.model.engine_question import EngineService, NoEngines
from bot.model.ports import Chance, Clock, SecretChance, utc_now
from bot.model.restores.epochs import Epochs
from bot.monitoring.alarms import Alarms
from bot.monitoring.change_log import log_change
from bot.monitoring.metrics import Metrics
from bot.operations.monitoring import each, serve_metrics
from bot.operations.operation import CannotOpen, Operation
from bot.operations.store import database_errors, only_process, open_store
from bot.opponents import EnginePool
from bot.repositories.restores import is_under_way, known_epochs
from bot.settings import (
    ENV_FILE,
    PREFIX,
    Settings,
    WrongSetting,
    is_env_file_open,
    read_settings,
    unknown_settings,
)
from bot.systemd import ServiceManager
from bot.version import VERSION
from data.connections.urls import file_of
from data.migration import newest
from data.outages import OUTAGES
from data.store import Store
from render import Gallery
from rules.contract import Game

log = logging.getLogger(__name__)

_TOO_FEW_SHARDS: Final = 4011
"""Discord's close code for a connection with too many servers."""
LEAVING_TIMEOUT: Final = 2.0
"""The timeout in seconds for signing off in the database."""


def run_bot() -> int:
    """Run the bot until it is stopped; return the exit status. Raises WrongSetting, CannotOpen."""
    settings = read_settings()
    set_up_logging(settings.log_level, settings.log_format)
    log.info("fernpartie %s, schema %s", VERSION, newest())
    for unknown in unknown_settings():
        log.warning("%s", unknown)
    if is_env_file_open():
        log.warning("%s can be read by other users of this machine: chmod 600 %s", ENV_FILE, ENV_FILE)
    try:
        loop.run(serve(settings))
    except WorkerDied:
        return 1
    except (KeyboardInterrupt, asyncio.CancelledError):
        return 0
    return 0


def _run(arguments: argparse.Namespace) -> int:
    del arguments
    return run_bot()


async def serve(settings: Settings) -> None:
    """Open the store, connect, and stay until a signal.

    Raises WrongSetting, CannotOpen, WorkerDied, CancelledError.
    """
    end_on_sigterm()
    threads = background()
    asyncio.get_running_loop().set_default_executor(threads)
    point_to(settings.api_url, settings.gateway_url)
    limit_heaps()
    request = ShardRequest.read(settings.shards)
    if settings.health_file is not None:
        check_writable(settings.health_file)
    with only_process(settings.database_url, request) as alone:
        store = await open_store(settings.database_url, LEASE)
        try:
            membership = Membership(store, f"{socket.gethostname()}:{os.getpid()}", VERSION)
            with database_errors(settings.database_url):
                await refuse_half_a_restore(store)
                for counted in await recount_outdated(store, rules.GAMES):
                    log.info("%s: ratings recomputed by a new formula, from %d results", *astuple(counted))
                await membership.join(alone=alone)
            try:
                with database_errors(settings.database_url):
                    # Checked again: a restore that begins now sees this process, an earlier one does not.
                    await refuse_half_a_restore(store)
                    epochs = await known_epochs(store)
                metrics, gallery = Metrics(), Gallery()
                file = file_of(settings.database_url)
                # Without a database file, it writes at most backups into its working directory.
                disk = Path.cwd() if file is None else file.parent
                alarms = Alarms(store, utc_now, disk)

                def count_engine_death() -> None:
                    metrics.engine_died()
                    alarms.engine_died()

                async with (
                    EnginePool.of_this_machine(settings.engine_processes, count_engine_death) as engines,
                    serve_metrics(metrics, store, threads, gallery.lookups, settings.metrics_address, disk),
                    make_bot(
                        store,
                        membership,
                        ShardLeases(store, membership, request),
                        gallery=gallery,
                        metrics=metrics,
                        links=Links(settings.privacy_url, settings.terms_url),
                        heartbeat_file=settings.health_file,
                        draw_ahead=settings.draw_ahead,
                        gate=Gate(settings.requests_per_second),
                        epochs=epochs,
                        avoid=settings.avoided_forms,
                        engines=engines,
                        alarms=alarms,
                        owner=settings.owner,
                        feature_settings=FeatureSettings.of(settings),
                    ) as bot,
                    serving(bot),
                    LoopWatch(ServiceManager.of(), metrics.loop_was_late),
                ):
                    await stay_connected(bot, settings.token.get_secret_value(), request)
            finally:
                await leave(membership)
                log.info("ended")
        finally:
            await store.close()


def make_bot(
    store: Store,
    membership: Membership,
    leases: ShardLeases,
    *,
    games: Mapping[str, Game] = rules.GAMES,
    clock: Clock = utc_now,
    chance: Chance | None = None,
    limits: Limits = Limits(),  # noqa: B008  # an immutable value
    wakeup: Wakeup | None = None,
    gallery: Gallery | None = None,
    metrics: Metrics | None = None,
    links: Links = Links(),  # noqa: B008  # an immutable value
    heartbeat_file: Path | None = None,
    draw_ahead: bool = False,
    gate: Gate | None = None,
    epochs: Epochs = Epochs(),  # noqa: B008  # an immutable value
    avoid: frozenset[RequestForm] = frozenset(),
    engines: EngineService | None = None,
    alarms: Alarms | None = None,
    owner: int | None = None,
    first_messages_every: timedelta = PACE,
    feature_settings: FeatureSettings = FeatureSettings(),  # noqa: B008  # an immutable value
) -> FernpartieBot:
    """Assemble the bot over a store, as a member of its processes."""
    wakeup, gate, metrics = wakeup or Wakeup(), gate or Gate(), metrics or Metrics()
    sharing = LimitSharing(gate, leases.woken.set)
    membership.renewed.append(sharing.exchange)
    texts = Texts.load()
    moves = MoveReader.of(games, texts)
    routes = MessageRoutes()
    outbox = Outbox(
        store, clock, routes, membership.id, alive=lambda: membership.alive, became=metrics.became
    )
    application = App(
        Kernel(
            store=store,
            games=games,
            clock=clock,
            chance=chance or SecretChance(),
            limits=limits,
            committed=each(wakeup.on_commit, metrics.on_commit, log_change),
            delivers=lambda: outbox.room > 0,
            read_move=moves,
            claimant=membership.id,
            alive=lambda: membership.alive,
            engines=engines or NoEngines(),
            first_messages_every=first_messages_every,
            routes=routes,
        ),
        feature_settings,
    )
    app = AppContext(
        application.chat_services,
        outbox,
        games,
        Pictures(
            gallery or Gallery(),
            Drawing(metrics.drew, trim_heap),
            log=application.matches.services.queries.plies,
        ),
        texts,
        clock,
        answered=application.kernel.work.answers.keep,
        moves=moves,
        links=links,
        epochs=epochs,
        metrics=metrics,
    )
    return FernpartieBot(
        app,
        application,
        clock,
        wakeup,
        leases,
        heartbeat_file,
        draw_ahead=draw_ahead,
        gate=gate,
        avoid=avoid,
        alarms=alarms,
        owner=owner,
    )


@contextlib.asynccontextmanager
async def serving(bot: FernpartieBot) -> AsyncIterator[None]:
    """Run the features' own servers during the block. Raises WrongSetting, CannotOpen."""
    async with contextlib.AsyncExitStack() as stack:
        try:
            await stack.enter_async_context(bot.features.serving(bot.app.chat, lambda: bot.application_id))
        except CannotListen as error:
            raise (CannotOpen if error.is_taken else WrongSetting)(str(error)) from error
        yield


async def refuse_half_a_restore(store: Store) -> None:
    """Raise CannotOpen during an incomplete restore: games played now would have wrong times."""
    if await is_under_way(store):
        raise CannotOpen(
            f"{PREFIX}DATABASE_URL: a restore is under way, or was broken off: "
            "`fernpartie restore --begin-epoch` continues it"
        )


async def leave(membership: Membership) -> None:
    """Notify the other processes of this one's end; otherwise its lease has to expire."""
    try:
        async with asyncio.timeout(LEAVING_TIMEOUT):
            await membership.leave()
    except OUTAGES as error:
        log.warning("the other processes were not notified of this exit: %s", error)


def check_writable(heartbeat: Path) -> None:
    """Raise WrongSetting if the heartbeat file is not writable, before the first heartbeat."""
    if heartbeat.is_dir():
        raise WrongSetting(f"{PREFIX}HEALTH_FILE: {heartbeat} is a folder")
    place = heartbeat if heartbeat.exists() else heartbeat.parent
    if not os.access(place, os.W_OK):
        raise WrongSetting(f"{PREFIX}HEALTH_FILE: {place} is not there, or may not be written to")


def end_on_sigterm() -> None:
    """End the current task on SIGTERM as on Ctrl-C; a container's first process would ignore it."""
    task = asyncio.current_task()
    with contextlib.suppress(NotImplementedError):
        if task is not None:
            asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, task.cancel)


async def stay_connected(bot: FernpartieBot, token: str, request: ShardRequest) -> None:
    """Connect to Discord and stay until cancelled. Raises WrongSetting, CannotOpen, WorkerDied."""
    entering = asyncio.create_task(enter(bot, token, request))
    try:
        await asyncio.shield(entering)
    except asyncio.CancelledError:
        log.info("shutting down: finishing work in progress")
        raise
    finally:
        # discord.py can swallow a cancellation while it connects, but notices when it is closed.
        entering.cancel()
        await bot.close()
        await asyncio.gather(entering, return_exceptions=True)


async def enter(bot: FernpartieBot, token: str, request: ShardRequest) -> None:
    """Log in, waiting for Discord during an outage, and stay connected.

    Raises WrongSetting, CannotOpen, WorkerDied.
    """
    try:
        await through_discord_outages(lambda: log_in(bot, token))
        freeze_garbage_collector()
        await through_discord_outages(lambda: bot.connect(reconnect=True))
    except discord.LoginFailure as error:
        raise WrongSetting(f"{PREFIX}TOKEN: Discord does not know this token") from error
    except discord.PrivilegedIntentsRequired as error:
        raise WrongSetting(f"{PREFIX}TOKEN: {error}") from error
    except discord.ConnectionClosed as error:
        raise close_error(error.code, request) from error


async def log_in(bot: discord.Client, token: str) -> None:
    """Log in; after a failure close the HTTP session, as discord.py opens a new one with each try."""
    try:
        await bot.login(token)
    except BaseException:
        await bot.http.close()
        # The connector was closed with its session.
        bot.http.connector = MISSING
        raise


def close_error(code: int, request: ShardRequest) -> WrongSetting | CannotOpen:
    """Return the error for a close code that forbids reconnecting."""
    if code != _TOO_FEW_SHARDS:
        return CannotOpen(f"Discord has closed the connection and takes no other one like it (code {code})")
    text = f"a shard would have to hold more servers than Discord allows (code {code})"
    if request.total is None:
        return CannotOpen(f"{text}: the next start asks how many shards there should be")
    return WrongSetting(f"{PREFIX}SHARDS: {text}: more than {request.total} shards are needed, or `auto`")


RUN: Final = Operation("run", "start the bot; settings come from the environment and .env", _run)
