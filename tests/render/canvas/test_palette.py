"""Hand-picked colours, and the blends between them."""

import pytest
from PIL import Image

from render.canvas.palette import Palette, Ramp
from render.canvas.themes import CLASSIC
from render.contract.view import THEMES as VIEW_THEMES
from render.games import PAINTERS

INKS = {"classic": CLASSIC, **{key: painter.inks for key, painter in PAINTERS.items()}}

THEMES = {
    f"{name}-{theme}": palette for name, inks in INKS.items() for theme, palette in inks.palettes().items()
}


@pytest.mark.parametrize("theme", THEMES)
def test_every_ink_quantises_to_itself(theme: str) -> None:
    palette = THEMES[theme]
    for ink, rgb in palette.inks.items():
        (index,) = palette.quantise(Image.new("RGB", (1, 1), rgb)).tobytes()
        assert palette.colours[index] == rgb, ink
        assert index == palette.index(ink)


def test_themes_share_their_inks_and_fit_a_palette() -> None:
    for inks in INKS.values():
        assert set(inks.themes) == set(VIEW_THEMES)
        assert not [theme for theme in inks.themes.values() if theme.keys() != inks.themes["light"].keys()]
    assert not [palette for palette in THEMES.values() if len(palette.colours) > 256]


def test_edge_blends_have_colours_without_a_tint() -> None:
    palette = Palette.mix(
        {"black": (0, 0, 0), "white": (255, 255, 255), "red": (255, 0, 0)}, [("black", "white")]
    )
    greys = [colour for colour in palette.colours if colour != (255, 0, 0)]
    assert len(greys) >= 5
    assert not [(red, green, blue) for red, green, blue in greys if not (red == green == blue)]
    ramp = Image.new("RGB", (256, 1))
    ramp.putdata([(value, value, value) for value in range(256)])
    image = palette.quantise(ramp)
    assert 2 not in image.tobytes()
    reds = [palette.colours[index][0] for index in image.tobytes()]
    assert reds == sorted(reds)


def test_ramp_reaches_its_share_in_even_steps() -> None:
    inks = {"ground": (200, 100, 0), "dark": (0, 0, 0)}
    palette = Palette.mix(inks, [], ramps=[Ramp("ground", "dark", 4, 0.4)])
    assert palette.colours[2:] == ((180, 90, 0), (160, 80, 0), (140, 70, 0), (120, 60, 0))


def test_too_many_colours_are_refused() -> None:
    inks = {f"ink {number}": (number, number * 7 % 256, number * 13 % 256) for number in range(257)}
    with pytest.raises(ValueError, match="257 colours"):
        Palette.mix(inks, [])


def test_duplicate_colour_is_refused() -> None:
    with pytest.raises(ValueError, match="one colour"):
        Palette.mix({"one": (1, 2, 3), "other": (1, 2, 3)}, [])
