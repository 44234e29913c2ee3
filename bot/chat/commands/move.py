"""`/move`: play a move typed as text, or open the guided panel."""

from typing import Any

import discord
from discord import app_commands, ui
from discord.app_commands import Choice

from bot.chat import answers, guide, ids, layouts, standing
from bot.chat.commands.matches import MOST, suggest_matches
from bot.chat.commands.naming import localised
from bot.chat.frontdoor import guarded, rules_of
from bot.chat.house import Caller, House, caller_for
from bot.chat.presses import move_told, open_panel, replies_told
from bot.chat.suggestions import suggesting
from bot.chat.which import which_match
from bot.locale import Language
from bot.play.model import Match, Refusal, Turn
from bot.play.repeats import DoneBefore
from rules.contract import InvalidMove
from rules.contract.capabilities import calls_of


def move_command(house: House) -> app_commands.Command[Any, ..., None]:
    """Return the command."""
    texts = house.texts

    async def run(interaction: discord.Interaction, move: str | None = None, game: str | None = None) -> None:
        async def act(caller: Caller) -> None:
            match = await which_match(house, caller, game, to_move=True)
            if move is None:
                await open_panel(house.seen_by(caller), interaction, caller, match.id)
                return
            try:
                with rules_of(match.key, match.options):
                    turn = await _play(house, caller, match.id, move)
            except DoneBefore as before:
                await answers.show(interaction, again_page(match, before, caller.t))
                return
            followed = await replies_told(house, turn, caller.t)
            await answers.tell(interaction, "\n".join([move_told(turn, caller.t), *followed]))

        await guarded(house, interaction, act)

    @suggesting
    async def suggest_moves(interaction: discord.Interaction, typed: str) -> list[Choice[str]]:
        return await _suggest_moves(house, interaction, typed)

    @suggesting
    async def suggest_games(interaction: discord.Interaction, typed: str) -> list[Choice[str]]:
        return await suggest_matches(house, interaction, typed)

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
    marked = standing.of(before.number, before.taken_back)
    return layouts.page(
        layouts.text(t("move.again", move=before.text, number=match.id)),
        layouts.buttons(
            layouts.button(t("button.again"), ids.write("confirm", match.id, marked, before.text)),
            layouts.button(t("button.board"), ids.write("board", match.id)),
        ),
    )


async def _play(house: House, caller: Caller, match_id: int, move: str) -> Turn:
    """Play a typed move. Raises Refusal for the mere beginning of some, which suggestions offer as groups."""
    try:
        return await house.club.take_turn(caller.request, match_id, move, sure=False)
    except InvalidMove:
        state = (await house.club.position(match_id)).state
        begun = guide.begun(state.legal_moves(), move, calls_of(state))
        if not begun:
            raise
        shown = ", ".join(begun[:MOST]) + ("…" if len(begun) > MOST else "")
        raise Refusal("incomplete-move", move=move, moves=shown) from None


async def _suggest_moves(house: House, interaction: discord.Interaction, typed: str) -> list[Choice[str]]:
    caller = await caller_for(house, interaction)
    named = getattr(interaction.namespace, "game", None)
    try:
        match = await which_match(house, caller, named, to_move=True)
    except Refusal:
        return []
    if match.mover != caller.person.id:
        return []
    position = await house.club.position(match.id)
    t = caller.t
    return [
        Choice(name=text if number == 1 else t("panel.group", beginning=text, n=number), value=text)
        for text, number in guide.suggest(position.state.legal_moves(), typed, MOST, calls_of(position.state))
    ]
