"""What is laid into the homes and beside the names of the players: the die, partners, what was caught."""

from collections.abc import Iterator, Mapping
from functools import partial

from render.canvas.canvas import Box, Canvas, Figure, Spot
from render.canvas.compositor import Sprite, square
from render.contract.scoreboard import Count, Plate, Plates
from render.contract.view import View
from render.games.catch_the_hat.board import CatchTheHatBoard
from render.games.catch_the_hat.colours import HATS
from render.games.catch_the_hat.pieces import draw_hat, draw_shape, draw_sign
from rules.games.catch_the_hat import HatState

_ABOVE: Mapping[str, tuple[int, ...]] = {"front": (0, 1), "back": (5, 0, 1)}
_BELOW: Mapping[str, tuple[int, ...]] = {"front": (3, 2), "back": (4, 3, 2)}
"""The corners whose junctions lie in the upper and in the lower half, from left to right."""


def sprites(state: HatState, board: CatchTheHatBoard, view: View) -> Iterator[Sprite]:
    """Yield the figures that a position shows beside the homes."""
    for seat, corner in enumerate(state.corners):
        if state.outcome is None and not view.over and seat == state.mover:
            yield _die(board, corner, 6 if state.may_roll_again else state.die or 0)
        partner = board.partner(corner)
        if partner is not None:
            yield _emblem(board, corner, partner)


def plates(state: HatState) -> Plates:
    """Return the names of the players on the side of their junctions, with the hats they have caught."""
    shown = {corner: _plate(state, seat, corner) for seat, corner in enumerate(state.corners)}
    above, below = (
        tuple(shown[corner] for corner in corners[state.side] if corner in shown)
        for corners in (_ABOVE, _BELOW)
    )
    return Plates(above, below, abreast=len(_ABOVE[state.side]))


def _plate(state: HatState, seat: int, corner: int) -> Plate:
    """Return the name of a seat with what it has caught, and with the sign of who leads by that.

    Who holds the golden hat has that as their sign.
    """
    caught, letter = state.scores[seat], HATS[corner]
    sign: Figure | None = None
    if state.golden_holder == seat:
        key, sign = "golden", partial(_draw_hat, letter="*")
    elif seat in state.leaders:
        key, sign = "leads", _draw_crown
    elif len(_ABOVE[state.side]) == 2:
        key, sign = "caught", _draw_caught
    else:
        key = "number"
    mark = partial(_draw_mark, letter=letter)
    return Plate(seat, ("mark", letter), mark, (Count(key, sign, caught),), struck=seat in state.retired)


def _draw_mark(canvas: Canvas, centre: Spot, side: float, *, letter: str) -> None:
    """Draw the sign of a colour on a square of it."""
    reach, thin = 0.42 * side, max(1.0, 0.04 * side)
    for shrink, ink in ((0.0, "edge"), (thin, f"hat-{letter}")):
        across = reach - shrink
        box = (centre[0] - across, centre[1] - across, centre[0] + across, centre[1] + across)
        canvas.rectangle(box, ink, rounded=0.1 * side)
    draw_sign(canvas, centre, letter, 0.55 * side)


def _draw_hat(canvas: Canvas, centre: Spot, side: float, *, letter: str) -> None:
    draw_hat(canvas, (centre[0], centre[1] + 0.46 * side), letter, (0.8 * side, 0.92 * side))


def _draw_caught(canvas: Canvas, centre: Spot, side: float) -> None:
    """Draw a hat that sits on another one."""
    for up, ink in ((0.0, "faded"), (0.3, "bench")):
        foot = centre[0], centre[1] + (0.46 - up) * side
        draw_shape(canvas, foot, (0.74 * side, 0.64 * side), "edge")
        draw_shape(canvas, foot, (0.74 * side, 0.64 * side), ink, shrink=max(1.0, 0.04 * side))


def _die(board: CatchTheHatBoard, corner: int, face: int) -> Sprite:
    """Return the die; blank before it is rolled."""
    side = board.die
    draw = partial(_draw_die, face=face, side=side)
    return Sprite(("die", face), board.room(corner).die, "frame", square(0.5 * side), draw)


def _draw_die(canvas: Canvas, face: int, side: float) -> None:
    for reach, rounding, ink in ((0.5, 0.16, "edge"), (0.46, 0.13, "white")):
        box: Box = (-reach * side, -reach * side, reach * side, reach * side)
        canvas.rectangle(box, ink, rounded=rounding * side)
    for x, y in _PIPS[face]:
        canvas.disc((x * 0.26 * side, y * 0.26 * side), 0.095 * side, "sign")


def _emblem(board: CatchTheHatBoard, corner: int, partner: int) -> Sprite:
    """Return the sign of the partner on a disc of its colour."""
    reach, thin = 24 * board.scale, max(1.0, 2 * board.scale)

    def draw(canvas: Canvas) -> None:
        for shrink, ink in ((0.0, "edge"), (thin, f"hat-{HATS[partner]}")):
            canvas.banded_disc((0.0, 0.0), reach - shrink, ink)
        draw_sign(canvas, (0.0, 0.0), HATS[partner], 0.9 * reach)

    return Sprite(("emblem", partner), board.room(corner).emblem, "frame", square(reach), draw)


def _draw_crown(canvas: Canvas, centre: Spot, side: float) -> None:
    """Draw the crown of who leads."""
    outline = [(centre[0] + x * side, centre[1] + y * side) for x, y in _CROWN]
    canvas.outline(outline, max(2.0, 0.08 * side), "edge")
    canvas.polygon(outline, "hat-*")


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
