"""Palette pictures as an animated GIF (GIF89a specification, sections 17 to 27).

All pictures share one palette, which is written once. Each picture after the first contains only the changes
since the previous one: their bounding box, in which unchanged pixels have one transparent colour, which
compresses to almost nothing. Files by Pillow's own writer are three times as large.
"""

import struct
from collections.abc import Iterable, Iterator, Sequence
from io import BytesIO
from typing import Final

from PIL import Image, ImageChops

_COLOURS: Final = 256
_TRANSPARENT: Final = _COLOURS - 1
_HEADER: Final = b"GIF89a"
_FOR_EVER: Final = b"\x21\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00"
_TRAILER: Final = b";"
_PALETTE_OF_256: Final = 0xF7
_LEFT_STANDING: Final = 1 << 2
_NOTHING: Final = (0, 0, 1, 1)
_STAYED: Final = [255] + [0] * (_COLOURS - 1)
_SCREEN_END: Final = 13
_EXTENSION, _IMAGE = 0x21, 0x2C
_HAS_TABLE: Final = 0x80


def encode(pictures: Iterable[tuple[Image.Image, int]], size: tuple[int, int]) -> bytes:
    """Return palette images (mode P), each with its hundredths of a second, as one GIF of a size.

    It loops endlessly; smaller pictures are placed at the top left. Raises ValueError for no pictures, larger
    pictures, other modes, and differing palettes.
    """
    return b"".join(_blocks(pictures, size))


def _blocks(pictures: Iterable[tuple[Image.Image, int]], size: tuple[int, int]) -> Iterator[bytes]:
    palette: list[int] | None = None
    before: Image.Image | None = None
    for picture, hundredths in pictures:
        if picture.mode != "P":
            raise ValueError(f"a palette image is needed, not one of mode {picture.mode}")
        if palette is None:
            palette = picture.getpalette() or []
            yield from _beginning(palette, size)
        elif picture.getpalette() != palette:
            raise ValueError("the pictures differ in their palettes")
        now = _lay_out(picture, size)
        # A palette without a spare colour leaves the box unchanged.
        see_through = len(palette) < 3 * _COLOURS
        left, top, part = (
            (0, 0, now) if before is None else _changed_region(now, before, see_through=see_through)
        )
        before = now
        yield struct.pack(
            "<BBBBHBB", _EXTENSION, 0xF9, 4, _LEFT_STANDING | see_through, hundredths, _TRANSPARENT, 0
        )
        yield struct.pack("<BHHHHB", _IMAGE, left, top, *part.size, 0)
        yield _compress(part)
    if palette is None:
        raise ValueError("there is nothing to show")
    yield _TRAILER


def _beginning(palette: Sequence[int], size: tuple[int, int]) -> Iterator[bytes]:
    yield _HEADER
    yield struct.pack("<HHBBB", *size, _PALETTE_OF_256, 0, 0)
    yield bytes(palette).ljust(3 * _COLOURS, b"\x00")
    yield _FOR_EVER


def _lay_out(picture: Image.Image, size: tuple[int, int]) -> Image.Image:
    """Return a picture's colour indices, padded to the size with the colour of its corner."""
    indices = Image.frombytes("L", picture.size, picture.tobytes())
    if picture.size == size:
        return indices
    if picture.width > size[0] or picture.height > size[1]:
        raise ValueError(f"a picture of {picture.size} is larger than {size}")
    # The corner belongs to the frame around a board.
    whole = Image.new("L", size, indices.tobytes()[0])
    whole.paste(indices)
    return whole


def _changed_region(
    now: Image.Image, before: Image.Image, *, see_through: bool
) -> tuple[int, int, Image.Image]:
    """Return the bounding box of the changes: its left, its top and its pixels.

    Unchanged pixels in it are transparent; it has at least one pixel.
    """
    difference = ImageChops.difference(now, before)
    box = difference.getbbox() or _NOTHING
    part = now.crop(box)
    if see_through:
        part.paste(_TRANSPARENT, (0, 0), difference.crop(box).point(_STAYED))
    return box[0], box[1], part


def _compress(part: Image.Image) -> bytes:
    """Return the pixels as GIF image data, extracted from a file written by Pillow."""
    file = BytesIO()
    part.save(file, "GIF", optimize=False, interlace=0)
    data = file.getvalue()
    at = _SCREEN_END + _table(data[_SCREEN_END - 3])
    while data[at] == _EXTENSION:
        at += 2
        while data[at]:
            at += data[at] + 1
        at += 1
    return data[at + 10 + _table(data[at + 9]) : -len(_TRAILER)]


def _table(flags: int) -> int:
    """Return the size in bytes of the palette that `flags` announce."""
    return 3 << (flags & 7) + 1 if flags & _HAS_TABLE else 0
