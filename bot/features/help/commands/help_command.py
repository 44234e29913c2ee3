"""`/help`: all commands on a single phone screen, with a line for each on the page of its group."""

from collections.abc import Mapping, Sequence
from typing import Final

from discord import ui

from bot.chat.core import custom_ids
from bot.chat.core.commands.command import Command, command
from bot.chat.core.commands.declared_commands import SlashCommandOf
from bot.chat.core.commands.manual import HelpGroup, Manual, ManualEntry
from bot.chat.core.commands.reach import Reach
from bot.chat.core.interactions.handler import HandlerOf
from bot.chat.core.interactions.interaction_context import InteractionContext
from bot.chat.core.lookup.whereabouts import Whereabouts, whereabouts
from bot.chat.core.messages import layouts
from bot.chat.core.owner_links import Links
from bot.chat.core.rights import admin_rights
from bot.features.help.services import HelpServices
from bot.locale import Language

NO_LINKS: Final = Links()


def help_command(services: HelpServices) -> Command:
    async def run(context: InteractionContext) -> None:
        await context.show(_page(services, context))

    return command(services.interactions, "command.help", run)


async def show_help(services: HelpServices, context: InteractionContext, _press: custom_ids.Press) -> None:
    """Go back to the list of all commands."""
    await context.show_page(_page(services, context))


async def show_group(services: HelpServices, context: InteractionContext, press: custom_ids.Press) -> None:
    """Show the commands of a group with their descriptions. Raises MalformedId."""
    group = next((group for group in _groups(context) if group == press.rest), None)
    if group is None:
        raise custom_ids.MalformedId(press.rest)
    text = group_text(services.manual, group, context.t, where=whereabouts(context.interaction))
    back = layouts.button(context.t("button.back"), custom_ids.write("help"))
    await context.show_page(layouts.page(layouts.text(text), layouts.buttons(back)))


def _page(services: HelpServices, context: InteractionContext) -> ui.LayoutView:
    t, groups = context.t, _groups(context)
    text = help_text(services.manual, groups, t, services.links, where=whereabouts(context.interaction))
    row = [
        layouts.button(t(f"help.button.{group}"), custom_ids.write("help-group", group)) for group in groups
    ]
    return layouts.page(layouts.text(text), layouts.separator(), layouts.buttons(*row))


def _groups(context: InteractionContext) -> list[HelpGroup]:
    is_admin = admin_rights.is_admin(context.interaction)
    return [group for group in HelpGroup if group is not HelpGroup.ADMINS or is_admin]


def help_text(
    manual: Manual,
    groups: Sequence[HelpGroup],
    t: Language,
    links: Links = NO_LINKS,
    *,
    where: Whereabouts = Whereabouts.SERVER,
) -> str:
    """Return the names of the groups' commands in the reader's language, and links to the owner's pages.

    Commands that do not work in `where` come last, below a line that says where they do.
    """
    here, there = list[str](), list[str]()
    for group in groups:
        entries = manual.of(group)
        usable = [_name(entry, t) for entry in entries if entry.reach.includes(where)]
        if usable:
            here.append(" ".join([_heading(group, t), *usable]))
        there += [_name(entry, t) for entry in entries if not entry.reach.includes(where)]
    apart = [t("help.in-servers"), " ".join(there)] if there else []
    pages = [f"[{t('privacy.policy')}]({links.privacy})" if links.privacy else ""]
    pages.append(f"[{t('privacy.terms')}]({links.terms})" if links.terms else "")
    linked = " · ".join(page for page in pages if page)
    return "\n".join(
        [t("help.title"), *here, *apart, t("help.buttons"), *([f"-# {linked}"] if linked else [])]
    )


def group_text(
    manual: Manual, group: HelpGroup, t: Language, *, where: Whereabouts = Whereabouts.SERVER
) -> str:
    """Return a group's commands, a line each; those that do not work in `where` come last."""
    entries = manual.of(group)
    here = [_line(entry, t) for entry in entries if entry.reach.includes(where)]
    there = [_line(entry, t) for entry in entries if not entry.reach.includes(where)]
    return "\n".join([_heading(group, t), *here, *([t("help.in-servers"), *there] if there else [])])


def _heading(group: HelpGroup, t: Language) -> str:
    """Return a group's heading: its button's label in bold."""
    return t("help.group", name=t(f"help.button.{group}"))


def _name(entry: ManualEntry, t: Language) -> str:
    return t("help.name", name=t(f"command.{entry.command}"))


def _line(entry: ManualEntry, t: Language) -> str:
    return t("help.command", name=t(f"command.{entry.command}"), text=t(f"help.{entry.command}"))


HANDLERS: Mapping[str, HandlerOf[HelpServices]] = {"help": show_help, "help-group": show_group}

COMMANDS: Final = (SlashCommandOf("help", help_command, Reach.ANYWHERE, HelpGroup.YOURSELF.at(50)),)
