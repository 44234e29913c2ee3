"""The buttons of the guided panel: choose and play a move, and undo it before another ply."""

from collections.abc import Mapping
from dataclasses import dataclass

from bot.chat.core import custom_ids, position_token
from bot.chat.core.interactions.handler import HandlerOf
from bot.chat.core.interactions.interaction_context import InteractionContext
from bot.chat.core.interactions.interaction_handler import rules_of, rules_of_match
from bot.chat.core.messages import layouts
from bot.chat.core.words import phrases
from bot.chat.core.words.move_labels import plain_moves
from bot.chat.parts.moves import move_picker
from bot.chat.parts.moves.guide_page import guide_page, only_move, preview_page
from bot.chat.parts.moves.happened import Before
from bot.chat.parts.moves.move_picker import PickerStep
from bot.features.moves.pages.old_board_page import old_board_page
from bot.features.moves.pages.played_page import before_next, played_page
from bot.features.moves.services import MoveServices
from bot.model.match.match import Match, MatchPosition
from bot.model.match.permissions import seat_to_move
from rules.contract import Move


async def move(services: MoveServices, context: InteractionContext, press: custom_ids.Press) -> None:
    """Open the guided panel; on an outdated public board, explain that instead."""
    (match_id,) = press.numbers(1)
    if (
        press.after(1)
        and context.interaction.message is not None
        and not context.interaction.message.flags.ephemeral
    ):
        match = await services.lookup.visible(context, match_id)
        plies, _ = position_token.split(press.numbers(2)[1])
        if plies != match.plies:
            await context.show(old_board_page(match, context.person.id, context.t))
            return
    await open_panel(services, context, match_id)


async def open_panel(
    services: MoveServices,
    context: InteractionContext,
    match_id: int,
    step: PickerStep = move_picker.START,
) -> None:
    """Show the panel of a match at a step. Raises Refusal when it is not the person's turn."""
    await services.lookup.visible(context, match_id)
    position = await services.matches.position(match_id)
    seat = seat_to_move(position.match, context.person.id)
    page = await guide_page(context.pictures, position, seat, step, context.t)
    await context.show(*page)


async def pick(services: MoveServices, context: InteractionContext, press: custom_ids.Press) -> None:
    """Continue with the move or step chosen in a menu of the panel or of a public board."""
    match_id, token, _ = press.numbers(3)
    value = context.choice
    if not context.is_private:
        match = await services.lookup.visible(context, match_id)
        if await _is_in_vain(services, context, match, token):
            return
    if value.startswith("m"):
        await _confirm_or_play(services, context, _MoveRequest(match_id, token, value[1:]))
    elif value.startswith("s"):
        await _turn_to(services, context, match_id, token, move_picker.read_step(value[1:]))
    else:
        raise custom_ids.MalformedId(value)


async def choose(services: MoveServices, context: InteractionContext, press: custom_ids.Press) -> None:
    """Show a step of the panel: a piece, a part of the board, a named action, or back."""
    match_id, token = press.numbers(2)
    await _turn_to(services, context, match_id, token, move_picker.read_step(press.after(2)))


async def piece(services: MoveServices, context: InteractionContext, press: custom_ids.Press) -> None:
    """Open the panel at the piece of a public board's button."""
    match_id, token = press.numbers(2)
    if not context.is_private:
        match = await services.lookup.visible(context, match_id)
        if await _is_in_vain(services, context, match, token):
            return
    await _turn_to(services, context, match_id, token, move_picker.START.on(press.after(2)))


async def _turn_to(
    services: MoveServices,
    context: InteractionContext,
    match_id: int,
    token: int,
    step: PickerStep,
) -> None:
    """Show a step of the panel; if a single move begins with it, continue with that move."""
    before = await _decided_before(services, match_id, token, step)
    if before is not None:
        await _play(services, context, _MoveRequest(match_id, token, str(before)))
        return
    position, seat = await _to_move(services, context, match_id, token)
    state = position.state
    if step.action and not move_picker.narrow(state.legal_moves(), PickerStep(step.action)):
        await _play(services, context, _MoveRequest(match_id, token, step.action))
        return
    move = only_move(state, step)
    if move is not None:
        await _confirm_or_play(services, context, _MoveRequest(match_id, token, str(move)))
        return
    if position.match.is_practice and step == move_picker.START:
        # The first step is the practice page, which has hints and take-backs.
        await context.show_page(*await services.practice_pages.page(context, match_id))
        return
    page = await guide_page(context.pictures, position, seat, step, context.t)
    await context.show_page(*page)


async def _decided_before(services: MoveServices, match_id: int, token: int, step: PickerStep) -> Move | None:
    """Return the single move of a step in an earlier position, None if the match has not continued.

    The move may have been played and its answer lost. Playing it checks for take-backs since then.
    """
    match = await services.matches.get(match_id)
    plies, _ = position_token.split(token)
    if plies >= match.plies:
        return None
    return only_move((await services.matches.position(match_id, plies)).state, step)


async def play(services: MoveServices, context: InteractionContext, press: custom_ids.Press) -> None:
    """Continue with the move of a button in the panel or on a public board."""
    match_id, token = press.numbers(2)
    if not context.is_private:
        match = await services.lookup.visible(context, match_id)
        if await _is_in_vain(services, context, match, token):
            return
    await _confirm_or_play(services, context, _MoveRequest(match_id, token, press.after(2)))


async def confirm(services: MoveServices, context: InteractionContext, press: custom_ids.Press) -> None:
    """Play the prepared move, unless the game has continued in the meantime."""
    match_id, token = press.numbers(2)
    await _play(services, context, _MoveRequest(match_id, token, press.after(2)))


@dataclass(frozen=True, slots=True)
class _MoveRequest:
    """A person's intended move in a button's position."""

    match_id: int
    token: int
    move: str


async def _to_move(
    services: MoveServices, context: InteractionContext, match_id: int, token: int
) -> tuple[MatchPosition, int]:
    """Return a match in a button's position, and the seat to move. Raises Refusal."""
    position = await services.matches.position(match_id)
    expected = position_token.expected_plies(position.match, token)
    return position, seat_to_move(position.match, context.person.id, expected)


async def _is_in_vain(
    services: MoveServices,
    context: InteractionContext,
    match: Match,
    token: int,
) -> bool:
    """Answer a person who cannot move on a public board, and return True; otherwise return False."""
    if match.outcome is not None:
        return False
    if match.turn is not None and match.mover != context.person.id:
        role = phrases.role(match, services.games[match.key], match.turn, context.t)
        whose = phrases.seat_name(match, match.turn, context.t)
        await context.reply(context.t("game.turn-of", player=whose, role=role))
        return True
    if position_token.mark(match) != token:
        await context.show(old_board_page(match, context.person.id, context.t))
        return True
    return False


async def _confirm_or_play(
    services: MoveServices, context: InteractionContext, request: _MoveRequest
) -> None:
    """Show the result of a move and ask for confirmation, or play it if none is needed."""
    match = await services.matches.get(request.match_id)
    # A move from an earlier position may have been played and its answer lost: `_play` finds out. In
    # practice a move needs no confirmation, as it can be taken back.
    if context.confirms and not match.is_practice and position_token.mark(match) == request.token:
        position, seat = await _to_move(services, context, request.match_id, request.token)
        with rules_of(position.match.key, position.match.options):
            move = position.state.parse(request.move)
        if move not in plain_moves(position.state):
            page = await preview_page(context.pictures, position, seat, move, context.t)
            await context.show_page(*page)
            return
    await _play(services, context, request)


async def _play(services: MoveServices, context: InteractionContext, request: _MoveRequest) -> None:
    plies, taken_back = position_token.split(request.token)
    async with rules_of_match(services.matches, request.match_id):
        turn = await services.turns.take_turn(
            context.request, request.match_id, request.move, plies, taken_back=taken_back
        )
    t = context.t
    followed = phrases.automatic_plies(turn, services.games[turn.match.key], t)
    if turn.match.is_practice:
        await context.show_page(*await services.practice_pages.after_move(context, turn, followed))
    elif turn.match.mover == context.person.id and not turn.repeated and not followed:
        position = await services.matches.after(turn)
        seat = seat_to_move(turn.match, context.person.id)
        page = await guide_page(
            context.pictures,
            position,
            seat,
            move_picker.START,
            t,
            before=before_next(turn, t),
        )
        await context.show_page(*page)
    else:
        await context.show_page(await played_page(services, context, turn, followed))


async def undo(services: MoveServices, context: InteractionContext, press: custom_ids.Press) -> None:
    """Undo the ply of the button, unless another ply has followed."""
    match_id, number, taken_back = press.numbers(3)
    await services.lookup.visible(context, match_id)
    match = await services.undo.undo(context.request, match_id, number, taken_back)
    await _show_undone(services, context, match)


async def _show_undone(services: MoveServices, context: InteractionContext, match: Match) -> None:
    """Show the panel of a match whose last ply was undone, for another move."""
    t = context.t
    undone = t("undo.done", number=match.id)
    if match.mover != context.person.id:
        await context.show_page(layouts.note(undone))
        return
    position = await services.matches.position(match.id)
    seat = seat_to_move(match, context.person.id)
    before = Before((undone,))
    page = await guide_page(context.pictures, position, seat, move_picker.START, t, before=before)
    await context.show_page(*page)


HANDLERS: Mapping[str, HandlerOf[MoveServices]] = {
    "move": move,
    "pick": pick,
    "choose": choose,
    "piece": piece,
    "play": play,
    "confirm": confirm,
    "undo": undo,
}
