"""Fox and Hens beside a second, naive account of its rules, played by Hypothesis."""

import random
from collections.abc import Mapping, Sequence
from itertools import pairwise

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from rules import IllegalMove
from rules.games.fox_and_hens import GAME, FoxState
from rules.toolkit.perft import nodes_at

PICTURE = r"""
7          c7--d7--e7
           | \ | / |
6          c6--d6--e6
           | / | \ |
5  a5--b5--c5--d5--e5--f5--g5
   | \ | / | \ | / | \ | / |
4  a4--b4--c4--d4--e4--f4--g4
   | / | \ | / | \ | / | \ |
3  a3--b3--c3--d3--e3--f3--g3
           | \ | / |
2          c2--d2--e2
           | / | \ |
1          c1--d1--e1
"""
HOUSE = {"c5", "d5", "e5", "c6", "d6", "e6", "c7", "d7", "e7"}
ARCS = {("a5", "b5"), ("b5", "c5"), ("g5", "f5"), ("f5", "e5")}


def lines_of(picture: str, *, slanted: bool) -> set[tuple[str, str]]:
    """Read the lines off a drawn board, each in both directions."""
    rows = picture.strip("\n").split("\n")
    found: set[tuple[str, str]] = set()
    for number, row in enumerate(rows):
        for column, sign in enumerate(row):
            if row[column : column + 2] == "--":
                found.add((row[column - 2 : column], row[column + 2 : column + 4]))
            if number % 2 == 0:
                continue
            above, below = rows[number - 1], rows[number + 1]
            if sign == "|":
                found.add((above[column : column + 2], below[column : column + 2]))
            elif sign == "\\" and slanted:
                found.add((above[column - 2 : column], below[column + 2 : column + 4]))
            elif sign == "/" and slanted:
                found.add((above[column + 2 : column + 4], below[column - 2 : column]))
    return found | {(b, a) for a, b in found}


LINES = {
    "alternating": lines_of(PICTURE, slanted=True),
    "none": lines_of(PICTURE, slanted=False),
}
POINTS = sorted({point for line in LINES["none"] for point in line})


def beyond(point: str, over: str) -> str:
    """Name the point as far behind `over` as `point` is before it, on the board or not."""
    return chr(2 * ord(over[0]) - ord(point[0])) + str(2 * int(over[1]) - int(point[1]))


class Naive:
    """The rules once more, with sets of names, and what stood before the last step kept whole."""

    def __init__(self, options: Mapping[str, str]) -> None:
        self.options = options
        self.lines = LINES[options["diagonals"]]
        self.hens = {point for point in POINTS if int(point[1]) <= 4}
        self.foxes = {"c5", "e5"} if options["fox_start"] == "front" else {"c7", "e7"}
        self.turn = "hens"
        self.pending = ""
        self.culprits: set[str] = set()
        self.step = ("", "")
        self.end: tuple[tuple[int, ...], str] | None = None

    def copy(self) -> "Naive":
        twin = Naive(self.options)
        twin.__dict__ = {
            key: set(value) if isinstance(value, set) else value for key, value in vars(self).items()
        }
        return twin

    def empty(self) -> set[str]:
        return set(POINTS) - self.hens - self.foxes

    def position(self) -> str:
        parts = [
            " ".join(["hens", *sorted(self.hens)]),
            " ".join(["foxes", *sorted(self.foxes)]),
            f"off {2 - len(self.foxes)}",
            f"turn {self.turn}",
        ]
        if self.pending == "claim":
            parts += [" ".join(["claimable", *sorted(self.culprits)]), "step " + "-".join(self.step)]
        elif self.pending:
            parts.append(self.pending)
        return "; ".join(parts)

    def jumps(self, fox: str, hens: set[str], others: set[str]) -> list[tuple[str, str]]:
        found = []
        for hen in hens:
            goal = beyond(fox, hen)
            if (fox, hen) in self.lines and (hen, goal) in self.lines and goal not in hens | others:
                found.append((hen, goal))
        return found

    def chains(self, fox: str, hens: set[str], others: set[str]) -> list[list[str]]:
        """List the ways of a fox that captures on and on; the fox alone where there is nothing to capture."""
        jumps = self.jumps(fox, hens, others)
        if not jumps:
            return [[fox]]
        return [[fox, *tail] for hen, goal in jumps for tail in self.chains(goal, hens - {hen}, others)]

    def captures(self) -> list[str]:
        return [
            "x".join(chain)
            for fox in self.foxes
            for chain in self.chains(fox, self.hens, self.foxes - {fox})
            if len(chain) > 1
        ]

    def steps(self) -> list[str]:
        pieces = self.hens if self.turn == "hens" else self.foxes
        found = [(a, b) for a, b in self.lines if a in pieces and b in self.empty()]
        if self.turn == "hens":
            found = [(a, b) for a, b in found if b[1] > a[1] or (a, b) in ARCS]
        return [f"{a}-{b}" for a, b in found]

    def claims(self) -> set[str]:
        takeback = self.options["missed_capture"] == "takeback"
        if self.pending == "claim" and takeback:
            return {"claim"}
        if len(self.culprits) == 2 and self.options["both_missed"] != "hens-choose":
            return {"claim"}
        return {f"claim {point}" for point in self.culprits}

    def legal(self) -> set[str]:
        if self.end is not None:
            return set()
        if self.pending == "place":
            barred = HOUSE if self.options["return_zone"] == "outside-house" else set()
            return {f"place {point}" for point in self.empty() - barred}
        if self.pending == "remove":
            return {f"remove {point}" for point in self.foxes}
        captures = self.captures() if self.turn == "foxes" else []
        if captures and (self.pending == "must-capture" or self.options["missed_capture"] == "enforced"):
            return set(captures)
        return {*captures, *self.steps(), *self.claims()}

    def play(self, text: str) -> "Naive":
        after = self.copy()
        after.pending, after.culprits, after.step = "", set(), ("", "")
        word, _, name = text.partition(" ")
        if word == "claim":
            after.claimed(self, name)
        elif word == "remove":
            after.foxes.remove(name)
            after.turn = "hens"
        elif word == "place":
            after.foxes.add(name)
            after.turn = "hens"
        elif "x" in text:
            after.captured(text.split("x"))
        else:
            after.stepped(self, *text.split("-"))
        after.judge("x" in text and word == text)
        return after

    def claimed(self, before: "Naive", name: str) -> None:
        both = self.options["both_missed"]
        if name:
            self.foxes.remove(name)
        elif self.options["missed_capture"] == "takeback" or both == "takeback":
            self.foxes.remove(before.step[1])
            self.foxes.add(before.step[0])
            self.turn, self.pending = "foxes", "must-capture"
        elif both == "foxes-choose":
            self.turn, self.pending = "foxes", "remove"
        elif both == "moved-fox":
            self.foxes.remove(before.step[1])
        else:
            self.foxes = set()

    def captured(self, way: Sequence[str]) -> None:
        for a, b in pairwise(way):
            middle = chr((ord(a[0]) + ord(b[0])) // 2) + str((int(a[1]) + int(b[1])) // 2)
            self.hens.remove(middle)
        self.foxes.remove(way[0])
        self.foxes.add(way[-1])
        self.turn = "hens"
        if len(self.foxes) == 1:
            self.turn, self.pending = self.options["return_by"], "place"

    def stepped(self, before: "Naive", origin: str, goal: str) -> None:
        pieces = self.hens if self.turn == "hens" else self.foxes
        pieces.remove(origin)
        pieces.add(goal)
        if self.turn == "foxes" and self.options["missed_capture"] != "enforced":
            missed = {capture[:2] for capture in before.captures()}
            if missed:
                self.pending, self.step = "claim", (origin, goal)
                self.culprits = {goal if fox == origin else fox for fox in missed}
        self.turn = "foxes" if self.turn == "hens" else "hens"

    def judge(self, after_capture: bool) -> None:
        if len(self.hens) < 9:
            self.end = ((1,), "too-few-hens")
        elif not self.foxes:
            self.end = ((0,), "no-foxes")
        elif self.hens >= HOUSE:
            self.end = ((0,), "house-full")
        elif self.legal():
            return
        elif self.turn == "foxes":
            self.end = ((0,), "foxes-stuck")
        else:
            self.end = ((1,) if self.options["hens_stuck"] == "foxes-win" else (), "hens-stuck")
        self.pending = ""
        if after_capture:
            self.turn = "hens"

    def nodes(self, depth: int) -> int:
        moves = self.legal()
        return len(moves) if depth == 1 else sum(self.play(move).nodes(depth - 1) for move in moves)


OPTIONS = {option.key: option.values for option in GAME.options}
SETUPS = st.fixed_dictionaries({key: st.sampled_from(values) for key, values in OPTIONS.items()})


class Playing(RuleBasedStateMachine):
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


Playing.TestCase.settings = settings(
    max_examples=100, stateful_step_count=20, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
TestPlaying = Playing.TestCase


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


@pytest.mark.parametrize(
    ("options", "counts"),
    [
        ({}, (7, 60, 608, 4758)),
        ({"missed_capture": "enforced"}, (7, 44, 428, 1654)),
        ({"diagonals": "none"}, (5, 28, 178, 886)),
        ({"fox_start": "back"}, (13, 78, 1012, 6136)),
        ({"missed_capture": "takeback"}, (7, 60, 608, 4578)),
        ({"both_missed": "foxes-choose"}, (7, 60, 608, 4758)),
    ],
)
def test_perft_from_the_start(options: Mapping[str, str], counts: tuple[int, ...]) -> None:
    state = GAME.new(options)
    assert tuple(nodes_at(state, depth) for depth in range(1, len(counts) + 1)) == counts
    naive = Naive(state.options)
    assert tuple(naive.nodes(depth) for depth in range(1, len(counts) + 1)) == counts


@pytest.mark.parametrize(
    ("moves", "options"),
    [
        ("b4-b5,e5-e6,claim c5", {}),
        ("b4-b5,e5-e6,claim c5", {"return_by": "hens", "return_zone": "outside-house"}),
        ("b4-b5,e5-e6", {"missed_capture": "takeback"}),
        ("b4-b5,c5-c6,f4-f5,c6-c5,b3-b4", {"both_missed": "foxes-choose"}),
        ("d4-d5,c5-c6,d3-d4", {"missed_capture": "enforced"}),
    ],
)
def test_perft_amid_play(moves: str, options: Mapping[str, str]) -> None:
    state = GAME.new(options)
    naive = Naive(state.options)
    for text in moves.split(","):
        state, naive = state.play(state.parse(text)), naive.play(text)
    counts = tuple(nodes_at(state, depth) for depth in range(1, 4))
    assert counts == tuple(naive.nodes(depth) for depth in range(1, 4))
    assert counts[2] > counts[0]
