"""Homes: stalls with a striped awning and shelves for the hats of a colour."""

from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil
from typing import Final

from render.canvas.canvas import Box, Canvas, Spot
from render.canvas.curves import arc
from render.games.catch_the_hat.board import CatchTheHatBoard
from render.games.catch_the_hat.colours import HATS, ground
from render.games.catch_the_hat.hats import HatSize, draw_hat, hat_shadow
from render.games.catch_the_hat.signs import draw_badge

_AWNING: Final = 40.0
_LOW_AWNING: Final = 30.0
_LOW: Final = 110.0
"""The heights of an awning, and of a low stall's base line, in a picture 800 wide."""
_SHELF, _POST = 7.0, 7.0
_STRIPE: Final = 19.0


@dataclass(frozen=True, slots=True)
class Shelves:
    """The room for a home's hats: a box in pixels, and the hats per row."""

    box: Box
    columns: int
    rows: int
    shelf: float

    def feet(self, number: int) -> Iterator[Spot]:
        """Yield the places of hats, row by row; surplus hats overlap."""
        left, top, right, bottom = self.box
        columns = max(self.columns, ceil(number / self.rows))
        pitch, deep = (right - left) / columns, (bottom - top) / self.rows
        for index in range(number):
            row, column = divmod(index, columns)
            yield left + (column + 0.5) * pitch, top + (row + 1) * deep - 0.55 * self.shelf

    def hat(self, number: int) -> HatSize:
        """Return the size of each hat."""
        left, top, right, bottom = self.box
        columns = max(self.columns, ceil(number / self.rows))
        high = (bottom - top) / self.rows - self.shelf
        return min(0.98 * (right - left) / columns, 0.92 * high), 0.98 * high


def shelves(board: CatchTheHatBoard, corner: int) -> Shelves:
    room, scale = board.room(corner), board.scale
    left, top, right, bottom = room.box
    box = (left + _POST * scale, top + 0.86 * _awning(board, room.box), right - _POST * scale, bottom)
    return Shelves(box, room.columns, ceil(board.side.hats / room.columns), _SHELF * scale)


def partner_badge(board: CatchTheHatBoard, corner: int) -> tuple[Spot, float]:
    """Return the place and radius of a partner's sign on the awning of a home."""
    _, top, right, _ = board.room(corner).box
    high = _awning(board, board.room(corner).box)
    return (round(right - 0.52 * high), round(top + 0.5 * high)), 0.42 * high


def draw_waiting(canvas: Canvas, board: CatchTheHatBoard, corner: int, hats: tuple[str, ...]) -> None:
    """Draw a home's hats around the middle of its room."""
    x, y = board.spot(f"H{corner}")
    places = shelves(board, corner)
    number = max(board.side.hats, len(hats))
    size = places.hat(number)
    feet = [(foot[0] - x, foot[1] - y) for foot in places.feet(number)][: len(hats)]
    for foot in feet:
        canvas.polygon(hat_shadow(foot, size, 0.03 * size[0]), "inside-low")
    for hat, foot in zip(hats, feet, strict=True):
        draw_hat(canvas, foot, hat[0], size)


def draw_home_shadow(canvas: Canvas, board: CatchTheHatBoard, corner: int, tone: int) -> None:
    """Draw the shadow of a stall on ground of a tone."""
    scale = board.scale
    left, top, right, bottom = board.room(corner).box
    for step in range(5):
        grow = (7 - 1.6 * step) * scale
        canvas.rectangle(
            (left - grow + 3 * scale, top + 8 * scale, right + grow - 3 * scale, bottom + 2 * scale + grow),
            ground(tone + 1 + step),
            rounded=8 * scale,
        )


def draw_home(canvas: Canvas, board: CatchTheHatBoard, corner: int) -> None:
    """Draw the stall of a corner; it is shut if it has no owner."""
    room, scale = board.room(corner), board.scale
    left, top, right, bottom = room.box
    thin = max(1.0, 2 * scale)
    canvas.rectangle((left, top + 6 * scale, right, bottom), "edge", rounded=3 * scale)
    inner = (left + thin, top + 6 * scale, right - thin, bottom - thin)
    used = corner in board.corners
    if used:
        canvas.rectangle(inner, "inside")
        under = top + _awning(board, room.box)
        canvas.rectangle((inner[0], top + 6 * scale, inner[2], under + 8 * scale), "inside-low")
        _draw_shelves(canvas, board, corner, inner)
    else:
        _draw_shutter(canvas, inner, scale)
    for at in (inner[0], inner[2] - (_POST - 2) * scale):
        post = (at, inner[1], at + (_POST - 2) * scale, inner[3])
        canvas.rectangle(post, "plank-low")
        canvas.rectangle((post[0], post[1], post[2] - thin, post[3]), "plank")
    _draw_awning(canvas, board, corner, used=used)


def _awning(board: CatchTheHatBoard, box: Box) -> float:
    return board.scale * (_LOW_AWNING if box[3] - box[1] < _LOW * board.scale else _AWNING)


def _draw_shelves(canvas: Canvas, board: CatchTheHatBoard, corner: int, inner: Box) -> None:
    places, scale = shelves(board, corner), board.scale
    _, top, _, bottom = places.box
    deep = (bottom - top) / places.rows
    for row in range(1, places.rows + 1):
        y = top + row * deep - places.shelf
        low = min(y + places.shelf, inner[3])
        canvas.rectangle((inner[0], y, inner[2], low), "plank")
        canvas.rectangle((inner[0], y, inner[2], y + 2 * scale), "plank-high")
        if row < places.rows:
            canvas.rectangle((inner[0], low - scale, inner[2], low), "plank-low")
            canvas.rectangle((inner[0], low, inner[2], low + 4 * scale), "inside-low")


def _draw_shutter(canvas: Canvas, inner: Box, scale: float) -> None:
    """Draw the boards of a shut stall."""
    canvas.rectangle(inner, "faded")
    y = inner[1] + 10 * scale
    while y < inner[3]:
        canvas.rectangle((inner[0], y, inner[2], y + 2 * scale), "faded-low")
        y += 12 * scale


def _draw_awning(canvas: Canvas, board: CatchTheHatBoard, corner: int, *, used: bool) -> None:
    """Draw the awning: coloured and plain stripes with round ends, and a button with the sign."""
    room, scale, letter = board.room(corner), board.scale, HATS[corner]
    left, top, right, _ = room.box
    high, lean = _awning(board, room.box), 7 * scale
    near, far = left - 4 * scale, right + 4 * scale
    number = 2 * round((far - near) / scale / _STRIPE / 2) + 1
    broad, narrow = (far - near) / number, (far - near - 2 * lean) / number
    drop = top + high - broad / 2
    thin = max(1.0, 1.6 * scale)
    inks = ("hat-", "light-", "deep-") if used else ("faded", "faded", "faded-low")

    def stripe(index: int, top: float, grow: float, ink: str) -> None:
        upper, lower = near + lean + index * narrow, near + index * broad
        middle = (lower + broad / 2, drop)
        canvas.polygon(
            (
                (upper - grow, top), (upper + narrow + grow, top), (lower + broad + grow, drop),
                *arc(middle, broad / 2 + grow, broad / 2 + grow, 0, 180), (lower - grow, drop),
            ),
            ink,
        )  # fmt: skip

    def of(part: int, index: int) -> str:
        if index % 2:
            # White is hardly visible next to plain cloth.
            return "deep-w" if used and letter == "w" else ("cloth", "cloth", "cloth-low")[part]
        return f"{inks[part]}{letter}" if used else inks[part]

    for index in range(number):
        stripe(index, top, thin, "edge")
    for index in range(number):
        stripe(index, top + thin, -0.2 * scale, of(2, index))
        canvas.polygon(
            _lit(near, lean, index, (broad, narrow), (top + thin, drop + 0.1 * broad)), of(0, index)
        )
        canvas.polygon(
            _lit(near, lean, index, (broad, narrow), (top + thin, top + 0.34 * high)), of(1, index)
        )
    if used:
        draw_badge(canvas, ((left + right) / 2, top + 0.5 * high), letter, 0.46 * high)


def _lit(
    near: float, lean: float, index: int, breadths: tuple[float, float], levels: tuple[float, float]
) -> list[Spot]:
    """Return a stripe's part between two heights, scaled towards the awning's lower end."""
    broad, narrow = breadths
    top, bottom = levels
    share = 1.0 if bottom - top > broad else (bottom - top) / (1.8 * broad)
    at = [near + lean + index * narrow, near + lean + (index + 1) * narrow]
    to = [near + index * broad, near + (index + 1) * broad]
    low = [one + (other - one) * share for one, other in zip(at, to, strict=True)]
    return [(at[0], top), (at[1], top), (low[1], bottom), (low[0], bottom)]
