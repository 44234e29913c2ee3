"""The order of points in a picture: by rows from the top, each from left to right."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from bot.chat.parts.moves import move_tree
from bot.chat.parts.moves.move_tree import Name, StepChoice
from render import Layout

Place = tuple[int, float, Name]


@dataclass(frozen=True, slots=True)
class BoardOrder:
    """The rows and columns of points in a picture. Without them, points are sorted by name."""

    places: Mapping[str, tuple[int, float]] = field(default_factory=dict)

    @classmethod
    def of(cls, layout: Layout) -> "BoardOrder":
        """Return the order of a picture's points; a point lower by half its height starts a new row."""
        places = dict[str, tuple[int, float]]()
        row, top = 0, float("-inf")
        for point, area in sorted(layout.areas.items(), key=lambda item: (item[1].y, item[1].x)):
            if area.y - top > area.down:
                row, top = row + 1, area.y
            places[point] = (row, area.x)
        return cls(places)

    def sort(self, ways: Sequence[StepChoice], depth: int) -> list[StepChoice]:
        """Sort choices that share their first `depth` points; choices without points come last."""
        if any(way.step.part for way in ways):
            # Parts of the board are sorted by letter.
            return list(ways)
        return sorted(ways, key=lambda way: self._key(way, depth))

    def _key(self, way: StepChoice, depth: int) -> tuple[bool, tuple[Place, ...]]:
        path = way.moves[0].path if way.move is not None else way.step.path
        return not way.step.path, tuple(map(self._place, path[depth:]))

    def _place(self, point: str) -> Place:
        row, column = self.places.get(point, (len(self.places) + 1, 0.0))
        return row, column, move_tree.natural(point)


BY_NAME: Final = BoardOrder()
"""Sorts by name, without a picture."""
