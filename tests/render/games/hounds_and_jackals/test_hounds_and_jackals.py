"""The palm board, as drawn."""

from dataclasses import replace
from itertools import combinations, pairwise, product
from math import cos, dist, radians, sin

import pytest
from PIL import Image

from render import THEMES, Gallery, PlayerLine, Scoreboard, Translate, View
from render.canvas.resources import Resources
from render.canvas.sheet import Sheet
from render.games.hounds_and_jackals import PAINTER
from render.games.hounds_and_jackals.board import GOAL, HOLES, HoundsAndJackalsBoard
from render.games.hounds_and_jackals.colours import INKS
from render.games.hounds_and_jackals.pieces import HEAD, HEADS, draw_peg, draw_peg_halo
from render.games.hounds_and_jackals.slab import house_box
from rules import State
from rules.games.hounds_and_jackals import GAME, HoundsState
from tests.render.looking import Look, Picture

BOARD = HoundsAndJackalsBoard(800)
CHASE = "hounds 10 13 19 20 25; jackals 9 11 12 15 25; turn jackals"
STRAY = 60
EDGE = 11
"""How broad the edge of the slab is."""
HOLE = 9
"""How far a drilled hole reaches from its middle."""

Box = tuple[int, int, int, int]
Pixels = frozenset[tuple[int, int]]


def box(spot: tuple[float, float], reach: float) -> Box:
    far = reach * BOARD.pitch
    return int(spot[0] - far), int(spot[1] - far), int(spot[0] + far), int(spot[1] + far)


def around(seat: int, hole: int, reach: float = 0.48) -> Box:
    return box(BOARD.spot(seat, hole), reach)


def head_spot(seat: int, hole: int) -> tuple[float, float]:
    (x, y), (across, down) = BOARD.spot(seat, hole), BOARD.head(seat, hole)
    return x + across, y + down


def head(seat: int, hole: int) -> Box:
    """Return where the head of a piece in a hole would be, and no other."""
    x, y = head_spot(seat, hole)
    return int(x - 20), int(y - 16), int(x + 20), int(y + 16)


def glow(picture: Picture, seat: int, hole: int) -> frozenset[str]:
    """Return the inks beyond a head, where what marks a piece reaches."""
    x, y = head_spot(seat, hole)
    return frozenset(
        name
        for name, number in picture.inks((int(x - 34), int(y - 34), int(x + 34), int(y + 30))).items()
        if number > 100
    )


def peg_pixels(seat: int, hole: int) -> Pixels:
    """Return the pixels of the picture on which the head and the shaft of a peg lie, beyond its own hole."""
    reach = (-180, -60, 180, 40)
    canvas = Resources(INKS).canvas("light", reach, "slab")
    draw_peg(canvas, seat, BOARD.head(seat, hole), BOARD.scale)
    picture = Image.new("P", (360, 100), 255)
    Sheet(picture).lay(canvas.tile(tight=True), 180, 60)
    (x, y), pixels = BOARD.spot(seat, hole), picture.tobytes()
    spots = ((at % 360 - 180, at // 360 - 60) for at, index in enumerate(pixels) if index != 255)
    return frozenset(
        (int(x + across), int(y + down)) for across, down in spots if dist((across, down), (0, 0)) > 12
    )


def hole_pixels(seat: int, hole: int) -> Pixels:
    x, y = BOARD.spot(seat, hole)
    around_hole = product(range(int(x) - HOLE, int(x) + HOLE + 2), range(int(y) - HOLE, int(y) + HOLE + 2))
    return frozenset(spot for spot in around_hole if dist(spot, (x, y)) < HOLE)


def marks_target(picture: Picture, seat: int, hole: int) -> bool:
    """Return whether the ring around a hole marks it as a target."""
    (x, y), reach = BOARD.spot(seat, hole), 15
    turns = [radians(45 * turn) for turn in range(8)]
    inks = [picture.ink(x + reach * sin(turn), y + reach * cos(turn)) for turn in turns]
    return sum(ink in {"count", "seal"} for ink in inks) > 5


def state_after(position: str, *moves: str) -> HoundsState:
    state = GAME.from_position(position)
    for move in moves:
        state = state.play(state.parse(move))
    return state


CHASED = state_after(CHASE, "9-10", "10-12", "12-14", "25-28", "11-13", "13-15", "15-19")


def test_the_tracks_lie_as_the_rules_say() -> None:
    for seat in (0, 1):
        rows = {hole: BOARD.spot(seat, hole)[1] for hole in HOLES}
        assert rows[1] < rows[2] < rows[18] < rows[19] == rows[20]
        for hole in range(10, 20):
            assert rows[hole] == rows[39 - hole], hole
    for hole in (10, 15, 19):
        columns = [
            BOARD.spot(seat, at)[0] for seat, at in ((0, hole), (0, 39 - hole), (1, 39 - hole), (1, hole))
        ]
        assert columns == sorted(columns)


def test_no_head_or_shaft_covers_a_hole_or_another_peg() -> None:
    """However many pegs stand beside each other: on every hole of both tracks."""
    pegs = {(seat, hole): peg_pixels(seat, hole) for seat in (0, 1) for hole in HOLES}
    drilled = {place: hole_pixels(*place) for place in pegs}
    for place, pixels in pegs.items():
        assert len(pixels) > 1000
        covered = [other for other, hole in drilled.items() if other != place and hole & pixels]
        assert not covered, place
    for first, another in combinations(pegs, 2):
        # Edges may touch.
        assert len(pegs[first] & pegs[another]) < 12, (first, another)


def test_pegs_lean_outwards_on_the_outer_way() -> None:
    for seat, way in ((0, -1), (1, 1)):
        for hole in range(1, 20):
            across, down = BOARD.head(seat, hole)
            assert way * across > 0.8 * HEAD
            assert down < 0


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("state", [GAME.new(), CHASED], ids=["start", "late"])
def test_every_piece_stands_in_its_hole(state: HoundsState, theme: str, look: Look) -> None:
    picture = look(state, View(theme=theme, over=True))
    for seat in (0, 1):
        for hole in HOLES:
            inks = picture.inks(head(seat, hole))
            taken = hole in state.pieces[seat]
            own = ("ivory", "coat")[seat]
            assert (inks.get(own, 0) > 300) == taken, (seat, hole, inks)
            assert inks.get(("coat", "ivory")[seat], 0) < STRAY, (seat, hole)


def test_hounds_and_jackals_differ_in_shape() -> None:
    def outline(seat: int) -> Pixels:
        figure, _ = HEADS[seat]
        canvas = Resources(INKS).canvas("light", (-40, -40, 40, 40), "slab")
        figure(canvas, (0.0, 0.0), HEAD)
        picture = Image.new("P", (80, 80), 255)
        Sheet(picture).lay(canvas.tile(), 40, 40)
        return frozenset((at % 80, at // 80) for at, index in enumerate(picture.tobytes()) if index != 255)

    assert len(outline(0) ^ outline(1)) > 300


def test_the_house_fills_up_under_a_red_roof_with_a_cross(look: Look) -> None:
    state = state_after("hounds 1 25 26 27 29; jackals 1 2 3 4 25; turn hounds")
    for theme in THEMES:
        picture = look(state, View(theme=theme))
        for seat in (0, 1):
            left, top, right, _ = house_box(BOARD, seat)
            roof = picture.inks((left, top - 30, right, top))
            assert roof["seal"] > 2000
            assert roof.get("white", 0) > 40
            for hole in GOAL:
                y = BOARD.spot(seat, hole)[1]
                storey = picture.inks((left + 4, y - 17, right - 4, y + 17))
                assert (storey.get("house-full", 0) > 600) == (hole in state.pieces[seat]), (seat, hole)
                assert (storey.get("house", 0) > 600) == (hole not in state.pieces[seat]), (seat, hole)


def test_exactly_the_attacked_pieces_glow_in_red_on_a_star(look: Look) -> None:
    assert CHASED.attacked == (19, 20)
    picture = look(CHASED)
    for seat in (0, 1):
        for hole in HOLES:
            struck = seat == 0 and hole in CHASED.attacked
            # Spikes reach beyond the ring that shows where a piece may go.
            (x, y), (across, _) = BOARD.spot(seat, hole), BOARD.head(seat, hole)
            near, far = sorted((x - 21 * across / abs(across), x - 29 * across / abs(across)))
            spikes = picture.inks((near, y - 4, far, y + 4)).get("seal-edge", 0) > 2
            assert spikes == struck, (seat, hole)
            if struck:
                assert "seal" in glow(picture, seat, hole)


def test_the_last_move_is_marked_on_the_track_of_its_mover(look: Look) -> None:
    picture = look(CHASED)
    for seat in (0, 1):
        for hole in HOLES:
            if hole in CHASED.pieces[seat]:
                assert ("trail" in glow(picture, seat, hole)) == (seat == 1 and hole == 19), (seat, hole)
            inks = "trail-edge" in picture.inks(around(seat, hole, 0.45))
            assert inks == (seat == 1 and hole in range(15, 20)), (seat, hole)


@pytest.mark.parametrize(
    ("position", "move", "holes"),
    [
        ("hounds 1 2 3 4 16; jackals 1 9 19 20 25; turn hounds", "16-17", ()),
        ("hounds 1 2 9 13 26; jackals 3 9 13 20 26; turn hounds", "9-24", (10,)),
        ("hounds 1 2 3 4 6; jackals 1 7 8 17 22; turn jackals", "22-24", (23,)),
    ],
)
def test_the_way_of_the_last_move_is_drawn_from_hole_to_hole(
    position: str, move: str, holes: tuple[int, ...], look: Look
) -> None:
    state = state_after(position, move)
    seat = 1 - state.mover
    picture = look(state)
    start, end = (int(hole) for hole in move.split("-"))
    assert "trail" in glow(picture, seat, end)
    for hole in HOLES:
        inks = "trail-edge" in picture.inks(around(seat, hole, 0.45))
        assert inks == (hole in {start, end, *holes}), hole


def test_the_way_of_a_retreat_is_drawn_along_the_shortcut(look: Look) -> None:
    position = "hounds 9 24 27 28 29; jackals 5 8 19 22 29; turn hounds"
    pictures = look(state_after(position)), look(state_after(position, "24-10"))
    for (x, y), (to_x, to_y) in pairwise(BOARD.canal(0, 10)):
        inks = [picture.ink((x + to_x) / 2, (y + to_y) / 2) for picture in pictures]
        assert inks == ["lapis", "trail"], (x, y)


@pytest.mark.parametrize("state", [GAME.new(), CHASED], ids=["hounds", "jackals"])
def test_holes_are_touched_on_the_track_of_the_player_to_act(state: HoundsState) -> None:
    for seat, shown in ((state.mover, state), (1 - state.mover, state.passed())):
        areas = PAINTER.ready(Resources()).layout(shown, View()).areas
        x, _ = BOARD.spot(seat, 7)
        assert 0 <= x - areas["7"].x < areas["7"].across


def test_the_last_move_of_a_finished_game_is_marked_too(look: Look) -> None:
    over = state_after("hounds 24 26 27 28 29; jackals 1 2 3 4 12; turn hounds", "24-25")
    assert over.outcome is not None
    picture = look(over)
    for seat, marked in ((0, True), (1, False)):
        assert (picture.inks(around(seat, 25)).get("trail", 0) > STRAY) == marked


def test_everybody_sees_where_every_piece_may_go(look: Look) -> None:
    state = state_after(CHASE)
    ends = {
        1: {int(move.path[-1]) for move in state.legal_moves()},
        0: {hole + steps for hole, steps in state.steps(0).items()},
    }
    for viewer in (None, 0, 1):
        picture = look(state, View(seat=viewer))
        for seat in (0, 1):
            for hole in set(HOLES) - set(state.pieces[seat]):
                assert marks_target(picture, seat, hole) == (hole in ends[seat]), (viewer, seat, hole)
    moving = look(state, View(still=False))
    holes = {(seat, hole) for seat in (0, 1) for hole in HOLES if hole not in state.pieces[seat]}
    assert not any(marks_target(moving, *place) for place in holes)


def test_who_is_attacked_sees_only_what_answers(look: Look) -> None:
    picture = look(CHASED)
    ends = {int(move.path[-1]) for move in CHASED.legal_moves()}
    assert ends
    for hole in set(HOLES) - set(CHASED.pieces[0]):
        assert marks_target(picture, 0, hole) == (hole in ends), hole


def test_nobody_goes_anywhere_after_the_end(look: Look) -> None:
    over = state_after("hounds 24 26 27 28 29; jackals 1 2 3 4 12; turn hounds", "24-25")
    picture = look(over)
    for seat in (0, 1):
        for hole in set(HOLES) - set(over.pieces[seat]):
            assert not marks_target(picture, seat, hole), (seat, hole)


@pytest.mark.parametrize("seat", [None, 0, 1])
def test_nobody_goes_anywhere_or_is_attacked_when_someone_has_given_up(seat: int | None, look: Look) -> None:
    state = state_after("hounds 3 6 8 10 14; jackals 4 5 7 13 15; turn jackals", "7-8")
    assert state.attacked
    picture = look(state, View(seat=seat, over=True))
    for side in (0, 1):
        for hole in HOLES:
            assert picture.inks(around(side, hole)).get("seal", 0) == 0, (side, hole)
            assert hole in state.pieces[side] or not marks_target(picture, side, hole), (side, hole)


def test_pieces_in_the_goal_are_counted_for_their_players() -> None:
    state = state_after("hounds 1 25 26 27 29; jackals 1 2 3 4 25; turn hounds")
    painter = PAINTER.ready(Resources())
    for viewer, below in ((None, 0), (0, 0), (1, 1)):
        plates = painter.plates(state, View(seat=viewer))
        (above,), (under,) = plates.above, plates.below
        assert (above.seat, under.seat) == (1 - below, below)
        for plate_ in (above, under):
            assert [count.number for count in plate_.counts] == [(4, 1)[plate_.seat]]


def test_the_own_side_is_marked_in_gold(look: Look) -> None:
    for viewer in (None, 0, 1):
        picture = look(GAME.new(), View(seat=viewer))
        left, _, right, _ = BOARD.slab
        for seat, edge in ((0, left), (1, right - 10)):
            golden = picture.inks((edge, 500, edge + 10, 600)).get("gold", 0) > 400
            assert golden == (viewer == seat), (viewer, seat)


def test_palms_shortcuts_and_the_goal_are_on_the_board(look: Look) -> None:
    picture = look(state_after("hounds 1 2 3 4 6; jackals 1 2 3 4 6; turn hounds"), View(over=True))
    for seat in (0, 1):
        for hole in HOLES:
            rim = picture.inks(around(seat, hole, 0.4))
            if hole > 6 or hole == 5:
                assert (rim.get("sprig", 0) > STRAY) == (hole in {5, 15}), hole
                assert (rim.get("gold", 0) > STRAY) == (hole >= 25), hole
                assert (rim.get("lapis", 0) > STRAY) == (hole in {10, 20, 22, 24}), hole
        for start in (10, 20):
            way = BOARD.canal(seat, start)
            assert (way[0], way[-1]) == (BOARD.spot(seat, start), BOARD.spot(seat, {10: 24, 20: 22}[start]))
            for (x, y), (to_x, to_y) in pairwise(way):
                assert picture.ink((x + to_x) / 2, (y + to_y) / 2) == "lapis", (start, x, y)


@pytest.mark.parametrize("theme", THEMES)
def test_a_groove_leads_from_hole_to_hole(theme: str, look: Look) -> None:
    picture = look(
        state_after("hounds 1 2 3 4 6; jackals 1 2 3 4 6; turn hounds"), View(theme=theme, over=True)
    )
    for seat in (0, 1):
        way = BOARD.groove(seat)
        assert [spot for spot in way if spot in {BOARD.spot(seat, hole) for hole in HOLES}] == [
            BOARD.spot(seat, hole) for hole in HOLES
        ]
        for hole in range(7, 19):
            (x, y), (_, below) = BOARD.spot(seat, hole), BOARD.spot(seat, hole + 1)
            assert "groove" in picture.inks((x - 3, (y + below) / 2 - 1, x + 3, (y + below) / 2 + 1)), hole


@pytest.mark.parametrize("theme", THEMES)
def test_every_ink_keeps_its_colour(theme: str) -> None:
    palette = INKS.palettes()[theme]
    for name, colour in palette.inks.items():
        image = palette.quantise(Image.new("RGB", (1, 1), colour))
        assert image.convert("RGB").getpixel((0, 0)) == colour, name


def test_drilled_holes_are_dark_above_and_lit_below(look: Look) -> None:
    picture = look(state_after("hounds 1 2 3 4 6; jackals 1 2 3 4 6; turn hounds"), View(over=True))
    for seat in (0, 1):
        for hole in range(7, 30):
            x, y = BOARD.spot(seat, hole)
            assert picture.ink(x, y - 4) == "hole", hole
            assert picture.ink(x, y + 4) == "hole-lit", hole


def test_numbers_stand_at_the_holes_that_guide(look: Look) -> None:
    """Beside 1, 5, 10 and 15 of each track, and on the trunk at 20, 25 and 29."""
    picture = look(state_after("hounds 2 3 4 6 7; jackals 2 3 4 6 7; turn hounds"), View(over=True))
    for seat in (0, 1):
        for hole in range(1, 20):
            x, y = BOARD.spot(seat, hole)
            near, far = sorted((x + (14, -14)[seat], x + (56, -56)[seat]))
            inks = picture.inks((near, y - 30, far, y - 4))
            has_numbers = inks.get("figure", 0) + inks.get("palm", 0) > 60
            assert has_numbers == (hole in {1, 5, 10, 15}), (seat, hole)
    for hole in range(20, 30):
        y = BOARD.spot(0, hole)[1]
        inks = picture.inks((400 - 21, y - 12, 400 + 21, y + 12))
        assert (inks.get("number-light", 0) > 60) == (hole in {20, 25, 29}), hole


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


def test_chosen_and_possible_holes_are_marked_on_the_own_track(look: Look) -> None:
    picture = look(CHASED, View(seat=0, chosen=("19",), targets=("22", "23")))
    for seat in (0, 1):
        for hole in HOLES:
            if hole in CHASED.pieces[seat]:
                assert ("hint" in glow(picture, seat, hole)) == (seat == 0 and hole == 19), (seat, hole)
            target = picture.ink(*BOARD.spot(seat, hole)) == "hint"
            assert target == (seat == 0 and hole in {22, 23}), (seat, hole)


def test_the_position_is_told_in_words(gallery: Gallery, english: Translate, german: Translate) -> None:
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


def test_no_peg_nor_its_glow_reaches_beyond_the_slab() -> None:
    left, _, right, _ = BOARD.slab
    for seat in (0, 1):
        for hole in HOLES:
            (x, _), (across, down) = BOARD.spot(seat, hole), BOARD.head(seat, hole)
            canvas = Resources(INKS).canvas("light", (-180, -80, 180, 80), "slab")
            draw_peg_halo(canvas, seat, (across, down), BOARD.scale, ("trail-edge", "trail"))
            tile = canvas.tile(tight=True)
            start, end = x + tile.offset[0], x + tile.offset[0] + tile.image.width
            assert left + EDGE <= start < end <= right - EDGE, (seat, hole)
