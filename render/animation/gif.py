"""Palette pictures as an animated GIF (GIF89a specification, sections 17 to 27).

All pictures have one palette, so that it is written once. Each but the first holds only what has changed
since the one before: the smallest box around it, and in that box what has stayed as one transparent colour,
which packs to almost nothing. Pillow's own writer makes files of three times the size.
"""

import struct
from collections.abc import Iterable, Iterator
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
_CHANGED: Final = [0] + [255] * (_COLOURS - 1)
_SCREEN_END: Final = 13
_EXTENSION, _IMAGE = 0x21, 0x2C
_HAS_TABLE: Final = 0x80

Box = tuple[int, int, int, int]


def encode(pictures: Iterable[tuple[Image.Image, int]]) -> bytes:
    """Return palette images (mode P), each with the hundredths of a second it stands, as one GIF.

    It begins again at its end. Raises ValueError for none at all, and for sizes or palettes that differ.
    """
    return b"".join(_blocks(pictures))


def _blocks(pictures: Iterable[tuple[Image.Image, int]]) -> Iterator[bytes]:
    first: Image.Image | None = None
    before: Image.Image | None = None
    for picture, hundredths in pictures:
        if first is None:
            first = picture
            yield from _beginning(picture)
        elif (picture.mode, picture.size, picture.getpalette()) != ("P", first.size, first.getpalette()):
            raise ValueError("the pictures differ in size or palette")
        now = Image.frombytes("L", picture.size, picture.tobytes())
        # A palette with no colour to spare leaves the box as it is.
        see_through = before is not None and len(first.getpalette() or ()) < 3 * _COLOURS
        box = _box(now, before)
        part = _changed(now, before, box) if before is not None and see_through else now.crop(box)
        before = now
        yield struct.pack(
            "<BBBBHBB", _EXTENSION, 0xF9, 4, _LEFT_STANDING | see_through, hundredths, _TRANSPARENT, 0
        )
        yield struct.pack("<BHHHHB", _IMAGE, box[0], box[1], *part.size, 0)
        yield _compressed(part)
    if first is None:
        raise ValueError("there is nothing to show")
    yield _TRAILER


def _beginning(picture: Image.Image) -> Iterator[bytes]:
    if picture.mode != "P":
        raise ValueError(f"a palette image is needed, not one of mode {picture.mode}")
    yield _HEADER
    yield struct.pack("<HHBBB", *picture.size, _PALETTE_OF_256, 0, 0)
    yield bytes(picture.getpalette() or ()).ljust(3 * _COLOURS, b"\x00")
    yield _FOR_EVER


def _box(now: Image.Image, before: Image.Image | None) -> Box:
    """Return the smallest box around what has changed; a picture has at least one pixel."""
    if before is None:
        return (0, 0, *now.size)
    return ImageChops.difference(now, before).getbbox() or _NOTHING


def _changed(now: Image.Image, before: Image.Image, box: Box) -> Image.Image:
    """Return what has changed within a box, the rest transparent."""
    part = now.crop(box)
    mask = ImageChops.difference(part, before.crop(box)).point(_CHANGED)
    return Image.composite(part, Image.new("L", part.size, _TRANSPARENT), mask)


def _compressed(part: Image.Image) -> bytes:
    """Return the pixels as the image data of a GIF, taken out of one that Pillow has written."""
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
    """Return how many bytes the palette takes that flags announce."""
    return 3 << (flags & 7) + 1 if flags & _HAS_TABLE else 0
