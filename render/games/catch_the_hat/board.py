"""The places of both sides of the board in a picture, including the homes.

The ring runs along the edge of the sheet; a spoke leads from each junction to the centre. Each home opens
onto the next junction clockwise.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from itertools import pairwise
from types import MappingProxyType
from typing import Final

from render.canvas.canvas import Box, Spot
from render.contract.layout import Area, Areas
from render.games.catch_the_hat.plans import PLANS, Plan, Room
from rules.games.catch_the_hat import BACK, FRONT, Side

_SIDES: Final = {side.name: side for side in (FRONT, BACK)}
_BASE: Final = 800.0


@dataclass(frozen=True, slots=True)
class CatchTheHatBoard:
    """One side of the board in a picture `width` pixels wide.

    `corners` are the corners in use, `links` pairs of corners whose players are partners.
    """

    width: int
    name: str
    corners: tuple[int, ...]
    links: tuple[tuple[int, int], ...] = ()
    areas: Areas = field(init=False, repr=False, compare=False)
    _rooms: tuple[Room, ...] = field(init=False, repr=False, compare=False)
    _corners: Mapping[str, int | None] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        rooms = tuple(self._lay_room(corner) for corner in range(self.side.corners))
        areas = {
            place: Area.disc(self._project(self._at(place)), self._plan.reach * self.scale - 1)
            for place in self.side.fields
        }
        for corner, room in enumerate(rooms):
            home = Area.of_box(room.box)
            areas[f"H{corner}"] = replace(home, x=round(home.x), y=round(home.y))
        gap = len(self._plan.way) // self.side.corners
        owners = {place: _corner_of(place, gap) for place in self.side.fields}
        object.__setattr__(self, "_corners", owners)
        object.__setattr__(self, "_rooms", rooms)
        object.__setattr__(self, "areas", MappingProxyType(areas))

    @property
    def side(self) -> Side:
        return _SIDES[self.name]

    @property
    def scale(self) -> float:
        """Pixels per unit of the plan."""
        return self.width / _BASE

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the picture in pixels."""
        return self.width, round(2 * self._plan.half[1] * self.scale)

    @property
    def cell(self) -> int:
        """The width and height of a field in pixels."""
        return 2 * round(self._plan.field * self.scale / 2)

    @property
    def die(self) -> int:
        """The width and height of the die in pixels."""
        return 2 * round(self._plan.die * self.scale / 2)

    def spot(self, place: str) -> Spot:
        """Return the middle of a field, or of a home's hats, on whole pixels."""
        return self.areas[place].spot

    def room(self, corner: int) -> Room:
        """Return the home of a corner."""
        return self._rooms[corner]

    def _lay_room(self, corner: int) -> Room:
        room = self._plan.rooms[corner]
        return Room(
            self._box_of(room.box),
            room.columns,
            tuple(self._project(spot) for spot in room.lane),
            self._project(room.die),
        )

    def corner_of(self, place: str) -> int | None:
        """Return the corner of a field's spoke, or of the home that opens onto it."""
        return self._corners[place]

    def is_junction(self, place: str) -> bool:
        """Return whether a spoke and a lane from a home meet the ring on a field."""
        return place[0] == "R" and self._corners[place] is not None

    def partner(self, corner: int) -> int | None:
        """Return the partner's corner, if there is a partner."""
        return next((sum(link) - corner for link in self.links if corner in link), None)

    def walk(self, path: tuple[str, ...]) -> tuple[str, ...]:
        """Return all places that a move passes, given its ends and turning points."""
        steps = [self._between(start, end) for start, end in pairwise(path)]
        return (*path[:1], *(place for part in steps for place in part))

    def _between(self, start: str, end: str) -> tuple[str, ...]:
        """Return the shortest path after `start` up to `end`; homes occur only at its ends.

        No other path of up to six steps has the same ends: every cycle on the board is longer than twelve.
        """
        ways: list[tuple[str, ...]] = [(start,)]
        seen = {start}
        for way in ways:
            for one, other in self.side.edges:
                if way[-1] not in {one, other}:
                    continue
                onward = other if one == way[-1] else one
                if onward == end:
                    return (*way[1:], end)
                if onward not in seen and not onward.startswith("H"):
                    seen.add(onward)
                    ways.append((*way, onward))
        return (end,)

    @property
    def _plan(self) -> Plan:
        return PLANS[self.name]

    def _at(self, place: str) -> Spot:
        plan = self._plan
        if place == "C":
            return 0.0, 0.0
        if place.startswith("R"):
            return plan.way[int(place[1:])]
        corner, _, step = place[1:].partition(".")
        return plan.spokes[int(corner)][int(step) - 1]

    def _project(self, spot: Spot) -> Spot:
        half = self._plan.half
        return round((spot[0] + half[0]) * self.scale), round((spot[1] + half[1]) * self.scale)

    def _box_of(self, box: Box) -> Box:
        return *self._project((box[0], box[1])), *self._project((box[2], box[3]))


def _corner_of(place: str, gap: int) -> int | None:
    if place.startswith("S"):
        return int(place[1])
    if place.startswith("R") and int(place[1:]) % gap == 0:
        return int(place[1:]) // gap
    return None
