"""A part of a knockout's bracket as a tree: the pairings, their winners, and their next pairing.

The caller supplies all words. Winners have a band; an open place is a ring.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from render.charts.figures import draw_cup
from render.charts.pen import LINE, MARGIN, SMALL_SIZE, TEXT_SIZE, ChartPen, height_of_page

MAX_PLACES: Final = 8
MAX_ROUNDS: Final = 3
_WIDTHS: Final = {1: (740,), 2: (422, 294), 3: (280, 220, 192)}
"""The width of each round, by the number of rounds: the first has the names, the others repeat them."""
_BETWEEN: Final = 24
"""The horizontal gap between two rounds, for the connecting lines."""
_APART: Final = 14
"""The vertical gap between two pairings of the first round."""
_INSET: Final = 8
_CORNER: Final = 8
_RULE: Final = 3
_OPEN: Final = 9.0


@dataclass(frozen=True, slots=True)
class BracketPlace:
    """A place in a pairing: its entrant (empty while open) and points (empty if there are none yet).

    If `points` is None the place cannot score; `through` is the entrant who advances. `otherwise` is written
    if no font has the name's glyphs. A `cup` precedes the name of the winner.
    """

    name: str
    points: str | None = None
    through: bool = False
    otherwise: str = ""
    cup: bool = False


@dataclass(frozen=True, slots=True)
class BracketChart:
    """The picture's content: a title, the headings of the rounds, and the places of each round.

    Two successive places form a pairing, whose winner has a place in the next round. At most 8 places of a
    first round are drawn, and 3 rounds.
    """

    title: str
    columns: Sequence[str]
    rounds: Sequence[Sequence[BracketPlace]]
    closing: Sequence[str] = ()


def height_of_bracket(chart: BracketChart) -> int:
    """Return the height of a bracket's picture in pixels."""
    places = min(MAX_PLACES, max(map(len, chart.rounds), default=0))
    pairings = -(-places // 2)
    return height_of_page((1 + places + len(chart.closing)) * LINE + max(0, pairings - 1) * _APART)


def draw_bracket(pen: ChartPen, chart: BracketChart) -> None:
    rounds = [places[: MAX_PLACES >> number] for number, places in enumerate(chart.rounds[:MAX_ROUNDS])]
    pen.title(chart.title)
    left = float(MARGIN)
    tops = [pen.top + LINE + place * LINE + place // 2 * _APART for place in range(len(rounds[0]))]
    bottom = tops[-1] + LINE
    for number, (places, width) in enumerate(zip(rounds, _WIDTHS[len(rounds)], strict=True)):
        if number:
            tops = [(tops[place] + tops[place + 1]) / 2 for place in range(0, len(tops) - 1, 2)]
        heading = chart.columns[number]
        pen.write_left(heading, pen.top, at=left + _INSET, room=width, size=SMALL_SIZE, ink="quiet")
        for place, top in zip(places, tops, strict=True):
            _draw_place(pen, place, left, top, width)
        if number + 1 < len(rounds):
            _join(pen, tops, left + width)
        left += width + _BETWEEN
    for line in chart.closing:
        pen.write_left(line, bottom + _INSET, size=SMALL_SIZE, ink="quiet")
        bottom += LINE


def _draw_place(pen: ChartPen, place: BracketPlace, left: float, top: float, width: float) -> None:
    box = (left, top + 2, left + width, top + LINE - 2)
    pen.canvas.rectangle(box, "grid", rounded=_CORNER)
    inner = (box[0] + 2, box[1] + 2, box[2] - 2, box[3] - 2)
    pen.canvas.rectangle(inner, "band" if place.through else "stripe", rounded=_CORNER - 2)
    text, edge = top + (LINE - TEXT_SIZE) / 2, left + width - _INSET
    if place.points is not None:
        edge = _draw_points(pen, place.points, text, edge) - _INSET
        # Some names end in a number.
        pen.canvas.rectangle((edge - _RULE, top + _INSET, edge, top + LINE - _INSET), "drawn")
        edge -= _RULE
    at = left + _INSET
    if place.cup:
        draw_cup(pen.canvas, (at + 0.4 * LINE, top + LINE / 2), 0.8 * LINE)
        at += 0.95 * LINE
    pen.write_left(pen.name(place.name, place.otherwise), text, at=at, room=edge - at)


def _draw_points(pen: ChartPen, points: str, top: float, edge: float) -> float:
    """Draw points, or the sign of an open result, up to a right edge; return the left one."""
    if points:
        return pen.right(points, top, edge)
    pen.canvas.ring((edge - _OPEN, top + TEXT_SIZE / 2), _OPEN, 3, "curve")
    return edge - 2 * _OPEN


def _join(pen: ChartPen, tops: Sequence[float], right: float) -> None:
    """Draw the lines that join the two places of each pairing and lead to the next round."""
    for upper, lower in zip(tops[::2], tops[1::2], strict=False):
        first, second = upper + LINE / 2, lower + LINE / 2
        middle, half = (first + second) / 2, _BETWEEN / 2
        pen.canvas.rectangle((right + half - _RULE, first, right + half, second), "drawn")
        for level in (first, second):
            pen.canvas.rectangle((right, level - _RULE / 2, right + half, level + _RULE / 2), "drawn")
        box = (right + half - _RULE, middle - _RULE / 2, right + _BETWEEN, middle + _RULE / 2)
        pen.canvas.rectangle(box, "drawn")
