"""The message menu command that shows a match's board from the person's own side."""

from collections.abc import Iterable
from typing import Final

import discord
from discord import app_commands

from bot.chat.core import custom_ids
from bot.chat.core.commands.menu_command import message_command
from bot.chat.core.interactions.interaction_context import InteractionContext
from bot.chat.core.messages import layouts
from bot.features.boards.pages.board_page import board_page
from bot.features.boards.services import BoardServices
from bot.model.refusal import Refusal

_VERBS: Final = ("board", "more", "move")
"""The verbs of buttons under boards; each begins with the number of the match."""


def board_menu(boards: BoardServices, epoch: int) -> app_commands.ContextMenu:
    """Return the command for the messages of an epoch: in others, numbers may mean other matches.

    A board without buttons is identified by its thread.
    """

    async def run(context: InteractionContext, message: discord.Message) -> None:
        number = match_on(layouts.custom_ids(message), epoch)
        if number is None and (match := await boards.lookup.match_of_thread(context)) is not None:
            number = match.id
        if number is None:
            raise Refusal("no-board-there")
        await boards.lookup.visible(context, number)
        position = await boards.matches.display_position(number)
        await context.show(*await board_page(context.pictures, position, context.person.id, context.t))

    return message_command(boards.interactions, "menu.board", run)


def match_on(buttons: Iterable[str], epoch: int) -> int | None:
    """Return the number of the match whose buttons a message has."""
    for custom_id in sorted(buttons):
        try:
            press = custom_ids.read(custom_id)
            if press.verb in _VERBS and press.epoch == epoch:
                return press.numbers(1)[0]
        except custom_ids.MalformedId:
            continue
    return None
