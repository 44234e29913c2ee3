"""The board of ConHex: 69 nodes, 41 cells, and the tables that play needs.

Everything follows from the generation rule of the board. A point is (dx, dy) from the centre f6, dy growing
downwards. Sets of nodes and of cells are integers: bit i means `NODES[i]` or `CELLS[i]`.
"""

from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations
from types import MappingProxyType
from typing import Final

from rules.toolkit.bits import bits, members

Point = tuple[int, int]

_MIDDLE: Final = 6
_RINGS: Final = (3, 2, 1)


def point_name(point: Point) -> str:
    """Name a point of the lattice: column letter and row number, a1 top left."""
    dx, dy = point
    return f"{'abcdefghijk'[dx + _MIDDLE - 1]}{dy + _MIDDLE}"


def _is_node(point: Point) -> bool:
    dx, dy = abs(point[0]), abs(point[1])
    distance = max(dx, dy)
    return distance == 0 or (dx == dy == 5) or (1 <= distance <= 4 and dx != dy)


def _turn(point: Point, quarters: int) -> Point:
    dx, dy = point
    for _ in range(quarters):
        dx, dy = -dy, dx
    return dx, dy


def _north_of_border() -> list[set[Point]]:
    edges = [{(x - 1, -4), (x, -4), (x + 1, -4)} for x in (-2, 0, 2)]
    return [{(-5, -5), (-3, -4), (-4, -3)}, *edges]


def _north_of_ring(d: int) -> list[set[Point]]:
    corner = {(-d, -d - 1), (-d + 1, -d - 1), (-d - 1, -d), (-d - 1, -d + 1), (-d + 1, -d), (-d, -d + 1)}
    edges = [{(x + i, y) for i in (-1, 0, 1) for y in (-d - 1, -d)} for x in range(2 - d, d - 1, 2)]
    return [corner, *edges]


def _generate_cells() -> Iterator[tuple[str, set[Point]]]:
    norths = [_north_of_border(), *map(_north_of_ring, _RINGS)]
    for ring, north in enumerate(norths):
        for quarters in range(4):
            for i, points in enumerate(north):
                name = f"z{ring}.{quarters * len(north) + i}"
                yield name, {_turn(point, quarters) for point in points}
    yield f"z{len(norths)}.0", {(0, 0), (0, -1), (-1, 0), (1, 0), (0, 1)}


_LATTICE: Final = tuple((dx, dy) for dy in range(-5, 6) for dx in range(-5, 6))

NODES: Final[tuple[str, ...]] = tuple(point_name(point) for point in _LATTICE if _is_node(point))
"""The names of the nodes by row, then column."""

NODE_INDEX: Final[Mapping[str, int]] = MappingProxyType({name: i for i, name in enumerate(NODES)})

CELL_NODES: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        cell: tuple(sorted(map(point_name, points), key=NODE_INDEX.__getitem__))
        for cell, points in _generate_cells()
    }
)
"""The nodes of each cell, in the order of `NODES`."""

CELLS: Final[tuple[str, ...]] = tuple(CELL_NODES)
"""The ids of the cells: ring by ring inwards, clockwise from the north-west corner cell."""

CELL_INDEX: Final[Mapping[str, int]] = MappingProxyType({name: i for i, name in enumerate(CELLS)})

NEEDED: Final[Mapping[str, int]] = MappingProxyType(
    {cell: (len(nodes) + 1) // 2 for cell, nodes in CELL_NODES.items()}
)
"""The number of balls that conquers each cell: half its nodes, rounded up (ruling C6)."""

SIDES: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        side: tuple(f"z0.{(4 * quarter + i) % 16}" for i in range(5))
        for quarter, side in enumerate(("top", "right", "bottom", "left"))
    }
)
"""The border cells of each side, clockwise; corner cells belong to both of their sides (ruling C8)."""


def _neighbours() -> Mapping[str, tuple[str, ...]]:
    neighbours: dict[str, list[str]] = {cell: [] for cell in CELLS}
    for one, other in combinations(CELLS, 2):
        if not set(CELL_NODES[one]).isdisjoint(CELL_NODES[other]):
            neighbours[one].append(other)
            neighbours[other].append(one)
    return MappingProxyType(
        {cell: tuple(sorted(near, key=CELL_INDEX.__getitem__)) for cell, near in neighbours.items()}
    )


NEIGHBOURS: Final[Mapping[str, tuple[str, ...]]] = _neighbours()
"""The cells that share a node with each cell, in the order of `CELLS`."""


def _bits(names: Iterable[str], index: Mapping[str, int]) -> int:
    return bits(index[name] for name in names)


ALL_NODES: Final = (1 << len(NODES)) - 1

CLAIMS: Final[tuple[tuple[tuple[int, int, int], ...], ...]] = tuple(
    tuple(
        (1 << CELL_INDEX[cell], _bits(nodes, NODE_INDEX), NEEDED[cell])
        for cell, nodes in CELL_NODES.items()
        if node in nodes
    )
    for node in NODES
)
"""The cells of each node, as (bit of the cell, bits of the cell's nodes, balls needed)."""

GOALS: Final[tuple[tuple[int, int], ...]] = (
    (_bits(SIDES["top"], CELL_INDEX), _bits(SIDES["bottom"], CELL_INDEX)),
    (_bits(SIDES["left"], CELL_INDEX), _bits(SIDES["right"], CELL_INDEX)),
)
"""For each seat the two sets of border cells to connect."""

_NEAR: Final[tuple[int, ...]] = tuple(_bits(NEIGHBOURS[cell], CELL_INDEX) for cell in CELLS)


def cells_conquered_by(node: int, own: int, taken: int) -> int:
    """Return the cells conquered by a ball just placed on `node`.

    `own` holds the mover's balls including the new one, `taken` the cells already owned.
    """
    cells = 0
    for cell, around, needed in CLAIMS[node]:
        if not taken & cell and (own & around).bit_count() >= needed:
            cells |= cell
    return cells


def connects(cells: int, seat: int) -> bool:
    """Return whether `cells` contain a chain of neighbours between both sides of `seat`."""
    start, goal = GOALS[seat]
    reached = todo = cells & start
    if not cells & goal:
        return False
    while todo:
        low = todo & -todo
        fresh = _NEAR[low.bit_length() - 1] & cells & ~reached
        reached |= fresh
        todo = (todo ^ low) | fresh
    return reached & goal != 0


def shortest_chain(cells: int, seat: int) -> tuple[str, ...]:
    """Return the ids of a shortest chain in `cells` between the sides of `seat`; () if there is none."""
    start, goal = GOALS[seat]
    layers = [cells & start]
    reached = layers[0]
    while layers[-1] and not layers[-1] & goal:
        layer = 0
        for cell in members(layers[-1]):
            layer |= _NEAR[cell]
        layers.append(layer & cells & ~reached)
        reached |= layers[-1]
    if not layers[-1]:
        return ()
    chain: list[str] = []
    candidates = layers[-1] & goal
    while layers:
        cell = next(members(candidates & layers.pop()))
        chain.append(CELLS[cell])
        candidates = _NEAR[cell]
    return tuple(reversed(chain))
