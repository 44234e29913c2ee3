"""The colours of the hats and of their board."""

from render.canvas.themes import CLASSIC, SHARED_INKS

HATS = "rygbwk*"
_DARK_SIGNS = "yw*"


def ink_of_sign(letter: str) -> str:
    """Return the ink of the sign that the hats of a colour wear."""
    return "sign" if letter in _DARK_SIGNS else "white"


INKS = CLASSIC.with_inks(
    SHARED_INKS,
    {
        "light": {
            "cloth": (232, 222, 202),
            "cloth-two": (222, 209, 184),
            "ribbon": (134, 92, 58),
            "field": (252, 224, 132),
            "bench": (168, 166, 164),
            "edge": (62, 42, 30),
            "figure": (104, 70, 40),
            "plate": (250, 244, 230),
            "faded": (206, 192, 166),
            "sign": (44, 32, 28),
            "hat-r": (206, 48, 40),
            "hat-y": (250, 206, 20),
            "hat-g": (24, 146, 92),
            "hat-b": (36, 96, 196),
            "hat-w": (248, 246, 240),
            "hat-k": (58, 54, 58),
            "hat-*": (206, 146, 30),
        },
        "dark": {
            "cloth": (100, 88, 78),
            "cloth-two": (89, 78, 69),
            "ribbon": (36, 26, 20),
            "field": (196, 162, 78),
            "bench": (136, 136, 140),
            "edge": (28, 22, 20),
            "figure": (62, 40, 22),
            "plate": (146, 130, 112),
            "faded": (116, 103, 91),
            "sign": (38, 28, 26),
            "hat-r": (206, 50, 42),
            "hat-y": (250, 210, 40),
            "hat-g": (30, 150, 96),
            "hat-b": (44, 104, 204),
            "hat-w": (246, 244, 238),
            "hat-k": (46, 40, 48),
            "hat-*": (210, 150, 34),
        },
        "print": {
            "cloth": (230, 227, 221),
            "cloth-two": (218, 213, 205),
            "ribbon": (100, 85, 73),
            "field": (221, 211, 179),
            "bench": (173, 173, 172),
            "edge": (47, 40, 36),
            "figure": (76, 64, 53),
            "plate": (251, 250, 248),
            "faded": (201, 196, 186),
            "sign": (35, 31, 30),
            "hat-r": (162, 97, 94),
            "hat-y": (184, 168, 96),
            "hat-g": (55, 98, 79),
            "hat-b": (87, 112, 154),
            "hat-w": (254, 254, 254),
            "hat-k": (51, 50, 51),
            "hat-*": (159, 134, 86),
        },
    },
    (
        *((f"hat-{letter}", "edge") for letter in HATS),
        *((f"hat-{letter}", "sign" if letter in _DARK_SIGNS else "white") for letter in HATS),
        *((ground, "edge") for ground in ("field", "bench", "plate", "trail", "cloth", "ribbon")),
        *((f"hat-{letter}", ground) for letter in HATS[:-1] for ground in ("field", "bench", "ribbon")),
        ("field", "figure"),
        ("bench", "figure"),
        ("field", "ribbon"),
        ("bench", "ribbon"),
        ("cloth", "ribbon"),
        ("cloth-two", "ribbon"),
        ("cloth", "cloth-two"),
        ("plate", "figure"),
        ("trail", "trail-edge"),
        ("field", "hint"),
        ("bench", "hint"),
    ),
)
