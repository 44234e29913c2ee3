"""The panel in which a challenge is changed: to send it back, or where it stands by whoever has made it."""

from dataclasses import dataclass, replace

import discord
from discord import ButtonStyle

from bot.chat.core import custom_ids
from bot.chat.core.custom_ids import SIGNS
from bot.chat.core.messages import layouts
from bot.chat.core.messages.message_budget import shortened
from bot.chat.core.words import phrases, time_text
from bot.chat.core.words.game_names import game_name
from bot.locale import Language
from bot.play.domain.challenges import RANDOM_ROLE, Challenge
from rules.contract import Game, Option, options_in_effect
from rules.contract.capabilities import named_boards, series_of

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
_ADDED = 2
"""How many of the last fields panels of earlier versions may lack."""


MEANINGS_ROOM = 3000
"""How many characters the meanings of the variants may take."""


@dataclass(frozen=True, slots=True)
class Field:
    """One thing that can be changed: its key, its title, and the values with what they are called.

    A menu has room for those `offered` and the one that holds now, for all where none are named. What is not
    asked `first` is folded away at first.
    """

    key: str
    title: str
    values: tuple[tuple[str, str], ...]
    now: str
    offered: tuple[str, ...] = ()
    first: bool = False

    def menu(self, custom_id: str, t: Language) -> layouts.Block:
        """Return the menu in which the thing is changed."""
        shown = (*self.offered, self.now) if self.offered else tuple(value for value, _ in self.values)
        return layouts.select(
            custom_id,
            self.title,
            [
                discord.SelectOption(
                    label=t("game.option", title=self.title, value=name)[:100],
                    value=value,
                    default=value == self.now,
                )
                for value, name in self.values
                if value in shown
            ],
        )


def fields_of(game: Game, challenge: Challenge, t: Language, *, own: bool = False) -> tuple[Field, ...]:
    """Return what can be changed in a challenge, as it stands, seen by the one who is challenged.

    With `own` it is seen by whoever has made it. Whatever else a challenge comes to agree on goes here, and
    into `CounterWish`.
    """
    boards = {option for board in named_boards(game) for option in board}
    options = (_option(challenge, option, t, first=option.key in boards) for option in game.options)
    return (
        *options,
        *_players(challenge, game, t),
        _role(challenge, game.roles(max(game.seats)), t, own=own),
        *_series(challenge, game, t),
        _clock(challenge, t),
        _rated(challenge, t),
        _exploring(challenge, t),
    )


def written(fields: tuple[Field, ...]) -> str:
    """Return the chosen values as text, one sign each: its place among the values."""
    return "".join(SIGNS[[value for value, _ in field.values].index(field.now)] for field in fields)


def read(fields: tuple[Field, ...], text: str) -> dict[str, str]:
    """Return the values a text stands for, by the fields' keys. Raises MalformedId."""
    if 0 < len(fields) - len(text) <= _ADDED:
        # A panel of an earlier version, which knew less to agree on: its last signs are missing.
        text += written(fields)[len(text) :]
    places = [SIGNS.find(sign) for sign in text]
    if len(places) != len(fields):
        raise custom_ids.MalformedId(text)
    values = {}
    for field, place in zip(fields, places, strict=True):
        if not 0 <= place < len(field.values):
            raise custom_ids.MalformedId(text)
        values[field.key] = field.values[place][0]
    return values


def as_chosen(fields: tuple[Field, ...], text: str) -> tuple[Field, ...]:
    """Return the fields with the values a text stands for. Raises MalformedId."""
    values = read(fields, text)
    return tuple(replace(one, now=values[one.key]) for one in fields)


def with_change(fields: tuple[Field, ...], text: str, number: int, value: str) -> tuple[Field, ...]:
    """Return the fields with the values a text stands for, one of them changed. Raises MalformedId."""
    now = list(as_chosen(fields, text))
    if number >= len(now) or value not in dict(now[number].values):
        raise custom_ids.MalformedId(text)
    now[number] = replace(now[number], now=value)
    return tuple(now)


def change_page(
    game: Game,
    challenge: Challenge,
    fields: tuple[Field, ...],
    t: Language,
    *,
    own: bool = False,
    anew: int | None = None,
    unfolded: bool = False,
) -> discord.ui.LayoutView:
    """Return the panel with a menu for each thing that can be changed, and what each variant means.

    What is changed is sent back, challenges someone `anew`, or changes one's `own` challenge. What is asked
    first stands there at first, everything else once it is `unfolded`. Options without effect beside what is
    chosen are left out; they keep their values.
    """
    shown = shown_fields(game, fields, unfolded=unfolded)
    options = tuple(fields[number].key for number in shown if fields[number].key in challenge.options)
    text = written(fields)
    verb = "anew" if anew is not None else "terms" if own else "change"
    menus = [
        fields[number].menu(custom_ids.write(f"{verb}-set", challenge.id, number, text), t)
        for number in shown
    ]
    name = game_name(challenge, t)
    if anew is not None:
        said, label = t("counter.ask-anew", game=name, other=phrases.mention(anew)), t("button.send-anew")
    elif own:
        said, label = t("counter.ask-own", game=name), t("button.save-terms")
    else:
        said = t("counter.ask", game=name, challenger=phrases.mention(challenge.challenger))
        label = t("button.send-back")
    row = [layouts.button(label, custom_ids.write(f"{verb}-send", challenge.id, text), ButtonStyle.success)]
    if not unfolded:
        row.append(
            layouts.button(t("button.more-rules"), custom_ids.write(f"{verb}-more", challenge.id, text))
        )
    blocks = [layouts.text(said), layouts.text(meanings(challenge.key, options, t))] if options else []
    return layouts.page(*(blocks or [layouts.text(said)]), *menus, layouts.buttons(*row))


def shown_fields(game: Game, fields: tuple[Field, ...], *, unfolded: bool) -> list[int]:
    """Return the places of the fields that a panel shows, those that are asked first before the others."""
    now = {field.key: field.now for field in fields}
    in_effect = {option.key for option in options_in_effect(game.options, now)}
    idle = {option.key for option in game.options} - in_effect
    shown = [
        number for number, field in enumerate(fields) if field.key not in idle and (unfolded or field.first)
    ]
    return sorted(shown, key=lambda number: not fields[number].first)


def meanings(key: str, options: tuple[str, ...], t: Language) -> str:
    """Return what the variants of each of these options mean."""
    stems = (f"{key}.option.{option}" for option in options)
    lines = (t("counter.option", title=t(f"{stem}.title"), text=t(f"{stem}.rules")) for stem in stems)
    return shortened("\n".join(lines), MEANINGS_ROOM)


def _option(challenge: Challenge, option: Option, t: Language, *, first: bool) -> Field:
    now = challenge.options[option.key]
    values = option.values if now in option.values else (*option.values, now)
    names = ((value, phrases.value_name(challenge.key, option.key, value, t)) for value in values)
    title = t(f"{challenge.key}.option.{option.key}.title")
    return Field(option.key, title, tuple(names), now, first=first)


def _players(challenge: Challenge, game: Game, t: Language) -> tuple[Field, ...]:
    """Return the choice of how many a table is for."""
    if not challenge.lobby:
        return ()
    names = (
        (AS_MANY_AS_COME, t("option.players.any")),
        *((str(number), str(number)) for number in game.seats),
    )
    now = AS_MANY_AS_COME if challenge.players is None else str(challenge.players)
    return (Field(PLAYERS, t("counter.players"), names, now),)


def _role(challenge: Challenge, roles: tuple[str, ...], t: Language, *, own: bool) -> Field:
    """Return the choice of one's own side: that of the challenger, the one they have left, or the lot."""
    left = next((role for role in roles if role != challenge.role), RANDOM_ROLE)
    now = challenge.role if own or challenge.role == RANDOM_ROLE else left
    names = ((role, t(f"{challenge.key}.role.{role}")) for role in roles)
    return Field(ROLE, t("counter.role"), ((RANDOM_ROLE, t("role.random")), *names), now, first=True)


def _series(challenge: Challenge, game: Game, t: Language) -> tuple[Field, ...]:
    """Return the choice between a single game and a series, where there is one."""
    series = series_of(game)
    if series is None:
        return ()
    values = (SINGLE, *map(str, series.tie_breaks))
    now = SINGLE if challenge.series is None else str(challenge.series.tie_break)
    names = ((value, t(f"option.series.{value}")) for value in values)
    return (Field(SERIES, t("series.name"), tuple(names), now),)


def _clock(challenge: Challenge, t: Language) -> Field:
    clocks = time_text.offered(challenge.clock)
    names = ((str(clock), time_text.clock_name(clock, t)) for clock in clocks)
    menu = tuple(map(str, time_text.most_wanted(challenge.clock)))
    return Field(CLOCK, t("counter.clock"), tuple(names), str(challenge.clock), menu, first=True)


def _rated(challenge: Challenge, t: Language) -> Field:
    names = ((YES, t("counter.rated.yes")), (NO, t("counter.rated.no")))
    return Field(RATED, t("counter.rated"), names, YES if challenge.rated else NO)


def _exploring(challenge: Challenge, t: Language) -> Field:
    names = ((YES, t("counter.exploring.yes")), (NO, t("counter.exploring.no")))
    return Field(EXPLORING, t("counter.exploring"), names, YES if challenge.exploring else NO)
