"""Change a server's rules in the panels of `/server`."""

from collections.abc import Mapping

import discord
from discord import ui

from bot.chat.interactions import answers, call_roles
from bot.chat.interactions.admin_rights import channels_here, server_of
from bot.chat.interactions.handler import Handler
from bot.chat.panels.server_panel import channels_page, games_page, role_page
from bot.chat.toolkit import custom_ids
from bot.chat.toolkit.app_context import AppContext, InteractionContext
from bot.play.domain.refusal import Refusal


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


async def show_role(
    app: AppContext, interaction: discord.Interaction, context: InteractionContext, server: int
) -> ui.LayoutView:
    """Return the panel in which the role is chosen that new open challenges call."""
    rules = await app.services.servers.server(server)
    role = call_roles.role_in(interaction, rules.call_role)
    return role_page(
        role,
        call_roles.choosable(interaction),
        context.t,
        can_give=interaction.guild is not None and call_roles.bot_may_give(interaction.guild),
        called=role is not None and call_roles.may_be_called(role),
    )


async def choose_role(
    app: AppContext, interaction: discord.Interaction, context: InteractionContext, _press: custom_ids.Press
) -> None:
    """Have new open challenges call the chosen role. Raises Refusal for one that may not be chosen."""
    server = server_of(interaction)
    chosen = custom_ids.snowflake(answers.chosen(interaction)[0])
    if chosen not in {role.id for role in call_roles.choosable(interaction)}:
        raise Refusal("call-role-not-yours")
    await app.services.servers.set_server(context.request, server, call_role=chosen)
    await answers.turn_page(interaction, await show_role(app, interaction, context, server))


async def drop_role(
    app: AppContext, interaction: discord.Interaction, context: InteractionContext, _press: custom_ids.Press
) -> None:
    """Have new open challenges call nobody."""
    server = server_of(interaction)
    await app.services.servers.set_server(context.request, server, call_role=None)
    await answers.turn_page(interaction, await show_role(app, interaction, context, server))


HANDLERS: Mapping[str, Handler] = {
    "server-channels": choose_channels,
    "server-games": choose_games,
    "server-role": choose_role,
    "server-role-off": drop_role,
}
