"""The colours of the boards: an ink has one name and a colour in each theme."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from render.canvas.palette import FINE, EdgeBlend, Palette, Ramp, Rgb


@dataclass(frozen=True, slots=True)
class ThemeInks:
    """The inks of a board in every theme, under the same names, and the pairs of inks whose edges meet.

    `ramps` are the gradients for curved and shaded surfaces.
    """

    themes: Mapping[str, Mapping[str, Rgb]]
    touching: tuple[tuple[str, str], ...]
    edges: EdgeBlend = FINE
    ramps: tuple[Ramp, ...] = ()

    def palettes(self) -> dict[str, Palette]:
        """Return the palette of every theme, by theme name."""
        return {
            theme: Palette.mix(inks, self.touching, self.edges, self.ramps)
            for theme, inks in self.themes.items()
        }

    def with_inks(
        self,
        names: Iterable[str],
        further: Mapping[str, Mapping[str, Rgb]],
        touching: Iterable[tuple[str, str]],
        ramps: Iterable[Ramp] = (),
    ) -> "ThemeInks":
        """Return the given inks together with `further` inks, which have a colour in every theme.

        Only pairs of kept inks remain touching.
        """
        kept = tuple(names)
        pairs = tuple(pair for pair in self.touching if set(pair) <= set(kept))
        return ThemeInks(
            {
                theme: {**{name: inks[name] for name in kept}, **further[theme]}
                for theme, inks in self.themes.items()
            },
            (*pairs, *touching),
            ramps=tuple(ramps),
        )


_PIECES: Mapping[str, Rgb] = {
    "night": (46, 40, 40),
    "night-edge": (20, 17, 18),
    "night-sheen": (112, 104, 104),
    "oxblood": (120, 44, 36),
    "iron": (158, 150, 140),
    "ivory": (250, 242, 222),
    "ivory-edge": (92, 66, 42),
    "ivory-shade": (214, 192, 152),
    "gold": (226, 172, 58),
    "gold-edge": (134, 88, 20),
    "white": (255, 255, 255),
    "red": (198, 58, 46),
    "red-edge": (104, 22, 20),
    "red-sheen": (240, 150, 132),
    "blue": (38, 98, 178),
    "blue-edge": (12, 38, 86),
    "blue-sheen": (142, 186, 236),
}

_LIGHT: Mapping[str, Rgb] = {
    **_PIECES,
    "frame": (124, 80, 48),
    "frame-high": (160, 112, 70),
    "frame-low": (78, 48, 30),
    "letter": (252, 232, 196),
    "wood": (236, 208, 160),
    "wood-grain": (226, 195, 143),
    "wood-two": (223, 189, 136),
    "wood-two-grain": (212, 176, 121),
    "wood-line": (168, 124, 78),
    "wood-shade": (176, 138, 92),
    "inlay": (146, 84, 48),
    "stone": (226, 222, 210),
    "stone-two": (208, 202, 188),
    "stone-line": (150, 142, 128),
    "stone-shade": (156, 148, 136),
    "slate": (98, 84, 80),
    "slate-high": (136, 120, 112),
    "slate-low": (60, 50, 48),
    "paper": (244, 228, 194),
    "paper-two": (235, 214, 172),
    "paper-line": (112, 78, 48),
    "red-field": (232, 142, 122),
    "red-field-stripe": (216, 112, 94),
    "blue-field": (142, 180, 224),
    "blue-field-stripe": (108, 152, 208),
    "trail": (206, 190, 92),
    "trail-edge": (112, 106, 22),
    "hint": (18, 118, 106),
    "loss": (172, 58, 38),
}

_DARK: Mapping[str, Rgb] = {
    **_PIECES,
    "frame": (50, 37, 30),
    "frame-high": (80, 60, 48),
    "frame-low": (22, 16, 14),
    "letter": (226, 202, 164),
    "wood": (146, 108, 74),
    "wood-grain": (137, 99, 66),
    "wood-two": (130, 93, 61),
    "wood-two-grain": (120, 84, 54),
    "wood-line": (82, 56, 36),
    "wood-shade": (88, 61, 40),
    "inlay": (222, 180, 118),
    "stone": (134, 126, 114),
    "stone-two": (117, 109, 98),
    "stone-line": (76, 70, 62),
    "stone-shade": (88, 81, 72),
    "slate": (40, 40, 45),
    "slate-high": (78, 78, 86),
    "slate-low": (24, 24, 28),
    "paper": (110, 96, 80),
    "paper-two": (96, 83, 69),
    "paper-line": (36, 28, 24),
    "red-field": (176, 84, 70),
    "red-field-stripe": (152, 64, 54),
    "blue-field": (78, 122, 178),
    "blue-field-stripe": (58, 98, 152),
    "trail": (158, 148, 60),
    "trail-edge": (228, 216, 116),
    "hint": (126, 230, 206),
    "loss": (250, 128, 100),
}

_PRINT: Mapping[str, Rgb] = {
    **_PIECES,
    "frame": (91, 75, 64),
    "frame-high": (138, 118, 101),
    "frame-low": (57, 46, 40),
    "letter": (241, 235, 225),
    "wood": (219, 209, 193),
    "wood-grain": (207, 196, 177),
    "wood-two": (202, 190, 171),
    "wood-two-grain": (190, 177, 156),
    "wood-line": (147, 128, 109),
    "wood-shade": (155, 141, 123),
    "inlay": (105, 83, 70),
    "stone": (229, 228, 224),
    "stone-two": (209, 207, 202),
    "stone-line": (149, 146, 140),
    "stone-shade": (156, 153, 148),
    "slate": (83, 78, 77),
    "slate-high": (134, 127, 124),
    "slate-low": (51, 47, 46),
    "paper": (235, 230, 220),
    "paper-two": (222, 215, 201),
    "paper-line": (84, 71, 60),
    "red-field": (204, 171, 164),
    "red-field-stripe": (184, 145, 138),
    "blue-field": (176, 189, 205),
    "blue-field-stripe": (146, 162, 183),
    "trail": (176, 170, 133),
    "trail-edge": (76, 74, 44),
    "hint": (43, 79, 75),
    "loss": (119, 78, 70),
}

# Inks whose edges meet. Other contacts are rare and use the nearest colours.
_TOUCHING = (
    *((ground, "wood-line") for ground in ("wood", "wood-two")),
    *((ground, "inlay") for ground in ("wood", "wood-two")),
    *((ground, "night") for ground in ("wood", "wood-two", "trail", "wood-shade")),
    *((ground, "night-edge") for ground in ("stone", "stone-two", "trail")),
    *((ground, "ivory-edge") for ground in ("wood", "wood-two", "stone", "stone-two", "trail")),
    *((ground, "wood-shade") for ground in ("wood", "wood-two", "trail")),
    *((ground, "stone-shade") for ground in ("stone", "stone-two")),
    *((ground, "stone-line") for ground in ("stone", "stone-two")),
    *((ground, "loss") for ground in ("wood", "stone", "paper")),
    *((ground, "hint") for ground in ("wood", "stone", "paper")),
    *((ground, "trail-edge") for ground in ("wood", "stone", "trail")),
    *((ground, "paper-line") for ground in ("paper", "paper-two", "red-field", "blue-field")),
    ("frame", "letter"),
    ("frame-low", "letter"),
    ("slate", "letter"),
    ("night", "night-edge"),
    ("night", "oxblood"),
    ("night", "iron"),
    ("night", "night-sheen"),
    ("ivory", "ivory-edge"),
    ("ivory", "ivory-shade"),
    ("ivory-shade", "ivory-edge"),
    ("gold", "gold-edge"),
    ("gold", "oxblood"),
    ("ivory", "oxblood"),
    ("red", "red-edge"),
    ("red", "white"),
    ("red", "red-sheen"),
    ("blue", "blue-edge"),
    ("blue", "white"),
    ("blue", "blue-sheen"),
    ("red-edge", "paper"),
    ("blue-edge", "paper"),
    ("red-edge", "red-field"),
    ("blue-edge", "blue-field"),
    ("gold", "paper-line"),
    ("gold", "red-field"),
    ("gold", "blue-field"),
    ("red-field", "red-field-stripe"),
    ("blue-field", "blue-field-stripe"),
)


CLASSIC = ThemeInks({"light": _LIGHT, "dark": _DARK, "print": _PRINT}, _TOUCHING)
"""The inks of the boards of squares and of ConHex; other boards borrow from them."""

SHARED_INKS = ("frame", "frame-high", "frame-low", "letter", "trail", "trail-edge", "hint", "loss", "white")
"""The inks shared by all boards."""
