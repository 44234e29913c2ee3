"""What is seen on the palm board."""

import pytest

from render import THEMES, Gallery, Translate, View
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


def ring(picture: Picture, seat: int, hole: int) -> str | None:
    """Return the ink at the left of a hole, where rings around pieces run."""
    x, y = BOARD.spot(seat, hole)
    return picture.ink(x - 22, y)


def badge(seat: int, hole: int) -> Box:
    return box(BOARD.beside(seat, hole, -1.02), 0.36)


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
            seen = picture.inks(around(seat, hole, 0.42))
            taken = hole in state.pieces[seat]
            head = ("ivory", "night")[seat]
            assert (seen.get(head, 0) > 250) == taken, (seat, hole, seen)
            assert seen.get(("night", "ivory")[seat], 0) < STRAY, (seat, hole)


def test_hounds_and_jackals_differ_in_shape(look: Look) -> None:
    picture = look(GAME.new())

    def outline(seat: int) -> frozenset[tuple[int, int]]:
        x, y = BOARD.spot(seat, 3)
        return frozenset(
            (across, down)
            for across in range(-19, 20)
            for down in range(-19, 20)
            if picture.ink(x + across, y + down) in {"sand", "groove"}
        )

    assert len(outline(0) ^ outline(1)) > 200


def test_exactly_the_attacked_pieces_are_ringed(look: Look) -> None:
    assert CHASED.attacked == (19, 20)
    picture = look(CHASED)
    for seat in (0, 1):
        for hole in HOLES:
            ringed = ring(picture, seat, hole) == "loss"
            assert ringed == (seat == 0 and hole in CHASED.attacked), (seat, hole)


def test_the_last_move_is_marked_on_the_track_of_its_mover(look: Look) -> None:
    picture = look(CHASED)
    for seat in (0, 1):
        for hole in HOLES:
            marked = picture.inks(around(seat, hole)).get("trail", 0) > STRAY
            assert marked == (seat == 1 and hole in {15, 19}), (seat, hole)


def test_the_last_move_of_a_finished_game_is_marked_too(look: Look) -> None:
    over = played("hounds 24 26 27 28 29; jackals 1 2 3 4 12; turn hounds", "24-25")
    assert over.outcome is not None
    picture = look(over)
    for seat, marked in ((0, True), (1, False)):
        assert (picture.inks(around(seat, 25)).get("trail", 0) > STRAY) == marked


def test_step_counts_are_seen_only_by_their_owner(look: Look, gallery: Gallery) -> None:
    state = played(CHASE)
    for viewer in (None, 0, 1):
        picture = look(state, View(seat=viewer))
        for seat in (0, 1):
            for hole in state.pieces[seat]:
                told = picture.inks(badge(seat, hole)).get("lapis", 0) > 200
                assert told == (viewer == seat), (viewer, seat, hole)
    assert len({gallery.picture(state, View(seat=seat)) for seat in (None, 0, 1)}) == 3


def test_equal_counts_look_equal_and_different_ones_differ(look: Look) -> None:
    state = played("hounds 1 5 10 13 22; jackals 3 5 10 15 26; turn hounds")
    counts = state.steps(0)
    assert dict(counts) == {1: 1, 5: 4, 10: 2, 13: 2, 22: 1}
    picture = look(state, View(seat=0))
    pictures = {hole: picture.colours.crop(badge(0, hole)).tobytes() for hole in counts}
    for one in counts:
        for other in counts:
            assert (pictures[one] == pictures[other]) == (counts[one] == counts[other]), (one, other)


def test_the_own_side_is_marked_in_gold(look: Look) -> None:
    for viewer in (None, 0, 1):
        picture = look(GAME.new(), View(seat=viewer))
        width, margin = BOARD.width, BOARD.margin
        for seat, left in ((0, margin), (1, width - margin - 24)):
            golden = picture.inks((left, 300, left + 24, 400)).get("gold", 0) > 500
            assert golden == (viewer == seat), (viewer, seat)


def test_palms_shortcuts_and_the_goal_are_on_the_board(look: Look) -> None:
    picture = look(played("hounds 1 2 3 4 6; jackals 1 2 3 4 6; turn hounds"))
    for seat in (0, 1):
        for hole in HOLES:
            x, y = BOARD.spot(seat, hole)
            assert (picture.inks(around(seat, hole)).get("sprig", 0) > STRAY) == (hole in {5, 15}), hole
            if hole > 6:
                ring = picture.inks((int(x - 10), int(y - 10), int(x + 10), int(y + 10)))
                assert ("gold" in ring) == (hole >= 25), hole
        (x, y), (to_x, to_y) = BOARD.spot(seat, 10), BOARD.spot(seat, 24)
        assert picture.ink((x + to_x) / 2, (y + to_y) / 2) == "lapis"
        x, y = BOARD.spot(seat, 21)
        aside = x + (-1.05 if seat == 0 else 1.05) * BOARD.pitch
        assert "lapis" in picture.inks((int(aside) - 4, int(y) - 4, int(aside) + 4, int(y) + 4))


def test_chosen_and_possible_holes_are_marked_on_the_own_track(look: Look) -> None:
    picture = look(CHASED, View(seat=0, chosen=("19",), targets=("22", "23")))
    for seat in (0, 1):
        for hole in HOLES:
            chosen = ring(picture, seat, hole) == "hint"
            target = picture.ink(*BOARD.spot(seat, hole)) == "hint"
            assert chosen == (seat == 0 and hole == 19), (seat, hole)
            assert target == (seat == 0 and hole in {22, 23}), (seat, hole)


def test_the_position_is_told_in_words(gallery: Gallery, english: Translate, german: Translate) -> None:
    assert gallery.words(CHASED, english, View(seat=0)) == (
        "Hounds and Jackals; track A belongs to the hounds, track B to the jackals. The hounds are to move. "
        "Last move: B15 to B19. Attacked: A19, A20. 5 hounds: A12, A15, A19, A20, A28. "
        "5 jackals: B10, B13, B14, B19, B25. "
        "Steps of your pieces: A12 1, A15 2, A19 3, A20 3, A28 1."
    )
    assert "Steps" not in gallery.words(CHASED, english)
    state: State = played("hounds 1 9 19 22 24; jackals 4 7 9 13 19; turn jackals", "9-24")
    assert "Letzter Zug: B09 nach B24. Sie nahm die Abkürzung ab B10." in gallery.words(state, german)
    stuck = "hounds 24 26 27 28 29; jackals 24 26 27 28 29; turn hounds"
    assert "Die Schakale sind am Zug." in gallery.words(
        GAME.from_position(stuck.replace("turn hounds", "turn jackals")), german
    )
