"""A canvas at four times the picture's resolution, addressed in the picture's coordinates.

Pillow draws without anti-aliasing; reducing a larger drawing smooths the edges (supersampling).
"""

from collections.abc import Callable, Iterable, Sequence
from math import ceil, cos, floor, pi, sin

from PIL import Image, ImageChops, ImageDraw

from render.canvas.fonts import Fonts
from render.canvas.palette import Palette, Rgb
from render.canvas.sheet import Tile

SUPERSAMPLING = 4
_STEPS, _SHADES = 16, 4
"""Steps from the rim of a ball to its highlight, and from the edge of a shadow to its middle."""

Spot = tuple[float, float]
"""A place in a picture: pixels from the left and from the top."""

Box = tuple[float, float, float, float]
"""A rectangle in a picture: its left, upper, right and lower edge."""


class Canvas:
    """Draws with named inks; all measures are in pixels of the finished picture and may be fractional.

    `box` is the covered part of the picture (widened to whole pixels), `ground` the ink below all drawing.
    """

    def __init__(self, box: Box, ground: str, palette: Palette, fonts: Fonts) -> None:
        self._left, self._top = floor(box[0]), floor(box[1])
        self._size = (ceil(box[2]) - self._left, ceil(box[3]) - self._top)
        self._palette = palette
        self._fonts = fonts
        fine = (self._size[0] * SUPERSAMPLING, self._size[1] * SUPERSAMPLING)
        self.ground = ground
        self._ground = palette.inks[ground]
        self._image = Image.new("RGBA", fine, (*self._ground, 0))
        self._draw = ImageDraw.Draw(self._image)

    def _at(self, spots: Iterable[Spot]) -> list[tuple[float, float]]:
        return [((x - self._left) * SUPERSAMPLING, (y - self._top) * SUPERSAMPLING) for x, y in spots]

    def _ink(self, ink: str) -> tuple[int, int, int, int]:
        return (*self._palette.inks[ink], 255)

    def rectangle(self, box: Box, ink: str, *, rounded: float = 0.0) -> None:
        """Fill a rectangle; `rounded` is the radius of its corners."""
        (left, top), (right, bottom) = self._at(((box[0], box[1]), (box[2], box[3])))
        # Pillow includes the last column and row of a rectangle.
        bounds = (left, top, max(left, right - 1), max(top, bottom - 1))
        if rounded:
            self._draw.rounded_rectangle(bounds, rounded * SUPERSAMPLING, fill=self._ink(ink))
        else:
            self._draw.rectangle(bounds, fill=self._ink(ink))

    def frame(self, box: Box, width: float, ink: str, *, rounded: float) -> None:
        """Draw the inner border of a rectangle; `rounded` is the radius of its corners."""
        (left, top), (right, bottom) = self._at(((box[0], box[1]), (box[2], box[3])))
        self._draw.rounded_rectangle(
            (left, top, right - 1, bottom - 1),
            rounded * SUPERSAMPLING,
            outline=self._ink(ink),
            width=max(1, round(width * SUPERSAMPLING)),
        )

    def polygon(self, spots: Sequence[Spot], ink: str) -> None:
        self._draw.polygon(self._at(spots), fill=self._ink(ink))

    def disc(self, centre: Spot, radius: float, ink: str) -> None:
        self._disc(centre, radius, self._ink(ink))

    def _disc(self, centre: Spot, radius: float, colour: tuple[int, int, int, int]) -> None:
        ((x, y),) = self._at((centre,))
        reach = radius * SUPERSAMPLING
        self._draw.ellipse((x - reach, y - reach, x + reach, y + reach), fill=colour)

    def ring(self, centre: Spot, radius: float, width: float, ink: str) -> None:
        """Draw a circle; its line extends from `radius` inwards."""
        ((x, y),) = self._at((centre,))
        reach = radius * SUPERSAMPLING
        box = (x - reach, y - reach, x + reach, y + reach)
        self._draw.ellipse(box, outline=self._ink(ink), width=max(1, round(width * SUPERSAMPLING)))

    def line(self, spots: Sequence[Spot], width: float, ink: str) -> None:
        """Draw a line with round ends and round joints."""
        points = self._at(spots)
        thick = max(1, round(width * SUPERSAMPLING))
        self._draw.line(points, fill=self._ink(ink), width=thick)
        reach = thick / 2
        if reach >= 1:
            for x, y in points:
                self._draw.ellipse((x - reach, y - reach, x + reach, y + reach), fill=self._ink(ink))

    def stroke(self, spots: Sequence[Spot], width: float, ink: str) -> None:
        """Draw a straight line with square ends."""
        self._draw.line(self._at(spots), fill=self._ink(ink), width=max(1, round(width * SUPERSAMPLING)))

    def outline(self, spots: Sequence[Spot], width: float, ink: str) -> None:
        """Draw the outline of a polygon."""
        self.line((*spots, spots[0]), width, ink)

    def text(self, centre: Spot, text: str, height: float, ink: str) -> None:
        """Write `text` centred on a spot; `height` is the type size."""
        ((x, y),) = self._at((centre,))
        font = self._fonts.font(text, height, SUPERSAMPLING)
        # Centred by the height of capitals and figures, so that a row of labels shares one base line.
        base = y + font.getbbox("H", anchor="ls")[1] * -0.5
        self._draw.text((x, base), text, font=font, fill=self._ink(ink), anchor="ms")

    def ball(self, centre: Spot, radius: float, inks: Sequence[str], light: Spot = (-0.32, -0.4)) -> None:
        """Fill a circle with a gradient from the first ink at its rim to the last at its highlight.

        `light` is the highlight's offset from the centre, in fractions of the radius. The palette needs steps
        between the inks (`ThemeInks.ramps`).
        """
        for step in range(_STEPS + 1):
            share = step / _STEPS
            spot = centre[0] + share * light[0] * radius, centre[1] + share * light[1] * radius
            self._disc(spot, radius * (1 - share) + 0.04 * radius * share, self._blend(inks, share))

    def shadow(self, spots: Sequence[Spot], soft: float, ink: str, strength: float) -> None:
        """Darken the ground within a polygon; the shadow fades out over `soft` pixels around it.

        `strength` is the share of the ink in the middle. The palette needs steps between ground and ink.
        """
        points = self._at(spots)
        for step in range(_SHADES):
            share = (step + 1) / _SHADES
            colour = self._mix(self._ground, self._palette.inks[ink], share * strength)
            reach = soft * (1 - share) * SUPERSAMPLING
            self._draw.polygon(points, fill=colour)
            if reach >= 1:
                self._draw.line(
                    [*points, points[0], points[1]], fill=colour, width=round(2 * reach), joint="curve"
                )

    def dim(self, box: Box, ink: str, strength: float) -> None:
        """Blend an ink into the drawing within a rectangle on whole pixels; `strength` is its share."""
        left, top, right, bottom = (
            round(edge) for spot in self._at(((box[0], box[1]), (box[2], box[3]))) for edge in spot
        )
        share = Image.new("L", (right - left, bottom - top), round(255 * strength))
        self._image.paste(self._ink(ink), (left, top), share)

    def _blend(self, inks: Sequence[str], share: float) -> tuple[int, int, int, int]:
        """Return the colour at a fraction of the gradient through the inks."""
        first = min(int(share * (len(inks) - 1)), len(inks) - 2)
        low, high = (self._palette.inks[ink] for ink in inks[first : first + 2])
        return self._mix(low, high, share * (len(inks) - 1) - first)

    @staticmethod
    def _mix(one: Rgb, other: Rgb, share: float) -> tuple[int, int, int, int]:
        red, green, blue = (round(low + (high - low) * share) for low, high in zip(one, other, strict=True))
        return red, green, blue, 255

    def inside(self, spots: Sequence[Spot], work: Callable[["Canvas"], None]) -> None:
        """Draw `work` on the canvas, clipped to the polygon."""
        before = self._image.copy()
        work(self)
        stencil = Image.new("L", self._image.size, 0)
        ImageDraw.Draw(stencil).polygon(self._at(spots), fill=255)
        before.paste(self._image, (0, 0), stencil)
        self._image = before
        self._draw = ImageDraw.Draw(before)

    def within(self, box: Box, work: Callable[[], None]) -> None:
        """Draw `work`, clipped to a rectangle on whole pixels."""
        left, top, right, bottom = (round(edge) for spot in self._at((box[:2], box[2:])) for edge in spot)
        whole, corner = self._image, (self._left, self._top)
        self._image = whole.crop((left, top, right, bottom))
        self._draw = ImageDraw.Draw(self._image)
        self._left, self._top = round(box[0]), round(box[1])
        work()
        whole.paste(self._image, (left, top))
        self._left, self._top = corner
        self._image, self._draw = whole, ImageDraw.Draw(whole)

    def image(self) -> Image.Image:
        """Return the whole canvas as a palette image."""
        reduced = Image.new("RGBA", self._size)
        # `Image.reduce` weighs colours by their alpha; converting first would double the memory.
        fine = self._image.im.reduce((SUPERSAMPLING, SUPERSAMPLING), (0, 0, *self._image.size))
        reduced.im.paste(fine, (0, 0, *self._size))
        return self._palette.quantise(reduced.convert("RGB"))

    def clear(self) -> Image.Image:
        """Return the whole canvas in RGBA; untouched pixels are transparent."""
        return self._image.reduce(SUPERSAMPLING)

    def tile(self, cut: Sequence[Spot] | None = None, *, tight: bool = False) -> Tile:
        """Return the drawing as a tile; with `cut`, only the inside of that polygon.

        A `tight` tile omits pixels less than half covered, so that it may overlap other tiles.
        """
        drawn = self._image.getchannel("A").reduce(SUPERSAMPLING)
        mask = _look_up(drawn, _MORE_THAN_HALF if tight else _DRAWN_AT_ALL)
        if cut is not None:
            inside = Image.new("L", self._image.size, 0)
            ImageDraw.Draw(inside).polygon(self._at(cut), fill=255)
            mask = ImageChops.darker(mask, _look_up(inside.reduce(SUPERSAMPLING), _MORE_THAN_HALF))
        if mask.getextrema() == (255, 255):
            return Tile.of(self.image(), None, (self._left, self._top))
        stencil = mask.convert("1", dither=Image.Dither.NONE)
        # A tile placed a hundred times must not be larger than its visible part.
        seen = stencil.getbbox() or (0, 0, *self._size)
        offset = self._left + seen[0], self._top + seen[1]
        return Tile.of(self.image().crop(seen), stencil.crop(seen), offset)


Figure = Callable[[Canvas, Spot, float], None]
"""Draws a figure in a square with this centre and side."""

_DRAWN_AT_ALL = bytes([0] * 8 + [255] * 248)
_MORE_THAN_HALF = bytes([0] * 128 + [255] * 128)


def _look_up(image: Image.Image, table: bytes) -> Image.Image:
    """Return an image of shades mapped by a table; `Image.point` would check the type of every entry."""
    return Image.frombytes("L", image.size, image.tobytes().translate(table))


def regular(centre: Spot, radius: float, corners: int, *, turn: float = 0.0) -> list[Spot]:
    """Return the corners of a regular polygon, starting at the top, turned by `turn` degrees."""
    return star(centre, (radius,), corners, turn=turn)


def star(centre: Spot, radii: Sequence[float], corners: int, *, turn: float = 0.0) -> list[Spot]:
    """Return a polygon with corners at alternating `radii`, starting at the top."""
    return [
        (
            centre[0] + radii[corner % len(radii)] * sin(2 * pi * corner / corners + turn * pi / 180),
            centre[1] - radii[corner % len(radii)] * cos(2 * pi * corner / corners + turn * pi / 180),
        )
        for corner in range(corners)
    ]
