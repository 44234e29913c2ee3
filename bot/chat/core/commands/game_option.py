"""The option of a command that names one of the games."""

from discord.app_commands import Choice

from bot.chat.core.commands.command import CommandOption
from bot.chat.core.commands.command_i18n import localised
from bot.chat.core.commands.option_spec import MOST, ChoiceSpec, matching
from bot.chat.core.interactions.interaction_context import InteractionContext
from bot.chat.core.interactions.interaction_handler import Interactions


def game_option(interactions: Interactions, about: str) -> CommandOption:
    """Return an option that names a game: as a choice, or among too many by suggestions."""
    texts, name = interactions.texts, "option.rules"
    choices = [ChoiceSpec(localised(texts, f"{key}.name"), key) for key in interactions.games]
    if len(choices) <= MOST:
        return CommandOption(name, about, choices=choices)

    async def suggest(context: InteractionContext, typed: str) -> list[Choice[str]]:
        return matching(texts, choices, typed, context.t)

    return CommandOption(name, about, suggest)
