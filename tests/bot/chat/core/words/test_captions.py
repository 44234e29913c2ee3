"""Effects of moves beside their names, and the moves and pieces that a public board offers."""

import random

import pytest

import rules
from bot.chat.core.words.move_labels import (
    Caption,
    MoveLabel,
    at_hand,
    captions,
    pieces_at_hand,
    plain_moves,
)
from bot.locale import Texts
from rules.contract import State
from tests.bot.support.positions import position

EN = Texts.load().language("en")


def _captions(state: State, *texts: str) -> list[Caption]:
    moves = [state.parse(text) for text in texts]
    found = captions(position(state).match, state.game, state, moves, EN)
    return [found[move] for move in moves]


def test_effects_shared_by_several_moves_are_omitted() -> None:
    state: State = rules.GAMES["nine-mens-morris"].from_position("w../w../.../.w..bb/.../wbb/w.b w 0 0")
    captures = [move.text for move in state.legal_moves() if move.text.startswith("b4-a4x")]
    assert len(captures) > 1
    (alone,) = _captions(state, captures[0])
    assert alone.clauses
    assert alone.rank[0] is MoveLabel.DOES
    among = _captions(state, *captures)
    shared = set(alone.clauses).intersection(*(_captions(state, text)[0].clauses for text in captures))
    assert shared
    assert not [caption for caption in among if shared & set(caption.clauses)]


def test_a_move_that_draws_the_game_says_so() -> None:
    state: State = rules.GAMES["ludus-latrunculorum"].new()
    dice = random.Random(0)
    # After a hundred plies without a capture a game is drawn.
    for _ in range(99):
        state = state.play(dice.choice(state.legal_moves()))
    quiet = next(
        move
        for move in state.legal_moves()
        if (outcome := state.play(move).outcome) is not None and not outcome.winners
    )
    (caption,) = _captions(state, quiet.text)
    assert (caption.clauses[0], caption.rank[0]) == (EN("panel.draws"), MoveLabel.DOES)


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("turn 0; die 4; H0 r,r,r,r,r; H2 g,g,g,g,g; R5 r; R21 g", ()),
        ("turn 0; die 5; H0 r,r,r,r,r; H2 g,g,g,g,g; R26 g; R49 r", ("H0", "R49")),
        (
            "turn 0; die 1; R2 r; R3 r,r; R9 gr; R24 g; R29 g; R32 g; R34 g; S1.4 gr; S2.5 r",
            ("R2", "R3", "S2.5"),
        ),
    ],
    ids=["five moves", "six moves", "six moves of three pieces"],
)
def test_a_board_offers_pieces_if_there_are_many_moves(text: str, pieces: tuple[str, ...]) -> None:
    assert pieces_at_hand(rules.GAMES["catch-the-hat"].from_position(text)) == pieces


def test_no_only_move_is_offered_if_oversight_is_punished() -> None:
    text = "hens a5 b4 c7 d6 d7 e4 e5 e6 e7 f4 g4 g5; foxes g3; off 1; turn foxes"
    state = rules.GAMES["fox-and-hens"].from_position(text, {"missed_capture": "remove-fox"})
    assert [move.text for move in plain_moves(state)] == ["g3-f3"]
    assert at_hand(state) == ()
