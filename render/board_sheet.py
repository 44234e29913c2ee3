"""Many boards side by side on one picture, each with its name: what can be played, at a glance."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from PIL import Image, ImageDraw

from render.canvas.fonts import Fonts
from render.canvas.png import encode
from render.charts.inks import CHART_INKS
from render.contract.view import View
from render.sample import midgame
from rules import State

WIDTH: Final = 800
_COLUMNS: Final = 4
_GAP: Final = 14
_TYPE: Final = 32
_LINE: Final = 36
_MOST_LINES: Final = 2
_PLIES: Final = 12
"""How far the game on a board has come: far enough that every board has men on it."""
_DRAWN: Final = 360
"""How broad a board is drawn before it is made small, so that its edges are smooth."""


@dataclass(frozen=True, slots=True)
class SheetBoard:
    """A board on a sheet: the key of its game, the options that make it, and what it is called."""

    key: str
    options: tuple[tuple[str, str], ...]
    name: str


Paint = Callable[[State, View], Image.Image]


def board_sheet(paint: Paint, boards: Sequence[SheetBoard], theme: str) -> bytes:
    """Return a picture (PNG, 800 pixels wide) of boards in rows, in their order, each drawn by `paint`."""
    inks, fonts = CHART_INKS.themes[theme], Fonts()
    cell = (WIDTH - _GAP) // _COLUMNS
    side, height = cell - _GAP, cell + _MOST_LINES * _LINE
    rows = -(-len(boards) // _COLUMNS)
    sheet = Image.new("RGB", (WIDTH, _GAP + rows * height), inks["ground"])
    pen = ImageDraw.Draw(sheet)
    for number, board in enumerate(boards):
        row, column = divmod(number, _COLUMNS)
        left, top = _GAP + column * cell, _GAP + row * height
        state = midgame(board.key, dict(board.options), _PLIES)
        drawn = paint(state, View(theme=theme, width=_DRAWN)).convert("RGB")
        drawn.thumbnail((side, side), Image.Resampling.LANCZOS)
        sheet.paste(drawn, (left + (side - drawn.width) // 2, top + (side - drawn.height) // 2))
        for line, text in enumerate(_lines(fonts, board.name, side)):
            size = _size(fonts, text, side)
            spot = (left + side / 2, top + side + _LINE * (line + 0.5))
            pen.text(spot, text, inks["letter"], fonts.font(text, size), "mm")
    return encode(sheet.quantize(256))


def _lines(fonts: Fonts, name: str, room: int) -> list[str]:
    """Return a name in one line where it fits, else in two of about the same length."""
    words = name.split()
    if len(words) == 1 or _width(fonts, name, _TYPE) <= room:
        return [name]
    parted = ((" ".join(words[:at]), " ".join(words[at:])) for at in range(1, len(words)))
    return list(min(parted, key=lambda two: max(_width(fonts, part, _TYPE) for part in two)))


def _size(fonts: Fonts, text: str, room: int) -> float:
    """Return the size in which a line fits."""
    return _TYPE * min(1.0, room / _width(fonts, text, _TYPE))


def _width(fonts: Fonts, text: str, size: float) -> float:
    return fonts.font(text, size).getlength(text)
