"""Choose and play a move in the guided panel."""

from collections.abc import Mapping

import discord

from bot.chat.interactions import answers
from bot.chat.interactions.handler import Handler, chosen
from bot.chat.interactions.interaction_handler import rules_of, rules_of_match
from bot.chat.panels import move_picker
from bot.chat.panels.board_page import old_board_page
from bot.chat.panels.guide_page import guide_page, preview_page
from bot.chat.panels.played_page import played_page
from bot.chat.toolkit import custom_ids, phrases, position_token
from bot.chat.toolkit.app_context import AppContext, InteractionContext
from bot.chat.toolkit.match_lookup import visible
from bot.play.domain.match.permissions import seat_to_move
from bot.play.domain.matches import Position
from rules.contract.capabilities import calls_of


async def move(
    app: AppContext, interaction: discord.Interaction, context: InteractionContext, press: custom_ids.Press
) -> None:
    """Open the guided panel; from a board that is no longer the newest one, say so instead."""
    (match_id,) = press.numbers(1)
    if press.after(1) and interaction.message is not None and not interaction.message.flags.ephemeral:
        match = await visible(app, context, match_id)
        plies, _ = position_token.split(press.numbers(2)[1])
        if plies != match.plies:
            await answers.show(interaction, old_board_page(match, context.person.id, context.t))
            return
    await open_panel(app, interaction, context, match_id)


async def open_panel(
    app: AppContext,
    interaction: discord.Interaction,
    context: InteractionContext,
    match_id: int,
    step: move_picker.Step = move_picker.Step(),  # noqa: B008  # an immutable value
) -> None:
    """Answer with the guided panel of a match at a step. Raises Refusal when it is not the person's turn."""
    await visible(app, context, match_id)
    position = await app.services.matches.position(match_id)
    seat = seat_to_move(position.match, context.person.id)
    await answers.show(interaction, *await guide_page(app, position, seat, step, context.t))


async def pick(
    app: AppContext, interaction: discord.Interaction, context: InteractionContext, press: custom_ids.Press
) -> None:
    """Go on in the panel with the chosen point, or with a whole move."""
    match_id, marked, _ = press.numbers(3)
    position = await app.services.matches.position(match_id)
    expected = position_token.expected(position.match, marked)
    seat = seat_to_move(position.match, context.person.id, expected)
    step = move_picker.read_step(press.after(3))
    value = chosen(interaction)
    if value.startswith("m"):
        with rules_of(position.match.key, position.match.options):
            move = position.state.parse(value[1:])
        page = await preview_page(app, position, seat, move, step.on(""), context.t)
    else:
        page = await guide_page(app, position, seat, step.on(value[1:]), context.t)
    await answers.turn_page(interaction, *page)


async def choose(
    app: AppContext, interaction: discord.Interaction, context: InteractionContext, press: custom_ids.Press
) -> None:
    """Go to a step of the panel: a named action, or back."""
    match_id, marked = press.numbers(2)
    position = await app.services.matches.position(match_id)
    expected = position_token.expected(position.match, marked)
    seat = seat_to_move(position.match, context.person.id, expected)
    step = move_picker.read_step(press.after(2))
    state = position.state
    if step.action in calls_of(state) and not move_picker.narrow(state.legal_moves(), step):
        with rules_of(position.match.key, position.match.options):
            state.parse(step.action)
    await answers.turn_page(interaction, *await guide_page(app, position, seat, step, context.t))


async def confirm(
    app: AppContext, interaction: discord.Interaction, context: InteractionContext, press: custom_ids.Press
) -> None:
    """Play the move that was prepared, unless the game has gone on meanwhile."""
    await _confirm(app, interaction, context, press, offer_draw=False)


async def confirm_draw(
    app: AppContext, interaction: discord.Interaction, context: InteractionContext, press: custom_ids.Press
) -> None:
    """Play the move that was prepared and offer a draw with it."""
    await _confirm(app, interaction, context, press, offer_draw=True)


async def _confirm(
    app: AppContext,
    interaction: discord.Interaction,
    context: InteractionContext,
    press: custom_ids.Press,
    *,
    offer_draw: bool,
) -> None:
    match_id, marked = press.numbers(2)
    plies, taken_back = position_token.split(marked)
    async with rules_of_match(app, match_id):
        turn = await app.services.turns.take_turn(
            context.request, match_id, press.after(2), plies, offer_draw=offer_draw, taken_back=taken_back
        )
    game = app.games[turn.match.key]
    followed = phrases.followed_at_once(turn, game, context.t)
    if turn.match.mover == context.person.id and not turn.repeated and not followed:
        position = Position(turn.match, turn.state)
        seat = seat_to_move(turn.match, context.person.id)
        page = await guide_page(app, position, seat, move_picker.Step(), context.t)
        await answers.turn_page(interaction, *page)
    else:
        offered = [context.t("offer.sent.draw", number=match_id)] if offer_draw and not turn.repeated else []
        said = "\n".join([phrases.move_told(turn, context.t), *offered, *followed])
        await answers.turn_page(interaction, played_page(said, turn, context.t))


HANDLERS: Mapping[str, Handler] = {
    "move": move,
    "pick": pick,
    "choose": choose,
    "confirm": confirm,
    "confirm-draw": confirm_draw,
}
