"""Retries during an outage of Discord or the database."""

import logging
from collections.abc import Awaitable, Callable
from typing import Final

import aiohttp
import discord
import tenacity

from data.outages import is_outage

log = logging.getLogger(__name__)

BACKOFF: Final = tenacity.wait_exponential(multiplier=1, max=5) + tenacity.wait_random(0, 5)
"""Soon at first, then every five to ten seconds, with jitter between processes."""
AFTER_OUTAGE: Final = tenacity.wait_fixed(2)
AWAY: Final = (aiohttp.ClientError, OSError, discord.DiscordServerError, discord.GatewayNotFound)


async def through_discord_outages(step: Callable[[], Awaitable[None]]) -> None:
    """Run a step against Discord, and retry it during an outage."""
    async for attempt in tenacity.AsyncRetrying(
        retry=tenacity.retry_if_exception_type(AWAY),
        wait=BACKOFF,
        before_sleep=_log_discord_outage,
    ):
        with attempt:
            await step()


async def through_database_outages(change: Callable[[], Awaitable[None]]) -> None:
    """Make a change in the database, and retry it during an outage."""
    async for attempt in tenacity.AsyncRetrying(
        retry=tenacity.retry_if_exception(is_outage), wait=AFTER_OUTAGE, before_sleep=_log_database_outage
    ):
        with attempt:
            await change()


def _log_database_outage(state: tenacity.RetryCallState) -> None:
    # Log the error itself: the log handler sums up repeats of the same error.
    log.warning("the database is unavailable, received events are stored later: %s", _error(state))


def _log_discord_outage(state: tenacity.RetryCallState) -> None:
    log.warning("Discord is unavailable, next attempt in %.0f s: %s", state.upcoming_sleep, _error(state))


def _error(state: tenacity.RetryCallState) -> BaseException | None:
    return None if state.outcome is None else state.outcome.exception()
