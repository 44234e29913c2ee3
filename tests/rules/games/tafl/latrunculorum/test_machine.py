"""Ludus latrunculorum beside a second, naive account of its rules, and played by Hypothesis."""

import random

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

import rules
from rules.games.tafl.latrunculorum import GAME, LatrunculorumState
from tests.rules.games.tafl.latrunculorum.naive import Slow
from tests.rules.games.tafl.latrunculorum.positions import KING, board, captured


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
def test_random_games(army: str, position: str) -> None:
    chance = random.Random(position)
    reasons = set()
    for _ in range(8):
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


class Play(RuleBasedStateMachine):
    """Either army, any moves; what always holds is checked after every ply."""

    @initialize(army=st.sampled_from(["rows", "king"]))
    def start(self, army: str) -> None:
        self.options = {"army": army}
        self.state = GAME.new(self.options)
        self.log: list[str] = []

    @precondition(lambda self: self.state.outcome is None)
    @rule(pick=st.integers(0, 10_000), capture=st.booleans())
    def ply(self, pick: int, capture: bool) -> None:
        before, position = self.state, self.state.position
        moves = before.legal_moves()
        if capture:
            moves = tuple(move for move in moves if before.play(move).events) or moves
        move = moves[pick % len(moves)]
        after = before.play(move)
        gone = captured(after)
        assert len(after.pieces) == len(before.pieces) - len(gone)
        assert {before.pieces[point] for point in gone} <= {"w" if before.turn == 0 else "b"}
        assert before.position == position
        self.state = after
        self.log.append(str(move))

    @precondition(lambda self: self.state.outcome is not None)
    @rule(text=st.sampled_from(["a9-a8", "e5e6", "a1-a2xb2"]))
    def nothing_after_the_end(self, text: str) -> None:
        with pytest.raises(rules.IllegalMove) as refusal:
            self.state.parse(text)
        assert refusal.value.reason == "game-over"

    @invariant()
    def round_trips(self) -> None:
        state = self.state
        again = GAME.from_position(state.position, self.options)
        assert again == state
        assert hash(again) == hash(state)
        assert not [move for move in state.legal_moves() if state.parse(str(move)) is not move]
        if state.outcome is None:
            assert again.legal_moves() == state.legal_moves()
        kings = sorted(piece for piece in state.pieces.values() if piece.isupper())
        assert kings == (["B", "W"] if self.options["army"] == "king" else [])

    def teardown(self) -> None:
        state = GAME.new(self.options)
        for text in self.log:
            state = state.play(state.parse(text))
        assert (state, state.outcome, state.events) == (self.state, self.state.outcome, self.state.events)


Play.TestCase.settings = settings(max_examples=20, stateful_step_count=30, deadline=None)
TestPlay = Play.TestCase
