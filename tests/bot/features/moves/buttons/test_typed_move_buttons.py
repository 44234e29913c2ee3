"""Questions about a typed move that is incomplete or ambiguous."""

import pytest

import rules
from bot.chat.core import custom_ids, position_token
from bot.features.moves.buttons import move_buttons, typed_move_buttons
from bot.model.match.match import Turn
from rules.contract import AmbiguousMove, Move, State
from rules.contract.vocabulary import CommonRefusal
from tests.bot.chat.presses import Presses
from tests.bot.support.fakes import ANNA, World
from tests.bot.support.positions import position
from tests.bot.support.services import make_services

pytest_plugins = ("tests.bot.support.worlds",)


async def test_an_ambiguous_move_gets_a_button_per_match(world: World) -> None:
    def fits_two(_state: State, text: str) -> Move:
        raise AmbiguousMove(f"{text} fits two", CommonRefusal.SEVERAL_FIT, moves="b4, f6")

    match = await world.match("conhex")
    world.services = make_services(world.store, world.games, world.time, world.chance, read_move=fits_two)
    presses = Presses(world, typed_move_buttons.HANDLERS)
    answer = await presses.answer_to(ANNA, custom_ids.write("move-in", match.id, "somewhere"))
    assert "“somewhere” fits several moves. Which one do you mean?" in answer.text
    token = position_token.mark(match)
    assert answer.ids == [custom_ids.write("confirm", match.id, token, move) for move in ("b4", "f6")]


async def test_a_refused_move_offers_a_move_button(world: World) -> None:
    match = await world.match("conhex")
    presses = Presses(world, {**typed_move_buttons.HANDLERS, **move_buttons.HANDLERS})
    refusal = await presses.answer_to(ANNA, custom_ids.write("move-in", match.id, "z99"))
    assert "z99" in refusal.text
    assert refusal.ids == [custom_ids.write("move", match.id, position_token.mark(match))]
    panel = await presses.answer_to(ANNA, refusal.ids[0])
    assert "Where do you place your ball?" in panel.text


async def test_a_move_with_trailing_text_asks_for_confirmation(world: World) -> None:
    match = await world.match("conhex")
    presses = Presses(world, typed_move_buttons.HANDLERS)
    answer = await presses.answer_to(ANNA, custom_ids.write("move-in", match.id, "d7 xx"))
    assert "Did you mean this move?" in answer.text
    assert answer.ids == [custom_ids.write("confirm", match.id, position_token.mark(match), "d7")]
    assert (await world.services.matches.get(match.id)).plies == 0


@pytest.mark.parametrize(
    ("repeated", "is_mover", "retyped"), [(True, True, True), (False, True, False), (True, False, False)]
)
def test_only_the_mover_can_repeat_a_move(*, repeated: bool, is_mover: bool, retyped: bool) -> None:
    start = position(rules.GAMES["conhex"].new())
    mover = start.match.mover or 0
    turn = Turn(start.match, start.state, start.state.legal_moves()[0], 1, 0, repeated=repeated)
    assert typed_move_buttons.can_repeat(turn, mover if is_mover else mover + 1) is retyped
