"""Suggestions for a clock option, the server's usual clock first."""

from typing import Final, Protocol

from discord.app_commands import Choice

from bot.chat.core.interactions.interaction_context import InteractionContext
from bot.chat.core.parsing.clock import offered_clock
from bot.chat.core.words import time_text
from bot.locale import Texts
from bot.model.servers.server_rules import ServerRules
from bot.model.time.clocks import NO_CLOCK, ClockChoice

_MOST: Final = 25
"""Discord's limit of suggestions."""


class RulesOfServers(Protocol):
    """The rules of servers."""

    async def server(self, server: int) -> ServerRules:
        """Return the rules of a server."""


async def suggested_clocks(
    texts: Texts, servers: RulesOfServers, context: InteractionContext, typed: str
) -> list[Choice[str]]:
    """Return the clocks that complete the typed text, the server's usual clock first."""
    server = await _usual_clock(servers, context)
    suggestions = time_text.suggest(server, typed, context.t, offered_clock(typed, texts))
    return [Choice(name=name, value=value) for name, value in suggestions[:_MOST]]


async def _usual_clock(servers: RulesOfServers, context: InteractionContext) -> ClockChoice:
    """Return the clock of new games that specify none."""
    server = context.place.server
    return NO_CLOCK if server is None else (await servers.server(server)).proposed_clock
