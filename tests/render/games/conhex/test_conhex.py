"""What is seen on the ConHex board."""

from collections.abc import Mapping

import pytest

from render import THEMES, View
from render.games.conhex.board import ConHexBoard
from render.sample import midgame
from rules import GAMES, State
from rules.games.conhex import ConHexState
from rules.games.conhex.board import CELL_NODES, CELLS, NODES
from tests.render.looking import Look, of

CONHEX = GAMES["conhex"]
BOARD = ConHexBoard(800)
FIELDS = {
    "red": {"red-field", "red-field-stripe"},
    "blue": {"blue-field", "blue-field-stripe"},
    None: {"paper", "paper-two"},
}


def played(text: str, options: Mapping[str, str] | None = None) -> State:
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
        seen = picture.inks(around(middle_of(cell)))
        filled = sum(seen.get(ink, 0) for ink in FIELDS[owner])
        others = sum(seen.get(ink, 0) for key, inks in FIELDS.items() if key != owner for ink in inks)
        assert filled > 300, (cell, owner, seen)
        # A blend at the edge of a ball may happen to be another ink.
        assert others * 20 < filled, (cell, owner, seen)


def test_the_colours_differ_in_pattern_too(look: Look) -> None:
    state = CONHEX.from_position("red c2 b3; blue j9 k11; red-cells z0.0; blue-cells z0.8; turn red")
    picture = look(state)
    for cell, upright in (("z0.0", True), ("z0.8", False)):
        x, y = middle_of(cell)
        down = {picture.ink(x, y + step) for step in range(-14, 15)}
        across = {picture.ink(x + step, y) for step in range(-14, 15)}
        # Stripes run the way their owner has to go: along it nothing changes, athwart both inks show.
        assert (len(down), len(across)) == ((1, 2) if upright else (2, 1)), cell


def test_every_ball_lies_on_its_node_with_the_sign_of_its_colour(look: Look) -> None:
    state = midgame("conhex", {"swap": "off"}, 24)
    balls = of(ConHexState, state).balls
    picture = look(state)
    for node in NODES:
        x, y = BOARD.spot(node)
        if node not in balls:
            assert picture.ink(x, y) == "paper-line", node
            continue
        reach = 0.12 * BOARD.unit
        upright = (picture.ink(x, y - reach), picture.ink(x - reach, y))
        assert upright == (("white", "red") if balls[node] == 0 else ("blue", "white")), node


def test_the_last_ball_has_a_halo(look: Look) -> None:
    picture = look(played("f6 e4 g4"))
    for node, haloed in (("f6", False), ("e4", False), ("g4", True)):
        assert ("gold" in picture.inks(around(BOARD.spot(node), 32))) == haloed, node


def test_a_swapped_ball_has_a_halo_and_its_new_colour(look: Look) -> None:
    state = played("f6 swap", {})
    seen = look(state).inks(around(BOARD.spot("f6"), 32))
    assert {"gold", "blue"} <= seen.keys()
    assert "red" not in seen


def test_a_moved_ball_leaves_a_ring(look: Look) -> None:
    state = played("f6 e4 c2 j3 f6>g8", {"swap": "off", "balls": "2"})
    picture = look(state)
    assert "gold" in picture.inks(around(BOARD.spot("f6"), 32))
    assert picture.ink(*BOARD.spot("f6")) == "paper-line"
    assert "gold" not in picture.inks(around(BOARD.spot("c2"), 32))


def test_fresh_cells_have_a_light_rim(look: Look) -> None:
    def rims(state: State) -> int:
        x, y = BOARD.spot("f6")
        return look(state).inks((x - 0.9 * BOARD.unit, y - 20, x + 0.9 * BOARD.unit, y - 2)).get("white", 0)

    conquered = played("f5 e4 f7 h6 e6")
    assert conquered.events[0].kind == "conquer"
    later = conquered.play(conquered.parse("a1"))
    assert rims(conquered) > 20
    assert rims(later) < rims(conquered)


def test_the_winning_chain_stands_out(look: Look) -> None:
    state = played("a1 f6 b3 f5 b5 f7 b7 e6 b9 g6 a11")
    chain = of(ConHexState, state).chain
    assert chain
    picture = look(state)
    for cell in chain:
        seen = picture.inks(around(middle_of(cell)))
        assert "red" in seen, cell
        assert "red-field-stripe" not in seen, cell
    left, top = BOARD.margin, BOARD.margin
    assert picture.inks((left, top, left + 2 * BOARD.unit, top + 10 * BOARD.unit))["gold"] > 2000
    # The centre is conquered, but not part of the chain.
    assert "blue-field-stripe" in picture.inks(around(middle_of("z4.0")))


def mirrored(state: State) -> State:
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
    own, reflected = look(state, View(seat=1, mirrored=True)), look(mirrored(state))
    inner = (BOARD.margin - BOARD.band,) * 2 + (800 - BOARD.margin + BOARD.band,) * 2
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
    half, band = 400, BOARD.margin - BOARD.band / 2
    for x, y, colour in ((half, band, "red"), (half, 800 - band, "red"), (band, half, "blue")):
        seen = picture.inks(around((x, y), 10))
        assert {colour, f"{colour}-sheen"} <= seen.keys()


def test_chosen_and_possible_nodes_are_marked_while_composing(look: Look) -> None:
    picture = look(played("f6"), View(chosen=("f6",), targets=("a1", "g8")))
    for node in NODES:
        marked = "hint" in picture.inks(around(BOARD.spot(node), 33))
        assert marked == (node in {"f6", "a1", "g8"}), node
