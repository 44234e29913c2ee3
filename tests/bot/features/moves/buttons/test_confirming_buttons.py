"""The question whether moves are still to be confirmed, asked by a message of an earlier version."""

import pytest

from bot.chat.core import custom_ids
from bot.features.moves.buttons import confirming_buttons
from bot.model.people.preferences import CONFIRM, CONFIRM_ASKED
from tests.bot.chat.presses import Presses
from tests.bot.support.fakes import ANNA, World

pytest_plugins = ("tests.bot.support.worlds",)


@pytest.mark.parametrize(("answer", "keeps"), [(0, False), (1, True)])
async def test_a_button_that_does_not_say_what_was_played(world: World, answer: int, keeps: bool) -> None:
    presses = Presses(world, confirming_buttons.HANDLERS)
    page = await presses.one(ANNA, custom_ids.write("confirming", answer))
    chosen = await world.services.settings.preferences(ANNA.id)
    assert (chosen[CONFIRM], chosen[CONFIRM_ASKED]) == (keeps, True)
    assert (page.in_place, page.ids) == (True, [])
