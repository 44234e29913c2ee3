"""Nine Men's Morris beside a second, naive account of its rules, played by Hypothesis."""

from collections.abc import Mapping
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from rules import IllegalMove
from rules.games.nine_mens_morris import GAME, NineMensMorrisState
from tests.repeats import repeats
from tests.rules.games.nine_mens_morris.naive import Naive, name

SETUPS = st.fixed_dictionaries({option.key: st.sampled_from(option.values) for option in GAME.options})


class Turns(RuleBasedStateMachine):
    """Play the same moves in both accounts and compare everything after each."""

    def __init__(self) -> None:
        super().__init__()
        self.options: Mapping[str, str] = {}
        self.state: NineMensMorrisState = GAME.new()
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
        self.naive = self.naive.after(text)
        self.log.append(text)
        assert before.position == position
        taken = {point for event in self.state.events if event.kind == "capture" for point in event.points}
        assert taken <= {point for point, seat in before.men.items() if seat != before.turn}
        assert not taken & self.state.men.keys()
        assert taken == set(text.split("x")[1:])

    @precondition(lambda self: self.state.outcome is None)
    @rule(data=st.data())
    def one_ply(self, data: st.DataObject) -> None:
        self.turn_to(str(data.draw(st.sampled_from(self.state.legal_moves()))))

    @precondition(lambda self: self.state.outcome is None)
    @rule(chance=st.randoms(use_true_random=False), plies=st.integers(2, 30), greedy=st.booleans())
    def several_plies(self, chance: Random, plies: int, greedy: bool) -> None:
        for _ in range(plies):
            if self.state.outcome is not None:
                return
            moves = [str(move) for move in self.state.legal_moves()]
            taking = [text for text in moves if "x" in text] if greedy else []
            self.turn_to(chance.choice(taking or moves))

    @precondition(lambda self: self.state.outcome is None and not any(self.state.hands) and len(self.log) > 1)
    @rule(plies=st.integers(1, 9))
    def back_and_forth(self, plies: int) -> None:
        """Move the man that came last back, again and again, into repetition."""
        for _ in range(plies):
            origin, _, goal = self.log[-2].partition("x")[0].partition("-")
            back = f"{goal}-{origin}"
            if back not in map(str, self.state.legal_moves()):
                return
            self.turn_to(back)

    @precondition(lambda self: self.state.outcome is not None)
    @rule(text=st.sampled_from(["a1", "a1-a4", "a1-a4xb2"]))
    def nothing_after_the_end(self, text: str) -> None:
        with pytest.raises(IllegalMove, match="over"):
            self.state.parse(text)

    @invariant()
    def same_moves(self) -> None:
        assert sorted(map(str, self.state.legal_moves())) == sorted(self.naive.moves())

    @invariant()
    def same_position(self) -> None:
        men = {name(point): owner for point, owner in self.naive.board.items()}
        assert {point: ("white", "black")[seat] for point, seat in self.state.men.items()} == men
        assert dict(zip(("white", "black"), self.state.hands, strict=True)) == self.naive.hand
        winners = None if self.state.outcome is None else self.state.outcome.winners
        assert winners == self.naive.winners()
        assert self.state.quiet == self.naive.quiet

    @invariant()
    def men_are_conserved(self) -> None:
        owners = list(self.state.men.values())
        for seat, (hand, lost) in enumerate(zip(self.state.hands, self.state.lost, strict=True)):
            assert min(hand, lost) >= 0
            assert hand + lost + owners.count(seat) == int(self.options.get("men", "9"))

    @invariant()
    def texts_read_back(self) -> None:
        read = GAME.from_position(self.state.position, self.options)
        assert read == self.state
        assert hash(read) == hash(self.state)
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
    max_examples=repeats(40, 80),
    stateful_step_count=20,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
TestPlaying = Turns.TestCase


@settings(max_examples=repeats(15, 30), deadline=None)
@given(st.randoms(use_true_random=False))
def test_every_game_without_a_limit_ends_by_itself(chance: Random) -> None:
    state = GAME.new({"no_mill": "off", "men": "6"})
    for _ in range(3000):
        if state.outcome is not None:
            break
        state = state.play(chance.choice(state.legal_moves()))
    assert state.outcome is not None
