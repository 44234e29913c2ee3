"""Compose pictures: paste small pictures on a large one, in the indices of one palette."""

from dataclasses import dataclass, field

from PIL import Image
from PIL import _imaging as core

from render.canvas.png import FILTER, PngLines


@dataclass(frozen=True, slots=True)
class Tile:
    """A small picture to paste on another at `offset`, where its mask is set.

    Without a mask it covers everything below. The picture consists of palette indices (mode L): thousands are
    cached, and a palette of its own would take more memory than the pixels.
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
    """The pixels of a picture above and below its board."""

    above: int = 0
    below: int = 0


NO_MARGINS = Margins()


class Sheet:
    """A palette image, or the lines of a PNG file, on which tiles are pasted.

    `top` is the row of pixels that counts as row 0.
    """

    __slots__ = ("_left", "_pixels", "_target", "_top")

    def __init__(self, target: Image.Image | PngLines, top: int = 0) -> None:
        self._target, self._top = target, top
        self._pixels, self._left = (
            (target.image.im, FILTER) if isinstance(target, PngLines) else (target.im, 0)
        )

    @property
    def picture(self) -> Image.Image:
        return self._target.picture if isinstance(self._target, PngLines) else self._target

    @property
    def lines(self) -> PngLines:
        """The lines of the image's PNG file."""
        return self._target if isinstance(self._target, PngLines) else PngLines.of(self._target)

    def whole(self) -> "Sheet":
        """Return a sheet of the same image, with its first row as row 0."""
        return Sheet(self._target)

    @property
    def height(self) -> int:
        """The height of the image in pixels."""
        target = self._target
        return (target.image if isinstance(target, PngLines) else target).height

    def lay(self, tile: Tile, x: int = 0, y: int = 0) -> None:
        """Paste a tile at its offset, moved by (`x`, `y`) pixels."""
        left, top, right, bottom = tile.box
        x += self._left
        y += self._top
        if tile.stencil is None:
            self._pixels.paste(tile.pixels, (left + x, top + y, right + x, bottom + y))
        else:
            self._pixels.paste(tile.pixels, (left + x, top + y, right + x, bottom + y), tile.stencil)

    def fill(self, index: int, left: int, top: int, right: int, bottom: int) -> None:
        """Fill a non-empty rectangle with a palette colour."""
        x, y = self._left, self._top
        self._pixels.paste(index, (left + x, top + y, right + x, bottom + y))
