"""The only move that a step leads to, and variations with calls."""

import random
from dataclasses import replace

import pytest
from discord import ButtonStyle, ui

import rules
from bot.chat.core import custom_ids
from bot.chat.core.pictures import Picture
from bot.chat.parts.moves import explored_line, guide_page, line_page
from bot.chat.parts.moves.move_picker import START
from bot.locale import Texts
from rules.contract import Outcome, State
from rules.contract.capabilities import calls_of
from tests.bot.support.positions import position

EN = Texts.load().language("en")


def test_the_first_step_asks_even_if_there_is_only_one_move() -> None:
    mill = rules.GAMES["nine-mens-morris"].from_position("w../w../.../.w..bb/.../wbb/w.b w 0 0")
    forced = rules.GAMES["hounds-and-jackals"].from_position(
        "hounds 1 2 3 5 6; jackals 1 2 3 4 5; turn jackals"
    )
    assert len(forced.legal_moves()) == 1
    assert guide_page.only_move(forced, guide_page.first_step(forced)) is None
    for move in mill.legal_moves():
        alike = [other for other in mill.legal_moves() if other.path[:2] == move.path[:2]]
        found = guide_page.only_move(mill, START.on(*move.path[:1]).on(*move.path[1:2]))
        assert found == (move if len(alike) == 1 else None)


def _before_a_call() -> tuple[State, str]:
    """Return a position of fox and hens after a missed capture, and the call that is legal there."""
    state: State = rules.GAMES["fox-and-hens"].new()
    dice = random.Random(0)
    while not (calls := [move for move in state.legal_moves() if move.action in calls_of(state)]):
        state = state.play(dice.choice(state.legal_moves()))
    return state, str(calls[0])


@pytest.mark.parametrize("later", [0, 2])
def test_a_variation_with_a_call_opens_after_the_game(later: int) -> None:
    state, call = _before_a_call()
    running, moves = position(state), [call]
    over = replace(running, match=replace(running.match, outcome=Outcome((0,), "any")))
    for _ in range(later):
        state = state.play(state.parse(moves[-1]))
        moves.append(str(explored_line.following(state, calls=False)[0]))
    text = line_page.line_text(over, moves)
    assert [str(ply) for ply in line_page.line_of(over, text)] == moves
    with pytest.raises(custom_ids.MalformedId):
        line_page.line_of(running, text)
    with pytest.raises(custom_ids.MalformedId):
        line_page.line_text(over, [call, "a1-b9"])


def test_an_action_among_moves_and_an_only_move_are_highlighted() -> None:
    game = rules.GAMES["conhex"].new()
    swap = game.play(game.legal_moves()[0])
    only = rules.GAMES["hounds-and-jackals"].from_position(
        "hounds 1 2 3 5 6; jackals 1 2 3 4 5; turn jackals"
    )
    styles = {}
    for state in (swap, only):
        view = guide_page.step_layout(position(state), guide_page.first_step(state), Picture(b"", "-"), EN)
        pressed = [item for item in view.walk_children() if isinstance(item, ui.Button)]
        styles[state.game.key] = {str(item.label) for item in pressed if item.style is ButtonStyle.primary}
        assert len(pressed) > 1 or state is only
    assert len(styles["conhex"]) == len(styles["hounds-and-jackals"]) == 1
    assert styles["conhex"] == {guide_page.action_name("conhex", "swap", EN)}
