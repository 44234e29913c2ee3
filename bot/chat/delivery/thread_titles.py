"""Titles of threads and posts. Discord's secret word list and AutoMod refuse some of them."""

import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import TypeVar

import discord

from bot.chat.core.failures.discord_refusals import refuses_title
from bot.chat.core.words.game_names import game_name
from bot.locale import Language
from bot.model.match.match import Match

log = logging.getLogger(__name__)

_Opened = TypeVar("_Opened")


def nameless_titles(match: Match, t: Language) -> tuple[str, str]:
    """Return the titles of a match's thread without player names: with the match's number, and without."""
    game = game_name(match, t)
    return t("game.thread-nameless", game=game, number=match.id), game


async def with_first_title(titles: Sequence[str], request: Callable[[str], Awaitable[_Opened]]) -> _Opened:
    """Make a request with the first title that Discord accepts. Raises the request's other errors."""
    *others, last = titles
    for title in others:
        try:
            return await request(title)
        except discord.HTTPException as error:
            if not refuses_title(error):
                raise
            log.info("Discord refused a title, trying the next: %s", error)
    return await request(last)
