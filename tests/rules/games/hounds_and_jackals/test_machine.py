"""Hounds and Jackals beside a second, naive account of its rules, played by Hypothesis."""

import random
from collections.abc import Mapping

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from rules import IllegalMove
from rules.games.hounds_and_jackals import GAME, HoundsState
from tests.repeats import repeats
from tests.rules.games.hounds_and_jackals.naive import HOME, SIDES, Naive


def assert_same(state: HoundsState, naive: Naive) -> None:
    assert state.position == naive.position()
    end = None if state.outcome is None else (state.outcome.winners, state.outcome.reason)
    assert end == naive.end
    moves = [str(move) for move in state.legal_moves()]
    assert set(moves) == naive.legal()
    assert len(moves) == len(set(moves))
    ways = [tuple(map(int, move.split("-"))) for move in moves if move != "pass"]
    assert ways == sorted(ways)
    for seat, side in enumerate(SIDES):
        assert set(state.pieces[seat]) == naive.holes[side]
        assert len(state.pieces[seat]) == 5
        assert state.steps(seat) == {hole: naive.count(side, hole) for hole in naive.holes[side]}
    if naive.end is None:
        duties = {duty.hole: {str(move) for move in duty.moves} for duty in state.obligations}
        forced = {hole: naive.forced(hole, naive.count(naive.turn, hole)) for hole in naive.attacked}
        assert duties == {hole: {f"{a}-{b}" for a, b in ways} for hole, ways in forced.items()}


OPTIONS = {option.key: option.values for option in GAME.options}
SETUPS = st.fixed_dictionaries({key: st.sampled_from(values) for key, values in OPTIONS.items()})


class Turns(RuleBasedStateMachine):
    """Play the same moves in both accounts and compare everything after each."""

    def __init__(self) -> None:
        super().__init__()
        self.options: Mapping[str, str] = {}
        self.state: HoundsState = GAME.new()
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
        told = {event.kind: event for event in self.state.events}
        assert ("attack" in told) == bool(self.state.attacked)
        assert ("pass" in told) == (text == "pass")
        if text != "pass":
            origin, goal = map(int, text.split("-"))
            assert ("retreat" in told) == (goal < origin)
            assert ("home" in told) == (origin < 25 <= goal)
            assert ("blocked" in told) <= (origin not in before.attacked)

    @precondition(lambda self: self.state.outcome is None)
    @rule(data=st.data())
    def one_ply(self, data: st.DataObject) -> None:
        self.turn_to(str(data.draw(st.sampled_from(self.state.legal_moves()))))

    @precondition(lambda self: self.state.outcome is None)
    @rule(seed=st.integers(0, 999), plies=st.integers(2, 30))
    def several_plies(self, seed: int, plies: int) -> None:
        chance = random.Random(seed)
        for _ in range(plies):
            if self.state.outcome is not None:
                return
            self.turn_to(str(chance.choice(self.state.legal_moves())))
            self.same()

    @precondition(lambda self: self.state.outcome is not None)
    @rule(text=st.sampled_from(["4-6", "pass", "22-20", "30-31"]))
    def nothing_after_the_end(self, text: str) -> None:
        assert (self.state.turn, self.state.obligations) == (None, ())
        with pytest.raises(IllegalMove) as caught:
            self.state.parse(text)
        assert caught.value.reason == "game-over"

    @invariant()
    def same(self) -> None:
        assert_same(self.state, self.naive)

    @invariant()
    def texts_read_back(self) -> None:
        read = GAME.from_position(self.state.position, self.options)
        assert read == self.state
        assert hash(read) == hash(self.state)
        if self.state.outcome is None or self.state.outcome.reason != "repetition":
            assert read.outcome == self.state.outcome
            assert read.legal_moves() == self.state.legal_moves()
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
    max_examples=repeats(40, 80),
    stateful_step_count=15,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
TestPlaying = Turns.TestCase


@pytest.mark.parametrize("opens", OPTIONS["opens"])
@pytest.mark.parametrize("shortcut", OPTIONS["shortcut_when_blocked"])
@pytest.mark.parametrize("zone", OPTIONS["zone_block"])
@pytest.mark.parametrize("void", OPTIONS["void_attack"])
@pytest.mark.parametrize("no_move", OPTIONS["no_move"])
def test_whole_games(opens: str, shortcut: str, zone: str, void: str, no_move: str) -> None:
    chance = random.Random(f"{opens} {shortcut} {zone} {void} {no_move}")
    options = {
        "opens": opens,
        "shortcut_when_blocked": shortcut,
        "zone_block": zone,
        "void_attack": void,
        "no_move": no_move,
        "repetition": "draw",
    }
    for _ in range(4):
        state, naive = GAME.new(options), Naive(options)
        for _ in range(600):
            assert_same(state, naive)
            if state.outcome is not None:
                break
            move = chance.choice(state.legal_moves())
            state, naive = state.play(move), naive.play(str(move))


FIVE = st.lists(st.integers(1, 29), min_size=5, max_size=5, unique=True)
CROWDED = st.lists(st.integers(14, 29), min_size=5, max_size=5, unique=True)


@settings(max_examples=repeats(100, 400), deadline=None)
@given(hounds=FIVE | CROWDED, jackals=FIVE | CROWDED, options=SETUPS, data=st.data())
def test_any_position(
    hounds: list[int], jackals: list[int], options: Mapping[str, str], data: st.DataObject
) -> None:
    side = data.draw(st.sampled_from(SIDES))
    own = hounds if side == "hounds" else jackals
    attacked = sorted(data.draw(st.sets(st.sampled_from(own), max_size=3)))
    parts = [
        " ".join(["hounds", *map(str, sorted(hounds))]),
        " ".join(["jackals", *map(str, sorted(jackals))]),
        f"turn {side}",
        *([" ".join(["attacked", *map(str, attacked)])] if attacked else []),
    ]
    if set(hounds) == set(jackals) == HOME:
        return
    text = "; ".join(parts)
    state, naive = GAME.from_position(text, options), Naive.at(text, options)
    assert_same(state, naive)
    for move in state.legal_moves():
        assert_same(state.play(move), naive.play(str(move)))
