"""`/offer`: offer a draw, a take-back or an abort, or answer such an offer."""

from typing import Any

import discord
from discord import app_commands
from discord.app_commands import Choice

from bot.chat import offering
from bot.chat.commands.matches import suggest_matches
from bot.chat.commands.naming import localised
from bot.chat.frontdoor import guarded
from bot.chat.house import Caller, House
from bot.chat.suggestions import suggesting
from bot.chat.which import which_match
from bot.play.model import Match, OfferKind

ANSWERS = ("accept", "decline", "withdraw")


def offer_command(house: House) -> app_commands.Command[Any, ..., None]:
    """Return the command."""
    texts = house.texts

    async def run(
        interaction: discord.Interaction, what: str, answer: str | None = None, game: str | None = None
    ) -> None:
        async def act(caller: Caller) -> None:
            match = await which_match(house, caller, game)
            await _act(house, interaction, caller, match, OfferKind(what), answer)

        await guarded(house, interaction, act)

    @suggesting
    async def suggest_games(interaction: discord.Interaction, typed: str) -> list[Choice[str]]:
        return await suggest_matches(house, interaction, typed)

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
    house: House,
    interaction: discord.Interaction,
    caller: Caller,
    match: Match,
    what: OfferKind,
    answer: str | None,
) -> None:
    if answer is None:
        await offering.make(house, interaction, caller, match, what)
    elif answer == "withdraw":
        await offering.take_back(house, interaction, caller, match, what)
    else:
        await offering.answer(house, interaction, caller, match, what, accepts=answer == "accept")
