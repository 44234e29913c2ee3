"""The layout of a picture: the places of the points that moves name."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from render.canvas.canvas import Box, Spot


@dataclass(frozen=True, slots=True)
class Area:
    """A point's area in a picture, in pixels from the picture's upper left corner.

    A rectangle around (`x`, `y`) with half the width `across` and half the height `down` or, if `round`, the
    ellipse inside it.
    """

    x: float
    y: float
    across: float
    down: float
    round: bool = False

    @classmethod
    def disc(cls, spot: Spot, radius: float) -> "Area":
        """Return a circle around a spot."""
        return cls(*spot, radius, radius, round=True)

    @classmethod
    def of_box(cls, box: Box) -> "Area":
        """Return the area of a rectangle."""
        left, top, right, bottom = box
        return cls((left + right) / 2, (top + bottom) / 2, (right - left) / 2, (bottom - top) / 2)

    @property
    def spot(self) -> Spot:
        return self.x, self.y

    @property
    def box(self) -> Box:
        """The bounding box of the area."""
        return self.x - self.across, self.y - self.down, self.x + self.across, self.y + self.down


Areas = Mapping[str, Area]
"""The areas of points, by their names in move texts.

Several names may share an area; otherwise areas do not overlap.
"""


@dataclass(frozen=True, slots=True)
class Layout:
    """The size of a picture in pixels, and the areas of all points that moves of its position may name."""

    width: int
    height: int
    areas: Areas

    def lowered(self, above: int, below: int) -> "Layout":
        """Return the layout of the same board in a picture with additional rows above and below."""
        areas = {point: replace(area, y=area.y + above) for point, area in self.areas.items()}
        return Layout(self.width, self.height + above + below, MappingProxyType(areas))
