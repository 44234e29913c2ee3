"""The pen of all charts: paper in a frame, and lines of text in three sizes."""

from typing import Final

from render.canvas.canvas import Canvas, Spot
from render.canvas.fonts import Fonts
from render.canvas.frame import draw_frame, draw_opening, draw_recess
from render.canvas.resources import Resources
from render.canvas.text_renderer import legible, to_writable
from render.charts.figures import MEDALS, draw_medal

WIDTH: Final = 800
TITLE_SIZE: Final = 56
TEXT_SIZE: Final = 40
"""The type size of text; its capitals are 26 pixels high, readable on a phone."""
SMALL_SIZE: Final = 32
"""The type size of explanations: column headings, scales, legends."""
FRAME: Final = 14
MARGIN: Final = 30
LINE: Final = 50
HEAD: Final = 88
"""The height of the frame's part with the title."""
PAD: Final = 20
"""The distance of the drawing from the edges of the paper."""
_EDGE: Final = 2
_FINE: Final = 4
_TELLING: Final = 3


def height_of_page(content: float, head: int = HEAD) -> int:
    """Return the height of a picture whose paper has content of this height."""
    return round(head + PAD + content + PAD + FRAME)


class ChartPen:
    """A sheet of paper in a frame; lines of text are truncated if there is no room.

    Characters without a glyph are omitted from a line, or become "?". The paper begins below the `head`.
    """

    def __init__(self, resources: Resources, theme: str, height: int, head: int = HEAD) -> None:
        self.canvas: Final[Canvas] = resources.canvas(theme, (0, 0, WIDTH, height), "ground")
        self.head: Final[int] = head
        self.top: Final[float] = head + PAD
        self._fonts: Final[Fonts] = resources.fonts
        paper = (FRAME, head, WIDTH - FRAME, height - FRAME)
        draw_frame(self.canvas, WIDTH, height)
        draw_opening(self.canvas, paper, _EDGE, "ground")
        draw_recess(self.canvas, paper, _EDGE)

    def name(self, name: str, otherwise: str) -> str:
        """Return a name if the fonts can write it, else `otherwise`."""
        return legible(name, self._fonts) or otherwise

    def title(
        self, text: str, *, at: float = MARGIN, middle: float | None = None, room: float = WIDTH - 2 * MARGIN
    ) -> None:
        """Write a title on the frame, smaller if it is long."""
        fits = self.width(to_writable(text, self._fonts), TITLE_SIZE) <= room
        size = TITLE_SIZE if fits else TEXT_SIZE
        level = self.head / 2 if middle is None else middle
        self.write_left(text, level - size / 2, at=at, size=size, room=room, ink="frame-letter")

    def write_left(
        self,
        text: str,
        top: float,
        *,
        at: float = MARGIN,
        size: int = TEXT_SIZE,
        room: float = WIDTH,
        ink: str = "letter",
    ) -> float:
        """Write a line starting at `at`, by default the margin; return where it ends."""
        fitting = self._fitting(to_writable(text, self._fonts), min(room, WIDTH - MARGIN - at), size)
        width = self.width(fitting, size)
        self._write(fitting, at + width / 2, top, size, ink)
        return at + width

    def right(
        self,
        text: str,
        top: float,
        edge: float = WIDTH - MARGIN,
        *,
        size: int = TEXT_SIZE,
        ink: str = "letter",
    ) -> float:
        """Write a right-aligned line; return where it begins."""
        text = to_writable(text, self._fonts)
        width = self.width(text, size)
        self._write(text, edge - width / 2, top, size, ink)
        return edge - width

    def write_centred(
        self, text: str, middle: float, top: float, *, size: int = TEXT_SIZE, ink: str = "letter"
    ) -> None:
        """Write a centred line."""
        self._write(to_writable(text, self._fonts), middle, top, size, ink)

    def stripe(self, top: float, number: int) -> None:
        """Draw a darker stripe behind every second row."""
        if number % 2:
            self.canvas.rectangle((FRAME, top, WIDTH - FRAME, top + LINE), "stripe")

    def rank(self, text: str, top: float) -> None:
        """Write a rank, the first three on medals."""
        place = text.rstrip(".")
        if place.isdigit() and 1 <= int(place) <= MEDALS:
            spot = MARGIN + 0.5 * LINE - 4, top + TEXT_SIZE / 2
            draw_medal(self.canvas, spot, 0.46 * LINE, int(place))
            self.canvas.text(spot, place, SMALL_SIZE, "medal-letter")
        else:
            self.write_left(text, top)

    def width(self, text: str, size: int = TEXT_SIZE) -> float:
        """Return the width of a line of text."""
        return self._fonts.font(text, size, _FINE).getlength(text) / _FINE

    def mark(self, spot: Spot, text: str) -> None:
        """Draw a disc with a label of one or two letters."""
        self.canvas.disc(spot, TEXT_SIZE * 0.64, "ground")
        self.canvas.disc(spot, TEXT_SIZE * 0.58, "curve")
        self.canvas.text(spot, text, SMALL_SIZE, "ground")

    def _write(self, text: str, middle: float, top: float, size: int, ink: str) -> None:
        self.canvas.text((middle, top + size / 2), text, size, ink)

    def _fitting(self, text: str, room: float, size: int) -> str:
        if self.width(text, size) <= room:
            return text
        # A final number, or final capitals, distinguish names: keep them.
        head, _, last = text.rpartition(" ")
        tells = len(last) <= _TELLING and (last.isdigit() or last.isupper())
        kept, tail = (head, f"… {last}") if tells else (text, "…")
        while kept and self.width(f"{kept}{tail}", size) > room:
            kept = kept[:-1]
        return f"{kept.rstrip()}{tail}"
