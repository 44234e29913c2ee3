"""The drawn boards of Hnefatafl and Ludus latrunculorum."""

from collections import Counter
from itertools import combinations, product
from random import Random

import pytest

from render import THEMES, Gallery, PlayerLine, Scoreboard, View
from render.canvas.resources import Resources
from render.contract.alt_text import Translate
from render.games import PAINTERS
from render.games.tafl.grid import Grid
from render.games.tafl.latrunculorum.board import board_of
from rules import GAMES, State
from rules.games.tafl.latrunculorum import LatrunculorumState
from rules.games.tafl.state import SlidingState
from tests.render.looking import Look, as_type
from tests.render.midgames import midgame
from tests.repeats import cases, in_turn

HNEFATAFL, LATRUNCULORUM = GAMES["hnefatafl"], GAMES["ludus-latrunculorum"]
BOARDS = next(option.values for option in HNEFATAFL.options if option.key == "board")
SETUPS: list[tuple[str, dict[str, str]]] = [
    *(("hnefatafl", {"board": board}) for board in BOARDS),
    ("ludus-latrunculorum", {}),
    ("ludus-latrunculorum", {"army": "king"}),
]


def grid_of(state: State, *, turned: bool = False) -> Grid:
    board = as_type(SlidingState, state)
    around = board_of(board).border if isinstance(board, LatrunculorumState) else 0.0
    return Grid(board.columns, board.rows, 800, turned, around)


@pytest.mark.parametrize(("key", "options"), cases(SETUPS[::3], SETUPS))
def test_every_piece_is_on_its_square_and_others_are_empty(
    key: str, options: dict[str, str], look: Look
) -> None:
    state: State = GAMES[key].new(options)
    picture, grid, pieces = look(state), grid_of(state), as_type(SlidingState, state).pieces
    ornamented = {*getattr(state, "corners", ()), getattr(state, "throne", "")}
    hearts = {letter: picture.at(*grid.middle(point)) for point, letter in pieces.items()}
    assert len(set(hearts.values())) == len(hearts)
    for point in grid.points():
        colour = picture.at(*grid.middle(point))
        if point in pieces:
            assert colour == hearts[pieces[point]], point
        elif point not in ornamented:
            assert colour not in hearts.values(), point


def test_hnefatafl_looks_the_same_to_everyone(gallery: Gallery) -> None:
    state = HNEFATAFL.new()
    assert len({gallery.picture(state, View(seat=seat)) for seat in (None, 0, 1)}) == 1


def test_black_sees_its_own_ranks_at_the_bottom_with_labels(look: Look) -> None:
    state = LATRUNCULORUM.new()
    neutral, black, white = (look(state, View(seat=seat)) for seat in (None, 0, 1))
    assert white.colours.tobytes() == neutral.colours.tobytes()
    grid, turned = grid_of(state), grid_of(state, turned=True)
    assert turned.middle("a10")[1] > turned.middle("a1")[1]
    assert black.nearest(*turned.middle("e10")).startswith("glass")
    for point in as_type(SlidingState, state).pieces:
        assert black.at(*turned.middle(point)) == neutral.at(*grid.middle(point)), point
    # File labels move with their files.
    for point in ("a1", "d1", "i1"):
        labels = {
            picture.inks((x, grid.opening[3] + 8, x + grid.square, grid.height - 4)).get("letter")
            for picture, x in ((neutral, grid.corner(point)[0]), (black, turned.corner(point)[0]))
        }
        assert len(labels) == 1, point
    left, _, right, bottom = (int(edge) for edge in grid.opening)
    below = left, bottom + 8, right, grid.height
    assert neutral.colours.crop(below).tobytes() != black.colours.crop(below).tobytes()


def test_attacker_defender_and_king_differ_in_shape(look: Look) -> None:
    state = HNEFATAFL.new()
    picture, grid = look(state), grid_of(state)
    ground, reach = ("oak", "walnut", "plate", "inlay", "line", "wood-pore"), range(3, grid.square - 3)
    outlines = [
        {(a, b) for a, b in product(reach, reach) if (picture.ink(x + a, y + b) or "").startswith(ground)}
        for x, y in (grid.corner(point) for point in ("a7", "g9", "g7"))
    ]
    for first, second in combinations(outlines, 2):
        assert len(first ^ second) > 100


def counts_of(state: State, seat: int | None = None) -> dict[int, list[int | None]]:
    """Return the counts next to the players' names, by seat."""
    painter = PAINTERS[state.game.key]
    plates = painter.ready(Resources(inks=painter.inks)).plates(state, View(seat=seat))
    return {plate.seat: [count.number for count in plate.counts] for plate in (*plates.above, *plates.below)}


def piece_counts(state: State) -> dict[str, int]:
    return dict(Counter(as_type(SlidingState, state).pieces.values()))


@pytest.mark.parametrize(("key", "men"), [("hnefatafl", "ad"), ("ludus-latrunculorum", "bw")])
def test_plates_count_the_men_each_side_has_captured(key: str, men: str) -> None:
    start = GAMES[key].new()
    assert counts_of(start) == {0: [], 1: []}
    armies = piece_counts(start)
    for plies in (30, 60, 90):
        state = midgame(key, {}, plies)
        losses = [armies[man] - piece_counts(state).get(man, 0) for man in men]
        assert any(losses), losses
        expected = {seat: [losses[1 - seat]] if losses[1 - seat] else [] for seat in (0, 1)}
        for seat in (None, 0, 1):
            assert counts_of(state, seat) == expected


def test_plies_without_a_capture_count_for_the_side_to_act() -> None:
    chance, state = Random(1), LATRUNCULORUM.new()
    for _ in range(52):
        moves = state.legal_moves()
        afters = map(state.play, chance.sample(moves, len(moves)))
        state = next(after for after in afters if not after.events)
    assert counts_of(state) == {0: [52], 1: []}


def test_description_counts_captured_men(gallery: Gallery, english: Translate, german: Translate) -> None:
    state = midgame("ludus-latrunculorum", {}, 60)
    losses = {man: piece_counts(LATRUNCULORUM.new())[man] - piece_counts(state)[man] for man in "bw"}
    assert min(losses.values()) > 1
    text = gallery.words(state, english)
    assert f"{losses['b']} black men captured so far." in text
    assert f"{losses['w']} white men captured so far." in text
    assert f"Bisher sind {losses['w']} weiße Steine geschlagen." in gallery.words(state, german)
    assert "captured so far" not in gallery.words(LATRUNCULORUM.new(), english)


@pytest.mark.parametrize(("chosen", "theme"), in_turn(SETUPS, THEMES))
def test_picture_with_its_scoreboard_stays_small(
    chosen: tuple[str, dict[str, str]], theme: str, gallery: Gallery
) -> None:
    key, options = chosen
    players = (
        PlayerLine("Bartholomäus Müller-Lüdenscheidt", "", "12½"),
        PlayerLine("Wilhelmine Größenwahn-Zöpfle", "", "10½"),
    )
    scoreboard = Scoreboard(players, "Zug 123")
    for plies in (0, 30, 90):
        picture = gallery.picture(midgame(key, options, plies), View(theme=theme, scoreboard=scoreboard))
        assert len(picture) <= 100_000, plies
