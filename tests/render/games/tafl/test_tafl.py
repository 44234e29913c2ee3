"""What is seen on the boards of squares."""

import pytest

from render import THEMES, Gallery, View
from render.games.tafl.grid import Grid
from rules import GAMES, State
from rules.games.tafl.state import SlidingState
from tests.render.looking import Look, of

HNEFATAFL, LATRUNCULORUM = GAMES["hnefatafl"], GAMES["ludus-latrunculorum"]
BOARDS = next(option.values for option in HNEFATAFL.options if option.key == "board")
# The ink in the middle of each piece.
HEARTS = {"a": "iron", "d": "ivory-edge", "k": "oxblood", "b": "night-sheen", "w": "ivory-edge"}
KINGS = {"B": "gold", "W": "oxblood"}


def grid_of(state: State, width: int = 800, *, turned: bool = False) -> Grid:
    board = of(SlidingState, state)
    return Grid(board.columns, board.rows, width, turned)


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
    for point in grid.points():
        seen = picture.ink(*grid.middle(point))
        if point in pieces:
            assert seen == {**HEARTS, **KINGS}[pieces[point]], point
        elif point not in ornamented:
            assert seen in {"wood", "wood-two", "wood-grain", "wood-two-grain", "stone", "stone-two"}, point


def test_throne_and_refuges_are_marked_when_empty(look: Look) -> None:
    state = HNEFATAFL.from_position("7/7/3a3/7/7/3k3/7 a", {"board": "brandubh-7"})
    picture, grid = look(state), grid_of(state)
    for point in grid.points():
        x, y = grid.corner(point)
        marked = picture.inks((x, y, x + grid.square, y + grid.square)).get("inlay", 0) > 100
        assert marked == (point in {"a1", "a7", "g1", "g7", "d4"}), point


def test_the_last_move_shows_where_it_came_from_its_way_and_its_goal(look: Look) -> None:
    before = HNEFATAFL.new()
    after = before.play(before.parse("e1-e5"))
    picture, grid = look(after), grid_of(after)
    for point in ("e1", "e5"):
        x, y = grid.corner(point)
        assert picture.ink(x + 0.12 * grid.square, y + 0.12 * grid.square) == "trail", point
    for point in ("e2", "e3", "e4"):
        assert picture.ink(*grid.middle(point)) == "trail-edge", point
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
    for point in grid.points():
        assert black.ink(*turned.middle(point)) in {neutral.ink(*grid.middle(point)), "stone", "stone-two"}
    assert black.ink(*turned.middle("e10")) == "night-sheen"
    # The label of a file goes where the file goes.
    for point in ("a1", "d1", "i1"):
        labels = [
            picture.colours.crop((x, 0, x + grid.square, grid.margin // 2 + 14)).tobytes()
            for picture, x in ((neutral, grid.corner(point)[0]), (black, turned.corner(point)[0]))
        ]
        assert labels[0] == labels[1], point
    assert neutral.colours.crop((0, 0, 800, 30)).tobytes() != black.colours.crop((0, 0, 800, 30)).tobytes()


def test_pieces_of_two_sides_differ_in_shape(look: Look) -> None:
    state = HNEFATAFL.new()
    picture, grid = look(state), grid_of(state)

    def outline(point: str) -> frozenset[tuple[int, int]]:
        x, y = grid.corner(point)
        ground = {"wood", "wood-two", "wood-grain", "wood-two-grain", "wood-line"}
        return frozenset(
            (across, down)
            for across in range(3, grid.square - 3)
            for down in range(3, grid.square - 3)
            if picture.ink(x + across, y + down) in ground
        )

    attacker, defender, king = outline("a7"), outline("g9"), outline("g7")
    for one, other in ((attacker, defender), (attacker, king), (defender, king)):
        assert len(one ^ other) > 100
