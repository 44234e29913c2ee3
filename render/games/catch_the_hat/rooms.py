"""The contents of homes and name plates: the die, partners, captured hats."""

from collections.abc import Iterator, Mapping
from functools import partial

from render.canvas.canvas import Box, Canvas, Figure, Spot
from render.canvas.compositor import Sprite, square
from render.contract.scoreboard import Count, Plate, Plates
from render.contract.view import View
from render.games.catch_the_hat.board import CatchTheHatBoard
from render.games.catch_the_hat.colours import HATS
from render.games.catch_the_hat.hats import draw_hat
from render.games.catch_the_hat.homes import partner_badge
from render.games.catch_the_hat.signs import draw_badge
from rules.games.catch_the_hat import HatState

_ABOVE: Mapping[str, tuple[int, ...]] = {"front": (0, 1), "back": (5, 0, 1)}
_BELOW: Mapping[str, tuple[int, ...]] = {"front": (3, 2), "back": (4, 3, 2)}
"""The corners with junctions in the upper and in the lower half, from left to right."""


def sprites(state: HatState, board: CatchTheHatBoard, view: View) -> Iterator[Sprite]:
    """Yield a position's figures next to the homes."""
    for seat, corner in enumerate(state.corners):
        if view.scoreboard is None and _acts(state, seat, view):
            yield _die(board, corner, _face(state))
        partner = board.partner(corner)
        if partner is not None:
            yield _emblem(board, corner, partner)


def _acts(state: HatState, seat: int, view: View) -> bool:
    """Return whether a seat has the die."""
    return state.outcome is None and not view.over and seat == state.mover


def _face(state: HatState) -> int:
    """Return the die's number; 0 before it is rolled."""
    return 6 if state.may_roll_again else state.die or 0


def plates(state: HatState, view: View) -> Plates:
    """Return the players' name plates on the side of their junctions, with their captured hats.

    The die is next to its player's name.
    """
    shown = {corner: _plate(state, seat, corner, view) for seat, corner in enumerate(state.corners)}
    above, below = (
        tuple(shown[corner] for corner in corners[state.side] if corner in shown)
        for corners in (_ABOVE, _BELOW)
    )
    return Plates(above, below, abreast=len(_ABOVE[state.side]))


def _plate(state: HatState, seat: int, corner: int, view: View) -> Plate:
    """Return the plate of a seat with its captures, and with a crown for the leader by captures.

    The holder of the golden hat has the hat as their sign.
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
    counts: tuple[Count, ...] = (Count(key, sign, caught),)
    if _acts(state, seat, view):
        face = _face(state)
        die = Count(("die", face), partial(_draw_small_die, face=face))
        # Next to the die there is no room for a figure that all the others have, too.
        counts = (die, Count("number", None, caught) if key == "caught" else counts[0])
    hat = partial(_draw_piece, letter=letter)
    return Plate(seat, ("mark", letter), mark, counts, struck=seat in state.retired, pieces=(("", hat),))


def _draw_mark(canvas: Canvas, centre: Spot, side: float, *, letter: str) -> None:
    draw_badge(canvas, centre, letter, 0.44 * side)


def _draw_hat(canvas: Canvas, centre: Spot, side: float, *, letter: str) -> None:
    draw_hat(canvas, (centre[0], centre[1] + 0.46 * side), letter, (0.86 * side, 0.92 * side))


def _draw_piece(canvas: Canvas, centre: Spot, side: float, *, letter: str) -> None:
    draw_hat(canvas, (centre[0], centre[1] + 0.46 * side), letter, (0.84 * side, 0.88 * side))


def _draw_caught(canvas: Canvas, centre: Spot, side: float) -> None:
    """Draw a hat on top of another one."""
    for up in (0.0, 0.2):
        foot = centre[0], centre[1] + (0.44 - up) * side
        draw_hat(canvas, foot, "w", (0.74 * side, 0.7 * side), sign=False)


def _die(board: CatchTheHatBoard, corner: int, face: int) -> Sprite:
    """Return the die, blank before it is rolled."""
    side = board.die
    draw = partial(_draw_die, face=face, side=side)
    return Sprite(("die", face), board.room(corner).die, "frame", square(0.5 * side), draw)


def _draw_small_die(canvas: Canvas, centre: Spot, side: float, *, face: int) -> None:
    # Figures may exceed their square a little, and pips must be countable on a phone.
    _draw_die(canvas, face, 1.14 * side, centre)


def _draw_die(canvas: Canvas, face: int, side: float, centre: Spot = (0.0, 0.0)) -> None:
    x, y = centre
    for reach, low, rounding, ink in (
        (0.5, 0.0, 0.16, "edge"),
        (0.46, 0.0, 0.13, "cloth-low"),
        (0.46, 0.05, 0.13, "white"),
    ):
        box: Box = (x - reach * side, y - reach * side, x + reach * side, y + (reach - low) * side)
        canvas.rectangle(box, ink, rounded=rounding * side)
    for across, down in _PIPS[face]:
        canvas.disc((x + across * 0.26 * side, y + (down * 0.25 - 0.025) * side), 0.1 * side, "sign")


def _emblem(board: CatchTheHatBoard, corner: int, partner: int) -> Sprite:
    """Return the partner's sign on a button of its colour."""
    spot, reach = partner_badge(board, corner)

    def draw(canvas: Canvas) -> None:
        draw_badge(canvas, (0.0, 0.0), HATS[partner], reach)

    return Sprite(("emblem", partner, reach), spot, "cloth", square(reach), draw)


def _draw_crown(canvas: Canvas, centre: Spot, side: float) -> None:
    """Draw the leader's crown."""
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
