"""The winner on a board of ConHex whose free nodes are filled at random.

Sets of cells are spread out to four bits per cell, so that adding numbers of balls finds the owners of all
cells at once.
"""

from functools import cache
from random import Random
from typing import Final, NamedTuple

from rules.games.conhex.board import CELL_INDEX, CELL_NODES, CELLS, GOALS, NEEDED, NEIGHBOURS, NODES
from rules.toolkit.bits import members

_CHUNK: Final = 12
_CHUNK_MASK: Final = (1 << _CHUNK) - 1
_ORDERS: Final = 1024
_TIES: Final = 256
_FULL: Final = 8
"""A ball count plus the number missing reaches this bit when a cell is conquered."""


def spread(cells: int) -> int:
    """Return a set of cells, spread out."""
    return sum(_FULL << 4 * cell for cell in members(cells))


_AROUND: Final = tuple(
    sum(1 << 4 * CELL_INDEX[cell] for cell, around in CELL_NODES.items() if node in around) for node in NODES
)
_MISSING: Final = sum(_FULL - NEEDED[cell] << 4 * i for i, cell in enumerate(CELLS))
_ALMOST: Final = _MISSING + sum(1 << 4 * i for i in range(len(CELLS)))
ALL_CELLS: Final = spread((1 << len(CELLS)) - 1)
"""All cells, spread out."""

_SIDES: Final = tuple((spread(start), spread(goal)) for start, goal in GOALS)
# By position in the spread-out set, from 1, like `bit_length`.
_NEAR: Final = (0, *(spread(sum(1 << CELL_INDEX[near] for near in NEIGHBOURS[cell])) for cell in CELLS))


class _Tables(NamedTuple):
    """Ball counts around each cell by twelve nodes; random orders of nodes, as prefixes; random cells."""

    counts: tuple[tuple[int, ...], ...]
    orders: tuple[tuple[int, ...], ...]
    ties: tuple[int, ...]


@cache
def tables() -> _Tables:
    """Return the tables, computed on first use."""
    counts: list[tuple[int, ...]] = []
    for first in range(0, len(NODES), _CHUNK):
        sums = [0]
        for around in _AROUND[first : first + _CHUNK]:
            sums += [total + around for total in sums]
        counts.append(tuple(sums))
    # Any fixed orders will do.
    chance = Random("orders")
    orders: list[tuple[int, ...]] = []
    for _ in range(_ORDERS):
        nodes = sorted(range(len(NODES)), key=lambda _: chance.random())
        prefixes = [0]
        for node in nodes:
            prefixes.append(prefixes[-1] | 1 << node)
        orders.append(tuple(prefixes))
    ties = tuple(spread(chance.getrandbits(len(CELLS))) for _ in range(_TIES))
    return _Tables(tuple(counts), tuple(orders), ties)


def draw_nodes(free: int, number: int, chance: float) -> int:
    """Return `number` free nodes, drawn by a random number from 0 to 1."""
    at = int(chance * _ORDERS * len(NODES))
    order = tables().orders[at % _ORDERS]
    first = at // _ORDERS
    # The order is a ring, entered at any point.
    later = free & ~order[first]
    beyond = number - later.bit_count()
    if beyond > 0:
        return later | _beginning(order, free, beyond, 0)
    return _beginning(order, later, number, first)


def _beginning(order: tuple[int, ...], free: int, number: int, low: int) -> int:
    high = len(NODES)
    while low < high:
        middle = (low + high) >> 1
        if (order[middle] & free).bit_count() < number:
            low = middle + 1
        else:
            high = middle
    return order[low] & free


def _count(balls: int, extra: int) -> int:
    for chunk in tables().counts:
        extra += chunk[balls & _CHUNK_MASK]
        balls >>= _CHUNK
    return extra


def filled_winner(balls: tuple[int, int], red: int, blue: int, chance: float) -> int:
    """Return the winner on a full board; `red` and `blue` are the cells already owned, spread out.

    Cells of which both sides hold half are assigned by a random number from 0 to 1, as the order of balls is
    unknown.
    """
    mine = _count(balls[0], _MISSING) & ALL_CELLS & ~blue | red
    both = mine & ~red & _count(balls[1], _MISSING)
    if both:
        mine ^= both & tables().ties[int(chance * _TIES)]
    return 0 if joins_sides(mine, 0) else 1


def within_reach(own: int, taken: int) -> int:
    """Return the cells, spread out, that one more ball each would conquer."""
    return _count(own, _ALMOST) & ALL_CELLS & ~taken


def joins_sides(cells: int, seat: int) -> bool:
    """Return whether spread-out cells join both sides of a seat."""
    start, goal = _SIDES[seat]
    todo = cells & start
    left = cells ^ todo
    while todo:
        low = todo & -todo
        fresh = _NEAR[low.bit_length() >> 2] & left
        if fresh & goal:
            return True
        left ^= fresh
        todo ^= low | fresh
    return bool(cells & start & goal)
