"""Handlers of the planner: enter, show and delete conditional moves."""

from collections.abc import Mapping, Sequence
from typing import Final

from discord.app_commands import Choice

from bot.chat.core import custom_ids, position_token
from bot.chat.core.commands.command import Command, CommandOption, command
from bot.chat.core.commands.declared_commands import SlashCommandOf
from bot.chat.core.commands.manual import HelpGroup
from bot.chat.core.commands.reach import Reach
from bot.chat.core.interactions.handler import HandlerOf
from bot.chat.core.interactions.interaction_context import InteractionContext
from bot.features.moves import domain as line_draft
from bot.features.moves.pages import conditional_moves_panel
from bot.features.moves.services import MoveServices
from bot.model.match.match import Match, MatchPosition
from bot.model.match.permissions import is_plannable, seat_in
from bot.model.refusal import Refusal


async def plan(services: MoveServices, context: InteractionContext, press: custom_ids.Press) -> None:
    """Open the planner."""
    (match_id,) = press.numbers(1)
    await open_planner(services, context, match_id)


async def open_planner(services: MoveServices, context: InteractionContext, match_id: int) -> None:
    """Show the planned lines of a match. Raises Refusal if planning is impossible."""
    await services.lookup.visible(context, match_id)
    match = (await _plan_position(services, context, match_id)).match
    await context.show(
        conditional_moves_panel.lines_page(
            match,
            services.games[match.key],
            await _lines(services, context, match_id),
            _max_lines(services),
            context.t,
        ),
    )


async def show_lines(services: MoveServices, context: InteractionContext, press: custom_ids.Press) -> None:
    """Show the list of lines again."""
    (match_id,) = press.numbers(1)
    match = (await _plan_position(services, context, match_id)).match
    await _update_page(services, context, match, await _lines(services, context, match_id))


async def at(services: MoveServices, context: InteractionContext, press: custom_ids.Press) -> None:
    """Go to a step of a line."""
    match_id, token = press.numbers(2)
    position = await _plan_position(services, context, match_id, token)
    await _update_draft_page(context, position, line_draft.read_draft(press.after(2)))


async def pick(services: MoveServices, context: InteractionContext, press: custom_ids.Press) -> None:
    """Continue a line with the chosen point, or with a complete move."""
    match_id, token, _ = press.numbers(3)
    position = await _plan_position(services, context, match_id, token)
    draft = conditional_moves_panel.chosen_draft(
        position.state, line_draft.read_draft(press.after(3)), context.choice
    )
    await _update_draft_page(context, position, draft)


async def save(services: MoveServices, context: InteractionContext, press: custom_ids.Press) -> None:
    match_id, token = press.numbers(2)
    position = await _plan_position(services, context, match_id, token)
    moves, _ = line_draft.walk(position.state, line_draft.read_draft(press.after(2)))
    lines = await services.conditional_moves.add(
        context.request, match_id, [move.text for move in moves], position.match.plies
    )
    await _update_page(services, context, position.match, lines.lines, context.t("plan.saved"))


async def delete(services: MoveServices, context: InteractionContext, press: custom_ids.Press) -> None:
    """Delete the chosen line, unless the lines have changed since they were shown."""
    (match_id,) = press.numbers(1)
    match = (await _plan_position(services, context, match_id)).match
    marks = [
        conditional_moves_panel.line_mark(*entry)
        for entry in enumerate(await _lines(services, context, match_id))
    ]
    value = context.choice
    if value not in marks:
        raise Refusal("unknown-line")
    lines = await services.conditional_moves.delete(context.request, match_id, marks.index(value))
    await _update_page(services, context, match, lines.lines, context.t("plan.deleted"))


async def clear(services: MoveServices, context: InteractionContext, press: custom_ids.Press) -> None:
    """Delete all lines."""
    (match_id,) = press.numbers(1)
    match = (await _plan_position(services, context, match_id)).match
    lines = await services.conditional_moves.delete(context.request, match_id, None)
    await _update_page(services, context, match, lines.lines, context.t("plan.deleted"))


async def _plan_position(
    services: MoveServices, context: InteractionContext, match_id: int, token: int | None = None
) -> MatchPosition:
    """Return a match to plan in. Raises Refusal."""
    position = await services.matches.position(match_id)
    seat = seat_in(position.match, context.person.id)
    if token is not None and token != position_token.mark(position.match):
        raise Refusal("position-changed")
    if position.match.commitment is not None:
        raise Refusal("plan-dice")
    if position.match.turn == seat:
        raise Refusal("plan-own-turn")
    return position


async def _lines(
    services: MoveServices, context: InteractionContext, match_id: int
) -> Sequence[Sequence[str]]:
    return (await services.conditional_moves.lines(context.person.id, match_id)).lines


async def _update_page(
    services: MoveServices,
    context: InteractionContext,
    match: Match,
    lines: Sequence[Sequence[str]],
    remark: str = "",
) -> None:
    game = services.games[match.key]
    view = conditional_moves_panel.lines_page(match, game, lines, _max_lines(services), context.t, remark)
    await context.turn_page(view)


async def _update_draft_page(
    context: InteractionContext,
    position: MatchPosition,
    draft: line_draft.Draft,
) -> None:
    seat = seat_in(position.match, context.person.id)
    page = await conditional_moves_panel.draft_page(context.pictures, position, seat, draft, context.t)
    await context.turn_page(*page)


def _max_lines(services: MoveServices) -> int:
    return services.limits.conditional_lines


def plan_command(services: MoveServices) -> Command:
    async def run(context: InteractionContext, game: str | None = None) -> None:
        await open_planner(services, context, (await services.lookup.which_match(context, game)).id)

    async def suggest(context: InteractionContext, typed: str) -> list[Choice[str]]:
        return await services.lookup.suggest(context, typed, fits=_can_plan)

    return command(services.interactions, "command.plan", run, game=CommandOption(suggest=suggest))


def _can_plan(match: Match, person: int) -> bool:
    return is_plannable(match, match.seat_of(person))


HANDLERS: Mapping[str, HandlerOf[MoveServices]] = {
    "plan": plan,
    "plan-list": show_lines,
    "plan-at": at,
    "plan-pick": pick,
    "plan-save": save,
    "plan-delete": delete,
    "plan-clear": clear,
}

COMMANDS: Final = (SlashCommandOf("plan", plan_command, Reach.WITH_BOT, HelpGroup.PLAY.at(50)),)
