"""The options of `/challenge <game>`: opponents, number of players, side, variant, series, clock, rated.

A game's variants are typed into one option, or chosen on the challenge's page, so that the commands of all
games have about the same size.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

import discord
from discord.app_commands import Choice

from bot.chat.core.commands.clock_option import suggested_clocks
from bot.chat.core.commands.command_i18n import localise, name_in, names_of
from bot.chat.core.commands.option_spec import ChoiceSpec, OptionSpec, matching
from bot.chat.core.commands.typed_options import (
    NamedOptions,
    TypedOption,
    read_options,
)
from bot.chat.core.commands.variant_option import suggested_variants, variants_of
from bot.chat.core.parsing.clock import read_typed_clock
from bot.features.challenges.commands.terms_text import series_stem
from bot.features.challenges.domain import offers_choice
from bot.features.challenges.services import ChallengeServices
from bot.locale import Language, Texts
from bot.model.challenges.terms import CHOICE_ROLE, RANDOM_ROLE, Terms
from bot.model.refusal import Refusal
from rules.contract import Game
from rules.contract.capabilities import series_of
from rules.contract.series import TieBreak

SINGLE: Final = "single"
AS_MANY_AS_COME: Final = "any"
SUGGESTED: Final = 25
ROLE: Final = "role"
PLAYERS: Final = "players"
CLOCK: Final = "clock"
SERIES: Final = "series"
VARIANT: Final = "variant"
RATED: Final = "rated"


def challenge_slots(services: ChallengeServices, game: Game) -> list[OptionSpec]:
    """Return the options of the command that challenges to a game."""
    texts = services.interactions.texts
    return [
        *_people(texts, game),
        *_role(texts, game),
        *_variant(services, game),
        *_series(texts, game),
        clock_slot(services),
        _rated_option(texts),
    ]


def read_values(
    services: ChallengeServices, game: Game, values: Mapping[str, Any], t: Language
) -> Mapping[str, Any]:
    """Return the values of the command's options and of the game's given ones, by key.

    `values` may lack options, and may name options of the game itself, which older versions registered as
    options of the command. Raises Refusal: "unknown-option", and those of `read_options`.
    """
    slots = {slot.key: slot for slot in challenge_slots(services, game)}
    texts = services.interactions.texts
    own = variants_of(texts, game, t)
    keys = (*slots, *(option.key.id for option in own))
    for key, value in values.items():
        if value is not None and key not in keys:
            names = [
                *(name_in(t, slot.name, texts) for slot in slots.values()),
                *(option.key.shown for option in own),
            ]
            raise Refusal("unknown-option", option=key, allowed=", ".join(names))
    read: dict[str, Any] = {key: values.get(key, slot.default) for key, slot in slots.items()}
    for key, slot in slots.items():
        if slot.choices and read[key] is not None:
            read[key] = _typed_option(texts, slot, t).value(read[key])
    own_values = {
        option.key.id: option.value(values[option.key.id])
        for option in own
        if values.get(option.key.id) is not None
    }
    return {**read, **own_values, **read_options(read.pop(VARIANT, None) or "", own)}


def read_terms(texts: Texts, game: Game, values: Mapping[str, Any], usual: Terms) -> Terms:
    """Return terms with the values of `read_values`; `usual` are the proposed terms.

    Raises Refusal for an invalid clock.
    """
    players, rated = values.get(PLAYERS, AS_MANY_AS_COME), values[RATED]
    return replace(
        usual,
        options={**usual.options, **own_options(game, values)},
        role=values[ROLE],
        players=None if players == AS_MANY_AS_COME else int(players),
        tie_break=_tie_break(values.get(SERIES), usual),
        clock=read_typed_clock(values[CLOCK], texts) if values[CLOCK] else usual.clock,
        rated=usual.rated if rated is None else bool(rated),
    )


def own_options(game: Game, values: Mapping[str, Any]) -> Mapping[str, str]:
    """Return the given values that are options of the game itself."""
    return {option.key: values[option.key] for option in game.options if option.key in values}


def _tie_break(series: str | None, usual: Terms) -> TieBreak | None:
    if series is None:
        return usual.tie_break
    return None if series == SINGLE else TieBreak(series)


def suggested_roles(texts: Texts, game: Game, typed: str, t: Language) -> list[Choice[str]]:
    """Return the roles whose name in any language matches the typed text."""
    (slot,) = _role(texts, game)
    return matching(texts, slot.choices, typed, t)


def _variant(services: ChallengeServices, game: Game) -> list[OptionSpec]:
    if not game.options:
        return []

    async def suggest(interaction: discord.Interaction, typed: str) -> list[Choice[str]]:
        return suggested_variants(
            services.interactions.texts, game, typed, (await services.interactions.context_for(interaction)).t
        )

    name, about = (
        localise(services.interactions.texts, "option.variant"),
        localise(services.interactions.texts, "option.variant.about"),
    )
    return [OptionSpec(VARIANT, str, "", name, about, suggest=suggest)]


def _typed_option(texts: Texts, slot: OptionSpec, t: Language) -> TypedOption:
    values = tuple(
        NamedOptions.of(choice.value, name_in(t, choice.name, texts), *choice.names(texts))
        for choice in slot.choices
    )
    return TypedOption(
        NamedOptions.of(slot.key, name_in(t, slot.name, texts), *names_of(slot.name, texts)), values
    )


def guests(game: Game) -> list[str]:
    """Return the keys of the options for opponents: one fewer than the game's largest number of seats."""
    return ["opponent", *(f"opponent_{number}" for number in range(2, max(game.seats)))]


def _people(texts: Texts, game: Game) -> list[OptionSpec]:
    first, *others = guests(game)
    about = localise(texts, "option.opponent.about")
    slots = [OptionSpec(first, discord.User | None, None, localise(texts, "option.opponent"), about)]
    if len(game.seats) > 1:
        many = localise(texts, "option.players.any")
        choices = (
            ChoiceSpec(name=many, value=AS_MANY_AS_COME),
            *(ChoiceSpec(name=str(number), value=str(number)) for number in game.seats),
        )
        players = localise(texts, "option.players"), localise(texts, "option.players.about")
        slots.append(OptionSpec(PLAYERS, str, AS_MANY_AS_COME, *players, choices))
    more = localise(texts, "option.opponent.more")
    slots += [
        OptionSpec(key, discord.User | None, None, localise(texts, "option.opponent", number=n), more)
        for n, key in enumerate(others, start=2)
    ]
    return slots


def _role(texts: Texts, game: Game) -> list[OptionSpec]:
    choices = (
        ChoiceSpec(name=localise(texts, "role.random"), value=RANDOM_ROLE),
        *(
            ChoiceSpec(name=localise(texts, f"{game.key}.role.{role}"), value=role)
            for role in game.roles(max(game.seats))
        ),
        *((ChoiceSpec(localise(texts, "role.choice"), CHOICE_ROLE),) if offers_choice(game) else ()),
    )
    name, about = localise(texts, "option.role"), localise(texts, "option.role.about")
    return [OptionSpec(ROLE, str, RANDOM_ROLE, name, about, choices)]


def _series(texts: Texts, game: Game) -> list[OptionSpec]:
    series = series_of(game)
    if series is None:
        return []
    stem = f"option.{series_stem(game)}"
    names = (
        ("option.series.single", SINGLE),
        *((f"{stem}.{tie_break}", tie_break) for tie_break in series.tie_breaks),
    )
    choices = tuple(ChoiceSpec(name=localise(texts, name), value=str(value)) for name, value in names)
    name, about = localise(texts, "option.series"), localise(texts, "option.series.about")
    return [OptionSpec(SERIES, str | None, None, name, about, choices)]


def clock_slot(services: ChallengeServices, default: str | None = "") -> OptionSpec:
    """Return the option for a clock, typed or picked from suggestions."""

    async def suggest(interaction: discord.Interaction, typed: str) -> list[Choice[str]]:
        context = await services.interactions.context_for(interaction)
        return await suggested_clocks(services.interactions.texts, services.servers, context, typed)

    about = localise(services.interactions.texts, "option.clock.about")
    return OptionSpec(
        CLOCK, str, default, localise(services.interactions.texts, "option.clock"), about, suggest=suggest
    )


def _rated_option(texts: Texts) -> OptionSpec:
    name, about = localise(texts, "option.rated"), localise(texts, "option.rated.about")
    return OptionSpec(RATED, bool | None, None, name, about)
