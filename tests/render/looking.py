"""Pixel access to pictures, and the texts of both languages."""

from collections.abc import Mapping
from functools import cache
from io import BytesIO
from itertools import product
from math import dist
from pathlib import Path
from typing import Protocol, TypeVar

from babel.messages.pofile import read_po
from PIL import Image

from render import NEUTRAL, Translate, View
from render.canvas.palette import Rgb
from render.canvas.sheet import Tile
from render.canvas.themes import ThemeInks
from rules import GAMES, State

CATALOGUES = Path(__file__).parents[2] / "bot" / "locale"


S = TypeVar("S")


def as_type(kind: type[S], state: State) -> S:
    assert isinstance(state, kind)
    return state


class Picture:
    """A decoded picture, read by its inks."""

    def __init__(self, data: bytes, theme: str, inks: ThemeInks) -> None:
        self.size_in_bytes = len(data)
        self.raw = Image.open(BytesIO(data))
        self.raw.load()
        self.colours = self.raw.convert("RGB")
        self._inks = inks.themes[theme]

    def at(self, x: float, y: float) -> Rgb:
        pixel = self.colours.getpixel((int(x), int(y)))
        assert isinstance(pixel, tuple)
        return pixel[0], pixel[1], pixel[2]

    def ink(self, x: float, y: float) -> str | None:
        """Return the ink at a pixel; None for a blend."""
        colour = self.at(x, y)
        return next((name for name, rgb in self._inks.items() if rgb == colour), None)

    def nearest(self, x: float, y: float) -> str:
        """Return the ink nearest to the colour of a pixel."""
        colour = self.at(x, y)
        return min(self._inks, key=lambda name: dist(self._inks[name], colour))

    def inks(self, box: tuple[float, float, float, float]) -> dict[str, int]:
        """Return the number of pixels of each ink in a box."""
        left, top, right, bottom = (int(edge) for edge in box)
        part = self.colours.crop((left, top, right, bottom))
        counts = {rgb: number for number, rgb in part.getcolors(part.width * part.height) or ()}
        return {name: counts[rgb] for name, rgb in self._inks.items() if rgb in counts}


def covered(tile: Tile) -> frozenset[tuple[int, int]]:
    left, top, right, bottom = tile.box
    spots = product(range(top, bottom), range(left, right))
    if tile.mask is None:
        return frozenset((x, y) for y, x in spots)
    mask = tile.mask.convert("L").tobytes()
    return frozenset((x, y) for (y, x), shade in zip(spots, mask, strict=True) if shade)


class Look(Protocol):
    """Draws a position and decodes the picture."""

    def __call__(self, state: State, view: View = NEUTRAL, /) -> Picture: ...


@cache
def catalogue(language: str) -> Mapping[str, tuple[str, ...]]:
    """Return all texts about positions by id; each has one form, or two with a plural."""
    return {text_id: forms for text_id, forms in entries_of(language).items() if ".words." in text_id}


_KINDS = (".words.", ".role.", ".point.", ".action.", ".name.", "position.")


@cache
def entries_of(language: str) -> Mapping[str, tuple[str, ...]]:
    """Return the texts by id: on positions, names of boards, roles, points and actions, general texts."""
    entries: dict[str, tuple[str, ...]] = {}
    for name in (*GAMES, "chat"):
        path = CATALOGUES / language / f"{name}.po"
        with path.open("rb") as file:
            for message in read_po(file, locale=language, abort_invalid=True):
                text_id = message.id if isinstance(message.id, str) else message.id[0]
                if any(kind in text_id for kind in _KINDS):
                    assert text_id not in entries, f"{text_id} occurs twice in {language}"
                    forms = message.string
                    entries[text_id] = (forms,) if isinstance(forms, str) else tuple(forms or ())
    return entries


def texts(language: str) -> Translate:
    by_id = entries_of(language)

    def translate(text_id: str, /, **values: object) -> str:
        assert text_id in by_id, f"no text {text_id} in {language}"
        forms = by_id[text_id]
        text = forms[0 if len(forms) == 1 or values["n"] == 1 else 1]
        assert text, f"{text_id} is empty in {language}"
        return text.format(**values)

    return translate
