"""Play a typed move; if it is ambiguous, ask which move is meant, or continue in the guided panel."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from discord import ButtonStyle, ui

from bot.chat.core import custom_ids, position_token
from bot.chat.core.interactions.handler import HandlerOf
from bot.chat.core.interactions.interaction_context import InteractionContext
from bot.chat.core.interactions.which_game import chosen_game
from bot.chat.core.messages import layouts
from bot.chat.core.words import error_text, phrases
from bot.chat.parts.moves.move_picker import PickerStep, shared_step
from bot.features.moves.buttons.move_buttons import open_panel
from bot.features.moves.pages.played_page import board_location, typed_page
from bot.features.moves.pages.which_page import which_move_page
from bot.features.moves.services import MoveServices
from bot.locale import Language
from bot.model.match.match import Match, MatchPosition, Turn
from rules.contract import AmbiguousMove, Move, RulesError
from rules.contract.vocabulary import CommonRefusal

MOVE_IN = "move-in"
_ASKED: Mapping[str, str] = {
    CommonRefusal.SEVERAL_FIT: "which.move",
    CommonRefusal.DANGLING_MARK: "which.one",
}
"""The questions about moves refused for reasons common to all games."""


async def play_typed(services: MoveServices, context: InteractionContext, match: Match, typed: str) -> None:
    """Play a typed move, or ask if it is ambiguous. Raises Refusal."""
    try:
        turn = await services.turns.take_turn(context.request, match.id, typed, confirmed=False)
    except RulesError as refusal:
        position = await services.matches.position(match.id)
        moves = services.moves.candidates(position.state, typed, refusal)
        if not moves:
            await context.show_page(refused_page(position, refusal, context.t))
            return
        await _ask(services, context, position, moves, _question(position, typed, refusal, context.t))
    else:
        if can_repeat(turn, context.person.id):
            await context.show_page(again_page(turn, context.t))
            return
        await confirm_turn(services, context, turn)


async def _ask(
    services: MoveServices,
    context: InteractionContext,
    position: MatchPosition,
    moves: Sequence[Move],
    question: "_MoveQuestion",
) -> None:
    """Ask which of several moves is intended; if they share a beginning, continue in the panel."""
    step = shared_step(moves)
    if question.several or step.is_first:
        page = which_move_page(position, question.text, moves, context.t)
        if page is not None:
            await context.show_page(page)
            return
    await open_panel(services, context, position.match.id, step)


def refused_page(position: MatchPosition, refusal: RulesError, t: Language) -> ui.LayoutView:
    """Return the reason for a refused typed move, with a button that shows the legal moves."""
    match = position.match
    text = error_text.explain(refusal, position.state.game, match.options, t)
    move = custom_ids.write("move", match.id, position_token.mark(match))
    return layouts.note(text, layouts.buttons(layouts.button(t("button.move"), move, ButtonStyle.primary)))


@dataclass(frozen=True, slots=True)
class _MoveQuestion:
    """The question about a typed move: whether `several` moves match it exactly, or only begin with it."""

    text: str
    several: bool


def _question(position: MatchPosition, typed: str, refusal: RulesError, t: Language) -> _MoveQuestion:
    """Return the question about a refused text: the game's own question, if it has one."""
    match, several = position.match, isinstance(refusal, AmbiguousMove)
    text_id = _ASKED.get(refusal.reason) if several else "which.move"
    if text_id is None:
        return _MoveQuestion(error_text.explain(refusal, position.state.game, match.options, t), several)
    return _MoveQuestion(t(text_id, number=match.id, move=error_text.quote(typed)), several)


async def confirm_turn(services: MoveServices, context: InteractionContext, turn: Turn) -> None:
    """Confirm a played move, with the automatic plies after it."""
    followed = phrases.automatic_plies(turn, services.games[turn.match.key], context.t)
    if turn.match.is_practice:
        await context.show_page(*await services.practice_pages.after_move(context, turn, followed))
        return
    text = "\n".join(
        [phrases.move_sentence(turn, context.t), *followed, *board_location(context, turn.match)]
    )
    await context.show_page(typed_page(text, turn, context.t))


def can_repeat(turn: Turn, person: int) -> bool:
    """Return whether the player of an already played move could play it a second time."""
    if not turn.repeated or turn.match.mover != person:
        return False
    try:
        turn.state.parse(turn.move.text)
    except RulesError:
        return False
    return True


def again_page(turn: Turn, t: Language) -> ui.LayoutView:
    """Return the question whether to play a move again; its button contains the position."""
    number, token = turn.match.id, position_token.mark(turn.match)
    move = phrases.move_name(turn.state.game, turn.move, t)
    return layouts.page(
        layouts.text(t("move.again", move=move, number=number)),
        layouts.buttons(
            layouts.button(t("button.again"), custom_ids.write("confirm", number, token, turn.move.text)),
            layouts.button(t("button.board"), custom_ids.write("board", number)),
        ),
    )


async def move_in(services: MoveServices, context: InteractionContext, press: custom_ids.Press) -> None:
    """Continue a move in the chosen game: play the typed one, or open the panel."""
    match_id, typed = chosen_game(context, press), press.after(1)
    match = await services.lookup.visible(context, match_id)
    if typed:
        await play_typed(services, context, match, typed)
    else:
        await open_panel(services, context, match_id, PickerStep())


HANDLERS: Mapping[str, HandlerOf[MoveServices]] = {MOVE_IN: move_in}
