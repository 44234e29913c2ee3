"""A fixed palette: hand-picked inks, and the blends for their edges."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import repeat
from math import dist
from types import MappingProxyType

from PIL import Image

Rgb = tuple[int, int, int]

MAX_COLOURS = 256


@dataclass(frozen=True, slots=True)
class EdgeBlend:
    """The fineness of blended edges, as distances in RGB.

    `step` is the distance of two neighbouring blends of an edge; a blend closer than `apart` to another
    colour is omitted. Finer blends make pictures larger.
    """

    step: float = 48.0
    apart: float = 8.0


FINE = EdgeBlend()


@dataclass(frozen=True, slots=True)
class Ramp:
    """Even steps from one ink towards another, up to a `share` of the way, for a shadow or a lit curve."""

    start: str
    end: str
    steps: int
    share: float = 1.0


@dataclass(frozen=True, slots=True)
class Palette:
    """The colours of a theme: every ink, then the blends between inks that meet in a picture."""

    inks: Mapping[str, Rgb]
    colours: tuple[Rgb, ...]
    _carrier: Image.Image

    @classmethod
    def mix(
        cls,
        inks: Mapping[str, Rgb],
        touching: Iterable[tuple[str, str]],
        edges: EdgeBlend = FINE,
        ramps: Iterable[Ramp] = (),
    ) -> "Palette":
        """Return the palette of `inks` with blends between each pair in `touching`, and all `ramps`.

        Raises ValueError for more than 256 colours, or two inks with the same colour.
        """
        colours = _colours(tuple(inks.items()), tuple(touching), edges, tuple(ramps))
        # Each palette has its own carrier, as Pillow attaches large data to a carrier once it is used.
        carrier = Image.new("P", (1, 1))
        carrier.putpalette([channel for colour in colours for channel in colour])
        return cls(MappingProxyType(dict(inks)), colours, carrier)

    def quantise(self, image: Image.Image) -> Image.Image:
        """Return the RGB `image` as a palette image: nearest colours, undithered."""
        return image.quantize(palette=self._carrier, dither=Image.Dither.NONE)

    def index(self, ink: str) -> int:
        """Return the index of `ink` in palette images."""
        return self.colours.index(self.inks[ink])

    def inlay(self, picture: Image.Image, part: Image.Image, corner: tuple[int, int]) -> Image.Image:
        """Return a picture in this palette with an RGB image inlaid, using additional colours."""
        used = len(self.colours)
        reduced = part.quantize(MAX_COLOURS - used, dither=Image.Dither.NONE)
        shifted = Image.frombytes("L", reduced.size, bytes(index + used for index in reduced.tobytes()))
        joined = picture.copy()
        own = [channel for colour in self.colours for channel in colour]
        joined.putpalette([*own, *(reduced.getpalette() or ())])
        joined.im.paste(shifted.im, (*corner, corner[0] + part.width, corner[1] + part.height))
        return joined


@cache
def _colours(
    named: tuple[tuple[str, Rgb], ...],
    touching: tuple[tuple[str, str], ...],
    edges: EdgeBlend,
    ramps: tuple[Ramp, ...],
) -> tuple[Rgb, ...]:
    """Mix the colours of a palette: takes five milliseconds, and a sheet of boards needs every game's."""
    inks = dict(named)
    colours = list(inks.values())
    if len(set(colours)) < len(colours):
        raise ValueError("two inks of the palette are one colour")
    for ramp in ramps:
        for step in range(1, ramp.steps + 1):
            blend = _mix(inks[ramp.start], inks[ramp.end], ramp.share * step / ramp.steps)
            if _nearest(blend, colours) >= edges.apart:
                colours.append(blend)
    for one, other in touching:
        for blend in _between(inks[one], inks[other], edges.step):
            if _nearest(blend, colours) >= edges.apart:
                colours.append(blend)
    if len(colours) > MAX_COLOURS:
        raise ValueError(f"{len(colours)} colours do not fit a palette of {MAX_COLOURS}")
    return tuple(colours)


def _nearest(colour: Rgb, others: Iterable[Rgb]) -> float:
    # No generator: several hundred thousand distances are measured at each start.
    return min(map(dist, repeat(colour), others))


def _between(one: Rgb, other: Rgb, step: float) -> Iterable[Rgb]:
    steps = min(6, max(1, round(dist(one, other) / step)))
    for count in range(1, steps + 1):
        yield _mix(one, other, count / (steps + 1))


def _mix(one: Rgb, other: Rgb, share: float) -> Rgb:
    return (
        round(one[0] + (other[0] - one[0]) * share),
        round(one[1] + (other[1] - one[1]) * share),
        round(one[2] + (other[2] - one[2]) * share),
    )
