"""Buttons that answer whether moves still need confirmation."""

import pytest

from bot.chat.core import custom_ids
from bot.features.moves.buttons import confirming_buttons
from bot.model.people.preferences import CONFIRM, CONFIRM_ASKED
from tests.bot.chat.presses import Presses
from tests.bot.support.fakes import ANNA, World

pytest_plugins = ("tests.bot.support.worlds",)


@pytest.mark.parametrize(("answer", "stored"), [(0, False), (1, True)])
async def test_the_answer_is_stored_as_a_setting(world: World, answer: int, stored: bool) -> None:
    presses = Presses(world, confirming_buttons.HANDLERS)
    match = await world.match()
    page = await presses.answer_to(ANNA, custom_ids.write("confirming", answer, match.id, 0, 0))
    preferences = await world.services.settings.preferences(ANNA.id)
    assert (preferences[CONFIRM], preferences[CONFIRM_ASKED]) == (stored, True)
    assert page.in_place
