"""`/server`: what the admins of a server decide. Discord shows it to those who may manage the server."""

from collections.abc import Awaitable, Callable
from typing import Any

import discord
from discord import app_commands
from discord.app_commands import Choice

from bot.chat import answers, governing
from bot.chat.clock_words import read_typed_clock
from bot.chat.commands.challenge import clock_slot
from bot.chat.commands.naming import localised
from bot.chat.commands.slots import Slot, command_with
from bot.chat.frontdoor import guarded
from bot.chat.house import Caller, House, caller_for
from bot.chat.lists import title
from bot.locale import LANGUAGES
from bot.play.oversight import AUTOMATIC

SERVERS_ONLY = app_commands.AppCommandContext(guild=True, dm_channel=False, private_channel=False)
ADMINS = discord.Permissions(manage_guild=True)
MOST = 25
LONGEST_REASON = 300

Act = Callable[[discord.Interaction, Caller, int], Awaitable[None]]
Command = app_commands.Command[Any, ..., None]


def server_group(house: House) -> app_commands.Group:
    """Return the command."""
    texts = house.texts
    group = app_commands.Group(
        name=localised(texts, "command.server"),
        description=localised(texts, "command.server.about"),
        allowed_contexts=SERVERS_ONLY,
        guild_only=True,
        default_permissions=ADMINS,
    )
    for make in (_channels, _games, _clock, _threads, _language, _overview, _end, _audit):
        group.add_command(make(house))
    return group


async def admitted(house: House, interaction: discord.Interaction, act: Act) -> None:
    """Run `act` for an admin of the server he speaks in; others are refused."""

    async def admit(caller: Caller) -> None:
        await act(interaction, caller, governing.server_of(interaction))

    await guarded(house, interaction, admit)


def _channels(house: House) -> Command:
    async def run(interaction: discord.Interaction) -> None:
        async def act(interaction: discord.Interaction, caller: Caller, server: int) -> None:
            rules = await house.club.server(server)
            here = governing.channels_here(interaction)
            await answers.show(interaction, governing.channels_page(rules, here, caller.t))

        await admitted(house, interaction, act)

    return _named(house, "channels", run)


def _games(house: House) -> Command:
    async def run(interaction: discord.Interaction) -> None:
        async def act(interaction: discord.Interaction, caller: Caller, server: int) -> None:
            rules = await house.club.server(server)
            await answers.show(interaction, governing.games_page(house, rules, caller.t))

        await admitted(house, interaction, act)

    return _named(house, "games", run)


def _clock(house: House) -> Command:
    async def run(interaction: discord.Interaction, given: Any) -> None:  # noqa: ANN401  # options by key
        async def act(interaction: discord.Interaction, caller: Caller, server: int) -> None:
            if given["clock"]:
                clock = read_typed_clock(given["clock"], house.texts)
                rules = await house.club.set_server(caller.request, server, clock=clock)
            else:
                rules = await house.club.server(server)
            await answers.tell(interaction, governing.clock_told(rules, caller.t))

        await admitted(house, interaction, act)

    names = (
        localised(house.texts, "command.server.clock"),
        localised(house.texts, "command.server.clock.about"),
    )
    return command_with(*names, [clock_slot(house)], run)


def _threads(house: House) -> Command:
    async def run(interaction: discord.Interaction, on: bool) -> None:
        async def act(interaction: discord.Interaction, caller: Caller, server: int) -> None:
            await house.club.set_server(caller.request, server, threads=on)
            await answers.tell(interaction, caller.t("server.threads-on" if on else "server.threads-off"))

        await admitted(house, interaction, act)

    return _named(house, "threads", _switched(house, run))


def _language(house: House) -> Command:
    async def run(interaction: discord.Interaction, language: str) -> None:
        async def act(interaction: discord.Interaction, caller: Caller, server: int) -> None:
            chosen = language if language in LANGUAGES else None
            rules = await house.club.set_server(caller.request, server, language=chosen)
            await answers.tell(interaction, governing.language_told(rules, caller.t))

        await admitted(house, interaction, act)

    app_commands.describe(language=localised(house.texts, "option.language.about"))(run)
    app_commands.rename(language=localised(house.texts, "option.language"))(run)
    app_commands.choices(
        language=[
            Choice(name=localised(house.texts, f"language.{value}"), value=value)
            for value in (*LANGUAGES, AUTOMATIC)
        ]
    )(run)
    return _named(house, "language", run)


def _overview(house: House) -> Command:
    async def run(interaction: discord.Interaction, on: bool) -> None:
        async def act(interaction: discord.Interaction, caller: Caller, _server: int) -> None:
            overview = await house.club.set_overview(caller.request, caller.place, on)
            if not on and overview.message is not None:
                await governing.take_down(interaction, caller.place.channel, overview.message)
            await answers.tell(interaction, caller.t("server.overview-on" if on else "server.overview-off"))

        await admitted(house, interaction, act)

    return _named(house, "overview", _switched(house, run))


def _end(house: House) -> Command:
    texts = house.texts

    async def run(interaction: discord.Interaction, given: Any) -> None:  # noqa: ANN401  # options by key
        async def act(interaction: discord.Interaction, caller: Caller, server: int) -> None:
            match = await governing.match_here(house, caller, given["game"])
            winner = None if given["winner"] is None else given["winner"].id
            winners = await governing.winners(house, match, winner, draw=given["draw"] is True)
            await house.club.adjudicate(
                caller.request, match.id, winners, given["reason"].strip(), server=server
            )
            await answers.tell(interaction, caller.t("server.ended", number=match.id))

        await admitted(house, interaction, act)

    async def suggest(interaction: discord.Interaction, typed: str) -> list[Choice[str]]:
        caller = await caller_for(house, interaction)
        if not governing.is_admin(interaction) or caller.place.server is None:
            return []
        matches = await governing.running(house, caller)
        names = await house.club.names({player for match in matches for player in match.players})
        labels = [(title(match, 0, names, caller.t), str(match.id)) for match in matches]
        wanted = typed.strip().lstrip("#").lower()
        return [Choice(name=label[:100], value=value) for label, value in labels if wanted in label.lower()][
            :MOST
        ]

    slots = [
        Slot(
            "game",
            str,
            "",
            localised(texts, "option.game"),
            localised(texts, "option.ended.about"),
            suggest=suggest,
            required=True,
        ),
        Slot(
            "reason",
            app_commands.Range[str, 1, LONGEST_REASON],
            None,
            localised(texts, "option.reason"),
            localised(texts, "option.reason.about"),
            required=True,
        ),
        Slot(
            "winner",
            discord.User | None,
            None,
            localised(texts, "option.winner"),
            localised(texts, "option.winner.about"),
        ),
        Slot(
            "draw",
            bool | None,
            None,
            localised(texts, "option.drawn"),
            localised(texts, "option.drawn.about"),
        ),
    ]
    names = localised(texts, "command.server.end"), localised(texts, "command.server.end.about")
    return command_with(*names, slots, run)


def _audit(house: House) -> Command:
    async def run(interaction: discord.Interaction) -> None:
        async def act(interaction: discord.Interaction, caller: Caller, server: int) -> None:
            entries = await house.club.audit(server)
            await answers.show(interaction, governing.audit_page(entries, caller.t))

        await admitted(house, interaction, act)

    return _named(house, "audit", run)


def _switched(house: House, run: Any) -> Any:  # noqa: ANN401  # its signature is read by discord.py
    app_commands.describe(on=localised(house.texts, "option.on.about"))(run)
    app_commands.rename(on=localised(house.texts, "option.on"))(run)
    return run


def _named(house: House, key: str, run: Any) -> Command:  # noqa: ANN401  # its signature is read by discord.py
    return app_commands.Command(
        name=localised(house.texts, f"command.server.{key}"),
        description=localised(house.texts, f"command.server.{key}.about"),
        callback=run,
    )
