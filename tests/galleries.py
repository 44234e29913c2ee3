"""Galleries shared by all tests of a process, which would otherwise draw and cache the same boards again."""

import struct
from collections.abc import Hashable
from functools import cache
from io import BytesIO
from typing import Final
from zlib import crc32

from PIL import Image

from render import (
    NEUTRAL,
    Charts,
    Gallery,
    ProfileChart,
    ReviewChart,
    SheetBoard,
    TournamentChart,
    View,
)
from render.canvas.single_flight_cache import SingleFlightCache
from render.scoreboard import margins_around
from rules import State

_KEPT: Final = 1000
"""The number of cached pictures of about 15 kilobytes."""
_HEADER: Final = 33
"""The bytes before the second chunk of a PNG."""
_WIDE: Final = (800, 600)
"""The size of pictures that show more than one board."""


class CachingGallery(Gallery):
    """A gallery that draws each position once, for bots on the wire.

    Most of their tests begin a match and read texts, and every starting bot uploads all pieces.
    """

    def __init__(self) -> None:
        super().__init__()
        self._pictures: SingleFlightCache[Hashable, bytes] = SingleFlightCache(_KEPT)
        self._pieces: SingleFlightCache[Hashable, dict[tuple[int, str], bytes]] = SingleFlightCache(_KEPT)

    def picture(self, state: State, view: View = NEUTRAL) -> bytes:
        return self._pictures.get(
            _inputs(state, view), lambda: super(CachingGallery, self).picture(state, view)
        )

    def pieces(self, state: State) -> dict[tuple[int, str], bytes]:
        return dict(self._pieces.get((state,), lambda: super(CachingGallery, self).pieces(state)))


class SketchingGallery(CachingGallery):
    """A gallery of blank pictures of the real size, which differ wherever drawn pictures would.

    The size is measured by drawing one board per size. Words, layouts, pieces and animations are real.
    """

    def __init__(self) -> None:
        super().__init__()
        self._sizes: SingleFlightCache[Hashable, tuple[int, int]] = SingleFlightCache(_KEPT)

    def picture(self, state: State, view: View = NEUTRAL) -> bytes:
        plates = self._painters[state.game.key].plates(state, view)
        margins = None if view.scoreboard is None else margins_around(plates, view)
        kind = (state.game.key, *sorted(state.options.items()), view.width, view.mirrored, margins)
        size = self._sizes.get(kind, lambda: self.paint(state, view).size)
        return _sketch(size, _inputs(state, view))

    def sheet(self, boards: tuple[SheetBoard, ...], theme: str) -> bytes:
        return _sketch(_WIDE, (boards, theme))

    def thumbnail(self, board: SheetBoard, theme: str, side: int) -> Image.Image:
        del board, theme
        return Image.new("RGB", (side, side))


class SketchingCharts(Charts):
    """Blank charts, which differ wherever drawn charts would."""

    def profile(self, chart: ProfileChart, theme: str, thumbnail: Image.Image | None = None) -> bytes:
        return _sketch(_WIDE, (repr(chart), theme, thumbnail is None))

    def review(self, chart: ReviewChart, theme: str) -> bytes:
        return _sketch(_WIDE, (repr(chart), theme))

    def standings(self, chart: TournamentChart, theme: str) -> bytes:
        return _sketch(_WIDE, (repr(chart), theme))


def _inputs(state: State, view: View) -> Hashable:
    """Return the inputs of a picture: equal states may have different last moves."""
    return state, state.last, state.events, state.outcome, view


def _sketch(size: tuple[int, int], inputs: Hashable) -> bytes:
    """Return a blank PNG with a comment derived from `inputs`."""
    comment = b"tEXt" + f"shown\0{hash(inputs)}".encode()
    chunk = struct.pack(">I", len(comment) - 4) + comment + struct.pack(">I", crc32(comment))
    blank = _blank(size)
    return blank[:_HEADER] + chunk + blank[_HEADER:]


@cache
def _blank(size: tuple[int, int]) -> bytes:
    Image.new("1", size).save(file := BytesIO(), "PNG")
    return file.getvalue()


GALLERY: Final = SketchingGallery()
"""For tests of the bot, which read words."""
CHARTS: Final = SketchingCharts()
DRAWN_GALLERY: Final = CachingGallery()
"""For bots on the wire."""
FRESH_GALLERY: Final = Gallery()
"""For tests of pictures."""
