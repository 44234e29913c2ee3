"""The board of hats, as drawn."""

import re
from itertools import combinations, pairwise
from math import dist

import pytest
from PIL import Image

from render import NEUTRAL, THEMES, Gallery, PlayerLine, Scoreboard, Trail, Translate, View
from render.canvas.canvas import Box
from render.canvas.resources import Resources
from render.canvas.sheet import Sheet
from render.contract.alt_text import LIMIT
from render.contract.scoreboard import Plates
from render.games.catch_the_hat.board import CatchTheHatBoard
from render.games.catch_the_hat.colours import HATS, INKS
from render.games.catch_the_hat.homes import partner_badge
from render.games.catch_the_hat.painter import PAINTER
from render.games.catch_the_hat.painter import board_of as seen_board
from render.games.catch_the_hat.signs import draw_sign
from render.sample import midgame
from rules import State
from rules.games.catch_the_hat import BACK, FRONT, GAME, HatState
from tests.render.looking import Look, Picture, of

MOST_BYTES = 100_000
PIP = 132
"""About how many pixels of a pip are no blends."""
FULL = "H0 r,r,r,r,r,r; H1 y,y,y,y,y,y; H2 g,g,g,g,g,g; H3 b,b,b,b,b,b"
NAMES = ("Katharina", "Bartholomäus Müller", "Wilhelmina", "Maximilian", "Magdalena", "Konstantin")


def board_of(state: State, seat: int | None = None) -> CatchTheHatBoard:
    return seen_board(of(HatState, state), View(seat=seat))


def around(spot: tuple[float, float], reach: float) -> Box:
    return spot[0] - reach, spot[1] - reach, spot[0] + reach, spot[1] + reach


def front(text: str, players: int = 4, mode: str = "solo") -> HatState:
    return GAME.from_position(text, {"mode": mode}, players)


def worn(picture: Picture, box: Box) -> set[str]:
    """Return the letters of the hats whose inks are seen in a box; blends may look like gold."""
    seen = picture.inks(box)
    tones = {letter: seen.get(f"hat-{letter}", 0) + seen.get(f"deep-{letter}", 0) for letter in HATS[:-1]}
    return {letter for letter, number in tones.items() if number > 20}


def whole(board: CatchTheHatBoard, place: str) -> Box:
    """Return where a hat on a field is seen, and hardly one on another; rims of fields lie beyond it."""
    x, y = board.spot(place)
    return x - 20, y - 36, x + 20, y + 30


def inside(board: CatchTheHatBoard, place: str) -> Box:
    """Return what lies within the rim of a field, and beyond the hats on others."""
    return around(board.spot(place), 0.5 * board.cell / 2)


def plates_of(state: HatState, view: View = NEUTRAL) -> Plates:
    return PAINTER.ready(Resources(INKS)).plates(state, view)


def dice(state: HatState, view: View = NEUTRAL) -> dict[int, object]:
    """Return the key of the die that lies beside a name, by seat."""
    shown = plates_of(state, view)
    return {
        plate.seat: count.key
        for plate in (*shown.above, *shown.below)
        for count in plate.counts
        if isinstance(count.key, tuple) and count.key[0] == "die"
    }


def counted(state: HatState) -> dict[int, tuple[object, int | None]]:
    """Return each seat's counts: the key of its sign, and the number."""
    shown = plates_of(state)
    plates = (*shown.above, *shown.below)
    return {plate.seat: (plate.counts[-1].key, plate.counts[-1].number) for plate in plates}


# Six hats of each of four colours: at home, in towers, on a bench, beside each other, secured.
LATE = front("turn 1; die 5; H0 r,r; H1 y,y; R3 b,gb,r; R7 yrbbg; R20 g,g; S2.4 rgy; C b,b; secured 3 ryyg")


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
            assert worn(picture, box) & set("rygb") == letters, place


def test_every_fifth_field_is_numbered_and_junctions_bear_signs(look: Look) -> None:
    for players in (4, 6):
        state = GAME.new(players=players)
        for theme in THEMES:
            picture, board = look(state, View(theme=theme)), board_of(state)
            numbers = []
            for place in board.side.fields:
                seen = picture.inks(inside(board, place))
                if board.is_junction(place):
                    corner = board.corner_of(place)
                    assert corner is not None
                    assert seen.get(f"deep-{HATS[corner]}", 0) > 60, place
                elif place not in {"C", *board.side.benches} and seen.get("figure", 0) > 60:
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
                seen, alone = (image.inks(inside(board, other)) for image in (picture, bare))
                for ink in ("figure", "field", "stone"):
                    assert seen.get(ink, 0) >= 0.9 * alone.get(ink, 0), (place, other)


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
        assert worn(picture, box) & set("rygb") == set(stack)
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
        seen: list[str] = []
        for up in range(-30, 30):
            ink = picture.ink(x - 20, y - up) or ""
            letter = ink[-1] if ink.startswith(("hat-", "deep-")) else ""
            if letter in set("rygb") and seen[-1:] != [letter]:
                seen.append(letter)
        assert "".join(reversed(seen)) == stack, theme


def test_up_to_three_stacks_stand_side_by_side_on_a_bench(look: Look) -> None:
    picture, board = look(LATE), board_of(LATE)
    assert "R3" in board.side.benches
    assert worn(picture, around(board.spot("R3"), board.cell / 2)) >= {"b", "g", "r"}


@pytest.mark.parametrize("theme", THEMES)
def test_every_ink_keeps_its_colour(theme: str) -> None:
    palette = INKS.palettes()[theme]
    for name, colour in palette.inks.items():
        drawn = palette.quantise(Image.new("RGB", (1, 1), colour))
        assert drawn.convert("RGB").getpixel((0, 0)) == colour, name


def test_every_colour_wears_a_sign_of_its_own() -> None:
    resources = Resources().using(INKS)
    covered = {}
    for letter in HATS:
        canvas = resources.canvas("light", (-20, -20, 20, 20), "field")
        draw_sign(canvas, (0.0, 0.0), letter, 24.0)
        picture = Image.new("P", (40, 40), 255)
        Sheet(picture).lay(canvas.tile(), 20, 20)
        covered[letter] = bytes(index != 255 for index in picture.tobytes())
    for one, other in combinations(HATS, 2):
        differing = sum(a != b for a, b in zip(covered[one], covered[other], strict=True))
        assert differing > 40, (one, other)


@pytest.mark.parametrize("face", range(1, 7))
def test_the_die_lies_beside_the_name_of_its_mover(face: int) -> None:
    for seat in range(4):
        state = front(f"turn {seat}; die {face}; {FULL}")
        assert dice(state) == {seat: ("die", face)}
        assert dice(state, View(over=True)) == {}
    assert dice(GAME.new(players=4)) == {0: ("die", 0)}
    assert dice(front("turn 0; die -; R5 ryyyyyyggggggbbbbbb; H0 r,r,r,r,r")) == {}


def test_the_die_beside_a_name_is_seen_and_lies_nowhere_else(look: Look) -> None:
    state = front(f"turn 1; die 5; {FULL}")
    board = board_of(state)
    shown = Scoreboard(tuple(PlayerLine(name, "side") for name in NAMES[:4]), "Move 7")
    picture = look(state, View(scoreboard=shown))
    # Ben's line is the right half of the upper margin.
    line = picture.inks((400, 0, 800, 60))
    assert line["white"] > 800
    assert line["sign"] > 5 * 40
    x, y = board.room(1).die
    assert picture.inks(around((x, y + 60), board.die / 2)).get("white", 0) == 0


@pytest.mark.parametrize("face", range(1, 7))
def test_without_names_the_die_lies_beside_the_home_of_its_mover(face: int, look: Look) -> None:
    for seat in range(4):
        state = front(f"turn {seat}; die {face}; {FULL}")
        picture, board = look(state), board_of(state)
        for corner in range(4):
            seen = picture.inks(around(board.room(corner).die, board.die / 2))
            assert (seen.get("white", 0) > 2000) == (corner == seat), corner
            if corner == seat:
                # Each pip has about the same number of dark pixels.
                assert round(seen["sign"] / PIP) == face, seen["sign"]


def test_a_die_that_is_not_rolled_yet_is_blank(look: Look) -> None:
    state = GAME.new(players=4)
    assert state.is_chance
    board = board_of(state)
    seen = look(state).inks(around(board.room(0).die, board.die / 2 - 6))
    assert seen["white"] > 2000
    assert seen.get("sign", 0) == 0


def test_there_is_no_die_once_nobody_is_to_move(look: Look) -> None:
    over = front("turn 0; die -; R5 ryyyyyyggggggbbbbbb; H0 r,r,r,r,r")
    assert over.outcome is not None
    for state, view, acting in ((LATE, View(), 1), (LATE, View(over=True), None), (over, View(), None)):
        picture, board = look(state, view), board_of(state)
        for corner in range(4):
            seen = picture.inks(around(board.room(corner).die, board.die / 2))
            assert (seen.get("white", 0) > 2000) == (corner == acting), corner


def test_the_lines_tell_who_has_caught_how_many_and_who_leads() -> None:
    # Beside the die there is room for the number alone.
    assert counted(GAME.new(players=4)) == {0: ("number", 0)} | dict.fromkeys(range(1, 4), ("caught", 0))
    assert counted(LATE) == {0: ("caught", 2), 1: ("leads", 4), 2: ("caught", 1), 3: ("leads", 4)}
    party = front(
        "turn 0; die 3; H0 r,r,r,r; H1 y,y,y,y,y; H2 g,g,g,g,g,g; H3 b,b,b,b,b; R5 ry; R7 rb", mode="party"
    )
    assert counted(party) == {0: ("leads", 2), 1: ("caught", 0), 2: ("leads", 0), 3: ("caught", 0)}


def test_nobody_leads_by_hats_where_they_do_not_decide() -> None:
    text = "turn 0; die 3; H0 r,r,r,r,r; H1 y,y,y,y,y; H2 g,g,g,g,g,g; H3 b,b,b,b,b,b; R5 ry"
    for options in ({"goal": "defence"}, {"mode": "tower-race"}):
        state = GAME.from_position(text, options, 4)
        assert counted(state)[0] == ("number", 1)
    golden = GAME.from_position(f"{text.replace('R5 ry', 'R5 r*y')}", {"mode": "golden-hat"}, 4)
    assert counted(golden)[0] == ("golden", 1)


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_every_player_stands_on_the_side_of_their_junction(players: int) -> None:
    state = GAME.new(players=players)
    board, shown = board_of(state), plates_of(state)
    gap = sum(place.startswith("R") for place in board.side.fields) // board.side.corners
    for plates, upper in ((shown.above, True), (shown.below, False)):
        spots = [board.spot(f"R{gap * state.corners[plate.seat]}") for plate in plates]
        assert all((y < board.size[1] / 2) == upper for _, y in spots)
        assert spots == sorted(spots)


def test_waiting_hats_are_counted_in_the_home(look: Look) -> None:
    bodies = []
    for waiting in range(7):
        out = f"; R5 {','.join('r' * (6 - waiting))}" if waiting < 6 else ""
        home = f"H0 {','.join('r' * waiting)}; " if waiting else ""
        state = front(f"turn 1; die 2; {home}{FULL.partition('; ')[2]}{out}")
        picture, board = look(state), board_of(state)
        left, top, right, bottom = board.room(0).box
        # Below the awning.
        seen = picture.inks((left + 12, top + 46, right - 12, bottom))
        bodies.append(seen.get("hat-r", 0))
    steps = [after - before for before, after in pairwise(bodies)]
    assert bodies[0] == 0
    assert steps[0] > 200
    assert max(steps) - min(steps) < 60


def test_secured_prisoners_are_counted_for_their_captor() -> None:
    for number in range(1, 6):
        waiting = ",".join("r" * (6 - number))
        text = f"turn 1; die 2; H0 {waiting}; {FULL.partition('; ')[2]}; secured 3 {'r' * number}"
        assert counted(front(text))[3] == ("leads", number)


def test_unused_homes_are_shut(look: Look) -> None:
    state = GAME.new(players=2)
    picture, board = look(state), board_of(state)
    for corner, used in ((0, True), (1, False), (2, True), (3, False)):
        seen = picture.inks(board.room(corner).box)
        assert (seen.get(f"hat-{HATS[corner]}", 0) > 200) == used, corner
        assert (seen.get("inside", 0) > 2000) == used, corner
        assert (seen.get("faded", 0) > 8000) != used, corner


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
            seen = sum(
                picture.inks((a - reach, b - reach, c + reach, d + reach)).get(f"hat-{HATS[corner]}", 0)
                for a, b, c, d in ends
            )
            assert seen > 200, corner


@pytest.mark.parametrize("players", [2, 6])
def test_the_board_lies_the_same_way_for_everybody(players: int, look: Look) -> None:
    state = GAME.new(players=players)
    shared = look(state).raw.tobytes()
    assert all(look(state, View(seat=seat)).raw.tobytes() == shared for seat in range(players))


def test_no_two_fields_touch() -> None:
    for players in (4, 6):
        board = board_of(GAME.new(players=players))
        for one, other in combinations(board.side.fields, 2):
            (x, y), (u, v) = board.spot(one), board.spot(other)
            assert dist((x, y), (u, v)) >= board.cell - 1


def test_benches_are_drawn_on_stone(look: Look) -> None:
    for players in (4, 6):
        state = GAME.new(players=players)
        for theme in THEMES:
            picture, board = look(state, View(theme=theme)), board_of(state)
            for place in board.side.fields:
                seen = picture.inks(around(board.spot(place), 24))
                bench = place in board.side.benches
                assert (seen.get("plank", 0) > 200) == bench, place
                assert (seen.get("stone", 0) > 200) == bench, place
                assert (seen.get("field", 0) > 300) == (not bench), place


def test_the_way_of_the_last_move_is_marked_from_field_to_field(look: Look) -> None:
    after = LATE.play(LATE.parse("R7-R12"))
    way = [f"R{number}" for number in range(7, 13)]
    rolled = after.play(after.chances()[0][0])
    for state, view in ((after, View()), (rolled, View(trail=("R7", "R12")))):
        picture, board = look(state, view), board_of(state)
        for place in way[1:-1]:
            seen = picture.inks(around(board.spot(place), 8))
            assert seen.get("hat-y", 0) > 60 or place in board.side.benches, place
        for start, end in pairwise(way):
            (x, y), (u, v) = board.spot(start), board.spot(end)
            between = picture.inks(around(((x + u) / 2, (y + v) / 2), 6))
            assert between.get("hat-y", 0) > 40, (start, end)
        for start, end in (("R6", "R7"), ("R12", "R13"), ("R20", "R21")):
            (x, y), (u, v) = board.spot(start), board.spot(end)
            assert "hat-y" not in picture.inks(around(((x + u) / 2, (y + v) / 2), 4)), (start, end)


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
        *((one, other, "r") for one, other in pairwise(("R50", "R51", "R0", "S0.1", "S0.2"))),
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
    seen = picture.inks(whole(board, "C"))
    assert seen["hat-*"] > 200
    assert seen["sign"] > 30
    assert "hat-*" not in look(GAME.new(players=3)).inks(whole(board, "C"))


def test_beside_a_home_stands_the_sign_of_its_partner(look: Look) -> None:
    for mode, linked in (("party", True), ("solo", False)):
        state = GAME.new({"mode": mode}, 6)
        picture, board = look(state), board_of(state)
        for corner in range(6):
            spot, reach = partner_badge(board, corner)
            seen = picture.inks(around(spot, reach))
            letter = HATS[(corner + 3) % 6]
            assert (seen.get(f"hat-{letter}", 0) > 200) == linked, corner


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


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_names_and_points_stand_in_the_picture(players: int, look: Look) -> None:
    state = GAME.new(players=players)

    def shown(seat: int, name: str, heading: str, points: str) -> bytes:
        lines = [PlayerLine("Anna", "side", "1")] * players
        lines[seat] = PlayerLine(name, "side", points)
        return look(state, View(scoreboard=Scoreboard(tuple(lines), heading))).colours.tobytes()

    for seat in range(players):
        drawings = {
            shown(seat, *texts)
            for texts in (("Anna", "Move 7", "1"), ("Anni", "Move 7", "1"),
                          ("Anna", "Move 7", "2"), ("Anna", "Move 7", "12½"), ("Anna", "Move 7", ""))
        }  # fmt: skip
        # Three names abreast leave no room for points, which the words tell.
        shown_with = next(
            row
            for row in (plates_of(state).above, plates_of(state).below)
            if any(plate.seat == seat for plate in row)
        )
        assert len(drawings) == (5 if len(shown_with) < 3 else 2)
        # What cannot be written is the name of the side.
        assert shown(seat, "田中", "Move 7", "1") == shown(seat, "Side", "Move 7", "1")


def test_the_name_of_who_has_left_is_struck_out() -> None:
    state = of(HatState, GAME.new(players=4).retire(2))
    shown = plates_of(state)
    struck = {plate.seat: plate.struck for plate in (*shown.above, *shown.below)}
    assert struck == {0: False, 1: False, 2: True, 3: False}


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize(
    ("mode", "players", "plies"),
    [("solo", 4, 0), ("solo", 4, 150), ("golden-hat", 6, 0), ("solo", 6, 300), ("party", 6, 400)],
)
def test_a_picture_with_all_around_it_stays_small(
    mode: str, players: int, plies: int, theme: str, look: Look
) -> None:
    state = midgame("catch-the-hat", {"mode": mode}, plies, players)
    lines = tuple(PlayerLine(name, "side") for name in NAMES[:players])
    result = ("Konstantin und Wilhelmina gewinnen", "die meisten Hüte") if state.outcome else ()
    for seat in (None, 0):
        view = View(theme=theme, seat=seat, scoreboard=Scoreboard(lines, "Zug 123", result))
        assert look(state, view).size_in_bytes <= MOST_BYTES


@pytest.mark.parametrize("language", ["en", "de"])
def test_thirty_six_hats_can_be_told(
    language: str, gallery: Gallery, english: Translate, german: Translate
) -> None:
    t = {"en": english, "de": german}[language]
    # Every hat on a field of its own: nothing can be said at once for two of them.
    free = [f"R{i}" for i in range(36) if i % 6 != 3][:24]
    groups = {letter: free[4 * i : 4 * i + 4] for i, letter in enumerate("rygbwk")}
    stacks = sorted(
        ((int(place[1:]), letter) for letter, places in groups.items() for place in places),
        key=lambda at: at[0],
    )
    text = "; ".join(f"R{number} {letter}" for number, letter in stacks)
    state = GAME.from_position(f"turn 0; die 3; {text}", players=6)
    for targets in ((), tuple(BACK.places)):
        words = gallery.words(state, t, View(seat=0, chosen=("R0",), targets=targets))
        assert len(words) <= LIMIT
        for number, _ in stacks:
            assert f"ing {number}" in words
    full = GAME.new(players=4)
    assert sum(len(stacks) for stacks in full.stacks.values()) == 24
    spread = "; ".join(f"R{number} {letter}" for number, letter in _spread())
    most = gallery.words(front(f"turn 0; die 3; {spread}"), t, View(targets=tuple(FRONT.places)))
    assert len(most) <= LIMIT


def _spread() -> list[tuple[int, str]]:
    """Return six hats of each of four colours on yellow fields of the front's ring, one on each."""
    yellow = [int(place[1:]) for place in FRONT.fields if place[0] == "R" and place not in FRONT.benches]
    return [(number, "rygb"[index % 4]) for index, number in enumerate(yellow[:24])]


def test_the_position_is_told_in_words(gallery: Gallery, english: Translate, german: Translate) -> None:
    assert gallery.words(LATE, english) == (
        "Catch the Hat, front of the board, 4 players. Yellow has rolled a 5 and is to move. "
        "Red: 2 hats wait at home. 2 on the board: ring 3, green 4 (over green + yellow). "
        "Yellow: 2 hats wait at home. On the board: ring 7 (over red + 2 blue + green). "
        "Green: 0 hats wait at home. 3 on the board: ring 3 (over blue), ring 20, ring 20. "
        "Blue: 0 hats wait at home. Secured: 1 red, 2 yellow, 1 green. "
        "3 on the board: ring 3, centre, centre."
    )
    assert "Ring 7 (über rot + 2 blau + grün)." in gallery.words(LATE, german)
    assert "Rot würfelt." in gallery.words(GAME.new(players=2), german)
    gone = GAME.new(players=3).retire(2)
    assert "Grün hat die Partie verlassen." in gallery.words(gone, german)
    golden = GAME.new({"mode": "golden-hat"}, 3)
    assert "Goldener Hut: Mittelfeld." in gallery.words(golden, german)
    over = front("turn 0; die -; R5 ryyyyyyggggggbbbbbb; H0 r,r,r,r,r")
    assert "Die Partie ist zu Ende: Rot hat gewonnen." in gallery.words(over, german)
