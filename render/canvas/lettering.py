"""Words in a picture: measured, shortened to their room, and drawn at once without a finer canvas."""

import unicodedata
from functools import lru_cache

from PIL import Image

from render.canvas.canvas import Tile
from render.canvas.fonts import Fonts
from render.canvas.palette import Palette

ELLIPSIS = "…"
# More shades at the edge of a letter cannot be told apart, and cost a sixth more bytes.
_SHADES = 3
_LEFT_OUT = frozenset({"Cc", "Cf", "Cn", "Co", "Cs", "Me", "Mn", "Sk", "So", "Zl", "Zp"})
_RIGHT_TO_LEFT = frozenset({"R", "AL", "AN"})


class Lettering:
    """Write in the colours of one palette. Safe to use from several threads."""

    def __init__(self, palette: Palette, fonts: Fonts) -> None:
        self._palette = palette
        self._fonts = fonts
        self._ramp = lru_cache(maxsize=16)(self._mixed)

    def width(self, text: str, size: float) -> float:
        """Return how broad a text is in type of that size, in pixels."""
        return float(self._fonts.font(text, size).getlength(text))

    def fitted(self, text: str, size: float, room: float) -> str:
        """Return a text, shortened at its end where it is broader than `room` pixels; at least one letter."""
        if self.width(text, size) <= room:
            return text
        low, high = 1, len(text)
        while low < high:
            middle = (low + high + 1) // 2
            low, high = (middle, high) if self._fits(text[:middle], size, room) else (low, middle - 1)
        return _shortened(text[:low])

    def tile(self, text: str, size: float, ink: str, ground: str) -> Tile:
        """Return a text on its ground, to be laid where its line begins and its base line runs."""
        font = self._fonts.font(text, size)
        left, top, right, bottom = font.getbbox(text, anchor="ls")
        mask, _ = font.getmask2(text, anchor="ls")
        size_of = (max(1, round(right - left)), max(1, round(bottom - top)))
        shades = Image.frombytes("L", mask.size, bytes(mask)) if mask.size[0] else Image.new("L", size_of)
        indices = shades.point(self._ramp(ground, ink))
        return Tile(Image.frombytes("P", indices.size, indices.tobytes()), None, (round(left), round(top)))

    def _fits(self, text: str, size: float, room: float) -> bool:
        return self.width(_shortened(text), size) <= room

    def _mixed(self, ground: str, ink: str) -> list[int]:
        """Return the colour of every coverage from 0 to 255 of `ground` by `ink`."""
        one, other = self._palette.inks[ground], self._palette.inks[ink]
        ramp = Image.new("RGB", (256, 1))
        ramp.putdata(
            [
                tuple(round(low + (high - low) * share / 255) for low, high in zip(one, other, strict=True))
                for share in range(256)
            ]
        )
        colours = self._palette.quantise(ramp).tobytes()
        return [colours[round(round(share / 255 * _SHADES) * 255 / _SHADES)] for share in range(256)]


def legible(name: str, fonts: Fonts) -> str:
    """Return a name as the fonts can write it, "" where they cannot.

    Signs, accents that do not combine and emoji are left out; a name with any letter that no font has, or
    that is written from right to left, cannot be written.
    """
    composed = unicodedata.normalize("NFC", name)
    kept = "".join(sign for sign in composed if unicodedata.category(sign) not in _LEFT_OUT)
    kept = " ".join(kept.split())
    lettered = any(unicodedata.category(sign)[0] in "LN" for sign in kept)
    reversed_ = any(unicodedata.bidirectional(sign) in _RIGHT_TO_LEFT for sign in kept)
    return kept if lettered and not reversed_ and fonts.can_write(kept) else ""


def _shortened(text: str) -> str:
    return f"{text.rstrip()}{ELLIPSIS}"
