"""The painter of Catch the Hat: hats as cones, towers, homes, benches and the die."""

from collections.abc import Iterator, Mapping
from functools import partial

from PIL import Image

from render.canvas.canvas import Canvas, Spot
from render.canvas.compositor import Compositor, Sprite, square
from render.canvas.resources import Resources
from render.contract.alt_text import Sentence, Translate
from render.contract.painter import GamePainter
from render.contract.scoreboard import Plate, Plates
from render.contract.view import Orientation, View
from render.games.catch_the_hat.board import CatchTheHatBoard, draw_board, square_around
from render.games.catch_the_hat.colours import HATS, INKS
from render.games.catch_the_hat.pieces import HEIGHT, draw_group, draw_row, draw_stack, rise
from render.games.catch_the_hat.words import describe
from rules.games.catch_the_hat import GAME, HatState


class CatchTheHatPainter:
    """Paint Catch the Hat. Players see their own home at the bottom."""

    def __init__(self, resources: Resources) -> None:
        self._compositor = Compositor(resources)

    def paint(self, state: HatState, view: View) -> Image.Image:
        """Return the position as a palette image."""
        board = _board(state, view)
        return self._compositor.paint(
            board,
            view.theme,
            (board.width, board.width),
            partial(draw_board, board=board),
            _sprites(state, board, view),
        )

    def describe(self, state: HatState, t: Translate, view: View) -> tuple[Sentence, ...]:
        """Return the position in words."""
        return describe(state, t, view)

    def orientation(self, state: HatState, view: View) -> Orientation:
        """Return how the board lies."""
        return Orientation.TURNED if _board(state, view).turn else Orientation.NEUTRAL

    def plates(self, state: HatState, view: View) -> Plates:  # noqa: ARG002 -- every painter is asked so
        """Return the lines of the players in the order in which they sit around the board."""
        plates = tuple(
            Plate(seat, ("hat", HATS[corner]), partial(_hat, letter=HATS[corner]))
            for seat, corner in enumerate(state.corners)
        )
        return Plates(plates[: len(plates) // 2], plates[len(plates) // 2 :])


def _hat(canvas: Canvas, centre: Spot, side: float, letter: str) -> None:
    """Draw a single hat around a spot."""
    draw_stack(canvas, (centre[0], centre[1] + 0.3 * side), letter, 0.6 * side)


def _board(state: HatState, view: View) -> CatchTheHatBoard:
    bottom = None if view.seat is None else state.corners[view.seat]
    return CatchTheHatBoard(view.width, state.side, state.corners, bottom)


def _sprites(state: HatState, board: CatchTheHatBoard, view: View) -> Iterator[Sprite]:
    path = _fields(view.trail or (state.last.path if state.last is not None else ()))
    if state.outcome is None:
        yield from _turn(state, board)
    yield from (_mark(board, "halo", place) for place in path[-1:])
    yield from (_mark(board, "left", place) for place in path[:-1])
    for seat, letters in state.secured.items():
        yield _prisoners(board, state.corners[seat], letters)
    for place in sorted(state.stacks, key=lambda place: board.spot(place)[1]):
        yield _group(board, place, state.stacks[place], "trail" if place in path else _ground(board, place))
    yield from (_mark(board, "chosen", place) for place in _fields(view.chosen))
    yield from (_mark(board, "target", place) for place in _fields(view.targets))


def _fields(path: tuple[str, ...]) -> tuple[str, ...]:
    """Return the places of a path; a stack may be named behind a colon."""
    return tuple(dict.fromkeys(point.partition(":")[0] for point in path))


def _ground(board: CatchTheHatBoard, place: str) -> str:
    if place.startswith("H"):
        return "plate"
    return "bench" if place in board.side.benches else "field"


def _group(board: CatchTheHatBoard, place: str, stacks: tuple[str, ...], ground: str) -> Sprite:
    unit = board.unit
    if place.startswith("H"):
        room = 2 * (board.home - 0.34 * unit)
        draw = partial(draw_row, stacks=stacks, room=room)
        return Sprite(("home", stacks), board.spot(place), ground, square(room / 2), draw)
    breadth = 0.86 * unit
    high = (HEIGHT + max(rise(stack) for stack in stacks)) * breadth
    box = (-1.0 * breadth, -high, 1.0 * breadth, 0.6 * breadth)
    draw = partial(draw_group, stacks=stacks, breadth=breadth)
    return Sprite(("hats", stacks), board.spot(place), ground, box, draw)


def _turn(state: HatState, board: CatchTheHatBoard) -> Iterator[Sprite]:
    """Yield the die beside the home of the seat whose turn it is, and the ring around that home."""
    corner, unit = state.corners[state.mover], board.unit
    distance = board.width * (0.155 if board.name == "front" else 0.12)
    face = 6 if state.may_roll_again else state.die or 0
    yield Sprite(
        ("die", face),
        board.around(corner, 0.5, distance),
        "cloth-two",
        square(0.62 * unit),
        partial(_die, face=face, side=unit),
    )
    reach = board.home + round(0.16 * unit)

    def ring(canvas: Canvas) -> None:
        _draw_rim(canvas, reach, unit)

    yield Sprite("turn", board.spot(f"H{corner}"), "cloth", square(reach + 1), ring)


def _draw_rim(canvas: Canvas, reach: float, unit: float) -> None:
    """Draw a rim around a home, inwards from `reach`."""
    canvas.frame(square_around((0.0, 0.0), reach), round(0.16 * unit), "trail-edge", rounded=0.45 * unit)


def _die(canvas: Canvas, face: int, side: float) -> None:
    for reach, rounding, ink in ((0.52, 0.2, "edge"), (0.47, 0.16, "white")):
        canvas.rectangle(
            (-reach * side, -reach * side, reach * side, reach * side), ink, rounded=rounding * side
        )
    for x, y in _PIPS[face]:
        canvas.disc((x * 0.26 * side, y * 0.26 * side), 0.1 * side, "sign")


def _prisoners(board: CatchTheHatBoard, corner: int, letters: str) -> Sprite:
    """Return the plate that counts the prisoners a home has secured."""
    unit = board.unit
    kinds = [(letter, letters.count(letter)) for letter in HATS if letter in letters]
    columns = 3 if board.name == "front" else 2
    rows = -(-len(kinds) // columns)
    cell = (1.35 * unit, 0.95 * unit)
    half = (min(len(kinds), columns) * cell[0] / 2 + 0.2 * unit, rows * cell[1] / 2 + 0.14 * unit)
    box = (-half[0], -half[1], half[0], half[1])

    def draw(canvas: Canvas) -> None:
        thin, rim = max(1.0, 0.05 * unit), 0.12 * unit
        for shrink, ink in (
            (0.0, "edge"),
            (thin, f"hat-{HATS[corner]}"),
            (rim, "edge"),
            (rim + thin, "plate"),
        ):
            inner = (box[0] + shrink, box[1] + shrink, box[2] - shrink, box[3] - shrink)
            canvas.rectangle(inner, ink, rounded=0.24 * unit - shrink / 2)
        for index, (letter, number) in enumerate(kinds):
            in_row = min(columns, len(kinds) - index // columns * columns)
            x = (index % columns - (in_row - 1) / 2) * cell[0]
            y = (index // columns - (rows - 1) / 2) * cell[1]
            draw_stack(canvas, (x - 0.28 * unit, y + 0.34 * unit), letter, 0.62 * unit)
            canvas.text((x + 0.32 * unit, y), str(number), 0.58 * unit, "figure")

    distance = board.width * (0.275 if board.name == "front" else 0.215)
    return Sprite(("prisoners", corner, letters), board.around(corner, 0.5, distance), "cloth-two", box, draw)


def _mark(board: CatchTheHatBoard, name: str, place: str) -> Sprite:
    unit = board.unit
    at_home = place.startswith("H")
    reach = board.home if at_home else 0.56 * unit

    def draw(canvas: Canvas) -> None:
        centre = (0.0, 0.0)
        if name == "target":
            canvas.disc(centre, 0.3 * unit, "white")
            canvas.disc(centre, 0.24 * unit, "hint")
        elif at_home:
            canvas.frame(square(reach), 0.2 * unit, _INKS[name], rounded=0.3 * unit)
        elif name == "chosen":
            canvas.ring(centre, reach, 0.13 * unit, "hint")
        elif name == "halo":
            canvas.disc(centre, reach, "trail-edge")
            canvas.disc(centre, reach - 0.07 * unit, "trail")
        else:
            canvas.ring(centre, reach, 0.16 * unit, "trail-edge")
            canvas.ring(centre, reach - 0.04 * unit, 0.08 * unit, "trail")

    return Sprite((name, reach), board.spot(place), "cloth", square(reach + 1), draw)


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


PAINTER = GamePainter(GAME.key, HatState, INKS, CatchTheHatPainter)
