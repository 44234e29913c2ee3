"""`/vacation`: days on which a person's clocks stop."""

from collections.abc import Mapping
from datetime import timedelta
from zoneinfo import ZoneInfo

import discord
from discord import app_commands

from bot.chat.core.commands.command import Run, command, group
from bot.chat.core.interactions.interaction_context import InteractionContext
from bot.chat.core.interactions.interaction_handler import Interactions
from bot.chat.core.messages import layouts
from bot.features.people.commands.date import read_date
from bot.features.people.service.settings_service import SettingsService
from bot.locale import Language
from bot.model.people.preferences import AUTO_VACATION, VacationBook
from bot.model.ports import Clock
from bot.model.refusal import Refusal

TODAY = "today"
MAX_DAYS = 366
SHOWN = 30


def vacation_group(interactions: Interactions, settings: SettingsService, clock: Clock) -> app_commands.Group:
    async def show(context: InteractionContext) -> None:
        await _answer(settings, context, "")

    async def take(
        context: InteractionContext,
        first: str = TODAY,
        last: str | None = None,
        days: app_commands.Range[int, 1, MAX_DAYS] | None = None,
    ) -> None:
        if last is not None and days is not None:
            raise Refusal("vacation-twice")
        texts = interactions.texts
        zone = ZoneInfo((await settings.preferences(context.person.id)).zone)
        today = clock().astimezone(zone).date()
        start = read_date(first, today, texts)
        end = start + timedelta(days=(days or 1) - 1) if last is None else read_date(last, today, texts)
        book = await settings.take_vacation(context.request, start, end)
        text = vacation_text(book, asked=(end - start).days + 1, at_once=start == today, t=context.t)
        await _answer(settings, context, text)

    async def end(context: InteractionContext) -> None:
        book = await settings.end_vacation(context.request)
        await _answer(settings, context, end_text(book, context.t))

    async def automatic(context: InteractionContext, on: bool) -> None:
        await settings.set_value(context.request, AUTO_VACATION, on)
        await _answer(settings, context, "")

    name = "command.vacation"
    subcommands: Mapping[str, Run] = {"show": show, "take": take, "end": end, "automatic": automatic}
    commands = [command(interactions, f"{name}.{key}", run) for key, run in subcommands.items()]
    return group(interactions, name, *commands)


async def _answer(settings: SettingsService, context: InteractionContext, text: str) -> None:
    person = context.person.id
    book = await settings.vacation(person)
    preferences = await settings.preferences(person)
    page = _page(book, automatic=preferences[AUTO_VACATION], zone=preferences.zone, t=context.t)
    await context.show(layouts.page(layouts.text("\n".join(filter(None, (text, page))))))


def vacation_text(book: VacationBook, *, asked: int, at_once: bool, t: Language) -> str:
    """Return the cost of a vacation of `asked` days, with an explanation if it may be unexpected."""
    paid_before = asked - book.cost
    lines = [
        t("vacation.taken", n=book.cost),
        t("vacation.paid-before", n=paid_before) if paid_before > 0 else "",
        t("vacation.today") if at_once and paid_before <= 0 else "",
    ]
    if len(book.costs) > 1:
        lines += [t("vacation.of-year", n=year.days, year=year.year) for year in book.costs]
    return "\n".join(line for line in lines if line)


def end_text(book: VacationBook, t: Language) -> str:
    """Return the confirmation of an ended or cancelled vacation."""
    return t("vacation.ended" if book.cost else "vacation.called-off", n=book.cost)


def _page(book: VacationBook, *, automatic: bool, zone: str, t: Language) -> str:
    lines = [
        t("vacation.title"),
        t("vacation.budget", left=book.left_days, budget=book.budget_days),
        *(
            t("vacation.budget-later", year=year.year, left=year.days, budget=book.budget_days)
            for year in book.later
        ),
        *(
            t(
                "vacation.period-automatic" if period.automatic else "vacation.period",
                start=discord.utils.format_dt(period.start, "f"),
                end=discord.utils.format_dt(period.end, "f"),
            )
            for period in book.periods[:SHOWN]
        ),
        "" if book.periods else t("vacation.none"),
        t("vacation.automatic-on" if automatic else "vacation.automatic-off"),
        t("vacation.counting"),
        t("vacation.zone", zone=zone),
    ]
    return "\n".join(line for line in lines if line)
