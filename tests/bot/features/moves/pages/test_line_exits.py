"""Links from an explored line: play its first move, or plan the line."""

import pytest

from bot.chat.core import custom_ids, position_token
from bot.chat.core.messages import layouts
from bot.features.matches.domain.conditional_moves import DEEPEST
from bot.features.moves.buttons import conditional_move_buttons, move_buttons
from bot.features.moves.pages.line_exits import exits
from bot.locale import Texts
from bot.model.match.match import MatchPosition
from rules.contract import Move
from tests.bot.chat.presses import Presses
from tests.bot.support.fakes import ANNA, BEN, CARA, World

pytest_plugins = ("tests.bot.support.worlds",)
EN = Texts.load().language("en")


def line(start: MatchPosition, *texts: str) -> list[Move]:
    moves, state = [], start.state
    for text in texts:
        moves.append(state.parse(text))
        state = state.play(moves[-1])
    return moves


def labels_of(buttons: list[layouts.Button]) -> list[str]:
    return [str(button.label) for button in buttons]


async def test_the_mover_can_play_the_first_move_of_a_line(world: World) -> None:
    match = await world.match("conhex")
    start = await world.services.matches.position_after(match.id, 0, 0)
    (button,) = exits(start, 0, ANNA.id, line(start, "f6", "c4", "b5"), EN)
    assert button.label == "Play f6"
    answer = await Presses(world, move_buttons.HANDLERS).answer_to(ANNA, str(button.custom_id))
    assert custom_ids.write("confirm", match.id, position_token.mark(start.match), "f6") in answer.ids


@pytest.mark.parametrize(("key", "label"), [("hnefatafl", "Play e1→"), ("catch-the-hat", "Play ⌂→")])
async def test_the_button_label_of_a_move_is_short(world: World, key: str, label: str) -> None:
    start = await world.services.matches.position((await world.match(key)).id)
    buttons = exits(start, start.match.plies, ANNA.id, start.state.legal_moves()[:1], EN)
    assert [name[: len(label)] for name in labels_of(buttons)] == [label]


async def test_the_waiting_player_can_plan_a_line_ending_with_their_reply(world: World) -> None:
    match = await world.match("conhex")
    start = await world.services.matches.position_after(match.id, 0, 0)
    assert exits(start, 0, BEN.id, line(start, "f6"), EN) == []
    (button,) = exits(start, 0, BEN.id, line(start, "f6", "c4"), EN)
    assert button.label == "Plan this"
    await Presses(world, conditional_move_buttons.HANDLERS).answer_to(BEN, str(button.custom_id))
    plan = await world.services.conditional_moves.lines(BEN.id, match.id)
    assert plan.lines == (("f6", "c4"),)


async def test_a_line_longer_than_a_plan_cannot_be_planned(world: World) -> None:
    match = await world.match("conhex", swap="off")
    start = await world.services.matches.position_after(match.id, 0, 0)
    moves, state = list[Move](), start.state
    while len(moves) < DEEPEST + 2:
        moves.append(state.legal_moves()[0])
        state = state.play(moves[-1])
    assert labels_of(exits(start, 0, BEN.id, moves[:DEEPEST], EN)) == ["Plan this"]
    for too_long in (DEEPEST + 1, DEEPEST + 2):
        assert exits(start, 0, BEN.id, moves[:too_long], EN) == []


async def test_a_finished_game_offers_no_line_exits(world: World) -> None:
    match = await world.match("conhex")
    await world.services.resignations.resign(world.by(ANNA), match.id)
    start = await world.services.matches.position_after(match.id, 0, 0)
    for person in (ANNA, BEN):
        assert exits(start, 0, person.id, line(start, "f6", "c4"), EN) == []


@pytest.mark.parametrize("moves", [("f6", "c4"), ("f6", "c4", "b5")])
async def test_strangers_and_earlier_positions_get_no_line_exits(
    world: World, moves: tuple[str, ...]
) -> None:
    match = await world.match("conhex")
    start = await world.services.matches.position_after(match.id, 0, 0)
    draft = line(start, *moves)
    assert exits(start, 0, CARA.id, draft, EN) == []
    assert exits(start, 0, ANNA.id, [], EN) == []
    await world.services.turns.take_turn(world.by(ANNA), match.id, "b5")
    earlier = await world.services.matches.position_after(match.id, 0, 0)
    assert labels_of(exits(earlier, 0, ANNA.id, draft, EN) + exits(earlier, 0, BEN.id, draft, EN)) == []


async def test_a_line_from_two_plies_ago_cannot_be_played_or_planned(world: World) -> None:
    match = await world.match("conhex")
    await world.services.turns.take_turn(world.by(ANNA), match.id, "b5")
    await world.services.turns.take_turn(world.by(BEN), match.id, "b7")
    earlier = await world.services.matches.position_after(match.id, 0, 0)
    assert exits(earlier, 0, ANNA.id, line(earlier, "f6"), EN) == []
    assert exits(earlier, 0, BEN.id, line(earlier, "f6", "c4"), EN) == []
    newest = await world.services.matches.position_after(match.id, 2, 0)
    assert labels_of(exits(newest, 2, ANNA.id, line(newest, "f6"), EN)) == ["Play f6"]
