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


def test_a_kept_board_is_the_one_that_was_drawn() -> None:
    image = _draw()
    picture = CachedBoard(image, BoardLookups(), SingleFlightCache(1)).sheet().picture
    assert (picture.mode, picture.size, picture.tobytes()) == (image.mode, image.size, image.tobytes())
    assert picture.getpalette() == image.getpalette()


def test_what_is_laid_on_a_board_is_not_on_the_next() -> None:
    board = CachedBoard(_draw(), BoardLookups(), SingleFlightCache(1))
    sheet = board.sheet().picture
    sheet.paste(5, (0, 0, 100, 100))
    assert board.sheet().picture.tobytes() == _draw().tobytes() != sheet.tobytes()


def test_a_board_that_is_not_among_the_latest_any_more_is_unpacked_anew() -> None:
    latest: LatestBoards = SingleFlightCache(1)
    board, other = (CachedBoard(_draw(), BoardLookups(), latest) for _ in range(2))
    for source in (board, other, board):
        assert source.sheet().picture.tobytes() == _draw().tobytes()


def test_the_margins_of_a_board_lie_around_it() -> None:
    sheet = CachedBoard(_draw(), BoardLookups(), SingleFlightCache(1)).sheet(Margins(20, 30))
    assert sheet.picture.size == (400, 350)
    assert sheet.picture.crop((0, 20, 400, 320)).tobytes() == _draw().tobytes()
    sheet.lay(Tile.of(Image.new("P", (5, 5), 7), None, (1, 2)), 10, 10)
    assert sheet.picture.crop((11, 32, 16, 37)).getcolors() == [(25, 7)]


def test_each_request_is_counted_and_each_board_drawn_once() -> None:
    lookups = BoardLookups()
    for requests in (0, 2, 3):
        board = CachedBoard(_draw(), lookups, SingleFlightCache(1))
        for _ in range(requests):
            board.sheet()
    assert (lookups.wanted, lookups.drawn) == (5, 3)
