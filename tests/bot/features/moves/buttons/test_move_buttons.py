"""Move buttons pressed after the game has advanced."""

import pytest

from bot.chat.core import custom_ids, position_token
from bot.chat.parts.moves.move_picker import START, PickerStep, write_step
from bot.features.moves.buttons import move_buttons
from bot.model.match.match import Match
from bot.model.match.offers.offer_rules import OfferKind
from tests.bot.chat.presses import Presses
from tests.bot.support.fakes import ANNA, BEN, World

pytest_plugins = ("tests.bot.support.worlds",)


@pytest.fixture
def presses(world: World) -> Presses:
    return Presses(world, move_buttons.HANDLERS)


def step_to(match: Match, point: str) -> str:
    """Return the panel's custom_id that chooses a point."""
    return custom_ids.write(
        "choose", match.id, position_token.mark(match), write_step(PickerStep("", (point,)))
    )


@pytest.mark.parametrize("plies", [0, 1], ids=["the newest board", "an older board"])
async def test_a_finished_game_refuses_moves(world: World, presses: Presses, plies: int) -> None:
    match = await world.match("conhex")
    button = custom_ids.write("play", match.id, position_token.mark(match), "a1")
    if plies:
        await world.services.turns.take_turn(world.by(ANNA), match.id, "f6")
    await world.services.resignations.resign(world.by(BEN), match.id)
    for person in (ANNA, BEN):
        assert "This game is over." in (await presses.answer_to(person, button, public=True)).text


async def test_repeating_an_unanswered_move_reports_it_as_played(world: World, presses: Presses) -> None:
    match = await world.match("conhex")
    await world.services.turns.take_turn(world.by(ANNA), match.id, "f6")
    play_button = custom_ids.write("play", match.id, position_token.mark(match), "f6")
    for custom_id in (step_to(match, "f6"), play_button):
        answer = await presses.answer_to(ANNA, custom_id)
        assert "your move **f6** is played already" in answer.text


async def test_a_move_is_reported_with_the_opponents_planned_reply(world: World, presses: Presses) -> None:
    """It is not hidden by the panel for the next move."""
    match = await world.match("conhex", swap="off")
    await world.services.conditional_moves.add(world.by(BEN), match.id, ("f6", "c4"), 0)
    answer = await presses.answer_to(
        ANNA, custom_ids.write("confirm", match.id, position_token.mark(match), "f6")
    )
    assert "**c4**" in answer.text
    assert {custom_ids.read(custom_id).verb for custom_id in answer.ids} == set()


async def test_a_move_in_the_current_position_asks_for_confirmation(world: World, presses: Presses) -> None:
    match = await world.match("conhex")
    answer = await presses.answer_to(ANNA, step_to(match, "f6"))
    assert custom_ids.write("confirm", match.id, position_token.mark(match), "f6") in answer.ids
    assert (await world.services.matches.get(match.id)).plies == 0


async def test_a_public_board_menu_opens_the_panel_for_the_mover_only(world: World, presses: Presses) -> None:
    match = await world.match("hnefatafl")
    menu = custom_ids.write("pick", match.id, position_token.mark(match), 0, write_step(START))
    panel = await presses.answer_to(ANNA, menu, "s:e1", public=True)
    assert "Where to?" in panel.text
    refusal = await presses.answer_to(BEN, menu, "s:e1", public=True)
    assert "to move (attackers)" in refusal.text
    assert not refusal.ids
    await world.services.turns.take_turn(world.by(ANNA), match.id, "e1-d1")
    late_answer = await presses.answer_to(BEN, menu, "s:e1", public=True)
    assert "out of date" in late_answer.text


@pytest.mark.parametrize("replies", [False, True], ids=["not their turn", "their turn"])
async def test_a_step_from_before_a_take_back_is_refused(
    world: World, presses: Presses, replies: bool
) -> None:
    match = await world.match("conhex")
    early_step = step_to(match, "f6")
    await world.services.turns.take_turn(world.by(ANNA), match.id, "f6")
    await world.services.offers.offer(world.by(ANNA), match.id, OfferKind.TAKE_BACK)
    await world.services.turns.take_turn(world.by(ANNA), match.id, "f6")
    if replies:
        await world.services.turns.take_turn(world.by(BEN), match.id, "c4")
    answer = await presses.answer_to(ANNA, early_step)
    assert "The position has changed in the meantime." in answer.text
    assert (await world.services.matches.get(match.id)).plies == 1 + replies


async def test_undo_takes_back_one_ply(world: World, presses: Presses) -> None:
    match = await world.match("conhex")
    await world.services.turns.take_turn(world.by(ANNA), match.id, "f6")
    confirmation = await presses.answer_to(ANNA, custom_ids.write("undo", match.id, 1, 0))
    assert "your move is undone" in confirmation.text
    assert custom_ids.read(confirmation.ids[0]).verb == "choose", "the panel for another choice"
    assert (await world.services.matches.get(match.id)).plies == 0
