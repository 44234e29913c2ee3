"""Historical options of Hnefatafl: capture of the king, his escape, and the first side to move."""

from collections.abc import Mapping

import pytest

import rules
from rules.games.tafl.hnefatafl import GAME, HnefataflState
from rules.games.tafl.hnefatafl.options import SET_BY_BOARD, in_force
from tests.rules.games.tafl.hnefatafl.test_play import captures_in, play, set_up

TWO, TWO_AWAY = {"king_capture": "two"}, {"king_capture": "two-away"}
WEAPONLESS = {"king_arms": "weaponless"}
EDGE = {"escape": "edge"}


def after(pieces: str, move: str, options: Mapping[str, str]) -> HnefataflState:
    """Play a move of the side on its first square."""
    attackers = next(group for group in pieces.split(", ") if group.startswith("A"))
    side = "a" if move.partition("-")[0] in attackers.split() else "d"
    return play(set_up(pieces, side, options), move)


@pytest.mark.parametrize(
    ("pieces", "move", "options", "caught"),
    [
        ("A d5 f9, K e5", "f9-f5", TWO_AWAY, True),
        ("A d5 f9, K e5", "f9-f5", TWO, True),
        ("A d5 f9, K e5", "f9-f5", {}, False),
        # The attacker that moved must be one of the two (ruling T25).
        ("A d5 f5 a9, K e5", "a9-a8", TWO, False),
        # At the throne g7 two attackers suffice only if the king is captured like a man.
        ("A f7 h9, K g7", "h9-h7", TWO_AWAY, False),
        ("A f7 h9, K g7", "h9-h7", TWO, True),
        ("A f8 h9, K g8", "h9-h8", TWO_AWAY, False),
        ("A f8 h9, K g8", "h9-h8", TWO, True),
        ("A b9, K g8", "b9-g9", TWO, True),
        ("A b9, K g8", "b9-g9", {**TWO, "throne_hostile": "off"}, False),
        ("A b9, K g8", "b9-g9", TWO_AWAY, False),
        # A corner serves as the second attacker, as it does against men.
        ("A c9, K b1", "c9-c1", TWO, True),
        ("A e9, K e1", "e9-e2", TWO, False),
        ("A d1 f9, K e1", "f9-f1", TWO_AWAY, True),
    ],
)
def test_two_attackers_capture_the_king_by_option(
    pieces: str, move: str, options: Mapping[str, str], caught: bool
) -> None:
    state = after(pieces, move, options)
    assert state.outcome == (rules.Outcome((0,), "king-captured") if caught else None)
    assert ("k" in state.pieces.values()) != caught


def test_king_moves_between_two_safely() -> None:
    state = play(set_up("A d5 f5 a9, K e9", "d", TWO), "e9-e5", "a9-a8")
    assert state.outcome is None


@pytest.mark.parametrize(
    ("pieces", "move", "options", "captures"),
    [
        ("A d5, D c5, K e9", "e9-e5", {}, {"d5"}),
        ("A d5, D c5, K e9", "e9-e5", WEAPONLESS, set()),
        ("A d5, D e9, K c5", "e9-e5", {}, {"d5"}),
        ("A d5, D e9, K c5", "e9-e5", WEAPONLESS, set()),
        ("A d5, D e9 c5", "e9-e5", WEAPONLESS, {"d5"}),
        # The king on one end of a shieldwall closes it only if he is armed.
        ("A e1 f1, D e2 f2 d1, K g5", "g5-g1", {"shieldwall": "on"}, {"e1", "f1"}),
        ("A e1 f1, D e2 f2 d1, K g5", "g5-g1", {"shieldwall": "on", **WEAPONLESS}, set()),
        ("A e1 f1, D e2 f2 d5, K g1", "d5-d1", {"shieldwall": "on", **WEAPONLESS}, set()),
        # A throne that is not hostile captures nobody, nor does a corner when the edge is the goal.
        ("A g8, D c9", "c9-g9", {}, {"g8"}),
        ("A g8, D c9", "c9-g9", {"throne_hostile": "off"}, set()),
        ("A c5, D b1", "c5-c1", {}, {"b1"}),
        ("A c5, D b1", "c5-c1", EDGE, set()),
    ],
)
def test_options_change_captures(
    pieces: str, move: str, options: Mapping[str, str], captures: set[str]
) -> None:
    assert captures_in(after(pieces, move, options)) == captures


def test_throne_closes_a_side_of_the_king_even_if_not_hostile() -> None:
    state = after("A f8 g9 h12, K g8", "h12-h8", {"throne_hostile": "off"})
    assert state.outcome == rules.Outcome((0,), "king-captured")


@pytest.mark.parametrize("target", ["e1", "e13", "a5", "m5"])
def test_every_square_of_the_edge_wins(target: str) -> None:
    state = play(set_up("A b2, K e5", "d", EDGE), f"e5-{target}")
    assert state.outcome == rules.Outcome((1,), "edge-reached")
    assert [(event.kind, event.points) for event in state.events] == [("edge-reached", (target,))]


def test_corners_are_open_if_the_edge_is_the_goal() -> None:
    state = set_up("A a5, K e5", "a", EDGE)
    assert state.corners == ()
    assert play(state, "a5-a1").pieces["a1"] == "a"
    assert set_up("A a1, K e5", "d", EDGE).pieces["a1"] == "a"
    with pytest.raises(rules.IllegalMove):
        play(set_up("A a5, K e5", "a"), "a5-a1")


def test_king_at_the_edge_cannot_be_to_move_if_it_is_the_goal() -> None:
    with pytest.raises(rules.InvalidPosition) as refusal:
        set_up("A b2, K e1", "d", EDGE)
    assert refusal.value.reason == "king-at-edge"
    assert set_up("A b2, K e1", "a", EDGE).outcome == rules.Outcome((1,), "edge-reached")
    assert set_up("A b2, K e1", "d").outcome is None


def test_king_cannot_return_to_a_closed_throne() -> None:
    options = {"throne_return": "off"}
    moves = {str(move) for move in set_up("A a2, K g8", "d", options).legal_moves()}
    assert "g8-g9" in moves
    assert not moves & {"g8-g7", "g8-g6", "g8-g1"}
    assert {"g7-g8", "g7-a7"} <= {str(move) for move in set_up("A a2, K g7", "d", options).legal_moves()}


@pytest.mark.parametrize("board", GAME.options[0].values)
def test_either_side_can_begin(board: str) -> None:
    usual = GAME.new({"board": board})
    turned = GAME.new({"board": board, "first_move": "defenders"})
    if "first_move" in SET_BY_BOARD.get(board, {}):
        assert turned.position == usual.position
    else:
        assert (usual.turn, turned.turn) == (0, 1)
        assert turned.pieces == usual.pieces


@pytest.mark.parametrize("board", SET_BY_BOARD)
def test_board_settings_cannot_be_overridden(board: str) -> None:
    options = {option.key: option for option in GAME.options}
    for key, value in SET_BY_BOARD[board].items():
        assert value in options[key].values
        for other in options[key].values:
            assert in_force(GAME.new({"board": board, key: other}).options)[key] == value


@pytest.mark.parametrize("board", SET_BY_BOARD)
def test_balanced_board_starts_like_the_rulebook_board(board: str) -> None:
    assert (
        GAME.new({"board": board}).position == GAME.new({"board": board.removesuffix("-balanced")}).position
    )
    assert GAME.new().options["board"] == "hnefatafl-13"
