"""`/move`: play a move typed as text, or open the guided panel."""

from typing import Any, Final

import discord
from discord import app_commands
from discord.app_commands import Choice

from bot.chat.core.app_context import AppContext
from bot.chat.core.commands.command_i18n import localised
from bot.chat.core.interactions.interaction_context import InteractionContext
from bot.chat.core.interactions.suggestions import suggesting
from bot.chat.core.interactions.which_game import ask_for_game
from bot.chat.core.match_lookup import MOST
from bot.chat.core.messages.message_budget import shortened
from bot.chat.features.moves import move_suggestions, typed_move_buttons
from bot.chat.features.moves.move_buttons import open_panel
from bot.play.domain.matches import Turn
from bot.play.domain.refusal import Refusal

_LONGEST_NAME: Final = 100


def move_command(app: AppContext) -> app_commands.Command[Any, ..., None]:
    """Return the command."""
    texts = app.texts

    async def run(interaction: discord.Interaction, move: str | None = None, game: str | None = None) -> None:
        async def act(context: InteractionContext) -> None:
            turn = await _play_at_once(app, context, move, game)
            if turn is not None:
                await typed_move_buttons.tell_turn(app, context, turn)
                return
            meant = await app.lookup.matches_meant(context, game, to_move=True)
            if len(meant) > 1:
                await ask_for_game(
                    app.services.people, context, meant, typed_move_buttons.MOVE_IN, move or ""
                )
            elif move is None:
                await open_panel(app.seen_by(context), context, meant[0].id)
            else:
                await typed_move_buttons.play_typed(app, context, meant[0], move)

        await app.interactions.guarded(interaction, act)

    @suggesting
    async def suggest_moves(interaction: discord.Interaction, typed: str) -> list[Choice[str]]:
        return await _suggest_moves(app, interaction, typed)

    @suggesting
    async def suggest_games(interaction: discord.Interaction, typed: str) -> list[Choice[str]]:
        return await app.lookup.suggest(await app.interactions.context_for(interaction), typed)

    app_commands.describe(
        move=localised(texts, "option.move.about"), game=localised(texts, "option.game.about")
    )(run)
    app_commands.rename(move=localised(texts, "option.move"), game=localised(texts, "option.game"))(run)
    app_commands.autocomplete(move=suggest_moves, game=suggest_games)(run)
    return app_commands.Command(
        name=localised(texts, "command.move"),
        description=localised(texts, "command.move.about"),
        callback=run,
    )


async def _play_at_once(
    app: AppContext, context: InteractionContext, move: str | None, game: str | None
) -> Turn | None:
    """Play a move typed in a match's thread where that is all there is to do."""
    if not move or (game or "").strip() or context.place.parent is None:
        return None
    return await app.services.turns.take_turn_in_thread(context.request, context.place.channel, move)


async def _suggest_moves(app: AppContext, interaction: discord.Interaction, typed: str) -> list[Choice[str]]:
    context = await app.interactions.context_for(interaction)
    named = getattr(interaction.namespace, "game", None)
    try:
        match = await app.lookup.which_match(context, named, to_move=True)
        if match.mover != context.person.id:
            return []
        position = await app.services.matches.position(match.id)
    except Refusal:
        return []
    begun = app.moves.begun(position.state, typed)
    if typed.strip() and not begun:
        return []
    return [
        Choice(name=shortened(one.name, _LONGEST_NAME), value=one.text)
        for one in move_suggestions.suggest(position.state, begun, MOST, context.t)
        if len(one.text) <= _LONGEST_NAME
    ]
