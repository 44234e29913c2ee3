"""Pictures put together: small pictures laid on a large one, pixel by pixel of one palette."""

from dataclasses import dataclass, field

from PIL import Image
from PIL import _imaging as core

from render.canvas.png import FILTER, PngLines


@dataclass(frozen=True, slots=True)
class Tile:
    """A small picture to be laid on another at `offset`, where its mask is set.

    Without a mask it covers everything below. The picture consists of indices of the palette (mode L):
    thousands are cached, and a separate palette would take more memory than the pixels.
    """

    image: Image.Image
    mask: Image.Image | None
    offset: tuple[int, int]
    pixels: "core.ImagingCore" = field(init=False, repr=False, compare=False)
    stencil: "core.ImagingCore | None" = field(init=False, repr=False, compare=False)
    box: tuple[int, int, int, int] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        # A picture has a hundred tiles, and Pillow spends more time on argument checks than on pasting.
        (left, top), (width, height) = self.offset, self.image.size
        object.__setattr__(self, "pixels", self.image.im)
        object.__setattr__(self, "stencil", None if self.mask is None else self.mask.im)
        object.__setattr__(self, "box", (left, top, left + width, top + height))

    @classmethod
    def of(cls, image: Image.Image, mask: Image.Image | None, offset: tuple[int, int]) -> "Tile":
        """Return a tile of a palette image."""
        return cls(Image.frombytes("L", image.size, image.tobytes()), mask, offset)


@dataclass(frozen=True, slots=True)
class Margins:
    """How many pixels a picture has above and below its board."""

    above: int = 0
    below: int = 0


NO_MARGINS = Margins()


class Sheet:
    """A palette image, or the lines of a PNG file, on which tiles are laid.

    `top` is the row of its pixels that counts as the first.
    """

    __slots__ = ("_left", "_pixels", "_target", "_top")

    def __init__(self, target: Image.Image | PngLines, top: int = 0) -> None:
        self._target, self._top = target, top
        self._pixels, self._left = (
            (target.image.im, FILTER) if isinstance(target, PngLines) else (target.im, 0)
        )

    @property
    def picture(self) -> Image.Image:
        """The image."""
        return self._target.picture if isinstance(self._target, PngLines) else self._target

    @property
    def lines(self) -> PngLines:
        """The lines of its PNG file."""
        return self._target if isinstance(self._target, PngLines) else PngLines.of(self._target)

    def whole(self) -> "Sheet":
        """Return a sheet of the same image whose first row counts as the first."""
        return Sheet(self._target)

    @property
    def height(self) -> int:
        """The height of the image in pixels."""
        target = self._target
        return (target.image if isinstance(target, PngLines) else target).height

    def lay(self, tile: Tile, x: int = 0, y: int = 0) -> None:
        """Put a tile in its place, moved by (`x`, `y`) pixels."""
        left, top, right, bottom = tile.box
        x += self._left
        y += self._top
        if tile.stencil is None:
            self._pixels.paste(tile.pixels, (left + x, top + y, right + x, bottom + y))
        else:
            self._pixels.paste(tile.pixels, (left + x, top + y, right + x, bottom + y), tile.stencil)

    def fill(self, index: int, left: int, top: int, right: int, bottom: int) -> None:
        """Fill a rectangle that is not empty with the colour of that index."""
        x, y = self._left, self._top
        self._pixels.paste(index, (left + x, top + y, right + x, bottom + y))
