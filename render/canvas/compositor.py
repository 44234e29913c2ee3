"""Pictures composed of cached sprites on a cached board."""

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from functools import partial

from render.canvas.canvas import Box, Canvas, Figure, Spot
from render.canvas.resources import CachedBoard, Resources
from render.canvas.sheet import NO_MARGINS, Margins, Sheet, Tile
from render.canvas.single_flight_cache import SingleFlightCache


@dataclass(frozen=True, slots=True)
class Sprite:
    """A small picture to place at `spot`, on ground of that ink.

    `draw` draws it around (0, 0) within `box`; equal keys on equal grounds mean equal pictures. Pictures with
    the key None are not cached, as they rarely recur.
    """

    key: Hashable
    spot: Spot
    ground: str
    box: Box
    draw: Callable[[Canvas], None]


def center_on(figure: Figure, side: float) -> Callable[[Canvas], None]:
    """Return a function that draws a figure of this size around (0, 0)."""

    def draw(canvas: Canvas) -> None:
        figure(canvas, (0.0, 0.0), side)

    return draw


def square(reach: float) -> Box:
    """Return the square around (0, 0) with half the side `reach`."""
    return -reach, -reach, reach, reach


class Compositor:
    """Caches the boards of one game and places sprites on them. Thread-safe."""

    def __init__(self, resources: Resources) -> None:
        self._resources = resources
        self._boards: SingleFlightCache[Hashable, CachedBoard] = SingleFlightCache(resources.boards)

    def paint(
        self,
        board: Hashable,
        theme: str,
        size: tuple[int, int],
        draw: Callable[[Canvas], None],
        sprites: Iterable[Sprite],
        margins: Margins = NO_MARGINS,
    ) -> Sheet:
        """Return the board between its margins with the sprites placed on it in order.

        `draw` draws the empty board of that size; it is cached under `board` and the theme.
        """

        def background() -> CachedBoard:
            canvas = self._resources.canvas(theme, (0, 0, *size), "frame")
            draw(canvas)
            return self._resources.board(canvas.image())

        cached = self._boards.get((board, theme), background)
        sheet = cached.sheet(margins)
        lay_sprites(self._resources, cached, sheet, theme, sprites)
        return sheet


def lay_sprites(
    resources: Resources, board: CachedBoard, sheet: Sheet, theme: str, sprites: Iterable[Sprite]
) -> None:
    """Place sprites on a copy of a board, in order."""
    for sprite in sprites:
        draw = partial(_tile, resources, sprite, theme)
        tile = draw() if sprite.key is None else board.tile((sprite.key, sprite.ground), draw)
        sheet.lay(tile, round(sprite.spot[0]), round(sprite.spot[1]))


def _tile(resources: Resources, sprite: Sprite, theme: str) -> Tile:
    canvas = resources.canvas(theme, sprite.box, sprite.ground)
    sprite.draw(canvas)
    return canvas.tile(tight=True)
