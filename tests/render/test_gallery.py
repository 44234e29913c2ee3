"""Pictures as files: format, size and identity."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from PIL import Image

from render import THEMES, Gallery, Orientation, Translate, View
from render.canvas.resources import Resources
from render.games import PAINTERS, find_painters
from render.pictures import SUBJECTS, main
from rules import GAMES
from tests.render.looking import Look
from tests.render.midgames import midgame
from tests.repeats import cases, in_turn

PLIES = cases((0, 90), (0, 1, 12, 40, 90))
GAME_OPTIONS: list[tuple[str, dict[str, str]]] = [
    *((key, {}) for key in GAMES),
    *(("hnefatafl", {"board": board}) for board in ("brandubh-7", "tablut-9", "alea-evangelii-19")),
    ("conhex", {"swap": "off"}),
    ("fox-and-hens", {"missed_capture": "enforced", "diagonals": "none", "fox_start": "back"}),
    ("catch-the-hat", {"mode": "golden-hat"}),
]


@pytest.mark.parametrize(("chosen", "theme"), in_turn(GAME_OPTIONS, THEMES))
def test_a_picture_is_a_small_palette_image_throughout_the_game(
    chosen: tuple[str, dict[str, str]], theme: str, look: Look
) -> None:
    key, options = chosen
    for plies in PLIES:
        picture = look(midgame(key, options, plies), View(theme=theme))
        assert picture.raw.mode == "P"
        assert picture.raw.format == "PNG"
        assert picture.raw.width == 800
        assert 700 <= picture.raw.height <= 900
        assert picture.size_in_bytes < 100_000, plies


@pytest.mark.parametrize("theme", THEMES)
def test_picture_with_many_people_stays_small(theme: str, look: Look) -> None:
    for plies in (40, 300):
        picture = look(midgame("catch-the-hat", {}, plies, 6), View(theme=theme, seat=1))
        assert picture.raw.width == 800
        assert 700 <= picture.raw.height <= 900
        assert picture.size_in_bytes < 100_000, plies


@pytest.mark.parametrize(("key", "width"), in_turn(list(PAINTERS), [160, 533, 1200]))
def test_any_width_can_be_rendered(key: str, width: int, look: Look) -> None:
    assert look(midgame(key, {}, 5), View(width=width)).raw.width == width


def test_every_game_has_a_painter() -> None:
    assert GAMES.keys() == PAINTERS.keys()


ORIENTATIONS = {
    "hnefatafl": (Orientation.NEUTRAL, Orientation.NEUTRAL),
    "ludus-latrunculorum": (Orientation.TURNED, Orientation.NEUTRAL),
    "conhex": (Orientation.NEUTRAL, Orientation.NEUTRAL),
    "fox-and-hens": (Orientation.NEUTRAL, Orientation.TURNED),
    "hounds-and-jackals": (Orientation.NEUTRAL, Orientation.NEUTRAL),
    "catch-the-hat": (Orientation.NEUTRAL, Orientation.NEUTRAL),
}


@pytest.mark.parametrize("key", ORIENTATIONS)
def test_orientation_depends_on_the_viewer(key: str, gallery: Gallery) -> None:
    for plies in (0, 21):
        state = midgame(key, {}, plies)
        orientations = tuple(gallery.orientation(state, View(seat=seat)) for seat in (0, 1))
        assert orientations == ORIENTATIONS[key]


@pytest.mark.parametrize("key", ORIENTATIONS)
def test_mirrored_view_is_given_only_on_request(key: str, gallery: Gallery) -> None:
    state = midgame(key, {}, 21)
    orientations = tuple(gallery.orientation(state, View(seat=seat, mirrored=True)) for seat in (0, 1))
    mirrored = (Orientation.NEUTRAL, Orientation.MIRRORED)
    assert orientations == (mirrored if key == "conhex" else ORIENTATIONS[key])


@pytest.mark.parametrize("key", PAINTERS)
def test_public_view_is_neutral_and_mirrored_views_say_so(
    key: str, gallery: Gallery, german: Translate
) -> None:
    for players in GAMES[key].seats:
        state = GAMES[key].new(players=players)
        assert gallery.orientation(state, View()) is Orientation.NEUTRAL
        for seat in range(players):
            view = View(seat=seat, mirrored=True)
            if gallery.orientation(state, view) is Orientation.MIRRORED:
                assert german(f"{key}.words.mirrored") in gallery.words(state, german, view)


def test_a_painter_refuses_the_states_of_another_game() -> None:
    painter = PAINTERS["conhex"].ready(Resources())
    with pytest.raises(TypeError, match="ConHexState cannot draw a HnefataflState"):
        painter.paint(GAMES["hnefatafl"].new(), View())


def test_painter_is_found_by_its_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    declared = "from render.games.conhex import PAINTER\n"
    for folder, text in (
        ("some_games", ""),
        ("some_games/one", declared),
        ("some_games/family", ""),
        ("some_games/family/two", declared),
    ):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "__init__.py").write_text(text)
    (tmp_path / "some_games" / "family" / "board.py").write_text("PAINTER = None")
    monkeypatch.syspath_prepend(tmp_path)
    painters = list(find_painters([str(tmp_path / "some_games")], "some_games"))
    assert painters == [PAINTERS["conhex"]] * 2


def test_an_unknown_game_is_an_error() -> None:
    with pytest.raises(KeyError):
        Gallery({}).picture(GAMES["conhex"].new())


def test_the_themes_differ(gallery: Gallery) -> None:
    for key in PAINTERS:
        state = GAMES[key].new()
        assert gallery.picture(state) != gallery.picture(state, View(theme="dark")), key


def test_concurrent_drawing_gives_the_same_pictures(gallery: Gallery) -> None:
    jobs = [
        (midgame(key, {}, plies), View(seat=seat, theme=theme, width=200))
        for key in PAINTERS
        for plies in (8,)
        for seat, theme in zip((0, 1), THEMES, strict=False)
    ]
    alone = [gallery.picture(state, view) for state, view in jobs]
    fresh = Gallery()
    with ThreadPoolExecutor(6) as pool:
        together = list(pool.map(lambda job: fresh.picture(*job), jobs * 2))
    assert together == alone * 2


@pytest.mark.parametrize("width", [-1, 159, 1601])
def test_invalid_width_is_refused(width: int) -> None:
    with pytest.raises(ValueError, match=f"width {width} is not between 160 and 1600"):
        View(width=width)


def test_an_unknown_theme_is_refused() -> None:
    with pytest.raises(ValueError, match="no theme 'pink'; themes: light, dark"):
        View(theme="pink")


def test_the_sample_pictures_are_written(tmp_path: Path) -> None:
    assert main([str(tmp_path / "new")]) == 0
    names = sorted(path.name for path in (tmp_path / "new").iterdir())
    assert names == sorted(f"{subject.name}.png" for subject in SUBJECTS)
    for name in names:
        with Image.open(tmp_path / "new" / name) as image:
            assert image.width == 800
