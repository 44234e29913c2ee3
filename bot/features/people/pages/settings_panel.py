"""The private panel of `/settings`: a person's language, display and notifications."""

from collections.abc import Iterable, Sequence
from typing import Any, Final

import discord
from discord import ButtonStyle, ui

from bot.chat.core import custom_ids
from bot.chat.core.messages import layouts
from bot.chat.core.pictures import PUBLIC_THEME
from bot.locale import LANGUAGES, Language, name_of
from bot.model.people.preferences import PingPlace, Preferences
from bot.model.settings import Setting
from bot.model.time.reminders import ENOUGH
from render import THEMES

OWN = "own"
NEVER = "never"
BEFORE = (1, 2, 3, 6, 12, 24, 48, 72, 168)
"""The hours before a deadline at which reminders are offered."""
EVERY = (12, 24, 48, 72, 168)
"""The choices of hours between reminders without a deadline."""
_WIDEST: Final = 5
_MenuOption = discord.SelectOption


def panel(
    preferences: Preferences,
    switches: Sequence[Setting[bool]],
    t: Language,
    doors: Sequence[layouts.Button] = (),
) -> ui.LayoutView:
    """Return the panel with the current choices and the buttons of other features."""
    quiet = t("settings.quiet-off") if preferences.quiet is None else str(preferences.quiet)
    lines = [t("settings.title"), t("settings.quiet", hours=quiet, zone=preferences.zone), t("settings.hint")]
    return layouts.page(
        layouts.text("\n".join(lines)),
        _menu("language", _languages(preferences, t), t),
        _menu("theme", _plain("theme", THEMES, preferences.theme or PUBLIC_THEME, t), t),
        _menu("tell", _plain("tell", PingPlace, preferences.tell, t), t),
        _menu("reminders", list(_times(BEFORE, preferences.reminders, "settings.before", t)), t, most=ENOUGH),
        _menu("every", _intervals(preferences, t), t),
        *(layouts.buttons(*row) for row in _rows(preferences, switches, t)),
        layouts.buttons(
            layouts.button(t("button.blocks"), custom_ids.write("blocks")),
            layouts.button(t("button.privacy"), custom_ids.write("privacy")),
            *doors,
        ),
    )


def _menu(what: str, options: list[_MenuOption], t: Language, *, most: int | None = None) -> layouts.Block:
    menu: ui.Select[Any] = ui.Select(
        custom_id=custom_ids.write("set", what),
        placeholder=t(f"settings.{what}"),
        options=options,
        min_values=1 if most is None else 0,
        max_values=most or 1,
    )
    return ui.ActionRow(menu)


def _languages(preferences: Preferences, t: Language) -> list[_MenuOption]:
    options = [_MenuOption(label=t("settings.language.own"), value=OWN, default=preferences.language is None)]
    return options + [
        _MenuOption(
            label=t("settings.language.named", name=name_of(code)),
            value=code,
            default=preferences.language == code,
        )
        for code in LANGUAGES
    ]


def _plain(what: str, values: Iterable[str], current: str, t: Language) -> list[_MenuOption]:
    return [
        _MenuOption(label=t(f"settings.{what}.{value}"), value=str(value), default=value == current)
        for value in values
    ]


def _times(
    offered_hours: Iterable[int], current: Iterable[int], text_id: str, t: Language
) -> Iterable[_MenuOption]:
    """Return the choices of durations in hours; the present ones are always included."""
    now = set(current)
    for hours in sorted({*offered_hours, *now}):
        name = t("time.days", n=hours // 24) if hours % 24 == 0 else t("time.hours", n=hours)
        yield _MenuOption(label=t(text_id, time=name), value=str(hours), default=hours in now)


def _intervals(preferences: Preferences, t: Language) -> list[_MenuOption]:
    current = () if preferences.every is None else (preferences.every,)
    never = _MenuOption(label=t("settings.every-never"), value=NEVER, default=preferences.every is None)
    return [never, *_times(EVERY, current, "settings.every-so", t)]


def _rows(
    preferences: Preferences, switches: Sequence[Setting[bool]], t: Language
) -> list[list[ui.Button[Any]]]:
    """Return the buttons in rows of as many as Discord allows."""
    pressed = [layouts.button(t("button.quiet"), custom_ids.write("quiet"))]
    pressed += [_switch(setting, preferences[setting], t) for setting in switches]
    return [pressed[start : start + _WIDEST] for start in range(0, len(pressed), _WIDEST)]


def _switch(setting: Setting[bool], on: bool, t: Language) -> ui.Button[Any]:
    label = t("settings.switched-on" if on else "settings.switched-off", setting=t(setting.text_id))
    style = ButtonStyle.success if on else ButtonStyle.secondary
    return layouts.button(label, custom_ids.write("switch", setting.name, 0 if on else 1), style)
