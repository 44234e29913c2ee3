"""What all painters share: palettes, type, and pages that keep their background and tiles."""

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field, replace

from PIL import Image

from render.lettering import Lettering
from render.palette import Palette
from render.sheet import Box, Sheet, Tile
from render.shelf import Shelf
from render.themes import PaintBox, palettes

# More tiles than any board needs in one look; a bound against leaks, not a tuning knob.
_TILES = 1024


@dataclass(frozen=True, slots=True)
class Studio:
    """Make sheets in the colours of a theme. `pages` is how many backgrounds each painter keeps."""

    palettes: Mapping[str, Palette] = field(default_factory=palettes)
    lettering: Lettering = field(default_factory=Lettering)
    pages: int = 24

    def using(self, box: PaintBox) -> "Studio":
        """Return a studio with the inks of another box."""
        return replace(self, palettes=box.palettes())

    def sheet(self, theme: str, box: Box, ground: str) -> Sheet:
        """Return an empty sheet over `box`."""
        return Sheet(box, ground, self.palettes[theme], self.lettering)


class Page:
    """One look of one board: the empty board, drawn once, and the tiles laid on it, each drawn once."""

    def __init__(self, background: Image.Image) -> None:
        self._background = background
        self._tiles: Shelf[Hashable, Tile] = Shelf(_TILES)

    def blank(self) -> Image.Image:
        """Return a fresh copy of the empty board."""
        return self._background.copy()

    def tile(self, key: Hashable, draw: Callable[[], Tile]) -> Tile:
        """Return the tile of `key`, drawn by `draw` the first time."""
        return self._tiles.get(key, draw)
