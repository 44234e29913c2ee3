"""`/settings`: a private panel with all personal settings."""

import asyncio
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from bot.chat.core import custom_ids
from bot.chat.core.commands.command import Command, command
from bot.chat.core.commands.declared_commands import SlashCommandOf
from bot.chat.core.commands.manual import HelpGroup
from bot.chat.core.commands.reach import Reach
from bot.chat.core.interactions.handler import HandlerOf
from bot.chat.core.interactions.interaction_context import InteractionContext
from bot.chat.core.messages import layouts
from bot.chat.core.parsing.time_of_day import normalize_hours, normalize_zone
from bot.features.people.pages.settings_panel import NEVER, OWN, panel
from bot.features.people.services import PeopleServices
from bot.locale import LANGUAGES
from bot.model.people.preferences import PingPlace, Preferences
from bot.model.time.reminders import read_quiet_hours
from render import THEMES

HOURS, ZONE = "hours", "zone"
LONGEST_HOURS, LONGEST_ZONE = 20, 64


def _hours(values: tuple[str, ...]) -> tuple[int, ...]:
    return tuple(custom_ids.Press("hours", value).numbers(1)[0] for value in values)


READ: Mapping[str, Callable[[tuple[str, ...]], Mapping[str, Any]]] = {
    "language": lambda values: {"language": None if values[0] == OWN else _one_of(LANGUAGES, values[0])},
    "theme": lambda values: {"theme": _one_of(THEMES, values[0])},
    "tell": lambda values: {"tell": PingPlace(_one_of(tuple(PingPlace), values[0]))},
    "reminders": lambda values: {"reminders": tuple(sorted(_hours(values), reverse=True))},
    "every": lambda values: {"every": None if values[0] == NEVER else _hours(values)[0]},
}
"""Parsers of each menu's values into changes."""


def _one_of(allowed: Iterable[str], value: str) -> str:
    if value not in allowed:
        raise custom_ids.MalformedId(value)
    return value


async def choose(people: PeopleServices, context: InteractionContext, press: custom_ids.Press) -> None:
    """Change the setting of a menu."""
    read = READ.get(press.rest)
    if read is None:
        raise custom_ids.MalformedId(press.rest)
    changes = read(context.choices(least=0 if press.rest == "reminders" else 1))
    await _change(people, context, changes)


async def switch(people: PeopleServices, context: InteractionContext, press: custom_ids.Press) -> None:
    """Switch a setting on or off."""
    name, _, on = press.rest.partition(":")
    setting = next((setting for setting in people.switches if setting.name == name), None)
    if setting is None or on not in {"0", "1"}:
        raise custom_ids.MalformedId(press.rest)
    await _show(people, context, await people.settings.set_value(context.request, setting, on == "1"))


async def ask_quiet(people: PeopleServices, context: InteractionContext, _press: custom_ids.Press) -> None:
    """Show the form for quiet hours and the time zone."""
    preferences = await people.settings.preferences(context.person.id)
    t = context.t
    now = "" if preferences.quiet is None else str(preferences.quiet)
    # Phones keep the first values filled into a form, by its custom_id (discord-api-docs issue 7554).
    form = layouts.form(t("quiet.title"), custom_ids.write("quiet-set", context.request.id))
    form.add_item(layouts.field(HOURS, t("quiet.hours"), t("quiet.hours-about"), now, LONGEST_HOURS))
    form.add_item(layouts.field(ZONE, t("quiet.zone"), t("quiet.zone-about"), preferences.zone, LONGEST_ZONE))
    await context.ask(form)


async def set_quiet(people: PeopleServices, context: InteractionContext, _press: custom_ids.Press) -> None:
    """Store the typed quiet hours and time zone."""
    typed = context.form_texts
    hours = normalize_hours(typed.get(HOURS, ""))
    # In a thread: searching all zones reads files.
    zone = await asyncio.to_thread(normalize_zone, typed.get(ZONE, ""))
    quiet = read_quiet_hours(hours) if hours else None
    await _change(people, context, {"quiet": quiet, "zone": zone})


async def _change(people: PeopleServices, context: InteractionContext, changes: Mapping[str, Any]) -> None:
    """Store the changes and show the new panel in the chosen language."""
    await _show(people, context, await people.settings.set_preferences(context.request, **changes))


async def _show(people: PeopleServices, context: InteractionContext, preferences: Preferences) -> None:
    after = await people.interactions.context_for(context.interaction)
    await context.turn_page(panel(preferences, people.switches, after.t, people.doors.in_settings(after.t)))


def settings_command(people: PeopleServices) -> Command:
    async def run(context: InteractionContext) -> None:
        preferences = await people.settings.preferences(context.person.id)
        await context.show(
            panel(preferences, people.switches, context.t, people.doors.in_settings(context.t))
        )

    return command(people.interactions, "command.settings", run)


HANDLERS: Mapping[str, HandlerOf[PeopleServices]] = {
    "set": choose,
    "switch": switch,
    "quiet": ask_quiet,
    "quiet-set": set_quiet,
}

COMMANDS: Final = (SlashCommandOf("settings", settings_command, Reach.ANYWHERE, HelpGroup.YOURSELF.at(10)),)
