"""The drawn board of ConHex."""

from random import Random

import pytest

from render import THEMES, Gallery, PlayerLine, Scoreboard, Translate, View
from render.canvas.resources import Resources
from render.games.conhex import PAINTER
from render.games.conhex.board import ConHexBoard
from rules import GAMES, State
from rules.games.conhex import ConHexState
from rules.games.conhex.board import CELLS, NODES
from tests.render.looking import Look, as_type
from tests.render.midgames import midgame

CONHEX = GAMES["conhex"]
BOARD = ConHexBoard(800)
FIELDS = {
    0: ("red-field", "red-grain"),
    1: ("blue-field", "blue-grain"),
    None: ("maple", "maple-two", "maple-grain"),
}
"""The inks of cells, by owner."""


def middle_of(cell: str) -> tuple[float, float]:
    """Return a point well inside a cell, away from nodes."""
    xs, ys = zip(*BOARD.outline(cell), strict=True)
    aside = 0.25 * BOARD.unit if cell == "z4.0" else 0
    return sum(xs) / len(xs) + aside, sum(ys) / len(ys) + aside


def test_only_conquered_cells_have_their_owners_colour(look: Look) -> None:
    state = as_type(ConHexState, midgame("conhex", {"swap": "off"}, 30))
    assert {state.cells.get(cell) for cell in CELLS} == {0, 1, None}
    picture = look(state)
    for cell in CELLS:
        x, y = middle_of(cell)
        inks = picture.inks((x - 12, y - 12, x + 12, y + 12))
        fields = {owner: sum(inks.get(ink, 0) for ink in names) for owner, names in FIELDS.items()}
        filled = fields.pop(state.cells.get(cell))
        assert filled > 300, (cell, inks)
        # A blended pixel at the edge of a ball may equal another ink.
        assert 20 * sum(fields.values()) < filled, (cell, inks)


@pytest.mark.parametrize("theme", THEMES)
def test_colours_also_differ_in_pattern(theme: str, look: Look) -> None:
    state = CONHEX.from_position("red c2 b3; blue j9 k11; red-cells z0.0; blue-cells z0.8; turn red")
    picture = look(state, View(theme=theme))
    reach = [(line, step) for line in range(-24, 25, 4) for step in range(-24, 25)]
    for cell, upright in (("z0.0", True), ("z0.8", False)):
        x, y = middle_of(cell)
        down = sum(
            picture.at(x + line, y + step) != picture.at(x + line, y + step + 1) for line, step in reach
        )
        across = sum(
            picture.at(x + step, y + line) != picture.at(x + step + 1, y + line) for line, step in reach
        )
        # The grain runs in the owner's direction, so colours change more across it.
        assert (across > 5 * down) if upright else (down > 5 * across), (cell, down, across)


def test_every_ball_is_on_its_node_with_its_colours_sign(look: Look) -> None:
    state = as_type(ConHexState, midgame("conhex", {"swap": "off"}, 24))
    picture, reach = look(state), 0.12 * BOARD.unit
    for node in NODES:
        x, y = BOARD.spot(node)
        if node not in state.balls:
            assert picture.ink(x, y) == "seam", node
            continue
        red = state.balls[node] == 0
        upright, level = picture.nearest(x, y - reach), picture.nearest(x - reach, y)
        sign, ball = (upright, level) if red else (level, upright)
        assert sign == "white", node
        assert ball.startswith("red" if red else "blue"), node


def test_balls_do_not_touch_the_frame(look: Look) -> None:
    full = look(CONHEX.from_position("red a1 k1; blue a11 k11; red-cells; blue-cells; turn red"))
    empty = look(CONHEX.new())
    for edge in (BOARD.bar - 1, 800 - BOARD.bar):
        for box in ((0, edge, 800, edge + 1), (edge, 0, edge + 1, 800)):
            assert full.colours.crop(box).tobytes() == empty.colours.crop(box).tobytes(), box


def test_players_share_one_view_unless_they_choose_mirrored(look: Look) -> None:
    state = midgame("conhex", {"swap": "off"}, 12)
    shared = look(state).colours.tobytes()
    for view in (View(seat=0), View(seat=1), View(seat=0, mirrored=True)):
        assert look(state, view).colours.tobytes() == shared
    assert look(state, View(seat=1, mirrored=True)).colours.tobytes() != shared


@pytest.mark.parametrize("plies", [0, 7, 24])
def test_plates_count_cells_and_remaining_balls(plies: int) -> None:
    state = as_type(ConHexState, midgame("conhex", {"swap": "off"}, plies))
    (upper,), (lower,) = (lines := PAINTER.ready(Resources()).plates(state, View())).above, lines.below
    assert (upper.seat, lower.seat) == (1, 0)
    for plate in (upper, lower):
        owned = sum(owner == plate.seat for owner in state.cells.values())
        set_up = sum(owner == plate.seat for owner in state.balls.values())
        assert [count.number for count in plate.counts] == [owned, 25 - set_up]


def test_unlimited_balls_are_not_counted(english: Translate, gallery: Gallery) -> None:
    state = midgame("conhex", {"swap": "off", "balls": "unlimited"}, 9)
    lines = PAINTER.ready(Resources()).plates(state, View())
    assert [len(plate.counts) for plate in (*lines.above, *lines.below)] == [1, 1]
    assert "left" not in gallery.words(state, english)


def test_description_counts_balls_and_names_sides_once(
    english: Translate, german: Translate, gallery: Gallery
) -> None:
    start, later = CONHEX.new(), midgame("conhex", {"swap": "off"}, 9)
    for t, position, sides in (
        (english, "Balls left: {red} red, {blue} blue.", "Red connects top and bottom"),
        (german, "Noch zu setzen: {red} rote, {blue} blaue Kugeln.", "Rot verbindet oben und unten"),
    ):
        assert position.format(red=25, blue=25) in gallery.words(start, t)
        assert position.format(red=20, blue=21) in gallery.words(later, t)
        # In the mirrored view the numbers are exchanged along with the colours.
        assert position.format(red=21, blue=20) in gallery.words(later, t, View(seat=1, mirrored=True))
        assert sides in gallery.words(start, t)
        assert sides not in gallery.words(later, t)


def to_the_end(seed: int) -> tuple[State, State]:
    """Return the last two positions of a random game, which fills the board."""
    chance, state = Random(seed), CONHEX.new({"swap": "off"})
    before = state
    while state.outcome is None:
        before, state = state, state.play(chance.choice(state.legal_moves()))
    return before, state


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("seed", range(3))
def test_fullest_boards_with_scoreboards_stay_small(seed: int, theme: str, gallery: Gallery) -> None:
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
