"""`/move`: play a move typed as text, or open the guided panel."""

from typing import Any

import discord
from discord import app_commands, ui
from discord.app_commands import Choice

from bot.chat.commands.common.command_i18n import localised
from bot.chat.commands.common.match_option import MOST, suggest_matches
from bot.chat.components.move_buttons import open_panel
from bot.chat.interactions import answers
from bot.chat.interactions.interaction_handler import guarded, rules_of
from bot.chat.interactions.suggestions import suggesting
from bot.chat.panels import move_picker
from bot.chat.panels.played_page import played_page
from bot.chat.toolkit import custom_ids, layouts, phrases, position_token
from bot.chat.toolkit.app_context import AppContext, InteractionContext, context_for
from bot.chat.toolkit.match_lookup import which_match
from bot.locale import Language
from bot.play.domain.matches import Match, Turn
from bot.play.domain.refusal import Refusal
from bot.play.storage.repeated_requests import DoneBefore
from rules.contract import InvalidMove
from rules.contract.capabilities import calls_of


def move_command(app: AppContext) -> app_commands.Command[Any, ..., None]:
    """Return the command."""
    texts = app.texts

    async def run(interaction: discord.Interaction, move: str | None = None, game: str | None = None) -> None:
        async def act(context: InteractionContext) -> None:
            turn = await _play_at_once(app, context, move, game)
            if turn is None:
                match = await which_match(app, context, game, to_move=True)
                if move is None:
                    await open_panel(app.seen_by(context), interaction, context, match.id)
                    return
                try:
                    with rules_of(match.key, match.options):
                        turn = await _play(app, context, match.id, move)
                except DoneBefore as before:
                    await answers.show(interaction, again_page(match, before, context.t))
                    return
            followed = phrases.followed_at_once(turn, app.games[turn.match.key], context.t)
            said = "\n".join([phrases.move_told(turn, context.t), *followed])
            await answers.show(interaction, played_page(said, turn, context.t))

        await guarded(app, interaction, act)

    @suggesting
    async def suggest_moves(interaction: discord.Interaction, typed: str) -> list[Choice[str]]:
        return await _suggest_moves(app, interaction, typed)

    @suggesting
    async def suggest_games(interaction: discord.Interaction, typed: str) -> list[Choice[str]]:
        return await suggest_matches(app, interaction, typed)

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


def again_page(match: Match, before: DoneBefore, t: Language) -> ui.LayoutView:
    """Return the question whether a move is to be played once more; the answer says for which position."""
    marked = position_token.of(before.number, before.taken_back)
    return layouts.page(
        layouts.text(t("move.again", move=before.text, number=match.id)),
        layouts.buttons(
            layouts.button(t("button.again"), custom_ids.write("confirm", match.id, marked, before.text)),
            layouts.button(t("button.board"), custom_ids.write("board", match.id)),
        ),
    )


async def _play_at_once(
    app: AppContext, context: InteractionContext, move: str | None, game: str | None
) -> Turn | None:
    """Play a move typed in a match's thread where that is all there is to do."""
    if not move or (game or "").strip() or context.place.parent is None:
        return None
    return await app.services.turns.take_turn_in_thread(context.request, context.place.channel, move)


async def _play(app: AppContext, context: InteractionContext, match_id: int, move: str) -> Turn:
    """Play a typed move. Raises Refusal for the mere beginning of some, which suggestions offer as groups."""
    try:
        return await app.services.turns.take_turn(context.request, match_id, move, sure=False)
    except InvalidMove:
        state = (await app.services.matches.position(match_id)).state
        begun = move_picker.begun(state.legal_moves(), move, calls_of(state))
        if not begun:
            raise
        shown = ", ".join(begun[:MOST]) + ("…" if len(begun) > MOST else "")
        raise Refusal("incomplete-move", move=move, moves=shown) from None


async def _suggest_moves(app: AppContext, interaction: discord.Interaction, typed: str) -> list[Choice[str]]:
    context = await context_for(app, interaction)
    named = getattr(interaction.namespace, "game", None)
    try:
        match = await which_match(app, context, named, to_move=True)
    except Refusal:
        return []
    if match.mover != context.person.id:
        return []
    position = await app.services.matches.position(match.id)
    t = context.t
    return [
        Choice(name=text if number == 1 else t("panel.group", beginning=text, n=number), value=text)
        for text, number in move_picker.suggest(
            position.state.legal_moves(), typed, MOST, calls_of(position.state)
        )
    ]
