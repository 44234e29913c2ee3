"""Hnefatafl against its naive implementation."""

import random
from collections.abc import Mapping

import pytest

from rules import InvalidPosition
from rules.games.tafl.hnefatafl import GAME, HnefataflState
from rules.games.tafl.hnefatafl.options import in_force
from tests.repeats import in_turn, repeats
from tests.rules.games.tafl.hnefatafl.naive import Slow, Square, board_text


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


BOARDS = [
    "brandubh-7-balanced",
    "tablut-9",
    "tablut-9-balanced",
    "hnefatafl-9",
    "hnefatafl-11",
    "hnefatafl-11-balanced",
]


@pytest.mark.parametrize(
    ("choice", "board"),
    [
        *((choice, "brandubh-7") for choice in range(len(CHOICES))),
        *in_turn(range(len(CHOICES)), BOARDS),
    ],
)
def test_random_games_match_the_slow_model(board: str, choice: int) -> None:
    chance = random.Random(f"{board} {choice}")
    for _ in range(repeats(2, 6)):
        state = GAME.new({"board": board, **CHOICES[choice]})
        slow = slow_of(state)
        for _ in range(120):
            assert_same(state, slow)
            if state.outcome is not None:
                break
            move = chance.choice(state.legal_moves())
            state = state.play(move)
            slow.play(str(move))


def scatter(chance: random.Random, size: int, most: int) -> str:
    """Return a random position with most pieces near the edges, where most special rules apply."""
    middle = (size // 2, size // 2)
    last = size - 1
    squares = [(x, y) for x in range(size) for y in range(size) if (x, y) != middle and {x, y} - {0, last}]
    rim = [square for square in squares if min(*square, last - square[0], last - square[1]) <= 1]
    men: dict[Square, str] = {}
    for _ in range(chance.randint(1, most)):
        men[chance.choice(rim if chance.random() < 0.7 else squares)] = chance.choice("aaad")
    men[middle if chance.random() < 0.15 else chance.choice(rim)] = "k"
    return board_text(men, size) + " " + chance.choice("ad")


@pytest.mark.parametrize("choice", range(len(CHOICES)))
@pytest.mark.parametrize(("board", "most"), [("brandubh-7", 4), ("brandubh-7", 34), ("tablut-9", 50)])
def test_random_positions_match_the_slow_model(board: str, most: int, choice: int) -> None:
    chance = random.Random(f"{board} {most} {choice}")
    reasons: set[str] = set()
    for number in range(150):
        if reasons and number >= repeats(25, 150):
            break
        position = scatter(chance, int(board[-1]), most)
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


def test_encirclements_match_the_slow_model() -> None:
    chance = random.Random(3)
    options = {"board": "tablut-9", "encirclement": "on"}
    counts = {True: 0, False: 0}
    while min(counts.values()) < 10:
        # A ring on the second line from the edge, with or without gaps, and defenders inside and outside it.
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
        position = board_text(men, 9) + " d"
        slow = Slow(position, GAME.new(options).options)
        king = next(square for square, piece in men.items() if piece == "k")
        if slow.siege(king):
            continue
        outcome = GAME.from_position(position, options).outcome
        assert (outcome is not None and outcome.reason == "encircled") == slow.is_enclosed()
        counts[slow.is_enclosed()] += 1


@pytest.mark.parametrize("options", [{}, {"shieldwall": "on", "encirclement": "on", "throne_pass": "both"}])
def test_long_games_with_repetitions_match_the_slow_model(options: Mapping[str, str]) -> None:
    chance = random.Random(5)
    longest = 0
    for _ in range(4):
        state = GAME.from_position("3k3/7/7/7/7/7/3a3 a", {"board": "brandubh-7", **options})
        slow = slow_of(state)
        for _ in range(400):
            assert_same(state, slow)
            if state.outcome is not None:
                break
            # The king avoids the corners, because reaching one ends the game.
            stays = [move for move in state.legal_moves() if move.path[1] not in state.corners]
            move = chance.choice(stays or list(state.legal_moves()))
            state = state.play(move)
            slow.play(str(move))
        if state.outcome is not None and state.outcome.reason == "repetition":
            longest = max(longest, len(slow.past))
    assert longest > 70, "a repetition was found beyond the first batch of positions"


@pytest.mark.parametrize("choice", range(len(CHOICES)))
@pytest.mark.parametrize(
    ("board", "sample"),
    [
        ("brandubh-7", repeats(10, 400)),
        ("hnefatafl-13", repeats(2, 12)),
        ("alea-evangelii-19", repeats(1, 3)),
    ],
)
def test_states_after_one_ply_match_the_slow_model(board: str, sample: int, choice: int) -> None:
    state = GAME.new({"board": board, **CHOICES[choice]})
    moves = list(state.legal_moves())
    random.Random(board).shuffle(moves)
    for move in moves[:sample]:
        slow = slow_of(state)
        slow.play(str(move))
        assert_same(state.play(move), slow)
