"""Change a server's rules in the panels of `/server`."""

from collections.abc import Mapping, Sequence

import discord

from bot.chat.delivery.forum_posts import needs_tag_nobody_may_set
from bot.chat.interactions import answers, bot_rights
from bot.chat.interactions.admin_rights import server_of
from bot.chat.interactions.handler import Handler
from bot.chat.panels import players_panel, server_panel
from bot.chat.panels.players_panel import PERSON, ROLE
from bot.chat.toolkit import custom_ids
from bot.chat.toolkit.app_context import AppContext, InteractionContext
from bot.play.domain.people import Person
from bot.play.domain.refusal import Refusal
from bot.play.servers.player_lists import Listing


async def choose_channels(
    app: AppContext, interaction: discord.Interaction, context: InteractionContext, _press: custom_ids.Press
) -> None:
    """Allow new games in the chosen channels only, or in all."""
    server = server_of(interaction)
    values = answers.chosen(interaction, least=0)
    channels = tuple(custom_ids.snowflake(value) for value in values)
    rules = await app.services.servers.set_server(context.request, server, channels=channels)
    await answers.turn_page(interaction, server_panel.channels(interaction, rules, context.t))


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
    await answers.turn_page(interaction, server_panel.channels(interaction, rules, context.t))


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
    app: AppContext, interaction: discord.Interaction, context: InteractionContext, _press: custom_ids.Press
) -> None:
    """Allow the chosen games only, or all."""
    server = server_of(interaction)
    games = answers.chosen(interaction, least=0)
    if not set(games) <= set(app.games):
        raise custom_ids.MalformedId(str(games))
    rules = await app.services.servers.set_server(context.request, server, games=games)
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


HANDLERS: Mapping[str, Handler] = {
    "server-channels": choose_channels,
    "server-forum": choose_forum,
    "server-games": choose_games,
    "server-results": choose_results,
    "server-bar": bar,
    "server-allow": allow,
    "server-unlist": unlist,
}
