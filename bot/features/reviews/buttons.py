"""`/review`: a review of a finished game, with its turning points."""

from collections.abc import Mapping
from typing import Final

from discord.app_commands import Choice

from bot.chat.core import custom_ids
from bot.chat.core.commands.command import Command, CommandOption, command
from bot.chat.core.commands.declared_commands import SlashCommandOf
from bot.chat.core.commands.manual import HelpGroup
from bot.chat.core.commands.reach import Reach
from bot.chat.core.interactions.handler import HandlerOf
from bot.chat.core.interactions.interaction_context import InteractionContext
from bot.chat.core.interactions.interaction_handler import rules_of_match
from bot.features.reviews.pages import overview_page, progress_page, turning_page
from bot.features.reviews.services import ReviewServices

_STEP: Final = 3.0
"""Seconds between two updates of a review's progress."""
_MAX_STEPS: Final = 200
"""Ten minutes of searches and edits: Discord accepts edits of a response for 15 minutes."""


async def review(services: ReviewServices, context: InteractionContext, press: custom_ids.Press) -> None:
    """Show the review of a match; start it if necessary."""
    (match_id,) = press.numbers(1)
    match = await services.lookup.visible(context, match_id)
    await _show(services, context, match.id)


async def turning_point(
    services: ReviewServices, context: InteractionContext, press: custom_ids.Press
) -> None:
    match_id, number = press.numbers(2)
    await services.lookup.visible(context, match_id)
    review = await services.reviews.get(match_id)
    if number >= len(review.turning_points):
        await _show(services, context, match_id)
        return
    point = review.turning_points[number]
    async with rules_of_match(services.matches, match_id):
        before = await services.matches.position(match_id, point.number - 1)
        page = await turning_page(
            context.pictures,
            review,
            number,
            before,
            context.person.id,
            context.t,
            engines=await services.practice.is_offered_in(context.place),
        )
    await context.show_page(*page)


async def _show(services: ReviewServices, context: InteractionContext, match_id: int) -> None:
    """Advance a review and show its progress, then the review, in the same message."""
    person, shown, last_count = context.person.id, False, -1
    review = await services.reviews.advance(person, match_id, 0)
    for _ in range(_MAX_STEPS):
        if review.is_complete:
            break
        if len(review.plies) != last_count:
            last_count = len(review.plies)
            page = progress_page(review, context.t)
            if not shown:
                await context.show_page(page)
                shown = True
            elif not await context.revise(page):
                break
        review = await services.reviews.advance(person, match_id, _STEP)
    if not review.is_complete:
        return
    page, pictures = await overview_page(
        context.pictures, review, services.interactions.games, person, context.t
    )
    if not shown:
        await context.show_page(page, pictures)
    elif not await context.revise(page, pictures):
        await context.show(page, pictures)


def review_command(services: ReviewServices) -> Command:
    async def run(context: InteractionContext, game: str | None = None) -> None:
        match = await services.lookup.recorded_match(context, game)
        await _show(services, context, match.id)

    async def suggest(context: InteractionContext, typed: str) -> list[Choice[str]]:
        return await services.lookup.suggest(context, typed, running=False)

    return command(
        services.interactions,
        "command.review",
        run,
        game=CommandOption(about="option.game.recorded", suggest=suggest),
    )


HANDLERS: Mapping[str, HandlerOf[ReviewServices]] = {"review": review, "review-at": turning_point}

COMMANDS: Final = (SlashCommandOf("review", review_command, Reach.ANYWHERE, HelpGroup.AFTERWARDS.at(10)),)
