"""Hounds and Jackals beside a second, naive account of its rules, played by Hypothesis."""

import random
from collections import Counter
from collections.abc import Iterator, Mapping

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from rules import IllegalMove
from rules.games.hounds_and_jackals import GAME, HoundsState
from rules.toolkit.perft import nodes_at

SIDES = ("hounds", "jackals")
HOME = {25, 26, 27, 28, 29}


def row_of(hole: int) -> int:
    return hole if hole <= 19 else 39 - hole


def walks(hole: int, steps: int, *, detoured: bool = False) -> Iterator[tuple[int, bool]]:
    """Yield where single steps lead, one after the other, and whether a shortcut line was among them."""
    if steps == 0:
        yield hole, detoured
        return
    if hole < 29:
        yield from walks(hole + 1, steps - 1, detoured=detoured)
    if hole in {10, 20}:
        yield from walks(24 if hole == 10 else 22, steps - 1, detoured=True)


class Naive:
    """The rules once more, with sets of holes and the whole history kept."""

    def __init__(self, options: Mapping[str, str]) -> None:
        self.options = options
        self.holes = {side: {1, 2, 3, 4, 5} for side in SIDES}
        self.turn = options["opens"]
        self.attacked: set[int] = set()
        self.passed = 0
        self.stood = Counter([self.sight()])
        self.end: tuple[tuple[int, ...], str] | None = None

    @classmethod
    def at(cls, text: str, options: Mapping[str, str]) -> "Naive":
        naive = cls(options)
        for part in text.split("; "):
            word, *rest = part.split(" ")
            if word in SIDES:
                naive.holes[word] = {int(number) for number in rest}
            elif word == "turn":
                naive.turn = rest[0]
            elif word == "attacked":
                naive.attacked = {int(number) for number in rest}
        naive.stood = Counter([naive.sight()])
        naive.judge()
        return naive

    def sight(self) -> tuple[object, ...]:
        return (*(tuple(sorted(self.holes[side])) for side in SIDES), self.turn, tuple(sorted(self.attacked)))

    def copy(self) -> "Naive":
        twin = Naive(self.options)
        twin.holes = {side: set(holes) for side, holes in self.holes.items()}
        twin.turn, twin.passed, twin.stood = self.turn, self.passed, self.stood.copy()
        return twin

    def position(self) -> str:
        parts = [" ".join([side, *map(str, sorted(self.holes[side]))]) for side in SIDES]
        parts.append(f"turn {self.turn}")
        if self.attacked:
            parts.append(" ".join(["attacked", *map(str, sorted(self.attacked))]))
        if self.passed:
            parts.append(["passed", "passed twice"][self.passed - 1])
        return "; ".join(parts)

    def other(self) -> str:
        return SIDES[1 - SIDES.index(self.turn)]

    def count(self, side: str, hole: int) -> int:
        everyone = [*self.holes["hounds"], *self.holes["jackals"]]
        number = sum(row_of(other) == row_of(hole) for other in everyone)
        assert hole in self.holes[side]
        return 2 * number if hole in {5, 15} else number

    def forced(self, p: int, n: int) -> set[tuple[int, int]]:
        own = self.holes[self.turn]
        r = {(p, goal) for goal, detoured in walks(p, n) if detoured and goal not in own}
        if p + n <= 29 and p + n not in own:
            return r | {(p, p + n)}
        if r and self.options["shortcut_when_blocked"] == "must-if-free":
            return r
        chain = self.forced(p + n, n) if p + n <= 29 else set()
        reduced: set[tuple[int, int]] = set()
        if p >= 25 or p + n > 29:
            fits = [k for k in range(1, n) if p + k <= 29 and p + k not in own]
            reduced = {(p, p + max(fits))} if fits else set()
        if self.options["zone_block"] == "chain-first":
            return r | (chain or reduced)
        return r | (reduced or chain)

    def free(self) -> set[tuple[int, int]]:
        own, enemy = self.holes[self.turn], self.holes[self.other()]
        found = set()
        for hole in own:
            n = self.count(self.turn, hole)
            found |= {(hole, goal) for goal, _ in walks(hole, n) if goal not in own}
            if n == 1 and hole == 22 and 20 not in own:
                found.add((22, 20))
            if n == 1 and hole == 24 and 10 not in own and any(other <= 10 for other in enemy):
                found.add((24, 10))
        return found

    def legal(self) -> set[str]:
        if self.end is not None:
            return set()
        must = set().union(*(self.forced(hole, self.count(self.turn, hole)) for hole in self.attacked))
        if not must and self.attacked and self.options["void_attack"] == "pass":
            return {"pass"}
        return {f"{a}-{b}" for a, b in must or self.free()} or {"pass"}

    def play(self, text: str) -> "Naive":
        after = self.copy()
        if text == "pass":
            after.passed += 1
        else:
            after.passed = 0
            origin, goal = map(int, text.split("-"))
            after.holes[self.turn].remove(origin)
            after.holes[self.turn].add(goal)
            after.attacked = {hole for hole in self.holes[self.other()] if row_of(hole) == row_of(goal)}
        after.turn = self.other()
        after.stood[after.sight()] += 1
        after.judge()
        return after

    def judge(self) -> None:
        home = [side for side in SIDES if self.holes[side] == HOME]
        if len(home) == 1:
            self.end = ((1 - SIDES.index(home[0]),), "all-home")
        elif self.passed == 2:
            self.end = ((), "double-pass")
        elif self.options["repetition"] == "draw" and self.stood[self.sight()] == 3:
            self.end = ((), "repetition")
        elif self.options["no_move"] == "loss" and self.legal() == {"pass"} and not self.void_pass():
            self.end = ((SIDES.index(self.other()),), "no-moves")

    def void_pass(self) -> bool:
        return bool(self.attacked) and self.options["void_attack"] == "pass"

    def nodes(self, depth: int) -> int:
        moves = self.legal()
        return len(moves) if depth == 1 else sum(self.play(move).nodes(depth - 1) for move in moves)


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


class Playing(RuleBasedStateMachine):
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


Playing.TestCase.settings = settings(
    max_examples=80, stateful_step_count=15, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
TestPlaying = Playing.TestCase


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


@settings(max_examples=400, deadline=None)
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


@pytest.mark.parametrize(
    ("options", "counts"),
    [
        ({}, (2, 3, 9, 20, 57, 129, 353, 935)),
        ({"opens": "jackals"}, (2, 3, 9, 20, 57, 129, 353, 935)),
    ],
)
def test_perft_from_the_start(options: Mapping[str, str], counts: tuple[int, ...]) -> None:
    state = GAME.new(options)
    assert tuple(nodes_at(state, depth) for depth in range(1, len(counts) + 1)) == counts
    naive = Naive(state.options)
    assert tuple(naive.nodes(depth) for depth in range(1, len(counts) + 1)) == counts


LATE = "hounds 10 18 20 24 27; jackals 9 15 20 22 28; turn hounds"
CROWD = "hounds 14 15 16 20 28; jackals 10 16 17 25 29; turn jackals; attacked 16 25"


@pytest.mark.parametrize(
    ("text", "options", "counts"),
    [
        (LATE, {}, (6, 15, 49, 160, 543)),
        (LATE, {"shortcut_when_blocked": "must-if-free"}, (6, 15, 49, 158, 538)),
        (CROWD, {}, (2, 10, 19, 53, 110)),
        (
            CROWD,
            {"zone_block": "chain-first", "void_attack": "pass", "no_move": "loss"},
            (2, 10, 19, 53, 107),
        ),
    ],
)
def test_perft_late(text: str, options: Mapping[str, str], counts: tuple[int, ...]) -> None:
    state = GAME.from_position(text, options)
    assert tuple(nodes_at(state, depth) for depth in range(1, 6)) == counts
    naive = Naive.at(text, state.options)
    assert tuple(naive.nodes(depth) for depth in range(1, 6)) == counts
