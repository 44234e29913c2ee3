"""`/move`: play a move typed as text, or open the guided panel."""

from typing import Final

from discord.app_commands import Choice

from bot.chat.core.commands.command import Command, CommandOption, command
from bot.chat.core.commands.declared_commands import SlashCommandOf
from bot.chat.core.commands.manual import HelpGroup
from bot.chat.core.commands.reach import Reach
from bot.chat.core.interactions.interaction_context import InteractionContext
from bot.chat.core.interactions.which_game import ask_for_game
from bot.chat.core.lookup.match_lookup import MOST
from bot.features.moves.buttons import typed_move_buttons
from bot.features.moves.buttons.move_buttons import open_panel
from bot.features.moves.commands import move_suggestions
from bot.features.moves.services import MoveServices
from bot.model.match.match import Turn
from bot.model.refusal import Refusal

_MAX_CHOICE_LENGTH: Final = 100


def move_command(services: MoveServices) -> Command:
    async def run(context: InteractionContext, move: str | None = None, game: str | None = None) -> None:
        turn = await _play_at_once(services, context, move, game)
        if turn is not None:
            await typed_move_buttons.confirm_turn(services, context, turn)
            return
        matches = await services.lookup.intended_matches(context, game, to_move=True)
        if len(matches) > 1:
            then = move or ""
            await ask_for_game(services.people, context, matches, typed_move_buttons.MOVE_IN, then)
        elif move is None:
            await open_panel(services, context, matches[0].id)
        else:
            await typed_move_buttons.play_typed(services, context, matches[0], move)

    async def suggest(context: InteractionContext, typed: str) -> list[Choice[str]]:
        return await _suggest_moves(services, context, typed)

    return command(
        services.interactions,
        "command.move",
        run,
        move=CommandOption(suggest=suggest),
        game=CommandOption(suggest=services.lookup.suggest),
    )


async def _play_at_once(
    services: MoveServices, context: InteractionContext, move: str | None, game: str | None
) -> Turn | None:
    """Play a move typed in a match's thread in one step; None if that fails or needs a question."""
    if not move or (game or "").strip() or context.place.parent is None:
        return None
    return await services.turns.take_turn_in_thread(context.request, context.place.channel, move)


async def _suggest_moves(
    services: MoveServices, context: InteractionContext, typed: str
) -> list[Choice[str]]:
    game_name = getattr(context.interaction.namespace, "game", None)
    try:
        match = await services.lookup.which_match(context, game_name, to_move=True)
        if match.mover != context.person.id:
            return []
        position = await services.matches.position(match.id)
    except Refusal:
        return []
    beginnings = services.moves.beginnings(position.state, typed)
    if typed.strip() and not beginnings:
        return []
    suggestions = move_suggestions.suggest(
        position.state, beginnings, MOST, context.t, called_in_vain=position.match.has_rejected_call
    )
    return [
        Choice(name=suggestion.name, value=suggestion.text)
        for suggestion in suggestions
        if len(suggestion.text) <= _MAX_CHOICE_LENGTH
    ]


COMMANDS: Final = (SlashCommandOf("move", move_command, Reach.WITH_BOT, HelpGroup.PLAY.at(20)),)
