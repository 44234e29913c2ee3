"""Words and small figures on a finished board; recent ones are cached as tiles."""

from collections.abc import Hashable, Iterable
from functools import partial
from typing import Final

from render.canvas.canvas import Box, Figure, Spot
from render.canvas.palette import Rgb
from render.canvas.resources import Resources
from render.canvas.sheet import Sheet, Tile
from render.canvas.single_flight_cache import SingleFlightCache
from render.canvas.text_renderer import ELLIPSIS, TextRenderer, legible
from render.contract.scoreboard import PlayerLine

CAPITALS: Final = 0.66
"""The height of capitals, as a fraction of the type size."""

_TEXTS = 64
_FIGURES = 96
# Figures extend slightly beyond their square.
_REACH = 0.6


class Labels:
    """Writes on pictures of one theme. Thread-safe; measures are in pixels."""

    def __init__(self, resources: Resources, theme: str) -> None:
        self._resources = resources
        self._theme = theme
        self._palette = resources.palettes[theme]
        self._renderer = TextRenderer(self._palette, resources.fonts)
        self._texts: SingleFlightCache[Hashable, Tile] = SingleFlightCache(_TEXTS)
        self._figures: SingleFlightCache[Hashable, Tile] = SingleFlightCache(_FIGURES)
        self._lines: SingleFlightCache[Hashable, tuple[str, ...]] = SingleFlightCache(_TEXTS)
        self._corners: SingleFlightCache[Hashable, tuple[Tile, ...]] = SingleFlightCache(_TEXTS)
        self._indices = {ink: self._palette.index(ink) for ink in self._palette.inks}
        self._names: SingleFlightCache[Hashable, str] = SingleFlightCache(_TEXTS)

    def fill(self, sheet: Sheet, ink: str, box: Box) -> None:
        """Fill a rectangle unless it is empty."""
        left, top, right, bottom = box
        if left < right and top < bottom:
            sheet.fill(self._indices[ink], round(left), round(top), round(right), round(bottom))

    def contrast(self, one: str, other: str) -> float:
        """Return the contrast of two inks, from 1 to 21 (WCAG 2.2)."""
        low, high = sorted(_luminance(self._palette.inks[ink]) for ink in (one, other))
        return (high + 0.05) / (low + 0.05)

    def name_of(self, player: PlayerLine) -> str:
        """Return a player's name if the fonts can write it, else the name of their side."""
        name = self._names.get(player.name, partial(legible, player.name, self._resources.fonts))
        return name or f"{player.side[:1].upper()}{player.side[1:]}"

    def label(self, text: str, players: Iterable[PlayerLine], size: float, room: float) -> str:
        """Return a text with the players' names in the fonts' glyphs, each truncated to `room`.

        The names are measured at this type size, whatever the text's own size.
        """
        for player in sorted(players, key=lambda label: len(label.name), reverse=True):
            short = _whole_words(self.fit_text(self.name_of(player), size, room))
            if player.name and short != player.name:
                # A sentence may end with the name.
                text = text.replace(f"{player.name}.", short if _is_cut(short) else f"{short}.")
                text = text.replace(player.name, short)
        return text

    def fit_text(self, text: str, size: float, room: float) -> str:
        """Return a text, truncated to `room` at this type size."""
        return self._renderer.fit_text(text, size, room)

    def wrap_text(self, text: str, size: float, room: float, most: int) -> tuple[str, ...]:
        """Wrap a text into at most `most` lines, each at most `room` wide."""
        wrap = partial(self._renderer.wrap_text, text, size, room, most)
        return self._lines.get((text, size, room, most), wrap)

    def width(self, text: str, size: float) -> float:
        return self._renderer.width(text, size)

    def text(
        self, sheet: Sheet, text: str, left: float, middle: float, size: float, ink: str, ground: str
    ) -> float:
        """Write a text from `left`, its capitals centred on the height `middle`; return its right end."""
        draw = partial(self._renderer.tile, text, size, ink, ground)
        tile = self._texts.get((text, size, ink, ground), draw)
        sheet.lay(tile, round(left), round(middle + CAPITALS * size / 2))
        return left + self._renderer.width(text, size)

    def figure(
        self, sheet: Sheet, key: Hashable, figure: Figure, centre: Spot, side: float, ground: str
    ) -> None:
        """Place a figure around a spot on a plain ground; equal keys mean equal figures."""

        def draw() -> Tile:
            reach = _REACH * side
            canvas = self._resources.canvas(self._theme, (-reach, -reach, reach, reach), ground)
            figure(canvas, (0.0, 0.0), side)
            return canvas.tile()

        tile = self._figures.get((key, side, ground), draw)
        sheet.lay(tile, round(centre[0]), round(centre[1]))

    def plate(self, sheet: Sheet, box: Box, rounded: float, ink: str, ground: str) -> None:
        """Fill a rounded rectangle on a plain ground."""
        left, top, right, bottom = (round(edge) for edge in box)
        radius = round(rounded)
        self.fill(sheet, ink, (left + radius, top, right - radius, bottom))
        for side in (left, right - radius):
            self.fill(sheet, ink, (side, top + radius, side + radius, bottom - radius))
        corners = self._corners.get((radius, ink, ground), partial(self._quarters, radius, ink, ground))
        for corner, x, y in zip(
            corners,
            (left, right - radius, left, right - radius),
            (top, top, bottom - radius, bottom - radius),
            strict=True,
        ):
            sheet.lay(corner, x, y)

    def _quarters(self, radius: int, ink: str, ground: str) -> tuple[Tile, ...]:
        """Return the quarters of a disc by row and column."""
        canvas = self._resources.canvas(self._theme, (0, 0, 2 * radius, 2 * radius), ground)
        canvas.disc((radius, radius), radius, ink)
        disc = canvas.image()
        return tuple(
            Tile.of(disc.crop((x, y, x + radius, y + radius)), None, (0, 0))
            for y in (0, radius)
            for x in (0, radius)
        )


def _is_cut(name: str) -> bool:
    return name.endswith(ELLIPSIS)


def _whole_words(name: str) -> str:
    """Return a truncated name without its partial last word, if there is a whole one."""
    return f"{name.rpartition(' ')[0]}{ELLIPSIS}" if _is_cut(name) and " " in name else name


def _luminance(colour: Rgb) -> float:
    red, green, blue = (
        share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4
        for share in (channel / 255 for channel in colour)
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
