"""Materials of the farmyard: meadow, beaten earth, planks, straw and shingles.

Strokes follow rows of pixels, which compress well; none of them repeats.
"""

from dataclasses import dataclass
from math import cos, pi, sin

from render.canvas.canvas import Box, Canvas, Spot
from render.canvas.materials.chance import TextureChance

_MOUTH, _TUFTS = 24, 60


@dataclass(frozen=True, slots=True)
class Ground:
    """The sizes of things: the unit of the board, the width of fine lines, and the downward direction."""

    unit: int
    pixel: int
    down: int


@dataclass(frozen=True, slots=True)
class House:
    """The floor of the hen house, and the edge of the picture behind it."""

    floor: Box
    back: float


def draw_meadow(canvas: Canvas, box: Box, ground: Ground) -> None:
    """Draw blades of grass, some in tufts."""
    left, top, right, bottom = box
    chance, pixel = TextureChance(5), ground.pixel
    for _ in range(80):
        x, y = round(chance.between(left, right)), round(chance.between(top, bottom))
        long = round(chance.between(0.06, 0.2) * ground.unit)
        ink = "meadow-two" if chance.between(0, 1) < 0.6 else "meadow-light"
        canvas.rectangle((x, y, min(right, x + long), y + pixel), ink)
    edge = 0.14 * ground.unit
    for number in range(_TUFTS):
        foot = chance.between(left + edge, right - edge), chance.between(top + edge, bottom - edge)
        high = chance.between(0.08, 0.13) * ground.unit
        for lean in (-0.5, 0.0, 0.5):
            tip = foot[0] + lean * high, foot[1] - high * (1 - 0.3 * abs(lean))
            canvas.line(((foot[0] + 0.25 * lean * high, foot[1]), tip), 1.2 * pixel, "meadow-two")
        if number % 3 == 0:
            head = foot[0] + 0.9 * high, foot[1] - 0.4 * high
            canvas.disc(head, 0.036 * ground.unit, "meadow-light")
            canvas.disc(head, 0.016 * ground.unit, "straw")


def draw_path(canvas: Canvas, arm: Box, beam: Box, ground: Ground) -> None:
    """Draw the cross of beaten earth: its edge, and small stones on it."""
    unit = ground.unit
    edge = 1.5 * ground.pixel
    for grown, ink in ((edge, "path-edge"), (0.0, "path")):
        for left, top, right, bottom in (arm, beam):
            box = (left - grown, top - grown, right + grown, bottom + grown)
            canvas.rectangle(box, ink, rounded=0.16 * unit + grown)
    chance = TextureChance(17)
    for left, top, right, bottom in (arm, beam):
        for _ in range(24):
            x, y = round(chance.between(left, right - 0.3 * unit)), round(chance.between(top, bottom - 8))
            long = round(chance.between(0.05, 0.3) * unit)
            ink = "path-two" if chance.between(0, 1) < 0.6 else "path-light"
            canvas.rectangle((x, y, x + long, y + ground.pixel), ink)


def draw_fence(canvas: Canvas, box: Box, ground: Ground) -> None:
    """Draw a fence of planks: two rails behind pickets."""
    left, top, right, bottom = box
    high, pixel, chance = bottom - top, ground.pixel, TextureChance(round(left) + 3)
    broad, gap = round(0.26 * ground.unit), round(0.1 * ground.unit)
    for share in (0.22, 0.66):
        y = round(top + share * high)
        canvas.rectangle((left, y, right, y + round(0.12 * high)), "plank-edge")
    pickets = int((right - left) / (broad + gap))
    for picket in range(pickets):
        x = round(left + (right - left) * (picket + 0.5) / pickets - broad / 2)
        canvas.rectangle((x, top, x + broad, bottom), "plank-edge")
        canvas.rectangle((x + pixel, top + pixel, x + broad - pixel, bottom - pixel), "plank")
        canvas.rectangle((x + broad - 3 * pixel, top + pixel, x + broad - pixel, bottom - pixel), "plank-two")
        grain, start = x + chance.whole(2, 8) * pixel, round(top + chance.between(0.05, 0.6) * high)
        end = min(bottom - pixel, start + round(chance.between(0.2, 0.5) * high))
        canvas.rectangle((grain, start, grain + max(1, pixel // 2), end), "plank-two")


def draw_house(canvas: Canvas, house: House, ground: Ground) -> None:
    """Draw the hen house from above: straw between plank walls, open to the yard, a roof at the back."""
    left, top, right, bottom = house.floor
    unit, pixel = ground.unit, ground.pixel
    canvas.rectangle((left, top, right, bottom), "straw")
    chance = TextureChance(23)
    for _ in range(40):
        x = round(chance.between(left, right - 0.3 * unit))
        # Several straws share a row of pixels, which compresses better.
        y = round(top + (bottom - top - 4) * chance.whole(0, 23) / 23)
        long = round(chance.between(0.08, 0.34) * unit)
        ink = ("straw-dark", "straw-light", "straw-two")[chance.whole(0, 2)]
        canvas.rectangle((x, y, x + long, y + pixel), ink)
    wall = round(0.12 * unit)
    for side in (left, right):
        x = round(side - wall / 2)
        canvas.rectangle((x, top, x + wall, bottom), "plank-edge")
        canvas.rectangle((x + pixel, top, x + wall - pixel, bottom), "plank")
    _draw_roof(canvas, house, ground)


def draw_posts(canvas: Canvas, house: House, ground: Ground) -> None:
    """Draw the posts on both sides of the entrance."""
    left, top, right, bottom = house.floor
    unit, pixel = ground.unit, ground.pixel
    front = bottom if ground.down > 0 else top
    for side in (left, right):
        for half, ink in ((round(0.12 * unit), "plank-edge"), (round(0.12 * unit) - pixel, "plank")):
            canvas.rectangle((side - half, front - half, side + half, front + half), ink)


def _draw_roof(canvas: Canvas, house: House, ground: Ground) -> None:
    """Draw courses of shingles from the eave, over the floor's end, up to the ridge."""
    left, top, right, bottom = house.floor
    unit, pixel, up = ground.unit, ground.pixel, -ground.down
    eave = (top if up < 0 else bottom) - up * 0.03 * unit
    rise = abs(house.back - eave) - 0.08 * unit
    low, chance = 0.3 * unit, TextureChance(31)
    courses = 3
    for course in range(courses):
        near, far = (round(eave + up * rise * (course + part) / courses) for part in (0, 1))
        inset = round(low - (low - 0.12 * unit) * course / courses)
        canvas.rectangle((left - inset, min(near, far), right + inset, max(near, far)), "roof")
        canvas.rectangle(
            (left - inset, min(near, near + up * 2 * pixel), right + inset, max(near, near + up * 2 * pixel)),
            "roof-two",
        )
        x = left - inset + unit * chance.between(0.1, 0.3)
        while x < right + inset - 0.16 * unit:
            canvas.rectangle((round(x), min(near, far), round(x) + pixel, max(near, far)), "roof-two")
            x += unit * chance.between(0.26, 0.5)
    ridge = round(eave + up * rise)
    canvas.rectangle(
        (left - 0.2 * unit, ridge - 3 * pixel, right + 0.2 * unit, ridge + 3 * pixel), "plank-edge"
    )
    eaves = round(eave)
    canvas.rectangle((left - low, eaves - pixel, right + low, eaves + pixel), "plank-edge")


def draw_den(canvas: Canvas, bank: Box, x: float, ground: Ground) -> None:
    """Draw a den of the foxes: its mouth around `x` in a bank of earth, with grass growing over the edge."""
    left, top, right, foot = bank
    unit, pixel, chance = ground.unit, ground.pixel, TextureChance(41)
    canvas.rectangle(bank, "earth")
    for _ in range(11):
        y, start = (
            round(chance.between(top + 6 * pixel, foot - 2 * pixel)),
            round(chance.between(left, right - 0.3 * unit)),
        )
        ink = "earth-two" if chance.between(0, 1) < 0.6 else "earth-light"
        canvas.rectangle((start, y, start + round(chance.between(0.06, 0.28) * unit), y + pixel), ink)
    blade = left
    while blade < right:
        broad = pixel * chance.whole(3, 9)
        canvas.rectangle(
            (blade, top, min(right, blade + broad), top + pixel * chance.whole(1, 5)), "meadow-two"
        )
        blade += broad
    canvas.rectangle((left, foot - 2 * pixel, right, foot), "earth-two")
    for reach, ink in ((0.5, "earth-two"), (0.44, "den")):
        _draw_mouth(canvas, (x, foot), reach * unit, ink)


def _draw_mouth(canvas: Canvas, foot: Spot, radius: float, ink: str) -> None:
    """Draw the upper half of a disc."""
    turns = [pi * step / _MOUTH for step in range(_MOUTH + 1)]
    canvas.polygon([(foot[0] - radius * cos(turn), foot[1] - radius * sin(turn)) for turn in turns], ink)
