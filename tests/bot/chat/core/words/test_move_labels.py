from collections.abc import Sequence

import pytest

import rules
from bot.chat.core.words.move_labels import (
    SHOWN,
    Caption,
    at_hand,
    button_label,
    move_label,
    plain_moves,
    points_label,
)
from bot.locale import Texts
from rules.contract import Move, State

EN = Texts.load().language("en")


def texts(moves: Sequence[Move]) -> list[str]:
    return [move.text for move in moves]


def hats(die: int, *moves: str) -> State:
    state: State = rules.GAMES["catch-the-hat"].new({}, 2)
    for text in (f"roll:{die}", *moves):
        by_text = {move.text: move for move in (*state.legal_moves(), *(move for move, _ in state.chances()))}
        state = state.play(by_text[text])
    return state


def test_rolling_again_or_stopping_needs_no_question() -> None:
    six = hats(6, "H0-R5")
    assert texts(plain_moves(six)) == texts(at_hand(six)) == ["roll-again", "stop"]
    assert plain_moves(six.play(six.parse("roll-again"))) == (), "chance is to act"


def test_the_only_move_needs_no_question() -> None:
    state: State = rules.GAMES["hounds-and-jackals"].from_position(
        "hounds 23 26 27 28 29; jackals 1 2 3 4 5; turn hounds"
    )
    assert len(state.legal_moves()) == 1
    assert plain_moves(state) == at_hand(state) == state.legal_moves()


def test_choices_from_the_board_are_asked() -> None:
    assert plain_moves(rules.GAMES["hnefatafl"].new()) == ()
    assert plain_moves(hats(4)) == ()
    conhex = rules.GAMES["conhex"].new()
    assert plain_moves(conhex.play(conhex.parse("f6"))) == (), "to swap is no mere word among others"


def test_no_move_is_at_hand_if_oversight_is_punished() -> None:
    only = "hens a3 a4 b3 b4 c1 c2 c3 c5 d1; foxes b5 d6; off 0; turn foxes"
    for state in (
        rules.GAMES["fox-and-hens"].from_position(only),
        rules.GAMES["fox-and-hens"].from_position(only, {"missed_capture": "takeback"}),
    ):
        assert at_hand(state) == ()
    enforced = rules.GAMES["fox-and-hens"].from_position(only, {"missed_capture": "enforced"})
    assert texts(at_hand(enforced)) == ["b5xd5"]


def test_an_optional_claim_is_not_the_only_move() -> None:
    state: State = rules.GAMES["fox-and-hens"].new()
    for text in ("b4-b5", "e5-e6"):
        state = state.play(state.parse(text))
    assert plain_moves(state) == ()


@pytest.mark.parametrize(
    ("clauses", "label"),
    [
        ((), "e1 → e5"),
        (("wins", "reaches the refuge"), "e1 → e5, wins, reaches the refuge"),
        (("attacks hole 14", "reaches the goal", "falls back"), "e1 → e5, attacks hole 14, falls back"),
    ],
)
def test_a_button_label_fills_its_visible_width(clauses: tuple[str, ...], label: str) -> None:
    assert button_label("e1 → e5", Caption(clauses)) == label
    assert len(label) <= SHOWN


def test_a_long_name_keeps_both_ends() -> None:
    name = "R5:rygbwkrygbwkrygbwkrygbwkrygbwk → S2.4"
    label = button_label(name, Caption(("wins",)))
    assert len(label) == SHOWN
    assert label.startswith("R5:ryg")
    assert label.endswith("→ S2.4, wins")


def test_moves_are_labelled_with_points_or_action() -> None:
    chain = Move("c5xc3xe3", ("c5", "c3", "e3"))
    assert move_label(rules.GAMES["fox-and-hens"], chain, 0, EN) == "c5 → c3 → e3"
    assert move_label(rules.GAMES["fox-and-hens"], chain, 1, EN) == "c3 → e3"
    assert move_label(rules.GAMES["fox-and-hens"], chain, 0, EN, whole=False) == "c5 → e3"
    assert move_label(rules.GAMES["catch-the-hat"], Move("stop", (), "stop"), 0, EN) == "Stop here"
    assert points_label(rules.GAMES["conhex"], ["a1"] * 8, EN) == "→".join(["a1"] * 8)


def test_a_long_name_is_shortened_for_the_first_clause() -> None:
    squeezed = button_label("Versteck Schwarz → Schwarz 3", Caption(("fängt Weiß",)))
    assert squeezed == "Versteck Schwarz→Schwarz 3, fängt Weiß"
    assert len(squeezed) <= SHOWN
    cut = button_label("Ring 49 (ryrggyrg) → Versteck Rot", Caption(("bringt heim",)))
    assert cut == "Ring 49 (ry…Versteck Rot, bringt heim"
    assert len(cut) <= SHOWN
