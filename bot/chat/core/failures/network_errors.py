"""Errors of a request that does not reach Discord."""

import aiohttp
import discord

from bot.chat.core.failures.discord_refusals import CODES, EDITS_LIMITED, RefusalMeaning

UNREACHABLE = (discord.HTTPException, discord.RateLimited, aiohttp.ClientError, OSError, KeyError, TypeError)
"""Every error by which a call to Discord fails without a fault of ours; `TimeoutError` is an `OSError`.

discord.py reads `retry_after` out of every 429: it raises KeyError if the body has none, TypeError if the
body is no JSON object (a page of Cloudflare's). So the `try` must contain only the call itself: prepare its
arguments before it, or a bug of ours would pass for a network error.
"""

UNKNOWN_INTERACTION, UNKNOWN_WEBHOOK, INVALID_WEBHOOK_TOKEN = 10062, 10015, 50027
ALREADY_ACKNOWLEDGED, TOO_MANY_FOLLOW_UPS = 40060, 40094
OVER = frozenset({UNKNOWN_INTERACTION, UNKNOWN_WEBHOOK, INVALID_WEBHOOK_TOKEN, TOO_MANY_FOLLOW_UPS})
"""The codes of an interaction that can no longer be answered."""


def passes(error: discord.HTTPException) -> bool:
    """Return whether the same request may well succeed a little later."""
    if error.code in EDITS_LIMITED:
        return False
    if error.status == 429 or error.status >= 500 or CODES.get(error.code) is RefusalMeaning.PASSING:
        return True
    # A page of HTML has no code, and says nothing about the request.
    return error.code == 0 and error.status in {403, 404}
