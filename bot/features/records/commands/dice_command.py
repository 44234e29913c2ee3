"""`/dice`: check the dice of a finished match.

Challenges contribute the subcommand that accepts a challenge with a word.
"""

from typing import Final

from discord import app_commands
from discord.app_commands import Choice

from bot.chat.core.commands.command import CommandOption, command, group
from bot.chat.core.commands.declared_commands import SlashCommandOf
from bot.chat.core.commands.manual import HelpGroup
from bot.chat.core.commands.reach import Reach
from bot.chat.core.interactions.interaction_context import InteractionContext
from bot.chat.core.messages import layouts
from bot.chat.core.words import dice_text
from bot.features.records.services import RecordServices
from bot.model.match.match import Match


def dice_group(records: RecordServices) -> app_commands.Group:
    """Return the group with the command that checks dice."""

    async def verify(context: InteractionContext, game: str | None = None) -> None:
        match = await records.lookup.match_with_dice(context, game)
        verification = await records.matches.verify(match.id)
        await context.show(layouts.page(layouts.text(dice_text.report(verification, context.t))))

    async def suggest(context: InteractionContext, typed: str) -> list[Choice[str]]:
        return await records.lookup.suggest(context, typed, running=False, fits=_has_dice)

    game = CommandOption(about="option.game.rolled", suggest=suggest)
    verifying = command(records.interactions, "command.verify", verify, game=game)
    return group(records.interactions, "command.dice", verifying)


def _has_dice(match: Match, _person: int) -> bool:
    return match.commitment is not None


COMMANDS: Final = (SlashCommandOf("dice", dice_group, Reach.WITH_BOT, HelpGroup.AFTERWARDS.at(90)),)
