"""Network errors: requests that do not reach Discord."""

import aiohttp
import discord

from bot.chat.core.failures.discord_refusals import CODES, EDITS_LIMITED, RefusalMeaning

UNREACHABLE = (discord.HTTPException, discord.RateLimited, aiohttp.ClientError, OSError, KeyError, TypeError)
"""All errors of a call to Discord that are not our fault; `TimeoutError` is an `OSError`.

discord.py reads `retry_after` from every 429: it raises KeyError if the body has none, TypeError if the body
is not a JSON object (a Cloudflare page). So the `try` must contain only the call itself: prepare its
arguments before, or our own bug would pass for a network error.
"""

UNKNOWN_INTERACTION, UNKNOWN_WEBHOOK, INVALID_WEBHOOK_TOKEN = 10062, 10015, 50027
ALREADY_ACKNOWLEDGED, TOO_MANY_FOLLOW_UPS = 40060, 40094
OVER = frozenset({UNKNOWN_INTERACTION, UNKNOWN_WEBHOOK, INVALID_WEBHOOK_TOKEN, TOO_MANY_FOLLOW_UPS})
"""The codes of an interaction that can no longer be answered."""


def passes(error: discord.HTTPException) -> bool:
    """Return whether the same request may succeed a little later."""
    if error.code in EDITS_LIMITED:
        return False
    if error.status == 429 or error.status >= 500 or CODES.get(error.code) is RefusalMeaning.PASSING:
        return True
    # An HTML page has no code, and says nothing about the request.
    return error.code == 0 and error.status in {403, 404}
