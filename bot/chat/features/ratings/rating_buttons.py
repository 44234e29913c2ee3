"""Look at ratings: who is ahead in a game, how it comes out, and somebody's profile."""

from collections.abc import Mapping

import discord

from bot.chat.core import custom_ids
from bot.chat.core.app_context import AppContext, InteractionContext
from bot.chat.core.interactions import answers
from bot.chat.core.interactions.handler import Handler, chosen
from bot.chat.features.ratings.leaders_page import EVERYWHERE, leaders_page
from bot.chat.features.ratings.profile_page import profile_page
from bot.chat.features.ratings.stats_page import stats_page


async def leaders(
    app: AppContext, interaction: discord.Interaction, context: InteractionContext, press: custom_ids.Press
) -> None:
    """Show who is ahead in a game, here or everywhere."""
    key, _, scope = press.rest.partition(":")
    page = await leaders_page(app, key, context.place.server, context.t, everywhere=scope == EVERYWHERE)
    await answers.go_on(interaction, page)


async def leaders_of(
    app: AppContext, interaction: discord.Interaction, context: InteractionContext, press: custom_ids.Press
) -> None:
    """Show who is ahead in the game that was chosen."""
    everywhere = press.rest.partition(":")[0] == EVERYWHERE
    page = await leaders_page(
        app, chosen(interaction), context.place.server, context.t, everywhere=everywhere
    )
    await answers.go_on(interaction, page)


async def stats(
    app: AppContext, interaction: discord.Interaction, context: InteractionContext, press: custom_ids.Press
) -> None:
    """Show how a game comes out."""
    await answers.go_on(interaction, await stats_page(app, press.rest, context.t))


async def profile(
    app: AppContext, interaction: discord.Interaction, context: InteractionContext, press: custom_ids.Press
) -> None:
    """Show somebody's profile."""
    person = custom_ids.snowflake(press.rest)
    await answers.go_on(interaction, *await profile_page(app, context, person))


async def profile_of(
    app: AppContext, interaction: discord.Interaction, context: InteractionContext, press: custom_ids.Press
) -> None:
    """Show the curve of another rating in somebody's profile."""
    person = custom_ids.snowflake(press.rest)
    number = custom_ids.Press("profile-of", chosen(interaction)).numbers(1)[0]
    await answers.go_on(interaction, *await profile_page(app, context, person, number))


HANDLERS: Mapping[str, Handler] = {
    "leaders": leaders,
    "leaders-of": leaders_of,
    "stats": stats,
    "profile": profile,
    "profile-of": profile_of,
}
