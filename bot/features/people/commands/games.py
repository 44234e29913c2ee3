"""`/games`: the person's matches, waiting ones first, their challenges, and recent endings."""

from collections.abc import Mapping
from typing import Final

from bot.chat.core import custom_ids
from bot.chat.core.commands.command import Command, command
from bot.chat.core.commands.declared_commands import SlashCommandOf
from bot.chat.core.commands.manual import HelpGroup
from bot.chat.core.commands.reach import Reach
from bot.chat.core.interactions.handler import HandlerOf
from bot.chat.core.interactions.interaction_context import InteractionContext
from bot.features.people.pages import agenda_page
from bot.features.people.services import PeopleServices


async def games(people: PeopleServices, context: InteractionContext, _press: custom_ids.Press) -> None:
    """Show the person's own list of games."""
    await context.show(await agenda_page.own_page(people, context))


def games_command(people: PeopleServices) -> Command:
    async def run(context: InteractionContext) -> None:
        await context.show(await agenda_page.own_page(people, context))

    return command(people.interactions, "command.games", run)


HANDLERS: Mapping[str, HandlerOf[PeopleServices]] = {"games": games}

COMMANDS: Final = (SlashCommandOf("games", games_command, Reach.ANYWHERE, HelpGroup.PLAY.at(10)),)
