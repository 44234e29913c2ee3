"""`/rules`: how a game is played, with a picture, and what its variants mean."""

from typing import Any

import discord
from discord import app_commands
from discord.app_commands import Choice

from bot.chat import answers, private
from bot.chat.commands.naming import localised
from bot.chat.frontdoor import guarded
from bot.chat.house import Caller, House
from bot.play.model import Refusal


def rules_command(house: House) -> app_commands.Command[Any, ..., None]:
    """Return the command."""
    texts = house.texts

    async def run(interaction: discord.Interaction, game: str) -> None:
        async def act(caller: Caller) -> None:
            if game not in house.games:
                raise Refusal("unknown-rules", game=game)
            await answers.show(interaction, *await private.rules_page(house.seen_by(caller), game, caller.t))

        await guarded(house, interaction, act)

    app_commands.describe(game=localised(texts, "option.rules.about"))(run)
    app_commands.rename(game=localised(texts, "option.rules"))(run)
    app_commands.choices(
        game=[Choice(name=localised(texts, f"{key}.name"), value=key) for key in house.games]
    )(run)
    return app_commands.Command(
        name=localised(texts, "command.rules"),
        description=localised(texts, "command.rules.about"),
        callback=run,
    )
