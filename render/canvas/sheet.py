"""Pictures put together: small pictures laid on a large one, pixel by pixel of one palette."""

from dataclasses import dataclass, field

from PIL import Image
from PIL import _imaging as core


@dataclass(frozen=True, slots=True)
class Tile:
    """A small picture to be laid on another at `offset`, where its mask is set.

    Without a mask it covers all it lies on. The picture is one of indices of the palette (mode L): thousands
    are kept, and a palette of its own would take more memory than its pixels.
    """

    image: Image.Image
    mask: Image.Image | None
    offset: tuple[int, int]
    pixels: "core.ImagingCore" = field(init=False, repr=False, compare=False)
    stencil: "core.ImagingCore | None" = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        # A picture is made of a hundred tiles, and Pillow asks longer what it got than it pastes.
        object.__setattr__(self, "pixels", self.image.im)
        object.__setattr__(self, "stencil", None if self.mask is None else self.mask.im)

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
    """A palette image on which tiles are laid; `top` is the row of its pixels that counts as the first."""

    __slots__ = ("_pixels", "_top", "picture")

    def __init__(self, picture: Image.Image, top: int = 0) -> None:
        self.picture = picture
        self._pixels = picture.im
        self._top = top

    def lay(self, tile: Tile, x: int = 0, y: int = 0) -> None:
        """Put a tile where it belongs, moved by (`x`, `y`) pixels."""
        left, top = tile.offset
        left += x
        top += y + self._top
        width, height = tile.pixels.size
        if tile.stencil is None:
            self._pixels.paste(tile.pixels, (left, top, left + width, top + height))
        else:
            self._pixels.paste(tile.pixels, (left, top, left + width, top + height), tile.stencil)

    def fill(self, index: int, left: int, top: int, right: int, bottom: int) -> None:
        """Fill a rectangle that is not empty with the colour of that index."""
        self._pixels.paste(index, (left, top + self._top, right, bottom + self._top))
