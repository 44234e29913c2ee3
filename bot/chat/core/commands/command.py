"""Commands built from their handlers."""

import inspect
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any

import discord
from discord import app_commands
from discord.app_commands import Choice

from bot.chat.core.commands.command_i18n import localise
from bot.chat.core.commands.option_spec import ChoiceSpec, OptionSpec, dress
from bot.chat.core.interactions.interaction_context import InteractionContext
from bot.chat.core.interactions.interaction_handler import Interactions

Command = app_commands.Command[Any, ..., None]
Run = Callable[..., Awaitable[None]]
"""Handles a command: takes the context, then the options by key."""
SuggestTo = Callable[[InteractionContext, str], Awaitable[list[Choice[str]]]]
"""Returns completions of the typed text."""


@dataclass(frozen=True, slots=True)
class CommandOption:
    """An option's name, description and suggestions; type and default come from the handler.

    `name` and `about` are text ids, by default "option.<key>" and the same with ".about".
    """

    name: str = ""
    about: str = ""
    suggest: SuggestTo | None = None
    choices: Sequence[ChoiceSpec] = ()
    is_registered: bool = True
    """Whether Discord knows the option; otherwise its default applies."""


_PLAIN = CommandOption()


def command(
    interactions: Interactions,
    name: str,
    run: Run,
    made_as: type[Command] = app_commands.Command,
    /,
    **options: CommandOption,
) -> Command:
    """Return a command whose options are the parameters of `run`; `name` is its text id."""
    texts = interactions.texts

    async def callback(interaction: discord.Interaction, **given: Any) -> None:  # noqa: ANN401  # as Discord sends them
        async def act(context: InteractionContext) -> None:
            await run(context, **given)

        await interactions.run_guarded(interaction, act)

    signature = inspect.signature(run)
    parameters = [
        parameter for key, parameter in signature.parameters.items() if options.get(key, _PLAIN).is_registered
    ]
    callback.__signature__ = signature.replace(parameters=parameters)  # type: ignore[attr-defined]  # read by discord.py
    dress(
        callback,
        [_spec(interactions, parameter, options.get(parameter.name, _PLAIN)) for parameter in parameters[1:]],
    )
    return made_as(
        name=localise(texts, name), description=localise(texts, f"{name}.about"), callback=callback
    )


def _spec(interactions: Interactions, parameter: inspect.Parameter, option: CommandOption) -> OptionSpec:
    texts, name = interactions.texts, option.name or f"option.{parameter.name}"
    return OptionSpec(
        parameter.name,
        parameter.annotation,
        parameter.default,
        localise(texts, name),
        localise(texts, option.about or f"{name}.about"),
        tuple(option.choices),
        None if option.suggest is None else _with_context(interactions, option.suggest),
    )


def group(interactions: Interactions, name: str, *commands: Command) -> app_commands.Group:
    """Return the command group `name` with its subcommands."""
    texts = interactions.texts
    new_group = app_commands.Group(name=localise(texts, name), description=localise(texts, f"{name}.about"))
    for command in commands:
        new_group.add_command(command)
    return new_group


def _with_context(
    interactions: Interactions, suggest: SuggestTo
) -> Callable[[discord.Interaction, str], Any]:
    async def suggest_to(interaction: discord.Interaction, typed: str) -> list[Choice[str]]:
        return await suggest(await interactions.context_for(interaction), typed)

    return suggest_to
