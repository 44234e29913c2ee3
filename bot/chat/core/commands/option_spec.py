"""Command options as data, for commands built from the games' declarations."""

import inspect
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import discord
from discord import app_commands
from discord.app_commands import Choice, locale_str

from bot.chat.core.commands.command_i18n import localise, name_in, names_of
from bot.chat.core.interactions.suggestions import Suggest, suggesting
from bot.locale import Language, Texts

MOST: Final = 25
"""Discord's limit of subcommands, options, choices or suggestions in a list."""


@dataclass(frozen=True, slots=True)
class ChoiceSpec:
    """A value of an option, and its label."""

    name: locale_str | str
    value: str

    def names(self, texts: Texts) -> tuple[str, ...]:
        return names_of(self.name, texts)


@dataclass(frozen=True, slots=True)
class OptionSpec:
    """A command option: key, type, default, texts and choices.

    `suggest` completes typed text if there are no choices.
    """

    key: str
    kind: Any
    default: str | None
    name: locale_str
    about: locale_str
    choices: tuple[ChoiceSpec, ...] = ()
    suggest: Suggest | None = None
    required: bool = False


_Run = Callable[[discord.Interaction, Mapping[str, Any]], Awaitable[None]]


def matching(texts: Texts, choices: Sequence[ChoiceSpec], typed: str, t: Language) -> list[Choice[str]]:
    """Return the choices whose value, or whose name in any language, contains the typed text."""
    query = typed.strip().casefold()
    matches = (
        choice
        for choice in choices
        if any(query in name.casefold() for name in (choice.value, *choice.names(texts)))
    )
    return [Choice(name=name_in(t, choice.name, texts), value=choice.value) for choice in matches][:MOST]


def command_with(
    name: locale_str, about: locale_str, slots: Sequence[OptionSpec], run: _Run
) -> app_commands.Command[Any, ..., None]:
    """Return a command with the given options; `run` gets their values by key."""

    async def callback(interaction: discord.Interaction, **given: Any) -> None:  # noqa: ANN401  # as Discord sends them
        await run(interaction, given)

    keyword = inspect.Parameter.KEYWORD_ONLY
    first = inspect.Parameter(
        "interaction", inspect.Parameter.POSITIONAL_ONLY, annotation=discord.Interaction
    )
    rest = [
        inspect.Parameter(
            slot.key,
            keyword,
            default=inspect.Parameter.empty if slot.required else slot.default,
            annotation=slot.kind,
        )
        for slot in slots
    ]
    callback.__signature__ = inspect.Signature([first, *rest])  # type: ignore[attr-defined]  # read by inspect
    dress(callback, slots)
    return app_commands.Command(name=name, description=about, callback=callback)


def dress(callback: Callable[..., Any], slots: Sequence[OptionSpec]) -> None:
    """Attach the options' names, texts, choices and suggestions to a command callback."""
    app_commands.describe(**{slot.key: slot.about for slot in slots})(callback)
    app_commands.rename(**{slot.key: slot.name for slot in slots})(callback)
    app_commands.choices(
        **{
            slot.key: [Choice(name=choice.name, value=choice.value) for choice in slot.choices]
            for slot in slots
            if slot.choices
        }
    )(callback)
    app_commands.autocomplete(**{slot.key: suggesting(slot.suggest) for slot in slots if slot.suggest})(
        callback
    )


def choices_of(texts: Texts, what: str, values: Iterable[str]) -> list[ChoiceSpec]:
    """Return values as choices, named by the texts "<what>.<value>"."""
    return [ChoiceSpec(localise(texts, f"{what}.{value}"), value) for value in values]
