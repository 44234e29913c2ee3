"""Fox and Hens beside a second, naive account of its rules, played by Hypothesis."""

import random
from collections.abc import Mapping

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from rules import IllegalMove
from rules.games.fox_and_hens import GAME, FoxState
from tests.repeats import repeats
from tests.rules.games.fox_and_hens.naive import Naive

OPTIONS = {option.key: option.values for option in GAME.options}
SETUPS = st.fixed_dictionaries({key: st.sampled_from(values) for key, values in OPTIONS.items()})


class Turns(RuleBasedStateMachine):
    """Play the same moves in both accounts and compare everything after each."""

    def __init__(self) -> None:
        super().__init__()
        self.options: Mapping[str, str] = {}
        self.state: FoxState = GAME.new()
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
        assert {str(move) for move in self.state.legal_moves()} == self.naive.legal()
        gone = [point for event in self.state.events if event.kind == "capture" for point in event.points]
        assert len(gone) == len(set(gone)) == len(before.hens) - len(self.state.hens)
        assert sum(int(hen[1]) for hen in self.state.hens) >= sum(int(hen[1]) for hen in before.hens) - sum(
            int(hen[1]) for hen in gone
        ), "hens never go down"

    @precondition(lambda self: self.state.outcome is None)
    @rule(data=st.data())
    def one_ply(self, data: st.DataObject) -> None:
        self.turn_to(str(data.draw(st.sampled_from(self.state.legal_moves()))))

    @precondition(lambda self: self.state.outcome is None)
    @rule(seed=st.integers(0, 999), plies=st.integers(2, 40))
    def several_plies(self, seed: int, plies: int) -> None:
        chance = random.Random(seed)
        for _ in range(plies):
            if self.state.outcome is not None:
                return
            moves = self.state.legal_moves()
            self.turn_to(str(chance.choice(moves)))

    @precondition(lambda self: self.state.pending == "claim")
    @rule(data=st.data())
    def point_it_out(self, data: st.DataObject) -> None:
        claims = [move for move in self.state.legal_moves() if move.action == "claim"]
        self.turn_to(str(data.draw(st.sampled_from(claims))))

    @precondition(lambda self: self.state.outcome is not None)
    @rule(text=st.sampled_from(["claim", "d4-d5", "c5xc3", "place d3", "remove c5"]))
    def nothing_after_the_end(self, text: str) -> None:
        assert (self.state.turn, self.state.pending, self.state.calls) == (None, "", ())
        with pytest.raises(IllegalMove) as caught:
            self.state.parse(text)
        assert caught.value.reason == "game-over"

    @invariant()
    def same_position(self) -> None:
        state = self.state
        assert state.position == self.naive.position()
        end = None if state.outcome is None else (state.outcome.winners, state.outcome.reason)
        assert end == self.naive.end
        assert state.pending == self.naive.pending
        assert set(state.claimable) == (self.naive.culprits if state.pending == "claim" else set())
        assert len({str(move) for move in state.legal_moves()}) == len(state.legal_moves())

    @invariant()
    def pieces_add_up(self) -> None:
        state = self.state
        assert len(state.foxes) + state.off == 2
        assert len(state.hens) <= 20
        assert not {*state.hens} & {*state.foxes}

    @invariant()
    def texts_read_back(self) -> None:
        read = GAME.from_position(self.state.position, self.options)
        assert read == self.state
        assert hash(read) == hash(self.state)
        assert (read.position, read.outcome) == (self.state.position, self.state.outcome)
        for move in self.state.legal_moves():
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
    max_examples=repeats(40, 100),
    stateful_step_count=20,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
TestPlaying = Turns.TestCase


@pytest.mark.parametrize("missed", OPTIONS["missed_capture"])
@pytest.mark.parametrize("both", OPTIONS["both_missed"])
def test_whole_games(missed: str, both: str) -> None:
    chance = random.Random(f"{missed} {both}")
    for zone, by, start, diagonals, stuck in (
        ("anywhere", "foxes", "front", "alternating", "foxes-win"),
        ("outside-house", "hens", "back", "alternating", "draw"),
        ("outside-house", "foxes", "front", "none", "draw"),
    ):
        options = {
            "missed_capture": missed,
            "both_missed": both,
            "return_zone": zone,
            "return_by": by,
            "fox_start": start,
            "diagonals": diagonals,
            "hens_stuck": stuck,
        }
        for _ in range(4):
            state, naive = GAME.new(options), Naive(options)
            for _ in range(400):
                assert state.position == naive.position()
                assert {str(move) for move in state.legal_moves()} == naive.legal()
                if state.outcome is not None:
                    break
                move = chance.choice(state.legal_moves())
                state, naive = state.play(move), naive.play(str(move))
            assert state.outcome is not None, "every game ends (ruling A18)"
            assert (state.outcome.winners, state.outcome.reason) == naive.end
