"""`/block`: block or unblock a person, list one's blocks, and leave games against blocked people."""

from collections.abc import Mapping
from typing import Final

import discord

from bot.chat.core import custom_ids
from bot.chat.core.commands.command import Command, command
from bot.chat.core.commands.declared_commands import SlashCommandOf
from bot.chat.core.commands.manual import HelpGroup
from bot.chat.core.commands.reach import Reach
from bot.chat.core.interactions.handler import HandlerOf
from bot.chat.core.interactions.interaction_context import InteractionContext
from bot.features.privacy.pages import panel_of
from bot.features.privacy.services import PrivacyServices
from bot.model.people.person import Person
from bot.model.refusal import Refusal


async def overview(people: PrivacyServices, context: InteractionContext, _press: custom_ids.Press) -> None:
    """Show a person's blocks."""
    await context.show(await panel_of(people, context.person.id, context.t))


async def block(people: PrivacyServices, context: InteractionContext, _press: custom_ids.Press) -> None:
    """Block the chosen person. Raises Refusal for bots."""
    mentioned, _ = context.mentions()
    if context.names_a_bot:
        raise Refusal("block-bot")
    if not mentioned:
        raise custom_ids.MalformedId("nobody")
    await people.blocks.block(context.request, mentioned[0])
    await context.show_page(await panel_of(people, context.person.id, context.t))


async def unblock(people: PrivacyServices, context: InteractionContext, _press: custom_ids.Press) -> None:
    """Unblock the chosen person."""
    await people.blocks.unblock(context.request, custom_ids.snowflake(context.choice))
    await context.show_page(await panel_of(people, context.person.id, context.t))


async def abort(people: PrivacyServices, context: InteractionContext, press: custom_ids.Press) -> None:
    """Leave a game against a blocked person without resigning; a game of two is aborted. Raises Refusal."""
    (match_id,) = press.numbers(1)
    await people.blocked_games.end(context.request, match_id)
    await context.show_page(await panel_of(people, context.person.id, context.t))


async def resign(people: PrivacyServices, context: InteractionContext, press: custom_ids.Press) -> None:
    """Leave a game against a blocked person, even if that counts as resigning."""
    (match_id,) = press.numbers(1)
    await people.blocked_games.end(context.request, match_id, resigning=True)
    await context.show_page(await panel_of(people, context.person.id, context.t))


def block_command(people: PrivacyServices) -> Command:
    async def run(context: InteractionContext, person: discord.User | None = None) -> None:
        if person is not None:
            if person.bot:
                raise Refusal("block-bot")
            other = Person(person.id, person.display_name, "")
            await people.blocks.block(context.request, other)
        await context.show(await panel_of(people, context.person.id, context.t))

    return command(people.interactions, "command.block", run)


HANDLERS: Mapping[str, HandlerOf[PrivacyServices]] = {
    "blocks": overview,
    "block-person": block,
    "unblock": unblock,
    "abort-blocked": abort,
    "resign-blocked": resign,
}

COMMANDS: Final = (SlashCommandOf("block", block_command, Reach.WITH_BOT, HelpGroup.YOURSELF.at(30)),)
