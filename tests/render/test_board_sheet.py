import io
from itertools import product

import pytest
from PIL import Image, ImageChops
from syrupy.assertion import SnapshotAssertion

from bot.chat.core.offered_boards import offered_boards
from bot.locale import LANGUAGES, Texts
from render import THEMES, Gallery, SheetBoard
from render.board_sheet import WIDTH
from render.charts.pen import FRAME
from render.sheet_positions import SHEET_POSITIONS
from rules import GAMES
from rules.contract.capabilities import named_boards
from tests.galleries import FRESH_GALLERY
from tests.render.midgames import midgame
from tests.repeats import cases

BRANDUBH = SheetBoard("hnefatafl", (("board", "brandubh-7"),), "Brandubh")
CONHEX = SheetBoard("conhex", (), "ConHex")
LONG = SheetBoard("nine-mens-morris", (("men", "12"),), "Twelve Men's Morris, with a very long name indeed")


def draw(*boards: SheetBoard, theme: str = "light") -> Image.Image:
    return Image.open(io.BytesIO(FRESH_GALLERY.sheet(boards, theme))).convert("RGB")


@pytest.mark.parametrize("theme", THEMES)
def test_each_board_has_its_place_on_a_sheet_in_every_theme(theme: str) -> None:
    both, single = draw(BRANDUBH, CONHEX, theme=theme), draw(BRANDUBH, theme=theme)
    assert both.size == single.size == (WIDTH, single.height)
    second = (WIDTH // 4 + 16, FRAME + 8, WIDTH // 2, single.height - FRAME)
    assert len(single.crop(second).getcolors() or ()) == 1, "the second column is empty"
    assert len(both.crop(second).getcolors(10_000) or ()) > 10


def test_sheet_has_a_row_per_four_boards() -> None:
    heights = {number: draw(*[CONHEX] * number).height for number in (1, 4, 5)}
    assert heights[1] == heights[4]
    assert 1.8 < heights[5] / heights[4] < 2.0


def test_long_name_stays_within_its_column() -> None:
    sheet = draw(LONG)
    beside = sheet.crop((WIDTH // 4 + 16, FRAME + 8, WIDTH - FRAME, sheet.height - FRAME))
    assert len(beside.getcolors() or ()) == 1


def test_a_long_name_is_split_into_even_lines() -> None:
    sheet = draw(LONG)
    paper = Image.new("RGB", sheet.size, sheet.getpixel((WIDTH - 40, sheet.height - 40)))
    inked = ImageChops.difference(sheet, paper)
    left, right, bottom = FRAME + 16, WIDTH // 4 + 16, sheet.height - FRAME - 22
    boxes = [inked.crop((left, end - 28, right, end)).getbbox() for end in (bottom - 36, bottom)]
    sizes = [(box[2] - box[0], box[3] - box[1]) for box in boxes if box is not None]
    assert len(sizes) == 2
    assert min(width for width, _ in sizes) > 150, "the lines fill the column"
    assert min(height for _, height in sizes) > 12, "no line is in small type"


@pytest.mark.parametrize(("theme", "language"), cases([("print", "de")], list(product(THEMES, LANGUAGES))))
def test_sheet_of_every_board_stays_small(theme: str, language: str) -> None:
    t = Texts.load().language(language)
    boards = tuple(board.on_sheet(t) for board in offered_boards(GAMES))
    assert len(boards) > 10
    assert len(FRESH_GALLERY.sheet(boards, theme)) <= 100_000


def test_stored_sheet_positions_match_the_midgames() -> None:
    for game in GAMES.values():
        for options in named_boards(game) or ({},):
            position = SHEET_POSITIONS[game.key, tuple(options.items())]
            assert position == midgame(game.key, options, 12).position
            assert game.from_position(position, options).outcome is None


def test_a_sheet_leaves_nothing_in_the_shared_caches() -> None:
    gallery = Gallery()
    gallery.sheet((BRANDUBH, CONHEX), "light")
    gallery.thumbnail(BRANDUBH, "light", 150)
    assert gallery.lookups.drawn == 0
    gallery.picture(GAMES["conhex"].new())
    assert gallery.lookups.drawn == 1


def test_board_sheet_matches_snapshot(pixels: SnapshotAssertion) -> None:
    boards = (
        SheetBoard("fox-and-hens", (), "Fox and Hens"),
        CONHEX,
        LONG,
        SheetBoard("hounds-and-jackals", (), "Hounds and Jackals"),
        SheetBoard("catch-the-hat", (), "Catch the Hat"),
    )
    assert FRESH_GALLERY.sheet(boards, "dark") == pixels
