"""Text in pictures: wrapped completely, and drawn in few shades."""

import pytest
from PIL import Image, ImageChops

from render.canvas.fonts import Fonts
from render.canvas.palette import Palette
from render.canvas.text_renderer import TextRenderer, legible, to_writable

SIZE = 40.0
LONG = "Maximiliane von und zu Hohenlohe hat die Bedenkzeit überschritten, und niemand hat es bemerkt."


@pytest.fixture(scope="module")
def palette() -> Palette:
    return Palette.mix(
        {"ground": (240, 230, 210), "ink": (30, 20, 10), "other": (200, 0, 0)}, [("ground", "ink")]
    )


@pytest.fixture(scope="module")
def renderer(palette: Palette) -> TextRenderer:
    return TextRenderer(palette, Fonts())


@pytest.mark.parametrize("room", [300.0, 500.0, 760.0, 5000.0])
def test_wrapped_lines_keep_every_word_and_fit(renderer: TextRenderer, room: float) -> None:
    lines = renderer.wrap_text(LONG, SIZE, room, 20)
    assert " ".join(lines) == LONG
    assert not [line for line in lines if not (renderer.width(line, SIZE) <= room)]


def test_wrapped_lines_are_about_equally_long(renderer: TextRenderer) -> None:
    first, second = renderer.wrap_text("The bank of time of Maximiliane has run out", SIZE, 700, 3)
    assert abs(renderer.width(first, SIZE) - renderer.width(second, SIZE)) < 200


def test_text_beyond_the_last_line_is_truncated(renderer: TextRenderer) -> None:
    for most in (1, 2, 3):
        lines = renderer.wrap_text(LONG, SIZE, 300, most)
        assert len(lines) == most
        assert lines[-1].endswith("…")
        assert LONG.startswith(" ".join(lines).removesuffix("…").rstrip())


def test_word_wider_than_the_room_is_truncated(renderer: TextRenderer) -> None:
    (line,) = renderer.wrap_text("W" * 80, SIZE, 300, 3)
    assert line.endswith("…")
    assert renderer.width(line, SIZE) <= 300


def test_a_text_has_soft_edges(renderer: TextRenderer) -> None:
    tile = renderer.tile("Bartholomäus 69", SIZE, "ink", "ground")
    assert 4 <= len(tile.image.getcolors() or ()) <= 8


def test_text_on_a_picture_leaves_the_ground_unchanged(renderer: TextRenderer, palette: Palette) -> None:
    picture = Image.new("P", (200, 100), palette.index("other"))
    picture.putpalette([channel for colour in palette.colours for channel in colour])
    renderer.lay(picture, "H", (100, 50), SIZE, "ink", "ground")
    assert palette.index("ground") not in {index for _, index in picture.getcolors() or ()}
    empty = picture.copy()
    empty.paste(palette.index("other"), (0, 0, 200, 100))
    difference = ImageChops.difference(picture.convert("L"), empty.convert("L"))
    left, top, right, bottom = difference.getbbox() or (0, 0, 0, 0)
    assert abs((left + right) / 2 - 100) <= 1
    assert abs((top + bottom) / 2 - 50) <= 1


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("Anna 🎲", "Anna"),
        ("\U0001d4d0\U0001d4f7\U0001d4f7\U0001d4ea", "Anna"),
        ("Łukasz", "Łukasz"),
        ("Ольга", "Ольга"),
        ("田中", ""),
        ("אורי", ""),
        ("🎲🎲", ""),
    ],
)
def test_name_is_written_with_the_available_fonts(name: str, text: str) -> None:
    assert legible(name, Fonts()) == text


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("Autumn cup 🍂", "Autumn cup"),
        ("Against 田中: 2", "Against ? 2"),
        ("▲ Anna", "▲ Anna"),
        ("2½", "2½"),
        ("אורי", "?"),
        ("", ""),
    ],
)
def test_characters_missing_from_all_fonts_are_dropped(text: str, value: str) -> None:
    assert to_writable(text, Fonts()) == value
