"""`/server`: what the admins of a server decide. Discord shows it to those who may manage the server."""

from collections.abc import Awaitable, Callable
from typing import Any

import discord
from discord import app_commands
from discord.app_commands import Choice

from bot.chat.commands.challenge import clock_slot
from bot.chat.commands.common.command_i18n import localised
from bot.chat.commands.common.option_spec import OptionSpec, command_with
from bot.chat.interactions import answers
from bot.chat.interactions.interaction_handler import guarded
from bot.chat.panels import server_panel
from bot.chat.panels.agenda_page import title
from bot.chat.toolkit.app_context import AppContext, InteractionContext, context_for
from bot.chat.toolkit.parsing.clock import read_typed_clock
from bot.locale import LANGUAGES
from bot.play.servers.server_admin import AUTOMATIC

SERVERS_ONLY = app_commands.AppCommandContext(guild=True, dm_channel=False, private_channel=False)
ADMINS = discord.Permissions(manage_guild=True)
MOST = 25
LONGEST_REASON = 300

Act = Callable[[discord.Interaction, InteractionContext, int], Awaitable[None]]
Command = app_commands.Command[Any, ..., None]


def server_group(app: AppContext) -> app_commands.Group:
    """Return the command."""
    texts = app.texts
    group = app_commands.Group(
        name=localised(texts, "command.server"),
        description=localised(texts, "command.server.about"),
        allowed_contexts=SERVERS_ONLY,
        guild_only=True,
        default_permissions=ADMINS,
    )
    for make in (_channels, _games, _clock, _threads, _language, _overview, _end, _audit):
        group.add_command(make(app))
    return group


async def admitted(app: AppContext, interaction: discord.Interaction, act: Act) -> None:
    """Run `act` for an admin of the server he speaks in; others are refused."""

    async def admit(context: InteractionContext) -> None:
        await act(interaction, context, server_panel.server_of(interaction))

    await guarded(app, interaction, admit)


def _channels(app: AppContext) -> Command:
    async def run(interaction: discord.Interaction) -> None:
        async def act(interaction: discord.Interaction, context: InteractionContext, server: int) -> None:
            rules = await app.services.servers.server(server)
            here = server_panel.channels_here(interaction)
            await answers.show(interaction, server_panel.channels_page(rules, here, context.t))

        await admitted(app, interaction, act)

    return _named(app, "channels", run)


def _games(app: AppContext) -> Command:
    async def run(interaction: discord.Interaction) -> None:
        async def act(interaction: discord.Interaction, context: InteractionContext, server: int) -> None:
            rules = await app.services.servers.server(server)
            await answers.show(interaction, server_panel.games_page(app, rules, context.t))

        await admitted(app, interaction, act)

    return _named(app, "games", run)


def _clock(app: AppContext) -> Command:
    async def run(interaction: discord.Interaction, given: Any) -> None:  # noqa: ANN401  # options by key
        async def act(interaction: discord.Interaction, context: InteractionContext, server: int) -> None:
            if given["clock"]:
                clock = read_typed_clock(given["clock"], app.texts)
                rules = await app.services.servers.set_server(context.request, server, clock=clock)
            else:
                rules = await app.services.servers.server(server)
            await answers.tell(interaction, server_panel.clock_told(rules, context.t))

        await admitted(app, interaction, act)

    names = (
        localised(app.texts, "command.server.clock"),
        localised(app.texts, "command.server.clock.about"),
    )
    return command_with(*names, [clock_slot(app)], run)


def _threads(app: AppContext) -> Command:
    async def run(interaction: discord.Interaction, on: bool) -> None:
        async def act(interaction: discord.Interaction, context: InteractionContext, server: int) -> None:
            await app.services.servers.set_server(context.request, server, threads=on)
            await answers.tell(interaction, context.t("server.threads-on" if on else "server.threads-off"))

        await admitted(app, interaction, act)

    return _named(app, "threads", _switched(app, run))


def _language(app: AppContext) -> Command:
    async def run(interaction: discord.Interaction, language: str) -> None:
        async def act(interaction: discord.Interaction, context: InteractionContext, server: int) -> None:
            chosen = language if language in LANGUAGES else None
            rules = await app.services.servers.set_server(context.request, server, language=chosen)
            await answers.tell(interaction, server_panel.language_told(rules, context.t))

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


def _overview(app: AppContext) -> Command:
    async def run(interaction: discord.Interaction, on: bool) -> None:
        async def act(interaction: discord.Interaction, context: InteractionContext, _server: int) -> None:
            overview = await app.services.servers.set_overview(context.request, context.place, on)
            if not on and overview.message is not None:
                await server_panel.take_down(interaction, context.place.channel, overview.message)
            await answers.tell(interaction, context.t("server.overview-on" if on else "server.overview-off"))

        await admitted(app, interaction, act)

    return _named(app, "overview", _switched(app, run))


def _end(app: AppContext) -> Command:
    texts = app.texts

    async def run(interaction: discord.Interaction, given: Any) -> None:  # noqa: ANN401  # options by key
        async def act(interaction: discord.Interaction, context: InteractionContext, server: int) -> None:
            match = await server_panel.match_here(app, context, given["game"])
            winner = None if given["winner"] is None else given["winner"].id
            winners = await server_panel.winners(app, match, winner, draw=given["draw"] is True)
            await app.services.servers.adjudicate(
                context.request, match.id, winners, given["reason"].strip(), server=server
            )
            await answers.tell(interaction, context.t("server.ended", number=match.id))

        await admitted(app, interaction, act)

    async def suggest(interaction: discord.Interaction, typed: str) -> list[Choice[str]]:
        context = await context_for(app, interaction)
        if not server_panel.is_admin(interaction) or context.place.server is None:
            return []
        matches = await server_panel.running(app, context)
        names = await app.services.people.names({player for match in matches for player in match.people})
        labels = [(title(match, 0, names, context.t), str(match.id)) for match in matches]
        wanted = typed.strip().lstrip("#").lower()
        return [Choice(name=label[:100], value=value) for label, value in labels if wanted in label.lower()][
            :MOST
        ]

    slots = [
        OptionSpec(
            "game",
            str,
            "",
            localised(texts, "option.game"),
            localised(texts, "option.ended.about"),
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
            localised(texts, "option.winner.about"),
        ),
        OptionSpec(
            "draw",
            bool | None,
            None,
            localised(texts, "option.drawn"),
            localised(texts, "option.drawn.about"),
        ),
    ]
    names = localised(texts, "command.server.end"), localised(texts, "command.server.end.about")
    return command_with(*names, slots, run)


def _audit(app: AppContext) -> Command:
    async def run(interaction: discord.Interaction) -> None:
        async def act(interaction: discord.Interaction, context: InteractionContext, server: int) -> None:
            entries = await app.services.servers.audit(server)
            await answers.show(interaction, server_panel.audit_page(entries, context.t))

        await admitted(app, interaction, act)

    return _named(app, "audit", run)


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
