"""`/vacation`: days on which one's clocks stand still."""

from datetime import timedelta
from typing import Any
from zoneinfo import ZoneInfo

import discord
from discord import app_commands

from bot.chat import answers, layouts
from bot.chat.commands.naming import localised
from bot.chat.dates import read_date
from bot.chat.frontdoor import guarded
from bot.chat.house import Caller, House
from bot.locale import Language
from bot.play.model import VacationBook

TODAY = "today"
MOST_DAYS = 366
SHOWN = 30


def vacation_group(house: House) -> app_commands.Group:
    """Return the command."""
    texts = house.texts
    group = app_commands.Group(
        name=localised(texts, "command.vacation"), description=localised(texts, "command.vacation.about")
    )
    group.add_command(_show(house))
    group.add_command(_take(house))
    group.add_command(_end(house))
    group.add_command(_automatic(house))
    return group


def _show(house: House) -> app_commands.Command[app_commands.Group, ..., None]:
    async def run(interaction: discord.Interaction) -> None:
        async def act(caller: Caller) -> None:
            await _tell(house, interaction, caller, "")

        await guarded(house, interaction, act)

    return _named(house, "show", run)


def _take(house: House) -> app_commands.Command[app_commands.Group, ..., None]:
    texts = house.texts

    async def run(
        interaction: discord.Interaction,
        first: str = TODAY,
        last: str | None = None,
        days: app_commands.Range[int, 1, MOST_DAYS] | None = None,
    ) -> None:
        async def act(caller: Caller) -> None:
            zone = ZoneInfo((await house.club.preferences(caller.person.id)).zone)
            today = house.clock().astimezone(zone).date()
            start = read_date(first, today, texts)
            end = start + timedelta(days=(days or 1) - 1) if last is None else read_date(last, today, texts)
            book = await house.club.take_vacation(caller.request, start, end)
            await _tell(house, interaction, caller, caller.t("vacation.taken", n=book.cost))

        await guarded(house, interaction, act)

    names = {key: localised(texts, f"option.{key}") for key in ("first", "last", "days")}
    app_commands.describe(**{key: localised(texts, f"option.{key}.about") for key in names})(run)
    app_commands.rename(**names)(run)
    return _named(house, "take", run)


def _end(house: House) -> app_commands.Command[app_commands.Group, ..., None]:
    async def run(interaction: discord.Interaction) -> None:
        async def act(caller: Caller) -> None:
            book = await house.club.end_vacation(caller.request)
            told = caller.t("vacation.ended" if book.cost else "vacation.called-off", n=book.cost)
            await _tell(house, interaction, caller, told)

        await guarded(house, interaction, act)

    return _named(house, "end", run)


def _automatic(house: House) -> app_commands.Command[app_commands.Group, ..., None]:
    async def run(interaction: discord.Interaction, on: bool) -> None:
        async def act(caller: Caller) -> None:
            await house.club.set_preferences(caller.request, auto_vacation=on)
            await _tell(house, interaction, caller, "")

        await guarded(house, interaction, act)

    app_commands.describe(on=localised(house.texts, "option.on.about"))(run)
    app_commands.rename(on=localised(house.texts, "option.on"))(run)
    return _named(house, "automatic", run)


def _named(house: House, key: str, run: Any) -> app_commands.Command[app_commands.Group, ..., None]:  # noqa: ANN401  # its signature is read by discord.py
    return app_commands.Command(
        name=localised(house.texts, f"command.vacation.{key}"),
        description=localised(house.texts, f"command.vacation.{key}.about"),
        callback=run,
    )


async def _tell(house: House, interaction: discord.Interaction, caller: Caller, told: str) -> None:
    person = caller.person.id
    book = await house.club.vacation(person)
    chosen = await house.club.preferences(person)
    page = _page(book, automatic=chosen.auto_vacation, zone=chosen.zone, t=caller.t)
    await answers.show(interaction, layouts.page(layouts.text("\n".join(filter(None, (told, page))))))


def _page(book: VacationBook, *, automatic: bool, zone: str, t: Language) -> str:
    lines = [
        t("vacation.title"),
        t("vacation.budget", left=book.left_days, budget=book.budget_days),
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
        t("vacation.zone", zone=zone),
    ]
    return "\n".join(line for line in lines if line)
