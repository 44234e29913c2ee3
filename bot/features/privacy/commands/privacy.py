"""`/privacy`: the stored data and the reasons for it, with a person's export and deletion."""

from collections.abc import Mapping
from typing import Final

from bot.chat.core import custom_ids
from bot.chat.core.commands.command import Command, command
from bot.chat.core.commands.declared_commands import SlashCommandOf
from bot.chat.core.commands.manual import HelpGroup
from bot.chat.core.commands.reach import Reach
from bot.chat.core.interactions.handler import HandlerOf
from bot.chat.core.interactions.interaction_context import InteractionContext
from bot.chat.core.messages import layouts
from bot.features.privacy import pages
from bot.features.privacy.services import PrivacyServices


async def overview(people: PrivacyServices, context: InteractionContext, _press: custom_ids.Press) -> None:
    """Show the kinds of stored data, and the reasons for storing them."""
    await context.show(pages.privacy_page(people.links, context.leaving, people.kept, context.t))


async def export(people: PrivacyServices, context: InteractionContext, _press: custom_ids.Press) -> None:
    """Send a person all their stored data, as a file."""
    data = await people.personal_exports.of(context.person)
    await context.show(*pages.export_page(data, context.t))


async def ask(_people: PrivacyServices, context: InteractionContext, _press: custom_ids.Press) -> None:
    """Ask whether the person wants to be deleted."""
    await context.show_page(pages.first_question(context.t))


async def show_second_question(
    _people: PrivacyServices, context: InteractionContext, _press: custom_ids.Press
) -> None:
    """Ask a second time."""
    await context.show_page(pages.second_question(context.t))


async def forget(people: PrivacyServices, context: InteractionContext, _press: custom_ids.Press) -> None:
    """Schedule the deletion of a person, after a period for changing their mind."""
    due = await people.deletions.ask(context.request)
    await context.show_page(pages.requested_page(due, context.t))


async def cancel_deletion(
    people: PrivacyServices, context: InteractionContext, _press: custom_ids.Press
) -> None:
    """Cancel a deletion; without a scheduled one, the person declines the question."""
    await people.deletions.call_off(context.request)
    await context.show_page(layouts.note(context.t("privacy.stays")))


def privacy_command(people: PrivacyServices) -> Command:
    async def run(context: InteractionContext) -> None:
        await context.show(pages.privacy_page(people.links, context.leaving, people.kept, context.t))

    return command(people.interactions, "command.privacy", run)


HANDLERS: Mapping[str, HandlerOf[PrivacyServices]] = {
    "privacy": overview,
    "my-data": export,
    "forget-me": ask,
    "forget-me-sure": show_second_question,
    "forget-me-now": forget,
    "stay": cancel_deletion,
}

COMMANDS: Final = (SlashCommandOf("privacy", privacy_command, Reach.ANYWHERE, HelpGroup.YOURSELF.at(40)),)
