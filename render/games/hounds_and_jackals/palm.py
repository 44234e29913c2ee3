"""The palm in the middle of the board: its trunk carries the numbers of the inner holes."""

from collections.abc import Sequence
from math import hypot

from render.canvas.canvas import Canvas, Spot
from render.canvas.curves import bow

# Tip and bend of each leaf of the right half, in rows from the root of the crown, the hindmost first.
_LEAVES: Sequence[tuple[Spot, Spot]] = (
    ((3.1, -0.5), (1.8, -1.6)),
    ((2.4, -3.0), (1.35, -2.0)),
)
_TOP: tuple[Spot, Spot] = ((0.0, -4.0), (0.0, -2.1))
_BROAD = 0.52
_DATES: Sequence[Spot] = ((-0.24, 0.0), (0.2, 0.1))


def draw_palm(canvas: Canvas, root: Spot, pitch: int, bottom: float, half: float) -> None:
    """Draw the palm: its crown around `root`, its trunk, `half` of it that broad, down to `bottom`."""
    x, y = root
    _draw_leaf(canvas, root, *_TOP, 1, pitch)
    for tip, bend in _LEAVES:
        for side in (1, -1):
            _draw_leaf(canvas, root, tip, bend, side, pitch)
    _draw_trunk(canvas, root, pitch, bottom, half)
    for side in (-1, 1):
        for across, down in _DATES:
            canvas.disc((x + (side * 0.6 + across) * pitch, y + (down - 0.55) * pitch), 0.23 * pitch, "date")


def _draw_trunk(canvas: Canvas, root: Spot, pitch: int, bottom: float, half: float) -> None:
    """Draw the trunk in segments, each a row high, as the stumps of old leaves part it."""
    x, top = root[0], round(root[1])
    edge = max(1, round(0.05 * pitch))
    canvas.rectangle((x - half - edge, top, x + half + edge, bottom), "trunk-edge")
    canvas.rectangle((x - half, top, x + half, bottom), "trunk")
    y = top
    while y < bottom:
        grown = half + 3 * edge
        canvas.rectangle((x - grown, y - edge, x + grown, y + edge), "trunk-edge")
        y += pitch


def _draw_leaf(canvas: Canvas, root: Spot, tip: Spot, bend: Spot, side: int, pitch: int) -> None:
    """Draw a leaf from `root`, its halves in two tones; tip and bend are measured from there, in rows."""
    x, y = root
    spine = bow([(0.0, 0.0), (side * bend[0], bend[1]), (side * tip[0], tip[1])])
    last = len(spine) - 1
    over: list[Spot] = []
    under: list[Spot] = []
    for index, (across, down) in enumerate(spine):
        before, after = spine[max(0, index - 1)], spine[min(last, index + 1)]
        aboard, rise = after[0] - before[0], after[1] - before[1]
        length = hypot(aboard, rise) or 1.0
        # A leaf is broadest beyond its middle.
        share = index / last
        swell = _BROAD * (1 - (1.6 * share - 0.9) ** 2 * (1.6 if share > 0.56 else 0.9))
        normal = (-rise / length * max(0.0, swell) * side, aboard / length * max(0.0, swell) * side)
        over.append((x + (across - normal[0]) * pitch, y + (down - normal[1]) * pitch))
        under.append((x + (across + normal[0]) * pitch, y + (down + normal[1]) * pitch))
    rib = [(x + across * pitch, y + down * pitch) for across, down in spine]
    canvas.polygon([*over, *reversed(rib)], "leaf")
    canvas.polygon([*under, *reversed(rib)], "leaf-two")
