"""`/server trial`, and presses on the pages and messages of a trial."""

import secrets
from collections.abc import Mapping
from typing import Final

import discord
from discord.app_commands import Choice

from bot.chat.core import custom_ids
from bot.chat.core.commands.admin_command import for_admins
from bot.chat.core.commands.command import Command, CommandOption, command
from bot.chat.core.commands.declared_commands import SubcommandOf
from bot.chat.core.interactions.handler import HandlerOf
from bot.chat.core.interactions.interaction_context import InteractionContext
from bot.chat.core.rights import admin_rights, bot_rights
from bot.features.trial import trial_flow
from bot.features.trial.pages import over_page
from bot.features.trial.services import TrialServices
from bot.features.trial.steps.suggestion_step import suggestions
from bot.features.trial.trial_state import VERB, DiscordTrial
from bot.model.refusal import Refusal

_PLACES = (discord.ChannelType.text, discord.ChannelType.news)


def trial_command(services: TrialServices) -> Command:
    async def run(context: InteractionContext, server: int, move: str = "") -> None:
        trial = _running(services, server)
        if trial is None:
            trial = await _new(services, context, server)
        elif not trial.is_own_person(context):
            raise Refusal("trial-running")
        if move:
            await trial_flow.act(trial, context, "command", move)
        else:
            await trial_flow.show(trial, context)

    async def suggest(context: InteractionContext, typed: str) -> list[Choice[str]]:
        server = context.place.server
        trial = None if server is None else _running(services, server)
        if trial is None or not trial.is_own_person(context):
            return []
        query = typed.strip().casefold()
        return [Choice(name=move, value=move) for move in suggestions(trial) if query in move]

    return command(
        services.interactions,
        "command.server.trial",
        for_admins(services.limitations, run),
        move=CommandOption(about="option.trial-move.about", suggest=suggest),
    )


def _running(services: TrialServices, server: int) -> DiscordTrial | None:
    trial = services.trials.find(server, DiscordTrial)
    if trial is not None and trial_flow.is_over(trial):
        services.trials.end(server)
        return None
    return trial


async def _new(services: TrialServices, context: InteractionContext, server: int) -> DiscordTrial:
    """Create a trial in the command's channel. Raises Refusal if that is impossible."""
    here = context.interaction.channel
    if here is None or here.type not in _PLACES:
        raise Refusal("trial-in-text-channel")
    bot_rights.check(context.interaction.guild, context.place.channel, bot_rights.TO_POST, context.t)
    await services.leftovers.release(server)
    services.wake()
    trial = DiscordTrial(
        services,
        context.interaction.client,
        secrets.token_hex(4),
        server,
        context.place.channel,
        context.person.id,
        context.t,
        context.pictures,
        services.clock(),
        (),
    )
    services.trials.begin(server, trial)
    trial_flow.compare_command(trial, context)
    return trial


async def press(services: TrialServices, context: InteractionContext, pressed: custom_ids.Press) -> None:
    """Handle a press; release the leftovers of a trial that no longer runs."""
    server = admin_rights.admin_server(context.interaction)
    run, _, rest = pressed.rest.partition(":")
    action, _, argument = rest.partition(":")
    trial = _running(services, server)
    if trial is None or trial.run != run:
        if trial is None:
            await services.leftovers.release(server)
            services.wake()
        await context.show_page(over_page(context.t))
        return
    if not trial.is_own_person(context):
        raise Refusal("trial-running")
    await trial_flow.act(trial, context, action, argument)


HANDLERS: Mapping[str, HandlerOf[TrialServices]] = {VERB: press}

SUBCOMMANDS: Final = (SubcommandOf("server", 1000, trial_command),)
