"""`/help`: every command in a line."""

from collections.abc import Sequence
from typing import Final

from bot.chat.core.commands.command import Command, command
from bot.chat.core.commands.manual import HelpGroup, Manual, ManualEntry
from bot.chat.core.interactions.interaction_context import InteractionContext
from bot.chat.core.links import Links
from bot.chat.core.lookup.whereabouts import Whereabouts, whereabouts
from bot.chat.core.rights import admin_rights
from bot.features.help.services import HelpServices
from bot.locale import Language

NO_LINKS: Final = Links()


def help_command(services: HelpServices) -> Command:
    """Return the command."""

    async def run(context: InteractionContext) -> None:
        is_admin = admin_rights.is_admin(context.interaction)
        groups = [group for group in HelpGroup if group is not HelpGroup.ADMINS or is_admin]
        where = whereabouts(context.interaction)
        await context.tell(help_text(services.manual, groups, context.t, services.links, where=where))

    return command(services.interactions, "command.help", run)


def help_text(
    manual: Manual,
    groups: Sequence[HelpGroup],
    t: Language,
    links: Links = NO_LINKS,
    *,
    where: Whereabouts = Whereabouts.SERVER,
) -> str:
    """Return the commands of some groups, a line each in the reader's language, and the owner's pages.

    Commands that do not work where the reader is come last, below a line that says where they do.
    """
    here, there = list[str](), list[str]()
    for group in groups:
        entries = manual.of(group)
        usable = [_line(entry, t) for entry in entries if entry.reach.includes(where)]
        if usable:
            here.append("\n".join([t(f"help.group.{group}"), *usable]))
        there += [_line(entry, t) for entry in entries if not entry.reach.includes(where)]
    if there:
        there.insert(0, t("help.in-servers"))
    pages = [f"[{t('privacy.policy')}]({links.privacy})" if links.privacy else ""]
    pages.append(f"[{t('privacy.terms')}]({links.terms})" if links.terms else "")
    linked = " · ".join(page for page in pages if page)
    below = [t("help.buttons"), *([f"-# {linked}"] if linked else [])]
    return "\n".join([t("help.title"), t("help.intro"), *here, *there, *below])


def _line(entry: ManualEntry, t: Language) -> str:
    return t("help.command", name=t(f"command.{entry.command}"), text=t(f"help.{entry.command}"))
