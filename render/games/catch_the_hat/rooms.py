"""What is laid into the rooms of the players: name, whose turn it is, points, prisoners, the die, the end."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial

from render.canvas.canvas import Box, Canvas, Spot, star
from render.canvas.compositor import Sprite, square
from render.canvas.fonts import READABLE
from render.canvas.resources import Resources
from render.canvas.sheet import Sheet
from render.contract.view import View
from render.games.catch_the_hat.board import CatchTheHatBoard
from render.games.catch_the_hat.colours import HATS
from render.games.catch_the_hat.pieces import PennonSize, draw_pennons, draw_sign, kinds_of
from render.scoreboard import Labels
from rules.games.catch_the_hat import HatState

_GAP, _MARK = 0.01, 0.046
# The room for a star and points; the star gives way.
_POINTS = 0.112


class Rooms:
    """Lay the players' rooms out. Safe to use from several threads."""

    def __init__(self, resources: Resources) -> None:
        self._labels = {theme: Labels(resources, theme) for theme in resources.palettes}

    def sprites(self, state: HatState, board: CatchTheHatBoard, view: View) -> Iterator[Sprite]:
        """Yield the figures that a position shows in the rooms."""
        for seat, corner in enumerate(state.corners):
            acting = _acting(state, view, seat)
            yield _plate(board, corner, acting=acting)
            if seat in state.secured:
                yield _prisoners(board, corner, state.secured[seat])
            if acting:
                face = 6 if state.may_roll_again else state.die or 0
                yield _die(board, corner, face)
            if state.outcome is not None and seat in state.outcome.winners:
                yield _crown(board, corner)
            partner = board.partner(corner)
            if partner is not None:
                yield _link(board, corner, partner)

    def write(self, sheet: Sheet, state: HatState, board: CatchTheHatBoard, view: View) -> None:
        """Write the heading, and the names and points of the players, on a finished board."""
        shown, labels, size = view.scoreboard, self._labels[view.theme], READABLE * board.width
        if shown is None:
            return
        if board.strip:
            heading = labels.fitted(shown.heading, size, 0.94 * board.width)
            left = (board.width - labels.width(heading, size)) / 2
            labels.text(sheet, heading, left, board.strip / 2, size, "letter", "frame")
        for seat, corner in enumerate(state.corners):
            acting = _acting(state, view, seat)
            left, top, right, bottom = board.room(corner).name
            left += _Plate.of(board, acting=acting).letters
            name = labels.fitted(labels.name_of(shown.players[seat]), size, right - _GAP * board.width - left)
            inks = ("frame-low", "letter") if acting else ("letter", "frame")
            end = labels.text(sheet, name, left, (top + bottom) / 2, size, *inks)
            if seat in state.retired:
                middle, deep = round((top + bottom) / 2), max(1, round(0.003 * board.width))
                labels.fill(sheet, inks[0], (left, middle - deep, end, middle + deep))
            if shown.players[seat].points:
                self._write_points(sheet, labels, board, corner, shown.players[seat].points)

    def _write_points(
        self, sheet: Sheet, labels: Labels, board: CatchTheHatBoard, corner: int, points: str
    ) -> None:
        """Write what a player has in the series, behind a star if there is room for it."""
        x, y = board.room(corner).points
        size, tint = READABLE * board.width, f"tint-{HATS[corner]}"
        breadth, side = labels.width(points, size), 0.76 * size
        if breadth + side > _POINTS * board.width:
            side = 0.0
        left = x - (breadth + side) / 2
        if side:
            labels.figure(sheet, "points", _draw_star, (left + 0.42 * side, y), side, tint)
        labels.text(sheet, points, left + side, y, size, "note", tint)


def _acting(state: HatState, view: View, seat: int) -> bool:
    return state.outcome is None and not view.over and seat == state.mover


def _draw_star(canvas: Canvas, centre: Spot, side: float) -> None:
    canvas.polygon(star(centre, (0.45 * side, 0.2 * side), 10), "note")


@dataclass(frozen=True, slots=True)
class _Plate:
    """Where things lie on the plate of a player, in pixels from its left edge: the mark, and the letters."""

    mark: float
    letters: float

    @classmethod
    def of(cls, board: CatchTheHatBoard, *, acting: bool) -> "_Plate":
        gap = _GAP * board.width
        mark = gap + (0.7 * READABLE * board.width if acting else 0.0)
        return cls(mark, mark + _MARK * board.width + gap)


def _plate(board: CatchTheHatBoard, corner: int, *, acting: bool) -> Sprite:
    """Return the plate of a player; that of whoever is to move has its inks exchanged, and an arrow."""
    left, top, right, bottom = board.room(corner).name
    half, high = (right - left) / 2, (bottom - top) / 2
    size, thin, side = READABLE * board.width, max(1, round(board.width / 400)), _MARK * board.width
    place = _Plate.of(board, acting=acting)
    letter = HATS[corner]

    def draw(canvas: Canvas) -> None:
        ground, ink = ("letter", "frame-low") if acting else ("frame", "letter")
        for shrink, layer in ((0, "edge"), (thin, "frame-high"), (2 * thin, ground)):
            canvas.rectangle((shrink - half, shrink - high, half - shrink, high - shrink), layer)
        if acting:
            x, tall = _GAP * board.width - half, 0.36 * size
            canvas.polygon(((x, -tall), (x + 1.5 * tall, 0.0), (x, tall)), ink)
        x = round(place.mark - half)
        for shrink, layer in ((0, "edge"), (thin, f"hat-{letter}")):
            reach = round(side / 2) - shrink
            canvas.rectangle((x + shrink, -reach, x + round(side) - shrink, reach), layer)
        draw_sign(canvas, (x + side / 2, 0.0), letter, 0.6 * side)

    middle = (left + right) / 2, (top + bottom) / 2
    return Sprite(("plate", letter, half, acting), middle, "frame", (-half, -high, half, high), draw)


def _link(board: CatchTheHatBoard, corner: int, partner: int) -> Sprite:
    """Return the sign of the partner in a frame of the own colour, with the ear of a link to the home."""
    middle, reach = board.room(corner).emblem
    side, thin = round(0.6 * reach), max(1, round(1.4 * board.scale))
    ear = round(0.4 * side)

    def draw(canvas: Canvas) -> None:
        for shrink, ink in ((0, "edge"), (thin, f"hat-{HATS[corner]}")):
            canvas.rectangle((-ear + shrink, -side - ear + shrink, ear - shrink, -side + 3 * thin), ink)
            canvas.rectangle((shrink - side, shrink - side, side - shrink, side - shrink), ink)
        inner = side - 3 * thin
        canvas.rectangle((-inner, -inner, inner, inner), f"hat-{HATS[partner]}")
        draw_sign(canvas, (0.0, 0.0), HATS[partner], 1.1 * inner)

    box = (-side, -side - ear, side, side)
    return Sprite(("link", corner, partner), middle, f"tint-{HATS[corner]}", box, draw)


def _prisoners(board: CatchTheHatBoard, corner: int, letters: str) -> Sprite:
    """Return the rail on which hang the pennons of the secured prisoners."""
    left, top, right, bottom = board.room(corner).prisoners
    half, high = (right - left) / 2, (bottom - top) / 2
    thin = max(1, round(board.width / 400))
    kinds, size = kinds_of(letters), PennonSize.large(board.width)

    def draw(canvas: Canvas) -> None:
        canvas.rectangle((-half, -high, half, -high + 2 * thin), "edge")
        draw_pennons(canvas, kinds, (0.0, -high + 2 * thin), size)

    return Sprite(
        ("prisoners", corner, tuple(kinds)),
        ((left + right) / 2, (top + bottom) / 2),
        f"tint-{HATS[corner]}",
        (-half, -high, half, max(high, 2 * thin + size.height - high)),
        draw,
    )


def _die(board: CatchTheHatBoard, corner: int, face: int) -> Sprite:
    """Return the die; blank before it is rolled."""
    side = board.die
    draw = partial(_draw_die, face=face, side=side)
    return Sprite(("die", face), board.room(corner).die, f"tint-{HATS[corner]}", square(0.5 * side), draw)


def _draw_die(canvas: Canvas, face: int, side: float) -> None:
    for reach, rounding, ink in ((0.5, 0.16, "edge"), (0.46, 0.13, "white")):
        box: Box = (-reach * side, -reach * side, reach * side, reach * side)
        canvas.rectangle(box, ink, rounded=rounding * side)
    for x, y in _PIPS[face]:
        canvas.disc((x * 0.26 * side, y * 0.26 * side), 0.095 * side, "sign")


def _crown(board: CatchTheHatBoard, corner: int) -> Sprite:
    """Return the crown of a winner, where the die lay."""
    side = board.die
    outline = [(x * side, y * side) for x, y in _CROWN]

    def draw(canvas: Canvas) -> None:
        canvas.outline(outline, max(2.0, 0.05 * side), "edge")
        canvas.polygon(outline, "hat-*")
        canvas.rectangle((-0.36 * side, 0.2 * side, 0.36 * side, 0.24 * side), "edge")

    return Sprite("crown", board.room(corner).die, f"tint-{HATS[corner]}", square(0.5 * side), draw)


_CROWN: tuple[Spot, ...] = (
    (-0.36, 0.36), (-0.44, -0.2), (-0.2, 0.06), (0.0, -0.36), (0.2, 0.06), (0.44, -0.2), (0.36, 0.36),
)  # fmt: skip

_PIPS: Mapping[int, tuple[Spot, ...]] = {
    0: (),
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
