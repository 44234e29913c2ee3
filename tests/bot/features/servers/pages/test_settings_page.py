"""The page of a server's settings: every declared setting is listed and can be changed."""

from typing import Final

import discord
import pytest
from discord import ui
from syrupy.assertion import SnapshotAssertion

from bot.chat.core.contributions.server_lines import SERVER_SETTINGS
from bot.chat.core.messages.layouts import TEXT_LIMIT
from bot.chat.core.words.time_text import clock_name
from bot.features.servers.buttons import settings_buttons
from bot.features.servers.service.player_lists import Listing
from bot.kernel.feature import DeclaredTwice, Feature
from bot.model.servers.server_rules import THREADS, ServerChanges
from bot.model.settings import Owner, Setting, server_switch
from bot.model.time.clocks import NO_CLOCK, read_clock
from tests.bot.chat.page_text import page_text
from tests.bot.chat.presses import TEXTS, Answer, Presses
from tests.bot.chat.surfaces import command_of
from tests.bot.support.fakes import ANNA, BEN, CARA, DORA, HALL, World

pytest_plugins = ("tests.bot.support.worlds", "tests.bot.chat.approved")

SERVER: Final = HALL.server or 0
PAGE: Final = f"fp:{SERVER_SETTINGS}"
INVENTED: Final = server_switch("new_thing", default=False, place=145)
T: Final = TEXTS.language("en")


@pytest.fixture
def presses(world: World) -> Presses:
    world.services.app.kernel.register(Feature(name="invented", settings=(INVENTED,)))
    return Presses(world, settings_buttons.HANDLERS)


def options(answer: Answer) -> dict[str, discord.SelectOption]:
    assert answer.view is not None
    menus = (item for item in answer.view.walk_children() if isinstance(item, ui.Select))
    return {option.value: option for menu in menus for option in menu.options}


async def test_every_setting_has_a_line_and_a_page(presses: Presses) -> None:
    page = await presses.answer_to(CARA, PAGE, admin=True)
    keys = options(page)
    assert len(page.text) < TEXT_LIMIT
    settings = presses.world.services.app.features.settings(Owner.SERVER)
    assert {setting.name for setting in settings} <= set(keys)
    for key in keys:
        setting = await presses.answer_to(CARA, "fp:server-line:0", key, admin=True)
        assert setting.in_place
        assert PAGE in setting.ids, f"{key} leads back"


async def test_the_settings_page(world: World, approved: SnapshotAssertion) -> None:
    presses = Presses(world, settings_buttons.HANDLERS)
    for code in ("en", "de"):
        await world.services.settings.set_preferences(world.by(CARA), language=code)
        page = await presses.answer_to(CARA, PAGE, admin=True)
        assert isinstance(page.view, ui.LayoutView)
        assert page_text(page.view) == approved(name=code)
        theme = await presses.answer_to(CARA, "fp:server-line:0", "theme", admin=True)
        assert isinstance(theme.view, ui.LayoutView)
        assert page_text(theme.view) == approved(name=f"theme-{code}")
    changes: ServerChanges = {
        "channels": (70, 71),
        "forum": 72,
        "results": 73,
        "games": ("conhex", "counting"),
        "clock": read_clock("5d soft"),
        "language": "de",
        "theme": "dark",
        "call_role": 6,
        "engine_channels": (74, 75),
    }
    await world.services.servers.set_server(world.by(CARA), SERVER, **changes)
    for listing, people, roles in ((Listing.BARRED, [ANNA, BEN], [5]), (Listing.ALLOWED, [DORA], [])):
        await world.services.player_lists.add(world.by(CARA), SERVER, listing, people, roles)
    for code in ("en", "de"):
        await world.services.settings.set_preferences(world.by(CARA), language=code)
        page = await presses.answer_to(CARA, PAGE, admin=True)
        assert page.text == approved(name=f"all-chosen-{code}")
        players = await presses.answer_to(CARA, "fp:server-line:0", "players", admin=True)
        assert players.page == approved(name=f"players-{code}")


@pytest.mark.parametrize("setting", [THREADS, INVENTED], ids=lambda setting: setting.key)
async def test_a_switch_is_set_from_its_menu(presses: Presses, setting: Setting[bool]) -> None:
    key, other = setting.name, not setting.default
    before = await presses.answer_to(CARA, "fp:server-line:0", key, admin=True)
    assert {name: option.default for name, option in options(before).items()} == {
        "on": setting.default,
        "off": other,
    }
    after = await presses.answer_to(CARA, f"fp:server-set:{key}", setting.kind.name(other), admin=True)
    assert options(after)[setting.kind.name(other)].default
    assert (await presses.world.services.servers.server(SERVER))[setting] is other


@pytest.mark.parametrize(("key", "choice"), [("language", "de"), ("theme", "dark"), ("clock", "3d")])
async def test_settings_with_few_values_use_a_menu(presses: Presses, key: str, choice: str) -> None:
    await presses.answer_to(CARA, f"fp:server-set:{key}", choice, admin=True)
    rules = await presses.world.services.servers.server(SERVER)
    assert str({"language": rules.language, "theme": rules.theme, "clock": rules.clock}[key]) == choice


async def test_the_clock_page_shows_the_default_of_new_games(presses: Presses) -> None:
    page = await presses.answer_to(CARA, PAGE, admin=True)
    proposed = (await presses.world.services.servers.server(SERVER)).proposed_clock
    assert f"**{T('setting.clock')}:** {clock_name(proposed, T)}" in page.text
    clocks = options(await presses.answer_to(CARA, "fp:server-line:0", "clock", admin=True))
    assert [value for value, option in clocks.items() if option.default] == [str(proposed)]
    assert str(NO_CLOCK) not in clocks, "every new game has a clock unless its challenger wants none"


async def test_switches_with_a_command_are_subcommands(presses: Presses) -> None:
    features = presses.world.services.app.features
    for setting in features.settings(Owner.SERVER):
        if setting.command:
            command = command_of(presses.app, "server", setting.command)
            (answer,) = await presses.command(CARA, command, admin=True, on=not setting.default)
            assert T(f"{setting.text_id}.turned-{setting.kind.name(not setting.default)}") in answer.text
            assert (await presses.world.services.servers.server(SERVER))[setting] is not setting.default


@pytest.mark.parametrize(
    ("custom_id", "choices"),
    [(PAGE, ()), ("fp:server-line:0", ("threads",)), ("fp:server-set:threads", ("off",))],
)
async def test_nonadmins_cannot_see_or_change_settings(
    presses: Presses, custom_id: str, choices: tuple[str, ...]
) -> None:
    refusal = await presses.answer_to(ANNA, custom_id, *choices)
    assert "manage" in refusal.text.lower()
    assert (await presses.world.services.servers.server(SERVER))[THREADS]


@pytest.mark.parametrize(
    ("custom_id", "choice"),
    [("fp:server-line:0", "nothing"), ("fp:server-set:nothing", "on"), ("fp:server-set:threads", "maybe")],
)
async def test_unknown_settings_and_values_are_refused(presses: Presses, custom_id: str, choice: str) -> None:
    answer = await presses.answer_to(CARA, custom_id, choice, admin=True)
    assert T("error.unknown-button") in answer.text
    assert await presses.world.services.servers.audit(SERVER) == ()


async def test_a_setting_declared_by_two_features_is_rejected(world: World) -> None:
    features = world.services.app.features
    world.services.app.kernel.register(Feature(name="invented", settings=(THREADS,)))
    with pytest.raises(DeclaredTwice):
        features.settings(Owner.SERVER)
