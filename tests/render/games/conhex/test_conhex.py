"""The ConHex board, as drawn."""

from collections.abc import Mapping
from random import Random

import pytest

from render import THEMES, Gallery, PlayerLine, Scoreboard, Translate, View
from render.canvas.resources import Resources
from render.games.conhex import PAINTER
from render.games.conhex.board import ConHexBoard
from rules import GAMES, State
from rules.games.conhex import ConHexState
from rules.games.conhex.board import CELL_NODES, CELLS, NODES
from tests.render.looking import Look, of
from tests.render.midgames import midgame

CONHEX = GAMES["conhex"]
BOARD = ConHexBoard(800)
FIELDS = {
    "red": {"red-field", "red-grain"},
    "blue": {"blue-field", "blue-grain"},
    None: {"maple", "maple-two", "maple-grain"},
}


def state_after(text: str, options: Mapping[str, str] | None = None) -> State:
    state = CONHEX.new({"swap": "off"} if options is None else options)
    for move in text.split():
        state = state.play(state.parse(move))
    return state


def middle_of(cell: str, board: ConHexBoard = BOARD) -> tuple[float, float]:
    """Return a spot well inside a cell, away from nodes."""
    outline = board.outline(cell)
    x = sum(spot[0] for spot in outline) / len(outline)
    y = sum(spot[1] for spot in outline) / len(outline)
    return (x + 0.25 * board.unit, y + 0.25 * board.unit) if cell == "z4.0" else (x, y)


def around(spot: tuple[float, float], reach: float = 12) -> tuple[float, float, float, float]:
    return spot[0] - reach, spot[1] - reach, spot[0] + reach, spot[1] + reach


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("plies", [0, 9, 18, 30])
def test_exactly_the_conquered_cells_are_filled_with_their_owners_colour(
    plies: int, theme: str, look: Look
) -> None:
    state = midgame("conhex", {"swap": "off"}, plies)
    owners = of(ConHexState, state).cells
    assert bool(owners) == (plies > 0)
    picture = look(state, View(theme=theme))
    for cell in CELLS:
        owner = None if cell not in owners else ("red", "blue")[owners[cell]]
        winner_set = picture.inks(around(middle_of(cell)))
        filled = sum(winner_set.get(ink, 0) for ink in FIELDS[owner])
        others = sum(winner_set.get(ink, 0) for key, inks in FIELDS.items() if key != owner for ink in inks)
        assert filled > 300, (cell, owner, winner_set)
        # A blend at the edge of a ball may happen to be another ink.
        assert others * 20 < filled, (cell, owner, winner_set)


@pytest.mark.parametrize("theme", THEMES)
def test_the_colours_differ_in_pattern_too(theme: str, look: Look) -> None:
    state = CONHEX.from_position("red c2 b3; blue j9 k11; red-cells z0.0; blue-cells z0.8; turn red")
    picture = look(state, View(theme=theme))
    for cell, upright in (("z0.0", True), ("z0.8", False)):
        x, y = middle_of(cell)
        reach = range(-24, 25)
        down = sum(
            picture.ink(x + at, y + step) != picture.ink(x + at, y + step + 1)
            for at in reach
            for step in reach
        )
        across = sum(
            picture.ink(x + step, y + at) != picture.ink(x + step + 1, y + at)
            for at in reach
            for step in reach
        )
        # The grain runs the way the owner has to go: along it little changes, athwart much.
        assert (across > 5 * down) if upright else (down > 5 * across), (cell, down, across)


@pytest.mark.parametrize("theme", THEMES)
def test_cells_are_bevelled_in_light_from_the_upper_left(theme: str, look: Look) -> None:
    picture = look(state_after(""), View(theme=theme))
    for cell in CELL_NODES:
        corners = BOARD.outline(cell)
        left, top = min(x for x, _ in corners), min(y for _, y in corners)
        right, bottom = max(x for x, _ in corners), max(y for _, y in corners)
        inks = picture.inks((left, top, right, bottom))
        assert inks["maple-high"] > 40, cell
        assert inks["maple-low"] > 40, cell
    x, y = BOARD.spot("a1")
    edge = BOARD.bar + 0.04 * BOARD.unit
    assert picture.ink(edge, y + 0.2 * BOARD.unit) == "maple-high"
    assert picture.ink(x + 0.2 * BOARD.unit, edge) == "maple-high"
    assert picture.ink(BOARD.width - edge, BOARD.spot("k11")[1] - 0.2 * BOARD.unit) == "maple-low"


def test_every_ball_lies_on_its_node_with_the_sign_of_its_colour(look: Look) -> None:
    state = midgame("conhex", {"swap": "off"}, 24)
    balls = of(ConHexState, state).balls
    picture = look(state)
    for node in NODES:
        x, y = BOARD.spot(node)
        if node not in balls:
            assert picture.ink(x, y) == "seam", node
            continue
        reach = 0.12 * BOARD.unit
        upright = (picture.nearest(x, y - reach), picture.nearest(x - reach, y))
        red = balls[node] == 0
        assert [ink == "white" for ink in upright] == [red, not red], node
        assert upright[red].startswith("red" if red else "blue"), node


def test_the_last_ball_has_a_halo(look: Look) -> None:
    picture = look(state_after("f6 e4 g4"))
    for node, haloed in (("f6", False), ("e4", False), ("g4", True)):
        assert ("gold" in picture.inks(around(BOARD.spot(node), 32))) == haloed, node


def test_a_swapped_ball_has_a_halo_and_its_new_colour(look: Look) -> None:
    state = state_after("f6 swap", {})
    inks = look(state).inks(around(BOARD.spot("f6"), 32))
    assert {"gold", "blue"} <= inks.keys()
    assert "red" not in inks


def test_a_moved_ball_leaves_a_ring(look: Look) -> None:
    state = state_after("f6 e4 c2 j3 f6>g8", {"swap": "off", "balls": "2"})
    picture = look(state)
    assert "gold" in picture.inks(around(BOARD.spot("f6"), 32))
    assert picture.ink(*BOARD.spot("f6")) == "seam"
    assert "gold" not in picture.inks(around(BOARD.spot("c2"), 32))


def test_fresh_cells_have_a_golden_rim(look: Look) -> None:
    def rims(state: State) -> int:
        x, y = BOARD.spot("f6")
        return look(state).inks((x - 0.9 * BOARD.unit, y - 20, x + 0.9 * BOARD.unit, y - 2)).get("gold", 0)

    conquered = state_after("f5 e4 f7 h6 e6")
    assert conquered.events[0].kind == "conquer"
    later = conquered.play(conquered.parse("a1"))
    assert rims(conquered) > 20
    assert rims(later) < rims(conquered)


def test_the_winning_chain_stands_out(look: Look) -> None:
    state = state_after("a1 f6 b3 f5 b5 f7 b7 e6 b9 g6 a11")
    chain = of(ConHexState, state).chain
    assert chain
    picture = look(state)
    for cell in chain:
        assert "red-field" in picture.inks(around(middle_of(cell))), cell
    left, top = BOARD.bar, BOARD.bar
    assert picture.inks((left, top, left + 2 * BOARD.unit, top + 11 * BOARD.unit))["gold"] > 2000
    # The centre is conquered, but not part of the chain: no lines are left around it, nor gold.
    x, y = BOARD.spot("f6")
    centre = picture.inks((x - 0.9 * BOARD.unit, y - 12, x - 0.6 * BOARD.unit, y + 12))
    assert "blue-seam" not in centre
    assert "gold" not in centre
    before = look(state_after("a1 f6 b3 f5 b5 f7 b7 e6 b9 g6")).inks(
        (x - 0.9 * BOARD.unit, y - 40, x, y - 10)
    )
    assert "blue-seam" in before


def test_every_node_beside_the_winning_chain_and_beside_free_cells_is_whole(look: Look) -> None:
    state = of(ConHexState, state_after("a1 f6 b3 f5 b5 f7 b7 e6 b9 g6 a11"))
    picture, names = look(state), {*CELLS} - {*state.cells} | {*state.chain}
    nodes = {node for cell in names for node in CELL_NODES[cell]} - {*state.balls}
    assert nodes
    for node in nodes:
        (x, y), reach = BOARD.spot(node), 0.06 * BOARD.unit
        for across, down in ((-reach, -reach), (reach, -reach), (-reach, reach), (reach, reach)):
            assert picture.ink(x + across, y + down) == "seam", node


def mirror(state: State) -> State:
    """Return the position reflected on the main diagonal, with its colours exchanged."""
    board = of(ConHexState, state)

    def node_of(node: str) -> str:
        return f"{'abcdefghijk'[int(node[1:]) - 1]}{'abcdefghijk'.index(node[0]) + 1}"

    by_nodes = {frozenset(nodes): cell for cell, nodes in CELL_NODES.items()}
    cell_of = {
        cell: by_nodes[frozenset(node_of(node) for node in nodes)] for cell, nodes in CELL_NODES.items()
    }
    balls = {seat: [node_of(node) for node, owner in board.balls.items() if owner != seat] for seat in (0, 1)}
    cells = {seat: [cell_of[cell] for cell, owner in board.cells.items() if owner != seat] for seat in (0, 1)}
    parts = (
        " ".join(("red", *sorted(balls[0], key=NODES.index))),
        " ".join(("blue", *sorted(balls[1], key=NODES.index))),
        " ".join(("red-cells", *sorted(cells[0], key=CELLS.index))),
        " ".join(("blue-cells", *sorted(cells[1], key=CELLS.index))),
        "turn red",
    )
    return CONHEX.from_position("; ".join(parts))


def test_the_second_player_may_be_shown_as_red_from_top_to_bottom(look: Look) -> None:
    reached = midgame("conhex", {"swap": "off"}, 24)
    state = CONHEX.from_position(reached.position)
    own, reflected = look(state, View(seat=1, mirrored=True)), look(mirror(state))
    inner = (BOARD.bar - BOARD.inlay,) * 2 + (800 - BOARD.bar + BOARD.inlay,) * 2
    assert own.colours.crop(inner).tobytes() == reflected.colours.crop(inner).tobytes()
    # The names stay true: letters now run down the left side.
    assert own.colours.tobytes() != reflected.colours.tobytes()
    top, left = look(state).colours.crop((100, 5, 700, 37)), own.colours.crop((5, 100, 37, 700))
    assert top.tobytes() != own.colours.crop((100, 5, 700, 37)).tobytes()
    assert left.tobytes() != look(state).colours.crop((5, 100, 37, 700)).tobytes()


@pytest.mark.parametrize("view", [View(seat=0), View(seat=1), View(seat=0, mirrored=True)])
def test_players_see_what_everyone_sees_unless_they_want_another_view(look: Look, view: View) -> None:
    state = midgame("conhex", {"swap": "off"}, 12)
    assert look(state, view).colours.tobytes() == look(state).colours.tobytes()


def test_the_sides_to_connect_are_marked_on_the_frame(look: Look) -> None:
    picture = look(CONHEX.new())
    half, bar, inlay = 400, BOARD.bar / 2, BOARD.bar - BOARD.inlay / 2 - BOARD.thin
    for side in (bar, 800 - bar):
        assert "red-bar" in picture.inks(around((half + 30, side)))
        assert "blue-bar" in picture.inks(around((side, half + 30)))
    # Its stripes point the way to go.
    for side in (inlay, 800 - inlay - 1):
        assert {picture.ink(half + step, side) for step in range(24)} == {"red-bar", "inlay"}
        assert {picture.ink(side, half + step) for step in range(24)} == {"blue-bar", "inlay"}


def test_no_ball_touches_the_frame(look: Look) -> None:
    picture = look(CONHEX.from_position("red a1 k1; blue a11 k11; red-cells; blue-cells; turn red"))
    empty = look(CONHEX.new())
    for edge in (BOARD.bar - 1, 800 - BOARD.bar):
        for along in range(800):
            assert picture.at(along, edge) == empty.at(along, edge)
            assert picture.at(edge, along) == empty.at(edge, along)


def test_chosen_and_possible_nodes_are_marked_while_composing(look: Look) -> None:
    picture = look(state_after("f6"), View(chosen=("f6",), targets=("a1", "g8")))
    for node in NODES:
        marked = "hint" in picture.inks(around(BOARD.spot(node), 30))
        assert marked == (node in {"f6", "a1", "g8"}), node


@pytest.mark.parametrize("plies", [0, 7, 24])
def test_the_lines_count_cells_and_the_balls_that_are_left(plies: int) -> None:
    state = of(ConHexState, midgame("conhex", {"swap": "off"}, plies))
    (upper,), (lower,) = (lines := PAINTER.ready(Resources()).plates(state, View())).above, lines.below
    assert (upper.seat, lower.seat) == (1, 0)
    for plate in (upper, lower):
        owned = sum(owner == plate.seat for owner in state.cells.values())
        set_up = sum(owner == plate.seat for owner in state.balls.values())
        assert [count.number for count in plate.counts] == [owned, 25 - set_up]


def test_balls_without_number_are_not_counted(english: Translate, gallery: Gallery) -> None:
    state = midgame("conhex", {"swap": "off", "balls": "unlimited"}, 9)
    lines = PAINTER.ready(Resources()).plates(state, View())
    assert [len(plate.counts) for plate in (*lines.above, *lines.below)] == [1, 1]
    assert "left" not in gallery.words(state, english)


def test_the_words_tell_the_balls_that_are_left_and_the_sides_only_once(
    english: Translate, german: Translate, gallery: Gallery
) -> None:
    start, later = CONHEX.new(), midgame("conhex", {"swap": "off"}, 9)
    for t, position, sides in (
        (english, "Balls left: {red} red, {blue} blue.", "Red connects top and bottom"),
        (german, "Noch zu setzen: {red} rote, {blue} blaue Kugeln.", "Rot verbindet oben und unten"),
    ):
        assert position.format(red=25, blue=25) in gallery.words(start, t)
        assert position.format(red=20, blue=21) in gallery.words(later, t)
        # In the view that exchanges the colours, the numbers go with them.
        assert position.format(red=21, blue=20) in gallery.words(later, t, View(seat=1, mirrored=True))
        assert sides in gallery.words(start, t)
        assert sides not in gallery.words(later, t)


def to_the_end(seed: int) -> tuple[State, State]:
    """Return the last two positions of a game in which both play anywhere: the board becomes full."""
    chance, state = Random(seed), CONHEX.new({"swap": "off"})
    before = state
    while state.outcome is None:
        before, state = state, state.play(chance.choice(state.legal_moves()))
    return before, state


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("seed", range(3))
def test_the_fullest_boards_are_small_pictures_with_their_scoreboards(
    seed: int, theme: str, gallery: Gallery
) -> None:
    names = (
        PlayerLine("Bartholomäus Müller-Lüdenscheidt", "Rot", "12½"),
        PlayerLine("Maximiliane von Hohenlohe", "Blau", "11½"),
    )
    ending = (
        "Bartholomäus Müller-Lüdenscheidt gewinnt",
        "Eine ununterbrochene Kette von Feldern verbindet beide Seiten.",
    )
    for state in to_the_end(seed):
        scoreboard = Scoreboard(names, "Zug 123", ending if state.outcome else ())
        assert len(gallery.picture(state, View(theme=theme, scoreboard=scoreboard))) <= 100_000


def test_nodes_amid_a_colour_are_lit_in_that_colour(look: Look) -> None:
    state = midgame("conhex", {"swap": "off"}, 30)
    owners, balls = of(ConHexState, state).cells, of(ConHexState, state).balls
    amid = [
        node
        for node in set(NODES) - set(balls)
        if len({owners.get(cell) for cell in CELLS if node in CELL_NODES[cell]} - {None}) == 1
        and all(cell in owners for cell in CELLS if node in CELL_NODES[cell])
    ]
    assert amid
    picture = look(state)
    for node in amid:
        assert "maple-high" not in picture.inks(around(BOARD.spot(node), 9)), node
