"""What happens when something of the planner is used: conditional moves, entered, shown and deleted."""

from collections.abc import Mapping, Sequence

from bot.chat.core import custom_ids, position_token
from bot.chat.core.app_context import AppContext
from bot.chat.core.interactions.handler import Handler
from bot.chat.core.interactions.interaction_context import InteractionContext
from bot.chat.features.moves.plans import conditional_moves_panel, line_draft
from bot.play.domain.match.permissions import seat_in
from bot.play.domain.matches import Match, Position
from bot.play.domain.refusal import Refusal


async def plan(app: AppContext, context: InteractionContext, press: custom_ids.Press) -> None:
    """Open the planner."""
    (match_id,) = press.numbers(1)
    await open_planner(app, context, match_id)


async def open_planner(app: AppContext, context: InteractionContext, match_id: int) -> None:
    """Answer with the planned lines of a match. Raises Refusal where there is nothing to plan."""
    await app.lookup.visible(context, match_id)
    match = (await _planned(app, context, match_id)).match
    await context.show(
        conditional_moves_panel.lines_page(
            match,
            app.games[match.key],
            await _lines(app, context, match_id),
            _most(app),
            context.t,
        ),
    )


async def show_lines(app: AppContext, context: InteractionContext, press: custom_ids.Press) -> None:
    """Turn the planner back to the list of lines."""
    (match_id,) = press.numbers(1)
    match = (await _planned(app, context, match_id)).match
    await _turn(app, context, match, await _lines(app, context, match_id))


async def at(app: AppContext, context: InteractionContext, press: custom_ids.Press) -> None:
    """Go to a step of a line."""
    match_id, marked = press.numbers(2)
    position = await _planned(app, context, match_id, marked)
    await _turn_draft(app, context, position, line_draft.read_draft(press.after(2)))


async def pick(app: AppContext, context: InteractionContext, press: custom_ids.Press) -> None:
    """Go on in a line with the chosen point, or with a whole move."""
    match_id, marked, _ = press.numbers(3)
    position = await _planned(app, context, match_id, marked)
    draft = conditional_moves_panel.chosen_draft(
        position.state, line_draft.read_draft(press.after(3)), context.choice
    )
    await _turn_draft(app, context, position, draft)


async def save(app: AppContext, context: InteractionContext, press: custom_ids.Press) -> None:
    """Keep the line."""
    match_id, marked = press.numbers(2)
    position = await _planned(app, context, match_id, marked)
    played, _ = line_draft.walked(position.state, line_draft.read_draft(press.after(2)))
    lines = await app.services.conditional_moves.add(
        context.request, match_id, [move.text for move in played], position.match.plies
    )
    await _turn(app, context, position.match, lines.lines, context.t("plan.saved"))


async def delete(app: AppContext, context: InteractionContext, press: custom_ids.Press) -> None:
    """Delete the chosen line, if it is still the one that was shown."""
    (match_id,) = press.numbers(1)
    match = (await _planned(app, context, match_id)).match
    marks = [
        conditional_moves_panel.line_mark(*entry) for entry in enumerate(await _lines(app, context, match_id))
    ]
    value = context.choice
    if value not in marks:
        raise Refusal("unknown-line")
    lines = await app.services.conditional_moves.delete(context.request, match_id, marks.index(value))
    await _turn(app, context, match, lines.lines, context.t("plan.deleted"))


async def clear(app: AppContext, context: InteractionContext, press: custom_ids.Press) -> None:
    """Delete all lines."""
    (match_id,) = press.numbers(1)
    match = (await _planned(app, context, match_id)).match
    lines = await app.services.conditional_moves.delete(context.request, match_id, None)
    await _turn(app, context, match, lines.lines, context.t("plan.deleted"))


async def _planned(
    app: AppContext, context: InteractionContext, match_id: int, marked: int | None = None
) -> Position:
    """Return a match to plan in. Raises Refusal."""
    position = await app.services.matches.position(match_id)
    seat = seat_in(position.match, context.person.id)
    if marked is not None and marked != position_token.mark(position.match):
        raise Refusal("position-changed")
    if position.match.commitment is not None:
        raise Refusal("plan-dice")
    if position.match.turn == seat:
        raise Refusal("plan-own-turn")
    return position


async def _lines(app: AppContext, context: InteractionContext, match_id: int) -> Sequence[Sequence[str]]:
    return (await app.services.conditional_moves.lines(context.person.id, match_id)).lines


async def _turn(
    app: AppContext,
    context: InteractionContext,
    match: Match,
    lines: Sequence[Sequence[str]],
    remark: str = "",
) -> None:
    game = app.games[match.key]
    view = conditional_moves_panel.lines_page(match, game, lines, _most(app), context.t, remark)
    await context.turn_page(view)


async def _turn_draft(
    app: AppContext,
    context: InteractionContext,
    position: Position,
    draft: line_draft.Draft,
) -> None:
    seat = seat_in(position.match, context.person.id)
    page = await conditional_moves_panel.draft_page(app, position, seat, draft, context.t)
    await context.turn_page(*page)


def _most(app: AppContext) -> int:
    return app.services.limits.conditional_lines


HANDLERS: Mapping[str, Handler] = {
    "plan": plan,
    "plan-list": show_lines,
    "plan-at": at,
    "plan-pick": pick,
    "plan-save": save,
    "plan-delete": delete,
    "plan-clear": clear,
}
