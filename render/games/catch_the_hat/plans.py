"""Where things lie on the two sides of the board, in a picture 800 wide, from the centre of the ring.

Each junction lies at the end of a straight way to the centre. The ring of the front is longer than the edge
of the picture, so it turns inwards once on each side, and the homes lie in these bays; those of the back lie
between the ways to the centre.
"""

from dataclasses import dataclass
from typing import Final

from render.canvas.canvas import Box, Spot


@dataclass(frozen=True, slots=True)
class Room:
    """The home of a corner as it lies in a picture, in pixels.

    Its hats wait in `box`, in so many `columns`. The `lane` leads from there to the junction. `die` is the
    middle of the die, `emblem` that of a partner's sign.
    """

    box: Box
    columns: int
    lane: tuple[Spot, ...]
    die: Spot
    emblem: Spot


@dataclass(frozen=True, slots=True)
class Plan:
    """A side of the board: how far the sheet reaches, how broad a field and the die are.

    `way` are the fields of the ring from the first junction on, `spokes` those between each junction and the
    centre, from the ring inwards.
    """

    half: tuple[float, float]
    field: float
    die: float
    way: tuple[Spot, ...]
    spokes: tuple[tuple[Spot, ...], ...]
    rooms: tuple[Room, ...]


_HALF: Final = (400.0, 428.0)
_FIELD, _DIE = 72.0, 68.0
_X, _Y = 362.0, 390.0
"""How far the middles of the outermost fields lie from the centre."""


def _opposite(room: Room) -> Room:
    """Return the same room on the other side of the centre, what is in it upright."""
    left, top, right, bottom = room.box
    return Room(
        (-right, -bottom, -left, -top),
        room.columns,
        _turned(room.lane),
        (-room.die[0], -room.die[1]),
        (-room.emblem[0], -room.emblem[1]),
    )


def _turned(spots: tuple[Spot, ...]) -> tuple[Spot, ...]:
    return tuple((-x, -y) for x, y in spots)


def _spoke(junction: Spot, fields: int, first: float, last: float) -> tuple[Spot, ...]:
    """Return the fields from a junction to the centre, the first and the last so far from these."""
    x, y = junction
    length = (x * x + y * y) ** 0.5
    step = (length - first - last) / (fields - 1)
    shares = [1 - (first + number * step) / length for number in range(fields)]
    return tuple((x * share, y * share) for share in shares)


def _front() -> Plan:
    """Return the front: a ring of 4 times 13 fields with a bay on each side, junctions in its corners."""
    # Three ways meet in a corner: fields beside it lie further apart, so that there is room for the third.
    wide, deep, apart = 116.0, 146.0, 99.0
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
        (-397.0, -77.0, -257.0, 77.0),
        3,
        ((-391.0, -70.0), (-391.0, -_Y), (-_X, -_Y)),
        (-139.0, 0.0),
        (-292.0, -236.0),
    )
    top_room = Room(
        (-77.0, -425.0, 77.0, -285.0),
        3,
        ((70.0, -419.0), (_X, -419.0), (_X, -_Y)),
        (0.0, -166.0),
        (208.0, -320.0),
    )
    rooms = (left_room, top_room, _opposite(left_room), _opposite(top_room))
    return Plan(_HALF, _FIELD, _DIE, (*top, *right, *_turned((*top, *right))), spokes, rooms)


def _back() -> Plan:
    """Return the back: a ring of 36 fields along the edge, junctions amid its ends and on its sides."""
    across, down, high = 78.0, 78.0, 254.0
    side = 2 * high / 6
    half = (
        *((step * across, -_Y) for step in range(5)),
        (_X, -high - down),
        *((_X, -high + step * side) for step in range(7)),
        (_X, high + down),
        *((across * (4 - step), _Y) for step in range(4)),
    )
    # Straight up there is less room than fields need, which sway.
    upright = ((26.0, -322.3), (-18.0, -264.9), (26.0, -207.5), (-18.0, -150.1), (0.0, -80.0))
    slanting = _spoke((_X, -high), 5, 78.0, 76.0)
    falling = tuple((x, -y) for x, y in slanting)
    spokes = (upright, slanting, falling)
    left_room = Room(
        (-320.0, -346.0, -72.0, -268.0), 4, ((-90.0, -320.0), (0.0, -_Y)), (-112.0, -214.0), (-206.0, -236.0)
    )
    right_room = Room(
        (72.0, -346.0, 320.0, -268.0), 4, ((300.0, -284.0), (_X, -high)), (112.0, -214.0), (206.0, -236.0)
    )
    side_room = Room(
        (212.0, -74.0, 322.0, 74.0), 2, ((326.0, 60.0), (326.0, 240.0)), (170.0, 0.0), (290.0, -104.0)
    )
    rooms = (left_room, right_room, side_room)
    return Plan(
        _HALF,
        _FIELD,
        _DIE,
        (*half, *_turned(half)),
        (*spokes, *map(_turned, spokes)),
        (*rooms, *map(_opposite, rooms)),
    )


PLANS: Final = {"front": _front(), "back": _back()}
"""The sides of the board by their names."""
