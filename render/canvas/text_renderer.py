"""Measure, truncate and draw text in a picture, without a supersampled canvas."""

import unicodedata
from functools import lru_cache
from typing import Final

from PIL import Image

from render.canvas.fonts import Fonts
from render.canvas.palette import Palette
from render.canvas.sheet import Sheet, Tile

ELLIPSIS = "…"

# Steps from the ground to the ink. More would be indistinguishable.
_STEPS = 5
_WIDTHS = 1024
_LEFT_OUT = frozenset({"Cc", "Cf", "Cn", "Co", "Cs", "Me", "Mn", "Sk", "So", "Zl", "Zp"})
_RIGHT_TO_LEFT = frozenset({"R", "AL", "AN"})
_FORMS: Final = ("NFC", "NFKC")
_UNKNOWN: Final = "?"


class TextRenderer:
    """Writes in the colours of one palette. Thread-safe."""

    def __init__(self, palette: Palette, fonts: Fonts) -> None:
        self._palette = palette
        self._fonts = fonts
        self._ramp = lru_cache(maxsize=16)(self._mix)
        # Names are measured for every picture, which takes longer than pasting a tile.
        self._width = lru_cache(maxsize=_WIDTHS)(self._measure)
        self._fitted = lru_cache(maxsize=_WIDTHS)(self._shorten_to)

    def width(self, text: str, size: float) -> float:
        """Return the width of a text in pixels at a type size."""
        return self._width(text, size)

    def fit_text(self, text: str, size: float, room: float) -> str:
        """Return a text, truncated if it is wider than `room` pixels; keeps at least one letter."""
        return self._fitted(text, size, room)

    def _measure(self, text: str, size: float) -> float:
        return float(self._fonts.font(text, size).getlength(text))

    def _shorten_to(self, text: str, size: float, room: float) -> str:
        if self.width(text, size) <= room:
            return text
        low, high = 1, len(text)
        while low < high:
            middle = (low + high + 1) // 2
            low, high = (middle, high) if self._fits(text[:middle], size, room) else (low, middle - 1)
        return _shorten(text[:low])

    def wrap_text(self, text: str, size: float, room: float, most: int) -> tuple[str, ...]:
        """Wrap a text into at most `most` lines of similar length, each at most `room` wide; truncate it."""
        lines = self._fill(text, size, room)
        if len(lines) > most:
            return (*lines[: most - 1], self.fit_text(" ".join(lines[most - 1 :]), size, room))
        narrow, broad = 0.0, room
        while broad - narrow > size / 2:
            middle = (narrow + broad) / 2
            tried = self._fill(text, size, middle)
            if len(tried) == len(lines):
                lines, broad = tried, middle
            else:
                narrow = middle
        return tuple(self.fit_text(line, size, room) for line in lines)

    def tile(self, text: str, size: float, ink: str, ground: str, *, narrow: float = 1.0) -> Tile:
        """Return a text on its ground, to be placed at the start of its base line.

        `narrow` condenses it to this fraction of its width.
        """
        font = self._fonts.font(text, size)
        left, top, right, bottom = font.getbbox(text, anchor="ls")
        mask, _ = font.getmask2(text, anchor="ls")
        size_of = (max(1, round(right - left)), max(1, round(bottom - top)))
        ramp = self._ramp(ground, ink)
        if mask.size[0]:
            cover = Image.frombytes("L", mask.size, bytes(mask))
            if narrow != 1.0:
                cover = cover.resize((round(narrow * cover.width), cover.height))
            image = Image.frombytes("L", cover.size, cover.tobytes().translate(ramp))
        else:
            image = Image.new("L", size_of, ramp[0])
        return Tile(image, None, (round(narrow * left), round(top)))

    def lay(
        self, picture: Image.Image, text: str, centre: tuple[float, float], size: float, ink: str, ground: str
    ) -> None:
        """Write a text around a spot of a picture, keeping its ground, which must resemble `ground`."""
        tile = self.tile(text, size, ink, ground)
        index = self._palette.index(ground)
        shown = bytes(0 if shade == index else 255 for shade in range(256))
        mask = Image.frombytes("L", tile.image.size, tile.image.tobytes().translate(shown))
        left = round(centre[0] - self.width(text, size) / 2)
        _, top, _, _ = self._fonts.font("H", size).getbbox("H", anchor="ls")
        letters = Tile(tile.image, mask.convert("1"), tile.offset)
        Sheet(picture).lay(letters, left, round(centre[1] - top / 2))

    def _fits(self, text: str, size: float, room: float) -> bool:
        return self.width(_shorten(text), size) <= room

    def _fill(self, text: str, size: float, room: float) -> list[str]:
        """Return the words of a text in lines, each as full as `room` permits."""
        lines: list[str] = []
        for word in text.split():
            longer = f"{lines[-1]} {word}" if lines else ""
            if longer and self.width(longer, size) <= room:
                lines[-1] = longer
            else:
                lines.append(word)
        return lines

    def _mix(self, ground: str, ink: str) -> bytes:
        """Return the palette index for every coverage of `ground` by `ink`, from 0 to 255."""
        one, other = self._palette.inks[ground], self._palette.inks[ink]
        steps = Image.new("RGB", (_STEPS + 1, 1))
        steps.putdata(
            [
                tuple(round(low + (high - low) * step / _STEPS) for low, high in zip(one, other, strict=True))
                for step in range(_STEPS + 1)
            ]
        )
        colours = self._palette.quantise(steps).tobytes()
        return bytes(colours[round(share * _STEPS / 255)] for share in range(256))


def legible(name: str, fonts: Fonts) -> str:
    """Return a name in the fonts' glyphs, "" if that is impossible.

    Signs, emoji and accents that form no single character with their letter are omitted, and letters of a
    fancy form are written plainly. A name with any other letter that no font has, or with right-to-left
    letters, cannot be written.
    """
    for form in _FORMS:
        kept = _without_signs(unicodedata.normalize(form, name))
        lettered = any(unicodedata.category(sign)[0] in "LN" for sign in kept)
        if lettered and _can_write(kept, fonts):
            return kept
    return ""


def to_writable(text: str, fonts: Fonts) -> str:
    """Return a text in the fonts' glyphs: unchanged, else like names, with "?" for impossible words.

    No font has emoji, so they are omitted.
    """
    if _can_write(text, fonts):
        return text
    words = (legible(word, fonts) or _without_signs(word) for word in text.split())
    return " ".join(word if _can_write(word, fonts) else _UNKNOWN for word in words if word)


def _without_signs(text: str) -> str:
    kept = "".join(sign for sign in text if unicodedata.category(sign) not in _LEFT_OUT)
    return " ".join(kept.split())


def _can_write(text: str, fonts: Fonts) -> bool:
    is_reversed = any(unicodedata.bidirectional(sign) in _RIGHT_TO_LEFT for sign in text)
    return not is_reversed and fonts.can_write(text)


def _shorten(text: str) -> str:
    return f"{text.rstrip()}{ELLIPSIS}"
