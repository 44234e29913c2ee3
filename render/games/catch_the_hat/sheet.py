"""The sheet without hats: a wooden board with inlaid fields, and a room of woven paper for each home."""

from collections.abc import Iterator
from typing import Final

from render.canvas.canvas import Box, Canvas, Spot, star
from render.canvas.fonts import FIGURES
from render.canvas.frame import draw_frame
from render.games.catch_the_hat.board import CatchTheHatBoard
from render.games.catch_the_hat.colours import HATS
from render.games.catch_the_hat.pieces import draw_shape, draw_sign
from render.games.catch_the_hat.plans import Room

# How many strokes of grain, and how many rows from thread to thread; the back has less room for bytes.
_GRAIN: Final = {"front": 300, "back": 64}
_THREAD: Final = {"front": 5, "back": 10}


def draw_sheet(canvas: Canvas, board: CatchTheHatBoard) -> None:
    """Draw the sheet before the hats come."""
    width, height = board.size
    draw_frame(canvas, width, height)
    _draw_grain(canvas, board)
    if board.strip:
        thin = max(1, width // 400)
        canvas.rectangle((thin, board.strip - thin, width - thin, board.strip), "frame-low")
    for corner in range(board.side.corners):
        _draw_room(canvas, board, corner)
    _draw_tracks(canvas, board)
    for place in board.side.fields:
        draw_field(canvas, board, place, board.spot(place))


def _draw_grain(canvas: Canvas, board: CatchTheHatBoard) -> None:
    """Draw the grain of the wood along the rows, where it packs best."""
    width, height = board.size
    chance, thin = _Chance(7), max(1, round(board.scale))
    for _ in range(_GRAIN[board.name]):
        x, y = chance.below(width), chance.below(height)
        reach = round((30 + chance.below(150)) * board.scale)
        ink = "grain" if chance.below(3) else "grain-two"
        deep = thin * (1 + chance.below(2))
        canvas.rectangle((max(2 * thin, x - reach), y, min(width - 2 * thin, x + reach), y + deep), ink)


def _draw_tracks(canvas: Canvas, board: CatchTheHatBoard) -> None:
    """Draw the joints between the fields, upright where the fields nearly touch."""
    half, middle = max(1, round(5 * board.scale)), board.spot("C")
    for start, end in board.side.edges:
        if start.startswith("H"):
            continue
        (x, y), (u, v) = board.spot(start), board.spot(end)
        if x == u or y == v:
            boxes = [(min(x, u), min(y, v), max(x, u), max(y, v))]
        elif start.startswith("R") and end.startswith("R"):
            # Around the blunt corner.
            far = max(x, u, key=lambda at: abs(at - middle[0])), max(y, v, key=lambda at: abs(at - middle[1]))
            boxes = [
                (min(x, far[0]), min(y, far[1]), max(x, far[0]), max(y, far[1])),
                (min(u, far[0]), min(v, far[1]), max(u, far[0]), max(v, far[1])),
            ]
        else:
            joint = round((x + u) / 2), round((y + v) / 2)
            boxes = [(joint[0] - half, joint[1], joint[0] + half, joint[1])]
        for left, top, right, bottom in boxes:
            canvas.rectangle((left - half, top - half, right + half, bottom + half), "track")


def _draw_room(canvas: Canvas, board: CatchTheHatBoard, corner: int) -> None:
    room, letter, scale = board.room(corner), HATS[corner], board.scale
    used = corner in board.corners
    ink = f"hat-{letter}" if used else "faded"
    tint = f"tint-{letter}" if used else "tint"
    partner = board.partner(corner)
    lining = ink if partner is None else f"hat-{HATS[partner]}"
    thin = max(1, round(2 * scale))
    for shrink, layer in ((0, "edge"), (thin, ink)):
        for left, top, right, bottom in room.doors if used else ():
            canvas.rectangle((left + shrink, top + shrink, right - shrink, bottom - shrink), layer)
        _fill(canvas, room, shrink, layer)
    for left, top, right, bottom in room.doors if used else ():
        canvas.rectangle((left + thin, top + thin, right - thin, bottom - thin), ink)
    for reach, layer in ((3 * thin, lining), (4 * thin, "edge"), (5 * thin, tint)):
        _fill(canvas, room, reach, layer)
    _draw_threads(canvas, room, 5 * thin, f"{tint}-two", board)
    middle, free = room.emblem
    if used and partner is None:
        draw_sign(canvas, middle, letter, (1.5 if board.name == "front" else 0.9) * free, f"{tint}-two")
    if not used:
        left, top, right, bottom = room.bands[len(room.bands) // 2]
        high = 0.8 * (bottom - top)
        foot = (left + right) / 2, (top + bottom + high) / 2
        draw_shape(canvas, foot, (0.8 * high, high), f"{tint}-two")
    if used:
        left, top, right, bottom = room.hats
        canvas.rectangle((left, top, right, bottom), "edge")
        canvas.rectangle((left + thin / 2, top + thin / 2, right - thin / 2, bottom - thin / 2), "mat")


def _fill(canvas: Canvas, room: Room, inset: int, ink: str) -> None:
    """Fill a room but for a seam inside its outline."""
    for left, top, right, bottom in _inner(room, inset):
        canvas.rectangle((left, top, right, bottom), ink)


def _inner(room: Room, inset: int) -> Iterator[Box]:
    """Yield the bands of a room without a seam: where two meet, the broader one gives way."""
    bands = room.bands
    for index, (left, top, right, bottom) in enumerate(bands):
        broad = right - left
        first, last = index == 0, index == len(bands) - 1
        grows = first or bands[index - 1][2] - bands[index - 1][0] < broad
        wanes = last or bands[index + 1][2] - bands[index + 1][0] < broad
        yield (
            left + inset,
            top + (inset if grows else -inset),
            right - inset,
            bottom - (inset if wanes else -inset),
        )


def _draw_threads(canvas: Canvas, room: Room, inset: int, ink: str, board: CatchTheHatBoard) -> None:
    """Draw the threads of woven paper, broken ones, from edge to edge of a room."""
    scale = board.scale
    thin = max(1, round(scale))
    apart = _THREAD[board.name] * thin
    for left, top, right, bottom in _inner(room, inset):
        chance = _Chance(round(left + 3 * top + 7))
        for y in range(round(top) + apart, round(bottom) - thin, apart):
            x = float(left + chance.below(round(90 * scale) + 1))
            while x < right - 6 * thin:
                end = min(right, x + (12 + chance.below(90)) * scale)
                canvas.rectangle((round(x), y, round(end), y + thin), ink)
                x = end + (40 + chance.below(220)) * scale


def draw_field(
    canvas: Canvas,
    board: CatchTheHatBoard,
    place: str,
    spot: Spot,
    ground: str | None = None,
    *,
    bare: bool = False,
) -> None:
    """Draw a field around a spot, on its own ground or on that of a mark; a `bare` one without its name."""
    half, thin = board.cell // 2, max(1, round(1.6 * board.scale))
    bench = place in board.side.benches
    ink = ground or ("bench" if bench else "field")
    rim = rim_of(board, place)
    inner = thin if rim is None else round(6 * board.scale)
    for shrink, layer in ((0, "edge"), (thin, rim or ink), (inner, ink)):
        step = 0 if bench else max(1, round((4 if shrink <= thin else 2) * board.scale))
        if shrink == inner != thin and place.startswith("R"):
            # Two figures leave no room for a rim at their sides.
            flat = half - thin
            canvas.rectangle(
                (spot[0] - flat, spot[1] - half + inner, spot[0] + flat, spot[1] + half - inner), layer
            )
        else:
            _draw_block(canvas, spot, half - shrink, step, layer)
    if bench:
        for level in (-0.37, 0.37):
            y = spot[1] + round(level * 2 * half) - thin // 2
            canvas.rectangle((spot[0] - 0.6 * half, y, spot[0] + 0.6 * half, y + thin), "edge")
    if bare:
        return
    if place == "C":
        canvas.polygon(star(spot, (0.8 * half, 0.34 * half), 16), "figure")
        return
    canvas.figures(spot, place.rpartition(".")[2].lstrip("R"), FIGURES * board.width, "figure")


def _draw_block(canvas: Canvas, spot: Spot, reach: float, step: int, ink: str) -> None:
    """Draw a square with a step at its corners: cheaper to pack than a curve, and round when small."""
    x, y = spot
    for across, down in ((reach, reach - step), (reach - step, reach)):
        canvas.rectangle((x - across, y - down, x + across, y + down), ink)


def rim_of(board: CatchTheHatBoard, place: str) -> str | None:
    """Return the ink of the rim around a field: the colour it is called by, or whose home is there."""
    corner = board.corner_of(place)
    return None if corner is None else f"hat-{HATS[corner]}"


class _Chance:
    """Numbers without order, the same on every machine (Park and Miller's generator)."""

    def __init__(self, seed: int) -> None:
        self._value = seed * 7919 % 2147483647 or 1

    def below(self, bound: int) -> int:
        self._value = self._value * 48271 % 2147483647
        return self._value % max(1, bound)
