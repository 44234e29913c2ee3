"""Hounds and jackals: leaning pegs with long shafts and heads in profile."""

from collections.abc import Sequence
from math import hypot
from typing import Final

from render.canvas.canvas import Canvas, Figure, Spot
from render.canvas.curves import ellipse, place_around

Outline = Sequence[Spot]

# Heads look left, measured from their middle in fractions of their width; their necks extend to the right. A
# hound has a deep muzzle and a hanging ear.
_HOUND: Final = (
    (-0.5, -0.06), (-0.47, -0.13), (-0.36, -0.15), (-0.2, -0.19), (-0.1, -0.31), (0.06, -0.38), (0.24, -0.35),
    (0.38, -0.22), (0.5, -0.04), (0.46, 0.34), (0.26, 0.38), (0.1, 0.32), (-0.02, 0.24), (-0.2, 0.21),
    (-0.4, 0.2), (-0.49, 0.1),
)  # fmt: skip
_DROOP: Final = (
    (0.1, -0.31), (0.2, -0.29), (0.28, -0.16), (0.3, 0.04), (0.25, 0.19), (0.16, 0.23), (0.08, 0.12),
    (0.07, -0.12),
)  # fmt: skip
_HOUND_COLLAR: Final = ((0.42, -0.16), (0.5, -0.04), (0.46, 0.34), (0.36, 0.36), (0.41, 0.06))
_HOUND_EYE, _HOUND_NOSE = (-0.1, -0.13), (-0.45, -0.06)

# A jackal has a slender muzzle and erect ears.
_JACKAL: Final = (
    (-0.52, 0.08), (-0.48, 0.0), (-0.28, -0.06), (-0.12, -0.13), (-0.04, -0.2), (-0.05, -0.45), (0.11, -0.23),
    (0.2, -0.45), (0.32, -0.2), (0.42, -0.1), (0.52, 0.04), (0.46, 0.36), (0.3, 0.36), (0.12, 0.3),
    (-0.04, 0.24), (-0.24, 0.2), (-0.46, 0.18), (-0.52, 0.14),
)  # fmt: skip
_EARS: Final = (
    ((-0.02, -0.36), (0.08, -0.23), (0.0, -0.2)),
    ((0.2, -0.36), (0.27, -0.22), (0.19, -0.21)),
)
_JACKAL_COLLAR: Final = ((0.4, -0.12), (0.52, 0.04), (0.46, 0.36), (0.31, 0.36), (0.38, 0.1))
_JACKAL_EYE: Final = ((-0.16, -0.03), (-0.06, -0.09), (0.08, -0.05), (-0.05, 0.0))

_NECK: Final = (0.42, 0.14)
"""The point where the shaft meets the head."""
HEAD: Final = 51.0
_TOE, _GRIP = 6.4, 8.0
"""The widths of a head, and of the shaft at the hole and at the head, in a picture 800 wide."""


def _jackal_parts() -> tuple[tuple[Outline, str], ...]:
    gold = (_JACKAL_COLLAR, *_EARS, _JACKAL_EYE)
    return ((_JACKAL, "coat"), *((part, "gold") for part in gold))


def hound(canvas: Canvas, centre: Spot, side: float, *, mirrored: bool = False) -> None:
    """Draw a light head with a hanging ear, looking left, or `mirrored` right."""

    def at(part: Outline) -> list[Spot]:
        return place_around(part, centre, side, mirrored=mirrored)

    canvas.outline(at(_HOUND), 0.085 * side, "ivory-edge")
    canvas.polygon(at(_HOUND), "ivory")
    canvas.polygon(at((*_HOUND[9:16], (-0.2, 0.14), (0.1, 0.22))), "ivory-shade")
    canvas.polygon(at(_HOUND_COLLAR), "brick")
    canvas.polygon(at(_DROOP), "ear")
    (eye, nose) = at((_HOUND_EYE, _HOUND_NOSE))
    canvas.disc(eye, 0.06 * side, "night")
    canvas.disc(nose, 0.075 * side, "night")


def jackal(canvas: Canvas, centre: Spot, side: float, *, mirrored: bool = False) -> None:
    """Draw a dark head with pointed ears, looking left, or `mirrored` right."""
    canvas.outline(place_around(_JACKAL, centre, side, mirrored=mirrored), 0.03 * side, "coat")
    for part, ink in _jackal_parts():
        canvas.polygon(place_around(part, centre, side, mirrored=mirrored), ink)


HEADS: Final = ((hound, _HOUND), (jackal, _JACKAL))
"""By seat: the drawing of a head, and its outline."""


def draw_peg(canvas: Canvas, seat: int, head: Spot, scale: float) -> None:
    """Draw a peg in a hole at (0, 0), its head at an offset."""
    figure, _ = HEADS[seat]
    neck = _neck(head, scale)
    edge, body, light = (("ivory-edge", "ivory", "white"), ("coat", "coat", "coat-high"))[seat]
    canvas.disc((0.0, 1.4 * scale), 10.2 * scale, "slab-high")
    canvas.disc((0.0, 0.0), 9.6 * scale, "groove")
    canvas.disc((0.0, 0.0), 9.0 * scale, "hole")
    canvas.polygon(_shaft(neck, scale, 1.7 * scale), edge)
    canvas.polygon(_shaft(neck, scale, 0.0), body)
    canvas.polygon(_shaft(neck, scale, -2.4 * scale, -1.2 * scale), light)
    # Where the shaft enters the hole, its front is lit by the far wall.
    canvas.polygon(ellipse((0.0, 0.4 * scale), 4.4 * scale, 4.8 * scale), light if seat else edge)
    canvas.polygon(ellipse((0.0, 0.0), 3.0 * scale, 3.4 * scale), body)
    figure(canvas, head, HEAD * scale, mirrored=head[0] > 0)


def draw_peg_shadow(canvas: Canvas, seat: int, head: Spot, scale: float) -> None:
    """Draw the shadow of a peg on the slab."""
    _, outline = HEADS[seat]
    off = 3.0 * scale, 7.0 * scale
    spot = head[0] + off[0], head[1] + off[1]
    canvas.shadow(place_around(outline, spot, HEAD * scale, mirrored=head[0] > 0), 5 * scale, "shade", 1.0)
    (x, y) = _neck(head, scale)
    canvas.shadow(_shaft((x + off[0], y + off[1]), scale, 0.0), 3 * scale, "shade", 1.0)


def draw_peg_halo(canvas: Canvas, seat: int, head: Spot, scale: float, inks: tuple[str, str]) -> None:
    """Draw a glow around a peg: its edge and its filling."""
    _, outline = HEADS[seat]
    spots = place_around(outline, head, HEAD * scale, mirrored=head[0] > 0)
    neck = _neck(head, scale)
    for broad, ink in zip((9.0, 6.5), inks, strict=True):
        canvas.outline(spots, 2 * broad * scale, ink)
        canvas.polygon(spots, ink)
        canvas.line(((0.0, 0.0), neck), (2 * broad + _GRIP - 4) * scale, ink)
        canvas.disc((0.0, 0.0), (10.5 + broad) * scale, ink)


def _neck(head: Spot, scale: float) -> Spot:
    way = -1 if head[0] > 0 else 1
    return head[0] + way * _NECK[0] * HEAD * scale, head[1] + _NECK[1] * HEAD * scale


def _shaft(neck: Spot, scale: float, grow: float, aside: float = 0.0) -> list[Spot]:
    """Return the outline of the shaft from the hole to the neck, widened by `grow` on both sides."""
    far = hypot(*neck) or 1.0
    up = neck[1] / far, -neck[0] / far
    up = up if up[1] < 0 else (-up[0], -up[1])
    toe, grip = (_TOE / 2 * scale + grow, _GRIP / 2 * scale + grow)
    shift = up[0] * -aside, up[1] * -aside
    return [
        (shift[0] + up[0] * toe, shift[1] + up[1] * toe),
        (shift[0] + neck[0] + up[0] * grip, shift[1] + neck[1] + up[1] * grip),
        (shift[0] + neck[0] - up[0] * grip, shift[1] + neck[1] - up[1] * grip),
        (shift[0] - up[0] * toe, shift[1] - up[1] * toe),
    ]


def medallion(seat: int) -> Figure:
    """Return a head on a plate of ivory, which is visible on every ground."""
    figure, _ = HEADS[seat]

    def draw(canvas: Canvas, centre: Spot, side: float) -> None:
        x, y = centre
        canvas.rectangle((x - side / 2, y - side / 2, x + side / 2, y + side / 2), "slab", rounded=0.2 * side)
        figure(canvas, (x, y + 0.04 * side), 0.86 * side, mirrored=True)

    return draw
