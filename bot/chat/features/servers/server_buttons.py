"""Change a server's rules in the panels of `/server`."""

from collections.abc import Mapping, Sequence

import discord
from discord import ui

from bot.chat.core import custom_ids
from bot.chat.core.app_context import AppContext, InteractionContext
from bot.chat.core.interactions import answers, bot_rights, call_roles
from bot.chat.core.interactions.admin_rights import server_of
from bot.chat.core.interactions.bot_rights import needs_tag_nobody_may_set
from bot.chat.core.interactions.handler import Handler
from bot.chat.features.servers import players_panel, server_panel
from bot.chat.features.servers.limitations_page import limitations_page
from bot.chat.features.servers.players_panel import PERSON, ROLE
from bot.play.domain.people import Person
from bot.play.domain.refusal import Refusal
from bot.play.servers.player_lists import Listing


async def show_limitations(
    app: AppContext, interaction: discord.Interaction, context: InteractionContext, _press: custom_ids.Press
) -> None:
    """Show what falls away in the server, to its admins."""
    page = await limitations_page(app, interaction, server_of(interaction), context.t)
    await answers.go_on(interaction, page)


async def choose_channels(
    app: AppContext, interaction: discord.Interaction, context: InteractionContext, _press: custom_ids.Press
) -> None:
    """Allow new games in the chosen channels only, or in all."""
    server = server_of(interaction)
    values = answers.chosen(interaction, least=0)
    channels = tuple(custom_ids.snowflake(value) for value in values)
    rules = await app.services.servers.set_server(context.request, server, channels=channels)
    page = await server_panel.channels(app, interaction, rules, server, context.t)
    await answers.turn_page(interaction, page)


async def choose_forum(
    app: AppContext, interaction: discord.Interaction, context: InteractionContext, _press: custom_ids.Press
) -> None:
    """Have each game be a post in the chosen forum, or in none."""
    server = server_of(interaction)
    forum = _one_chosen(interaction)
    if forum is not None:
        place = bot_rights.check(interaction.guild, forum, bot_rights.TO_OPEN_POSTS, context.t)
        if isinstance(place, discord.ForumChannel) and needs_tag_nobody_may_set(place):
            raise Refusal("forum-without-tags", channel=place.name)
    rules = await app.services.servers.set_server(context.request, server, forum=forum)
    page = await server_panel.channels(app, interaction, rules, server, context.t)
    await answers.turn_page(interaction, page)


async def choose_results(
    app: AppContext, interaction: discord.Interaction, context: InteractionContext, _press: custom_ids.Press
) -> None:
    """Have the ends of games told in the chosen channel, or in none."""
    server = server_of(interaction)
    channel = _one_chosen(interaction)
    if channel is not None:
        bot_rights.check(interaction.guild, channel, bot_rights.TO_POST, context.t)
    rules = await app.services.servers.set_server(context.request, server, results=channel)
    await answers.turn_page(interaction, server_panel.results(interaction, rules, context.t))


async def choose_games(
    app: AppContext, interaction: discord.Interaction, context: InteractionContext, press: custom_ids.Press
) -> None:
    """Allow the chosen games only, or all; what other menus say stays as it is."""
    server = server_of(interaction)
    games = answers.chosen(interaction, least=0)
    if not set(games) <= set(app.games):
        raise custom_ids.MalformedId(str(games))
    menu = server_panel.games_in_menu(app, press)
    before = (await app.services.servers.server(server)).games
    allowed = tuple(key for key in app.games if key in games or (key in before and key not in menu))
    rules = await app.services.servers.set_server(context.request, server, games=allowed)
    await answers.turn_page(interaction, server_panel.games_page(app, rules, context.t))


async def bar(
    app: AppContext, interaction: discord.Interaction, context: InteractionContext, _press: custom_ids.Press
) -> None:
    """Let the chosen people and roles play here no more."""
    await _put(app, interaction, context, Listing.BARRED, *answers.mentioned(interaction))


async def allow(
    app: AppContext, interaction: discord.Interaction, context: InteractionContext, _press: custom_ids.Press
) -> None:
    """Let the chosen people and roles play here, and from now on nobody who is not chosen."""
    await _put(app, interaction, context, Listing.ALLOWED, *answers.mentioned(interaction))


async def unlist(
    app: AppContext, interaction: discord.Interaction, context: InteractionContext, _press: custom_ids.Press
) -> None:
    """Take the chosen people and roles off the lists."""
    values = answers.chosen(interaction)
    numbers = {value: custom_ids.snowflake(value[1:]) for value in values}
    gone = [number for value, number in numbers.items() if value.startswith(PERSON)]
    names = await app.services.people.names(set(gone))
    people = [Person(number, names.get(number, ""), "") for number in gone]
    roles = [number for value, number in numbers.items() if value.startswith(ROLE)]
    await _put(app, interaction, context, Listing.NONE, people, roles)


async def _put(
    app: AppContext,
    interaction: discord.Interaction,
    context: InteractionContext,
    listing: Listing,
    people: Sequence[Person],
    roles: Sequence[int],
) -> None:
    server = server_of(interaction)
    rules = await app.services.player_lists.put(context.request, server, listing, people, roles)
    await answers.turn_page(interaction, await players_panel.players(app, interaction, rules, context.t))


def _one_chosen(interaction: discord.Interaction) -> int | None:
    values = answers.chosen(interaction, least=0)
    return custom_ids.snowflake(values[0]) if values else None


async def show_role(
    app: AppContext, interaction: discord.Interaction, context: InteractionContext, server: int
) -> ui.LayoutView:
    """Return the panel in which the role is chosen that new open challenges call."""
    rules = await app.services.servers.server(server)
    role = call_roles.role_in(interaction, rules.call_role)
    return server_panel.role_page(
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
    "server-forum": choose_forum,
    "server-games": choose_games,
    "server-results": choose_results,
    "server-bar": bar,
    "server-allow": allow,
    "server-unlist": unlist,
    "limitations": show_limitations,
    "server-role": choose_role,
    "server-role-off": drop_role,
}
