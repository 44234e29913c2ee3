"""Contrast between men and the board beneath, measured in drawn pixels (WCAG 2.2, 1.4.11)."""

from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import replace
from functools import cache
from itertools import product
from math import dist

import pytest
from PIL import Image

from render import THEMES, Gallery, View
from render.canvas.palette import EdgeBlend, Palette, Rgb
from render.canvas.sheet import Sheet, Tile
from render.canvas.themes import ThemeInks
from render.games import PAINTERS
from rules import GAMES
from tests.render.midgames import midgame

LEAST = 3.0
WIDTH = 400
MIN_MAN_PIXELS = 60
"""Layers with fewer pixels are not men."""
OTHER_INKS = (
    *("trail", "trail-edge", "red-field", "red-grain", "blue-field", "blue-grain"),
    *("frame", "letter", "white", "shade", "house-full", "field"),
)
"""Inks of layers other than men: marks, cells, fields, plates, the die, shadows, storeys."""
NEAR = 3
"""The maximum distance in pixels from a man's outline to a contrasting pixel."""

NO_FURTHER = 9
"""The colour distance within which a palette colour counts as a shadow."""

Matrix = tuple[tuple[float, float, float], ...]

EYES: dict[str, Matrix] = {
    "trichromat": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "protanope": ((0.152, 1.053, -0.205), (0.115, 0.786, 0.099), (-0.004, -0.048, 1.052)),
    "deuteranope": ((0.367, 0.861, -0.228), (0.280, 0.673, 0.047), (-0.012, 0.043, 0.969)),
}
"""Colour vision matrices for linear RGB (Machado, Oliveira and Fernandes 2009, severity 1.0)."""

FILLED = ("hnefatafl", "hounds-and-jackals", "ludus-latrunculorum", "nine-mens-morris")
"""Games whose light and dark men stand out by their filling in the dark theme."""


def linear(value: int) -> float:
    share = value / 255
    return share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4


@cache
def luminance(colour: Rgb, eyes: str) -> float:
    light = [linear(value) for value in colour]
    channels = (sum(part * weight for part, weight in zip(row, light, strict=True)) for row in EYES[eyes])
    red, green, blue = (min(1.0, max(0.0, value)) for value in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(first: Rgb, other: Rgb, eyes: str) -> float:
    low, high = sorted((luminance(first, eyes), luminance(other, eyes)))
    return (high + 0.05) / (low + 0.05)


def colours(picture: Image.Image) -> list[Rgb]:
    """Return the colours of a picture's pixels, row by row."""
    values = iter(picture.tobytes())
    return list(zip(values, values, values, strict=True))


class Man:
    """The pixels of a man, and the commonest colour beneath."""

    def __init__(self, before: Image.Image, after: Image.Image, shadows: Collection[Rgb] = ()) -> None:
        spots = [(x, y) for y, x in product(range(after.height), range(after.width))]
        under, over = colours(before), colours(after)
        triples = zip(spots, under, over, strict=True)
        self.pixels = {
            spot: colour for spot, below, colour in triples if colour != below and colour not in shadows
        }
        self.ground = Counter(under).most_common(1)[0][0]

    def filled_share(self, eyes: str) -> float:
        """Return the share of the man's pixels that stand out."""
        return sum(contrast(pixel, self.ground, eyes) >= LEAST for pixel in self.pixels.values()) / len(
            self.pixels
        )

    def edge_share(self, eyes: str) -> float:
        """Return the share of the outline with a contrasting pixel of the man within NEAR pixels."""
        edge = [
            (x, y)
            for x, y in self.pixels
            if any(spot not in self.pixels for spot in ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)))
        ]
        reach = range(-NEAR, NEAR + 1)
        return sum(
            any(
                contrast(self.pixels[spot], self.ground, eyes) >= LEAST
                for spot in ((x + across, y + down) for across in reach for down in reach)
                if spot in self.pixels
            )
            for x, y in edge
        ) / len(edge)


def shades(inks: ThemeInks, theme: str) -> set[Rgb]:
    """Return the palette's colours of drawn shadows, which do not belong to men."""
    options = inks.themes[theme]
    cast = {ramp.start: replace(ramp, steps=16) for ramp in inks.ramps if ramp.end == "shade"}
    shadows = [
        colour
        for ground, ramp in cast.items()
        for colour in Palette.mix(
            {ground: options[ground], "shade": options["shade"]}, [], EdgeBlend(apart=0), [ramp]
        ).colours
        if colour != options["shade"]
    ]
    return {
        colour
        for colour in inks.palettes()[theme].colours
        if any(dist(colour, shadow) < NO_FURTHER for shadow in shadows)
    }


def men(key: str, theme: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Man]:
    """Yield one man of each look from a board after 12 plies."""
    gallery, state = Gallery(), midgame(key, {}, 12)
    view = View(theme=theme, width=WIDTH, over=True)
    gallery.paint(state, view)
    layers: list[tuple[Image.Image, Image.Image]] = []
    lay = Sheet.lay

    def lay_and_record(self: Sheet, tile: Tile, x: int = 0, y: int = 0) -> None:
        left, top = tile.offset[0] + x, tile.offset[1] + y
        box = (left, top, left + tile.pixels.size[0], top + tile.pixels.size[1])
        before = self.picture.crop(box).convert("RGB")
        lay(self, tile, x, y)
        layers.append((before, self.picture.crop(box).convert("RGB")))

    monkeypatch.setattr(Sheet, "lay", lay_and_record)
    gallery.paint(state, view)
    monkeypatch.undo()
    looks: set[Rgb] = set()
    inks = PAINTERS[key].inks.themes[theme]
    marks = {inks[ink] for ink in OTHER_INKS if ink in inks}
    shadows = shades(PAINTERS[key].inks, theme)
    for before, after in layers:
        man = Man(before, after, shadows)
        look = Counter(man.pixels.values()).most_common(1)[0][0] if man.pixels else (0, 0, 0)
        if len(man.pixels) >= MIN_MAN_PIXELS and look not in looks | marks and man.ground not in marks:
            looks.add(look)
            yield man


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("key", GAMES)
def test_every_man_has_a_contrasting_edge_or_filling(
    key: str, theme: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    figures = list(men(key, theme, monkeypatch))
    assert figures
    for man in figures:
        for eyes in EYES:
            assert man.edge_share(eyes) > 0.5 or man.filled_share(eyes) > 0.6, (man.ground, eyes)


@pytest.mark.parametrize("key", FILLED)
def test_fillings_of_all_men_contrast_with_a_dark_board(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    figures = list(men(key, "dark", monkeypatch))
    assert len(figures) >= 2
    for man in figures:
        for eyes in EYES:
            assert man.filled_share(eyes) > 0.4, (man.ground, eyes)
