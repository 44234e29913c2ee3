"""The program `fernpartie`: `run` the bot, try the `demo`, ask for its `health`, count `ratings` again."""

import argparse
import asyncio
import contextlib
import logging
import os
import signal
import sys
import time
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

import aiohttp
import discord
import tenacity

import data
import rules
from bot import loop
from bot.background import background, keep_what_is_there
from bot.chat.bot import FernpartieBot, WorkDied, point_to
from bot.chat.delivery.wakeup import Wakeup
from bot.chat.toolkit.app_context import AppContext, Links
from bot.chat.toolkit.parsing.move import MoveReader
from bot.locale import Texts
from bot.logs import set_up_logging
from bot.play.ports import SecretChance, utc_now
from bot.play.projections.outbox import Outbox
from bot.play.ratings.recount import Recounted, recount
from bot.play.services import make_services
from bot.settings import PREFIX, Settings, WrongSetting, read_settings
from render import Gallery, give_back_large_drawings

log = logging.getLogger(__name__)

STALE_AFTER = 60.0
PATIENCE = tenacity.wait_exponential(multiplier=1, max=60)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the program; return its exit status."""
    parser = argparse.ArgumentParser(prog="fernpartie", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("run", help="start the bot; settings come from the environment and .env")
    commands.add_parser("demo", help="try everything on this machine: a playground with the bot in it")
    health = commands.add_parser("health", help="exit with 0 while the bot is connected")
    health.add_argument("file", type=Path, help="the bot's heartbeat file")
    commands.add_parser("ratings", help="compute all ratings anew from the log of games")
    chosen, rest = parser.parse_known_args(arguments)
    if rest and chosen.command != "demo":
        parser.error(f"unrecognized arguments: {' '.join(rest)}")
    if chosen.command == "health":
        return check_health(chosen.file)
    if chosen.command == "demo":
        os.execv(sys.executable, [sys.executable, "-m", "playground", "demo", *rest])
    return count_ratings() if chosen.command == "ratings" else run_bot()


def check_health(file: Path) -> int:
    """Return 0 when the heartbeat is fresh, else 1."""
    try:
        return 0 if time.time() - file.stat().st_mtime < STALE_AFTER else 1
    except OSError:
        return 1


def run_bot() -> int:
    """Run the bot until it is stopped; say in one line why it cannot start."""
    try:
        settings = read_settings()
        set_up_logging(settings.log_level, settings.log_format)
        loop.run(serve(settings))
    except WrongSetting as error:
        print(error, file=sys.stderr)  # noqa: T201  # the one line an owner looks for
        return 2
    except WorkDied:
        return 1
    except (KeyboardInterrupt, asyncio.CancelledError):
        return 0
    return 0


def count_ratings() -> int:
    """Compute all ratings anew; say in a line each how many results count in which game."""
    try:
        for counted in loop.run(_recounted(read_settings())):
            print(f"{counted.key}: {counted.results} counted")  # noqa: T201  # what was asked for
    except WrongSetting as error:
        print(error, file=sys.stderr)  # noqa: T201  # the one line an owner looks for
        return 2
    return 0


async def _recounted(settings: Settings) -> tuple[Recounted, ...]:
    store = await open_store(settings.database_url)
    try:
        return await recount(store, rules.GAMES)
    finally:
        await store.close()


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


async def open_store(url: str) -> data.Store:
    """Return the store behind a database address, its schema brought up to date. Raises WrongSetting."""
    try:
        return await data.Store.open(url)
    except (data.NewerDatabase, data.StoreUnavailable, ValueError, OSError) as error:
        raise WrongSetting(f"{PREFIX}DATABASE_URL: {error}") from error


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


if __name__ == "__main__":
    sys.exit(main())
