"""The painter of Catch the Hat: hats as cones, towers, homes, benches and the die."""

from collections.abc import Iterator, Mapping
from functools import partial
from typing import cast

from PIL import Image

from render.catch_the_hat_board import Round, draw_board, square_around
from render.catch_the_hat_colours import HAT_BOARD, HATS
from render.catch_the_hat_hats import HEIGHT, draw_group, draw_row, draw_stack, rise
from render.catch_the_hat_words import Hats, describe
from render.easel import Easel, Stamp, square
from render.sheet import Sheet, Spot
from render.studio import Studio
from render.view import Translate, View
from rules import State


class HatPainter:
    """Paint Catch the Hat. Whoever looks for himself has his home at the bottom."""

    def __init__(self, studio: Studio) -> None:
        self._easel = Easel(studio.using(HAT_BOARD))

    def paint(self, state: State, view: View) -> Image.Image:
        """Return the position as a palette image."""
        hats = cast("Hats", state)
        bottom = None if view.seat is None else hats.corners[view.seat]
        board = Round(view.width, hats.side, hats.corners, bottom)
        return self._easel.paint(
            board,
            view.theme,
            (board.width, board.width),
            partial(draw_board, board=board),
            _stamps(state, hats, board, view),
        )

    def describe(self, state: State, t: Translate, view: View) -> str:
        """Return the position in words."""
        return describe(state, t, view)


def _stamps(state: State, hats: Hats, board: Round, view: View) -> Iterator[Stamp]:
    path = _fields(view.trail or (state.last.path if state.last is not None else ()))
    if state.outcome is None:
        yield from _turn(hats, board)
    yield from (_mark(board, "halo", place) for place in path[-1:])
    yield from (_mark(board, "left", place) for place in path[:-1])
    for seat, letters in hats.secured.items():
        yield _yard(board, hats.corners[seat], letters)
    for corner in hats.corners:
        if f"H{corner}" not in hats.stacks:
            yield _name(board, f"H{corner}")
    for place in sorted(hats.stacks, key=lambda place: board.spot(place)[1]):
        yield _group(board, place, hats.stacks[place], "trail" if place in path else _ground(board, place))
    yield from (_mark(board, "chosen", place) for place in _fields(view.chosen))
    yield from (_mark(board, "target", place) for place in _fields(view.targets))


def _fields(path: tuple[str, ...]) -> tuple[str, ...]:
    """Return the places of a path; a stack may be named behind a colon."""
    return tuple(dict.fromkeys(point.partition(":")[0] for point in path))


def _ground(board: Round, place: str) -> str:
    if place.startswith("H"):
        return "plate"
    return "bench" if place in board.side.benches else "field"


def _group(board: Round, place: str, stacks: tuple[str, ...], ground: str) -> Stamp:
    unit = board.unit
    if place.startswith("H"):
        room = 2 * (board.home - 0.34 * unit)
        draw = partial(draw_row, stacks=stacks, room=room)
        return Stamp(("home", stacks), board.spot(place), ground, square(room / 2), draw)
    breadth = 0.86 * unit
    high = (HEIGHT + max(rise(stack) for stack in stacks)) * breadth
    box = (-1.0 * breadth, -high, 1.0 * breadth, 0.6 * breadth)
    draw = partial(draw_group, stacks=stacks, breadth=breadth)
    return Stamp(("hats", stacks), board.spot(place), ground, box, draw)


def _name(board: Round, home: str) -> Stamp:
    """Return the name of a home, to stand in it while it is empty."""
    size = 0.5 * board.unit

    def draw(sheet: Sheet) -> None:
        sheet.letters((0.0, 0.0), home, size, "figure")

    return Stamp(home, board.spot(home), "plate", square(board.unit), draw)


def _turn(hats: Hats, board: Round) -> Iterator[Stamp]:
    """Yield the die beside the home of the seat whose turn it is, and the ring around that home."""
    corner, unit = hats.corners[hats.mover], board.unit
    distance = board.width * (0.155 if board.name == "front" else 0.12)
    face = 6 if hats.may_roll_again else hats.die or 0
    yield Stamp(
        ("die", face),
        board.around(corner, 0.5, distance),
        "cloth-two",
        square(0.62 * unit),
        partial(_die, face=face, side=unit),
    )
    reach = board.home + round(0.16 * unit)

    def ring(sheet: Sheet) -> None:
        _draw_rim(sheet, reach, unit)

    yield Stamp("turn", board.spot(f"H{corner}"), "cloth", square(reach + 1), ring)


def _draw_rim(sheet: Sheet, reach: float, unit: float) -> None:
    """Draw a rim around a home, inwards from `reach`."""
    sheet.frame(square_around((0.0, 0.0), reach), round(0.16 * unit), "trail-edge", rounded=0.45 * unit)


def _die(sheet: Sheet, face: int, side: float) -> None:
    for reach, rounding, ink in ((0.52, 0.2, "edge"), (0.47, 0.16, "white")):
        sheet.rectangle(
            (-reach * side, -reach * side, reach * side, reach * side), ink, rounded=rounding * side
        )
    for x, y in _PIPS[face]:
        sheet.disc((x * 0.26 * side, y * 0.26 * side), 0.1 * side, "sign")


def _yard(board: Round, corner: int, letters: str) -> Stamp:
    """Return the plate that counts the prisoners a home has secured."""
    unit = board.unit
    kinds = [(letter, letters.count(letter)) for letter in HATS if letter in letters]
    columns = 3 if board.name == "front" else 2
    rows = -(-len(kinds) // columns)
    cell = (1.35 * unit, 0.95 * unit)
    half = (min(len(kinds), columns) * cell[0] / 2 + 0.2 * unit, rows * cell[1] / 2 + 0.14 * unit)
    box = (-half[0], -half[1], half[0], half[1])

    def draw(sheet: Sheet) -> None:
        thin, rim = max(1.0, 0.05 * unit), 0.12 * unit
        for shrink, ink in (
            (0.0, "edge"),
            (thin, f"hat-{HATS[corner]}"),
            (rim, "edge"),
            (rim + thin, "plate"),
        ):
            inner = (box[0] + shrink, box[1] + shrink, box[2] - shrink, box[3] - shrink)
            sheet.rectangle(inner, ink, rounded=0.24 * unit - shrink / 2)
        for index, (letter, number) in enumerate(kinds):
            in_row = min(columns, len(kinds) - index // columns * columns)
            x = (index % columns - (in_row - 1) / 2) * cell[0]
            y = (index // columns - (rows - 1) / 2) * cell[1]
            draw_stack(sheet, (x - 0.28 * unit, y + 0.34 * unit), letter, 0.62 * unit)
            sheet.letters((x + 0.32 * unit, y), str(number), 0.58 * unit, "figure")

    distance = board.width * (0.275 if board.name == "front" else 0.215)
    return Stamp(("yard", corner, letters), board.around(corner, 0.5, distance), "cloth-two", box, draw)


def _mark(board: Round, name: str, place: str) -> Stamp:
    unit = board.unit
    at_home = place.startswith("H")
    reach = board.home if at_home else 0.56 * unit

    def draw(sheet: Sheet) -> None:
        centre = (0.0, 0.0)
        if name == "target":
            sheet.disc(centre, 0.3 * unit, "white")
            sheet.disc(centre, 0.24 * unit, "hint")
        elif at_home:
            sheet.frame(square(reach), 0.2 * unit, _INKS[name], rounded=0.3 * unit)
        elif name == "chosen":
            sheet.ring(centre, reach, 0.13 * unit, "hint")
        elif name == "halo":
            sheet.disc(centre, reach, "trail-edge")
            sheet.disc(centre, reach - 0.07 * unit, "trail")
        else:
            sheet.ring(centre, reach, 0.16 * unit, "trail-edge")
            sheet.ring(centre, reach - 0.04 * unit, 0.08 * unit, "trail")

    return Stamp((name, reach), board.spot(place), "cloth", square(reach + 1), draw)


_INKS = {"chosen": "hint", "halo": "trail", "left": "trail"}

_PIPS: Mapping[int, tuple[Spot, ...]] = {
    0: (),
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
