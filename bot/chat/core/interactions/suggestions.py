"""Suggestions while a person types an option: in time or not at all, and never a message."""

import asyncio
import functools
import logging
from collections.abc import Callable, Coroutine
from typing import Any, Final

import discord
from discord.app_commands import Choice

from bot.chat.core.failures.network_errors import UNREACHABLE
from bot.chat.core.interactions.responder import Responder
from bot.chat.core.messages.message_budget import shorten

log = logging.getLogger(__name__)

TIME_TO_THINK: Final = 1.0
IN_THE_END: Final = 2.0
"""Seconds until suggestions time out, and until unhandled autocompletes are answered."""

MAX_NAME_LENGTH: Final = 100

Suggest = Callable[[discord.Interaction, str], Coroutine[Any, Any, list[Choice[str]]]]


def suggesting(suggest: Suggest) -> Suggest:
    """Return a suggester that suggests nothing if `suggest` fails or takes too long.

    Names are shortened to Discord's limit. Of equal names only the first is suggested: clients would not
    distinguish them.
    """

    @functools.wraps(suggest)
    async def in_time(interaction: discord.Interaction, typed: str) -> list[Choice[str]]:
        thinking = asyncio.create_task(suggest(interaction, typed))
        # A slower query may finish: it should not be cancelled.
        thinking.add_done_callback(_report)
        elapsed = asyncio.get_running_loop().time() - Responder.of(interaction).arrival_time
        done, _ = await asyncio.wait((thinking,), timeout=max(0.0, TIME_TO_THINK - elapsed))
        choices = thinking.result() if done and thinking.exception() is None else []
        names: dict[str, str] = {}
        for choice in choices:
            # A single blank name makes Discord refuse all suggestions.
            if choice.name.strip():
                names.setdefault(shorten(choice.name, MAX_NAME_LENGTH), choice.value)
        return [Choice(name=name, value=value) for name, value in names.items()]

    return in_time


async def suggest_nothing(interaction: discord.Interaction) -> None:
    """Answer with no suggestions, unless there was an answer."""
    if interaction.response.is_done():
        return
    try:
        await interaction.response.autocomplete([])
    except UNREACHABLE as error:
        log.info("the suggestions for interaction %d did not arrive: %r", interaction.id, error)


async def fallback_autocomplete(interaction: discord.Interaction) -> None:
    """Answer with no suggestions if nothing else has answered in time.

    discord.py does not report an option that is no longer registered.
    """
    await asyncio.sleep(IN_THE_END)
    await suggest_nothing(interaction)


def _report(thinking: "asyncio.Task[list[Choice[str]]]") -> None:
    if not thinking.cancelled() and thinking.exception() is not None:
        log.error("autocomplete failed", exc_info=thinking.exception())
