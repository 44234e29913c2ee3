"""`/board`: the board of a match from the person's own side, as a picture or in words."""

from collections.abc import Mapping
from typing import Final

from bot.chat.core import custom_ids
from bot.chat.core.commands.command import Command, CommandOption, command
from bot.chat.core.commands.declared_commands import SlashCommandOf
from bot.chat.core.commands.manual import HelpGroup
from bot.chat.core.commands.reach import Reach
from bot.chat.core.interactions.handler import HandlerOf
from bot.chat.core.interactions.interaction_context import InteractionContext
from bot.chat.core.interactions.which_game import ask_for_game, chosen_game
from bot.chat.core.messages import layouts
from bot.features.boards.pages.board_page import board_page
from bot.features.boards.services import BoardServices
from bot.model.match.match import MatchPosition


async def own_board(
    context: InteractionContext, position: MatchPosition, *, in_words: bool = False
) -> layouts.Page:
    t, doors = context.t, context.doors.below_board(position.match.id, context.t)
    return await board_page(context.pictures, position, context.person.id, t, in_words=in_words, doors=doors)


async def board(boards: BoardServices, context: InteractionContext, press: custom_ids.Press) -> None:
    """Show the newest board from the person's own side."""
    (match_id,) = press.numbers(1)
    await boards.lookup.visible(context, match_id)
    position = await boards.matches.display_position(match_id)
    await context.show(*await own_board(context, position))


async def open_match(boards: BoardServices, context: InteractionContext, _press: custom_ids.Press) -> None:
    """Show the match chosen in the list of games."""
    value = context.choice
    match_id = custom_ids.Press("open", value).numbers(1)[0]
    await boards.lookup.visible(context, match_id)
    position = await boards.matches.display_position(match_id)
    await context.show(*await own_board(context, position))


BOARD_OF = "board-of"


IN_WORDS = "words"


async def board_of(boards: BoardServices, context: InteractionContext, press: custom_ids.Press) -> None:
    match_id, in_words = chosen_game(context, press), press.after(1) == IN_WORDS
    await boards.lookup.visible(context, match_id)
    position = await boards.matches.display_position(match_id)
    page = await own_board(context, position, in_words=in_words)
    await context.show_page(*page)


async def next_game(boards: BoardServices, context: InteractionContext, press: custom_ids.Press) -> None:
    """Show the next game in which it is the person's turn; the new page replaces a board."""
    (after,) = press.numbers(1)
    match = await boards.agenda.next_match(context.person.id, after or None)
    if match is None:
        await context.reply(context.t("next.none"))
        return
    position = await boards.matches.display_position(match.id)
    doors = context.doors.below_board(position.match.id, context.t)
    page = await board_page(
        context.pictures, position, context.person.id, context.t, onward=True, doors=doors
    )
    if after:
        await context.turn_page(*page)
    else:
        await context.show(*page)


def board_command(boards: BoardServices) -> Command:
    async def run(context: InteractionContext, game: str | None = None, in_words: bool = False) -> None:
        matches = await boards.lookup.intended_matches(context, game)
        if len(matches) > 1:
            await ask_for_game(boards.people, context, matches, BOARD_OF, IN_WORDS if in_words else "")
            return
        position = await boards.matches.display_position(matches[0].id)
        page = await own_board(context, position, in_words=in_words)
        await context.show(*page)

    return command(
        boards.interactions,
        "command.board",
        run,
        game=CommandOption(suggest=boards.lookup.suggest),
        in_words=CommandOption("option.text"),
    )


HANDLERS: Mapping[str, HandlerOf[BoardServices]] = {
    "board": board,
    BOARD_OF: board_of,
    "next": next_game,
    "open": open_match,
}

COMMANDS: Final = (SlashCommandOf("board", board_command, Reach.ANYWHERE, HelpGroup.PLAY.at(30)),)
