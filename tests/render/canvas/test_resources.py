"""Cached empty boards are returned as drawn, however often they are requested."""

from PIL import Image, ImageDraw

from render.canvas.resources import BoardLookups, CachedBoard, LatestBoards, Resources
from render.canvas.sheet import Margins, Tile
from render.canvas.single_flight_cache import SingleFlightCache


def _draw() -> Image.Image:
    canvas = Resources().canvas("light", (0, 0, 400, 300), "frame")
    picture = canvas.image()
    ImageDraw.Draw(picture).line((0, 0, 399, 299), fill=3)
    return picture


def test_cached_board_equals_the_drawn_one() -> None:
    image = _draw()
    picture = CachedBoard(image, BoardLookups(), SingleFlightCache(1)).sheet().picture
    assert (picture.mode, picture.size, picture.tobytes()) == (image.mode, image.size, image.tobytes())
    assert picture.getpalette() == image.getpalette()


def test_drawing_on_a_board_leaves_the_cached_board_untouched() -> None:
    board = CachedBoard(_draw(), BoardLookups(), SingleFlightCache(1))
    sheet = board.sheet().picture
    sheet.paste(5, (0, 0, 100, 100))
    assert board.sheet().picture.tobytes() == _draw().tobytes() != sheet.tobytes()


def test_evicted_board_is_unpacked_again() -> None:
    latest: LatestBoards = SingleFlightCache(1)
    board, other = (CachedBoard(_draw(), BoardLookups(), latest) for _ in range(2))
    for source in (board, other, board):
        assert source.sheet().picture.tobytes() == _draw().tobytes()


def test_margins_surround_the_board() -> None:
    sheet = CachedBoard(_draw(), BoardLookups(), SingleFlightCache(1)).sheet(Margins(20, 30))
    assert sheet.picture.size == (400, 350)
    assert sheet.picture.crop((0, 20, 400, 320)).tobytes() == _draw().tobytes()
    sheet.lay(Tile.of(Image.new("P", (5, 5), 7), None, (1, 2)), 10, 10)
    assert sheet.picture.crop((11, 32, 16, 37)).getcolors() == [(25, 7)]


def test_every_request_counts_and_each_board_is_drawn_once() -> None:
    lookups = BoardLookups()
    for requests in (0, 2, 3):
        board = CachedBoard(_draw(), lookups, SingleFlightCache(1))
        for _ in range(requests):
            board.sheet()
    assert (lookups.wanted, lookups.drawn) == (5, 3)
