"""Exploring by buttons: private, and without a trace in the game."""

import pytest

from bot.chat.core import custom_ids, position_token
from bot.chat.parts.moves import line_page
from bot.features.engines.service.practice import TermsDraft
from bot.features.moves.buttons import explore_buttons
from bot.model.challenges.terms import Terms
from tests.bot.chat.presses import Presses
from tests.bot.features.engines.service.test_practice import FirstMoveEngines, begin_practice
from tests.bot.support.fakes import ANNA, BEN, World
from tests.bot.support.services import make_services

pytest_plugins = ("tests.bot.support.worlds",)


async def test_exploring_does_not_change_the_game(world: World) -> None:
    match = await world.match("conhex")
    presses = Presses(world, explore_buttons.HANDLERS)
    page = await presses.answer_to(BEN, custom_ids.write(explore_buttons.EXPLORE_IN, match.id))
    explore_button = next(custom_id for custom_id in page.ids if custom_id.startswith("fp:explore:"))
    assert (await presses.answer_to(BEN, explore_button)).in_place
    assert (await world.services.matches.get(match.id)).plies == 0


async def test_a_solved_position_shows_its_proved_result(world: World) -> None:
    engines = FirstMoveEngines(world)
    world.services = make_services(world.store, world.games, world.time, world.chance, engines=engines)
    match = await begin_practice(
        world, engines, TermsDraft(Terms("nine-mens-morris", {"men": "6"}, "white"), level=1)
    )
    presses = Presses(world, explore_buttons.HANDLERS)
    page = await presses.answer_to(ANNA, custom_ids.write(explore_buttons.EXPLORE_IN, match.id))
    assert "Proved: a draw, if both sides play their best." in page.text
    line = line_page.line_text(
        await world.services.matches.position_after(match.id, 0, 0), ("c4", "d2", "b3", "d3", "a5")
    )
    page = await presses.answer_to(ANNA, custom_ids.write("explore", match.id, 0, line))
    assert "Black) wins. With the next move a man falls" in page.text
    assert "\n### Six Men's Morris · #1: exploring\n" in page.text
    assert "moves keep this result." in page.text


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
async def test_a_saved_line_keeps_its_starting_position(world: World) -> None:
    match = await world.match("conhex")
    for person, move in ((ANNA, "f6"), (BEN, "g8"), (ANNA, "h3")):
        await world.services.turns.take_turn(world.by(person), match.id, move)
    position = await world.services.matches.position_after(match.id, 1, 0)
    token = position_token.of(1, 0)
    keep = custom_ids.write("line-keep", match.id, token, line_page.line_text(position, ("c4", "e9")))
    page = await Presses(world, explore_buttons.HANDLERS).answer_to(ANNA, keep)
    (line,) = await world.services.kept_lines.of(ANNA.id, match.id)
    assert (line.ply, line.taken_back, line.moves) == (1, 0, ("c4", "e9"))
    open_menu = custom_ids.write("line-open", match.id)
    opened_line = await Presses(world, explore_buttons.HANDLERS).answer_to(ANNA, open_menu, str(line.id))
    assert "c4" in page.text
    assert "e9" in opened_line.text
