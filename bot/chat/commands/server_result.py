"""`/server result`: give a finished match of the server another result, or take it away."""

from typing import Any

import discord
from discord import app_commands
from discord.app_commands import Choice

from bot.chat.commands.common.admin_command import admitted
from bot.chat.commands.common.command_i18n import localised
from bot.chat.commands.common.option_spec import OptionSpec, command_with
from bot.chat.commands.server_end import LONGEST_REASON, MOST, winners_with
from bot.chat.interactions import admin_rights, answers
from bot.chat.panels.agenda_page import title
from bot.chat.toolkit.app_context import AppContext, InteractionContext, context_for
from bot.chat.toolkit.match_lookup import finished_here, match_here


def result_command(app: AppContext) -> app_commands.Command[Any, ..., None]:
    """Return the command."""
    texts = app.texts

    async def run(interaction: discord.Interaction, given: Any) -> None:  # noqa: ANN401  # options by key
        async def act(interaction: discord.Interaction, context: InteractionContext, server: int) -> None:
            match = await match_here(app, context, given["game"])
            winner = None if given["winner"] is None else given["winner"].id
            winners = await winners_with(app, match, winner, draw=given["draw"] is True)
            await app.services.result_corrections.correct(
                context.request, match.id, winners, given["reason"].strip(), server=server
            )
            done = "server.voided" if winners is None else "server.corrected"
            await answers.tell(interaction, context.t(done, number=match.id))

        await admitted(app, interaction, act)

    async def suggest(interaction: discord.Interaction, typed: str) -> list[Choice[str]]:
        context = await context_for(app, interaction)
        if not admin_rights.is_admin(interaction) or context.place.server is None:
            return []
        matches = await finished_here(app, context)
        names = await app.services.people.names({player for match in matches for player in match.people})
        labels = [(title(match, 0, names, context.t), str(match.id)) for match in matches]
        wanted = typed.strip().lstrip("#").lower()
        found = [Choice(name=label[:100], value=value) for label, value in labels if wanted in label.lower()]
        return found[:MOST]

    slots = [
        OptionSpec(
            "game",
            str,
            "",
            localised(texts, "option.game"),
            localised(texts, "option.corrected.about"),
            suggest=suggest,
            required=True,
        ),
        OptionSpec(
            "reason",
            app_commands.Range[str, 1, LONGEST_REASON],
            None,
            localised(texts, "option.reason"),
            localised(texts, "option.reason.about"),
            required=True,
        ),
        OptionSpec(
            "winner",
            discord.User | None,
            None,
            localised(texts, "option.winner"),
            localised(texts, "option.corrected-winner.about"),
        ),
        OptionSpec(
            "draw",
            bool | None,
            None,
            localised(texts, "option.drawn"),
            localised(texts, "option.corrected-draw.about"),
        ),
    ]
    names = localised(texts, "command.server.result"), localised(texts, "command.server.result.about")
    return command_with(*names, slots, run)
