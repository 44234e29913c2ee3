"""The drawn board of Fox and Hens."""

from collections.abc import Mapping
from dataclasses import replace
from itertools import combinations, product
from math import dist

import pytest

from render import THEMES, Gallery, PlayerLine, Scoreboard, Translate, View
from render.canvas.resources import Resources
from render.games.fox_and_hens import PAINTER
from render.games.fox_and_hens.board import FoxAndHensBoard
from rules import State
from rules.games.fox_and_hens import GAME, POINTS
from rules.games.fox_and_hens.board import board
from tests.render.looking import Look

BOARD = FoxAndHensBoard(800)
CHAIN = "hens d5 d3 c2 b4 f4 a3 g3 c1 e1 d1 g4; foxes a5 d4; off 0; turn foxes"
ENFORCED = {"missed_capture": "enforced"}

Box = tuple[int, int, int, int]


def around(point: str, reach: float = 0.36, on: FoxAndHensBoard = BOARD) -> Box:
    x, y = on.spot(point)
    far = reach * on.unit
    return int(x - far), int(y - far), int(x + far), int(y + far)


def state_after(position: str, *moves: str, options: Mapping[str, str] | None = None) -> State:
    state: State = GAME.from_position(position, options) if position else GAME.new(options)
    for move in moves:
        state = state.play(state.parse(move))
    return state


@pytest.mark.parametrize("seat", [None, 1])
def test_every_animal_is_on_its_point(seat: int | None, look: Look) -> None:
    state = GAME.new()
    picture, on = look(state, View(seat=seat)), FoxAndHensBoard(800, turned=seat == 1)
    for point in POINTS:
        inks = picture.inks(around(point, on=on))
        assert (inks.get("ivory", 0) > 1500) == (point in state.hens), point
        assert (inks.get("fox", 0) > 700) == (point in state.foxes), point


@pytest.mark.parametrize("diagonals", ["alternating", "none"])
def test_board_lines_match_the_rules(diagonals: str, look: Look) -> None:
    picture = look(GAME.from_position("hens a3; foxes c7 e7; off 0; turn foxes", {"diagonals": diagonals}))
    steps = {frozenset(step.move.path) for step in board(diagonals=diagonals != "none").steps.values()}
    for first, second in combinations(sorted({*POINTS} - {"a3", "c7", "e7"}), 2):
        (x, y), (to_x, to_y) = BOARD.spot(first), BOARD.spot(second)
        if dist((x, y), (to_x, to_y)) < 1.5 * BOARD.unit:
            across, down = x + 0.7 * (to_x - x), y + 0.7 * (to_y - y)
            lined = "way" in picture.inks((across - 2, down - 2, across + 2, down + 2))
            assert lined == (frozenset((first, second)) in steps), (first, second)


def test_hens_and_foxes_differ_in_shape(look: Look) -> None:
    picture = look(GAME.from_position("hens a4; foxes g4 d1; off 0; turn foxes"))
    hen, fox = (
        [picture.ink(x + across, y + down) in {"path", "way"} for across, down in product(reach, reach)]
        for (x, y), reach in ((BOARD.spot(point), range(-46, 47, 2)) for point in ("a4", "g4"))
    )
    assert sum(first != second for first, second in zip(hen, fox, strict=True)) > 250


def test_foxes_see_the_board_from_their_side_with_its_labels(look: Look) -> None:
    neutral, own = look(GAME.new()), look(GAME.new(), View(seat=1))
    turned = FoxAndHensBoard(800, turned=True)
    assert turned.spot("d7")[1] > turned.spot("d1")[1]
    assert turned.spot("a4")[0] > turned.spot("g4")[0]
    assert look(GAME.new(), View(seat=0)).colours.tobytes() == neutral.colours.tobytes()
    files, ranks = set(), set()
    for picture, layout in ((neutral, BOARD), (own, turned)):
        x, y, height = int(layout.place(1, 3)[0]), int(layout.place(0, 1)[1]), picture.colours.height
        files.add(picture.colours.crop((x - 15, height - 38, x + 15, height - 8)).tobytes())
        ranks.add(picture.colours.crop((6, y - 15, 34, y + 15)).tobytes())
    assert len(files) == len(ranks) == 1


def test_missed_capture_is_never_revealed(gallery: Gallery, english: Translate, german: Translate) -> None:
    missed = state_after("", "b4-b5", "e5-e6")
    position = missed.position
    assert "claimable c5" in position
    bare = position.split("; claimable")[0]
    with_miss, without_miss = GAME.from_position(position), GAME.from_position(bare)
    assert with_miss != without_miss
    for seat in (None, 0, 1):
        for theme in THEMES:
            view = View(seat=seat, theme=theme)
            assert gallery.picture(with_miss, view) == gallery.picture(without_miss, view)
        for t in (english, german):
            assert gallery.words(with_miss, t, View(seat=seat)) == gallery.words(
                without_miss, t, View(seat=seat)
            )


def test_a_missed_step_looks_like_any_step(look: Look) -> None:
    position = "hens a4 b5 c1 c2 c3 d1 d2 d3 e1; foxes c5 e5; off 0; turn foxes"
    missed = state_after(position, "e5-e6")
    assert getattr(missed, "claimable", None) == ("c5",)
    assert missed.events == ()
    # Nothing could be captured here, because a5 is occupied; only that hen differs.
    harmless = state_after("hens a4 a5 b5 c1 c2 c3 d1 d2 d3 e1; foxes c5 e5; off 0; turn foxes", "e5-e6")
    assert getattr(harmless, "claimable", None) == ()
    first, second = look(missed).colours, look(harmless).colours
    for picture in (first, second):
        picture.paste((0, 0, 0), around("a5", 0.52))
    assert first.tobytes() == second.tobytes()


@pytest.mark.parametrize("seat", [None, 0, 1])
def test_free_housed_and_captured_hens_are_counted(seat: int | None) -> None:
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
def test_last_move_trail_contrasts_with_straw_and_earth(theme: str) -> None:
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


def test_description_states_the_position(gallery: Gallery, english: Translate, german: Translate) -> None:
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
