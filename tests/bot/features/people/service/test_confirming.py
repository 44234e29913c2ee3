"""The question whether moves still need confirmation: asked once, after ten games."""

import pytest

from bot.features.people.service.settings_service import GAMES_BEFORE_ASKING
from bot.model.people.preferences import (
    CONFIRM,
    CONFIRM_ASKED,
    Preferences,
)
from bot.model.settings import SettingValues
from bot.repositories.tables.person_columns import PREFERENCES
from tests.bot.support.fakes import ANNA, BEN, CARA, World

pytest_plugins = ("tests.bot.support.worlds",)


async def finish(world: World, games: int) -> None:
    for _ in range(games):
        await world.services.resignations.resign(world.by(BEN), (await world.match()).id)


async def test_the_question_is_asked_once_after_ten_games(world: World) -> None:
    settings = world.services.settings
    await finish(world, 9)
    await world.match()
    assert not await settings.asks_about_confirming(world.by(ANNA)), "a running game does not count"
    await finish(world, 1)
    assert await settings.asks_about_confirming(world.by(ANNA)), "is asked"
    assert not await settings.asks_about_confirming(world.by(ANNA)), "is not asked"
    assert (await settings.preferences(ANNA.id))[CONFIRM], "the question changes no setting"
    assert await settings.asks_about_confirming(world.by(BEN)), "each person is asked separately"
    assert not await settings.asks_about_confirming(world.by(CARA)), "is not asked"


async def test_a_player_with_a_stored_choice_is_not_asked(world: World) -> None:
    await finish(world, GAMES_BEFORE_ASKING)
    settings = world.services.settings
    await settings.set_value(world.by(ANNA), CONFIRM, False)
    assert not await settings.asks_about_confirming(world.by(ANNA)), "is not asked"
    await settings.set_values(world.by(BEN), SettingValues({"confirm": True, "confirm_asked": True}))
    assert not await settings.asks_about_confirming(world.by(BEN)), "is not asked"


async def test_the_request_of_a_move_can_trigger_the_question(world: World) -> None:
    await finish(world, GAMES_BEFORE_ASKING)
    match = await world.match()
    request = world.by(ANNA)
    state = (await world.services.matches.position(match.id)).state
    await world.services.turns.take_turn(request, match.id, str(state.legal_moves()[0]))
    assert await world.services.settings.asks_about_confirming(request), "is asked"


@pytest.mark.parametrize("on", [True, False])
def test_the_confirmation_choice_round_trips(on: bool) -> None:
    preferences = Preferences(settings=SettingValues({"confirm": on, "confirm_asked": not on}))
    assert PREFERENCES.read(PREFERENCES.write(preferences)) == preferences


def test_preferences_without_a_stored_choice_confirm_moves() -> None:
    preferences = PREFERENCES.read(PREFERENCES.write(Preferences()))
    assert (preferences[CONFIRM], preferences[CONFIRM_ASKED]) == (True, False)
