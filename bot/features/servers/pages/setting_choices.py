"""Server settings with a few values, each chosen from a menu."""

from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import discord
from discord import ui

from bot.chat.core import custom_ids
from bot.chat.core.contributions.server_lines import all_settings
from bot.chat.core.messages import layouts
from bot.chat.core.pictures import PUBLIC_THEME
from bot.chat.core.words import time_text
from bot.features.servers.service.server_admin import AUTOMATIC, ServerAdmin
from bot.locale import LANGUAGES, Language, name_of
from bot.model.people.person import Request
from bot.model.servers.server_rules import ServerRules
from bot.model.settings import Setting
from bot.model.time.clocks import ClockChoice, read_clock
from render import THEMES

SET: Final = "server-set"
Names = Mapping[str, str]
"""Display names of values, by stored text."""


@dataclass(frozen=True, slots=True)
class SettingChoice:
    """A setting; `key` is part of its text id and custom_id, `place` its position on the page.

    `names` returns the display names, `current` the current value; `change` sets another.
    """

    key: str
    place: int
    names: Callable[[ServerRules, Language], Names]
    current: Callable[[ServerRules], str]
    change: Callable[[ServerAdmin, Request, int, str], Awaitable[ServerRules]]

    def current_text(self, rules: ServerRules, t: Language) -> str:
        """Return the current value's display name."""
        return self.names(rules, t)[self.current(rules)]

    def page(self, rules: ServerRules, t: Language) -> ui.LayoutView:
        """Return the page for choosing a value."""
        current = self.current(rules)
        options = [
            discord.SelectOption(label=name, value=value, default=value == current)
            for value, name in self.names(rules, t).items()
        ]
        title = t(f"setting.{self.key}")
        return layouts.page(
            layouts.text(f"### {title}"),
            layouts.select(custom_ids.write(SET, self.key), title, options),
            all_settings(t),
        )


def choices_of(settings: Iterable[Setting[bool]]) -> Sequence[SettingChoice]:
    """Return the choices of clock, language and theme, and the declared switches."""
    return (_CLOCK, _LANGUAGE, _THEME, *map(_switch, settings))


def _switch(setting: Setting[bool]) -> SettingChoice:
    names = setting.kind.names
    return SettingChoice(
        setting.name,
        setting.place,
        lambda _, t: {name: t(f"{setting.text_id}.{name}") for name in names},
        lambda rules: setting.kind.name(rules[setting]),
        lambda servers, request, server, name: servers.set_value(request, server, setting, names[name]),
    )


def _clocks(proposed: ClockChoice, t: Language) -> Names:
    """Return the clocks to offer as a default: only ones with a time limit."""
    return {clock: name for name, clock in time_text.suggest(proposed, "", t) if read_clock(clock).runs}


_CLOCK: Final = SettingChoice(
    "clock",
    20,
    lambda rules, t: _clocks(rules.proposed_clock, t),
    lambda rules: str(rules.proposed_clock),
    lambda servers, request, server, clock: servers.set_server(request, server, clock=read_clock(clock)),
)
_LANGUAGE: Final = SettingChoice(
    "language",
    40,
    lambda _, t: {**{code: name_of(code) for code in LANGUAGES}, AUTOMATIC: t(f"language.{AUTOMATIC}")},
    lambda rules: rules.language if rules.language in LANGUAGES else AUTOMATIC,
    lambda servers, request, server, code: servers.set_server(
        request, server, language=code if code in LANGUAGES else None
    ),
)
_THEME: Final = SettingChoice(
    "theme",
    50,
    lambda _, t: {theme: t(f"theme.{theme}") for theme in THEMES},
    lambda rules: rules.theme if rules.theme in THEMES else PUBLIC_THEME,
    lambda servers, request, server, theme: servers.set_server(request, server, theme=theme),
)
