"""Answers to a move that was played already, and buttons below a move that was undone since."""

import pytest

from bot.chat.core import custom_ids
from bot.features.moves.buttons import confirming_buttons, move_buttons
from tests.bot.chat.presses import Presses
from tests.bot.support.fakes import ANNA, BEN, World
from tests.bot.support.timed import play

pytest_plugins = ("tests.bot.support.worlds",)
pytestmark = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)


def verbs(ids: list[str]) -> list[str]:
    return [custom_ids.read(custom_id).verb for custom_id in ids]


async def test_a_repeated_answer_only_offers_the_next_game(world: World) -> None:
    """Without an undo button it still has the button to the next game."""
    for _ in range(10):
        finished = await world.match()
        await world.services.resignations.resign(world.by(BEN), finished.id)
    other, match = await world.match("conhex", swap="off"), await world.match("conhex", swap="off")
    presses = Presses(world, move_buttons.HANDLERS)
    confirm = custom_ids.write("confirm", match.id, 0, "f6")
    await play(world, match, ANNA, move="f6")
    assert verbs((await presses.answer_to(ANNA, confirm)).ids) == ["undo", "next"]
    await play(world, match, BEN, move="c4")
    answer = await presses.answer_to(ANNA, confirm)
    assert "your move **f6** is played already" in answer.text
    assert verbs(answer.ids) == ["next"]
    first = await presses.answer_to(ANNA, custom_ids.write("confirm", other.id, 0, "f6"))
    assert verbs(first.ids) == ["undo", "next", "confirming", "confirming"]


@pytest.mark.parametrize(("taken_back", "buttons"), [(1, ["undo"]), (0, [])])
async def test_a_repeated_answer_does_not_undo_a_newer_move(
    world: World, taken_back: int, buttons: list[str]
) -> None:
    await world.services.resignations.resign(world.by(BEN), (await world.match()).id)
    match = await world.match("conhex", swap="off")
    await play(world, match, ANNA, move="f6")
    await world.services.undo.undo(world.by(ANNA), match.id, 1, 0)
    await play(world, match, ANNA, move="c4")
    presses = Presses(world, confirming_buttons.HANDLERS)
    answer = await presses.answer_to(ANNA, custom_ids.write("confirming", 1, match.id, 1, taken_back))
    assert verbs(answer.ids) == buttons
