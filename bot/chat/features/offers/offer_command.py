"""`/offer`: offer a draw, a take-back or an abort, or answer such an offer."""

from typing import Any

import discord
from discord import app_commands
from discord.app_commands import Choice

from bot.chat.core.app_context import AppContext
from bot.chat.core.commands.command_i18n import localised
from bot.chat.core.interactions.interaction_context import InteractionContext
from bot.chat.core.interactions.suggestions import suggesting
from bot.chat.features.offers import offer_buttons
from bot.play.domain.match.offer_rules import OfferKind
from bot.play.domain.matches import Match

ANSWERS = ("accept", "decline", "withdraw")


def offer_command(app: AppContext) -> app_commands.Command[Any, ..., None]:
    """Return the command."""
    texts = app.texts

    async def run(
        interaction: discord.Interaction, what: str, answer: str | None = None, game: str | None = None
    ) -> None:
        async def act(context: InteractionContext) -> None:
            match = await app.lookup.which_match(context, game)
            await _act(app, context, match, OfferKind(what), answer)

        await app.interactions.guarded(interaction, act)

    @suggesting
    async def suggest_games(interaction: discord.Interaction, typed: str) -> list[Choice[str]]:
        return await app.lookup.suggest(await app.interactions.context_for(interaction), typed)

    app_commands.describe(
        what=localised(texts, "option.what.about"),
        answer=localised(texts, "option.answer.about"),
        game=localised(texts, "option.game.about"),
    )(run)
    app_commands.rename(
        what=localised(texts, "option.what"),
        answer=localised(texts, "option.answer"),
        game=localised(texts, "option.game"),
    )(run)
    app_commands.choices(
        what=[Choice(name=localised(texts, f"offer.{kind}"), value=kind.value) for kind in OfferKind],
        answer=[Choice(name=localised(texts, f"button.{answer}"), value=answer) for answer in ANSWERS],
    )(run)
    app_commands.autocomplete(game=suggest_games)(run)
    return app_commands.Command(
        name=localised(texts, "command.offer"),
        description=localised(texts, "command.offer.about"),
        callback=run,
    )


async def _act(
    app: AppContext,
    context: InteractionContext,
    match: Match,
    what: OfferKind,
    answer: str | None,
) -> None:
    if answer is None:
        await offer_buttons.make(app, context, match, what)
    elif answer == "withdraw":
        await offer_buttons.take_back(app, context, match, what)
    else:
        await offer_buttons.answer(app, context, match, what, accepts=answer == "accept")
