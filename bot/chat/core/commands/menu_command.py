"""Commands in Discord's context menus for people and messages."""

from collections.abc import Awaitable, Callable

import discord
from discord import app_commands

from bot.chat.core.commands.command_i18n import localise
from bot.chat.core.interactions.interaction_context import InteractionContext
from bot.chat.core.interactions.interaction_handler import Interactions

AnyPerson = discord.User | discord.Member
OnPerson = Callable[[InteractionContext, AnyPerson], Awaitable[None]]
OnMessage = Callable[[InteractionContext, discord.Message], Awaitable[None]]


def person_command(interactions: Interactions, name: str, run: OnPerson) -> app_commands.ContextMenu:
    """Return a command for the context menu of people; `name` is its text id."""

    async def callback(interaction: discord.Interaction, person: AnyPerson) -> None:
        await interactions.run_guarded(interaction, lambda context: run(context, person))

    return app_commands.ContextMenu(name=localise(interactions.texts, name), callback=callback)


def message_command(interactions: Interactions, name: str, run: OnMessage) -> app_commands.ContextMenu:
    """Return a command for the context menu of messages; `name` is its text id."""

    async def callback(interaction: discord.Interaction, message: discord.Message) -> None:
        await interactions.run_guarded(interaction, lambda context: run(context, message))

    return app_commands.ContextMenu(name=localise(interactions.texts, name), callback=callback)
