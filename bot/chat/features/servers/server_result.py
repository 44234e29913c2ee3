"""`/server result`: give a finished match of the server another result, or take it away."""

from typing import Any

from discord import app_commands

from bot.chat.core.app_context import AppContext
from bot.chat.core.interactions.interaction_context import InteractionContext
from bot.chat.core.match_lookup import finished_here
from bot.chat.features.servers.server_verdict import Verdict, VerdictTexts, verdict_command


def result_command(app: AppContext) -> app_commands.Command[Any, ..., None]:
    """Return the command."""

    async def act(context: InteractionContext, verdict: Verdict) -> str:
        await app.services.result_corrections.correct(
            context.request, verdict.match.id, verdict.winners, verdict.reason, server=verdict.server
        )
        done = "server.voided" if verdict.winners is None else "server.corrected"
        return context.t(done, number=verdict.match.id)

    texts = VerdictTexts(
        name="command.server.result",
        about="command.server.result.about",
        game="option.corrected.about",
        winner="option.corrected-winner.about",
        draw="option.corrected-draw.about",
    )
    return verdict_command(app, texts, finished_here, act)
