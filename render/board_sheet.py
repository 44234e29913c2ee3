"""Many named boards side by side in one picture: all games at a glance."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from PIL import Image, ImageDraw, ImageFilter

from render.canvas.fonts import Fonts
from render.canvas.palette import Rgb
from render.canvas.png import encode
from render.canvas.resources import Resources
from render.charts.inks import CHART_INKS
from render.charts.pen import FRAME, ChartPen
from render.contract.view import View
from render.sample import midgame
from render.sheet_positions import SHEET_POSITIONS
from rules import GAMES, State

WIDTH: Final = 800
_COLUMNS: Final = 4
_GAP: Final = 22
_TYPE: Final = 32
_LINE: Final = 36
_MAX_LINES: Final = 2
_FINER: Final = 2
"""The factor by which a board is drawn larger before it is scaled down, for fine lines."""
_COLOURS: Final = 128
"""The maximum number of colours of all boards together. More make a sheet larger, with no visible gain."""
_SOFT, _SHADOW = 5, 120
_PLIES: Final = 12
"""The number of plies played on each board, enough for every board to have men on it."""


@dataclass(frozen=True, slots=True)
class SheetBoard:
    """A board on a sheet: its game's key, its options, and its name."""

    key: str
    options: tuple[tuple[str, str], ...]
    name: str


Paint = Callable[[State, View], Image.Image]


def board_sheet(paint: Paint, boards: Sequence[SheetBoard], theme: str) -> bytes:
    """Return a picture (PNG, 800 pixels wide) of boards in rows, each drawn by `paint`."""
    inks, fonts = CHART_INKS.themes[theme], Fonts()
    cell = (WIDTH - 2 * FRAME - _GAP) // _COLUMNS
    side, height = cell - _GAP, cell + _MAX_LINES * _LINE
    rows = -(-len(boards) // _COLUMNS)
    page = ChartPen(Resources(inks=CHART_INKS, fonts=fonts), theme, 2 * FRAME + _GAP + rows * height, FRAME)
    sheet = page.canvas.image().convert("RGB")
    pen = ImageDraw.Draw(sheet)
    for number, board in enumerate(boards):
        row, column = divmod(number, _COLUMNS)
        left, top = FRAME + _GAP + column * cell, FRAME + _GAP + row * height
        drawn = thumbnail(paint, board, theme, side)
        x, y = left + (side - drawn.width) // 2, top + (side - drawn.height) // 2
        _cast_shadow(sheet, (x, y, x + drawn.width, y + drawn.height), inks["shade"])
        sheet.paste(drawn, (x, y))
        for line, text in enumerate(_lines(fonts, board.name, side)):
            size = _size(fonts, text, side)
            spot = (left + side / 2, top + side + _LINE * (line + 0.5))
            pen.text(spot, text, inks["letter"], fonts.font(text, size), "mm")
    return encode(sheet.quantize(_COLOURS))


def thumbnail(paint: Paint, board: SheetBoard, theme: str, side: int) -> Image.Image:
    """Return a board some moves into a game, at most `side` wide and high, in RGB."""
    state = _state(board)
    large = _FINER * side
    drawn = paint(state, View(theme=theme, width=large))
    if drawn.height > large:
        drawn = paint(state, View(theme=theme, width=large * large // drawn.height))
    return drawn.convert("RGB").reduce(_FINER)


def _state(board: SheetBoard) -> State:
    options = dict(board.options)
    position = SHEET_POSITIONS.get((board.key, board.options))
    if position is None:
        return midgame(board.key, options, _PLIES)
    return GAMES[board.key].from_position(position, options)


def _cast_shadow(sheet: Image.Image, box: tuple[int, int, int, int], ink: Rgb) -> None:
    """Darken the paper below and to the right of a board."""
    left, top, right, bottom = box
    mask = Image.new("L", sheet.size)
    ImageDraw.Draw(mask).rectangle((left + _SOFT, top + _SOFT, right, bottom), fill=_SHADOW)
    around = (left - _SOFT, top - _SOFT, right + 2 * _SOFT, bottom + 2 * _SOFT)
    soft = mask.crop(around).filter(ImageFilter.GaussianBlur(_SOFT / 2))
    sheet.paste(ink, around, soft)


def _lines(fonts: Fonts, name: str, room: int) -> list[str]:
    """Return a name on one line if it fits, else on two of similar length."""
    words = name.split()
    if len(words) == 1 or _width(fonts, name, _TYPE) <= room:
        return [name]
    parted = ((" ".join(words[:at]), " ".join(words[at:])) for at in range(1, len(words)))
    return list(min(parted, key=lambda two: max(_width(fonts, part, _TYPE) for part in two)))


def _size(fonts: Fonts, text: str, room: int) -> float:
    """Return the type size at which a line fits."""
    return _TYPE * min(1.0, room / _width(fonts, text, _TYPE))


def _width(fonts: Fonts, text: str, size: float) -> float:
    return fonts.font(text, size).getlength(text)
