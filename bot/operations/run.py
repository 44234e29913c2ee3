"""`fernpartie run`: serve Discord until a signal ends it."""

import argparse
import asyncio
import contextlib
import logging
import signal
from collections.abc import Awaitable, Callable
from typing import Final

import aiohttp
import discord
import tenacity

import rules
from bot import loop
from bot.background import background, keep_what_is_there
from bot.chat.bot import FernpartieBot, WorkDied, point_to
from bot.chat.delivery.wakeup import Wakeup
from bot.chat.toolkit.app_context import AppContext, Links
from bot.chat.toolkit.parsing.move import MoveReader
from bot.locale import Texts
from bot.logs import set_up_logging
from bot.operations.operation import Operation
from bot.operations.store import open_store
from bot.play.ports import SecretChance, utc_now
from bot.play.projections.outbox import Outbox
from bot.play.restores.restoration import known_epochs
from bot.play.services import make_services
from bot.settings import PREFIX, Settings, WrongSetting, read_settings
from render import Gallery, give_back_large_drawings

log = logging.getLogger(__name__)

PATIENCE: Final = tenacity.wait_exponential(multiplier=1, max=60)


def run_bot() -> int:
    """Run the bot until it is stopped; return the exit status. Raises WrongSetting."""
    settings = read_settings()
    set_up_logging(settings.log_level, settings.log_format)
    try:
        loop.run(serve(settings))
    except WorkDied:
        return 1
    except (KeyboardInterrupt, asyncio.CancelledError):
        return 0
    return 0


def _run(arguments: argparse.Namespace) -> int:
    del arguments
    return run_bot()


async def serve(settings: Settings) -> None:
    """Open the store, enter Discord, stay until a signal. Raises WrongSetting, WorkDied, CancelledError."""
    end_on_sigterm()
    asyncio.get_running_loop().set_default_executor(background())
    point_to(settings.api_url, settings.gateway_url)
    give_back_large_drawings()
    store = await open_store(settings.database_url)
    try:
        wakeup = Wakeup()
        texts = Texts.load()
        moves = MoveReader.of(rules.GAMES, texts)
        outbox = Outbox(store, utc_now)
        services = make_services(
            store,
            rules.GAMES,
            utc_now,
            SecretChance(),
            committed=wakeup.committed,
            delivery=outbox.hand_over,
            read_move=moves,
        )
        app = AppContext(
            services,
            outbox,
            rules.GAMES,
            Gallery(),
            texts,
            answered=services.answered_requests.keep,
            moves=moves,
            links=Links(settings.privacy_url, settings.terms_url),
            epochs=await known_epochs(store),
        )
        async with FernpartieBot(
            app, utc_now, wakeup, settings.health_file, draw_ahead=settings.draw_ahead
        ) as bot:
            await stay(bot, settings.token.get_secret_value())
    finally:
        await store.close()


def end_on_sigterm() -> None:
    """Have SIGTERM end the running task as Ctrl-C does; a container's first process would not hear it."""
    task = asyncio.current_task()
    with contextlib.suppress(NotImplementedError):
        if task is not None:
            asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, task.cancel)


async def stay(bot: FernpartieBot, token: str) -> None:
    """Enter Discord and stay until this is cancelled. Raises WrongSetting, WorkDied."""
    entering = asyncio.create_task(enter(bot, token))
    try:
        await asyncio.shield(entering)
    finally:
        # While discord.py connects it can swallow a cancellation; that it is closed it notices in the end.
        entering.cancel()
        await bot.close()
        await asyncio.gather(entering, return_exceptions=True)


async def enter(bot: FernpartieBot, token: str) -> None:
    """Log in, waiting for Discord where it is away, and stay connected. Raises WrongSetting, WorkDied."""
    try:
        await patiently(lambda: bot.login(token))
        keep_what_is_there()
        await patiently(lambda: bot.connect(reconnect=True))
    except discord.LoginFailure as error:
        raise WrongSetting(f"{PREFIX}TOKEN: Discord does not know this token") from error
    except discord.PrivilegedIntentsRequired as error:
        raise WrongSetting(f"{PREFIX}TOKEN: {error}") from error


async def patiently(step: Callable[[], Awaitable[None]]) -> None:
    """Take a step into Discord, again and again while it is away."""
    away = (aiohttp.ClientError, OSError, discord.DiscordServerError, discord.GatewayNotFound)
    async for attempt in tenacity.AsyncRetrying(
        retry=tenacity.retry_if_exception_type(away),
        wait=PATIENCE,
        before_sleep=tenacity.before_sleep_log(log, logging.WARNING),
    ):
        with attempt:
            await step()


RUN: Final = Operation("run", "start the bot; settings come from the environment and .env", _run)
