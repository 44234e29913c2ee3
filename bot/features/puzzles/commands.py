"""`/server puzzle`: a puzzle a day in a channel."""

from typing import Final

import discord
from discord import ui

from bot.chat.core.commands.admin_command import admin_subcommand
from bot.chat.core.commands.command import Command, CommandOption
from bot.chat.core.commands.declared_commands import SubcommandOf
from bot.chat.core.contributions.server_lines import ServerLine, all_settings
from bot.chat.core.interactions.interaction_context import InteractionContext
from bot.chat.core.lookup.whereabouts import is_in_forum
from bot.chat.core.messages import layouts
from bot.chat.core.parsing.time_of_day import normalize_time
from bot.features.puzzles.services import PuzzleServices
from bot.model.refusal import Refusal
from bot.model.time.time_of_day import read_time

PLACE: Final = 90
USUAL_TIME: Final = "18:00"


def puzzle_line(services: PuzzleServices) -> ServerLine:
    """Return the line of the daily puzzle in a server's settings."""

    async def value(context: InteractionContext, server: int) -> str:
        daily = await services.daily_puzzles.of_server(server)
        if daily is None:
            return context.t("setting.puzzle.off")
        return context.t(
            "setting.puzzle.on",
            channel=f"<#{daily.channel}>",
            time=f"{daily.rhythm.time:%H:%M}",
            zone=daily.rhythm.zone,
        )

    async def page(context: InteractionContext, server: int) -> ui.LayoutView:
        lines = (
            f"### {context.t('setting.puzzle')}",
            await value(context, server),
            context.t("setting.puzzle.how"),
        )
        return layouts.page(layouts.text("\n".join(lines)), all_settings(context.t))

    return ServerLine("puzzle", PLACE, value, page)


def puzzle_subcommand(services: PuzzleServices) -> Command:
    """Return `/server puzzle`."""

    async def run(context: InteractionContext, server: int, on: bool, time: str = USUAL_TIME) -> None:
        if not on:
            await services.daily_puzzles.end(context.request, server)
            await context.reply(context.t("server.puzzle-off"))
            return
        if is_in_forum(context.interaction):
            raise Refusal("puzzle-in-forum")
        clock = read_time(normalize_time(time))
        daily = await services.daily_puzzles.begin(context.request, server, context.place, clock)
        text = context.t(
            "server.puzzle-on",
            channel=f"<#{daily.channel}>",
            time=f"{daily.rhythm.time:%H:%M}",
            zone=daily.rhythm.zone,
            first=discord.utils.format_dt(daily.due, "f"),
        )
        await context.reply(text)

    about = CommandOption(about="option.puzzle-time.about")
    return admin_subcommand(services.interactions, services.limitations, "puzzle", run, time=about)


SUBCOMMANDS: Final = (SubcommandOf("server", PLACE, puzzle_subcommand),)
