"""The board of hats, as drawn."""

import re
from itertools import combinations, pairwise
from math import dist

import pytest
from PIL import Image

from render import THEMES, Trail, View
from render.canvas.resources import Resources
from render.canvas.sheet import Sheet
from render.games.catch_the_hat.board import CatchTheHatBoard
from render.games.catch_the_hat.colours import HATS, INKS
from render.games.catch_the_hat.homes import partner_badge
from render.games.catch_the_hat.signs import draw_sign
from rules.games.catch_the_hat import BACK, FRONT, GAME
from tests.render.games.catch_the_hat.hats_seen import (
    FULL,
    LATE,
    around,
    board_of,
    front,
    hats_in,
    inside,
    whole,
)
from tests.render.looking import Look


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("seat", [None, 0, 1, 2, 3])
def test_every_stack_stands_on_its_field_and_the_others_are_empty(
    seat: int | None, theme: str, look: Look
) -> None:
    picture, board = look(LATE, View(seat=seat, theme=theme)), board_of(LATE, seat)
    for place in board.side.fields:
        letters = {letter for stack in LATE.stacks.get(place, ()) for letter in stack}
        box = whole(board, place) if letters else inside(board, place)
        if letters or not board.is_junction(place):
            assert hats_in(picture, box) & set("rygb") == letters, place


def test_every_fifth_field_is_numbered_and_junctions_bear_signs(look: Look) -> None:
    for players in (4, 6):
        state = GAME.new(players=players)
        for theme in THEMES:
            picture, board = look(state, View(theme=theme)), board_of(state)
            numbers = []
            for place in board.side.fields:
                inks = picture.inks(inside(board, place))
                if board.is_junction(place):
                    corner = board.corner_of(place)
                    assert corner is not None
                    assert inks.get(f"deep-{HATS[corner]}", 0) > 60, place
                elif place not in {"C", *board.side.benches} and inks.get("figure", 0) > 60:
                    numbers.append(place)
            fifth = [
                place
                for place in board.side.fields
                if place != "C" and int(re.split(r"[R.]", place)[-1]) % 5 == 0
            ]
            plain = [place for place in fifth if place not in board.side.benches]
            assert numbers == [place for place in plain if not board.is_junction(place)]
            assert len(numbers) > 10


@pytest.mark.parametrize("stack", ["yr", "yrrrbbbg", "yrrrrrrbbbbbggggg"])
def test_no_tower_hides_another_field(stack: str, look: Look) -> None:
    rest = {letter: 6 - stack.count(letter) for letter in "rygb"}
    homes = [f"H{corner} {','.join(letter * rest[letter])}" for corner, letter in enumerate("rygb")]
    bare = look(front(f"turn 0; die 3; {FULL}"))
    for place in ("R6", "R10", "R12", "R25", "S1.5", "S2.2", "C"):
        tower = "; ".join(home for home in homes if not home.endswith(" "))
        state = front(f"turn 0; die 3; {tower}; {place} {stack}")
        picture, board = look(state), board_of(state)
        for other in board.side.fields:
            if other != place:
                inks, alone = (image.inks(inside(board, other)) for image in (picture, bare))
                for ink in ("figure", "field", "stone"):
                    assert inks.get(ink, 0) >= 0.9 * alone.get(ink, 0), (place, other)


def test_a_tower_tells_how_many_of_each_colour_it_holds(look: Look) -> None:
    pictures = {}
    board = board_of(LATE)
    x, y = board.spot("R7")
    box = x - 32, y - 50, x + 32, y + 46
    for stack in (
        "y",
        "yr",
        "yrr",
        "yrb",
        "ybr",
        "yrbbg",
        "yrbbbg",
        "yrbbgg",
        "yrrbbg",
        "yrrrbbgg",
        "yrrrbbbg",
    ):
        rest = {letter: 6 - stack.count(letter) for letter in "rygb"}
        homes = "; ".join(
            f"H{corner} {','.join(letter * rest[letter])}" for corner, letter in enumerate("rygb")
        )
        picture = look(front(f"turn 0; die 3; {homes}; R7 {stack}"))
        assert hats_in(picture, box) & set("rygb") == set(stack)
        pictures[stack] = picture.colours.crop(box).tobytes()
    assert len(set(pictures.values())) == len(pictures)


@pytest.mark.parametrize("stack", ["yr", "ygbr", "brgy"])
def test_the_prisoners_of_a_tower_are_seen_one_on_the_other(stack: str, look: Look) -> None:
    rest = {letter: 6 - stack.count(letter) for letter in "rygb"}
    homes = "; ".join(f"H{corner} {','.join(letter * rest[letter])}" for corner, letter in enumerate("rygb"))
    for theme in THEMES:
        state = front(f"turn 0; die 3; {homes}; R20 {stack}")
        picture, board = look(state, View(theme=theme)), board_of(state)
        x, y = board.spot("R20")
        inks_seen: list[str] = []
        for up in range(-30, 30):
            ink = picture.ink(x - 20, y - up) or ""
            letter = ink[-1] if ink.startswith(("hat-", "deep-")) else ""
            if letter in set("rygb") and inks_seen[-1:] != [letter]:
                inks_seen.append(letter)
        assert "".join(reversed(inks_seen)) == stack, theme


def test_up_to_three_stacks_stand_side_by_side_on_a_bench(look: Look) -> None:
    picture, board = look(LATE), board_of(LATE)
    assert "R3" in board.side.benches
    assert hats_in(picture, around(board.spot("R3"), board.cell / 2)) >= {"b", "g", "r"}


@pytest.mark.parametrize("theme", THEMES)
def test_every_ink_keeps_its_colour(theme: str) -> None:
    palette = INKS.palettes()[theme]
    for name, colour in palette.inks.items():
        image = palette.quantise(Image.new("RGB", (1, 1), colour))
        assert image.convert("RGB").getpixel((0, 0)) == colour, name


def test_every_colour_wears_a_sign_of_its_own() -> None:
    resources = Resources().using(INKS)
    covered = {}
    for letter in HATS:
        canvas = resources.canvas("light", (-20, -20, 20, 20), "field")
        draw_sign(canvas, (0.0, 0.0), letter, 24.0)
        picture = Image.new("P", (40, 40), 255)
        Sheet(picture).lay(canvas.tile(), 20, 20)
        covered[letter] = bytes(index != 255 for index in picture.tobytes())
    for first, second in combinations(HATS, 2):
        differing = sum(a != b for a, b in zip(covered[first], covered[second], strict=True))
        assert differing > 40, (first, second)


def test_unused_homes_are_shut(look: Look) -> None:
    state = GAME.new(players=2)
    picture, board = look(state), board_of(state)
    for corner, used in ((0, True), (1, False), (2, True), (3, False)):
        inks = picture.inks(board.room(corner).box)
        assert (inks.get(f"hat-{HATS[corner]}", 0) > 200) == used, corner
        assert (inks.get("inside", 0) > 2000) == used, corner
        assert (inks.get("faded", 0) > 8000) != used, corner


def test_a_lane_leads_from_each_home_to_its_junction(look: Look) -> None:
    for players in (4, 6):
        state = GAME.new(players=players)
        picture, board = look(state), board_of(state)
        gap = sum(place.startswith("R") for place in board.side.fields) // board.side.corners
        for corner in range(board.side.corners):
            room = board.room(corner)
            (x, y), (left, top, right, bottom) = room.lane[0], room.box
            assert left - 8 <= x <= right + 8
            assert top <= y <= bottom
            junctions = [board.spot(f"R{other * gap}") for other in range(board.side.corners)]
            apart = [dist(room.lane[-1], junction) for junction in junctions]
            assert apart.index(min(apart)) == corner
            assert min(apart) < board.cell
            ends = [
                (min(a), min(b), max(a), max(b))
                for a, b in (zip(*pair, strict=True) for pair in pairwise(room.lane))
            ]
            reach = 6
            inks = sum(
                picture.inks((a - reach, b - reach, c + reach, d + reach)).get(f"hat-{HATS[corner]}", 0)
                for a, b, c, d in ends
            )
            assert inks > 200, corner


@pytest.mark.parametrize("players", [2, 6])
def test_the_board_lies_the_same_way_for_everybody(players: int, look: Look) -> None:
    state = GAME.new(players=players)
    shared = look(state).raw.tobytes()
    assert not [seat for seat in range(players) if look(state, View(seat=seat)).raw.tobytes() != shared]


def test_no_two_fields_touch() -> None:
    for players in (4, 6):
        board = board_of(GAME.new(players=players))
        for first, second in combinations(board.side.fields, 2):
            (x, y), (u, v) = board.spot(first), board.spot(second)
            assert dist((x, y), (u, v)) >= board.cell - 1


def test_benches_are_drawn_on_stone(look: Look) -> None:
    for players in (4, 6):
        state = GAME.new(players=players)
        for theme in THEMES:
            picture, board = look(state, View(theme=theme)), board_of(state)
            for place in board.side.fields:
                inks = picture.inks(around(board.spot(place), 24))
                bench = place in board.side.benches
                assert (inks.get("plank", 0) > 200) == bench, place
                assert (inks.get("stone", 0) > 200) == bench, place
                assert (inks.get("field", 0) > 300) == (not bench), place


def test_the_way_of_the_last_move_is_marked_from_field_to_field(look: Look) -> None:
    after = LATE.play(LATE.parse("R7-R12"))
    way = [f"R{number}" for number in range(7, 13)]
    rolled = after.play(after.chances()[0][0])
    for state, view in ((after, View()), (rolled, View(trail=("R7", "R12")))):
        picture, board = look(state, view), board_of(state)
        for place in way[1:-1]:
            inks = picture.inks(around(board.spot(place), 8))
            assert inks.get("hat-y", 0) > 60 or place in board.side.benches, place
        for start, end in pairwise(way):
            (x, y), (u, v) = board.spot(start), board.spot(end)
            between = picture.inks(around(((x + u) / 2, (y + v) / 2), 6))
            assert between.get("hat-y", 0) > 40, (start, end)
        for start, end in (("R6", "R7"), ("R12", "R13"), ("R20", "R21")):
            (x, y), (u, v) = board.spot(start), board.spot(end)
            assert "hat-y" not in picture.inks(around(((x + u) / 2, (y + v) / 2), 4)), (start, end)


def test_a_way_home_has_the_colour_of_its_hat(look: Look) -> None:
    state = GAME.from_position("turn 1; die 3; H0 r,r,r,r,r; H2 g,g,g,g,g; R28 gr", {}, 2)
    picture, board = look(state.play(state.parse("R28-H2")), View()), board_of(state)
    assert picture.inks(around(board.spot("R27"), 8)).get("hat-g", 0) > 60


def test_the_last_moves_of_the_others_are_drawn_thinner_in_their_colours(look: Look) -> None:
    paths = ((2, ("R19", "R23")), (3, ("S3.1", "S3.5")), (0, ("R50", "S0.2")))
    trails = tuple(Trail(seat, path) for seat, path in paths)
    state = LATE.play(LATE.parse("R7-R12"))
    picture, board = look(state, View(trails=trails)), board_of(state)

    def breadth(start: str, end: str, ink: str) -> int:
        (x, y), (u, v) = board.spot(start), board.spot(end)
        middle, far = ((x + u) / 2, (y + v) / 2), dist((x, y), (u, v))
        aside = (v - y) / far, (x - u) / far
        steps = range(-16, 17)
        return sum(
            picture.ink(middle[0] + step * aside[0], middle[1] + step * aside[1]) == ink for step in steps
        )

    last = breadth("R9", "R10", "hat-y")
    for start, end, letter in (
        *((f"R{number}", f"R{number + 1}", "g") for number in range(19, 23)),
        *((f"S3.{number}", f"S3.{number + 1}", "b") for number in range(1, 5)),
        *((first, second, "r") for first, second in pairwise(("R50", "R51", "R0", "S0.1", "S0.2"))),
    ):
        assert 1 < breadth(start, end, f"hat-{letter}") < last, (start, end)


def test_a_trail_does_not_strike_numbers_through(look: Look) -> None:
    state = LATE.play(LATE.parse("R7-R12"))
    plain, board = look(state), board_of(state)
    crossed = look(state, View(trails=(Trail(2, ("R22", "R28")), Trail(3, ("S3.4", "S3.6")))))
    for place in ("R25", "S3.5"):
        box = around(board.spot(place), 12)
        assert crossed.colours.crop(box).tobytes() == plain.colours.crop(box).tobytes()


def test_a_way_home_and_out_again_goes_by_the_door() -> None:
    board = board_of(GAME.new(players=4))
    assert board.walk(("R2", "H0", "R1")) == ("R2", "R1", "R0", "H0", "R0", "R1")
    assert board.walk(("S0.2", "S1.4")) == (
        "S0.2", "S0.3", "S0.4", "S0.5", "S0.6", "C", "S1.6", "S1.5", "S1.4",
    )  # fmt: skip
    for side in (FRONT, BACK):
        whole = CatchTheHatBoard(800, side.name, tuple(range(side.corners)))
        for origin, walks in zip(side.places, side.walks, strict=True):
            for steps, ends in enumerate(walks):
                for _, move in ends if steps and not origin.startswith("H") else ():
                    assert len(whole.walk(move.path)) <= steps + 1


def test_the_golden_hat_has_a_star_and_its_own_gold(look: Look) -> None:
    state = GAME.new({"mode": "golden-hat"}, 3)
    picture, board = look(state), board_of(state)
    inks = picture.inks(whole(board, "C"))
    assert inks["hat-*"] > 200
    assert inks["sign"] > 30
    assert "hat-*" not in look(GAME.new(players=3)).inks(whole(board, "C"))


def test_beside_a_home_stands_the_sign_of_its_partner(look: Look) -> None:
    for mode, linked in (("party", True), ("solo", False)):
        state = GAME.new({"mode": mode}, 6)
        picture, board = look(state), board_of(state)
        for corner in range(6):
            spot, reach = partner_badge(board, corner)
            inks = picture.inks(around(spot, reach))
            letter = HATS[(corner + 3) % 6]
            assert (inks.get(f"hat-{letter}", 0) > 200) == linked, corner


def test_chosen_and_possible_fields_are_marked_while_composing(look: Look) -> None:
    picture = look(LATE, View(chosen=("R7:yrbbg",), targets=("R15", "R2", "H1")))
    board = board_of(LATE)
    marks = {}
    for place in board.side.places:
        box = board.room(1).box if place == "H1" else around(board.spot(place), 0.42 * board.cell)
        marks[place] = picture.inks(box).get("hint", 0)
        assert (marks[place] > 100) == (place in {"R7", "R15", "R2", "H1"}), place
    # The names of possible fields can still be read.
    assert picture.inks(inside(board, "R15"))["figure"] == look(LATE).inks(inside(board, "R15"))["figure"]


def lane_spots(board: CatchTheHatBoard, corner: int) -> list[tuple[float, float]]:
    """Return spots along the lane of a corner that neither its stand nor a field covers."""
    room = board.room(corner)
    left, top, right, bottom = room.box
    spots = [
        (x + (to_x - x) * step / 20, y + (to_y - y) * step / 20)
        for (x, y), (to_x, to_y) in pairwise(room.lane)
        for step in range(20)
    ]
    fields = [board.spot(place) for place in board.side.fields]
    return [
        (x, y)
        for x, y in spots
        if not (left - 6 < x < right + 6 and top - 2 < y < bottom + 2)
        and all(dist((x, y), field) > board.cell / 2 + 2 for field in fields)
    ]


@pytest.mark.parametrize("players", [4, 6])
def test_lanes_run_unbroken_from_stands_to_junctions(players: int, look: Look) -> None:
    state = GAME.new(players=players)
    for theme in THEMES:
        picture, board = look(state, View(theme=theme)), board_of(state)
        for corner in board.corners:
            spots = lane_spots(board, corner)
            assert spots, corner
            for x, y in spots:
                letter = HATS[corner]
                assert picture.nearest(x, y) in {f"hat-{letter}", f"deep-{letter}"}, (corner, x, y)


def test_the_ground_passes_from_tone_to_tone_by_rows(look: Look) -> None:
    for theme in THEMES:
        picture = look(GAME.new(players=4), View(theme=theme))
        rows = [picture.at(343, y) for y in range(240, 360)]
        assert sum(rows[0]) > sum(rows[-1])
        assert sum(first != second for first, second in pairwise(rows)) > 20
