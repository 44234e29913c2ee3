"""Names of the fields: ring 47, red 3, red home, centre. Texts keep `R47`, `S0.3`, `H0` and `C`.

The numbers are the same. Spokes and homes are named by the colour of their corner; the fields of a spoke are
counted from the ring inwards.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from rules.contract import PointName
from rules.games.catch_the_hat.board import COLOURS, LETTERS, SIDES
from rules.games.catch_the_hat.vocabulary import Points


def _names() -> Iterator[tuple[str, PointName]]:
    for side in SIDES.values():
        for place in side.places:
            yield place, _name(place)


def _name(place: str) -> PointName:
    corner, _, step = place[1:].partition(".")
    match place[0]:
        case "R":
            return PointName(Points.RING, number=int(corner))
        case "S":
            return PointName(Points.SPOKE, COLOURS[int(corner)], int(step))
        case "H":
            return PointName(Points.HOME, COLOURS[int(corner)])
        case _:
            return PointName(Points.CENTRE)


NAMES: Final[Mapping[str, PointName]] = MappingProxyType(dict(_names()))
"""The names of the fields of both board sides."""


def name_of(point: str) -> PointName | None:
    """Return the name of a field, or of one of several stacks on it, with the colours after a colon."""
    place, colon, stack = point.partition(":")
    name = NAMES.get(place)
    if name is None or (colon and not stack) or set(stack) - set(LETTERS):
        return None
    return replace(name, piece=stack)
