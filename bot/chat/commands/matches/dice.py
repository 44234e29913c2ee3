"""`/dice verify`: check the dice of a finished match."""

from collections.abc import Sequence

import discord
from discord import app_commands
from discord.app_commands import Choice

from bot.chat.commands.common.command_i18n import localised
from bot.chat.commands.common.match_option import suggest_matches
from bot.chat.interactions import answers
from bot.chat.interactions.interaction_handler import guarded
from bot.chat.interactions.suggestions import suggesting
from bot.chat.toolkit import layouts
from bot.chat.toolkit.app_context import AppContext, InteractionContext
from bot.chat.toolkit.match_lookup import match_with_dice
from bot.locale import Language
from bot.play.domain.match.dice import Roll, Verification
from bot.play.domain.matches import Match

SHOWN = 200


def dice_group(app: AppContext) -> app_commands.Group:
    """Return the command."""
    texts = app.texts
    group = app_commands.Group(
        name=localised(texts, "command.dice"), description=localised(texts, "command.dice.about")
    )

    async def verify(interaction: discord.Interaction, game: str | None = None) -> None:
        async def act(context: InteractionContext) -> None:
            match = await match_with_dice(app, context, game)
            verification = await app.services.matches.verify(match.id)
            await answers.show(interaction, layouts.page(layouts.text(report(verification, context.t))))

        await guarded(app, interaction, act)

    @suggesting
    async def suggest_games(interaction: discord.Interaction, typed: str) -> list[Choice[str]]:
        return await suggest_matches(app, interaction, typed, running=False, fits=_has_dice)

    app_commands.describe(game=localised(texts, "option.game.rolled"))(verify)
    app_commands.rename(game=localised(texts, "option.game"))(verify)
    app_commands.autocomplete(game=suggest_games)(verify)
    group.add_command(
        app_commands.Command(
            name=localised(texts, "command.verify"),
            description=localised(texts, "command.verify.about"),
            callback=verify,
        )
    )
    return group


def _has_dice(match: Match, _person: int) -> bool:
    return match.commitment is not None


def report(verification: Verification, t: Language) -> str:
    """Return what was rolled, and whether all of it follows from the seed."""
    rolls = verification.rolls
    wrong = [roll for roll in rolls if roll.logged != roll.computed]
    lines = [
        t("dice.title", number=verification.match.id),
        t("dice.seed", seed=verification.seed),
        t("dice.commitment", commitment=verification.commitment),
        t("dice.rolls", n=len(rolls), rolls=_listed(rolls)),
        t("dice.right")
        if verification.correct
        else t("dice.wrong", plies=", ".join(str(r.ply) for r in wrong)),
    ]
    return "\n".join(lines)


def _listed(rolls: Sequence[Roll]) -> str:
    """Return what was rolled, as much of it as fits a message."""
    shown = " ".join(_number(roll.computed) for roll in rolls[:SHOWN])
    return shown if len(rolls) <= SHOWN else f"{shown} …"


def _number(text: str) -> str:
    return text.rpartition(":")[2]
