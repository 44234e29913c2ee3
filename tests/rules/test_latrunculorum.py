"""Ludus latrunculorum: rules, endings and a slow second implementation to compare with."""

import random
import re
from collections.abc import Mapping

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

import rules
from rules.games.tafl.latrunculorum import GAME, LatrunculorumState

KING = {"army": "king"}


def board(side: str, **ranks: str) -> str:
    """Write a position from its ranks: board("b", r10="b8", r1="8w")."""
    return "/".join(ranks.get(f"r{rank}", "9") for rank in range(10, 0, -1)) + f" {side}"


def play(state: LatrunculorumState, *texts: str) -> LatrunculorumState:
    for text in texts:
        state = state.play(state.parse(text))
    return state


def captured(state: LatrunculorumState) -> set[str]:
    return {point for event in state.events for point in event.points}


@pytest.mark.parametrize(
    ("options", "position", "moves"),
    [
        ({}, "bbbbbbbbb/bbbbbbbbb/9/9/9/9/9/9/wwwwwwwww/wwwwwwwww b", 54),
        (KING, "bbbbbbbbb/4B4/9/9/9/9/9/9/4W4/wwwwwwwww b", 78),
    ],
)
def test_start(options: Mapping[str, str], position: str, moves: int) -> None:
    state = GAME.new(options)
    assert state.position == position
    assert len(state.legal_moves()) == moves
    assert state.turn == 0
    assert (state.columns, state.rows) == (9, 10)
    assert state.outcome is None
    assert GAME.from_position(position, options) == state


def test_king_squares() -> None:
    pieces = GAME.new(KING).pieces
    assert (pieces["e9"], pieces["e2"], pieces["a10"], pieces["i1"]) == ("B", "W", "b", "w")


@pytest.mark.parametrize(
    ("position", "options", "move", "expected"),
    [
        (board("b", r5="bw6b", r1="www6"), {}, "i5-c5", "b5"),
        (board("b", r5="bwbw4b", r1="www6"), {}, "i5-e5", "d5"),
        (board("w", r5="b1b6", r9="1w7", r2="8w"), {}, "b9-b5", ""),
        (board("b", r1="w7b", r10="ww7", r5="bb7"), {}, "i1-b1", ""),
        (board("b", r4="2b6", r5="1w1w5", r3="1bb6", r6="1b1b4b", r1="www6"), {}, "c4-c5", ""),
        (board("b", r5="bw1wb4", r6="2w6", r7="2b6", r1="ww6w", r2="2b6"), {}, "c2-c5", "b5 d5 c6"),
        (board("b", r5="Bw6b", r1="wwW6"), KING, "i5-c5", "b5"),
        (board("b", r5="bw6B", r1="wwW6"), KING, "i5-c5", "b5"),
        (board("b", r5="bW6b", r1="www6", r9="B8"), KING, "i5-c5", ""),
    ],
)
def test_captures(position: str, options: Mapping[str, str], move: str, expected: str) -> None:
    before = GAME.from_position(position, options)
    after = play(before, move)
    assert captured(after) == set(expected.split())
    assert len(after.pieces) == len(before.pieces) - len(expected.split())
    assert all(event.kind == "capture" and event.seat == 1 - (before.turn or 0) for event in after.events)
    assert after.quiet == (0 if expected else 1)


def test_a_side_with_one_man_has_lost() -> None:
    state = play(GAME.from_position(board("b", r5="bw6b", r1="w8")), "i5-c5")
    assert state.outcome == rules.Outcome((0,), "few-men")
    assert GAME.from_position(state.position).outcome == state.outcome
    assert state.turn is None
    assert state.legal_moves() == ()
    assert state.position.endswith(" w")


def test_two_men_play_on() -> None:
    assert play(GAME.from_position(board("b", r5="bw6b", r1="ww7")), "i5-c5").outcome is None


def test_a_king_alone_has_lost_but_not_with_one_man() -> None:
    state = GAME.from_position(board("b", r5="bw6b", r1="W8", r9="B8"), KING)
    assert play(state, "i5-c5").outcome == rules.Outcome((0,), "few-men")
    state = GAME.from_position(board("b", r5="bw6b", r1="Ww7", r9="B8"), KING)
    assert play(state, "i5-c5").outcome is None


@pytest.mark.parametrize(
    ("position", "options", "outcome"),
    [
        (board("b", r1="bb7"), {}, rules.Outcome((0,), "few-men")),
        (board("w", r1="ww7", r5="b8"), {}, rules.Outcome((1,), "few-men")),
        (board("b", r1="w8", r5="b8"), {}, rules.Outcome((), "few-men")),
        (board("b"), {}, rules.Outcome((), "few-men")),
        (board("w", r1="W8", r5="Bb7"), KING, rules.Outcome((0,), "few-men")),
        (board("b", r1="bbw6", r2="ww7"), {}, rules.Outcome((1,), "no-moves")),
        (board("w", r1="bbw6", r2="ww7"), {}, None),
        (board("w", r1="WbB6", r2="b2w5"), KING, None),
    ],
)
def test_positions_that_are_finished(
    position: str, options: Mapping[str, str], outcome: rules.Outcome | None
) -> None:
    state = GAME.from_position(position, options)
    assert state.outcome == outcome
    assert bool(state.legal_moves()) == (outcome is None)


def test_who_cannot_move_loses() -> None:
    state = play(GAME.from_position(board("w", r1="bb7", r2="ww7", r9="2w6")), "c9-c1")
    assert state.outcome == rules.Outcome((1,), "no-moves")


SHUFFLE = ("a9-a8", "a2-a3", "a8-a9", "a3-a2")


def test_the_third_same_position_counts_men() -> None:
    state = play(GAME.new(), *SHUFFLE, *SHUFFLE)
    assert state.outcome == rules.Outcome((), "repetition")
    uneven = GAME.from_position("bbbbbbbb1/bbbbbbbbb/9/9/9/9/9/9/wwwwwwwww/wwwwwwwww b")
    assert play(uneven, *SHUFFLE, *SHUFFLE[:3]).outcome is None
    assert play(uneven, *SHUFFLE, *SHUFFLE).outcome == rules.Outcome((1,), "repetition")


def wander(plies: int, position: str) -> LatrunculorumState:
    """Walk one man of each side over squares that do not come back, without a capture."""
    state = GAME.from_position(position)
    # Black's man goes round 2 files, white's back and forth on one; their periods are coprime in steps.
    black = [
        f"{file}{rank}" for file, ranks in (("a", range(9, 3, -1)), ("b", range(4, 10))) for rank in ranks
    ]
    white = ["i2", "i3", "i4", "i5", "i6", "i7", "i8"]
    for ply in range(plies):
        way, step = (black, ply // 2) if ply % 2 == 0 else (white, ply // 2)
        state = play(state, f"{way[step % len(way)]}-{way[(step + 1) % len(way)]}")
    return state


@pytest.mark.parametrize(
    ("position", "winners"),
    [
        (board("b", r9="b3bb3", r2="4ww2w"), ()),
        (board("b", r9="b3bbb2", r2="4ww2w"), (0,)),
        (board("b", r9="b3bb3", r2="3www2w"), (1,)),
    ],
)
def test_a_hundred_plies_without_a_capture_count_men(position: str, winners: tuple[int, ...]) -> None:
    state = wander(99, position)
    assert state.outcome is None
    assert state.quiet == 99
    last = state.legal_moves()[0]
    assert state.play(last).outcome == rules.Outcome(winners, "no-capture-limit")
    assert GAME.from_position(state.position).quiet == 0
    assert GAME.from_position(state.position) == state, "the count is history"


def test_a_capture_starts_the_count_anew() -> None:
    state = wander(99, board("b", r9="b3bb3", r2="4ww2w", r10="2wb2w2"))
    assert state.quiet == 99
    after = play(state, "g10-e10")
    assert captured(after) == {"d10"}
    assert (after.quiet, after.outcome) == (0, None)


@pytest.mark.parametrize(
    ("position", "options", "reason"),
    [
        (board("b", r5="B8", r1="ww7"), {}, "wrong-kings"),
        (board("b", r5="bb7", r1="wW7"), {}, "wrong-kings"),
        (board("b", r5="bb7", r1="wW7"), KING, "wrong-kings"),
        (board("b", r5="BB7", r1="wW7"), KING, "wrong-kings"),
        (board("b", r5="bB7", r1="WW7"), KING, "wrong-kings"),
        (board("a"), {}, "position-side"),
        (board("b", r5="8"), {}, "position-row"),
        (board("b", r5="k8"), {}, "position-piece"),
        ("9/9/9/9/9/9/9/9/9 b", {}, "position-rows"),
    ],
)
def test_impossible_positions(position: str, options: Mapping[str, str], reason: str) -> None:
    with pytest.raises(rules.InvalidPosition) as refusal:
        GAME.from_position(position, options)
    assert refusal.value.reason == reason


@pytest.mark.parametrize("text", ["a9-a8", "a9a8", "A9A8", " a9-a8xb8xc8 "])
def test_readings_of_a_move(text: str) -> None:
    assert str(GAME.new().parse(text)) == "a9-a8"


@pytest.mark.parametrize(
    ("text", "kind", "reason"),
    [
        ("a9", rules.InvalidMove, "not-a-move"),
        ("j9-j8", rules.InvalidMove, "no-such-square"),
        ("a9-a11", rules.InvalidMove, "no-such-square"),
        ("a5-a6", rules.IllegalMove, "no-piece"),
        ("a2-a3", rules.IllegalMove, "not-your-piece"),
        ("a9-a9", rules.IllegalMove, "stands-still"),
        ("a9-b8", rules.IllegalMove, "not-in-line"),
        ("a9-a2", rules.IllegalMove, "occupied"),
        ("a9-a1", rules.IllegalMove, "blocked"),
    ],
)
def test_refused_moves(text: str, kind: type[rules.RulesError], reason: str) -> None:
    with pytest.raises(kind) as refusal:
        GAME.new().parse(text)
    assert refusal.value.reason == reason


def test_the_game_describes_itself() -> None:
    assert GAME.roles(2) == ("black", "white")
    assert dict(GAME.new().options) == {"army": "rows"}
    assert rules.GAMES["ludus-latrunculorum"] is GAME
    for wrong in ({"army": "kings"}, {"board": "9x10"}):
        with pytest.raises(rules.InvalidOption):
            GAME.new(wrong)
    with pytest.raises(rules.InvalidOption):
        GAME.new(players=3)
    assert GAME.new() != rules.GAMES["hnefatafl"].new()
    assert GAME.new() != GAME.new(KING)


class Slow:
    """A position as a dictionary of squares. Naive on purpose."""

    def __init__(self, position: str, army: str) -> None:
        body, self.turn = position.split(" ")
        self.army = army
        self.men: dict[tuple[int, int], str] = {}
        for y, row in enumerate(reversed(body.split("/"))):
            spread = re.sub(r"\d+", lambda count: "." * int(count[0]), row)
            self.men |= {(x, y): piece for x, piece in enumerate(spread) if piece != "."}
        self.outcome: tuple[tuple[int, ...], str] | None = None
        self.quiet = 0
        self.past = [self.position()]

    def position(self) -> str:
        rows = ("".join(self.men.get((x, y), ".") for x in range(9)) for y in range(9, -1, -1))
        return "/".join(re.sub(r"\.+", lambda gap: str(len(gap[0])), row) for row in rows) + f" {self.turn}"

    def moves(self) -> set[str]:
        found: set[str] = set()
        for (x, y), piece in self.men.items():
            for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
                here = (x + dx, y + dy)
                while (
                    piece.lower() == self.turn
                    and here not in self.men
                    and 0 <= here[0] < 9
                    and 0 <= here[1] < 10
                ):
                    found.add(f"{'abcdefghi'[x]}{y + 1}-{'abcdefghi'[here[0]]}{here[1] + 1}")
                    here = (here[0] + dx, here[1] + dy)
        return set() if self.outcome else found

    def play(self, text: str) -> None:
        (x0, y0), (x, y) = (("abcdefghi".index(name[0]), int(name[1:]) - 1) for name in text.split("-"))
        mover, self.turn = self.turn, "w" if self.turn == "b" else "b"
        self.men[x, y] = self.men.pop((x0, y0))
        caught = [
            (x + dx, y + dy)
            for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))
            if self.men.get((x + dx, y + dy)) == self.turn
            and self.men.get((x + 2 * dx, y + 2 * dy), "").lower() == mover
        ]
        for square in caught:
            del self.men[square]
        self.quiet = 0 if caught else self.quiet + 1
        self.past.append(self.position())
        self.judge(mover)

    def judge(self, mover: str) -> None:
        count = {side: list(self.men.values()).count(side) for side in "bw"}
        seat = "bw".index(mover)
        if count[self.turn] <= (1 if self.army == "rows" else 0):
            self.outcome = ((seat,), "few-men")
        elif not self.moves():
            self.outcome = ((seat,), "no-moves")
        elif self.past.count(self.past[-1]) == 3 or self.quiet == 100:
            reason = "repetition" if self.past.count(self.past[-1]) == 3 else "no-capture-limit"
            more = [index for index, side in enumerate("bw") if count[side] > count["wb"[index]]]
            self.outcome = (tuple(more), reason)


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


def perft(state: LatrunculorumState, depth: int) -> int:
    moves = state.legal_moves()
    if depth == 1:
        return len(moves)
    return sum(perft(state.play(move), depth - 1) for move in moves)


def slow_perft(position: str, army: str, depth: int) -> int:
    total = 0
    moves = Slow(position, army).moves()
    if depth == 1:
        return len(moves)
    for move in moves:
        after = Slow(position, army)
        after.play(move)
        if after.outcome is None:
            total += slow_perft(after.position(), army, depth - 1)
    return total


@pytest.mark.parametrize(("army", "nodes"), [("rows", [54, 2727, 172482]), ("king", [78, 5755, 463876])])
def test_perft(army: str, nodes: list[int]) -> None:
    state = GAME.new({"army": army})
    assert [perft(state, depth + 1) for depth in range(3)] == nodes
    assert slow_perft(state.position, army, 2) == nodes[1]


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
        assert all(state.parse(str(move)) is move for move in state.legal_moves())
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
