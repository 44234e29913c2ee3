"""The plans of the two sides of the board, in a picture 800 wide, relative to the centre of the ring.

Each junction is at the end of a straight spoke to the centre. The ring of the front is longer than the edge
of the picture, so it turns inwards once on each side, with the homes in these bays; the homes of the back are
between the spokes.
"""

from dataclasses import dataclass
from typing import Final

from render.canvas.canvas import Box, Spot


@dataclass(frozen=True, slots=True)
class Room:
    """The home of a corner in a picture, in pixels.

    Its hats wait in `box`, in `columns` columns. The `lane` leads from there to the junction. `die` is the
    middle of the die.
    """

    box: Box
    columns: int
    lane: tuple[Spot, ...]
    die: Spot


@dataclass(frozen=True, slots=True)
class Plan:
    """A side of the board: half the size of the sheet, and the sizes of a field and the die.

    A touch within `reach` of the middle of a field means that field, slightly more than its drawing.

    `way` are the fields of the ring starting with the first junction, `spokes` the fields between each
    junction and the centre, from the ring inwards.
    """

    half: tuple[float, float]
    field: float
    reach: float
    die: float
    way: tuple[Spot, ...]
    spokes: tuple[tuple[Spot, ...], ...]
    rooms: tuple[Room, ...]


_HALF: Final = (400.0, 434.0)
_FRONT_FIELD, _FRONT_REACH = 62.0, 34.0
_BACK_FIELD, _BACK_REACH = 60.0, 31.0
_DIE: Final = 68.0
_X, _Y = 352.0, 380.0
"""The distance of the outermost fields from the centre."""
_EDGE_X, _EDGE_Y = 391.0, 425.0
"""The distance of the lanes along the edge from the centre."""


def _opposite(room: Room) -> Room:
    """Return the same room on the opposite side of the centre, its contents upright."""
    left, top, right, bottom = room.box
    return Room(
        (-right, -bottom, -left, -top),
        room.columns,
        _turn(room.lane),
        (-room.die[0], -room.die[1]),
    )


def _turn(spots: tuple[Spot, ...]) -> tuple[Spot, ...]:
    return tuple((-x, -y) for x, y in spots)


def _spoke(junction: Spot, fields: int, first: float, last: float) -> tuple[Spot, ...]:
    """Return the fields between a junction and the centre, with these distances at the first and last."""
    x, y = junction
    length = (x * x + y * y) ** 0.5
    step = (length - first - last) / (fields - 1)
    shares = [1 - (first + number * step) / length for number in range(fields)]
    return tuple((x * share, y * share) for share in shares)


def _front() -> Plan:
    """Return the front: a ring of 4 times 13 fields with a bay on each side and junctions at its corners."""
    # Three paths meet in a corner: its neighbours leave room for the third.
    wide, deep, apart = 117.0, 147.0, 92.0
    across, down = (_X - apart - wide) / 2, (_Y - apart - wide) / 2
    top = (
        (-_X, -_Y), (-_X + apart, -_Y), (-wide - across, -_Y), (-wide, -_Y),
        (-wide, deep / 2 - _Y), (-wide, deep - _Y), (-wide / 3, deep - _Y),
        (wide / 3, deep - _Y), (wide, deep - _Y), (wide, deep / 2 - _Y),
        (wide, -_Y), (wide + across, -_Y), (_X - apart, -_Y),
    )  # fmt: skip
    right = (
        (_X, -_Y), (_X, -_Y + apart), (_X, -wide - down), (_X, -wide),
        (_X - deep / 2, -wide), (_X - deep, -wide), (_X - deep, -wide / 3),
        (_X - deep, wide / 3), (_X - deep, wide), (_X - deep / 2, wide),
        (_X, wide), (_X, wide + down), (_X, _Y - apart),
    )  # fmt: skip
    spokes = tuple(
        _spoke(junction, 6, apart, 72.2) for junction in ((-_X, -_Y), (_X, -_Y), (_X, _Y), (-_X, _Y))
    )
    left_room = Room(
        (-396.0, -80.0, -243.0, 80.0),
        3,
        ((-_EDGE_X, -70.0), (-_EDGE_X, -_Y + 8), (-_X, -_Y)),
        (-130.0, 0.0),
    )
    top_room = Room(
        (-80.0, -430.0, 80.0, -271.0),
        3,
        ((70.0, -_EDGE_Y), (_X - 8, -_EDGE_Y), (_X, -_Y)),
        (0.0, -160.0),
    )
    rooms = (left_room, top_room, _opposite(left_room), _opposite(top_room))
    return Plan(
        _HALF, _FRONT_FIELD, _FRONT_REACH, _DIE, (*top, *right, *_turn((*top, *right))), spokes, rooms
    )


def _back() -> Plan:
    """Return the back: a ring of 36 fields along the edge, junctions amid its ends and on its sides."""
    across, down, high = 77.0, 72.0, 254.0
    side = 2 * high / 6
    half = (
        *((step * across, -_Y) for step in range(5)),
        (_X, -high - down),
        *((_X, -high + step * side) for step in range(7)),
        (_X, high + down),
        *((across * (4 - step), _Y) for step in range(4)),
    )
    upright = _spoke((0.0, -_Y), 5, 63.4, 63.4)
    slanting = _spoke((_X, -high), 5, 76.0, 74.0)
    falling = tuple((x, -y) for x, y in slanting)
    spokes = (upright, slanting, falling)
    left_room = Room((-310.0, -343.0, -40.0, -253.0), 4, ((-60.0, -330.0), (0.0, -_Y)), (-100.0, -200.0))
    right_room = Room((40.0, -343.0, 310.0, -253.0), 4, ((296.0, -315.0), (_X, -high)), (100.0, -200.0))
    side_room = Room(
        (186.0, -80.0, 316.0, 80.0),
        2,
        ((300.0, 70.0), (300.0, 150.0), (321.0, 189.0), (_X, high)),
        (140.0, 0.0),
    )
    rooms = (left_room, right_room, side_room)
    return Plan(
        _HALF,
        _BACK_FIELD,
        _BACK_REACH,
        _DIE,
        (*half, *_turn(half)),
        (*spokes, *map(_turn, spokes)),
        (*rooms, *map(_opposite, rooms)),
    )


PLANS: Final = {"front": _front(), "back": _back()}
"""The sides of the board by name."""
