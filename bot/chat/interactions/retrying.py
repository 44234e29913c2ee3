"""Send an answer again where the line failed on the way, until it got through or time is up."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Final

import aiohttp
import discord
from discord.webhook.async_ import async_context

from bot.chat.interactions.single_try import SingleTryAdapter
from bot.chat.toolkit.network_errors import passes

PAUSE, LONGEST_PAUSE = 0.1, 8.0
Send = Callable[[], Awaitable[None]]
TROUBLE = (discord.RateLimited, aiohttp.ClientError, OSError)
"""What may be over a moment later; `TimeoutError` is an `OSError`."""
_ADAPTER: Final = SingleTryAdapter()


async def send_until_taken(send: Send, until: float, patience: float) -> None:
    """Send until it gets through, each time for `patience` seconds at most.

    Raises what Discord refuses it with, or what still failed when no further try could begin before `until`.
    """
    loop, pause = asyncio.get_running_loop(), PAUSE
    while True:
        wait = pause
        try:
            with _each_try_once():
                async with asyncio.timeout(patience):
                    await send()
        except discord.HTTPException as error:
            if not passes(error):
                raise
            trouble: Exception = error
        except discord.RateLimited as error:
            wait, trouble = error.retry_after, error
        except TROUBLE as error:
            trouble = error
        else:
            return
        if loop.time() + wait > until:
            raise trouble
        await asyncio.sleep(wait)
        pause = min(2 * pause, LONGEST_PAUSE)


@contextmanager
def _each_try_once() -> Iterator[None]:
    """Have discord.py send once what this task sends meanwhile."""
    before = async_context.set(_ADAPTER)
    try:
        yield
    finally:
        async_context.reset(before)
