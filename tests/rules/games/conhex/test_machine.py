"""ConHex beside a second, naive account of its rules, played by Hypothesis."""

from collections.abc import Mapping
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from rules import IllegalMove
from rules.games.conhex import GAME, NODES, ConHexState
from tests.repeats import repeats
from tests.rules.games.conhex.naive import Naive

SETUPS = st.one_of(
    st.fixed_dictionaries(
        {
            "balls": st.sampled_from(["1", "2", "3", "6", "12", "25", "34", "unlimited"]),
            "swap": st.sampled_from(["on", "off"]),
            "handicap": st.just("0"),
        }
    ),
    st.fixed_dictionaries(
        {
            "balls": st.sampled_from(["3", "8", "25", "26", "unlimited"]),
            "swap": st.just("off"),
            "handicap": st.sampled_from(["2", "3"]),
        }
    ),
)


class Turns(RuleBasedStateMachine):
    """Play the same moves in both accounts and compare everything after each."""

    def __init__(self) -> None:
        super().__init__()
        self.options: Mapping[str, str] = {}
        self.state: ConHexState = GAME.new()
        self.naive = Naive(self.state.options)
        self.log: list[str] = []

    @initialize(options=SETUPS)
    def begin(self, options: Mapping[str, str]) -> None:
        self.options = options
        self.state = GAME.new(options)
        self.naive = Naive(options)
        self.log = []

    def turn_to(self, text: str) -> None:
        before, position = self.state, self.state.position
        self.state = before.play(before.parse(text))
        self.naive = self.naive.play(text)
        self.log.append(text)
        assert before.position == position
        taken = {cell for event in self.state.events if event.kind == "conquer" for cell in event.points}
        assert self.state.cells == {**before.cells, **dict.fromkeys(taken, before.mover)}
        assert not taken & before.cells.keys()
        assert len(taken) <= 3

    @precondition(lambda self: self.state.outcome is None)
    @rule(data=st.data())
    def one_ply(self, data: st.DataObject) -> None:
        self.turn_to(str(data.draw(st.sampled_from(self.state.legal_moves()))))

    @precondition(lambda self: self.state.outcome is None)
    @rule(chance=st.randoms(use_true_random=False), plies=st.integers(2, 20))
    def several_plies(self, chance: Random, plies: int) -> None:
        for _ in range(plies):
            if self.state.outcome is not None:
                return
            moves = self.state.legal_moves()
            self.turn_to(str(moves[chance.randrange(len(moves))]))

    @precondition(lambda self: self.state.outcome is None and ">" in self.log[-1] if self.log else False)
    @rule(plies=st.integers(1, 9))
    def back_and_forth(self, plies: int) -> None:
        """Lift the ball that came last back, again and again, into repetition."""
        for _ in range(plies):
            origin, _, goal = self.log[-2].partition(">") if len(self.log) > 1 else ("", "", "")
            back = f"{goal}>{origin}"
            if back not in map(str, self.state.legal_moves()):
                return
            self.turn_to(back)

    @precondition(lambda self: self.state.outcome is not None)
    @rule(text=st.sampled_from([*NODES, "swap", "a1>b3"]))
    def nothing_after_the_end(self, text: str) -> None:
        with pytest.raises(IllegalMove, match="over"):
            self.state.parse(text)

    @invariant()
    def same_moves(self) -> None:
        assert [str(move) for move in self.state.legal_moves()] == self.naive.legal()

    @invariant()
    def same_position(self) -> None:
        assert self.state.balls == self.naive.balls
        assert self.state.cells == self.naive.owners
        winner = None if self.state.outcome is None else self.state.outcome.winners
        assert winner == (None if self.naive.winner is None else (self.naive.winner,))
        assert self.state.turn == (self.naive.turn if self.naive.winner is None else None)
        assert bool(self.state.chain) == (winner is not None and self.naive.connected(winner[0]))

    @invariant()
    def balls_are_conserved(self) -> None:
        owners = list(self.state.balls.values())
        for seat, left in enumerate(self.state.supply):
            if left is not None:
                assert left >= 0
                assert left + owners.count(seat) == int(self.options.get("balls", "25"))

    @invariant()
    def texts_read_back(self) -> None:
        read = GAME.from_position(self.state.position, self.options)
        assert read == self.state
        assert hash(read) == hash(self.state)
        assert read.position == self.state.position
        for move in self.state.legal_moves()[::7]:
            assert self.state.parse(str(move)) == move

    def teardown(self) -> None:
        state = GAME.new(self.options)
        for text in self.log:
            state = state.play(state.parse(text))
        assert state == self.state
        assert (state.events, state.last, state.outcome) == (
            self.state.events,
            self.state.last,
            self.state.outcome,
        )


Turns.TestCase.settings = settings(
    max_examples=repeats(50, 150),
    stateful_step_count=20,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
TestPlaying = Turns.TestCase


@settings(max_examples=repeats(20, 40), deadline=None)
@given(st.permutations(NODES))
def test_with_unlimited_balls_somebody_connects_before_the_board_is_full(order: list[str]) -> None:
    state = GAME.new({"balls": "unlimited", "swap": "off"})
    for node in order:
        state = state.play(state.parse(node))
        if state.outcome is not None:
            break
    assert state.outcome is not None
    assert state.outcome.reason == "connected"
    assert len(state.outcome.winners) == 1
