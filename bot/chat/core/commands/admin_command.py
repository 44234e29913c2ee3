"""Commands reserved to a server's admins."""

import inspect
from typing import Any

from bot.chat.core.commands.command import Command, CommandOption, Run, command
from bot.chat.core.interactions.interaction_context import InteractionContext
from bot.chat.core.interactions.interaction_handler import Interactions
from bot.chat.core.ports import LimitationsPort
from bot.chat.core.rights import admin_rights
from bot.chat.core.words.limitation_text import limitation_line


def for_admins(limitations: LimitationsPort, run: Run) -> Run:
    """Return a handler that calls `run` with the person and the server, and refuses other people.

    It appends the server's limitations that no admin has read yet.
    """

    async def run_for_admin(context: InteractionContext, **given: Any) -> None:  # noqa: ANN401  # as Discord sends them
        server = admin_rights.admin_server(context.interaction)
        await run(context, server, **given)
        untold = await limitations.notify_admin(server, context.place.channel)
        if untold:
            lines = "\n".join(limitation_line(limitation, context.t) for limitation in untold)
            await context.reply(f"{context.t('limitation.headline')}\n{lines}")

    signature = inspect.signature(run)
    speaker, _server, *options = signature.parameters.values()
    run_for_admin.__signature__ = signature.replace(parameters=[speaker, *options])  # type: ignore[attr-defined]  # read by inspect
    return run_for_admin


def admin_subcommand(
    interactions: Interactions, limitations: LimitationsPort, key: str, run: Run, **options: CommandOption
) -> Command:
    """Return `/server <key>`. Its text ids are "command.server.<key>" and the same with ".about"."""
    return command(interactions, f"command.server.{key}", for_admins(limitations, run), **options)
