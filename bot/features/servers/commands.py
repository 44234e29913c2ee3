"""`/server`: the admins' settings. Discord shows it to members with the permission to manage the server."""

import logging
from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

import discord
from discord import app_commands, ui
from discord.app_commands import Choice

from bot.chat.core.commands.admin_command import admin_subcommand
from bot.chat.core.commands.clock_option import suggested_clocks
from bot.chat.core.commands.command import Command, CommandOption, Run
from bot.chat.core.commands.command_i18n import localise
from bot.chat.core.commands.declared_commands import SlashCommandOf, Subcommand
from bot.chat.core.commands.manual import HelpGroup
from bot.chat.core.commands.option_spec import ChoiceSpec, choices_of
from bot.chat.core.commands.reach import Reach
from bot.chat.core.failures.network_errors import UNREACHABLE
from bot.chat.core.interactions.interaction_context import InteractionContext
from bot.chat.core.lookup.whereabouts import is_in_forum
from bot.chat.core.parsing.clock import read_typed_clock
from bot.chat.core.pictures import PUBLIC_THEME
from bot.features.servers.pages import server_panel
from bot.features.servers.pages.audit_page import audit_page
from bot.features.servers.pages.server_verdict import end_command, result_command
from bot.features.servers.pages.settings_page import ENGINES, PANELS, Show, settings_page
from bot.features.servers.service.server_admin import AUTOMATIC
from bot.features.servers.services import ServerServices
from bot.locale import LANGUAGES, name_of
from bot.model.refusal import Refusal
from bot.model.settings import Setting
from render import THEMES

log = logging.getLogger(__name__)
ADMINS = discord.Permissions(manage_guild=True)


def server_group(services: ServerServices) -> app_commands.Group:
    """Return the command; subcommands are added to it later."""
    texts = services.interactions.texts
    return app_commands.Group(
        name=localise(texts, "command.server"),
        description=localise(texts, "command.server.about"),
        guild_only=True,
        default_permissions=ADMINS,
    )


def server_subcommands(services: ServerServices) -> list[Subcommand]:
    """Return the subcommands, with gaps between their places for other features' subcommands."""
    offered = [key for key in _PLACES if key != ENGINES or services.has_engines]
    return [
        *(Subcommand("server", _PLACES[key], partial(_subcommand, services, key)) for key in offered),
        *(
            Subcommand("server", setting.place, partial(_switch, services, setting))
            for setting in services.switches
            if setting.command
        ),
    ]


def _subcommand(services: ServerServices, key: str) -> Command:
    if key in _OTHERS:
        return _OTHERS[key](services)
    return _panel(services, key, _PAGES[key] if key in _PAGES else PANELS[key].show)


async def _audit(services: ServerServices, context: InteractionContext, server: int) -> ui.LayoutView:
    return audit_page(await services.servers.audit(server), services.audit_notes, context.t)


def _declare(services: ServerServices, key: str, run: Run, **options: CommandOption) -> Command:
    return admin_subcommand(services.interactions, services.limitations, key, run, **options)


def _panel(services: ServerServices, key: str, show: Show) -> Command:
    async def run(context: InteractionContext, server: int) -> None:
        await context.show(await show(services, context, server))

    return _declare(services, key, run)


def _switch(services: ServerServices, setting: Setting[bool]) -> Command:
    async def run(context: InteractionContext, server: int, on: bool) -> None:
        await services.servers.set_value(context.request, server, setting, on)
        await context.reply(context.t(f"{setting.text_id}.turned-{setting.kind.name(on)}"))

    return _declare(services, setting.command, run)


def _clock(services: ServerServices) -> Command:
    texts, servers = services.interactions.texts, services.servers

    async def run(context: InteractionContext, server: int, clock: str = "") -> None:
        if clock:
            rules = await servers.set_server(context.request, server, clock=read_typed_clock(clock, texts))
        else:
            rules = await servers.server(server)
        await context.reply(server_panel.clock_line(rules, context.t))

    async def suggest(context: InteractionContext, typed: str) -> list[Choice[str]]:
        return await suggested_clocks(texts, servers, context, typed)

    return _declare(services, "clock", run, clock=CommandOption(suggest=suggest))


def _language(services: ServerServices) -> Command:
    async def run(context: InteractionContext, server: int, language: str) -> None:
        code = language if language in LANGUAGES else None
        rules = await services.servers.set_server(context.request, server, language=code)
        await context.reply(server_panel.language_line(rules, context.t))

    language_choices = [ChoiceSpec(name_of(code), code) for code in LANGUAGES]
    choices = [*language_choices, *choices_of(services.interactions.texts, "language", (AUTOMATIC,))]
    return _declare(services, "language", run, language=CommandOption(choices=choices))


def _theme(services: ServerServices) -> Command:
    async def run(context: InteractionContext, server: int, theme: str) -> None:
        key = theme if theme in THEMES else PUBLIC_THEME
        rules = await services.servers.set_server(context.request, server, theme=key)
        await context.reply(server_panel.theme_line(rules, context.t))

    return _declare(
        services,
        "theme",
        run,
        theme=CommandOption(choices=choices_of(services.interactions.texts, "theme", THEMES)),
    )


def _overview(services: ServerServices) -> Command:
    async def run(context: InteractionContext, _server: int, on: bool) -> None:
        if on and is_in_forum(context.interaction):
            raise Refusal("overview-in-forum")
        overview = await services.servers.set_overview(context.request, context.place, on)
        if not on and overview.message is not None:
            await _delete_message(context.interaction, context.place.channel, overview.message)
        await context.reply(context.t("server.overview-on" if on else "server.overview-off"))

    return _declare(services, "overview", run)


async def _delete_message(interaction: discord.Interaction, channel: int, message: int) -> None:
    """Delete an overview that was switched off; best effort."""
    try:
        place = interaction.client.get_partial_messageable(channel)
        await place.get_partial_message(message).delete()
    except UNREACHABLE as error:
        log.info("the overview of channel %d stays: %s", channel, error)


_PAGES: Final[Mapping[str, Show]] = {"settings": settings_page, "audit": _audit}
_OTHERS: Final[Mapping[str, Callable[[ServerServices], Command]]] = {
    "clock": _clock,
    "language": _language,
    "theme": _theme,
    "overview": _overview,
    "end": end_command,
    "result": result_command,
}
_PLACES: Final[Mapping[str, int]] = {
    "settings": -10,
    "channels": 0,
    "games": 10,
    "clock": 20,
    "language": 40,
    "theme": 50,
    "players": 60,
    "results": 70,
    "overview": 80,
    "role": 110,
    ENGINES: 160,
    "end": 170,
    "result": 180,
    "audit": 190,
}
"""The places of subcommands in Discord's display order."""

COMMANDS: Final = (SlashCommandOf("server", server_group, Reach.SERVERS, HelpGroup.ADMINS.at(10)),)
