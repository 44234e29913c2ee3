"""Answers to booking and cancelling a vacation."""

from datetime import timedelta

import pytest
from syrupy.assertion import SnapshotAssertion

from bot.features.people.commands.vacation import end_text, vacation_text
from bot.locale import Texts
from bot.model.people.preferences import VacationBook, YearDays
from tests.bot.chat.presses import Presses
from tests.bot.chat.surfaces import command_of
from tests.bot.support.fakes import ANNA, World

pytest_plugins = ("tests.bot.chat.approved", "tests.bot.support.worlds")

TEXTS = Texts.load()
LANGUAGES = (TEXTS.language("en"), TEXTS.language("de"))


def book(*costs: YearDays) -> VacationBook:
    return VacationBook(30, 20, (), None, cost=sum(cost.days for cost in costs), costs=costs)


def test_vacation_costs_are_explained(approved: SnapshotAssertion) -> None:
    """A day already begun counts, a day booked before does not, and each year pays its own."""
    for t in LANGUAGES:
        answers = (
            vacation_text(book(YearDays(2026, 3)), asked=3, at_once=False, t=t),
            vacation_text(book(YearDays(2026, 1)), asked=1, at_once=True, t=t),
            vacation_text(book(YearDays(2026, 1)), asked=3, at_once=True, t=t),
            vacation_text(book(YearDays(2026, 8), YearDays(2027, 1)), asked=9, at_once=False, t=t),
        )
        assert "\n\n".join(answers) == approved(name=t.code)


def test_ending_a_vacation_costs_the_days_already_begun(approved: SnapshotAssertion) -> None:
    for t in LANGUAGES:
        answers = [end_text(VacationBook(30, 20, (), None, cost=cost), t) for cost in (0, 1, 4)]
        assert "\n".join(answers) == approved(name=t.code)


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
@pytest.mark.parametrize(("days", "booked"), [(3, 3), (1, 1), (None, 1)])
async def test_the_requested_number_of_days_is_booked(world: World, days: int | None, booked: int) -> None:
    presses = Presses(world, {})
    take = command_of(presses.app, "vacation", "take")
    (answer,) = await presses.command(ANNA, take, first="2026-12-07", days=days)
    assert f"Vacation booked: {booked} day" in answer.text
    (period,) = (await world.services.settings.vacation(ANNA.id)).periods
    assert period.end - period.start == timedelta(days=booked)
