"""Ludus latrunculorum against its naive implementation: random games."""

import random

import pytest

from rules.games.tafl.latrunculorum import GAME, LatrunculorumState
from tests.repeats import repeats
from tests.rules.games.tafl.latrunculorum.naive import Slow
from tests.rules.games.tafl.latrunculorum.positions import KING, board


def assert_same(state: LatrunculorumState, slow: Slow) -> None:
    assert state.position == slow.position()
    ours = None if state.outcome is None else (state.outcome.winners, state.outcome.reason)
    assert ours == slow.outcome
    assert {str(move) for move in state.legal_moves()} == slow.moves()


@pytest.mark.parametrize(
    ("army", "position"),
    [
        ("rows", GAME.new().position),
        ("king", GAME.new(KING).position),
        ("rows", board("b", r10="bb7", r1="ww7")),
        ("king", board("w", r10="bB7", r1="wW7")),
        ("rows", board("w", r10="b2bb3b", r1="ww7", r2="w8", r9="8b")),
    ],
)
def test_random_games_match_the_slow_model(army: str, position: str) -> None:
    chance = random.Random(position)
    reasons = set()
    for _ in range(repeats(3, 8)):
        state = GAME.from_position(position, {"army": army})
        slow = Slow(position, army)
        for _ in range(250):
            assert_same(state, slow)
            if state.outcome is not None:
                reasons.add(state.outcome.reason)
                break
            move = chance.choice(state.legal_moves())
            state = state.play(move)
            slow.play(str(move))
    assert position == GAME.new().position or reasons
