"""`/vacation`: shown, booked, ended and cancelled."""

from datetime import timedelta

import pytest
from syrupy.assertion import SnapshotAssertion

from bot.model.people.preferences import AUTO_VACATION
from tests.bot.chat.presses import Presses
from tests.bot.chat.surfaces import command_of
from tests.bot.support.fakes import ANNA, BEN, World

pytest_plugins = ("tests.bot.chat.approved", "tests.bot.support.worlds")


@pytest.mark.parametrize("code", ["en", "de"])
async def test_vacation_pages(world: World, approved: SnapshotAssertion, code: str) -> None:
    """It is noon on 20 November in UTC, and already the 21st in Auckland."""
    settings, presses = world.services.settings, Presses(world, {})
    await settings.set_preferences(world.by(ANNA), language=code, zone="Pacific/Auckland")
    show, take, end, automatic = (
        command_of(presses.app, "vacation", name) for name in ("show", "take", "end", "automatic")
    )
    (no_vacation,) = await presses.command(ANNA, show)
    assert no_vacation.page == approved(name=f"none-{code}")
    (over_new_year,) = await presses.command(ANNA, take, first="30.12.", last="2027-01-02")
    assert over_new_year.page == approved(name=f"over-new-year-{code}")
    (from_today,) = await presses.command(ANNA, take, days=3)
    assert from_today.page == approved(name=f"at-once-{code}")
    (contradiction,) = await presses.command(ANNA, take, last="2026-12-01", days=2)
    assert contradiction.page == approved(name=f"end-and-days-{code}")
    world.time.pass_by(timedelta(days=1))
    (vacation_end,) = await presses.command(ANNA, end)
    assert vacation_end.page == approved(name=f"ended-{code}")
    (cancellation,) = await presses.command(ANNA, end)
    assert cancellation.page == approved(name=f"called-off-{code}")
    (by_hand,) = await presses.command(ANNA, automatic, on=False)
    assert by_hand.page == approved(name=f"by-hand-{code}")
    assert (await settings.preferences(ANNA.id))[AUTO_VACATION] is False
    assert (await settings.vacation(BEN.id)).left_days == 30
    (refusal,) = await presses.command(BEN, end)
    assert "vacation" in refusal.text
