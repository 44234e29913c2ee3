"""Painting in stamps: small pictures drawn once each, laid on a board that is drawn once."""

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from functools import partial

from PIL import Image

from render.men import Figure
from render.sheet import Box, Sheet, Spot, Tile
from render.shelf import Shelf
from render.studio import Page, Studio


@dataclass(frozen=True, slots=True)
class Stamp:
    """A small picture to lay at `spot`, on ground of that ink.

    `draw` draws it around (0, 0) within `box`; equal keys on equal grounds mean equal pictures.
    """

    key: Hashable
    spot: Spot
    ground: str
    box: Box
    draw: Callable[[Sheet], None]


def centred(figure: Figure, side: float) -> Callable[[Sheet], None]:
    """Return a way to draw a figure of that size around (0, 0)."""

    def draw(sheet: Sheet) -> None:
        figure(sheet, (0.0, 0.0), side)

    return draw


def square(reach: float) -> Box:
    """Return the square that reaches that far around (0, 0)."""
    return -reach, -reach, reach, reach


class Easel:
    """Keep the boards of one game and lay stamps on them. Safe to use from several threads."""

    def __init__(self, studio: Studio) -> None:
        self._studio = studio
        self._pages: Shelf[Hashable, Page] = Shelf(studio.pages)

    def paint(
        self,
        board: Hashable,
        theme: str,
        size: tuple[int, int],
        draw: Callable[[Sheet], None],
        stamps: Iterable[Stamp],
    ) -> Image.Image:
        """Return the board with the stamps laid on it in order.

        `draw` draws the empty board of that size; it is kept under `board` and the theme.
        """

        def background() -> Page:
            sheet = self._studio.sheet(theme, (0, 0, *size), "frame")
            draw(sheet)
            return Page(sheet.page())

        page = self._pages.get((board, theme), background)
        picture = page.blank()
        for stamp in stamps:
            tile = page.tile((stamp.key, stamp.ground), partial(self._tile, stamp, theme))
            tile.lay(picture, round(stamp.spot[0]), round(stamp.spot[1]))
        return picture

    def _tile(self, stamp: Stamp, theme: str) -> Tile:
        sheet = self._studio.sheet(theme, stamp.box, stamp.ground)
        stamp.draw(sheet)
        return sheet.tile(tight=True)
