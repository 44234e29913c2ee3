"""The boards of squares, as drawn."""

from collections import Counter
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
from tests.render.looking import Look, of
from tests.render.midgames import midgame
from tests.repeats import in_turn

HNEFATAFL, LATRUNCULORUM = GAMES["hnefatafl"], GAMES["ludus-latrunculorum"]
BOARDS = next(option.values for option in HNEFATAFL.options if option.key == "board")
SETUPS: list[tuple[str, dict[str, str]]] = [
    *(("hnefatafl", {"board": board}) for board in BOARDS),
    ("ludus-latrunculorum", {}),
    ("ludus-latrunculorum", {"army": "king"}),
]


def grid_of(state: State, width: int = 800, *, turned: bool = False) -> Grid:
    board = of(SlidingState, state)
    around = board_of(board).border if isinstance(board, LatrunculorumState) else 0.0
    return Grid(board.columns, board.rows, width, turned, around)


def starts() -> list[State]:
    return [
        *(HNEFATAFL.new({"board": board}) for board in BOARDS),
        *(LATRUNCULORUM.new({"army": army}) for army in ("rows", "king")),
    ]


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize(
    "state", starts(), ids=lambda state: "-".join((state.game.key, *state.options.values()))
)
def test_every_piece_stands_on_its_square_and_the_others_are_empty(
    state: State, theme: str, look: Look
) -> None:
    picture = look(state, View(theme=theme))
    grid = grid_of(state)
    pieces = of(SlidingState, state).pieces
    ornamented = {*getattr(state, "corners", ()), getattr(state, "throne", "")}
    hearts = {letter: picture.at(*grid.middle(point)) for point, letter in pieces.items()}
    assert len(set(hearts.values())) == len(hearts)
    for point in grid.points():
        colour = picture.at(*grid.middle(point))
        if point in pieces:
            assert colour == hearts[pieces[point]], point
        elif point not in ornamented:
            assert colour not in hearts.values(), point


def test_throne_and_refuges_are_marked_when_empty(look: Look) -> None:
    state = HNEFATAFL.from_position("7/7/3a3/7/7/3k3/7 a", {"board": "brandubh-7"})
    picture, grid = look(state), grid_of(state)
    for point in grid.points():
        x, y = grid.corner(point)
        marked = picture.inks((x, y, x + grid.square, y + grid.square)).get("inlay", 0) > 400
        assert marked == (point in {"a1", "a7", "g1", "g7", "d4"}), point


def test_an_edge_to_escape_to_has_a_string_and_no_refuges(look: Look) -> None:
    text = "7/7/3a3/7/7/3k3/7 a"
    corners, edge = (
        HNEFATAFL.from_position(text, {"board": "brandubh-7", "escape": escape})
        for escape in ("corners", "edge")
    )
    grid = grid_of(edge)
    left, top, _, bottom = grid.box
    for state in (corners, edge):
        picture = look(state)
        string = picture.inks((left - 3, top + grid.square, left, bottom - grid.square)).get("inlay", 0)
        assert (string > grid.square) == (state == edge)
        x, y = grid.corner("a1")
        refuge = picture.inks((x, y, x + grid.square, y + grid.square)).get("inlay", 0)
        assert (refuge > 500) == (state == corners)


def test_the_last_move_shows_where_it_came_from_its_way_and_its_goal(look: Look) -> None:
    before = HNEFATAFL.new()
    after = before.play(before.parse("e1-e5"))
    picture, grid = look(after), grid_of(after)
    for point in ("e1", "e5"):
        x, y = grid.corner(point)
        assert picture.ink(x + 0.12 * grid.square, y + 0.12 * grid.square) == "trail", point
    for point in ("e2", "e3", "e4"):
        across, down = grid.middle(point)
        assert picture.ink(across, down - 0.14 * grid.square) == "trail-edge", point
        assert picture.ink(across, down + 0.14 * grid.square) != "trail-edge", point
    assert "trail" not in look(before).inks((0, 0, 800, 799))


def test_a_captured_piece_leaves_a_cross_in_its_shape(look: Look) -> None:
    # Attackers c5 and e9, a defender d5, the king on k11.
    before = HNEFATAFL.from_position("13/13/10k2/13/4a8/13/13/13/2ad9/13/13/13/13 a")
    after = before.play(before.parse("e9-e5"))
    assert after.events[0].points == ("d5",)
    picture, grid = look(after), grid_of(after)
    assert picture.ink(*grid.middle("d5")) == "loss"
    assert "loss" not in look(before).inks((0, 0, 800, 799))


def test_a_caught_king_leaves_a_cross(look: Look) -> None:
    # Attackers f7 h7 g6 g12 around the king on the throne.
    before = HNEFATAFL.from_position("13/6a6/13/13/13/13/5aka5/6a6/13/13/13/13/13 a")
    after = before.play(before.parse("g12-g8"))
    assert after.outcome is not None
    assert look(after).ink(*grid_of(after).middle("g7")) == "loss"


def test_chosen_and_possible_squares_are_marked_while_composing(look: Look) -> None:
    state = HNEFATAFL.new()
    grid = grid_of(state)
    picture = look(state, View(chosen=("e1",), targets=("e2", "e3")))
    for point in grid.points():
        x, y = grid.corner(point)
        marked = "hint" in picture.inks((x, y, x + grid.square, y + grid.square))
        assert marked == (point in {"e1", "e2", "e3"}), point


def test_hnefatafl_looks_the_same_to_everyone(gallery: Gallery) -> None:
    state = HNEFATAFL.new()
    assert len({gallery.picture(state, View(seat=seat)) for seat in (None, 0, 1)}) == 1


def test_black_sees_the_own_ranks_at_the_bottom_with_their_names(look: Look, gallery: Gallery) -> None:
    state = LATRUNCULORUM.new()
    assert gallery.picture(state, View(seat=1)) == gallery.picture(state)
    black, neutral = look(state, View(seat=0)), look(state)
    grid, turned = grid_of(state), grid_of(state, turned=True)
    assert turned.middle("a10")[1] > turned.middle("a1")[1]
    for point in of(SlidingState, state).pieces:
        assert black.at(*turned.middle(point)) == neutral.at(*grid.middle(point)), point
    assert black.nearest(*turned.middle("e10")).startswith("glass")
    # The label of a file goes where the file goes.
    for point in ("a1", "d1", "i1"):
        labels = [
            picture.inks((x, grid.opening[3] + 8, x + grid.square, grid.height - 4)).get("letter")
            for picture, x in ((neutral, grid.corner(point)[0]), (black, turned.corner(point)[0]))
        ]
        assert labels[0] == labels[1], point
    left, _, right, bottom = (int(edge) for edge in grid.opening)
    below = (left, bottom + 8, right, grid.height)
    assert neutral.colours.crop(below).tobytes() != black.colours.crop(below).tobytes()


def test_pieces_of_two_sides_differ_in_shape(look: Look) -> None:
    state = HNEFATAFL.new()
    picture, grid = look(state), grid_of(state)

    def outline(point: str) -> frozenset[tuple[int, int]]:
        x, y = grid.corner(point)
        ground = ("oak", "walnut", "plate", "inlay", "line", "wood-pore")
        return frozenset(
            (across, down)
            for across in range(3, grid.square - 3)
            for down in range(3, grid.square - 3)
            if (picture.ink(x + across, y + down) or "").startswith(ground)
        )

    attacker, defender, king = outline("a7"), outline("g9"), outline("g7")
    for first, second in ((attacker, defender), (attacker, king), (defender, king)):
        assert len(first ^ second) > 100


def counts_of(state: State, seat: int | None = None) -> dict[int, list[int | None]]:
    """Return the counts of the lines, by seat."""
    painter = PAINTERS[state.game.key]
    plates = painter.ready(Resources(inks=painter.inks)).plates(state, View(seat=seat))
    return {plate.seat: [count.number for count in plate.counts] for plate in (*plates.above, *plates.below)}


def standing(state: State) -> dict[str, int]:
    return dict(Counter(of(SlidingState, state).pieces.values()))


@pytest.mark.parametrize(("key", "men"), [("hnefatafl", "ad"), ("ludus-latrunculorum", "bw")])
def test_each_line_counts_the_men_that_side_has_taken(key: str, men: str) -> None:
    start = GAMES[key].new()
    assert counts_of(start) == {0: [], 1: []}
    armies = standing(start)
    for plies in (30, 60, 90):
        state = midgame(key, {}, plies)
        losses = [armies[man] - standing(state).get(man, 0) for man in men]
        assert any(losses), losses
        expected = {seat: [losses[1 - seat]] if losses[1 - seat] else [] for seat in (0, 1)}
        for seat in (None, 0, 1):
            assert counts_of(state, seat) == expected


def test_plies_without_a_capture_are_counted_for_the_side_to_act() -> None:
    chance, state = Random(1), LATRUNCULORUM.new()
    for _ in range(52):
        moves = state.legal_moves()
        afters = map(state.play, chance.sample(moves, len(moves)))
        state = next(after for after in afters if not after.events)
    assert counts_of(state) == {0: [52], 1: []}


def test_taken_men_are_told(gallery: Gallery, english: Translate, german: Translate) -> None:
    state = midgame("ludus-latrunculorum", {}, 60)
    losses = {man: standing(LATRUNCULORUM.new())[man] - standing(state)[man] for man in "bw"}
    assert min(losses.values()) > 1
    text = gallery.words(state, english)
    assert f"{losses['b']} black men captured so far." in text
    assert f"{losses['w']} white men captured so far." in text
    assert f"Bisher sind {losses['w']} weiße Steine geschlagen." in gallery.words(state, german)
    assert "captured so far" not in gallery.words(LATRUNCULORUM.new(), english)


def test_the_largest_board_names_every_third_rank_and_file(look: Look) -> None:
    state = HNEFATAFL.new({"board": "alea-evangelii-19"})
    picture, grid = look(state), grid_of(state)
    left, half = grid.left - 8, grid.square / 2
    labels = []
    for rank in range(1, grid.rows + 1):
        _, y = grid.middle(f"a{rank}")
        labels.append(picture.inks((0, y - half, left, y + half)).get("letter", 0))
    assert [rank for rank, number in enumerate(labels, 1) if number > 60] == [1, 4, 7, 10, 13, 16, 19]


@pytest.mark.parametrize(("chosen", "theme"), in_turn(SETUPS, THEMES))
def test_with_its_scoreboard_a_picture_stays_small(
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


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("key", ["hnefatafl", "ludus-latrunculorum"])
def test_shadows_of_men_leave_the_lines_whole(key: str, theme: str, look: Look) -> None:
    options = {"board": "tablut-9"} if key == "hnefatafl" else {}
    state = GAMES[key].new(options)
    picture, grid = look(state, View(theme=theme)), grid_of(state)
    for point in of(SlidingState, state).pieces:
        x, y = grid.corner(point)
        if y + grid.square < grid.bottom:
            below = {picture.at(x + across, y + grid.square - 1) for across in range(8, grid.square - 8)}
            assert len(below) == 1, point


@pytest.mark.parametrize("theme", THEMES)
def test_the_man_that_moved_leaves_the_edge_of_its_square_whole(theme: str, look: Look) -> None:
    state = HNEFATAFL.new({"board": "tablut-9"})
    state = state.play(next(move for move in state.legal_moves() if move.path))
    assert state.last is not None
    picture, grid = look(state, View(theme=theme)), grid_of(state)
    x, y = grid.corner(state.last.path[-1])
    for edge in (2, grid.square - 3):
        row = {picture.ink(x + across, y + edge) for across in range(2, grid.square - 2)}
        column = {picture.ink(x + edge, y + down) for down in range(2, grid.square - 2)}
        assert row == column == {"trail-edge"}
