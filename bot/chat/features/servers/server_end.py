"""`/server end`: end a match of the server, with a result or without one."""

from typing import Any

from discord import app_commands

from bot.chat.core.app_context import AppContext
from bot.chat.core.interactions.interaction_context import InteractionContext
from bot.chat.core.match_lookup import running
from bot.chat.features.servers.server_verdict import Verdict, VerdictTexts, verdict_command


def end_command(app: AppContext) -> app_commands.Command[Any, ..., None]:
    """Return the command."""

    async def act(context: InteractionContext, verdict: Verdict) -> str:
        await app.services.servers.adjudicate(
            context.request, verdict.match.id, verdict.winners, verdict.reason, server=verdict.server
        )
        return context.t("server.ended", number=verdict.match.id)

    texts = VerdictTexts(
        name="command.server.end",
        about="command.server.end.about",
        game="option.ended.about",
        winner="option.winner.about",
        draw="option.drawn.about",
    )
    return verdict_command(app, texts, running, act)
