"""The buttons and menus of the panels of `/server`, which change a server's rules."""

from collections.abc import Mapping, Sequence
from typing import Final

import discord
from discord import ui

from bot.chat.core import custom_ids
from bot.chat.core.interactions.handler import HandlerOf
from bot.chat.core.interactions.interaction_context import InteractionContext
from bot.chat.core.rights import bot_rights, call_roles
from bot.chat.core.rights.admin_rights import admin_server, channels_here
from bot.chat.core.rights.bot_rights import needs_tag_nobody_may_set
from bot.features.servers.pages import players_panel, server_panel
from bot.features.servers.pages.limitations_page import limitations_page
from bot.features.servers.pages.players_panel import PERSON, ROLE
from bot.features.servers.service.player_lists import Listing
from bot.features.servers.services import ServerServices
from bot.model.people.person import Person
from bot.model.refusal import Refusal

ENGINES_ON: Final = "server-engines-on"


async def show_limitations(
    services: ServerServices, context: InteractionContext, _press: custom_ids.Press
) -> None:
    """Show the server's limitations, to its admins."""
    page = await limitations_page(services, context.interaction, admin_server(context.interaction), context.t)
    await context.show_page(page)


async def choose_channels(
    services: ServerServices, context: InteractionContext, _press: custom_ids.Press
) -> None:
    """Allow new games in the chosen channels only, or in all."""
    server = admin_server(context.interaction)
    values = context.choices(least=0)
    channels = tuple(custom_ids.snowflake(value) for value in values)
    rules = await services.servers.set_server(context.request, server, channels=channels)
    page = await server_panel.channels(services, context.interaction, rules, server, context.t)
    await context.turn_page(page)


async def choose_forum(
    services: ServerServices, context: InteractionContext, _press: custom_ids.Press
) -> None:
    """Post each game in the chosen forum, or in none."""
    server = admin_server(context.interaction)
    forum = _chosen_number(context)
    if forum is not None:
        place = bot_rights.check(context.interaction.guild, forum, bot_rights.TO_OPEN_POSTS, context.t)
        if isinstance(place, discord.ForumChannel) and needs_tag_nobody_may_set(place):
            raise Refusal("forum-without-tags", channel=place.name)
    rules = await services.servers.set_server(context.request, server, forum=forum)
    page = await server_panel.channels(services, context.interaction, rules, server, context.t)
    await context.turn_page(page)


async def choose_results(
    services: ServerServices, context: InteractionContext, _press: custom_ids.Press
) -> None:
    """Post results in the chosen channel, or in none."""
    server = admin_server(context.interaction)
    channel = _chosen_number(context)
    if channel is not None:
        bot_rights.check(context.interaction.guild, channel, bot_rights.TO_POST, context.t)
    rules = await services.servers.set_server(context.request, server, results=channel)
    await context.turn_page(server_panel.results(context.interaction, rules, context.t))


async def choose_games(
    services: ServerServices, context: InteractionContext, press: custom_ids.Press
) -> None:
    """Allow only the chosen games, or all games; games outside the pressed menu do not change."""
    server = admin_server(context.interaction)
    games = context.choices(least=0)
    if not set(games) <= set(services.games):
        raise custom_ids.MalformedId(str(games))
    menu = server_panel.games_in_menu(services.games, press)
    before = (await services.servers.server(server)).games
    allowed = tuple(key for key in services.games if key in games or (key in before and key not in menu))
    rules = await services.servers.set_server(context.request, server, games=allowed)
    await context.turn_page(server_panel.games_page(services.games, rules, context.t))


async def choose_engine_channels(
    services: ServerServices, context: InteractionContext, _press: custom_ids.Press
) -> None:
    """Limit games against engines to the chosen channels, or allow them everywhere."""
    server = admin_server(context.interaction)
    channels = tuple(custom_ids.snowflake(value) for value in context.choices(least=0))
    rules = await services.servers.set_server(context.request, server, engine_channels=channels)
    await context.turn_page(server_panel.engines_page(rules, channels_here(context.interaction), context.t))


async def switch_engines(
    services: ServerServices, context: InteractionContext, press: custom_ids.Press
) -> None:
    """Switch games against engines on or off."""
    server, on = admin_server(context.interaction), press.verb == ENGINES_ON
    rules = await services.servers.set_server(context.request, server, engines=on)
    await context.turn_page(server_panel.engines_page(rules, channels_here(context.interaction), context.t))


async def bar(services: ServerServices, context: InteractionContext, _press: custom_ids.Press) -> None:
    """Bar the chosen people and roles."""
    await _add_listed(services, context, Listing.BARRED, *context.mentions())


async def allow(services: ServerServices, context: InteractionContext, _press: custom_ids.Press) -> None:
    """Limit play to the chosen people and roles."""
    await _add_listed(services, context, Listing.ALLOWED, *context.mentions())


async def unlist(services: ServerServices, context: InteractionContext, _press: custom_ids.Press) -> None:
    """Remove the chosen people and roles from the lists."""
    values = context.choices()
    numbers = {value: custom_ids.snowflake(value[1:]) for value in values}
    ids = [number for value, number in numbers.items() if value.startswith(PERSON)]
    names = await services.people.names(set(ids))
    people = [Person(number, names.get(number, ""), "") for number in ids]
    roles = [number for value, number in numbers.items() if value.startswith(ROLE)]
    await _add_listed(services, context, Listing.NONE, people, roles)


async def _add_listed(
    services: ServerServices,
    context: InteractionContext,
    listing: Listing,
    people: Sequence[Person],
    roles: Sequence[int],
) -> None:
    server = admin_server(context.interaction)
    rules = await services.player_lists.add(context.request, server, listing, people, roles)
    await context.turn_page(await players_panel.players(services, context.interaction, rules, context.t))


def _chosen_number(context: InteractionContext) -> int | None:
    values = context.choices(least=0)
    return custom_ids.snowflake(values[0]) if values else None


async def show_role(services: ServerServices, context: InteractionContext, server: int) -> ui.LayoutView:
    """Return the panel for the role that new open challenges ping."""
    rules = await services.servers.server(server)
    role = call_roles.role_in(context.interaction, rules.call_role)
    return server_panel.role_page(
        role,
        call_roles.choosable(context.interaction),
        context.t,
        can_give=context.interaction.guild is not None and call_roles.bot_may_give(context.interaction.guild),
        called=role is not None and call_roles.may_be_called(role),
    )


async def choose_role(
    services: ServerServices, context: InteractionContext, _press: custom_ids.Press
) -> None:
    """Ping the chosen role with new open challenges. Raises Refusal for an unsuitable role."""
    server = admin_server(context.interaction)
    role_id = custom_ids.snowflake(context.choices()[0])
    if role_id not in {role.id for role in call_roles.choosable(context.interaction)}:
        raise Refusal("call-role-not-yours")
    await services.servers.set_server(context.request, server, call_role=role_id)
    await context.turn_page(await show_role(services, context, server))


async def drop_role(services: ServerServices, context: InteractionContext, _press: custom_ids.Press) -> None:
    """Ping no role with new open challenges."""
    server = admin_server(context.interaction)
    await services.servers.set_server(context.request, server, call_role=None)
    await context.turn_page(await show_role(services, context, server))


HANDLERS: Mapping[str, HandlerOf[ServerServices]] = {
    "server-channels": choose_channels,
    "server-forum": choose_forum,
    "server-games": choose_games,
    "server-results": choose_results,
    "server-engines": choose_engine_channels,
    ENGINES_ON: switch_engines,
    "server-engines-off": switch_engines,
    "server-bar": bar,
    "server-allow": allow,
    "server-unlist": unlist,
    "limitations": show_limitations,
    "server-role": choose_role,
    "server-role-off": drop_role,
}
