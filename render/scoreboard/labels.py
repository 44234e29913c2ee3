"""Words and small figures laid on a finished picture: those laid last are kept as tiles."""

from collections.abc import Hashable
from functools import partial
from typing import Final

from PIL import Image

from render.canvas.canvas import Figure, Spot, Tile
from render.canvas.lettering import Lettering, legible
from render.canvas.resources import Resources
from render.canvas.single_flight_cache import SingleFlightCache
from render.contract.scoreboard import PlayerLine

CAPITALS: Final = 0.66
"""How high capitals are, in parts of the type."""

_TILES = 512
# Figures reach a little beyond the square they are drawn for.
_REACH = 0.6


class Labels:
    """Write on pictures of one theme. Safe to use from several threads; measures are pixels."""

    def __init__(self, resources: Resources, theme: str) -> None:
        self._resources = resources
        self._theme = theme
        self._lettering = Lettering(resources.palettes[theme], resources.fonts)
        self._tiles: SingleFlightCache[Hashable, Tile] = SingleFlightCache(_TILES)

    def index(self, ink: str) -> int:
        """Return the index of an ink in the palette of these pictures."""
        return self._resources.palettes[self._theme].index(ink)

    def name_of(self, player: PlayerLine) -> str:
        """Return a player's name as it can be written, else that of their side."""
        side = f"{player.side[:1].upper()}{player.side[1:]}"
        return legible(player.name, self._resources.fonts) or side

    def fitted(self, text: str, size: float, room: float) -> str:
        """Return a text in type of that size, shortened to `room`."""
        return self._lettering.fitted(text, size, room)

    def wrapped(self, text: str, size: float, room: float) -> list[str]:
        """Return a text in lines of at most `room`; only a word that is broader than that is shortened."""
        lines: list[str] = []
        for word in text.split():
            longer = f"{lines[-1]} {word}" if lines else word
            if lines and self.width(longer, size) <= room:
                lines[-1] = longer
            else:
                lines.append(self.fitted(word, size, room))
        return lines

    def width(self, text: str, size: float) -> float:
        """Return how broad a text is."""
        return self._lettering.width(text, size)

    def text(
        self, picture: Image.Image, text: str, left: float, middle: float, size: float, ink: str, ground: str
    ) -> float:
        """Write a text from `left` on, its capitals around the height `middle`; return where it ends."""
        draw = partial(self._lettering.tile, text, size, ink, ground)
        tile = self._tiles.get(("text", text, size, ink, ground), draw)
        tile.lay(picture, round(left), round(middle + CAPITALS * size / 2))
        return left + self._lettering.width(text, size)

    def figure(
        self, picture: Image.Image, key: Hashable, figure: Figure, centre: Spot, side: float, ground: str
    ) -> None:
        """Lay a figure around a spot on a plain ground; equal keys mean equal figures."""

        def draw() -> Tile:
            reach = _REACH * side
            canvas = self._resources.canvas(self._theme, (-reach, -reach, reach, reach), ground)
            figure(canvas, (0.0, 0.0), side)
            return canvas.tile()

        tile = self._tiles.get(("figure", key, round(side), ground), draw)
        tile.lay(picture, round(centre[0]), round(centre[1]))
