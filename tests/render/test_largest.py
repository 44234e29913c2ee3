"""However crowded a board and however long the names: its picture is small, large enough, drawn once."""

from dataclasses import replace
from io import BytesIO

import pytest
from PIL import Image

from bench.stage.ends import LONG, SHORT, Board, ended, walked
from bot.locale import Texts
from render import THEMES, Gallery, PlayerLine, Scoreboard, View
from rules import State

MOST_BYTES = 30_000
LEAST_WIDTH = 640
WORST = (
    (Board("hnefatafl", {"board": "hnefatafl-11"}), 260),
    (Board("hnefatafl", {"board": "alea-evangelii-19"}), 60),
    (Board("ludus-latrunculorum"), 60),
    (Board("conhex", {"swap": "off"}), 70),
    (Board("fox-and-hens"), 40),
    (Board("hounds-and-jackals"), 60),
    (Board("catch-the-hat", {}, 6), 200),
)
"""Those that came to more than 36 kB once. `python -m bench largest` looks at all there are."""


@pytest.fixture(scope="module")
def german() -> Texts:
    return Texts.load()


@pytest.fixture(scope="module", params=WORST, ids=lambda worst: f"{worst[0].key} {worst[1]}")
def crowded(request: pytest.FixtureRequest) -> State:
    board, plies = request.param
    return walked(board, plies, 0)


@pytest.mark.parametrize("theme", THEMES)
def test_the_end_with_all_there_is_to_tell_is_small_and_drawn_once(
    crowded: State, theme: str, gallery: Gallery, german: Texts
) -> None:
    boards = gallery.lookups.wanted
    data = gallery.picture(crowded, ended(crowded, theme, LONG, german.language("de")))
    assert len(data) <= MOST_BYTES
    # Drawing a board takes longer than all the rest.
    assert gallery.lookups.wanted == boards + 1
    with Image.open(BytesIO(data)) as picture:
        assert picture.width >= LEAST_WIDTH


def test_what_fits_is_as_wide_as_was_asked_for(crowded: State, gallery: Gallery) -> None:
    with Image.open(BytesIO(gallery.picture(crowded, View(over=True)))) as picture:
        assert picture.width == View().width


def test_the_end_is_as_wide_as_was_asked_for_where_little_is_told(crowded: State, gallery: Gallery) -> None:
    players = tuple(PlayerLine(name, "") for name in SHORT[: crowded.players])
    view = View(over=True, scoreboard=Scoreboard(players, "", ("Draw",)))
    with Image.open(BytesIO(gallery.picture(crowded, view))) as picture:
        assert picture.width == View().width


def test_what_was_asked_for_narrow_is_drawn_so(crowded: State, gallery: Gallery, german: Texts) -> None:
    view = replace(ended(crowded, "light", LONG, german.language("de")), width=480)
    with Image.open(BytesIO(gallery.picture(crowded, view))) as picture:
        assert picture.width == 480


def test_what_is_larger_than_was_to_be_expected_is_drawn_again(
    gallery: Gallery, monkeypatch: pytest.MonkeyPatch
) -> None:
    crowded = walked(*WORST[0], 0)
    players = tuple(PlayerLine(name, "") for name in LONG[: crowded.players])
    # As if hardly anything had been expected, and little were allowed.
    monkeypatch.setattr("render.gallery.fitted", lambda view, _: view)
    monkeypatch.setattr("render.fitting.MOST_BYTES", 20_000)
    boards = gallery.lookups.wanted
    data = gallery.picture(crowded, View(over=True, scoreboard=Scoreboard(players, "", ("Draw",))))
    assert len(data) <= 20_000
    assert gallery.lookups.wanted > boards + 1
