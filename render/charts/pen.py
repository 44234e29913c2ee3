"""What all charts are drawn with: a canvas, and lines of text on it."""

from typing import Final

from render.canvas.canvas import Canvas, Spot
from render.canvas.fonts import Fonts
from render.canvas.resources import Resources
from render.canvas.text_renderer import legible, written

WIDTH: Final = 800
TEXT_SIZE: Final = 40
"""The size of the type; its capitals are 26 pixels high, to be read on a phone."""
MARGIN: Final = 24
LINE: Final = 50
_FINE: Final = 4
_TELLING: Final = 3


class ChartPen:
    """A canvas on which lines of text begin and end where they are told to, cut where there is no room.

    What no font has is left out of a line, or stands there as "?".
    """

    def __init__(self, resources: Resources, theme: str, height: int) -> None:
        self.canvas: Final[Canvas] = resources.canvas(theme, (0, 0, WIDTH, height), "ground")
        self._fonts: Final[Fonts] = resources.fonts

    def name(self, name: str, otherwise: str) -> str:
        """Return a name as it can be written, where it cannot something else."""
        return legible(name, self._fonts) or otherwise

    def left(
        self, text: str, top: float, *, at: float = MARGIN, size: int = TEXT_SIZE, room: float = WIDTH
    ) -> float:
        """Write a line from the left on, `at` the margin as a rule; return where it ends."""
        fitting = self._fitting(written(text, self._fonts), min(room, WIDTH - MARGIN - at), size)
        width = self.width(fitting, size)
        self._write(fitting, at + width / 2, top, size)
        return at + width

    def right(self, text: str, top: float, edge: float = WIDTH - MARGIN) -> float:
        """Write a line that ends at an edge; return where it begins."""
        text = written(text, self._fonts)
        width = self.width(text)
        self._write(text, edge - width / 2, top)
        return edge - width

    def centred(self, text: str, middle: float, top: float) -> None:
        """Write a line around a middle."""
        self._write(written(text, self._fonts), middle, top)

    def width(self, text: str, size: int = TEXT_SIZE) -> float:
        """Return how wide a line of text is."""
        return self._fonts.font(text, size, _FINE).getlength(text) / _FINE

    def mark(self, spot: Spot, text: str) -> None:
        """Draw a disc with a word of one or two letters on it."""
        self.canvas.disc(spot, TEXT_SIZE * 0.62, "curve")
        self.canvas.text(spot, text, TEXT_SIZE * 0.8, "ground")

    def _write(self, text: str, middle: float, top: float, size: int = TEXT_SIZE) -> None:
        self.canvas.text((middle, top + size / 2), text, size, "letter")

    def _fitting(self, text: str, room: float, size: int) -> str:
        if self.width(text, size) <= room:
            return text
        # A number at the end, or capitals, is what tells some from each other: it stays.
        head, _, last = text.rpartition(" ")
        tells = len(last) <= _TELLING and (last.isdigit() or last.isupper())
        kept, tail = (head, f"… {last}") if tells else (text, "…")
        while kept and self.width(f"{kept}{tail}", size) > room:
            kept = kept[:-1]
        return f"{kept.rstrip()}{tail}"
