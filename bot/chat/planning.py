"""What happens when something of the planner is used: conditional moves, entered, shown and deleted."""

from collections.abc import Mapping, Sequence

import discord

from bot.chat import answers, drafts, ids, planner, standing
from bot.chat.house import Caller, House
from bot.chat.verbs import Handler, chosen
from bot.chat.which import visible
from bot.play.model import Match, Position, Refusal
from bot.play.seats import seat_in


async def plan(house: House, interaction: discord.Interaction, caller: Caller, press: ids.Press) -> None:
    """Open the planner."""
    (match_id,) = press.numbers(1)
    await open_planner(house, interaction, caller, match_id)


async def open_planner(house: House, interaction: discord.Interaction, caller: Caller, match_id: int) -> None:
    """Answer with the planned lines of a match. Raises Refusal where there is nothing to plan."""
    await visible(house, caller, match_id)
    match = (await _planned(house, caller, match_id)).match
    await answers.show(
        interaction, planner.lines_page(match, await _lines(house, caller, match_id), _most(house), caller.t)
    )


async def show_lines(
    house: House, interaction: discord.Interaction, caller: Caller, press: ids.Press
) -> None:
    """Turn the planner back to the list of lines."""
    (match_id,) = press.numbers(1)
    match = (await _planned(house, caller, match_id)).match
    await _turn(house, interaction, caller, match, await _lines(house, caller, match_id))


async def at(house: House, interaction: discord.Interaction, caller: Caller, press: ids.Press) -> None:
    """Go to a step of a line."""
    match_id, marked = press.numbers(2)
    position = await _planned(house, caller, match_id, marked)
    await _turn_draft(house, interaction, caller, position, drafts.read_draft(press.after(2)))


async def pick(house: House, interaction: discord.Interaction, caller: Caller, press: ids.Press) -> None:
    """Go on in a line with the chosen point, or with a whole move."""
    match_id, marked, _ = press.numbers(3)
    position = await _planned(house, caller, match_id, marked)
    draft = planner.chosen_draft(position.state, drafts.read_draft(press.after(3)), chosen(interaction))
    await _turn_draft(house, interaction, caller, position, draft)


async def save(house: House, interaction: discord.Interaction, caller: Caller, press: ids.Press) -> None:
    """Keep the line."""
    match_id, marked = press.numbers(2)
    position = await _planned(house, caller, match_id, marked)
    played, _ = drafts.walked(position.state, drafts.read_draft(press.after(2)))
    lines = await house.club.add_line(
        caller.request, match_id, [move.text for move in played], position.match.plies
    )
    await _turn(house, interaction, caller, position.match, lines.lines, caller.t("plan.saved"))


async def delete(house: House, interaction: discord.Interaction, caller: Caller, press: ids.Press) -> None:
    """Delete the chosen line, if it is still the one that was shown."""
    (match_id,) = press.numbers(1)
    match = (await _planned(house, caller, match_id)).match
    marks = [planner.line_mark(*entry) for entry in enumerate(await _lines(house, caller, match_id))]
    value = chosen(interaction)
    if value not in marks:
        raise Refusal("unknown-line")
    lines = await house.club.delete_lines(caller.request, match_id, marks.index(value))
    await _turn(house, interaction, caller, match, lines.lines, caller.t("plan.deleted"))


async def clear(house: House, interaction: discord.Interaction, caller: Caller, press: ids.Press) -> None:
    """Delete all lines."""
    (match_id,) = press.numbers(1)
    match = (await _planned(house, caller, match_id)).match
    lines = await house.club.delete_lines(caller.request, match_id, None)
    await _turn(house, interaction, caller, match, lines.lines, caller.t("plan.deleted"))


async def _planned(house: House, caller: Caller, match_id: int, marked: int | None = None) -> Position:
    """Return a match to plan in. Raises Refusal."""
    position = await house.club.position(match_id)
    seat = seat_in(position.match, caller.person.id)
    if marked is not None and marked != standing.mark(position.match):
        raise Refusal("position-changed")
    if position.match.commitment is not None:
        raise Refusal("plan-dice")
    if position.match.turn == seat:
        raise Refusal("plan-own-turn")
    return position


async def _lines(house: House, caller: Caller, match_id: int) -> Sequence[Sequence[str]]:
    return (await house.club.lines(caller.person.id, match_id)).lines


async def _turn(
    house: House,
    interaction: discord.Interaction,
    caller: Caller,
    match: Match,
    lines: Sequence[Sequence[str]],
    remark: str = "",
) -> None:
    view = planner.lines_page(match, lines, _most(house), caller.t, remark)
    await answers.turn_page(interaction, view)


async def _turn_draft(
    house: House, interaction: discord.Interaction, caller: Caller, position: Position, draft: drafts.Draft
) -> None:
    seat = seat_in(position.match, caller.person.id)
    page = await planner.draft_page(house, position, seat, draft, caller.t)
    await answers.turn_page(interaction, *page)


def _most(house: House) -> int:
    return house.club.limits.conditional_lines


HANDLERS: Mapping[str, Handler] = {
    "plan": plan,
    "plan-list": show_lines,
    "plan-at": at,
    "plan-pick": pick,
    "plan-save": save,
    "plan-delete": delete,
    "plan-clear": clear,
}
