"""Shared resources of painters: palettes and fonts, and boards with cached drawings."""

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field, replace
from threading import Lock
from typing import Final

from PIL import Image
from zlib_ng import zlib_ng

from render.canvas.canvas import Box, Canvas
from render.canvas.fonts import Fonts
from render.canvas.palette import Palette
from render.canvas.png import FILTER, PngLines
from render.canvas.sheet import NO_MARGINS, Margins, Sheet, Tile
from render.canvas.single_flight_cache import SingleFlightCache
from render.canvas.themes import CLASSIC, ThemeInks

# More tiles than any board needs in one view; a bound against leaks, not a tuning parameter.
_TILES = 1024
# Measured: a board takes 20 kB instead of 640, and unpacks twice as fast as with level 1.
_COMPRESSION: Final = 6
# One, as the next picture often shows the same board. With three, a process takes 5 MB more, which is more
# than their size.
_UNPACKED: Final = 1


LatestBoards = SingleFlightCache[Hashable, Image.Image]
"""The most recent empty boards, unpacked."""


class BoardLookups:
    """Counters of requests for empty boards, and of cache misses."""

    def __init__(self) -> None:
        self._lock = Lock()
        self.wanted = self.drawn = 0

    def want(self) -> None:
        """Count a request for a board."""
        with self._lock:
            self.wanted += 1

    def draw(self) -> None:
        """Count a cache miss."""
        with self._lock:
            self.drawn += 1


@dataclass(frozen=True, slots=True)
class Resources:
    """Creates canvases in the colours of a theme. `boards` is the number of cached boards per painter."""

    inks: ThemeInks = CLASSIC
    fonts: Fonts = field(default_factory=Fonts)
    boards: int = 24
    lookups: BoardLookups = field(default_factory=BoardLookups)
    latest: LatestBoards = field(default_factory=lambda: SingleFlightCache(_UNPACKED))
    palettes: Mapping[str, Palette] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "palettes", self.inks.palettes())

    def using(self, inks: ThemeInks) -> "Resources":
        """Return the same resources with other inks."""
        # Mixing palettes takes milliseconds.
        return self if inks is self.inks else replace(self, inks=inks)

    def canvas(self, theme: str, box: Box, ground: str) -> Canvas:
        return Canvas(box, ground, self.palettes[theme], self.fonts)

    def board(self, background: Image.Image) -> "CachedBoard":
        """Wrap a newly drawn empty board for the cache."""
        return CachedBoard(background, self.lookups, self.latest)


class CachedBoard:
    """The empty board of a view and the tiles placed on it, each drawn once.

    It is packed to a thirtieth of its size, and unpacked only among the `latest`: unpacking takes a tenth of
    a millisecond.
    """

    def __init__(self, background: Image.Image, lookups: BoardLookups, latest: LatestBoards) -> None:
        pixels = background.tobytes()
        self._size, self._bytes = background.size, len(pixels)
        self._packed: bytes = zlib_ng.compress(pixels, _COMPRESSION)
        self._palette = bytes(background.getpalette() or ())
        self._lookups, self._latest = lookups, latest
        lookups.draw()
        self._tiles: SingleFlightCache[Hashable, Tile] = SingleFlightCache(_TILES)

    def sheet(self, margins: Margins = NO_MARGINS) -> Sheet:
        """Return a new copy of the empty board for placing tiles."""
        self._lookups.want()
        width, height = self._size
        board = self._latest.get(self, self._unpack)
        lines = PngLines.empty(width, margins.above + height + margins.below, self._palette)
        lines.image.im.paste(board.im, (FILTER, margins.above, FILTER + width, margins.above + height))
        return Sheet(lines, margins.above)

    def _unpack(self) -> Image.Image:
        pixels = zlib_ng.decompress(self._packed, bufsize=self._bytes)
        return Image.frombuffer("P", self._size, pixels, "raw", "P", 0, 1)

    def tile(self, key: Hashable, draw: Callable[[], Tile]) -> Tile:
        """Return the tile of `key`, drawn by `draw` on first use."""
        return self._tiles.get(key, draw)
