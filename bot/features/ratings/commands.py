"""`/rating`, `/leaderboard`, `/stats`, `/profile`."""

from collections.abc import Mapping
from typing import Final

import discord

from bot.chat.core import custom_ids
from bot.chat.core.commands.command import Command, CommandOption, command
from bot.chat.core.commands.declared_commands import SlashCommandOf
from bot.chat.core.commands.game_option import game_option
from bot.chat.core.commands.manual import HelpGroup
from bot.chat.core.commands.reach import Reach
from bot.chat.core.interactions.handler import HandlerOf
from bot.chat.core.interactions.interaction_context import InteractionContext
from bot.chat.core.lookup.whereabouts import is_public_answer
from bot.chat.core.messages.public_message import classic_view
from bot.chat.core.offered_boards import named_board
from bot.features.ratings.pages.head_to_head_page import head_to_head_page
from bot.features.ratings.pages.leaders_page import EVERYWHERE, leaders_page
from bot.features.ratings.pages.profile_page import profile_page, shown_profile
from bot.features.ratings.pages.rating_page import rating_page
from bot.features.ratings.pages.stats_page import stats_page
from bot.features.ratings.services import RatingServices


async def leaders(ratings: RatingServices, context: InteractionContext, press: custom_ids.Press) -> None:
    """Show the leaders of a game, here or everywhere."""
    key, _, scope = press.rest.partition(":")
    page = await leaders_page(ratings, key, context.place.server, context.t, everywhere=scope == EVERYWHERE)
    await context.show_page(page)


async def leaders_of(ratings: RatingServices, context: InteractionContext, press: custom_ids.Press) -> None:
    """Show the leaders of the chosen game."""
    everywhere = press.rest.partition(":")[0] == EVERYWHERE
    page = await leaders_page(ratings, context.choice, context.place.server, context.t, everywhere=everywhere)
    await context.show_page(page)


async def stats(ratings: RatingServices, context: InteractionContext, press: custom_ids.Press) -> None:
    """Show the statistics of a game."""
    await context.show_page(await stats_page(ratings, press.rest, context.t))


async def profile(ratings: RatingServices, context: InteractionContext, press: custom_ids.Press) -> None:
    """Show a person's profile."""
    person = custom_ids.snowflake(press.rest)
    await context.show_page(*await profile_page(ratings, context, person))


async def profile_of(ratings: RatingServices, context: InteractionContext, press: custom_ids.Press) -> None:
    """Show the curve of another rating in a person's profile."""
    person = custom_ids.snowflake(press.rest)
    number = custom_ids.Press("profile-of", context.choice).numbers(1)[0]
    await context.show_page(*await profile_page(ratings, context, person, number))


async def profile_show(ratings: RatingServices, context: InteractionContext, press: custom_ids.Press) -> None:
    """Post the person's own profile publicly where they pressed, unless it has nothing to show."""
    number = press.numbers(1)[0] if press.rest else None
    profile = await shown_profile(ratings, context, number)
    if profile is None or not is_public_answer(context.interaction):
        await context.reply(context.t("profile.show-nothing"))
        return
    body, picture = profile
    await context.post(body, classic_view(()), [picture])


def rating_command(services: RatingServices) -> Command:
    async def run(context: InteractionContext, player: discord.User | None = None) -> None:
        server, t, reader = context.place.server, context.t, context.person.id
        person = reader if player is None else player.id
        await context.show(await rating_page(services, person, server, t, reader))

    return command(services.interactions, "command.rating", run)


def leaderboard_command(services: RatingServices) -> Command:
    async def run(context: InteractionContext, game: str, everywhere: bool = False) -> None:
        board, t = named_board(services.games, game), context.t
        page = await leaders_page(
            services, board.key, context.place.server, t, board.name(t), everywhere=everywhere
        )
        await context.show(page)

    return command(services.interactions, "command.leaderboard", run, game=_ranked_game(services))


def stats_command(services: RatingServices) -> Command:
    async def run(context: InteractionContext, game: str) -> None:
        await context.show(await stats_page(services, named_board(services.games, game).key, context.t))

    return command(services.interactions, "command.stats", run, game=_ranked_game(services))


def profile_command(services: RatingServices) -> Command:
    async def run(
        context: InteractionContext, player: discord.User | None = None, against: discord.User | None = None
    ) -> None:
        person = context.person.id if player is None else player.id
        if against is not None and against.id != person:
            await context.show(await head_to_head_page(services, context, person, against.id))
            return
        await context.show(*await profile_page(services, context, person))

    return command(services.interactions, "command.profile", run)


def _ranked_game(services: RatingServices) -> CommandOption:
    return game_option(services.interactions, "option.ranked.about")


HANDLERS: Mapping[str, HandlerOf[RatingServices]] = {
    "leaders": leaders,
    "leaders-of": leaders_of,
    "stats": stats,
    "profile": profile,
    "profile-of": profile_of,
    "profile-show": profile_show,
}

COMMANDS: Final = (
    SlashCommandOf("rating", rating_command, Reach.WITH_BOT, HelpGroup.AFTERWARDS.at(50)),
    SlashCommandOf("leaderboard", leaderboard_command, Reach.WITH_BOT, HelpGroup.AFTERWARDS.at(60)),
    SlashCommandOf("stats", stats_command, Reach.WITH_BOT, HelpGroup.AFTERWARDS.at(70)),
    SlashCommandOf("profile", profile_command, Reach.ANYWHERE, HelpGroup.AFTERWARDS.at(80)),
)
