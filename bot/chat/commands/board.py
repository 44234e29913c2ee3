"""`/board`: a match's board from the person's own side, as a picture or in words."""

from typing import Any

import discord
from discord import app_commands
from discord.app_commands import Choice

from bot.chat import answers, private
from bot.chat.commands.matches import suggest_matches
from bot.chat.commands.naming import localised
from bot.chat.frontdoor import guarded
from bot.chat.house import Caller, House
from bot.chat.suggestions import suggesting
from bot.chat.which import which_match


def board_command(house: House) -> app_commands.Command[Any, ..., None]:
    """Return the command."""
    texts = house.texts

    async def run(interaction: discord.Interaction, game: str | None = None, in_words: bool = False) -> None:
        async def act(caller: Caller) -> None:
            match = await which_match(house, caller, game)
            position = await house.club.position(match.id)
            seen = house.seen_by(caller)
            page = await private.board_page(seen, position, caller.person.id, caller.t, in_words=in_words)
            await answers.show(interaction, *page)

        await guarded(house, interaction, act)

    @suggesting
    async def suggest_games(interaction: discord.Interaction, typed: str) -> list[Choice[str]]:
        return await suggest_matches(house, interaction, typed)

    app_commands.describe(
        game=localised(texts, "option.game.about"), in_words=localised(texts, "option.text.about")
    )(run)
    app_commands.rename(game=localised(texts, "option.game"), in_words=localised(texts, "option.text"))(run)
    app_commands.autocomplete(game=suggest_games)(run)
    return app_commands.Command(
        name=localised(texts, "command.board"),
        description=localised(texts, "command.board.about"),
        callback=run,
    )
