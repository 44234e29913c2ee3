"""`/explore`: explore moves privately from a position of a match, and save lines of them."""

from collections.abc import Mapping
from typing import Final

from bot.chat.core import custom_ids, position_token
from bot.chat.core.commands.command import Command, CommandOption, command
from bot.chat.core.commands.declared_commands import SlashCommandOf
from bot.chat.core.commands.manual import HelpGroup
from bot.chat.core.commands.reach import Reach
from bot.chat.core.interactions.handler import HandlerOf
from bot.chat.core.interactions.interaction_context import InteractionContext
from bot.chat.core.interactions.which_game import ask_for_game, chosen_game
from bot.chat.core.walked_game import NOTHING_TRIED
from bot.chat.parts.moves.line_offer import pressed_text
from bot.chat.parts.moves.line_page import line_of, line_text
from bot.features.moves.pages.explore_page import explore_page
from bot.features.moves.pages.kept_lines_page import chosen_line, kept_lines_page
from bot.features.moves.services import MoveServices

EXPLORE_IN = "explore-in"


async def explore(services: MoveServices, context: InteractionContext, press: custom_ids.Press) -> None:
    """Show an explored line from the position after a ply."""
    match_id, token = press.numbers(2)
    await services.lookup.visible(context, match_id)
    await _show(services, context, match_id, token, pressed_text(context, press.after(2)))


async def open_exploring(services: MoveServices, context: InteractionContext, match_id: int) -> None:
    """Show the page for exploring the newest position of a match. Raises Refusal."""
    match = await services.lookup.visible(context, match_id)
    await _show(services, context, match_id, position_token.mark(match), NOTHING_TRIED)


async def _show(
    services: MoveServices,
    context: InteractionContext,
    match_id: int,
    token: int,
    text: str,
) -> None:
    ply, taken_back = position_token.split(token)
    start = await services.matches.position_after(match_id, ply, taken_back)
    keeps = text == NOTHING_TRIED and bool(await services.kept_lines.of(context.person.id, match_id))
    person, t = context.person.id, context.t
    proved = services.hints.proved_results
    page = await explore_page(context.pictures, start, ply, text, person, t, keeps=keeps, proved=proved)
    await context.show_page(*page)


async def keep_line(services: MoveServices, context: InteractionContext, press: custom_ids.Press) -> None:
    """Save a line as a private note."""
    match_id, token = press.numbers(2)
    await services.lookup.visible(context, match_id)
    ply, taken_back = position_token.split(token)
    start = await services.matches.position_after(match_id, ply, taken_back)
    moves = [str(move) for move in line_of(start, press.after(2))]
    lines = await services.kept_lines.keep(context.request, match_id, ply, taken_back, moves)
    await context.show_page(
        kept_lines_page(start.match, start.state.game, lines, context.t, "kept-lines.kept")
    )


async def show_lines(services: MoveServices, context: InteractionContext, press: custom_ids.Press) -> None:
    """Show the person's saved lines."""
    (match_id,) = press.numbers(1)
    match = await services.lookup.visible(context, match_id)
    lines = await services.kept_lines.of(context.person.id, match_id)
    await context.show_page(kept_lines_page(match, services.games[match.key], lines, context.t))


async def open_line(services: MoveServices, context: InteractionContext, press: custom_ids.Press) -> None:
    """Show the end of the chosen line."""
    (match_id,) = press.numbers(1)
    await services.lookup.visible(context, match_id)
    line = await services.kept_lines.get(context.person.id, match_id, chosen_line(context.choice))
    start = await services.matches.position_after(match_id, line.ply, line.taken_back)
    token = position_token.of(line.ply, line.taken_back)
    await _show(services, context, match_id, token, line_text(start, line.moves))


async def delete_line(services: MoveServices, context: InteractionContext, press: custom_ids.Press) -> None:
    """Delete the chosen line."""
    (match_id,) = press.numbers(1)
    match = await services.lookup.visible(context, match_id)
    lines = await services.kept_lines.delete(context.person.id, match_id, chosen_line(context.choice))
    await context.show_page(
        kept_lines_page(match, services.games[match.key], lines, context.t, "kept-lines.deleted")
    )


async def explore_in(services: MoveServices, context: InteractionContext, press: custom_ids.Press) -> None:
    """Show the page for exploring the chosen game."""
    await open_exploring(services, context, chosen_game(context, press))


def explore_command(services: MoveServices) -> Command:
    async def run(context: InteractionContext, game: str | None = None) -> None:
        matches = await services.lookup.intended_matches(context, game)
        if len(matches) > 1:
            await ask_for_game(services.people, context, matches, EXPLORE_IN)
        else:
            await open_exploring(services, context, matches[0].id)

    suggested = CommandOption(suggest=services.lookup.suggest)
    return command(services.interactions, "command.explore", run, game=suggested)


HANDLERS: Mapping[str, HandlerOf[MoveServices]] = {
    "explore": explore,
    EXPLORE_IN: explore_in,
    "line-keep": keep_line,
    "lines": show_lines,
    "line-open": open_line,
    "line-delete": delete_line,
}

COMMANDS: Final = (SlashCommandOf("explore", explore_command, Reach.ANYWHERE, HelpGroup.PLAY.at(40)),)
