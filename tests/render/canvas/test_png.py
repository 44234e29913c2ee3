from io import BytesIO

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from render.canvas.png import PngLines, encode
from render.canvas.sheet import Sheet, Tile


def picture(width: int, height: int, pixels: bytes, colours: int) -> Image.Image:
    image = Image.frombytes("P", (width, height), pixels)
    image.putpalette([(number * step) % 256 for number in range(colours) for step in (1, 7, 31)])
    return image


@st.composite
def pictures(draw: st.DrawFn) -> Image.Image:
    width, height = draw(st.integers(1, 70)), draw(st.integers(1, 40))
    colours = draw(st.integers(1, 256))
    row = st.binary(min_size=width * height, max_size=width * height)
    return picture(width, height, bytes(pixel % colours for pixel in draw(row)), colours)


@given(pictures())
def test_png_round_trips(image: Image.Image) -> None:
    with Image.open(BytesIO(encode(image))) as read:
        read.load()
        assert (read.format, read.mode, read.size) == ("PNG", "P", image.size)
        assert read.tobytes() == image.tobytes()
        assert read.getpalette() == image.getpalette()


def test_damaged_file_is_detected() -> None:
    whole = bytearray(encode(picture(20, 20, bytes(range(200)) * 2, 200)))
    whole[-30] ^= 1
    with pytest.raises((OSError, SyntaxError)), Image.open(BytesIO(bytes(whole))) as read:
        read.load()


@pytest.mark.parametrize("mode", ["RGB", "L", "RGBA"])
def test_unsupported_modes_are_refused(mode: str) -> None:
    with pytest.raises(ValueError, match=mode):
        encode(Image.new(mode, (4, 4)))


@given(pictures())
def test_drawing_on_lines_appears_in_the_file(image: Image.Image) -> None:
    lines = PngLines.of(image)
    Sheet(lines).fill(1, 0, 0, 1, 1)
    with Image.open(BytesIO(lines.encode())) as read:
        read.load()
        assert read.size == image.size
        assert read.tobytes() == b"\1" + image.tobytes()[1:]
    assert lines.picture.tobytes() == read.tobytes()


def test_drawing_beyond_the_left_edge_keeps_the_file_intact() -> None:
    image = picture(20, 10, bytes(200), 8)
    lines = PngLines.of(image)
    Sheet(lines).lay(Tile.of(picture(6, 6, bytes([7]) * 36, 8), None, (-3, 2)))
    with Image.open(BytesIO(lines.encode())) as read:
        read.load()
        assert [read.getpixel((x, 4)) for x in range(4)] == [7, 7, 7, 0]
