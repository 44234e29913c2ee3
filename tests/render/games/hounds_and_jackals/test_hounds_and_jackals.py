"""The drawn board of Hounds and Jackals."""

from dataclasses import replace
from functools import cache
from itertools import combinations, pairwise, product
from math import cos, dist, radians, sin

import pytest

from render import THEMES, Gallery, PlayerLine, Scoreboard, Translate, View
from render.canvas.canvas import Spot
from render.canvas.resources import Resources
from render.canvas.sheet import Tile
from render.games.hounds_and_jackals import PAINTER
from render.games.hounds_and_jackals.board import HOLES, HoundsAndJackalsBoard
from render.games.hounds_and_jackals.colours import INKS
from render.games.hounds_and_jackals.pieces import HEAD, HEADS, draw_peg, draw_peg_halo
from rules import State
from rules.games.hounds_and_jackals import GAME, HoundsState
from tests.render.looking import Look, Picture, covered

BOARD = HoundsAndJackalsBoard(800)
PLACES = tuple(product((0, 1), HOLES))
EDGE = 11
"""The width of the slab's edge in pixels."""
HOLE = 9
"""The radius of a drilled hole in pixels."""

CHASE = "hounds 10 13 19 20 25; jackals 9 11 12 15 25; turn jackals"


def state_after(position: str, *moves: str) -> HoundsState:
    state = GAME.from_position(position)
    for move in moves:
        state = state.play(state.parse(move))
    return state


CHASED = state_after(CHASE, "9-10", "10-12", "12-14", "25-28", "11-13", "13-15", "15-19")
OVER = state_after("hounds 24 26 27 28 29; jackals 1 2 3 4 12; turn hounds", "24-25")
ATTACKED = state_after("hounds 3 6 8 10 14; jackals 4 5 7 13 15; turn jackals", "7-8")


def marks_target(picture: Picture, seat: int, hole: int) -> bool:
    """Return whether a ring marks a hole as a target."""
    (x, y), turns = BOARD.spot(seat, hole), [radians(45 * turn) for turn in range(8)]
    inks = [picture.ink(x + 15 * sin(turn), y + 15 * cos(turn)) for turn in turns]
    return sum(ink in {"count", "seal"} for ink in inks) > 5


def glows(picture: Picture, seat: int, hole: int) -> bool:
    """Return whether red spikes extend beyond a hole's target ring."""
    (x, y), (across, _) = BOARD.spot(seat, hole), BOARD.head(seat, hole)
    outward = -1 if across > 0 else 1
    near, far = sorted((x + 21 * outward, x + 29 * outward))
    return picture.inks((near, y - 4, far, y + 4)).get("seal-edge", 0) > 2


@cache
def peg(seat: int, head: Spot, *, glowing: bool = False) -> Tile:
    """Return the drawing of a peg in a hole at (0, 0), or of the glow around the peg."""
    canvas = Resources(INKS).canvas("light", (-180, -80, 180, 80), "slab")
    if glowing:
        draw_peg_halo(canvas, seat, head, BOARD.scale, ("trail-edge", "trail"))
    else:
        draw_peg(canvas, seat, head, BOARD.scale)
    return canvas.tile(tight=True)


def test_tracks_follow_the_rules() -> None:
    for seat in (0, 1):
        rows = {hole: BOARD.spot(seat, hole)[1] for hole in HOLES}
        assert rows[1] < rows[2] < rows[18] < rows[19] == rows[20]
        assert [rows[hole] for hole in range(10, 20)] == [rows[39 - hole] for hole in range(10, 20)]
    for hole in (10, 15, 19):
        track = (0, hole), (0, 39 - hole), (1, 39 - hole), (1, hole)
        columns = [BOARD.spot(*place)[0] for place in track]
        assert columns == sorted(columns)


def test_no_head_or_shaft_covers_a_hole_or_another_peg() -> None:
    """Even with a peg in every hole of both tracks."""
    pegs, holes = {}, {}
    for seat, hole in PLACES:
        x, y = BOARD.spot(seat, hole)
        drawn = covered(peg(seat, BOARD.head(seat, hole)))
        pegs[seat, hole] = {(int(x + a), int(y + b)) for a, b in drawn if dist((a, b), (0, 0)) > 12}
        near = product(*(range(int(centre) - HOLE, int(centre) + HOLE + 2) for centre in (x, y)))
        holes[seat, hole] = {spot for spot in near if dist(spot, (x, y)) < HOLE}
    for place, pixels in pegs.items():
        assert len(pixels) > 1000
        assert not [other for other, area in holes.items() if other != place and area & pixels], place
    for first, another in combinations(pegs, 2):
        # Edges of pegs may touch.
        assert len(pegs[first] & pegs[another]) < 12, (first, another)


def test_pegs_and_glow_stay_within_the_slab() -> None:
    left, _, right, _ = BOARD.slab
    for seat, hole in PLACES:
        start, _, end, _ = peg(seat, BOARD.head(seat, hole), glowing=True).box
        x, _ = BOARD.spot(seat, hole)
        assert left + EDGE <= x + start < x + end <= right - EDGE, (seat, hole)


def test_every_piece_is_in_its_hole(look: Look) -> None:
    picture = look(CHASED, View(over=True))
    for seat, hole in PLACES:
        (x, y), (across, down) = BOARD.spot(seat, hole), BOARD.head(seat, hole)
        inks = picture.inks((x + across - 20, y + down - 16, x + across + 20, y + down + 16))
        own, other = ("ivory", "coat")[seat], ("coat", "ivory")[seat]
        assert (inks.get(own, 0) > 300) == (hole in CHASED.pieces[seat]), (seat, hole, inks)
        assert inks.get(other, 0) < 60, (seat, hole)


def test_hounds_and_jackals_differ_in_shape() -> None:
    outlines = []
    for figure, _ in HEADS:
        canvas = Resources(INKS).canvas("light", (-40, -40, 40, 40), "slab")
        figure(canvas, (0.0, 0.0), HEAD)
        outlines.append(covered(canvas.tile()))
    assert len(outlines[0] ^ outlines[1]) > 300


def test_only_attacked_pieces_glow_red_with_a_star(look: Look) -> None:
    assert CHASED.attacked == (19, 20)
    picture = look(CHASED)
    assert [place for place in PLACES if glows(picture, *place)] == [(0, 19), (0, 20)]


def test_retreat_trail_follows_the_shortcut(look: Look) -> None:
    position = "hounds 9 24 27 28 29; jackals 5 8 19 22 29; turn hounds"
    pictures = look(state_after(position)), look(state_after(position, "24-10"))
    for (x, y), (to_x, to_y) in pairwise(BOARD.canal(0, 10)):
        inks = [picture.ink((x + to_x) / 2, (y + to_y) / 2) for picture in pictures]
        assert inks == ["lapis", "trail"], (x, y)


@pytest.mark.parametrize("state", [GAME.new(), CHASED], ids=["hounds", "jackals"])
def test_holes_are_pressed_on_the_movers_track(state: HoundsState) -> None:
    for seat, shown in ((state.mover, state), (1 - state.mover, state.passed())):
        areas = PAINTER.ready(Resources()).layout(shown, View()).areas
        x, _ = BOARD.spot(seat, 7)
        assert 0 <= x - areas["7"].x < areas["7"].across


@pytest.mark.parametrize("state", [state_after(CHASE), CHASED], ids=["free", "attacked"])
def test_every_viewer_sees_the_movers_targets(state: HoundsState, look: Look) -> None:
    """For an attacked mover, these are only the moves that save a piece."""
    ends = {int(move.path[-1]) for move in state.legal_moves()}
    assert ends
    for viewer in (None, 0, 1):
        picture = look(state, View(seat=viewer))
        for hole in {*HOLES} - {*state.pieces[state.mover]}:
            assert marks_target(picture, state.mover, hole) == (hole in ends), (viewer, hole)
    moving = look(state, View(still=False))
    free = {*HOLES} - {*state.pieces[state.mover]}
    assert [hole for hole in sorted(free) if marks_target(moving, state.mover, hole)] == []


@pytest.mark.parametrize(("state", "over"), [(OVER, False), (ATTACKED, True)], ids=["won", "given-up"])
def test_no_targets_or_attacks_are_shown_after_the_end(state: HoundsState, over: bool, look: Look) -> None:
    assert over == (state.outcome is None) == bool(state.attacked)
    picture = look(state, View(over=over))
    for seat, hole in PLACES:
        assert not glows(picture, seat, hole), (seat, hole)
        assert hole in state.pieces[seat] or not marks_target(picture, seat, hole), (seat, hole)


def test_pieces_in_the_goal_count_for_their_player() -> None:
    state = state_after("hounds 1 25 26 27 29; jackals 1 2 3 4 25; turn hounds")
    painter = PAINTER.ready(Resources())
    for viewer, below in ((None, 0), (0, 0), (1, 1)):
        plates = painter.plates(state, View(seat=viewer))
        (above,), (under,) = plates.above, plates.below
        assert (above.seat, under.seat) == (1 - below, below)
        for plate_ in (above, under):
            assert [count.number for count in plate_.counts] == [(4, 1)[plate_.seat]]


ENDED = ("Bartholomäus gewinnt", "Zeitüberschreitung von Maximiliane.")


@pytest.mark.parametrize("theme", THEMES)
def test_a_picture_with_its_scoreboard_stays_small(theme: str, gallery: Gallery) -> None:
    scoreboard = Scoreboard(
        (PlayerLine("Maximiliane", "Hounds"), PlayerLine("Bartholomäus", "Jackals")), "Move 123"
    )
    for state in (
        GAME.new(),
        state_after("hounds 1 6 20 27 29; jackals 1 5 18 23 25; turn jackals", "5-7"),
        state_after("hounds 3 6 8 10 14; jackals 4 5 7 13 15; turn jackals", "7-8"),
        state_after("hounds 4 5 9 14 19; jackals 3 10 11 15 24; turn jackals", "15-19"),
    ):
        for seat in (None, 1):
            assert len(gallery.picture(state, View(theme=theme, seat=seat, scoreboard=scoreboard))) <= 100_000
            end = View(theme=theme, seat=seat, scoreboard=replace(scoreboard, result=ENDED), over=True)
            assert len(gallery.picture(state, end)) <= 100_000


def test_description_states_the_position(gallery: Gallery, english: Translate, german: Translate) -> None:
    assert gallery.words(CHASED, english, View(seat=0)) == (
        "Hounds and Jackals. The hounds are to move. "
        "Last move: B15 to B19. Attacked: A19, A20. 5 hounds: A12, A15, A19, A20, A28. "
        "5 jackals: B10, B13, B14, B19, B25. Home: 1 of 5 hounds, 1 of 5 jackals. "
        "The first pack that is all home loses. "
        "Steps: A12 1, A15 2, A19 3, A20 3, A28 1, B10 1, B13 1, B14 2, B19 3, B25 2."
    )
    assert gallery.words(CHASED, english) == gallery.words(CHASED, english, View(seat=0))
    over = state_after("hounds 24 26 27 28 29; jackals 1 2 3 4 12; turn hounds", "24-25")
    assert "Steps" not in gallery.words(over, english)
    assert "Home: 5 of 5 hounds, 0 of 5 jackals." in gallery.words(over, english)
    state: State = state_after("hounds 1 9 19 22 24; jackals 4 7 9 13 19; turn jackals", "9-24")
    assert "Letzter Zug: B09 nach B24. Sie nahm die Abkürzung ab B10." in gallery.words(state, german)
    stuck = "hounds 24 26 27 28 29; jackals 24 26 27 28 29; turn hounds"
    assert "Die Schakale sind am Zug." in gallery.words(
        GAME.from_position(stuck.replace("turn hounds", "turn jackals")), german
    )
