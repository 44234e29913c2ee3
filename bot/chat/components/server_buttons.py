"""Change a server's rules in the panels of `/server`."""

from collections.abc import Mapping

import discord

from bot.chat.interactions import answers
from bot.chat.interactions.admin_rights import channels_here, server_of
from bot.chat.interactions.handler import Handler
from bot.chat.panels.server_panel import channels_page, games_page
from bot.chat.toolkit import custom_ids
from bot.chat.toolkit.app_context import AppContext, InteractionContext


async def choose_channels(
    app: AppContext, interaction: discord.Interaction, context: InteractionContext, _press: custom_ids.Press
) -> None:
    """Allow new games in the chosen channels only, or in all."""
    server = server_of(interaction)
    values = answers.chosen(interaction, least=0)
    channels = tuple(custom_ids.snowflake(value) for value in values)
    rules = await app.services.servers.set_server(context.request, server, channels=channels)
    await answers.turn_page(interaction, channels_page(rules, channels_here(interaction), context.t))


async def choose_games(
    app: AppContext, interaction: discord.Interaction, context: InteractionContext, _press: custom_ids.Press
) -> None:
    """Allow the chosen games only, or all."""
    server = server_of(interaction)
    games = answers.chosen(interaction, least=0)
    if not set(games) <= set(app.games):
        raise custom_ids.MalformedId(str(games))
    rules = await app.services.servers.set_server(context.request, server, games=games)
    await answers.turn_page(interaction, games_page(app, rules, context.t))


HANDLERS: Mapping[str, Handler] = {
    "server-channels": choose_channels,
    "server-games": choose_games,
}
