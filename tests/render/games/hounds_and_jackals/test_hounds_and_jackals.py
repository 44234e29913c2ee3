"""What is seen on the palm board."""

from dataclasses import replace
from itertools import pairwise
from math import cos, radians, sin

import pytest

from render import THEMES, Gallery, PlayerLine, Scoreboard, Translate, View
from render.canvas.resources import Resources
from render.games.hounds_and_jackals import PAINTER
from render.games.hounds_and_jackals.board import HOLES, HoundsAndJackalsBoard
from rules import State
from rules.games.hounds_and_jackals import GAME, HoundsState
from tests.render.looking import Look, Picture

BOARD = HoundsAndJackalsBoard(800)
CHASE = "hounds 10 13 19 20 25; jackals 9 11 12 15 25; turn jackals"
STRAY = 60

Box = tuple[int, int, int, int]


def box(spot: tuple[float, float], reach: float) -> Box:
    far = reach * BOARD.pitch
    return int(spot[0] - far), int(spot[1] - far), int(spot[0] + far), int(spot[1] + far)


def around(seat: int, hole: int, reach: float = 0.48) -> Box:
    return box(BOARD.spot(seat, hole), reach)


def plate(picture: Picture, seat: int, hole: int) -> frozenset[str]:
    """Return the inks at both upper corners of a head, where what marks a piece reaches beyond it."""
    x, y = BOARD.spot(seat, hole)
    return frozenset(
        name
        for end in (x - 33, x + 33)
        for name, number in picture.inks((end - 2, y - 53, end + 2, y - 43)).items()
        if number > 10
    )


def head(seat: int, hole: int) -> Box:
    """Return where the head of a piece in a hole would be, and no other."""
    x, y = BOARD.spot(seat, hole)
    return int(x - 25), int(y - 46), int(x + 25), int(y - 4)


def led_to(picture: Picture, seat: int, hole: int) -> bool:
    """Tell whether the ring around a hole says that a piece may go there."""
    (x, y), reach = BOARD.spot(seat, hole), 0.33 * BOARD.pitch
    turns = [radians(45 * turn) for turn in range(8)]
    seen = [picture.ink(x + reach * sin(turn), y + reach * cos(turn)) for turn in turns]
    return sum(ink in {"count", "seal"} for ink in seen) > 5


def played(position: str, *moves: str) -> HoundsState:
    state = GAME.from_position(position)
    for move in moves:
        state = state.play(state.parse(move))
    return state


CHASED = played(CHASE, "9-10", "10-12", "12-14", "25-28", "11-13", "13-15", "15-19")


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


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("state", [GAME.new(), CHASED], ids=["start", "late"])
def test_every_piece_stands_in_its_hole(state: HoundsState, theme: str, look: Look) -> None:
    picture = look(state, View(theme=theme))
    for seat in (0, 1):
        for hole in HOLES:
            seen = picture.inks(head(seat, hole))
            taken = hole in state.pieces[seat]
            own = ("ivory", "coat")[seat]
            assert (seen.get(own, 0) > 600) == taken, (seat, hole, seen)
            assert seen.get(("coat", "ivory")[seat], 0) < STRAY, (seat, hole)


def test_hounds_and_jackals_differ_in_shape(look: Look) -> None:
    picture = look(GAME.new())

    def outline(seat: int) -> frozenset[tuple[int, int]]:
        x, y = BOARD.spot(seat, 3)
        return frozenset(
            (across, down)
            for across in range(-36, 37)
            for down in range(-54, 10)
            if picture.ink(x + across, y + down) in {"papyrus", "strip", "fibre", "fibre-light"}
        )

    assert len(outline(0) ^ outline(1)) > 200


def test_exactly_the_attacked_pieces_stand_on_a_notched_plate(look: Look) -> None:
    assert CHASED.attacked == (19, 20)
    picture = look(CHASED)
    for seat in (0, 1):
        for hole in HOLES:
            struck = "seal" in plate(picture, seat, hole)
            assert struck == (seat == 0 and hole in CHASED.attacked), (seat, hole)


def test_the_last_move_is_marked_on_the_track_of_its_mover(look: Look) -> None:
    picture = look(CHASED)
    for seat in (0, 1):
        for hole in HOLES:
            marked = "trail" in plate(picture, seat, hole)
            assert marked == (seat == 1 and hole == 19), (seat, hole)
            left = "trail-edge" in picture.inks(around(seat, hole, 0.45))
            assert left == (seat == 1 and hole in range(15, 20)), (seat, hole)


@pytest.mark.parametrize(
    ("position", "move", "passed"),
    [
        ("hounds 1 2 3 4 16; jackals 1 9 19 20 25; turn hounds", "16-17", ()),
        ("hounds 1 2 9 13 26; jackals 3 9 13 20 26; turn hounds", "9-24", (10,)),
        ("hounds 1 2 3 4 6; jackals 1 7 8 17 22; turn jackals", "22-24", (23,)),
    ],
)
def test_the_way_of_the_last_move_is_drawn_from_hole_to_hole(
    position: str, move: str, passed: tuple[int, ...], look: Look
) -> None:
    state = played(position, move)
    seat = 1 - state.mover
    picture = look(state)
    start, end = (int(hole) for hole in move.split("-"))
    assert "trail" in plate(picture, seat, end)
    for hole in HOLES:
        drawn = "trail-edge" in picture.inks(around(seat, hole, 0.45))
        assert drawn == (hole in {start, end, *passed}), hole


def test_the_last_move_of_a_finished_game_is_marked_too(look: Look) -> None:
    over = played("hounds 24 26 27 28 29; jackals 1 2 3 4 12; turn hounds", "24-25")
    assert over.outcome is not None
    picture = look(over)
    for seat, marked in ((0, True), (1, False)):
        assert (picture.inks(around(seat, 25)).get("trail", 0) > STRAY) == marked


def test_everybody_sees_where_every_piece_may_go(look: Look) -> None:
    state = played(CHASE)
    ends = {
        1: {int(move.path[-1]) for move in state.legal_moves()},
        0: {hole + steps for hole, steps in state.steps(0).items()},
    }
    for viewer in (None, 0, 1):
        picture = look(state, View(seat=viewer))
        for seat in (0, 1):
            for hole in set(HOLES) - set(state.pieces[seat]):
                assert led_to(picture, seat, hole) == (hole in ends[seat]), (viewer, seat, hole)


def test_who_is_attacked_sees_only_what_answers(look: Look) -> None:
    picture = look(CHASED)
    ends = {int(move.path[-1]) for move in CHASED.legal_moves()}
    assert ends
    for hole in set(HOLES) - set(CHASED.pieces[0]):
        assert led_to(picture, 0, hole) == (hole in ends), hole


def test_nobody_goes_anywhere_after_the_end(look: Look) -> None:
    over = played("hounds 24 26 27 28 29; jackals 1 2 3 4 12; turn hounds", "24-25")
    picture = look(over)
    for seat in (0, 1):
        for hole in set(HOLES) - set(over.pieces[seat]):
            assert not led_to(picture, seat, hole), (seat, hole)


@pytest.mark.parametrize("seat", [None, 0, 1])
def test_nobody_goes_anywhere_or_is_attacked_when_someone_has_given_up(seat: int | None, look: Look) -> None:
    state = played("hounds 3 6 8 10 14; jackals 4 5 7 13 15; turn jackals", "7-8")
    assert state.attacked
    picture = look(state, View(seat=seat, over=True))
    for side in (0, 1):
        for hole in HOLES:
            assert "seal" not in plate(picture, side, hole), (side, hole)
            assert hole in state.pieces[side] or not led_to(picture, side, hole), (side, hole)


def test_pieces_in_the_goal_are_counted_for_their_players() -> None:
    state = played("hounds 1 25 26 27 29; jackals 1 2 3 4 25; turn hounds")
    painter = PAINTER.ready(Resources())
    for viewer, below in ((None, 0), (0, 0), (1, 1)):
        plates = painter.plates(state, View(seat=viewer))
        (above,), (under,) = plates.above, plates.below
        assert (above.seat, under.seat) == (1 - below, below)
        for plate_ in (above, under):
            assert [count.number for count in plate_.counts] == [(4, 1)[plate_.seat]]


def test_heads_are_broader_than_two_rows_are_high_and_the_hole_can_be_seen(look: Look) -> None:
    picture = look(played("hounds 1 5 10 13 22; jackals 3 5 10 15 26; turn hounds"))
    for seat, own, pieces in ((0, "ivory", (1, 5, 10, 13, 22)), (1, "coat", (3, 5, 10, 15, 26))):
        for hole in pieces:
            x, y = BOARD.spot(seat, hole)
            broad = [
                across
                for across in range(-45, 46)
                for up in range(10, 46, 4)
                if picture.ink(x + across, y - up) in {own, "ear", "night"}
            ]
            assert max(broad) - min(broad) > 1.5 * 40, (seat, hole)
            assert picture.ink(x, y) == "hole"


def test_the_own_side_is_marked_in_gold(look: Look) -> None:
    for viewer in (None, 0, 1):
        picture = look(GAME.new(), View(seat=viewer))
        width, margin = BOARD.width, BOARD.margin
        for seat, left in ((0, margin), (1, width - margin - 20)):
            golden = picture.inks((left, 300, left + 20, 400)).get("gold", 0) > 400
            assert golden == (viewer == seat), (viewer, seat)


def test_palms_shortcuts_and_the_goal_are_on_the_board(look: Look) -> None:
    picture = look(played("hounds 1 2 3 4 6; jackals 1 2 3 4 6; turn hounds"))
    for seat in (0, 1):
        for hole in HOLES:
            rim = picture.inks(around(seat, hole, 0.36))
            if hole > 6 or hole == 5:
                assert (rim.get("sprig", 0) > STRAY) == (hole in {5, 15}), hole
                assert (rim.get("gold", 0) > STRAY) == (hole >= 25), hole
                assert (rim.get("lapis", 0) > STRAY) == (hole in {10, 20, 22, 24}), hole
        for start in (10, 20):
            way = BOARD.canal(seat, start)
            assert (way[0], way[-1]) == (BOARD.spot(seat, start), BOARD.spot(seat, {10: 24, 20: 22}[start]))
            for (x, y), (to_x, to_y) in pairwise(way):
                assert picture.ink((x + to_x) / 2, (y + to_y) / 2) == "lapis", (start, x, y)


ENDED = ("Bartholomäus gewinnt", "Zeitüberschreitung von Maximiliane.")


@pytest.mark.parametrize("theme", THEMES)
def test_a_picture_with_its_scoreboard_stays_small(theme: str, gallery: Gallery) -> None:
    shown = Scoreboard(
        (PlayerLine("Maximiliane", "Hounds"), PlayerLine("Bartholomäus", "Jackals")), "Move 123"
    )
    for state in (
        GAME.new(),
        played("hounds 1 6 20 27 29; jackals 1 5 18 23 25; turn jackals", "5-7"),
        played("hounds 3 6 8 10 14; jackals 4 5 7 13 15; turn jackals", "7-8"),
        played("hounds 4 5 9 14 19; jackals 3 10 11 15 24; turn jackals", "15-19"),
    ):
        for seat in (None, 1):
            assert len(gallery.picture(state, View(theme=theme, seat=seat, scoreboard=shown))) <= 100_000
            end = View(theme=theme, seat=seat, scoreboard=replace(shown, result=ENDED), over=True)
            assert len(gallery.picture(state, end)) <= 100_000


def test_chosen_and_possible_holes_are_marked_on_the_own_track(look: Look) -> None:
    picture = look(CHASED, View(seat=0, chosen=("19",), targets=("22", "23")))
    for seat in (0, 1):
        for hole in HOLES:
            chosen = "hint" in plate(picture, seat, hole)
            target = picture.ink(*BOARD.spot(seat, hole)) == "hint"
            assert chosen == (seat == 0 and hole == 19), (seat, hole)
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
    over = played("hounds 24 26 27 28 29; jackals 1 2 3 4 12; turn hounds", "24-25")
    assert "Steps" not in gallery.words(over, english)
    assert "Home: 5 of 5 hounds, 0 of 5 jackals." in gallery.words(over, english)
    state: State = played("hounds 1 9 19 22 24; jackals 4 7 9 13 19; turn jackals", "9-24")
    assert "Letzter Zug: B09 nach B24. Sie nahm die Abkürzung ab B10." in gallery.words(state, german)
    stuck = "hounds 24 26 27 28 29; jackals 24 26 27 28 29; turn hounds"
    assert "Die Schakale sind am Zug." in gallery.words(
        GAME.from_position(stuck.replace("turn hounds", "turn jackals")), german
    )
