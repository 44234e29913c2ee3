"""Terms as menus, one for each field, and the text in buttons that encodes the choices."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any

import discord
from discord import ui

from bot.chat.core import custom_ids
from bot.chat.core.custom_ids import SIGNS
from bot.chat.core.messages import layouts
from bot.chat.core.messages.message_budget import shorten
from bot.chat.core.words import phrases, time_text
from bot.features.challenges.commands.terms_text import series_stem
from bot.features.challenges.domain import offers_choice
from bot.features.challenges.service.challenge_terms import is_for_many
from bot.locale import Language
from bot.model.challenges.terms import CHOICE_ROLE, RANDOM_ROLE, Terms
from bot.model.time.clocks import read_clock
from rules.contract import Game, Option, options_in_effect
from rules.contract.capabilities import named_boards, series_of
from rules.contract.series import TieBreak

ROLE = "role"
SERIES = "series"
CLOCK = "clock"
SINGLE = "single"
PLAYERS = "players"
RATED = "rated"
EXPLORING = "exploring"
YES = "yes"
NO = "no"
AS_MANY_AS_COME = "any"
MEANINGS_ROOM = 3000
"""The maximum number of characters for the meanings of the variants."""


@dataclass(frozen=True, slots=True)
class Field:
    """A changeable field: its key, its title, and its values with their labels.

    `set_on` returns terms with another value. The menu offers the `choices` and the present value, by default
    all values. Fields not asked `first` are collapsed initially. `icons` are emojis by value.
    """

    key: str
    title: str
    values: tuple[tuple[str, str], ...]
    now: str
    set_on: Callable[[Terms, str], Terms]
    choices: tuple[str, ...] = ()
    first: bool = False
    icons: tuple[tuple[str, str], ...] = ()

    def choice_line(self, t: Language) -> str:
        """Return the present choice as a line."""
        return t("game.option", title=self.title, value=dict(self.values)[self.now])

    def menu(self, custom_id: str, t: Language) -> layouts.Block:
        options = [
            discord.SelectOption(
                label=t("game.option", title=self.title, value=name)[:100],
                value=value,
                default=value == self.now,
                emoji=dict(self.icons).get(value),
            )
            for value, name in self._offered_values()
        ]
        return layouts.select(custom_id, self.title, options)

    def as_label(self) -> ui.Label[Any]:
        """Return the menu as a line of a form; its custom_id is the key."""
        options = [
            discord.SelectOption(label=name[:100], value=value, default=value == self.now)
            for value, name in self._offered_values()
        ]
        return ui.Label(text=self.title, component=ui.Select(custom_id=self.key, options=options))

    def _offered_values(self) -> list[tuple[str, str]]:
        values = (*self.choices, self.now) if self.choices else tuple(value for value, _ in self.values)
        return [(value, name) for value, name in self.values if value in values]


def fields_of(game: Game, terms: Terms, t: Language) -> tuple[Field, ...]:
    """Return the fields of the changeable terms; the role is the editor's."""
    boards = {option for board in named_boards(game) for option in board}
    options = (_option(terms, option, t, first=option.key in boards) for option in game.options)
    return (
        *options,
        *_players(terms, game, t),
        _role(terms, game, t),
        *_series(terms, game, t),
        _clock(terms, t),
        _rated_field(terms, t),
        _exploring(terms, t),
    )


def terms_of(fields: Iterable[Field], terms: Terms) -> Terms:
    """Return terms with the values chosen in their fields."""
    for field in fields:
        terms = field.set_on(terms, field.now)
    return terms


def write_fields(fields: tuple[Field, ...]) -> str:
    """Return the chosen values as text, one character each: its index among the values."""
    return "".join(SIGNS[[value for value, _ in field.values].index(field.now)] for field in fields)


def read(fields: tuple[Field, ...], text: str) -> dict[str, str]:
    """Return the values in a text, by the fields' keys. Raises MalformedId."""
    places = [SIGNS.find(sign) for sign in text]
    if len(places) != len(fields):
        raise custom_ids.MalformedId(text)
    values = {}
    for field, place in zip(fields, places, strict=True):
        if not 0 <= place < len(field.values):
            raise custom_ids.MalformedId(text)
        values[field.key] = field.values[place][0]
    return values


def with_values(fields: tuple[Field, ...], text: str) -> tuple[Field, ...]:
    """Return the fields with the values in a text. Raises MalformedId."""
    values = read(fields, text)
    return tuple(replace(field, now=values[field.key]) for field in fields)


def with_change(fields: tuple[Field, ...], text: str, number: int, value: str) -> tuple[Field, ...]:
    """Return the fields with the values in a text, after a change of one field. Raises MalformedId."""
    now = with_values(fields, text)
    if number >= len(now):
        raise custom_ids.MalformedId(text)
    return with_value(now, now[number].key, value)


def with_value(fields: tuple[Field, ...], key: str, value: str) -> tuple[Field, ...]:
    """Return the fields with a changed value. Raises MalformedId for an unknown value."""
    if not any(field.key == key and value in dict(field.values) for field in fields):
        raise custom_ids.MalformedId(value)
    return tuple(replace(field, now=value) if field.key == key else field for field in fields)


def shown_fields(game: Game, fields: tuple[Field, ...], *, unfolded: bool) -> list[int]:
    """Return the indexes of the fields that a panel shows; those asked first come first."""
    now = {field.key: field.now for field in fields}
    in_effect = {option.key for option in options_in_effect(game.options, now)}
    idle = {option.key for option in game.options} - in_effect
    numbers = [
        number for number, field in enumerate(fields) if field.key not in idle and (unfolded or field.first)
    ]
    return sorted(numbers, key=lambda number: not fields[number].first)


def meanings(key: str, options: tuple[str, ...], t: Language) -> str:
    """Return the explanations of these options' variants."""
    stems = (f"{key}.option.{option}" for option in options)
    lines = (t("counter.option", title=t(f"{stem}.title"), text=t(f"{stem}.rules")) for stem in stems)
    return shorten("\n".join(lines), MEANINGS_ROOM)


def _option(terms: Terms, option: Option, t: Language, *, first: bool) -> Field:
    # A challenge of an earlier version lacks newer options.
    now = terms.options.get(option.key, option.default)
    values = option.values if now in option.values else (*option.values, now)
    names = ((value, phrases.value_name(terms.key, option.key, value, t)) for value in values)
    title = t(f"{terms.key}.option.{option.key}.title")

    def put(changed: Terms, value: str) -> Terms:
        return replace(changed, options={**changed.options, option.key: value})

    return Field(option.key, title, tuple(names), now, put, first=first)


def _players(terms: Terms, game: Game, t: Language) -> tuple[Field, ...]:
    """Return the choice of a table's number of players."""
    if not is_for_many(game):
        return ()
    names = (
        (AS_MANY_AS_COME, t("option.players.any")),
        *((str(number), str(number)) for number in game.seats),
    )
    now = AS_MANY_AS_COME if terms.players is None else str(terms.players)

    def put(changed: Terms, value: str) -> Terms:
        return replace(changed, players=None if value == AS_MANY_AS_COME else int(value))

    return (Field(PLAYERS, t("counter.players"), names, now, put),)


def _role(terms: Terms, game: Game, t: Language) -> Field:
    """Return the choice of the person's side: a role, a random one, or one that the other player chooses."""
    divides = offers_choice(game) or terms.role == CHOICE_ROLE
    names = (
        (RANDOM_ROLE, t("role.random")),
        *((role, t(f"{terms.key}.role.{role}")) for role in game.roles(max(game.seats))),
        *(((CHOICE_ROLE, t("role.choice")),) if divides else ()),
    )

    def put(changed: Terms, value: str) -> Terms:
        return replace(changed, role=value)

    roles = ((role, t.icon(f"{terms.key}.{role}")) for role, _ in names)
    icons = tuple((role, icon) for role, icon in roles if icon is not None)
    return Field(ROLE, t("counter.role"), names, terms.role, put, first=True, icons=icons)


def _series(terms: Terms, game: Game, t: Language) -> tuple[Field, ...]:
    """Return the choice between a single game and a series, if the game has one."""
    series = series_of(game)
    if series is None:
        return ()
    values = (SINGLE, *map(str, series.tie_breaks))
    now = SINGLE if terms.tie_break is None else str(terms.tie_break)
    stem = f"option.{series_stem(game)}"
    names = ((value, t("option.series.single" if value == SINGLE else f"{stem}.{value}")) for value in values)

    def put(changed: Terms, value: str) -> Terms:
        return replace(changed, tie_break=None if value == SINGLE else TieBreak(value))

    return (Field(SERIES, t("series.name"), tuple(names), now, put),)


def _clock(terms: Terms, t: Language) -> Field:
    clocks = time_text.clock_choices(terms.clock)
    names = ((str(clock), time_text.clock_name(clock, t)) for clock in clocks)
    menu = tuple(map(str, time_text.common_clocks(terms.clock)))

    def put(changed: Terms, value: str) -> Terms:
        return replace(changed, clock=read_clock(value))

    return Field(CLOCK, t("counter.clock"), tuple(names), str(terms.clock), put, menu, first=True)


def _rated_field(terms: Terms, t: Language) -> Field:
    names = ((YES, t("counter.rated.yes")), (NO, t("counter.rated.no")))

    def put(changed: Terms, value: str) -> Terms:
        return replace(changed, rated=value == YES)

    return Field(RATED, t("counter.rated"), names, YES if terms.rated else NO, put)


def _exploring(terms: Terms, t: Language) -> Field:
    names = ((YES, t("counter.exploring.yes")), (NO, t("counter.exploring.no")))

    def put(changed: Terms, value: str) -> Terms:
        return replace(changed, exploring=value == YES)

    return Field(EXPLORING, t("counter.exploring"), names, YES if terms.exploring else NO, put)
