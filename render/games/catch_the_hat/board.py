"""The board of hats: where the places of both sides lie in a picture, and the board without hats."""

from dataclasses import dataclass
from math import cos, pi, sin

from render.canvas.canvas import Box, Canvas, Spot, star
from render.canvas.frame import draw_frame, draw_opening
from render.games.catch_the_hat.colours import HATS
from rules.games.catch_the_hat import BACK, EXTENT, FRONT, Side

_SIDES = {side.name: side for side in (FRONT, BACK)}
# Per side: how much the drawing is scaled, and how far homes lie from the centre, in parts of the inside.
_SCALES = {"front": (1.0, 0.583), "back": (0.89, 0.434)}


@dataclass(frozen=True, slots=True)
class CatchTheHatBoard:
    """One side of the board in a square picture `width` pixels wide.

    `first` is the corner that a neutral picture has at its place and this one too; `bottom` the corner that
    lies at the bottom instead, if any. `corners` are those in use.
    """

    width: int
    name: str
    corners: tuple[int, ...]
    bottom: int | None = None

    @property
    def side(self) -> Side:
        """The side of the board."""
        return _SIDES[self.name]

    @property
    def margin(self) -> int:
        """The frame's breadth in pixels."""
        return round(self.width * 0.03)

    @property
    def unit(self) -> float:
        """The distance of two neighbouring fields of the ring in pixels."""
        return self._scale * 40.6 * (1.0 if self.name == "front" else 1.22)

    @property
    def _scale(self) -> float:
        return (self.width - 2 * self.margin) / EXTENT * _SCALES[self.name][0]

    @property
    def turn(self) -> float:
        """How far the board is turned clockwise, in parts of a full turn."""
        if self.bottom is None:
            return 0.0
        return ((3 - self.bottom) % self.side.corners) / self.side.corners

    def spot(self, place: str) -> Spot:
        """Return where a place lies, on whole pixels."""
        if place.startswith("H"):
            inside = self.width - 2 * self.margin
            return self.around(int(place[1:]), 0.0, inside * _SCALES[self.name][1])
        x, y = self.side.points[place]
        turn = 2 * pi * self.turn
        across, down = (x - EXTENT / 2) * self._scale, (y - EXTENT / 2) * self._scale
        middle = self.width / 2
        return (
            round(middle + across * cos(turn) - down * sin(turn)),
            round(middle + across * sin(turn) + down * cos(turn)),
        )

    def around(self, corner: int, aside: float, distance: float) -> Spot:
        """Return the spot at a distance from the centre, `aside` corners clockwise from a corner's spoke."""
        corners = self.side.corners
        start = -0.125 if self.name == "front" else 0.0
        angle = 2 * pi * (start + (corner + aside) / corners + self.turn)
        middle = self.width / 2
        return round(middle + distance * sin(angle)), round(middle - distance * cos(angle))

    @property
    def home(self) -> float:
        """Half the breadth of a home in pixels."""
        return round((1.34 if self.name == "front" else 0.98) * self.unit)


def draw_board(canvas: Canvas, board: CatchTheHatBoard) -> None:
    """Draw the board before the hats come."""
    draw_frame(canvas, board.width, board.width)
    near, far = board.margin, board.width - board.margin
    draw_opening(canvas, (near, near, far, far), max(1.0, board.width / 400), "cloth")
    _draw_cloth(canvas, board)
    for start, end in board.side.edges:
        canvas.line((board.spot(start), board.spot(end)), 0.3 * board.unit, "ribbon")
    for start, end in board.side.edges:
        if end.startswith("S"):
            canvas.line((board.spot(start), board.spot(end)), 0.16 * board.unit, _ink_of(end))
    for corner in range(board.side.corners):
        _draw_home(canvas, board, corner)
    for place in board.side.fields:
        _draw_field(canvas, board, place)


def _draw_cloth(canvas: Canvas, board: CatchTheHatBoard) -> None:
    """Draw the inside of the ring as a cloth of two tones, a sector to each corner."""
    ring = [board.spot(place) for place in board.side.fields if place.startswith("R")]
    gap = len(ring) // board.side.corners
    centre = board.spot("C")
    for corner in range(board.side.corners):
        edge = [ring[(corner * gap + step) % len(ring)] for step in range(gap + 1)]
        canvas.polygon([centre, *edge], "cloth-two")


def _draw_home(canvas: Canvas, board: CatchTheHatBoard, corner: int) -> None:
    spot, used, letter = board.spot(f"H{corner}"), corner in board.corners, HATS[corner]
    reach, thin = board.home, max(1.0, 0.05 * board.unit)
    band = 0.27 * board.unit
    if not used:
        canvas.rectangle(square_around(spot, reach), "faded", rounded=band)
        return
    for shrink, ink in ((0.0, "edge"), (thin, f"hat-{letter}"), (band, "edge"), (band + thin, "plate")):
        canvas.rectangle(square_around(spot, reach - shrink), ink, rounded=1.2 * band - shrink / 2)


def _draw_field(canvas: Canvas, board: CatchTheHatBoard, place: str) -> None:
    spot, unit = board.spot(place), board.unit
    rim, thin = _ink_of(place), max(1.0, 0.04 * unit)
    if place in board.side.benches:
        reach = 0.49 * unit
        canvas.rectangle(square_around(spot, reach), "edge", rounded=0.2 * unit)
        if place.startswith("S"):
            canvas.rectangle(square_around(spot, reach - thin), rim, rounded=0.19 * unit)
            reach -= 0.08 * unit
        canvas.rectangle(square_around(spot, reach - thin), "bench", rounded=0.18 * unit)
    elif place == "C":
        canvas.disc(spot, 0.72 * unit, "ribbon")
        canvas.disc(spot, 0.62 * unit, "field")
        canvas.polygon(star(spot, (0.5 * unit, 0.22 * unit), 16), "ribbon")
        canvas.disc(spot, 0.2 * unit, "field")
        return
    else:
        canvas.disc(spot, 0.47 * unit, "edge")
        canvas.disc(spot, 0.47 * unit - thin, rim)
        canvas.disc(spot, 0.39 * unit, "field")
    canvas.text(spot, place.rpartition(".")[2].lstrip("R"), 0.46 * unit, "figure")


def _ink_of(place: str) -> str:
    """Return the ink of the rim around a field: a spoke has the colour it is called by."""
    return f"hat-{HATS[int(place[1])]}" if place.startswith("S") else "ribbon"


def square_around(spot: Spot, reach: float) -> Box:
    """Return the square that reaches that far around a spot, on whole pixels: crisp, and cheap to pack."""
    x, y = round(spot[0]), round(spot[1])
    far = round(reach)
    return x - far, y - far, x + far, y + far
