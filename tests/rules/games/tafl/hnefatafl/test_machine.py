"""Hnefatafl against a slow second implementation written straight from the rules."""

import random
from collections.abc import Mapping

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from rules import IllegalMove, InvalidPosition
from rules.games.tafl.hnefatafl import GAME, HnefataflState
from rules.games.tafl.hnefatafl.options import in_force
from tests.rules.games.tafl.hnefatafl.naive import Slow, Square, written


def slow_of(state: HnefataflState) -> Slow:
    return Slow(state.position, in_force(state.options))


def assert_same(state: HnefataflState, slow: Slow) -> None:
    assert state.position == slow.position()
    ours = None if state.outcome is None else (state.outcome.winners, state.outcome.reason)
    assert ours == slow.outcome
    assert {str(move) for move in state.legal_moves()} == slow.moves()


CHOICES = [
    {},
    {"shieldwall": "on", "throne_pass": "both"},
    {"shieldwall": "on", "encirclement": "on", "throne_pass": "attackers", "repetition": "mover-loses"},
    {"encirclement": "on", "throne_pass": "defenders"},
    {"king_capture": "two-away", "escape": "edge", "shieldwall": "on", "first_move": "defenders"},
    {"king_capture": "two", "king_arms": "weaponless", "shieldwall": "on", "throne_return": "off"},
    {"king_capture": "two", "throne_hostile": "off", "escape": "edge", "encirclement": "on"},
    {"king_capture": "two-away", "king_arms": "weaponless", "throne_hostile": "off"},
]


@pytest.mark.parametrize("choice", range(len(CHOICES)))
@pytest.mark.parametrize(
    ("board", "games", "plies"),
    [
        ("brandubh-7", 12, 150),
        ("brandubh-7-balanced", 8, 150),
        ("tablut-9", 4, 150),
        ("tablut-9-balanced", 4, 150),
        ("hnefatafl-9", 4, 150),
        ("hnefatafl-11", 1, 120),
    ],
)
def test_random_games(board: str, games: int, plies: int, choice: int) -> None:
    chance = random.Random(f"{board} {choice}")
    for _ in range(games):
        state = GAME.new({"board": board, **CHOICES[choice]})
        slow = slow_of(state)
        for _ in range(plies):
            assert_same(state, slow)
            if state.outcome is not None:
                break
            move = chance.choice(state.legal_moves())
            state = state.play(move)
            slow.play(str(move))


def scattered(chance: random.Random, size: int, most: int) -> str:
    """A random position that leans on the edges, where most of the special rules live."""
    middle = (size // 2, size // 2)
    last = size - 1
    squares = [(x, y) for x in range(size) for y in range(size) if (x, y) != middle and {x, y} - {0, last}]
    rim = [square for square in squares if min(*square, last - square[0], last - square[1]) <= 1]
    men: dict[Square, str] = {}
    for _ in range(chance.randint(1, most)):
        men[chance.choice(rim if chance.random() < 0.7 else squares)] = chance.choice("aaad")
    men[middle if chance.random() < 0.15 else chance.choice(rim)] = "k"
    return written(men, size) + " " + chance.choice("ad")


@pytest.mark.parametrize("choice", range(len(CHOICES)))
@pytest.mark.parametrize(("board", "most"), [("brandubh-7", 4), ("brandubh-7", 34), ("tablut-9", 50)])
def test_random_positions(board: str, most: int, choice: int) -> None:
    chance = random.Random(f"{board} {most} {choice}")
    reasons: set[str] = set()
    for _ in range(150):
        position = scattered(chance, int(board[-1]), most)
        options = {"board": board, **CHOICES[choice]}
        try:
            state = GAME.from_position(position, options)
        except InvalidPosition:
            assert options.get("escape") == "edge"
            continue
        if state.outcome is not None:
            continue
        slow = slow_of(state)
        for _ in range(4 if most > 4 else 30):
            assert_same(state, slow)
            if state.outcome is not None:
                reasons.add(state.outcome.reason)
                break
            move = chance.choice(state.legal_moves())
            state = state.play(move)
            slow.play(str(move))
    assert reasons, "some of these games end"


def test_encirclements() -> None:
    chance = random.Random(3)
    options = {"board": "tablut-9", "encirclement": "on"}
    seen = {True: 0, False: 0}
    while min(seen.values()) < 20:
        # A ring two squares from the edge, with gaps filled or not, and defenders in and out of it.
        men = {
            (x, y): "a"
            for x in range(1, 8)
            for y in range(1, 8)
            if {x, y} & {1, 7} and chance.random() < 0.97
        }
        men[chance.randint(2, 6), chance.randint(2, 3)] = "k"
        for _ in range(3):
            men.setdefault((chance.randint(1, 7), chance.randint(5, 7)), "d")
        men.pop((4, 4), None)
        if chance.random() < 0.2:
            men[0, chance.randint(1, 7)] = "d"
        position = written(men, 9) + " d"
        slow = Slow(position, GAME.new(options).options)
        king = next(square for square, piece in men.items() if piece == "k")
        if slow.siege(king):
            continue
        outcome = GAME.from_position(position, options).outcome
        assert (outcome is not None and outcome.reason == "encircled") == slow.enclosed()
        seen[slow.enclosed()] += 1


@pytest.mark.parametrize("options", [{}, {"shieldwall": "on", "encirclement": "on", "throne_pass": "both"}])
def test_long_ways_and_repetitions(options: Mapping[str, str]) -> None:
    chance = random.Random(5)
    longest = 0
    for _ in range(8):
        state = GAME.from_position("3k3/7/7/7/7/7/3a3 a", {"board": "brandubh-7", **options})
        slow = slow_of(state)
        for _ in range(400):
            assert_same(state, slow)
            if state.outcome is not None:
                break
            # The king keeps away from the corners, else the game is over at once.
            stays = [move for move in state.legal_moves() if move.path[1] not in state.corners]
            move = chance.choice(stays or list(state.legal_moves()))
            state = state.play(move)
            slow.play(str(move))
        if state.outcome is not None and state.outcome.reason == "repetition":
            longest = max(longest, len(slow.past))
    assert longest > 70, "a repetition was found beyond the first batch of positions"


@pytest.mark.parametrize("choice", range(len(CHOICES)))
@pytest.mark.parametrize(
    ("board", "sample"), [("brandubh-7", 400), ("hnefatafl-13", 12), ("alea-evangelii-19", 3)]
)
def test_nodes_at_depth_two(board: str, sample: int, choice: int) -> None:
    state = GAME.new({"board": board, **CHOICES[choice]})
    moves = list(state.legal_moves())
    random.Random(board).shuffle(moves)
    for move in moves[:sample]:
        slow = slow_of(state)
        slow.play(str(move))
        assert_same(state.play(move), slow)


class Play(RuleBasedStateMachine):
    """Any options, any moves; what always holds is checked after every ply."""

    @initialize(
        board=st.sampled_from(["brandubh-7", "tablut-9", "hnefatafl-11"]),
        options=st.fixed_dictionaries(
            {option.key: st.sampled_from(option.values) for option in GAME.options if option.key != "board"}
        ),
    )
    def start(self, board: str, options: dict[str, str]) -> None:
        self.options = {"board": board, **options}
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
        gone = {point for event in after.events if "capture" in event.kind for point in event.points}
        assert len(after.pieces) == len(before.pieces) - len(gone)
        assert {before.pieces[point] for point in gone} <= ({"d", "k"} if before.turn == 0 else {"a"})
        assert after.outcome is not None or after.turn == 1 - (before.turn or 0)
        assert (before.position, before.legal_moves()) == (position, before.legal_moves())
        self.state = after
        self.log.append(str(move))

    @precondition(lambda self: self.state.outcome is not None)
    @rule(text=st.sampled_from(["a2-a3", "d1d2", "e1-e5xd5", "s19-s1"]))
    def nothing_after_the_end(self, text: str) -> None:
        with pytest.raises(IllegalMove) as refusal:
            self.state.parse(text)
        assert refusal.value.reason == "game-over"

    @invariant()
    def text_round_trip(self) -> None:
        state = self.state
        again = GAME.from_position(state.position, self.options, players=2)
        assert again == state
        assert hash(again) == hash(state)
        assert again.position == state.position
        if state.outcome is None:
            assert again.outcome is None
            assert again.legal_moves() == state.legal_moves()
        elif state.outcome.reason != "repetition":
            assert again.outcome is not None
            assert again.outcome.winners == state.outcome.winners

    @invariant()
    def at_most_one_king(self) -> None:
        kings = list(self.state.pieces.values()).count("k")
        over = self.state.outcome is not None and self.state.outcome.reason.endswith("captured")
        assert kings == (0 if over else 1)

    @invariant()
    def moves_are_distinct_and_readable(self) -> None:
        moves = self.state.legal_moves()
        assert len({str(move) for move in moves}) == len(moves)
        assert not [move for move in moves if self.state.parse(str(move)) is not move]
        assert bool(moves) == (self.state.outcome is None) == (self.state.turn is not None)

    def teardown(self) -> None:
        state = GAME.new(self.options)
        for text in self.log:
            state = state.play(state.parse(text))
        assert state == self.state
        assert (state.outcome, state.events, state.last) == (
            self.state.outcome,
            self.state.events,
            self.state.last,
        )


Play.TestCase.settings = settings(max_examples=25, stateful_step_count=30, deadline=None)
TestPlay = Play.TestCase
