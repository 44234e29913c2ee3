import pytest

from rules.toolkit.sliding import EMPTY, grid, lane_moves, lanes

MAN = 1
OWNERS = bytes(8)


def test_only_pieces_have_moves() -> None:
    board = grid(5, 4)
    first, *_ = lanes(board, ())
    moves, _ = lane_moves(first, bytes((EMPTY, EMPTY, MAN, EMPTY, EMPTY)), OWNERS)
    assert [move.text for move in moves] == ["c1-a1", "c1-b1", "c1-d1", "c1-e1"]
    assert [place for line in board.lines for place in range(len(line.names)) if line.reach[place]] == [2]


def test_games_on_one_board_share_their_moves() -> None:
    board = grid(6, 4)
    content = bytes((MAN, EMPTY, EMPTY, EMPTY, EMPTY, EMPTY))
    (former, _), (other, _) = (lane_moves(lanes(board, ())[0], content, OWNERS) for _ in range(2))
    assert not [(first, second) for first, second in zip(former, other, strict=True) if first is not second]
    assert board.ply(board.cells["a1"], board.cells["d1"]) is former[2]


@pytest.mark.parametrize(("origin", "target"), [("a1", "b2"), ("a1", "a1")])
def test_squares_off_a_line_have_no_move(origin: str, target: str) -> None:
    board = grid(6, 4)
    with pytest.raises(LookupError):
        board.ply(board.cells[origin], board.cells[target])
