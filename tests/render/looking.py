"""Looking at pictures pixel by pixel, and reading the texts of both languages."""

from collections.abc import Mapping
from io import BytesIO
from pathlib import Path
from typing import Protocol

from babel.messages.pofile import read_po
from PIL import Image

from render import Translate, View
from render.catch_the_hat_colours import HAT_BOARD
from render.fox_and_hens_colours import FARMYARD
from render.hounds_and_jackals_colours import PALM_BOARD
from render.palette import Rgb
from render.themes import CLASSIC, PaintBox
from render.view import NEUTRAL
from rules import GAMES, Game, State
from rules.games.catch_the_hat import GAME as CATCH_THE_HAT
from rules.games.fox_and_hens import GAME as FOX_AND_HENS
from rules.games.hounds_and_jackals import GAME as HOUNDS_AND_JACKALS

BOXES: Mapping[str, PaintBox] = {
    "fox-and-hens": FARMYARD,
    "hounds-and-jackals": PALM_BOARD,
    "catch-the-hat": HAT_BOARD,
}

# Every game that has a painter.
PAINTED: Mapping[str, Game] = {
    **GAMES,
    **{game.key: game for game in (FOX_AND_HENS, HOUNDS_AND_JACKALS, CATCH_THE_HAT)},
}

CATALOGUES = Path(__file__).parents[2] / "bot" / "locale"


class Picture:
    """A picture read back: where which ink can be seen."""

    def __init__(self, data: bytes, theme: str, box: PaintBox = CLASSIC) -> None:
        self.size_in_bytes = len(data)
        self.raw = Image.open(BytesIO(data))
        self.raw.load()
        self.colours = self.raw.convert("RGB")
        self._inks = box.palettes()[theme].inks

    def at(self, x: float, y: float) -> Rgb:
        pixel = self.colours.getpixel((int(x), int(y)))
        assert isinstance(pixel, tuple)
        return pixel[0], pixel[1], pixel[2]

    def ink(self, x: float, y: float) -> str | None:
        """Return the ink at a pixel; None for a blend."""
        colour = self.at(x, y)
        return next((name for name, rgb in self._inks.items() if rgb == colour), None)

    def inks(self, box: tuple[float, float, float, float]) -> dict[str, int]:
        """Return how many pixels of each ink lie in a box."""
        left, top, right, bottom = (int(edge) for edge in box)
        part = self.colours.crop((left, top, right, bottom))
        counts = {rgb: number for number, rgb in part.getcolors(part.width * part.height) or ()}
        return {name: counts[rgb] for name, rgb in self._inks.items() if rgb in counts}


class Look(Protocol):
    """Draw a position and read the picture back."""

    def __call__(self, state: State, view: View = NEUTRAL, /) -> Picture: ...


def texts(language: str) -> Translate:
    with (CATALOGUES / language / "words.po").open("rb") as file:
        catalogue = read_po(file, locale=language, abort_invalid=True)

    def translate(text_id: str, /, **values: object) -> str:
        message = catalogue.get(text_id)
        assert message is not None, f"no text {text_id} in {language}"
        text = message.string
        if not isinstance(text, str):
            assert text is not None
            text = text[0 if values["n"] == 1 else 1]
        return text.format(**values)

    return translate
