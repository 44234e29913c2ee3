"""The farmyard, as drawn."""

from collections.abc import Mapping
from dataclasses import replace

import pytest

from render import THEMES, Gallery, PlayerLine, Scoreboard, Translate, View
from render.canvas.resources import Resources
from render.games.fox_and_hens import PAINTER
from render.games.fox_and_hens.board import FoxAndHensBoard
from rules import State
from rules.games.fox_and_hens import GAME, POINTS
from rules.games.fox_and_hens.board import board
from tests.render.looking import Look, Picture

BOARD = FoxAndHensBoard(800)
WHOLE = (0, 0, 800, 820)
# So many pixels of an ink may be blends of others that happen to be like it.
STRAY = 60
# A mark of the last move has more pixels than this.
UNMARKED = 1000
HOUSE = {f"{file}{rank}" for file in "cde" for rank in (5, 6, 7)}
CHAIN = "hens d5 d3 c2 b4 f4 a3 g3 c1 e1 d1 g4; foxes a5 d4; off 0; turn foxes"
ENFORCED = {"missed_capture": "enforced"}

Box = tuple[int, int, int, int]


def around(point: str, reach: float = 0.36, on: FoxAndHensBoard = BOARD) -> Box:
    x, y = on.spot(point)
    far = reach * on.unit
    return int(x - far), int(y - far), int(x + far), int(y + far)


def struck_points(picture: Picture) -> set[str]:
    """Return the points at which somebody is shown as taken."""
    return {point for point in POINTS if picture.inks(around(point)).get("loss", 0) > STRAY}


def den(index: int) -> Box:
    x, y = BOARD.den(index)
    far = 0.48 * BOARD.unit
    return int(x - far), int(y - far), int(x + far), int(y + far)


def state_after(position: str, *moves: str, options: Mapping[str, str] | None = None) -> State:
    state: State = GAME.from_position(position, options) if position else GAME.new(options)
    for move in moves:
        state = state.play(state.parse(move))
    return state


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("seat", [None, 0, 1])
@pytest.mark.parametrize("fox_start", ["front", "back"])
def test_every_animal_stands_on_its_point(fox_start: str, seat: int | None, theme: str, look: Look) -> None:
    state = GAME.new({"fox_start": fox_start})
    picture = look(state, View(seat=seat, theme=theme))
    on = FoxAndHensBoard(800, turned=seat == 1)
    for point in POINTS:
        inks = picture.inks(around(point, on=on))
        is_hen, is_fox = point in state.hens, point in state.foxes
        assert (inks.get("ivory", 0) > 1500) == is_hen, point
        assert (inks.get("fox", 0) > 700) == is_fox, point


@pytest.mark.parametrize("theme", THEMES)
def test_diagonals_can_be_followed_without_a_gap(theme: str, look: Look) -> None:
    state = state_after("hens a3; foxes g5; off 1; turn hens")
    picture = look(state, View(theme=theme))
    for start, end in (("c3", "d4"), ("d4", "e3"), ("e3", "f4"), ("b4", "c3"), ("c1", "d2"), ("d2", "e1")):
        (x, y), (to_x, to_y) = BOARD.spot(start), BOARD.spot(end)
        for step in range(10, 91):
            along = x + (to_x - x) * step / 100, y + (to_y - y) * step / 100
            assert picture.ink(*along) == "way", (start, end, step)


@pytest.mark.parametrize("diagonals", [True, False])
def test_the_lines_are_those_of_the_rules(diagonals: bool, look: Look) -> None:
    options = {"diagonals": "alternating" if diagonals else "none"}
    state = GAME.from_position("hens a3; foxes c7 e7; off 0; turn foxes", options)
    picture = look(state)
    steps = {frozenset(step.move.path) for step in board(diagonals=diagonals).steps.values()}
    near = [
        (point, second)
        for point in POINTS
        for second in POINTS
        if point < second
        and abs(ord(point[0]) - ord(second[0])) <= 1
        and abs(int(point[1]) - int(second[1])) <= 1
    ]
    for first, second in near:
        (x, y), (to_x, to_y) = BOARD.spot(first), BOARD.spot(second)
        # Clear of the animals' ears and combs.
        spot = x + 0.7 * (to_x - x), y + 0.7 * (to_y - y)
        if {first, second} & {"a3", "c7", "e7"}:
            continue
        lined = "way" in picture.inks((spot[0] - 2, spot[1] - 2, spot[0] + 2, spot[1] + 2))
        assert lined == (frozenset((first, second)) in steps), (first, second)


def test_the_nine_points_of_the_house_are_nests_on_straw(look: Look) -> None:
    state = GAME.from_position("hens a3; foxes a4 a5; off 0; turn foxes")
    picture = look(state)
    for point in POINTS:
        straw = picture.inks(around(point, 0.3)).get("straw-light", 0) > STRAY
        assert straw == (point in HOUSE), point


def test_arrows_point_the_hens_towards_the_house(look: Look) -> None:
    picture = look(GAME.from_position("hens a3; foxes c7 e7; off 0; turn foxes"))
    for start, end, arrowed in (("a5", "b5", True), ("f5", "g5", True), ("a4", "b4", False)):
        (x, y), (to_x, _) = BOARD.spot(start), BOARD.spot(end)
        middle = (x + to_x) / 2
        inks = picture.inks((middle - 30, y - 14, middle + 30, y + 14))
        assert ("arrow" in inks) == arrowed, (start, end)


def test_the_foxes_see_the_board_from_their_side_with_its_names(look: Look) -> None:
    neutral, own = look(GAME.new()), look(GAME.new(), View(seat=1))
    turned = FoxAndHensBoard(800, turned=True)
    assert turned.spot("d7")[1] > turned.spot("d1")[1]
    assert turned.spot("a4")[0] > turned.spot("g4")[0]
    assert look(GAME.new(), View(seat=0)).colours.tobytes() == neutral.colours.tobytes()
    labels = []
    for picture, on in ((neutral, BOARD), (own, turned)):
        (x, _), (_, y) = on.place(1, 3), on.place(0, 1)
        height = picture.colours.height
        labels.append(
            (
                picture.colours.crop((int(x) - 15, height - 38, int(x) + 15, height - 8)).tobytes(),
                picture.colours.crop((6, int(y) - 15, 34, int(y) + 15)).tobytes(),
            )
        )
    assert labels[0] == labels[1]


def test_a_chain_shows_its_way_and_the_hens_it_took(look: Look) -> None:
    before = GAME.from_position(CHAIN, ENFORCED)
    after = state_after(CHAIN, "a5xc3xe3xg5", options=ENFORCED)
    picture = look(after)
    captures = after.events[0].points
    assert set(captures) == {"b4", "d3", "f4"}
    assert struck_points(picture) == set(captures)
    for start, end in (("a5", "c3"), ("c3", "e3"), ("e3", "g5")):
        (x, y), (to_x, to_y) = BOARD.spot(start), BOARD.spot(end)
        assert picture.ink(x + 0.3 * (to_x - x), y + 0.3 * (to_y - y)) == "trail-edge"
    assert not struck_points(look(before))
    assert look(before).inks(WHOLE).get("trail", 0) < UNMARKED


def test_a_missed_capture_is_never_given_away(
    gallery: Gallery, english: Translate, german: Translate
) -> None:
    missed = state_after("", "b4-b5", "e5-e6")
    position = missed.position
    assert "claimable c5" in position
    bare = position.split("; claimable")[0]
    guilty, innocent = GAME.from_position(position), GAME.from_position(bare)
    assert guilty != innocent
    for seat in (None, 0, 1):
        for theme in THEMES:
            view = View(seat=seat, theme=theme)
            assert gallery.picture(guilty, view) == gallery.picture(innocent, view)
        for t in (english, german):
            assert gallery.words(guilty, t, View(seat=seat)) == gallery.words(innocent, t, View(seat=seat))


def test_a_missed_step_looks_like_any_step(look: Look) -> None:
    position = "hens a4 b5 c1 c2 c3 d1 d2 d3 e1; foxes c5 e5; off 0; turn foxes"
    missed = state_after(position, "e5-e6")
    assert getattr(missed, "claimable", None) == ("c5",)
    assert missed.events == ()
    # Here nothing could be captured: a5 is taken. Only that hen differs.
    harmless = state_after("hens a4 a5 b5 c1 c2 c3 d1 d2 d3 e1; foxes c5 e5; off 0; turn foxes", "e5-e6")
    assert getattr(harmless, "claimable", None) == ()
    first, second = look(missed).colours, look(harmless).colours
    for picture in (first, second):
        picture.paste((0, 0, 0), around("a5", 0.52))
    assert first.tobytes() == second.tobytes()


@pytest.mark.parametrize("off", [0, 1, 2])
@pytest.mark.parametrize("theme", THEMES)
def test_a_den_is_empty_until_a_fox_is_off_the_board(theme: str, off: int, look: Look) -> None:
    foxes = " ".join(["foxes", *("c5", "e5")[off:]])
    state = GAME.from_position(f"hens a3 b3 c1 c2 c3 d1 d2 d3 e1; {foxes}; off {off}; turn hens")
    picture = look(state, View(theme=theme))
    for index in (0, 1):
        inks = picture.inks(den(index))
        assert (inks.get("fox", 0) > 500) == (index < off), index
        assert inks.get("den", 0) > 500, index


@pytest.mark.parametrize("seat", [None, 0, 1])
def test_hens_are_counted_left_housed_and_taken(seat: int | None) -> None:
    state = GAME.from_position("hens a3 a4 b3 b4 c1 c2 c3 c5 d1 d2 d7; foxes c6 e5; off 0; turn hens")
    plates = PAINTER.ready(Resources()).plates(state, View(seat=seat))
    counts = {
        plate.seat: [(count.key, count.number) for count in plate.counts]
        for plate in (*plates.above, *plates.below)
    }
    assert counts == {0: [("hen", 11), ("house", 2)], 1: [("taken", 9)]}
    (below,) = plates.below
    assert below.seat == (1 if seat == 1 else 0)


@pytest.mark.parametrize("theme", THEMES)
def test_the_way_of_the_last_move_stands_out_on_straw_and_earth(theme: str) -> None:
    inks = PAINTER.inks.themes[theme]

    def light(ink: str) -> float:
        red, green, blue = (float((channel / 255) ** 2.2) for channel in inks[ink])
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    for ground in ("straw", "straw-two", "straw-light", "path"):
        low, high = sorted((light("trail-edge"), light(ground)))
        assert (high + 0.05) / (low + 0.05) > 2.5, ground


ENDED = ("Bartholomäus gewinnt", "Zeitüberschreitung von Maximiliane.")


@pytest.mark.parametrize("theme", THEMES)
def test_a_picture_with_its_scoreboard_stays_small(theme: str, gallery: Gallery) -> None:
    scoreboard = Scoreboard(
        (PlayerLine("Maximiliane", "Hens"), PlayerLine("Bartholomäus", "Foxes")), "Move 123"
    )
    for state in (
        GAME.new(),
        state_after("hens a3 a5 c1 c2 d2 c7 d1 e1 e5 f3 f4 f5 g3; foxes c5 d6; off 0; turn hens", "d2-c3"),
        state_after(
            "hens b4 d4 e2 c1 c2 d1 f3 f5 g3 g4 e4; foxes a5 f4; off 0; turn foxes", "a5xc3xe5xe3xe1"
        ),
        state_after(
            "hens b5 a3 a4 b3 b4 c1 c2 c3 d1 d2; foxes c5; off 1; turn foxes", "c5xa5", options=ENFORCED
        ),
    ):
        for seat in (None, 1):
            assert len(gallery.picture(state, View(theme=theme, seat=seat, scoreboard=scoreboard))) <= 100_000
            end = View(theme=theme, seat=seat, scoreboard=replace(scoreboard, result=ENDED), over=True)
            assert len(gallery.picture(state, end)) <= 100_000


def test_a_claim_strikes_the_fox_that_went_and_marks_no_way(look: Look) -> None:
    state = state_after("", "b4-b5", "e5-e6", "claim c5")
    picture = look(state)
    assert struck_points(picture) == {"c5"}
    assert picture.inks(WHOLE).get("trail", 0) < UNMARKED


def test_a_step_taken_back_shows_the_way_back(look: Look) -> None:
    state = state_after("", "b4-b5", "e5-e6", "claim", options={"missed_capture": "takeback"})
    picture = look(state)
    (x, y), (_, to_y) = BOARD.spot("e6"), BOARD.spot("e5")
    assert picture.ink(x, y + 0.3 * (to_y - y)) == "trail-edge"
    assert "fox" in picture.inks(around("e5"))
    assert not struck_points(picture)


def test_a_fox_that_comes_back_is_marked(look: Look) -> None:
    before = "hens b5 a3 a4 b3 b4 c1 c2 c3 d1 d2; foxes c5; off 1; turn foxes"
    state = state_after(before, "c5xa5", "place g4", options=ENFORCED)
    picture = look(state)
    assert {"fox", "trail"} <= picture.inks(around("g4", 0.46)).keys()
    assert "trail" not in picture.inks(around("a5", 0.46))


def test_chosen_and_possible_points_are_marked_while_composing(look: Look) -> None:
    picture = look(GAME.new(), View(chosen=("d4",), targets=("d5", "a5")))
    for point in POINTS:
        marked = "hint" in picture.inks(around(point, 0.48))
        assert marked == (point in {"d4", "d5", "a5"}), point


def test_hens_and_foxes_differ_in_shape(look: Look) -> None:
    picture = look(GAME.from_position("hens a4; foxes g4 d1; off 0; turn foxes"))

    def outline(point: str) -> frozenset[tuple[int, int]]:
        x, y = BOARD.spot(point)
        return frozenset(
            (across, down)
            for across in range(-46, 47)
            for down in range(-46, 47)
            if picture.ink(x + across, y + down) in {"path", "way"}
        )

    assert len(outline("a4") ^ outline("g4")) > 1000


def test_the_position_is_told_in_words(gallery: Gallery, english: Translate, german: Translate) -> None:
    state = state_after(CHAIN, "a5xc3xe3xg5", options=ENFORCED)
    text = gallery.words(state, english)
    assert text == (
        "Fox and Hens. The game is over: the foxes have won. Last move: a5xc3xe3xg5. "
        "3 hens taken: b4, d3, f4. 2 foxes: d4, g5. 8 hens: a3, c1, c2, d1, d5, e1, g3, g4. "
        "Hens in the house: 1 of 9. Hens taken so far: 12."
    )
    removed = state_after("", "b4-b5", "e5-e6", "claim c5")
    text = gallery.words(removed, german, View(seat=1))
    assert "der Hennenstall unten. Die Hennen sind am Zug. Letzter Zug: Reklamieren c5." in text
    assert (
        "Ein Fuchs wurde von c5 genommen. 1 Fuchs: e6. 1 Fuchs ist nicht auf dem Brett. 20 Hennen: " in text
    )
