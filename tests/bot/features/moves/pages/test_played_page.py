"""A player who moves from elsewhere reads where the new board is posted."""

from dataclasses import replace

import pytest

from bot.chat.core.interactions.interaction_context import InteractionContext
from bot.features.moves.pages.played_page import told_elsewhere
from bot.model.people.person import Place, Request
from tests.bot.chat.presses import TEXTS, UNUSED
from tests.bot.support.fakes import ANNA, HALL, World

pytest_plugins = ("tests.bot.support.worlds",)


@pytest.mark.parametrize(
    ("place", "told"),
    [
        (HALL, False),
        (replace(HALL, channel=71), False),
        (Place(None, 80, "de"), True),
        (Place(9, 90, ""), True),
    ],
)
async def test_outside_of_the_server_of_the_match(world: World, place: Place, told: bool) -> None:
    match = await world.match()
    context = InteractionContext(UNUSED, ANNA, place, Request("r", ANNA), TEXTS.language("en"), UNUSED)
    said = "\n".join(told_elsewhere(context, match))
    assert (f"<#{match.home}>" in said) is told
    assert bool(said) is told
