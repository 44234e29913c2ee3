"""The fonts of the boards, bundled so that pictures are the same on every machine."""

from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Final

from PIL import ImageFont

Font = ImageFont.FreeTypeFont

READABLE: Final = 0.05
"""The smallest readable type, as a fraction of a picture's width.

Its capitals and figures are 26 pixels high in a picture 800 pixels wide, and still legible on a phone.
"""

_FILES: Final = Path(__file__).parent / "font_files"
_FACES: Final = ("SourceSans3-Bold.ttf", "DejaVuSans-Bold.ttf")
_PROBE: Final = 24
# No font has a glyph for this code point, so it renders as the missing glyph.
_NOTHING: Final = "\U0010ffff"


class Fonts:
    """Loads the bundled fonts in any size; recent sizes are cached.

    The first font is the default, the second is for names that the first cannot write.
    """

    def __init__(self, sizes: int = 48) -> None:
        self._load: Callable[[int, int], Font] = lru_cache(maxsize=sizes)(self._read)
        self._has: Callable[[int, str], bool] = lru_cache(maxsize=4096)(self._draws)

    def font(self, text: str, size: float, scale: int = 1) -> Font:
        """Return the font for `text` at a type size of `size` pixels, scaled up `scale` times."""
        return self._load(self._face(text) or 0, max(1, round(size * scale)))

    def can_write(self, text: str) -> bool:
        """Return whether one of the fonts has every character of a text."""
        return self._face(text) is not None

    def _face(self, text: str) -> int | None:
        letters = [letter for letter in text if not letter.isspace()]
        for face in range(len(_FACES)):
            if all(self._has(face, letter) for letter in letters):
                return face
        return None

    def _draws(self, face: int, letter: str) -> bool:
        font = self._load(face, _PROBE)
        return bytes(font.getmask(letter)) != bytes(font.getmask(_NOTHING))

    def _read(self, face: int, size: int) -> Font:
        # Loaded by path, so that all sizes share one file: from bytes, each would hold its own copy of half a
        # megabyte. The basic layout needs no library that a machine may lack.
        return ImageFont.truetype(_FILES / _FACES[face], size, layout_engine=ImageFont.Layout.BASIC)
