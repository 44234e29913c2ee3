"""The numbers of positions in tables; symmetric positions share a number.

One side's sets of men fall into orbits under the board's symmetries. The smallest set of an orbit, as a
number, is its representative. A position is transformed so that the mover's men are a representative and,
among such transformations, the other side's men are smallest. Its number is the representative's number times
the number of ways to place the other side's men, plus the rank of their actual placement in numerical order.
"""

from array import array
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from math import comb
from typing import Final

from rules.games.nine_mens_morris.board import Board
from rules.toolkit.bits import members

Symmetry = tuple[int, ...]
"""The image of each point."""

_Images = tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]
"""The images of all sets of eight points, for points 0 to 7, 8 to 15 and 16 to 23."""


def symmetries(board: Board) -> tuple[Symmetry, ...]:
    """Return all permutations of the points that preserve neighbours and mills."""
    return tuple(
        symmetry
        for symmetry in _extend(board, ())
        if all(sum(1 << symmetry[point] for point in members(mill)) in board.mills for mill in board.mills)
    )


def _extend(board: Board, prefix: Symmetry) -> Iterator[Symmetry]:
    point = len(prefix)
    if point == len(board.points):
        yield prefix
        return
    near = board.around[point]
    for image, around in enumerate(board.around):
        if image in prefix or around.bit_count() != near.bit_count():
            continue
        if all((near >> other & 1) == (around >> prefix[other] & 1) for other in range(point)):
            yield from _extend(board, (*prefix, image))


@lru_cache(3)
def _images(board_points: int, all_symmetries: tuple[Symmetry, ...]) -> tuple[_Images, ...]:
    def image(symmetry: Symmetry, start: int, part: int) -> int:
        return sum(1 << symmetry[start + bit] for bit in members(part) if start + bit < board_points)

    return tuple(
        (
            tuple(image(symmetry, 0, part) for part in range(256)),
            tuple(image(symmetry, 8, part) for part in range(256)),
            tuple(image(symmetry, 16, part) for part in range(256)),
        )
        for symmetry in all_symmetries
    )


class Numbering:
    """Numbers the positions on a board.

    `representatives` are the sets of the mover's men, by their number.
    """

    def __init__(self, board: Board, representatives: Mapping[int, Sequence[int]]) -> None:
        self._images: Final = _images(len(board.points), symmetries(board))
        self._points: Final = len(board.points)
        self._representatives: Final = {size: array("I", sets) for size, sets in representatives.items()}

    def number(self, own: int, theirs: int) -> int:
        """Return the number of a position, given the mover's men and the other side's."""
        low, middle, high = own & 255, own >> 8 & 255, own >> 16
        best, keeping = 1 << 24, list[_Images]()
        for images in self._images:
            turned = images[0][low] | images[1][middle] | images[2][high]
            if turned < best:
                best, keeping = turned, [images]
            elif turned == best:
                keeping.append(images)
        low, middle, high = theirs & 255, theirs >> 8 & 255, theirs >> 16
        other = min(images[0][low] | images[1][middle] | images[2][high] for images in keeping)
        size = other.bit_count()
        place = bisect_left(self._representatives[own.bit_count()], best)
        return place * comb(self._points - own.bit_count(), size) + _rank(other, best)

    def sets(self, place: int, own_size: int, their_size: int) -> tuple[int, int]:
        """Return the mover's men and the other side's of the position with a number."""
        first, rank = divmod(place, comb(self._points - own_size, their_size))
        own = self._representatives[own_size][first]
        free = [point for point in range(self._points) if not own >> point & 1]
        theirs = 0
        for left in range(their_size, 0, -1):
            index = left - 1
            while comb(index + 1, left) <= rank:
                index += 1
            rank -= comb(index, left)
            theirs |= 1 << free[index]
        return own, theirs


def _rank(some: int, taken: int) -> int:
    """Return the rank of a set of free points among the sets of its size, in numerical order."""
    rank = 0
    for count, point in enumerate(members(some), 1):
        rank += comb(point - (taken & (1 << point) - 1).bit_count(), count)
    return rank
