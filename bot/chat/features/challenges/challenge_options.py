"""The options of `/challenge <game>`: whom, which side, the game's own, series and clock.

The games that were there first have an option for each of their variants, as they always had. The variants of
all others are typed into one option, `options`, or set on the card: a command is limited in size.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import discord
from discord.app_commands import Choice

from bot.chat.core.app_context import AppContext, InteractionContext, context_for
from bot.chat.core.commands.command_i18n import localised, names_of
from bot.chat.core.commands.option_spec import ChoiceSpec, OptionSpec
from bot.chat.core.commands.tree_budget import ROOM, Slots, slots_size, within
from bot.chat.core.interactions.suggestions import Suggest
from bot.chat.core.parsing.clock import offered_clock
from bot.chat.core.words import time_text
from bot.chat.features.challenges.typed_options import Named, TypedOption, complete, read_options
from bot.locale import Language, Texts
from bot.play.domain.challenges import RANDOM_ROLE
from bot.play.domain.time.clocks import NO_CLOCK, ClockChoice
from rules.contract import Game
from rules.contract.capabilities import series_of

SINGLE: Final = "single"
AS_MANY_AS_COME: Final = "any"
SUGGESTED: Final = 25
SERIES: Final = "series"
OPTIONS: Final = "options"
RATED: Final = "rated"
WITH_OWN_OPTIONS: Final = 6
"""How many games, in their order, have an option for each of their variants."""


def challenge_slots(app: AppContext, room: int = ROOM) -> Slots:
    """Return the options for every game, by its key, which together take no more than `room`.

    Where they would, the longest sets of choices become suggestions; where even that is not enough, fewer
    games have an option for each variant.
    """
    for with_own in range(WITH_OWN_OPTIONS, -1, -1):
        slots = {
            game.key: _slots(app, game, own=number < with_own)
            for number, game in enumerate(app.games.values())
        }
        fitting = within(app.texts, slots, room)
        if slots_size(app.texts, fitting) <= room:
            break
    return {
        key: [_suggesting(app, slot) if slot.choices_suggested else slot for slot in own]
        for key, own in fitting.items()
    }


def read_given(
    app: AppContext, game: Game, slots: Sequence[OptionSpec], given: Mapping[str, Any], t: Language
) -> Mapping[str, Any]:
    """Return what was given, by key, with what was typed in place of choices read.

    Raises Refusal as `read_options`.
    """
    open_ended = {option.key for option in game.options if option.open_ended}
    read = dict(given)
    for slot in slots:
        if slot.choices and given[slot.key] is not None:
            read[slot.key] = _typed(app.texts, slot, t, open_ended).value(given[slot.key])
    if OPTIONS in read:
        defaults = {option.key: option.default for option in game.options}
        known = _typed_options(app.texts, game, t)
        read = {**defaults, **read, **read_options(read.pop(OPTIONS) or "", known)}
    return read


def _slots(app: AppContext, game: Game, *, own: bool) -> list[OptionSpec]:
    texts = app.texts
    variants = [*_options(texts, game), *_series(texts, game)] if own else [_all_options(app, game)]
    return [*_people(texts, game), *_role(texts, game), *variants, clock_slot(app), _rated(texts)]


def _all_options(app: AppContext, game: Game) -> OptionSpec:
    async def suggest(interaction: discord.Interaction, typed: str) -> list[Choice[str]]:
        t = (await context_for(app, interaction)).t
        found = complete(typed, _typed_options(app.texts, game, t))
        return [Choice(name=name, value=line) for name, line in found]

    name, about = localised(app.texts, "option.options"), localised(app.texts, "option.options.about")
    return OptionSpec(OPTIONS, str, "", name, about, suggest=suggest)


def _typed_options(texts: Texts, game: Game, t: Language) -> list[TypedOption]:
    """Return what can be typed into `options`."""
    open_ended = {option.key for option in game.options if option.open_ended}
    slots = (*_options(texts, game), *_series(texts, game))
    return [_typed(texts, slot, t, open_ended) for slot in slots]


def _typed(texts: Texts, slot: OptionSpec, t: Language, open_ended: frozenset[str] | set[str]) -> TypedOption:
    values = tuple(
        Named.of(choice.value, _shown(choice.name, texts, t), *choice.called(texts))
        for choice in slot.choices
    )
    names = names_of(slot.name, texts)
    key = Named.of(slot.key, _shown(slot.name, texts, t), *names)
    return TypedOption(key, values, slot.key in open_ended)


def _shown(named: discord.app_commands.locale_str | str, texts: Texts, t: Language) -> str:
    names = names_of(named, texts)
    return dict(zip(texts.languages, names, strict=False)).get(t.code, names[0])


def _suggesting(app: AppContext, slot: OptionSpec) -> OptionSpec:
    """Return an option that offers its choices while one types."""
    return OptionSpec(
        slot.key,
        slot.kind,
        slot.default,
        slot.name,
        slot.about,
        slot.choices,
        _choices_of(app, slot),
        choices_suggested=True,
    )


def matching(texts: Texts, slot: OptionSpec, typed: str, t: Language) -> list[Choice[str]]:
    """Return the choices of an option that are called, in any language, like what is typed so far."""
    wanted = typed.strip().casefold()
    found = (
        (_shown(choice.name, texts, t), choice)
        for choice in slot.choices
        if any(wanted in name.casefold() for name in (choice.value, *choice.called(texts)))
    )
    return [Choice(name=name[:100], value=choice.value) for name, choice in found][:SUGGESTED]


def _choices_of(app: AppContext, slot: OptionSpec) -> Suggest:
    async def suggest(interaction: discord.Interaction, typed: str) -> list[Choice[str]]:
        return matching(app.texts, slot, typed, (await context_for(app, interaction)).t)

    return suggest


def guests(game: Game) -> list[str]:
    """Return the keys of the options by which opponents are named: one fewer than the game has seats."""
    return ["opponent", *(f"opponent_{number}" for number in range(2, max(game.seats)))]


def _people(texts: Texts, game: Game) -> list[OptionSpec]:
    first, *others = guests(game)
    about = localised(texts, "option.opponent.about")
    slots = [OptionSpec(first, discord.User | None, None, localised(texts, "option.opponent"), about)]
    if len(game.seats) > 1:
        many = localised(texts, "option.players.any")
        choices = (
            ChoiceSpec(name=many, value=AS_MANY_AS_COME),
            *(ChoiceSpec(name=str(number), value=str(number)) for number in game.seats),
        )
        players = localised(texts, "option.players"), localised(texts, "option.players.about")
        slots.append(OptionSpec("players", str, AS_MANY_AS_COME, *players, choices))
    more = localised(texts, "option.opponent.more")
    slots += [
        OptionSpec(key, discord.User | None, None, localised(texts, "option.opponent", number=n), more)
        for n, key in enumerate(others, start=2)
    ]
    return slots


def _role(texts: Texts, game: Game) -> list[OptionSpec]:
    choices = (
        ChoiceSpec(name=localised(texts, "role.random"), value=RANDOM_ROLE),
        *(
            ChoiceSpec(name=localised(texts, f"{game.key}.role.{role}"), value=role)
            for role in game.roles(max(game.seats))
        ),
    )
    name, about = localised(texts, "option.role"), localised(texts, "option.role.about")
    return [OptionSpec("role", str, RANDOM_ROLE, name, about, choices)]


def _options(texts: Texts, game: Game) -> list[OptionSpec]:
    return [
        OptionSpec(
            option.key,
            str,
            option.default,
            localised(texts, f"{game.key}.option.{option.key}"),
            localised(texts, f"{game.key}.option.{option.key}.about"),
            tuple(
                ChoiceSpec(
                    name=localised(texts, f"{game.key}.option.{option.key}.value.{value}"), value=value
                )
                for value in option.values
            ),
        )
        for option in game.options
    ]


def _series(texts: Texts, game: Game) -> list[OptionSpec]:
    series = series_of(game)
    if series is None:
        return []
    values = (SINGLE, *series.tie_breaks)
    choices = tuple(
        ChoiceSpec(name=localised(texts, f"option.series.{value}"), value=str(value)) for value in values
    )
    name, about = localised(texts, "option.series"), localised(texts, "option.series.about")
    return [OptionSpec(SERIES, str, SINGLE, name, about, choices)]


def clock_slot(app: AppContext, default: str | None = "") -> OptionSpec:
    """Return the option for a clock, which is typed or picked from what is suggested."""

    async def suggest(interaction: discord.Interaction, typed: str) -> list[Choice[str]]:
        context = await context_for(app, interaction)
        server = await server_clock(app, context)
        named = time_text.suggest(server, typed, context.t, offered_clock(typed, app.texts))
        return [Choice(name=name[:100], value=value) for name, value in named[:SUGGESTED]]

    about = localised(app.texts, "option.clock.about")
    return OptionSpec("clock", str, default, localised(app.texts, "option.clock"), about, suggest=suggest)


def _rated(texts: Texts) -> OptionSpec:
    name, about = localised(texts, "option.rated"), localised(texts, "option.rated.about")
    return OptionSpec(RATED, bool | None, None, name, about)


async def server_rates(app: AppContext, context: InteractionContext) -> bool:
    """Return whether challenges are rated that say nothing about it."""
    server = context.place.server
    return server is not None and (await app.services.servers.server(server)).rated


async def server_explores(app: AppContext, context: InteractionContext) -> bool:
    """Return whether new challenges allow trying moves out, until they are changed on their card."""
    server = context.place.server
    return server is None or (await app.services.servers.server(server)).exploring


async def server_clock(app: AppContext, context: InteractionContext) -> ClockChoice:
    """Return the clock of challenges that name none."""
    server = context.place.server
    return NO_CLOCK if server is None else (await app.services.servers.server(server)).clock
