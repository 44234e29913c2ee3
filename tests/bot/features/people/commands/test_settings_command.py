"""`/settings`: each menu and form changes its setting, and answers in the language then chosen."""

from typing import Any

import pytest
from discord import ui
from syrupy.assertion import SnapshotAssertion

from bot.features.people.commands import settings
from bot.model.people.preferences import PingPlace
from bot.model.time.reminders import ENOUGH
from tests.bot.chat.presses import TEXTS, Answer, Presses
from tests.bot.chat.surfaces import command_of
from tests.bot.support.fakes import ANNA, BEN, World

pytest_plugins = ("tests.bot.chat.approved", "tests.bot.support.worlds")


def menus(answer: Answer) -> dict[str, tuple[int, int, list[str]]]:
    """Return each menu's minimum and maximum of choices, and its selected values."""
    assert answer.view is not None
    items = [item for item in answer.view.walk_children() if isinstance(item, ui.Select)]
    return {
        item.custom_id: (
            item.min_values,
            item.max_values,
            [option.value for option in item.options if option.default],
        )
        for item in items
    }


@pytest.mark.parametrize(
    ("menu", "chosen", "changed"),
    [
        ("language", ("de",), {"language": "de"}),
        ("language", ("own",), {"language": None}),
        ("theme", ("dark",), {"theme": "dark"}),
        ("tell", ("direct",), {"tell": PingPlace("direct")}),
        ("reminders", ("6", "48", "12"), {"reminders": (48, 12, 6)}),
        ("reminders", (), {"reminders": ()}),
        ("every", ("72",), {"every": 72}),
        ("every", ("never",), {"every": None}),
    ],
    ids=str,
)
async def test_a_menu_changes_its_setting(
    world: World, menu: str, chosen: tuple[str, ...], changed: dict[str, Any]
) -> None:
    presses = Presses(world, settings.HANDLERS)
    before = await world.services.settings.set_preferences(
        world.by(ANNA), language="en", theme="light", reminders=(3,), every=24
    )
    page = await presses.answer_to(ANNA, f"fp:set:{menu}", *chosen)
    after = await world.services.settings.preferences(ANNA.id)
    names = ("language", "theme", "tell", "reminders", "every", "quiet", "zone")
    assert {
        name: getattr(after, name) for name in names if getattr(after, name) != getattr(before, name)
    } == changed
    assert page.in_place
    shown = menus(page)[f"fp:set:{menu}"]
    assert shown[:2] == ((0, ENOUGH) if menu == "reminders" else (1, 1))
    assert shown[2] == (sorted(chosen, key=int) if menu == "reminders" else list(chosen))
    title = TEXTS.language(after.language or "en")("settings.title")
    assert title in page.text
    (by_command,) = await presses.command(ANNA, command_of(presses.app, "settings"))
    assert (by_command.page, by_command.in_place) == (page.page, False)


@pytest.mark.parametrize(
    ("menu", "value"),
    [("language", "xx"), ("theme", "pink"), ("tell", "loudly"), ("every", "x"), ("zone", "UTC")],
)
async def test_forged_values_change_nothing(world: World, menu: str, value: str) -> None:
    presses = Presses(world, settings.HANDLERS)
    before = await world.services.settings.preferences(ANNA.id)
    answer = await presses.answer_to(ANNA, f"fp:set:{menu}", value)
    assert "This button is not one of mine" in answer.text
    without_value = await presses.answer_to(ANNA, "fp:set:tell")
    assert "This button is not one of mine" in without_value.text
    assert await world.services.settings.preferences(ANNA.id) == before


@pytest.mark.parametrize("code", ["en", "de"])
async def test_quiet_hours_are_entered_in_a_form(
    world: World, approved: SnapshotAssertion, code: str
) -> None:
    presses = Presses(world, settings.HANDLERS)
    await world.services.settings.set_preferences(world.by(ANNA), language=code)
    form = await presses.answer_to(ANNA, "fp:quiet")
    assert form.page == approved(name=f"form-{code}")
    (page,) = await presses.press(ANNA, "fp:quiet-set:901", form={"hours": "22-7", "zone": "berlin"})
    stored = await world.services.settings.preferences(ANNA.id)
    assert (str(stored.quiet), stored.zone) == ("22:00-07:00", "Europe/Berlin")
    assert page.text == approved(name=f"panel-{code}")
    filled_form = await presses.answer_to(ANNA, "fp:quiet")
    values = [item.default for item in filled_form.view.walk_children() if isinstance(item, ui.TextInput)]  # type: ignore[union-attr]  # a form is there
    assert values == [str(stored.quiet), "Europe/Berlin"]
    await presses.press(ANNA, "fp:quiet-set:901", form={"hours": "", "zone": "Asia/Tokyo"})
    after = await world.services.settings.preferences(ANNA.id)
    assert (after.quiet, after.zone) == (None, "Asia/Tokyo")
    (refusal,) = await presses.press(ANNA, "fp:quiet-set:901", form={"hours": "late", "zone": "Nowhere"})
    assert refusal.text == approved(name=f"refused-{code}")
    assert await world.services.settings.preferences(ANNA.id) == after
    assert (await world.services.settings.preferences(BEN.id)).zone == "UTC"


async def test_a_chosen_unusual_time_stays_in_the_menu(world: World) -> None:
    presses = Presses(world, settings.HANDLERS)
    await world.services.settings.set_preferences(world.by(ANNA), reminders=(5,), every=36)
    page = await presses.answer_to(ANNA, "fp:set:theme", "dark")
    assert page.view is not None
    selected = {
        menu.custom_id: [(option.label, option.value) for option in menu.options if option.default]
        for menu in page.view.walk_children()
        if isinstance(menu, ui.Select)
    }
    assert selected["fp:set:reminders"] == [("Remind me 5 hours before time runs out", "5")]
    assert selected["fp:set:every"] == [("Without a clock: remind me again after 36 hours", "36")]
