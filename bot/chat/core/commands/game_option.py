"""The option of a command that names one of the games."""

from typing import Any

import discord
from discord import app_commands
from discord.app_commands import Choice, locale_str

from bot.chat.core.app_context import AppContext
from bot.chat.core.commands.command_i18n import localised
from bot.chat.core.commands.option_spec import MOST, ChoiceSpec, matching
from bot.chat.core.interactions.suggestions import suggesting


def name_game(app: AppContext, run: Any, about: locale_str) -> None:  # noqa: ANN401  # its signature is read by discord.py
    """Have the parameter `game` of a command name a game: as a choice, or among too many by suggestions."""
    choices = [ChoiceSpec(localised(app.texts, f"{key}.name"), key) for key in app.games]

    async def suggest(interaction: discord.Interaction, typed: str) -> list[Choice[str]]:
        return matching(app.texts, choices, typed, (await app.interactions.context_for(interaction)).t)

    app_commands.describe(game=about)(run)
    app_commands.rename(game=localised(app.texts, "option.rules"))(run)
    if len(choices) <= MOST:
        app_commands.choices(game=[Choice(name=one.name, value=one.value) for one in choices])(run)
    else:
        app_commands.autocomplete(game=suggesting(suggest))(run)
