"""Canvases: fine drawing, and cutting of tiles."""

import pytest
from PIL import Image

from render.canvas.canvas import Canvas
from render.canvas.palette import Ramp
from render.canvas.resources import Resources
from render.canvas.sheet import Sheet, Tile
from render.canvas.themes import ThemeInks


@pytest.fixture(scope="module")
def resources() -> Resources:
    inks = {"black": (0, 0, 0), "white": (255, 255, 255), "red": (255, 0, 0)}
    return Resources(ThemeInks({"light": inks, "dark": inks}, (("black", "white"),)))


def new_canvas(resources: Resources, side: int = 20) -> Canvas:
    return resources.canvas("light", (0, 0, side, side), "white")


def on_white(tile: Tile, side: int = 20) -> Image.Image:
    picture = tile.image.copy()
    picture.paste(1, (0, 0, *picture.size))
    image = picture.resize((side, side))
    Sheet(image).lay(tile)
    return image


def test_tile_covers_only_the_drawn_area(resources: Resources) -> None:
    canvas = new_canvas(resources)
    canvas.disc((10, 10), 5, "black")
    tile = canvas.tile()
    assert tile.mask is not None
    covered = sum(1 for value in tile.mask.convert("L").tobytes() if value)
    assert 78 <= covered <= 110  # a circle of radius 5 and its edge
    assert on_white(tile).getpixel((10, 10)) == 0


def test_a_full_tile_needs_no_mask(resources: Resources) -> None:
    canvas = new_canvas(resources)
    canvas.rectangle((0, 0, 20, 20), "red")
    assert canvas.tile().mask is None


def test_disc_edge_is_smooth_and_untinted(resources: Resources) -> None:
    canvas = new_canvas(resources)
    canvas.disc((10, 10), 7, "black")
    image = canvas.image()
    assert len(image.getcolors() or ()) > 3
    assert 2 not in image.tobytes()


def test_adjacent_cut_tiles_have_no_gap_or_overlap(resources: Resources) -> None:
    halves = (((0, 0), (20, 0), (0, 20)), ((20, 0), (20, 20), (0, 20)))
    covered = []
    for half in halves:
        canvas = new_canvas(resources)
        canvas.rectangle((0, 0, 20, 20), "red")
        picture = Image.new("P", (20, 20), 255)
        Sheet(picture).lay(canvas.tile(cut=half))
        covered.append(picture.tobytes())
    both = [(first != 255) + (second != 255) for first, second in zip(*covered, strict=True)]
    assert both.count(0) == 0
    assert both.count(2) <= 20  # at most the diagonal itself


def test_tight_tile_is_cropped_to_its_drawing(resources: Resources) -> None:
    canvas = new_canvas(resources)
    canvas.rectangle((5, 6, 9, 12), "red")
    tile = canvas.tile(tight=True)
    assert (tile.image.size, tile.offset) == ((4, 6), (5, 6))


def test_drawing_inside_a_polygon_is_clipped(resources: Resources) -> None:
    canvas = new_canvas(resources)
    canvas.inside([(5, 5), (15, 5), (15, 15), (5, 15)], lambda within: within.disc((10, 10), 10, "black"))
    image = canvas.image()
    assert [image.getpixel(spot) for spot in ((10, 10), (6, 6), (2, 10), (17, 10))] == [0, 0, 1, 1]


def test_letters_are_centred(resources: Resources) -> None:
    canvas = new_canvas(resources, 40)
    canvas.text((20, 20), "H", 30, "black")
    left, top, right, bottom = (
        Image.eval(canvas.image().convert("L"), lambda value: 255 - value).getbbox() or (0,) * 4
    )
    assert abs((left + right) / 2 - 20) <= 1.5
    assert abs((top + bottom) / 2 - 20) <= 1.5


def test_a_frame_is_hollow(resources: Resources) -> None:
    canvas = new_canvas(resources)
    canvas.rectangle((0, 0, 20, 20), "white")
    canvas.frame((2, 2, 18, 18), 2, "red", rounded=3)
    image = canvas.image().convert("RGB")
    assert image.getpixel((10, 3)) == (255, 0, 0)
    assert image.getpixel((10, 10)) == (255, 255, 255)
    assert image.getpixel((1, 10)) == (255, 255, 255)
    assert image.getpixel((2, 2)) == (255, 255, 255)


def greys(image: Image.Image, y: int) -> list[int]:
    """Return a row of pixels as shades of grey."""
    return list(image.convert("L").crop((0, y, image.width, y + 1)).tobytes())


@pytest.fixture(scope="module")
def shading() -> Resources:
    inks = {"black": (0, 0, 0), "white": (255, 255, 255)}
    return Resources(ThemeInks({"light": inks}, (), ramps=(Ramp("white", "black", 20),)))


def test_ball_is_lightest_on_the_lit_side(shading: Resources) -> None:
    canvas = shading.canvas("light", (0, 0, 40, 40), "white")
    canvas.ball((20, 20), 18, ("black", "white"), (-0.5, 0.0))
    row = greys(canvas.image(), 20)[3:37]
    lightest = row.index(max(row))
    assert 5 <= lightest <= 11
    assert row[lightest:] == sorted(row[lightest:], reverse=True)


def test_a_shadow_fades_out_and_is_no_darker_than_its_strength(shading: Resources) -> None:
    canvas = shading.canvas("light", (0, 0, 60, 60), "white")
    canvas.shadow([(20, 20), (40, 20), (40, 40), (20, 40)], 8, "black", 0.4)
    row = greys(canvas.image(), 30)
    assert row[5] == 255
    assert min(row) == row[30] == pytest.approx(0.6 * 255, abs=8)
    assert len(set(row[11:21])) >= 4
    assert row[:31] == sorted(row[:31], reverse=True)


def test_dimming_keeps_the_pattern(shading: Resources) -> None:
    canvas = shading.canvas("light", (0, 0, 20, 20), "white")
    canvas.rectangle((0, 0, 20, 20), "white")
    canvas.rectangle((0, 0, 10, 20), "black")
    canvas.dim((0, 0, 20, 10), "black", 0.5)
    image = canvas.image()
    assert greys(image, 5)[2] == 0
    assert greys(image, 5)[15] == pytest.approx(127, abs=8)
    assert greys(image, 15)[15] == 255


def test_drawing_within_a_rectangle_is_clipped(resources: Resources) -> None:
    canvas = new_canvas(resources)
    canvas.within((4, 6, 12, 10), lambda: canvas.disc((10, 10), 9, "black"))
    black = Image.eval(canvas.image().convert("L"), lambda shade: 255 - shade)
    assert black.getbbox() == (4, 6, 12, 10)
