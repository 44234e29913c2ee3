"""The colours of the hats and their board."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from render.canvas.palette import EdgeBlend, Rgb
from render.canvas.themes import CLASSIC

HATS: Final = "rygbwk*"
_DARK_SIGNS: Final = "yw*"
TONES: Final = 20
"""The number of tones of the ground, from its lightest to its deepest shadow."""


def ink_of_sign(letter: str) -> str:
    """Return the ink of the sign on the hats of a colour."""
    return "sign" if letter in _DARK_SIGNS else "white"


def ground(tone: int) -> str:
    """Return the ink of a tone of the ground, 0 being the lightest; clamped to the deepest tone."""
    return f"ground-{min(TONES - 1, max(0, tone))}"


def _mix(one: Rgb, other: Rgb, share: float) -> Rgb:
    # Pillow looks colours up by their six highest bits: important colours differ in them.
    red, green, blue = (
        4 * round((low + (high - low) * share) / 4) for low, high in zip(one, other, strict=True)
    )
    return red, green, blue


def _ramp(light: Rgb, dark: Rgb) -> dict[str, Rgb]:
    return {ground(tone): _mix(light, dark, tone / (TONES - 1)) for tone in range(TONES)}


def _cloth(letter: str, light: Rgb, base: Rgb, deep: Rgb) -> dict[str, Rgb]:
    """Return the inks of a hat: in light, its own colour, and in shade."""
    return {f"light-{letter}": light, f"hat-{letter}": base, f"deep-{letter}": deep}


_LIGHT: Final[Mapping[str, Rgb]] = {
    **_ramp((232, 192, 136), (136, 92, 52)),
    "path": (244, 220, 172),
    "field": (252, 244, 220),
    "field-high": (252, 252, 244),
    "field-low": (228, 208, 172),
    "field-edge": (144, 104, 64),
    "shade": (204, 184, 144),
    "shade-deep": (172, 148, 112),
    "figure": (164, 124, 84),
    "stone": (212, 212, 204),
    "plank": (176, 120, 72),
    "plank-high": (208, 160, 104),
    "plank-low": (112, 72, 40),
    "inside": (248, 232, 196),
    "inside-low": (216, 184, 140),
    "cloth": (248, 240, 220),
    "cloth-low": (212, 196, 164),
    "faded": (172, 148, 124),
    "faded-low": (136, 112, 92),
    "edge": (56, 36, 24),
    "sign": (44, 28, 24),
    **_cloth("r", (244, 124, 96), (208, 48, 36), (140, 20, 20)),
    **_cloth("y", (252, 232, 128), (244, 192, 20), (188, 128, 8)),
    **_cloth("g", (88, 184, 140), (12, 124, 84), (4, 76, 56)),
    **_cloth("b", (120, 164, 236), (36, 92, 188), (20, 48, 116)),
    **_cloth("w", (252, 248, 240), (240, 236, 232), (196, 188, 176)),
    **_cloth("k", (120, 112, 120), (56, 52, 60), (24, 20, 28)),
    **_cloth("*", (252, 228, 128), (220, 160, 32), (148, 96, 12)),
}

_DARK: Final[Mapping[str, Rgb]] = {
    **_ramp((112, 80, 56), (36, 20, 16)),
    "path": (136, 104, 76),
    "field": (196, 172, 128),
    "field-high": (220, 196, 156),
    "field-low": (160, 136, 96),
    "field-edge": (40, 28, 20),
    "shade": (148, 128, 92),
    "shade-deep": (112, 92, 64),
    "figure": (116, 88, 56),
    "stone": (156, 152, 148),
    "plank": (116, 80, 48),
    "plank-high": (156, 112, 72),
    "plank-low": (64, 40, 24),
    "inside": (176, 152, 112),
    "inside-low": (128, 100, 72),
    "cloth": (216, 200, 168),
    "cloth-low": (160, 144, 116),
    "faded": (96, 84, 72),
    "faded-low": (72, 60, 48),
    "edge": (16, 8, 8),
    "sign": (28, 20, 16),
    **_cloth("r", (244, 132, 108), (216, 56, 44), (140, 24, 24)),
    **_cloth("y", (252, 232, 140), (248, 200, 32), (192, 136, 12)),
    **_cloth("g", (96, 192, 148), (16, 132, 92), (4, 80, 60)),
    **_cloth("b", (136, 176, 244), (48, 108, 212), (24, 60, 136)),
    **_cloth("w", (252, 248, 240), (236, 232, 228), (188, 180, 168)),
    **_cloth("k", (136, 128, 140), (76, 68, 80), (36, 32, 40)),
    **_cloth("*", (252, 228, 136), (224, 168, 40), (156, 104, 16)),
}

_PRINT: Final[Mapping[str, Rgb]] = {
    "frame": (236, 228, 212),
    "frame-high": (220, 212, 192),
    "frame-low": (248, 240, 220),
    "letter": (44, 36, 24),
    **_ramp((248, 244, 240), (172, 164, 148)),
    "path": (252, 248, 248),
    "field": (252, 252, 244),
    "field-high": (252, 248, 244),
    "field-low": (232, 224, 216),
    "field-edge": (104, 96, 88),
    "shade": (220, 212, 196),
    "shade-deep": (180, 172, 160),
    "figure": (124, 112, 100),
    "stone": (220, 220, 216),
    "plank": (176, 164, 148),
    "plank-high": (208, 200, 184),
    "plank-low": (104, 92, 84),
    "inside": (248, 240, 228),
    "inside-low": (216, 208, 192),
    "cloth": (252, 248, 236),
    "cloth-low": (204, 196, 184),
    "faded": (200, 192, 184),
    "faded-low": (164, 156, 144),
    "edge": (28, 24, 20),
    "sign": (32, 28, 40),
    **_cloth("r", (220, 132, 112), (176, 52, 36), (116, 28, 24)),
    **_cloth("y", (244, 220, 156), (220, 180, 84), (160, 120, 44)),
    **_cloth("g", (148, 176, 144), (92, 124, 92), (56, 80, 56)),
    **_cloth("b", (124, 152, 188), (56, 84, 120), (32, 48, 76)),
    **_cloth("w", (252, 248, 240), (240, 240, 244), (188, 188, 192)),
    **_cloth("k", (112, 108, 116), (56, 52, 60), (24, 24, 28)),
    **_cloth("*", (232, 200, 120), (192, 144, 56), (128, 92, 32)),
}

_MIDDLE: Final = tuple(ground(tone) for tone in (1, 5, 9))
_SURFACES: Final = ("field", "stone", "inside")

_INKS: Final = CLASSIC.with_inks(
    ("frame", "frame-high", "frame-low", "letter", "hint", "white"),
    {"light": _LIGHT, "dark": _DARK, "print": _PRINT},
    (
        *(
            (f"hat-{letter}", other)
            for letter in HATS
            for other in ("edge", f"light-{letter}", f"deep-{letter}")
        ),
        *((f"deep-{letter}", "edge") for letter in HATS),
        *((f"hat-{letter}", ink_of_sign(letter)) for letter in HATS),
        *((f"hat-{letter}", "frame") for letter in HATS[:-1]),
        *(
            (surface, "edge")
            for surface in (*_SURFACES, *_MIDDLE, "shade", "cloth", "frame", "letter", "white")
        ),
        *((surface, "hint") for surface in (*_SURFACES, "white", ground(5))),
        *((surface, "figure") for surface in ("field", "stone")),
        *(("field-edge", surface) for surface in ("field", "stone", *_MIDDLE)),
        *(("plank-low", surface) for surface in ("plank", "stone", "inside")),
        ("letter", "frame-low"),
        ("white", "sign"),
    ),
)

INKS: Final = replace(_INKS, edges=EdgeBlend(100.0, 18.0))
"""Every colour has three tones and the ground many, so edges need few further blends."""
