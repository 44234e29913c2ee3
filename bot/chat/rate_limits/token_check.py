"""A check of the token after an answer 401, which may be a mistake of Discord's."""

import logging

import discord

from bot.chat.core.failures.discord_refusals import FAILURES, got
from bot.chat.rate_limits.refusals import UNAUTHORIZED

log = logging.getLogger(__name__)


async def token_is_known(client: discord.Client) -> bool:
    """Ask Discord for the bot's identity; return False if the token is unknown."""
    try:
        await got(client.http.request(discord.http.Route("GET", "/users/@me")))
    except FAILURES as error:
        if isinstance(error, discord.HTTPException) and error.status == UNAUTHORIZED:
            log.critical("Discord no longer accepts the token: nothing is delivered, exiting")
            return False
        log.warning("the token cannot be checked: %s", error)
    return True
