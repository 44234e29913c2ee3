"""`/server`: what the admins of a server decide. Discord shows it to those who may manage the server."""

import logging
from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass
from typing import Any, Final

import discord
from discord import app_commands, ui
from discord.app_commands import Choice

from bot.chat.core.app_context import AppContext
from bot.chat.core.commands.admin_command import admitted
from bot.chat.core.commands.command_i18n import localised
from bot.chat.core.commands.option_spec import command_with
from bot.chat.core.interactions.interaction_context import InteractionContext
from bot.chat.core.network_errors import UNREACHABLE
from bot.chat.core.parsing.clock import read_typed_clock
from bot.chat.core.pictures import PUBLIC_THEME
from bot.chat.features.challenges.challenge_options import clock_slot
from bot.chat.features.servers import players_panel, server_buttons, server_panel
from bot.chat.features.servers.audit_page import audit_page
from bot.chat.features.servers.server_verdict import end_command, result_command
from bot.locale import LANGUAGES
from bot.play.domain.refusal import Refusal
from bot.play.servers.server_admin import AUTOMATIC
from render import THEMES

log = logging.getLogger(__name__)
ADMINS = discord.Permissions(manage_guild=True)
Command = app_commands.Command[Any, ..., None]
_Show = Callable[[AppContext, InteractionContext, int], Coroutine[Any, Any, ui.LayoutView]]


@dataclass(frozen=True, slots=True)
class _Switch:
    """Something that is on or off, and the texts by which that is told."""

    told_on: str
    told_off: str
    turn: Callable[[AppContext, InteractionContext, int, bool], Coroutine[Any, Any, object]]


def server_group(app: AppContext) -> app_commands.Group:
    """Return the command."""
    texts = app.texts
    group = app_commands.Group(
        name=localised(texts, "command.server"),
        description=localised(texts, "command.server.about"),
        guild_only=True,
        default_permissions=ADMINS,
    )
    for key in _ORDER:
        if key in _PANELS:
            group.add_command(_panel(app, key, _PANELS[key]))
        elif key in _SWITCHES:
            group.add_command(_switch(app, key, _SWITCHES[key]))
        else:
            group.add_command(_OTHERS[key](app))
    return group


async def _channels(app: AppContext, context: InteractionContext, server: int) -> ui.LayoutView:
    rules = await app.services.servers.server(server)
    return await server_panel.channels(app, context.interaction, rules, server, context.t)


async def _games(app: AppContext, context: InteractionContext, server: int) -> ui.LayoutView:
    return server_panel.games_page(app, await app.services.servers.server(server), context.t)


async def _results(app: AppContext, context: InteractionContext, server: int) -> ui.LayoutView:
    rules = await app.services.servers.server(server)
    return server_panel.results(context.interaction, rules, context.t)


async def _players(app: AppContext, context: InteractionContext, server: int) -> ui.LayoutView:
    rules = await app.services.servers.server(server)
    return await players_panel.players(app, context.interaction, rules, context.t)


async def _audit(app: AppContext, context: InteractionContext, server: int) -> ui.LayoutView:
    return audit_page(await app.services.servers.audit(server), context.t)


def _panel(app: AppContext, key: str, show: _Show) -> Command:
    async def run(interaction: discord.Interaction) -> None:
        async def act(context: InteractionContext, server: int) -> None:
            await context.show(await show(app, context, server))

        await admitted(app, interaction, act)

    return _named(app, key, run)


def _switch(app: AppContext, key: str, switch: _Switch) -> Command:
    async def run(interaction: discord.Interaction, on: bool) -> None:
        async def act(context: InteractionContext, server: int) -> None:
            await switch.turn(app, context, server, on)
            await context.tell(context.t(switch.told_on if on else switch.told_off))

        await admitted(app, interaction, act)

    return _named(app, key, _switched(app, run))


def _clock(app: AppContext) -> Command:
    async def run(interaction: discord.Interaction, given: Any) -> None:  # noqa: ANN401  # options by key
        async def act(context: InteractionContext, server: int) -> None:
            if given["clock"]:
                clock = read_typed_clock(given["clock"], app.texts)
                rules = await app.services.servers.set_server(context.request, server, clock=clock)
            else:
                rules = await app.services.servers.server(server)
            await context.tell(server_panel.clock_told(rules, context.t))

        await admitted(app, interaction, act)

    names = (
        localised(app.texts, "command.server.clock"),
        localised(app.texts, "command.server.clock.about"),
    )
    return command_with(*names, [clock_slot(app)], run)


def _language(app: AppContext) -> Command:
    async def run(interaction: discord.Interaction, language: str) -> None:
        async def act(context: InteractionContext, server: int) -> None:
            chosen = language if language in LANGUAGES else None
            rules = await app.services.servers.set_server(context.request, server, language=chosen)
            await context.tell(server_panel.language_told(rules, context.t))

        await admitted(app, interaction, act)

    app_commands.describe(language=localised(app.texts, "option.language.about"))(run)
    app_commands.rename(language=localised(app.texts, "option.language"))(run)
    app_commands.choices(
        language=[
            Choice(name=localised(app.texts, f"language.{value}"), value=value)
            for value in (*LANGUAGES, AUTOMATIC)
        ]
    )(run)
    return _named(app, "language", run)


def _theme(app: AppContext) -> Command:
    async def run(interaction: discord.Interaction, theme: str) -> None:
        async def act(context: InteractionContext, server: int) -> None:
            chosen = theme if theme in THEMES else PUBLIC_THEME
            rules = await app.services.servers.set_server(context.request, server, theme=chosen)
            await context.tell(server_panel.theme_told(rules, context.t))

        await admitted(app, interaction, act)

    app_commands.describe(theme=localised(app.texts, "option.theme.about"))(run)
    app_commands.rename(theme=localised(app.texts, "option.theme"))(run)
    app_commands.choices(
        theme=[Choice(name=localised(app.texts, f"theme.{value}"), value=value) for value in THEMES]
    )(run)
    return _named(app, "theme", run)


def _overview(app: AppContext) -> Command:
    async def run(interaction: discord.Interaction, on: bool) -> None:
        async def act(context: InteractionContext, _server: int) -> None:
            if on and _in_forum(interaction):
                raise Refusal("overview-in-forum")
            overview = await app.services.servers.set_overview(context.request, context.place, on)
            if not on and overview.message is not None:
                await _take_down(interaction, context.place.channel, overview.message)
            await context.tell(context.t("server.overview-on" if on else "server.overview-off"))

        await admitted(app, interaction, act)

    return _named(app, "overview", _switched(app, run))


def _in_forum(interaction: discord.Interaction) -> bool:
    here = interaction.channel
    return isinstance(here, discord.Thread) and isinstance(here.parent, discord.ForumChannel)


def _switched(app: AppContext, run: Any) -> Any:  # noqa: ANN401  # its signature is read by discord.py
    app_commands.describe(on=localised(app.texts, "option.on.about"))(run)
    app_commands.rename(on=localised(app.texts, "option.on"))(run)
    return run


def _named(app: AppContext, key: str, run: Any) -> Command:  # noqa: ANN401  # its signature is read by discord.py
    return app_commands.Command(
        name=localised(app.texts, f"command.server.{key}"),
        description=localised(app.texts, f"command.server.{key}.about"),
        callback=run,
    )


async def _take_down(interaction: discord.Interaction, channel: int, message: int) -> None:
    """Delete an overview that is no longer kept up to date; best effort."""
    try:
        place = interaction.client.get_partial_messageable(channel)
        await place.get_partial_message(message).delete()
    except UNREACHABLE as error:
        log.info("the overview of channel %d stays: %s", channel, error)


_PANELS: Final[Mapping[str, _Show]] = {
    "channels": _channels,
    "games": _games,
    "players": _players,
    "results": _results,
    "role": server_buttons.show_role,
    "audit": _audit,
}
_SWITCHES: Final[Mapping[str, _Switch]] = {
    "threads": _Switch(
        "server.threads-on",
        "server.threads-off",
        lambda app, by, server, on: app.services.servers.set_server(by.request, server, threads=on),
    ),
    "ratings": _Switch(
        "server.rated-on",
        "server.rated-off",
        lambda app, by, server, on: app.services.servers.set_server(by.request, server, rated=on),
    ),
    "exploring": _Switch(
        "server.exploring-on",
        "server.exploring-off",
        lambda app, by, server, on: app.services.servers.set_server(by.request, server, exploring=on),
    ),
}
_OTHERS: Final[Mapping[str, Callable[[AppContext], Command]]] = {
    "clock": _clock,
    "language": _language,
    "theme": _theme,
    "overview": _overview,
    "end": end_command,
    "result": result_command,
}
_ORDER: Final = (
    "channels",
    "games",
    "clock",
    "threads",
    "language",
    "theme",
    "players",
    "results",
    "overview",
    "role",
    "ratings",
    "exploring",
    "end",
    "result",
    "audit",
)
"""The commands in the order in which Discord shows them."""
