"""The colours of the charts: paper in the boards' frame."""

from typing import Final

from render.canvas.palette import Ramp
from render.canvas.themes import ThemeInks

_METALS: Final = {
    "gold-low": (150, 98, 24),
    "gold": (222, 170, 60),
    "gold-high": (252, 226, 142),
    "silver-low": (116, 118, 124),
    "silver": (188, 190, 196),
    "silver-high": (240, 242, 246),
    "bronze-low": (112, 62, 34),
    "bronze": (188, 118, 72),
    "bronze-high": (236, 186, 142),
    "medal-letter": (44, 30, 20),
}

CHART_INKS: Final = ThemeInks(
    {
        "light": {
            **_METALS,
            "frame": (92, 60, 40),
            "frame-high": (146, 104, 70),
            "frame-low": (48, 30, 20),
            "frame-letter": (252, 236, 204),
            "shade": (84, 60, 40),
            "ground": (249, 243, 230),
            "stripe": (241, 232, 213),
            "letter": (52, 38, 30),
            "quiet": (116, 94, 76),
            "grid": (214, 200, 176),
            "band": (196, 216, 236),
            "curve": (24, 82, 150),
            "won": (36, 124, 84),
            "drawn": (178, 164, 142),
            "lost": (196, 92, 70),
        },
        "dark": {
            **_METALS,
            "frame": (44, 33, 27),
            "frame-high": (82, 64, 52),
            "frame-low": (18, 13, 11),
            "frame-letter": (232, 212, 178),
            "shade": (14, 10, 9),
            "ground": (58, 48, 43),
            "stripe": (68, 57, 51),
            "letter": (238, 226, 206),
            "quiet": (184, 168, 148),
            "grid": (96, 82, 74),
            "band": (52, 78, 108),
            "curve": (140, 190, 244),
            "won": (96, 190, 142),
            "drawn": (142, 130, 118),
            "lost": (226, 132, 108),
        },
        "print": {
            **_METALS,
            "frame": (243, 235, 217),
            "frame-high": (196, 150, 136),
            "frame-low": (124, 40, 32),
            "frame-letter": (142, 30, 24),
            "shade": (150, 136, 118),
            "ground": (252, 249, 241),
            "stripe": (244, 239, 226),
            "letter": (34, 29, 27),
            "quiet": (104, 94, 86),
            "grid": (214, 207, 193),
            "band": (222, 214, 198),
            "curve": (150, 36, 28),
            "won": (58, 54, 50),
            "drawn": (170, 162, 150),
            "lost": (196, 92, 76),
        },
    },
    (
        *((ground, ink) for ground in ("ground", "stripe") for ink in ("letter", "quiet", "grid", "curve")),
        ("ground", "band"),
        ("band", "curve"),
        ("band", "letter"),
        ("band", "quiet"),
        ("band", "grid"),
        *((ground, ink) for ground in ("ground",) for ink in ("won", "drawn", "lost")),
        *(
            (ground, f"{metal}-low")
            for ground in ("ground", "stripe")
            for metal in ("gold", "silver", "bronze")
        ),
        *((metal, "medal-letter") for metal in ("gold", "silver", "bronze")),
        ("band", "gold-low"),
        ("curve", "frame-letter"),
        ("frame", "curve"),
        ("frame", "frame-letter"),
        ("frame", "gold-low"),
    ),
    ramps=(
        *(Ramp(f"{metal}-low", metal, 4) for metal in ("gold", "silver", "bronze")),
        *(Ramp(metal, f"{metal}-high", 4) for metal in ("gold", "silver", "bronze")),
        *(Ramp(ground, "shade", 4, 0.4) for ground in ("ground", "stripe", "band", "frame")),
    ),
)
"""The inks of charts: `band` is the uncertainty of the `curve`; `won`, `drawn` and `lost` are results."""
