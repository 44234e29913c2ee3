"""Try moves out from a position of a match: seen by nobody else, and nothing of it is kept."""

from collections.abc import Mapping

import discord

from bot.chat.components.moves.typed_move_buttons import chosen_game
from bot.chat.interactions import answers
from bot.chat.interactions.handler import Handler
from bot.chat.panels.moves.explore_page import explore_page
from bot.chat.panels.moves.explored_line import NOTHING_TRIED
from bot.chat.toolkit import custom_ids
from bot.chat.toolkit.app_context import AppContext, InteractionContext
from bot.chat.toolkit.match_lookup import visible

EXPLORE_IN = "explore-in"


async def explore(
    app: AppContext, interaction: discord.Interaction, context: InteractionContext, press: custom_ids.Press
) -> None:
    """Turn the page to a line from the position after a ply."""
    match_id, ply = press.numbers(2)
    await _show(app, interaction, context, match_id, ply, press.after(2))


async def open_exploring(
    app: AppContext, interaction: discord.Interaction, context: InteractionContext, match_id: int
) -> None:
    """Answer with the page on which moves are tried from the newest position of a match. Raises Refusal."""
    match = await visible(app, context, match_id)
    await _show(app, interaction, context, match_id, match.plies, NOTHING_TRIED)


async def _show(
    app: AppContext,
    interaction: discord.Interaction,
    context: InteractionContext,
    match_id: int,
    ply: int,
    text: str,
) -> None:
    await visible(app, context, match_id)
    start = await app.services.matches.position(match_id, ply)
    page = await explore_page(app, start, ply, text, context.person.id, context.t)
    await answers.go_on(interaction, *page)


async def explore_in(
    app: AppContext, interaction: discord.Interaction, context: InteractionContext, press: custom_ids.Press
) -> None:
    """Try moves out in the game that was chosen."""
    await open_exploring(app, interaction, context, chosen_game(interaction, press))


HANDLERS: Mapping[str, Handler] = {"explore": explore, EXPLORE_IN: explore_in}
