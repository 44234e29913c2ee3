"""Counter-offers: the challenged person changes what he does not like and sends the challenge back."""

from collections.abc import Mapping
from dataclasses import dataclass

import discord
from discord import ButtonStyle

from bot.chat.interactions import answers
from bot.chat.interactions.handler import Handler, chosen
from bot.chat.interactions.interaction_handler import rules_of
from bot.chat.panels.line_draft import SIGNS
from bot.chat.toolkit import custom_ids, layouts, phrases, time_text
from bot.chat.toolkit.app_context import AppContext, InteractionContext
from bot.locale import Language
from bot.play.domain.challenges import RANDOM_ROLE, Challenge, ChallengeStatus, SeriesChoice
from bot.play.domain.refusal import Refusal
from bot.play.domain.time.clocks import read_clock
from rules.contract import Game, Option
from rules.contract.capabilities import series_of
from rules.contract.series import TieBreak

ROLE = "role"
SERIES = "series"
CLOCK = "clock"
SINGLE = "single"


@dataclass(frozen=True, slots=True)
class Field:
    """One thing that can be changed: its key, its title, and the values with what they are called."""

    key: str
    title: str
    values: tuple[tuple[str, str], ...]
    now: str


def fields_of(game: Game, challenge: Challenge, t: Language) -> tuple[Field, ...]:
    """Return what can be changed in a challenge, as it stands, seen by the one who is challenged.

    Whatever else a challenge comes to agree on goes here, and into `send_back`.
    """
    options = (_option(challenge, option, t) for option in game.options)
    return (
        *options,
        _role(challenge, game.roles(2), t),
        *_series(challenge, game, t),
        _clock(challenge, t),
    )


def written(fields: tuple[Field, ...]) -> str:
    """Return the chosen values as text, one sign each: its place among the values."""
    return "".join(SIGNS[[value for value, _ in field.values].index(field.now)] for field in fields)


def read(fields: tuple[Field, ...], text: str) -> dict[str, str]:
    """Return the values a text stands for, by the fields' keys. Raises MalformedId."""
    places = [SIGNS.find(sign) for sign in text]
    if len(places) != len(fields):
        raise custom_ids.MalformedId(text)
    values = {}
    for field, place in zip(fields, places, strict=True):
        if not 0 <= place < len(field.values):
            raise custom_ids.MalformedId(text)
        values[field.key] = field.values[place][0]
    return values


def change_page(challenge: Challenge, fields: tuple[Field, ...], t: Language) -> discord.ui.LayoutView:
    """Return the panel with a menu for each thing that can be changed."""
    text = written(fields)
    menus = [
        layouts.select(
            custom_ids.write("change-set", challenge.id, number, text),
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
    ]
    said = t("counter.ask", game=t(f"{challenge.key}.name"), challenger=phrases.mention(challenge.challenger))
    send = layouts.button(
        t("button.send-back"), custom_ids.write("change-send", challenge.id, text), ButtonStyle.success
    )
    return layouts.page(layouts.text(said), *menus, layouts.buttons(send))


async def change(
    app: AppContext, interaction: discord.Interaction, context: InteractionContext, press: custom_ids.Press
) -> None:
    """Open the panel."""
    (challenge_id,) = press.numbers(1)
    challenge = await _answerable(app, context, challenge_id)
    fields = fields_of(app.games[challenge.key], challenge, context.t)
    await answers.go_on(interaction, change_page(challenge, fields, context.t))


async def change_one(
    app: AppContext, interaction: discord.Interaction, context: InteractionContext, press: custom_ids.Press
) -> None:
    """Change one thing in the panel."""
    challenge_id, number = press.numbers(2)
    challenge = await _answerable(app, context, challenge_id)
    fields = fields_of(app.games[challenge.key], challenge, context.t)
    values, value = read(fields, press.after(2)), chosen(interaction)
    if number >= len(fields) or value not in dict(fields[number].values):
        raise custom_ids.MalformedId(press.rest)
    values[fields[number].key] = value
    now = tuple(Field(one.key, one.title, one.values, values[one.key]) for one in fields)
    await answers.turn_page(interaction, change_page(challenge, now, context.t))


async def send_back(
    app: AppContext, interaction: discord.Interaction, context: InteractionContext, press: custom_ids.Press
) -> None:
    """Send the challenge back as it was changed; the notices close its card and post the new one."""
    (challenge_id,) = press.numbers(1)
    challenge = await app.services.challenges.get(challenge_id)
    values = read(fields_of(app.games[challenge.key], challenge, context.t), press.after(1))
    options = {option.key: values[option.key] for option in app.games[challenge.key].options}
    clock = read_clock(values[CLOCK])
    series = _series_choice(values.get(SERIES, SINGLE))
    with rules_of(challenge.key):
        sent = await app.services.counter_offers.counter(
            context.request, challenge_id, options, values[ROLE], clock, series=series
        )
    said = context.t("counter.sent", challenger=phrases.mention(challenge.challenger))
    row = layouts.buttons(layouts.button(context.t("button.withdraw"), custom_ids.write("withdraw", sent.id)))
    await answers.turn_page(interaction, layouts.page(layouts.text(said), row))


async def _answerable(app: AppContext, context: InteractionContext, challenge_id: int) -> Challenge:
    """Return a challenge that the person may send back. Raises Refusal."""
    challenge = await app.services.challenges.get(challenge_id)
    if challenge.challenger == context.person.id:
        raise Refusal("own-challenge")
    if challenge.opponent != context.person.id:
        raise Refusal("not-your-challenge")
    if challenge.status is not ChallengeStatus.OPEN:
        raise Refusal("challenge-closed", status=challenge.status)
    return challenge


def _option(challenge: Challenge, option: Option, t: Language) -> Field:
    now = challenge.options[option.key]
    values = option.values if now in option.values else (*option.values, now)
    names = ((value, phrases.value_name(challenge.key, option.key, value, t)) for value in values)
    return Field(option.key, t(f"{challenge.key}.option.{option.key}.title"), tuple(names), now)


def _role(challenge: Challenge, roles: tuple[str, ...], t: Language) -> Field:
    """Return the choice of one's own side: the one the challenger has left, or the lot."""
    left = next((role for role in roles if role != challenge.role), RANDOM_ROLE)
    now = RANDOM_ROLE if challenge.role == RANDOM_ROLE else left
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


def _series_choice(value: str) -> SeriesChoice | None:
    return None if value == SINGLE else SeriesChoice(TieBreak(value))


def _clock(challenge: Challenge, t: Language) -> Field:
    clocks = time_text.offered(challenge.clock)
    names = ((str(clock), time_text.clock_name(clock, t)) for clock in clocks)
    return Field(CLOCK, t("counter.clock"), tuple(names), str(challenge.clock))


HANDLERS: Mapping[str, Handler] = {"change": change, "change-set": change_one, "change-send": send_back}
