"""A player who moves twice in a row: the panel continues, and a retyped move prompts a question."""

from dataclasses import replace

import pytest
from syrupy.assertion import SnapshotAssertion

from bot.chat.core import custom_ids, position_token
from bot.features.moves.buttons import move_buttons, typed_move_buttons
from tests.bot.chat.presses import Presses
from tests.bot.chat.walks import CONHEX, begin, walk_between
from tests.bot.support.fakes import ANNA, BEN, World
from tests.bot.support.timed import play

pytest_plugins = ("tests.bot.support.worlds", "tests.bot.chat.approved")
pytestmark = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)


async def test_the_first_of_two_moves_is_reported_above_the_next_panel(
    world: World, approved: SnapshotAssertion
) -> None:
    """The first move is reported above the panel for the second, with *Undo*."""
    walk = await walk_between(world, "en", "de")
    await world.play_forced_moves(ANNA)
    await begin(world)
    match = await begin(world, replace(CONHEX, options={"swap": "off", "handicap": "2"}))
    await walk.posted.deliver()
    await walk.press(ANNA, "confirm", match.id, 0, "a1")
    await walk.press(ANNA, "undo", match.id, 1, 0)
    token = position_token.mark(await world.services.matches.get(match.id))
    await walk.press(ANNA, "confirm", match.id, token, "k1")
    await walk.command(ANNA, "move", move="a1", game=str(match.id))
    await walk.deliver()
    assert walk.text == approved(name="en-de")


@pytest.mark.parametrize("confirmed", [False, True], ids=["same turn", "next turn, after a take-back"])
async def test_a_retyped_move_asks_for_confirmation(world: World, *, confirmed: bool) -> None:
    """Confirming plays it once more; a move that cannot be played twice prompts no question."""
    await world.match("conhex")
    match = await world.match("counting", again="off" if confirmed else "on")
    presses = Presses(world, {**typed_move_buttons.HANDLERS, **move_buttons.HANDLERS})
    typed_move = custom_ids.write(typed_move_buttons.MOVE_IN, match.id, "take 1")
    if confirmed:
        await play(world, match, ANNA, move="take 2")
        await world.services.undo.undo(world.by(ANNA), match.id, 1, 0)
        await play(world, match, ANNA, move="take 1")
        await play(world, match, BEN, move="take 2")
    else:
        await presses.answer_to(ANNA, typed_move)
    before = await world.services.matches.get(match.id)
    answer = await presses.answer_to(ANNA, typed_move)
    token = position_token.mark(await world.services.matches.get(match.id))
    assert answer.ids == [
        custom_ids.write("confirm", match.id, token, "take 1"),
        custom_ids.write("board", match.id),
    ]
    assert "take 1" in answer.text
    assert f"#{match.id}" in answer.text
    assert (await world.services.matches.get(match.id)).plies == before.plies == 1 + confirmed
    await presses.answer_to(ANNA, answer.ids[0])
    assert (await world.services.matches.get(match.id)).plies == before.plies + 1


async def test_a_move_retyped_after_the_turn_is_acknowledged_again(world: World) -> None:
    await world.match("conhex")
    match = await world.match("conhex", swap="off")
    presses = Presses(world, typed_move_buttons.HANDLERS)
    typed_move = custom_ids.write(typed_move_buttons.MOVE_IN, match.id, "f6")
    for _ in range(2):
        answer = await presses.answer_to(ANNA, typed_move)
        assert "f6" in answer.text
        assert custom_ids.write("undo", match.id, 1, 0) in answer.ids
    await play(world, match, BEN, move="a1")
    assert (await world.services.matches.get(match.id)).plies == 2
