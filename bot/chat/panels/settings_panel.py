"""The private panel of `/settings`: how someone reads the bot, and when he is told what."""

import asyncio
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import discord
from discord import ButtonStyle, ui

from bot.chat.interactions import answers
from bot.chat.toolkit import custom_ids, layouts
from bot.chat.toolkit.app_context import PUBLIC_THEME, AppContext, InteractionContext, context_for
from bot.chat.toolkit.parsing.time_of_day import hours_typed, zone_typed
from bot.locale import LANGUAGES, Language
from bot.play.domain.preferences import Preferences, Quiet, Tell
from bot.play.domain.time.reminders import ENOUGH, read_quiet_hours
from render import THEMES

OWN = "own"
NEVER = "never"
BEFORE = (1, 2, 3, 6, 12, 24, 48, 72, 168)
"""The hours before a deadline at which reminders are offered."""
EVERY = (12, 24, 48, 72, 168)
"""The hours between reminders that are offered where there is no deadline."""
SWITCHES = ("forced", "auto-vacation")
HOURS, ZONE = "hours", "zone"
LONGEST_HOURS, LONGEST_ZONE = 20, 64

Option = discord.SelectOption


def panel(chosen: Preferences, t: Language) -> ui.LayoutView:
    """Return the panel with everything as it is chosen now."""
    off = t("settings.quiet-off")
    quiet = off if chosen.quiet is None else f"{chosen.quiet.from_:%H:%M}-{chosen.quiet.until:%H:%M}"
    lines = [t("settings.title"), t("settings.quiet", hours=quiet, zone=chosen.zone), t("settings.hint")]
    return layouts.page(
        layouts.text("\n".join(lines)),
        _menu("language", _languages(chosen, t), t),
        _menu("theme", _plain("theme", THEMES, chosen.theme or PUBLIC_THEME, t), t),
        _menu("tell", _plain("tell", Tell, chosen.tell, t), t),
        _menu("reminders", list(_times(BEFORE, chosen.reminders, "settings.before", t)), t, most=ENOUGH),
        _menu("every", _intervals(chosen, t), t),
        layouts.buttons(
            layouts.button(t("button.quiet"), custom_ids.write("quiet")),
            _switch("forced", chosen.forced, t),
            _switch("auto-vacation", chosen.auto_vacation, t),
        ),
    )


def _menu(what: str, options: list[Option], t: Language, *, most: int | None = None) -> layouts.Block:
    menu: ui.Select[Any] = ui.Select(
        custom_id=custom_ids.write("set", what),
        placeholder=t(f"settings.{what}"),
        options=options,
        min_values=1 if most is None else 0,
        max_values=most or 1,
    )
    return ui.ActionRow(menu)


def _languages(chosen: Preferences, t: Language) -> list[Option]:
    options = [Option(label=t("settings.language.own"), value=OWN, default=chosen.language is None)]
    return options + [
        Option(label=t(f"settings.language.{code}"), value=code, default=chosen.language == code)
        for code in LANGUAGES
    ]


def _plain(what: str, values: Iterable[str], current: str, t: Language) -> list[Option]:
    return [
        Option(label=t(f"settings.{what}.{value}"), value=str(value), default=value == current)
        for value in values
    ]


def _times(offered: Iterable[int], current: Iterable[int], text_id: str, t: Language) -> Iterable[Option]:
    """Return options for lengths of time in hours; what is chosen is offered in any case."""
    now = set(current)
    for hours in sorted({*offered, *now}):
        name = t("time.days", n=hours // 24) if hours % 24 == 0 else t("time.hours", n=hours)
        yield Option(label=t(text_id, time=name), value=str(hours), default=hours in now)


def _intervals(chosen: Preferences, t: Language) -> list[Option]:
    current = () if chosen.every is None else (chosen.every,)
    never = Option(label=t("settings.every-never"), value=NEVER, default=chosen.every is None)
    return [never, *_times(EVERY, current, "settings.every-so", t)]


def _switch(what: str, on: bool, t: Language) -> ui.Button[Any]:
    label = t(f"button.{what}-on" if on else f"button.{what}-off")
    style = ButtonStyle.success if on else ButtonStyle.secondary
    return layouts.button(label, custom_ids.write("switch", what, 0 if on else 1), style)


def _hours(values: tuple[str, ...]) -> tuple[int, ...]:
    return tuple(custom_ids.Press("hours", value).numbers(1)[0] for value in values)


READ: Mapping[str, Callable[[tuple[str, ...]], Mapping[str, Any]]] = {
    "language": lambda values: {"language": None if values[0] == OWN else _one_of(LANGUAGES, values[0])},
    "theme": lambda values: {"theme": _one_of(THEMES, values[0])},
    "tell": lambda values: {"tell": Tell(_one_of(tuple(Tell), values[0]))},
    "reminders": lambda values: {"reminders": tuple(sorted(_hours(values), reverse=True))},
    "every": lambda values: {"every": None if values[0] == NEVER else _hours(values)[0]},
}
"""What the values of each menu change."""


def _one_of(allowed: Iterable[str], value: str) -> str:
    if value not in allowed:
        raise custom_ids.MalformedId(value)
    return value


async def choose(
    app: AppContext, interaction: discord.Interaction, context: InteractionContext, press: custom_ids.Press
) -> None:
    """Change what a menu of the panel stands for."""
    read = READ.get(press.rest)
    if read is None:
        raise custom_ids.MalformedId(press.rest)
    changes = read(answers.chosen(interaction, least=0 if press.rest == "reminders" else 1))
    await _change(app, interaction, context, changes)


async def switch(
    app: AppContext, interaction: discord.Interaction, context: InteractionContext, press: custom_ids.Press
) -> None:
    """Turn something on or off."""
    what, _, on = press.rest.partition(":")
    if what not in SWITCHES or on not in {"0", "1"}:
        raise custom_ids.MalformedId(press.rest)
    await _change(app, interaction, context, {what.replace("-", "_"): on == "1"})


async def ask_quiet(
    app: AppContext, interaction: discord.Interaction, context: InteractionContext, _press: custom_ids.Press
) -> None:
    """Ask for quiet hours and the time zone, which are typed."""
    chosen = await app.services.settings.preferences(context.person.id)
    t = context.t
    now = "" if chosen.quiet is None else f"{chosen.quiet.from_:%H:%M}-{chosen.quiet.until:%H:%M}"
    form = layouts.form(t("quiet.title"), custom_ids.write("quiet-set"))
    form.add_item(layouts.field(HOURS, t("quiet.hours"), t("quiet.hours-about"), now, LONGEST_HOURS))
    form.add_item(layouts.field(ZONE, t("quiet.zone"), t("quiet.zone-about"), chosen.zone, LONGEST_ZONE))
    await answers.ask(interaction, form)


async def set_quiet(
    app: AppContext, interaction: discord.Interaction, context: InteractionContext, _press: custom_ids.Press
) -> None:
    """Keep the quiet hours and the time zone that were typed."""
    typed = answers.typed(interaction)
    hours = hours_typed(typed.get(HOURS, ""))
    # To look through all zones means to look through files.
    zone = await asyncio.to_thread(zone_typed, typed.get(ZONE, ""))
    quiet = None
    if hours:
        read = read_quiet_hours(hours)
        quiet = Quiet(read.start, read.end)
    await _change(app, interaction, context, {"quiet": quiet, "zone": zone})


async def _change(
    app: AppContext, interaction: discord.Interaction, context: InteractionContext, changes: Mapping[str, Any]
) -> None:
    """Keep the changes and show the panel as it is then, in the language chosen there."""
    chosen = await app.services.settings.set_preferences(context.request, **changes)
    after = await context_for(app, interaction)
    await answers.turn_page(interaction, panel(chosen, after.t))
