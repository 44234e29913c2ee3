"""Wait for Discord where it is away."""

import logging
from collections.abc import Awaitable, Callable
from typing import Final

import aiohttp
import discord
import tenacity

log = logging.getLogger(__name__)

PATIENCE: Final = tenacity.wait_exponential(multiplier=1, max=60)
AWAY: Final = (aiohttp.ClientError, OSError, discord.DiscordServerError, discord.GatewayNotFound)


async def patiently(step: Callable[[], Awaitable[None]]) -> None:
    """Take a step into Discord, again and again while it is away."""
    async for attempt in tenacity.AsyncRetrying(
        retry=tenacity.retry_if_exception_type(AWAY),
        wait=PATIENCE,
        before_sleep=_tell,
    ):
        with attempt:
            await step()


def _tell(state: tenacity.RetryCallState) -> None:
    error = None if state.outcome is None else state.outcome.exception()
    log.warning(
        "Discord is away, trying again in %.0f s: %s", state.upcoming_sleep, str(error) or repr(error)
    )
