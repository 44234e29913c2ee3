"""The personal switches declared by features, as buttons of `/settings`."""

from typing import Final

import pytest
from discord import ButtonStyle, ui
from syrupy.assertion import SnapshotAssertion

from bot.chat.core.contributions.doors import SettingsDoor
from bot.chat.core.messages import layouts
from bot.features.people.commands import settings
from bot.kernel.feature import Feature
from bot.model.people.preferences import FORCED
from bot.model.settings import Owner, Setting, person_switch
from tests.bot.chat.page_text import page_text
from tests.bot.chat.presses import TEXTS, Answer, Presses
from tests.bot.chat.surfaces import command_of
from tests.bot.support.fakes import ANNA, World

pytest_plugins = ("tests.bot.support.worlds", "tests.bot.chat.approved")

INVENTED: Final = person_switch("new_thing", default=True, place=25)
T: Final = TEXTS.language("en")


@pytest.fixture
def presses(world: World) -> Presses:
    world.services.app.kernel.register(Feature(name="invented", settings=(INVENTED,)))
    return Presses(world, settings.HANDLERS)


def labels(answer: Answer) -> dict[str, str | None]:
    assert answer.view is not None
    buttons = (item for item in answer.view.walk_children() if isinstance(item, ui.Button))
    return {str(button.custom_id): button.label for button in buttons}


async def test_the_settings_panel(world: World, approved: SnapshotAssertion) -> None:
    presses = Presses(world, settings.HANDLERS)
    for code in ("en", "de"):
        await world.services.settings.set_preferences(world.by(ANNA), language=code)
        (panel,) = await presses.command(ANNA, command_of(presses.app, "settings"))
        assert isinstance(panel.view, ui.LayoutView)
        assert page_text(panel.view) == approved(name=code)


async def test_every_switch_is_a_button(presses: Presses) -> None:
    (panel,) = await presses.command(ANNA, command_of(presses.app, "settings"))
    for setting in presses.world.services.app.features.settings(Owner.PERSON):
        label = labels(panel)[f"fp:switch:{setting.name}:{0 if setting.default else 1}"]
        assert label == f"{T(setting.text_id)}: {'on' if setting.default else 'off'}"
        assert panel.view is not None
        (style,) = [
            item.style
            for item in panel.view.walk_children()
            if isinstance(item, ui.Button) and item.label == label
        ]
        assert style is (ButtonStyle.success if setting.default else ButtonStyle.secondary)


@pytest.mark.parametrize("setting", [FORCED, INVENTED], ids=lambda setting: setting.key)
async def test_pressing_a_switch_toggles_its_setting(presses: Presses, setting: Setting[bool]) -> None:
    other = not setting.default
    panel = await presses.answer_to(ANNA, f"fp:switch:{setting.name}:{int(other)}")
    assert f"fp:switch:{setting.name}:{int(setting.default)}" in labels(panel)
    preferences = await presses.world.services.settings.preferences(ANNA.id)
    assert preferences[setting] is other


@pytest.mark.parametrize(
    "custom_id", ["fp:switch:nothing:1", "fp:switch:forced:2", "fp:switch:confirm-asked:1"]
)
async def test_unknown_switches_change_nothing(presses: Presses, custom_id: str) -> None:
    before = await presses.world.services.settings.preferences(ANNA.id)
    answer = await presses.answer_to(ANNA, custom_id)
    assert T("error.unknown-button") in answer.text
    assert await presses.world.services.settings.preferences(ANNA.id) == before


async def test_buttons_of_other_features_survive_a_change(presses: Presses) -> None:
    door = SettingsDoor(1, lambda t: layouts.button(t("button.help"), "fp:door"))
    presses.app.slots.doors.settings.publish([door])
    (panel,) = await presses.command(ANNA, command_of(presses.app, "settings"))
    assert panel.ids[-3:] == ["fp:blocks", "fp:privacy", "fp:door"]
    after = await presses.answer_to(ANNA, f"fp:switch:{INVENTED.name}:0")
    assert after.ids[-3:] == panel.ids[-3:]
