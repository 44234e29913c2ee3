"""However crowded a board and however long the names: its picture stays small, and large enough."""

from io import BytesIO

import pytest
from PIL import Image

from bench.stage.ends import LONG, Board, ended, walked
from bot.locale import Texts
from render import THEMES, Gallery, View
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
def test_the_end_with_all_there_is_to_tell_is_small(
    crowded: State, theme: str, gallery: Gallery, german: Texts
) -> None:
    data = gallery.picture(crowded, ended(crowded, theme, LONG, german.language("de")))
    assert len(data) <= MOST_BYTES
    with Image.open(BytesIO(data)) as picture:
        assert picture.width >= LEAST_WIDTH


def test_what_fits_is_as_wide_as_was_asked_for(crowded: State, gallery: Gallery) -> None:
    with Image.open(BytesIO(gallery.picture(crowded, View(over=True)))) as picture:
        assert picture.width == View().width
