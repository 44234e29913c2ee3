"""The colours of the charts."""

from typing import Final

from render.canvas.themes import ThemeInks

CHART_INKS: Final = ThemeInks(
    {
        "light": {
            "ground": (248, 244, 234),
            "letter": (44, 38, 34),
            "grid": (206, 198, 184),
            "band": (196, 216, 236),
            "curve": (24, 82, 150),
            "won": (36, 124, 84),
            "drawn": (176, 166, 150),
            "lost": (196, 92, 70),
        },
        "dark": {
            "ground": (36, 34, 38),
            "letter": (236, 228, 214),
            "grid": (78, 74, 78),
            "band": (50, 72, 100),
            "curve": (140, 190, 244),
            "won": (96, 190, 142),
            "drawn": (132, 126, 120),
            "lost": (226, 132, 108),
        },
        "print": {
            "ground": (250, 247, 238),
            "letter": (30, 27, 25),
            "grid": (206, 201, 190),
            "band": (222, 214, 198),
            "curve": (150, 36, 28),
            "won": (58, 54, 50),
            "drawn": (168, 162, 152),
            "lost": (196, 92, 76),
        },
    },
    (
        ("ground", "letter"),
        ("ground", "grid"),
        ("ground", "band"),
        ("ground", "curve"),
        ("band", "curve"),
        ("band", "letter"),
        ("band", "grid"),
        ("ground", "won"),
        ("ground", "drawn"),
        ("ground", "lost"),
        ("won", "drawn"),
        ("drawn", "lost"),
        ("won", "lost"),
    ),
)
"""The inks of charts: `band` is how sure the `curve` is; the other three are results."""
