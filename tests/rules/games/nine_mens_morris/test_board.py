"""The boards of Nine Men's Morris."""

import pytest

from rules.games.nine_mens_morris import BOARDS
from rules.toolkit.bits import members


def around(men: str, point: str) -> set[str]:
    board = BOARDS[men]
    return set(board.names(members(board.around[board.index[point]])))


@pytest.mark.parametrize(("men", "points", "mills"), [("9", 24, 16), ("6", 16, 8), ("12", 24, 20)])
def test_boards_have_their_points_and_mills(men: str, points: int, mills: int) -> None:
    board = BOARDS[men]
    assert (len(board.points), len(board.mills)) == (points, mills)
    assert not [mill for mill in board.mills if mill.bit_count() != 3]
    assert sum(map(len, board.ranks)) == points
    for place, point in enumerate(board.points):
        assert board.index[point] == place
        for other in members(board.around[place]):
            assert board.around[other] >> place & 1


def test_lines_connect_adjacent_points() -> None:
    assert around("9", "a1") == {"a4", "d1"}
    assert around("9", "d2") == {"d1", "d3", "b2", "f2"}
    assert around("9", "d3") == {"d2", "c3", "e3"}
    assert around("12", "b2") == {"a1", "c3", "b4", "d2"}
    assert around("6", "c2") == {"c1", "b2", "d2"}


def test_lines_between_two_squares_form_no_mill() -> None:
    board = BOARDS["6"]
    ends = sum(1 << board.index[point] for point in ("c1", "c2", "c4", "c5"))
    assert not [mill for mill in board.mills if mill & ends == mill]
