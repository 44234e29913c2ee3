"""The colours of the hats and of their board."""

from collections.abc import Mapping
from typing import Final

from render.canvas.palette import Rgb
from render.canvas.themes import CLASSIC, SHARED_INKS

HATS: Final = "rygbwk*"
_DARK_SIGNS: Final = "yw*"
_PLAIN: Final = HATS[:-1]


def ink_of_sign(letter: str) -> str:
    """Return the ink of the sign that the hats of a colour wear."""
    return "sign" if letter in _DARK_SIGNS else "white"


_LIGHT: Final[Mapping[str, Rgb]] = {
    "track": (214, 176, 116),
    "way": (150, 212, 222),
    "way-edge": (14, 74, 96),
    "field": (250, 230, 176),
    "bench": (186, 184, 180),
    "edge": (52, 32, 22),
    "figure": (124, 88, 54),
    "faded": (170, 140, 104),
    "tint": (216, 196, 162),
    "sign": (40, 28, 24),
    "sheen-r": (240, 128, 104),
    "sheen-y": (255, 236, 150),
    "sheen-g": (92, 182, 146),
    "sheen-b": (110, 156, 230),
    "sheen-w": (222, 216, 206),
    "sheen-*": (240, 196, 96),
    "sheen-k": (112, 106, 116),
    "hat-r": (212, 52, 38),
    "hat-y": (247, 200, 16),
    "hat-g": (8, 118, 84),
    "hat-b": (34, 88, 184),
    "hat-w": (250, 248, 244),
    "hat-k": (50, 46, 52),
    "hat-*": (206, 146, 30),
    "tint-r": (244, 214, 200),
    "tint-y": (250, 236, 190),
    "tint-g": (214, 232, 208),
    "tint-b": (208, 222, 238),
    "tint-w": (240, 236, 226),
    "tint-k": (206, 200, 200),
}

_DARK: Final[Mapping[str, Rgb]] = {
    "track": (122, 94, 62),
    "way": (104, 170, 182),
    "way-edge": (10, 52, 70),
    "field": (204, 176, 112),
    "bench": (140, 140, 144),
    "edge": (12, 8, 8),
    "figure": (82, 58, 32),
    "faded": (92, 78, 64),
    "tint": (104, 92, 80),
    "sign": (30, 22, 20),
    "sheen-r": (244, 134, 112),
    "sheen-y": (255, 238, 160),
    "sheen-g": (94, 186, 150),
    "sheen-b": (120, 166, 240),
    "sheen-w": (222, 216, 206),
    "sheen-*": (244, 202, 104),
    "sheen-k": (134, 128, 140),
    "hat-r": (218, 60, 46),
    "hat-y": (250, 208, 40),
    "hat-g": (16, 128, 94),
    "hat-b": (48, 108, 210),
    "hat-w": (246, 244, 238),
    "hat-k": (74, 68, 80),
    "hat-*": (214, 154, 36),
    "tint-r": (184, 138, 126),
    "tint-y": (172, 156, 104),
    "tint-g": (112, 148, 124),
    "tint-b": (116, 140, 176),
    "tint-w": (160, 156, 148),
    "tint-k": (146, 142, 150),
}

_PRINT: Final[Mapping[str, Rgb]] = {
    "frame": (236, 229, 213),
    "frame-high": (222, 213, 195),
    "frame-low": (249, 241, 222),
    "letter": (44, 36, 26),
    "track": (70, 62, 57),
    "way": (176, 196, 198),
    "way-edge": (24, 48, 60),
    "field": (253, 251, 244),
    "bench": (196, 191, 182),
    "edge": (22, 18, 16),
    "figure": (112, 100, 88),
    "faded": (176, 168, 154),
    "tint": (226, 218, 200),
    "sign": (34, 28, 40),
    "sheen-r": (212, 112, 92),
    "sheen-y": (240, 214, 144),
    "sheen-g": (142, 168, 138),
    "sheen-b": (112, 138, 172),
    "sheen-w": (222, 218, 208),
    "sheen-*": (224, 186, 104),
    "sheen-k": (104, 102, 112),
    "hat-r": (178, 52, 38),
    "hat-y": (222, 182, 84),
    "hat-g": (92, 124, 92),
    "hat-b": (58, 84, 120),
    "hat-w": (245, 246, 250),
    "hat-k": (48, 46, 56),
    "hat-*": (190, 140, 50),
    "tint-r": (240, 229, 218),
    "tint-y": (242, 234, 212),
    "tint-g": (232, 234, 220),
    "tint-b": (230, 231, 229),
    "tint-w": (240, 236, 224),
    "tint-k": (224, 222, 220),
}

_TINTS: Final = tuple(f"tint-{letter}" for letter in _PLAIN)

INKS: Final = CLASSIC.with_inks(
    SHARED_INKS,
    {"light": _LIGHT, "dark": _DARK, "print": _PRINT},
    (
        *((f"hat-{letter}", "edge") for letter in HATS),
        *((f"hat-{letter}", ground) for letter in _PLAIN for ground in ("frame", "field")),
        *((f"hat-{letter}", "sign" if letter in _DARK_SIGNS else "white") for letter in HATS),
        *((tint, "edge") for tint in _TINTS),
        *((ground, "edge") for ground in ("field", "bench", "way", "frame", "letter", "white")),
        *((ground, "figure") for ground in ("field", "bench", "way")),
        *((ground, "hint") for ground in ("field", "bench", "white")),
        ("letter", "frame-low"),
        ("way-edge", "white"),
        ("way", "white"),
        ("white", "sign"),
    ),
)
