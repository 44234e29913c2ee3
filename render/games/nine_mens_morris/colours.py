"""The colours of the board: maple, pear and walnut with inlaid lines, men of bone and of black horn."""

from render.canvas.themes import CLASSIC, SHARED_INKS

_WOODS = ("maple", "pear")

INKS = CLASSIC.with_inks(
    (*SHARED_INKS, "ivory", "ivory-edge", "ivory-shade", "night", "night-edge", "night-sheen", "gold"),
    {
        "light": {
            "maple": (238, 212, 164),
            "maple-grain": (228, 199, 148),
            "maple-light": (244, 222, 180),
            "pear": (216, 174, 122),
            "pear-grain": (204, 160, 108),
            "pear-light": (224, 184, 134),
            "line": (92, 52, 30),
            "brass": (214, 170, 84),
            "seal": (150, 94, 54),
        },
        "dark": {
            "night": (24, 20, 20),
            "night-edge": (12, 10, 10),
            "maple": (150, 118, 85),
            "maple-grain": (139, 108, 77),
            "maple-light": (160, 128, 95),
            "pear": (130, 101, 76),
            "pear-grain": (120, 92, 68),
            "pear-light": (140, 110, 84),
            "line": (232, 196, 134),
            "brass": (140, 96, 46),
            "seal": (164, 122, 78),
        },
        "print": {
            "maple": (232, 226, 212),
            "maple-grain": (222, 215, 199),
            "maple-light": (246, 243, 235),
            "pear": (206, 196, 180),
            "pear-grain": (194, 184, 167),
            "pear-light": (214, 206, 192),
            "line": (70, 58, 50),
            "brass": (196, 184, 164),
            "seal": (132, 116, 102),
        },
    },
    (
        *((wood, ink) for wood in _WOODS for ink in ("line", "ivory-edge", "night-edge", "seal")),
        *((wood, ink) for wood in _WOODS for ink in ("loss", "hint", "trail-edge")),
        *(("trail", ink) for ink in ("trail-edge", "ivory-edge", "night-edge", "line")),
        ("line", "brass"),
        ("ivory", "ivory-edge"),
        ("ivory", "ivory-shade"),
        ("ivory", "loss"),
        ("night", "night-edge"),
        ("night", "night-sheen"),
        ("night", "loss"),
        ("gold", "trail-edge"),
        ("frame", "letter"),
        ("letter", "ivory-edge"),
        ("frame", "ivory-edge"),
    ),
)
