"""The panel in which a challenge is changed: to send it back, or where it stands by whoever has made it."""

from dataclasses import dataclass

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
from rules.contract.capabilities import series_of

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
    """One thing that can be changed: its key, its title, and the values with what they are called."""

    key: str
    title: str
    values: tuple[tuple[str, str], ...]
    now: str


def fields_of(game: Game, challenge: Challenge, t: Language, *, own: bool = False) -> tuple[Field, ...]:
    """Return what can be changed in a challenge, as it stands, seen by the one who is challenged.

    With `own` it is seen by whoever has made it. Whatever else a challenge comes to agree on goes here, and
    into `Wish`.
    """
    options = (_option(challenge, option, t) for option in game.options)
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


def change_page(
    game: Game,
    challenge: Challenge,
    fields: tuple[Field, ...],
    t: Language,
    *,
    own: bool = False,
    anew: int | None = None,
) -> discord.ui.LayoutView:
    """Return the panel with a menu for each thing that can be changed, and what each variant means.

    What is changed is sent back, challenges someone `anew`, or changes one's `own` challenge. Options without
    effect beside what is chosen are left out; they keep their values.
    """
    chosen = {field.key: field.now for field in fields}
    in_effect = tuple(option.key for option in options_in_effect(game.options, chosen))
    idle = {option.key for option in game.options} - set(in_effect)
    text = written(fields)
    verb = "anew" if anew is not None else "terms" if own else "change"
    menus = [
        layouts.select(
            custom_ids.write(f"{verb}-set", challenge.id, number, text),
            field.title,
            [
                discord.SelectOption(
                    label=t("game.option", title=field.title, value=name)[:100],
                    value=value,
                    default=value == field.now,
                )
                for value, name in field.values
            ],
        )
        for number, field in enumerate(fields)
        if field.key not in idle
    ]
    name = game_name(challenge, t)
    if anew is not None:
        said, label = t("counter.ask-anew", game=name, other=phrases.mention(anew)), t("button.send-anew")
    elif own:
        said, label = t("counter.ask-own", game=name), t("button.save-terms")
    else:
        said = t("counter.ask", game=name, challenger=phrases.mention(challenge.challenger))
        label = t("button.send-back")
    send = layouts.button(label, custom_ids.write(f"{verb}-send", challenge.id, text), ButtonStyle.success)
    blocks = [layouts.text(said), layouts.text(_meanings(challenge.key, in_effect, t))] if in_effect else []
    return layouts.page(*(blocks or [layouts.text(said)]), *menus, layouts.buttons(send))


def _meanings(key: str, options: tuple[str, ...], t: Language) -> str:
    """Return what the variants of each of these options mean."""
    stems = (f"{key}.option.{option}" for option in options)
    lines = (t("counter.option", title=t(f"{stem}.title"), text=t(f"{stem}.rules")) for stem in stems)
    return shortened("\n".join(lines), MEANINGS_ROOM)


def _option(challenge: Challenge, option: Option, t: Language) -> Field:
    now = challenge.options[option.key]
    values = option.values if now in option.values else (*option.values, now)
    names = ((value, phrases.value_name(challenge.key, option.key, value, t)) for value in values)
    return Field(option.key, t(f"{challenge.key}.option.{option.key}.title"), tuple(names), now)


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
    return Field(ROLE, t("counter.role"), ((RANDOM_ROLE, t("role.random")), *names), now)


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
    return Field(CLOCK, t("counter.clock"), tuple(names), str(challenge.clock))


def _rated(challenge: Challenge, t: Language) -> Field:
    names = ((YES, t("counter.rated.yes")), (NO, t("counter.rated.no")))
    return Field(RATED, t("counter.rated"), names, YES if challenge.rated else NO)


def _exploring(challenge: Challenge, t: Language) -> Field:
    names = ((YES, t("counter.exploring.yes")), (NO, t("counter.exploring.no")))
    return Field(EXPLORING, t("counter.exploring"), names, YES if challenge.exploring else NO)
