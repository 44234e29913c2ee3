"""Where things lie on the two sides of the board, in a picture 800 wide, from the centre of the ring.

Turning a board moves its corners from slot to slot: the slots lie still, clockwise, the first one on top.
"""

from dataclasses import dataclass, replace
from typing import Final

from render.canvas.canvas import Box, Spot


@dataclass(frozen=True, slots=True)
class Room:
    """The home of a corner as it lies in a picture, in pixels: its bands and what has its place in it.

    The bands are boxes one below the other, as broad as the spokes allow. `doors` lead from the junction into
    the room. `die` and `points` are middles; `emblem` is the middle of
    free ground and how far it reaches.
    """

    bands: tuple[Box, ...]
    doors: tuple[Box, ...]
    name: Box
    hats: Box
    prisoners: Box
    die: Spot
    points: Spot
    emblem: tuple[Spot, float]


@dataclass(frozen=True, slots=True)
class Plan:
    """A side of the board: how far the sheet reaches, the sides of a field and of the die.

    `way` are the fields of the ring from the junction of the first slot on, `rooms` the homes by slot.
    """

    half: tuple[float, float]
    field: float
    die: float
    way: tuple[Spot, ...]
    rooms: tuple[Room, ...]


def _flipped(room: Room, across: int, down: int) -> Room:
    """Return a room on another side of the centre: mirrored as a whole, what is in it upright."""

    def moved(spot: Spot) -> Spot:
        return across * spot[0], down * spot[1]

    def boxed(box: Box) -> Box:
        (x, y), (u, v) = moved((box[0], box[1])), moved((box[2], box[3]))
        return min(x, u), min(y, v), max(x, u), max(y, v)

    return Room(
        tuple(sorted((boxed(band) for band in room.bands), key=lambda band: band[1])),
        tuple(map(boxed, room.doors)),
        boxed(room.name),
        boxed(room.hats),
        boxed(room.prisoners),
        moved(room.die),
        moved(room.points),
        (moved(room.emblem[0]), room.emblem[1]),
    )


def _front() -> Plan:
    """Return the front: a ring of 4 times 13 fields with blunt corners, junctions amid the edges."""
    # Spokes and ring share their rows, which makes the picture pack better.
    pitch, far = 52.0, 364.0
    quarter = [
        *((step * pitch, -far) for step in range(7)),
        *((far, -(6 - step) * pitch) for step in range(6)),
    ]
    way = [*quarter, *((-y, x) for x, y in quarter)]
    way += [(-x, -y) for x, y in way]

    def room(across: int, down: int, door: Spot) -> Room:
        near, wide = 30.0, 302.0
        left = near if across > 0 else -near - wide
        top = near if down > 0 else -near - wide

        def box(upper: float, lower: float) -> Box:
            return left + 12, top + upper, left + wide - 12, top + lower

        return Room(
            ((left, top, left + wide, top + wide),),
            ((door[0] - 11, door[1] - 11, door[0] + 11, door[1] + 11),),
            (left + 8, top + 8, left + wide - 8, top + 62),
            box(70, 142),
            box(150, 200),
            (left + 60, top + 248),
            (left + wide - 70, top + 248),
            ((left + wide / 2 - 16, top + 248), 44.0),
        )

    rooms = (
        room(-1, -1, (-28.0, -336.0)),
        room(1, -1, (336.0, -28.0)),
        room(1, 1, (28.0, 336.0)),
        room(-1, 1, (-336.0, 28.0)),
    )
    return Plan((400.0, 400.0), 48.0, 84.0, tuple(way), rooms)


def _back() -> Plan:
    """Return the back: a ring of 10 by 8 steps, three junctions on each half."""
    across, down, far, deep = 72.0, 96.0, 360.0, 384.0
    half = [
        *((step * across, -deep) for step in range(6)),
        *((far, -deep + step * down) for step in range(1, 9)),
        *((far - step * across, deep) for step in range(1, 5)),
    ]
    way = [*half[:18], *((-x, -y) for x, y in half[:18])]
    # The rooms give way to the spokes in terraces, a step for each field.
    side = Room(
        (
            (276.0, -206.0, 328.0, -158.0),
            (216.0, -158.0, 328.0, -110.0),
            (156.0, -110.0, 328.0, -62.0),
            (96.0, -62.0, 328.0, 62.0),
            (156.0, 62.0, 328.0, 110.0),
            (216.0, 110.0, 328.0, 158.0),
            (276.0, 158.0, 328.0, 206.0),
        ),
        ((312.0, 196.0, 346.0, 234.0), (332.0, 220.0, 352.0, 272.0)),
        (106.0, -25.0, 318.0, 25.0),
        (168.0, -78.0, 316.0, -34.0),
        (168.0, 34.0, 316.0, 82.0),
        (284.0, -114.0),
        (263.0, 110.0),
        ((302.0, 172.0), 24.0),
    )
    end = Room(
        (
            (32.0, -354.0, 328.0, -274.0),
            (32.0, -274.0, 264.0, -226.0),
            (32.0, -226.0, 204.0, -178.0),
            (32.0, -178.0, 144.0, -130.0),
            (32.0, -130.0, 84.0, -82.0),
        ),
        ((316.0, -308.0, 344.0, -282.0),),
        (42.0, -344.0, 318.0, -294.0),
        (44.0, -226.0, 192.0, -182.0),
        (108.0, -286.0, 254.0, -238.0),
        (73.0, -260.0),
        (88.0, -158.0),
        ((58.0, -114.0), 24.0),
    )
    upper = (-38.0, -368.0, -16.0, -344.0)
    rooms = (
        _door(_flipped(end, -1, 1), upper),
        end,
        side,
        _door(_flipped(end, 1, -1), (16.0, 344.0, 38.0, 368.0)),
        _flipped(end, -1, -1),
        _flipped(side, -1, -1),
    )
    return Plan((400.0, 424.0), 56.0, 60.0, tuple(way), rooms)


def _door(room: Room, door: Box) -> Room:
    return replace(room, doors=(door,))


PLANS: Final = {"front": _front(), "back": _back()}
"""The sides of the board by their names."""
