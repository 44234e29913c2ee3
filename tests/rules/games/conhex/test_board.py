"""The generated ConHex board against the published table of cells."""

from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.games.conhex import CELL_NODES, CELLS, NEIGHBOURS, NODES, SIDES
from rules.games.conhex.board import (
    CELL_INDEX,
    GOALS,
    NEEDED,
    NODE_INDEX,
    cells_conquered_by,
    connects,
    shortest_chain,
)

TABLE = """
z0.0   a1 c2 b3                 | 2 | z0.1 z0.15 z1.0
z0.1   c2 d2 e2                 | 2 | z0.0 z0.2 z1.0 z1.1
z0.2   e2 f2 g2                 | 2 | z0.1 z0.3 z1.1 z1.2
z0.3   g2 h2 i2                 | 2 | z0.2 z0.4 z1.2 z1.3
z0.4   k1 i2 j3                 | 2 | z0.3 z0.5 z1.3
z0.5   j3 j4 j5                 | 2 | z0.4 z0.6 z1.3 z1.4
z0.6   j5 j6 j7                 | 2 | z0.5 z0.7 z1.4 z1.5
z0.7   j7 j8 j9                 | 2 | z0.6 z0.8 z1.5 z1.6
z0.8   j9 i10 k11               | 2 | z0.7 z0.9 z1.6
z0.9   g10 h10 i10              | 2 | z0.8 z0.10 z1.6 z1.7
z0.10  e10 f10 g10              | 2 | z0.9 z0.11 z1.7 z1.8
z0.11  c10 d10 e10              | 2 | z0.10 z0.12 z1.8 z1.9
z0.12  b9 c10 a11               | 2 | z0.11 z0.13 z1.9
z0.13  b7 b8 b9                 | 2 | z0.12 z0.14 z1.9 z1.10
z0.14  b5 b6 b7                 | 2 | z0.13 z0.15 z1.10 z1.11
z0.15  b3 b4 b5                 | 2 | z0.0 z0.14 z1.0 z1.11
z1.0   c2 d2 b3 d3 b4 c4        | 3 | z0.0 z0.1 z0.15 z1.1 z1.11 z2.0
z1.1   d2 e2 f2 d3 e3 f3        | 3 | z0.1 z0.2 z1.0 z1.2 z2.0 z2.1
z1.2   f2 g2 h2 f3 g3 h3        | 3 | z0.2 z0.3 z1.1 z1.3 z2.1 z2.2
z1.3   h2 i2 h3 j3 i4 j4        | 3 | z0.3 z0.4 z0.5 z1.2 z1.4 z2.2
z1.4   i4 j4 i5 j5 i6 j6        | 3 | z0.5 z0.6 z1.3 z1.5 z2.2 z2.3
z1.5   i6 j6 i7 j7 i8 j8        | 3 | z0.6 z0.7 z1.4 z1.6 z2.3 z2.4
z1.6   i8 j8 h9 j9 h10 i10      | 3 | z0.7 z0.8 z0.9 z1.5 z1.7 z2.4
z1.7   f9 g9 h9 f10 g10 h10     | 3 | z0.9 z0.10 z1.6 z1.8 z2.4 z2.5
z1.8   d9 e9 f9 d10 e10 f10     | 3 | z0.10 z0.11 z1.7 z1.9 z2.5 z2.6
z1.9   b8 c8 b9 d9 c10 d10      | 3 | z0.11 z0.12 z0.13 z1.8 z1.10 z2.6
z1.10  b6 c6 b7 c7 b8 c8        | 3 | z0.13 z0.14 z1.9 z1.11 z2.6 z2.7
z1.11  b4 c4 b5 c5 b6 c6        | 3 | z0.14 z0.15 z1.0 z1.10 z2.0 z2.7
z2.0   d3 e3 c4 e4 c5 d5        | 3 | z1.0 z1.1 z1.11 z2.1 z2.7 z3.0
z2.1   e3 f3 g3 e4 f4 g4        | 3 | z1.1 z1.2 z2.0 z2.2 z3.0 z3.1
z2.2   g3 h3 g4 i4 h5 i5        | 3 | z1.2 z1.3 z1.4 z2.1 z2.3 z3.1
z2.3   h5 i5 h6 i6 h7 i7        | 3 | z1.4 z1.5 z2.2 z2.4 z3.1 z3.2
z2.4   h7 i7 g8 i8 g9 h9        | 3 | z1.5 z1.6 z1.7 z2.3 z2.5 z3.2
z2.5   e8 f8 g8 e9 f9 g9        | 3 | z1.7 z1.8 z2.4 z2.6 z3.2 z3.3
z2.6   c7 d7 c8 e8 d9 e9        | 3 | z1.8 z1.9 z1.10 z2.5 z2.7 z3.3
z2.7   c5 d5 c6 d6 c7 d7        | 3 | z1.10 z1.11 z2.0 z2.6 z3.0 z3.3
z3.0   e4 f4 d5 f5 d6 e6        | 3 | z2.0 z2.1 z2.7 z3.1 z3.3 z4.0
z3.1   f4 g4 f5 h5 g6 h6        | 3 | z2.1 z2.2 z2.3 z3.0 z3.2 z4.0
z3.2   g6 h6 f7 h7 f8 g8        | 3 | z2.3 z2.4 z2.5 z3.1 z3.3 z4.0
z3.3   d6 e6 d7 f7 e8 f8        | 3 | z2.5 z2.6 z2.7 z3.0 z3.2 z4.0
z4.0   f5 e6 f6 g6 f7           | 3 | z3.0 z3.1 z3.2 z3.3
"""


def rows() -> list[tuple[str, tuple[str, ...], int, tuple[str, ...]]]:
    cells = []
    for line in TABLE.strip().splitlines():
        nodes, needed, near = line.split("|")
        cell, *names = nodes.split()
        cells.append((cell, tuple(names), int(needed), tuple(near.split())))
    return cells


def test_cells_match_the_table() -> None:
    assert [(cell, CELL_NODES[cell], NEEDED[cell], NEIGHBOURS[cell]) for cell in CELLS] == rows()


def test_board_has_the_expected_counts() -> None:
    assert len(NODES) == 69
    assert len(CELLS) == 41
    assert sum(map(len, NEIGHBOURS.values())) == 2 * 104
    touching = {node: sum(node in nodes for nodes in CELL_NODES.values()) for node in NODES}
    assert {node for node, cells in touching.items() if cells == 1} == {"a1", "k1", "a11", "k11", "f6"}
    assert set(touching.values()) == {1, 3}


def test_nodes_run_by_row_then_column() -> None:
    assert NODES[:5] == ("a1", "k1", "c2", "d2", "e2")
    assert NODES[-2:] == ("a11", "k11")
    assert list(NODES) == sorted(NODES, key=lambda name: (int(name[1:]), name[0]))


def test_sides_run_clockwise_and_share_their_corners() -> None:
    assert SIDES == {
        "top": ("z0.0", "z0.1", "z0.2", "z0.3", "z0.4"),
        "right": ("z0.4", "z0.5", "z0.6", "z0.7", "z0.8"),
        "bottom": ("z0.8", "z0.9", "z0.10", "z0.11", "z0.12"),
        "left": ("z0.12", "z0.13", "z0.14", "z0.15", "z0.0"),
    }


def bits(*cells: str) -> int:
    return sum(1 << CELL_INDEX[cell] for cell in cells)


@pytest.mark.parametrize(
    ("cells", "seats"),
    [
        (("z0.0", "z0.15", "z0.14", "z0.13", "z0.12"), {0}),
        (("z0.0", "z0.1", "z0.2", "z0.3", "z0.4"), {1}),
        (("z0.2", "z1.2", "z2.1", "z3.0", "z3.3", "z2.6", "z1.8", "z0.10"), {0}),
        (("z0.2", "z1.2", "z2.1", "z3.0", "z2.6", "z1.8", "z0.10"), set()),
        (("z0.14", "z1.10", "z2.7", "z3.0", "z4.0", "z3.2", "z2.3", "z1.4", "z0.5"), {1}),
        ((), set()),
    ],
)
def test_connection_needs_an_unbroken_chain_from_side_to_side(
    cells: tuple[str, ...], seats: set[int]
) -> None:
    assert {seat for seat in (0, 1) if connects(bits(*cells), seat)} == seats


@given(st.sets(st.sampled_from(CELLS), min_size=15), st.sampled_from((0, 1)))
def test_chain_is_a_shortest_path_through_the_cells(cells: set[str], seat: int) -> None:
    start, goal = (("top", "bottom"), ("left", "right"))[seat]
    lengths = dict.fromkeys(cells & set(SIDES[start]), 1)
    todo = list(lengths)
    for cell in todo:
        for near in NEIGHBOURS[cell]:
            if near in cells and near not in lengths:
                lengths[near] = lengths[cell] + 1
                todo.append(near)
    reached = [lengths[cell] for cell in SIDES[goal] if cell in lengths]

    chain = shortest_chain(bits(*cells), seat)

    assert connects(bits(*cells), seat) == bool(reached)
    assert len(chain) == min(reached, default=0)
    if chain:
        assert chain[0] in SIDES[start]
        assert chain[-1] in SIDES[goal]
        assert set(chain) <= cells
        assert not [(first, second) for first, second in pairwise(chain) if second not in NEIGHBOURS[first]]


@given(st.permutations(NODES), st.lists(st.booleans(), min_size=69, max_size=69))
def test_filled_board_is_fully_owned_and_connects_one_side(order: list[str], colours: list[bool]) -> None:
    balls, cells = [0, 0], [0, 0]
    for node, colour in zip(order, colours, strict=True):
        balls[colour] |= 1 << NODE_INDEX[node]
        cells[colour] |= cells_conquered_by(NODE_INDEX[node], balls[colour], cells[0] | cells[1])
    assert cells[0] & cells[1] == 0
    assert cells[0] | cells[1] == (1 << 41) - 1
    assert connects(cells[0], 0) != connects(cells[1], 1)


def test_five_balls_cannot_win_along_an_edge_but_six_can() -> None:
    six = ("a1", "b3", "b5", "b7", "b9", "a11")
    remaining = bits("z0.0", "z0.15", "z0.14", "z0.13", "z0.12")

    def cells_of(nodes: tuple[str, ...]) -> int:
        balls = sum(1 << NODE_INDEX[node] for node in nodes)
        cells = 0
        for node in nodes:
            cells |= cells_conquered_by(NODE_INDEX[node], balls, 0)
        return cells

    assert cells_of(six) & remaining == remaining
    assert connects(cells_of(six), 0)
    assert not [five for five in combinations(six, 5) if connects(cells_of(five), 0)]
    assert GOALS[0][0] & cells_of(six)
