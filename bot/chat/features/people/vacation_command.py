"""`/vacation`: days on which one's clocks stand still."""

from datetime import timedelta
from typing import Any
from zoneinfo import ZoneInfo

import discord
from discord import app_commands

from bot.chat.core.app_context import AppContext
from bot.chat.core.commands.command_i18n import localised
from bot.chat.core.interactions.interaction_context import InteractionContext
from bot.chat.core.messages import layouts
from bot.chat.features.people.date import read_date
from bot.locale import Language
from bot.play.domain.preferences import VacationBook

TODAY = "today"
MOST_DAYS = 366
SHOWN = 30


def vacation_group(app: AppContext) -> app_commands.Group:
    """Return the command."""
    texts = app.texts
    group = app_commands.Group(
        name=localised(texts, "command.vacation"), description=localised(texts, "command.vacation.about")
    )
    group.add_command(_show(app))
    group.add_command(_take(app))
    group.add_command(_end(app))
    group.add_command(_automatic(app))
    return group


def _show(app: AppContext) -> app_commands.Command[app_commands.Group, ..., None]:
    async def run(interaction: discord.Interaction) -> None:
        async def act(context: InteractionContext) -> None:
            await _tell(app, context, "")

        await app.interactions.guarded(interaction, act)

    return _named(app, "show", run)


def _take(app: AppContext) -> app_commands.Command[app_commands.Group, ..., None]:
    texts = app.texts

    async def run(
        interaction: discord.Interaction,
        first: str = TODAY,
        last: str | None = None,
        days: app_commands.Range[int, 1, MOST_DAYS] | None = None,
    ) -> None:
        async def act(context: InteractionContext) -> None:
            zone = ZoneInfo((await app.services.settings.preferences(context.person.id)).zone)
            today = app.clock().astimezone(zone).date()
            start = read_date(first, today, texts)
            end = start + timedelta(days=(days or 1) - 1) if last is None else read_date(last, today, texts)
            book = await app.services.settings.take_vacation(context.request, start, end)
            told = taken(book, asked=(end - start).days + 1, at_once=start == today, t=context.t)
            await _tell(app, context, told)

        await app.interactions.guarded(interaction, act)

    names = {key: localised(texts, f"option.{key}") for key in ("first", "last", "days")}
    app_commands.describe(**{key: localised(texts, f"option.{key}.about") for key in names})(run)
    app_commands.rename(**names)(run)
    return _named(app, "take", run)


def _end(app: AppContext) -> app_commands.Command[app_commands.Group, ..., None]:
    async def run(interaction: discord.Interaction) -> None:
        async def act(context: InteractionContext) -> None:
            book = await app.services.settings.end_vacation(context.request)
            told = context.t("vacation.ended" if book.cost else "vacation.called-off", n=book.cost)
            await _tell(app, context, told)

        await app.interactions.guarded(interaction, act)

    return _named(app, "end", run)


def _automatic(app: AppContext) -> app_commands.Command[app_commands.Group, ..., None]:
    async def run(interaction: discord.Interaction, on: bool) -> None:
        async def act(context: InteractionContext) -> None:
            await app.services.settings.set_preferences(context.request, auto_vacation=on)
            await _tell(app, context, "")

        await app.interactions.guarded(interaction, act)

    app_commands.describe(on=localised(app.texts, "option.on.about"))(run)
    app_commands.rename(on=localised(app.texts, "option.on"))(run)
    return _named(app, "automatic", run)


def _named(app: AppContext, key: str, run: Any) -> app_commands.Command[app_commands.Group, ..., None]:  # noqa: ANN401  # its signature is read by discord.py
    return app_commands.Command(
        name=localised(app.texts, f"command.vacation.{key}"),
        description=localised(app.texts, f"command.vacation.{key}.about"),
        callback=run,
    )


async def _tell(app: AppContext, context: InteractionContext, told: str) -> None:
    person = context.person.id
    book = await app.services.settings.vacation(person)
    chosen = await app.services.settings.preferences(person)
    page = _page(book, automatic=chosen.auto_vacation, zone=chosen.zone, t=context.t)
    await context.show(layouts.page(layouts.text("\n".join(filter(None, (told, page))))))


def taken(book: VacationBook, *, asked: int, at_once: bool, t: Language) -> str:
    """Return what a vacation of so many `asked` days has cost, and why where that may surprise."""
    paid_before = asked - book.cost
    lines = [
        t("vacation.taken", n=book.cost),
        t("vacation.paid-before", n=paid_before) if paid_before > 0 else "",
        t("vacation.today") if at_once and paid_before <= 0 else "",
    ]
    if len(book.costs) > 1:
        lines += [t("vacation.of-year", n=one.days, year=one.year) for one in book.costs]
    return "\n".join(line for line in lines if line)


def _page(book: VacationBook, *, automatic: bool, zone: str, t: Language) -> str:
    lines = [
        t("vacation.title"),
        t("vacation.budget", left=book.left_days, budget=book.budget_days),
        *(
            t("vacation.budget-later", year=one.year, left=one.days, budget=book.budget_days)
            for one in book.later
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
