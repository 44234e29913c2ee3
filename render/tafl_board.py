"""The boards of squares, empty: frame, coordinates, squares, ornaments."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from string import ascii_lowercase

from render.frame import draw_frame
from render.grid import Grid
from render.sheet import Sheet, Spot, regular, star


@dataclass(frozen=True, slots=True)
class Ground:
    """The inks of a board: frame, squares, lines. `grain` are the streaks of either kind of square."""

    frame: str
    high: str
    low: str
    squares: tuple[str, str]
    grain: tuple[str, str] | None
    line: str
    shade: str


WOOD = Ground(
    "frame",
    "frame-high",
    "frame-low",
    ("wood", "wood-two"),
    ("wood-grain", "wood-two-grain"),
    "wood-line",
    "wood-shade",
)
STONE = Ground(
    "slate", "slate-high", "slate-low", ("stone", "stone-two"), None, "stone-line", "stone-shade"
)  # fmt: skip


def draw_board(sheet: Sheet, grid: Grid, ground: Ground) -> None:
    """Draw the empty board without ornaments."""
    _draw_frame(sheet, grid, ground)
    _draw_squares(sheet, grid, ground)
    _draw_coordinates(sheet, grid)


def _draw_frame(sheet: Sheet, grid: Grid, ground: Ground) -> None:
    width, height, margin = float(grid.width), float(grid.height), float(grid.margin)
    thin = max(1.0, grid.width / 400)
    draw_frame(sheet, width, height, ink=ground.frame, high=ground.high, low=ground.low)
    inner = (margin - 3 * thin, margin - 3 * thin, width - margin + 3 * thin, height - margin + 3 * thin)
    sheet.rectangle(inner, ground.high)
    inner = (margin - 2 * thin, margin - 2 * thin, width - margin + 2 * thin, height - margin + 2 * thin)
    sheet.rectangle(inner, ground.low)


def _draw_squares(sheet: Sheet, grid: Grid, ground: Ground) -> None:
    side = grid.square
    for point in grid.points():
        x, y = grid.corner(point)
        kind = int(grid.shaded(point))
        sheet.rectangle((x, y, x + side, y + side), ground.squares[kind])
        if ground.grain is not None:
            for start, end, down in _STREAKS[kind]:
                # On whole pixels: as fine as a streak can be, and it costs few bytes.
                top, thick = y + round(down * side), max(1, round(side / 64))
                box = (x + round(start * side), top, x + round(end * side), top + thick)
                sheet.rectangle(box, ground.grain[kind])
    left, top = grid.margin, grid.margin
    right, bottom = grid.width - grid.margin, grid.height - grid.margin
    # Lines as broad as a whole number of pixels, so that all of them look alike.
    thin = float(max(1, round(grid.width / 640)))
    for column in range(1, grid.columns):
        x = left + column * side
        sheet.rectangle((x - thin / 2, top, x + thin / 2, bottom), ground.line)
    for row in range(1, grid.rows):
        y = top + row * side
        sheet.rectangle((left, y - thin / 2, right, y + thin / 2), ground.line)


# Streaks of the grain, as (from, to, down) in parts of a square.
_STREAKS: tuple[tuple[tuple[float, float, float], ...], ...] = (
    ((0.0, 0.7, 0.22), (0.3, 1.0, 0.74)),
    ((0.25, 1.0, 0.3), (0.0, 0.65, 0.66)),
)


def _draw_coordinates(sheet: Sheet, grid: Grid) -> None:
    size = grid.margin * 0.62
    near, far = grid.margin * 0.46, grid.width - grid.margin * 0.46
    for column in range(grid.columns):
        letter = ascii_lowercase[column]
        x, _ = grid.middle(f"{letter}1")
        for y in (near, grid.height - near):
            sheet.letters((x, y), letter, size, "letter")
    for rank in range(1, grid.rows + 1):
        _, y = grid.middle(f"a{rank}")
        for x in (near, far):
            sheet.letters((x, y), str(rank), size * (0.86 if rank > 9 else 1.0), "letter")


def draw_throne(sheet: Sheet, centre: Spot, side: float) -> None:
    """Inlay the throne: a double frame and a star of eight points."""
    _inlay_frame(sheet, centre, side)
    sheet.polygon(star(centre, (0.33 * side, 0.13 * side), 16), "inlay")
    sheet.disc(centre, 0.07 * side, "wood")


def draw_refuge(sheet: Sheet, centre: Spot, side: float) -> None:
    """Inlay a refuge: a double frame and a looped square."""
    _inlay_frame(sheet, centre, side)
    x, y = centre
    reach, loop = 0.15 * side, 0.105 * side
    for across in (-1, 1):
        for down in (-1, 1):
            sheet.ring(
                (x + across * (reach + loop * 0.72), y + down * (reach + loop * 0.72)),
                loop,
                0.05 * side,
                "inlay",
            )
    sheet.outline(regular(centre, reach * 2**0.5, 4, turn=45), 0.05 * side, "inlay")


def _inlay_frame(sheet: Sheet, centre: Spot, side: float) -> None:
    _band(sheet, centre, 0.46 * side, 0.05 * side)


def _band(sheet: Sheet, centre: Spot, reach: float, width: float) -> None:
    x, y = centre
    for left, top, right, bottom in (
        (-reach, -reach, reach, -reach + width),
        (-reach, reach - width, reach, reach),
        (-reach, -reach, -reach + width, reach),
        (reach - width, -reach, reach, reach),
    ):
        sheet.rectangle((x + left, y + top, x + right, y + bottom), "inlay")


Ornament = Callable[[Sheet, Spot, float], None]
Ornaments = Sequence[tuple[str, Ornament]]
