"""What is seen on the board of hats."""

from itertools import combinations, pairwise
from math import dist

import pytest
from PIL import Image

from render import THEMES, Gallery, PlayerLine, Scoreboard, Translate, View
from render.canvas.canvas import Box
from render.canvas.resources import Resources
from render.canvas.sheet import Sheet
from render.contract.alt_text import LIMIT
from render.contract.scoreboard import Plates
from render.games.catch_the_hat.board import CatchTheHatBoard
from render.games.catch_the_hat.colours import HATS, INKS
from render.games.catch_the_hat.painter import PAINTER
from render.games.catch_the_hat.painter import board_of as seen_board
from render.games.catch_the_hat.pieces import draw_sign
from render.sample import midgame
from rules import State
from rules.games.catch_the_hat import BACK, FRONT, GAME, HatState
from tests.render.looking import Look, Picture, of

MOST_BYTES = 100_000
PIP = 116
"""How many pixels of a pip are no blends."""
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
    return {letter for letter in HATS[:-1] if seen.get(f"hat-{letter}", 0) > 20}


def inside(board: CatchTheHatBoard, place: str) -> Box:
    """Return what lies within the rim of a field, and beyond the hats on others."""
    return around(board.spot(place), 0.5 * board.cell / 2)


def plates_of(state: HatState) -> Plates:
    return PAINTER.ready(Resources(INKS)).plates(state, View())


def counted(state: HatState) -> dict[int, tuple[object, int | None]]:
    """Return what is counted for each seat: the key of its sign, and the number."""
    shown = plates_of(state)
    plates = (*shown.above, *shown.below)
    return {plate.seat: (plate.counts[0].key, plate.counts[0].number) for plate in plates}


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
        assert worn(picture, inside(board, place)) & set("rygb") == letters, place
        named = picture.inks(inside(board, place)).get("figure", 0) > 40
        assert named == (place not in LATE.stacks), place


def test_every_field_has_a_name_of_its_own_in_its_row(look: Look) -> None:
    for players in (4, 6):
        state = GAME.new(players=players)
        picture, board = look(state), board_of(state)
        for part in ("R", "S0.", "S1.", "S2.", "S3."):
            places = [place for place in board.side.fields if place.startswith(part)]
            shapes = {picture.colours.crop(inside(board, place)).convert("1").tobytes() for place in places}
            assert len(shapes) == len(places)


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
                box = inside(board, other)
                assert picture.inks(box).get("figure") == bare.inks(box).get("figure"), (place, other)


def test_a_tower_tells_how_many_of_each_colour_it_holds(look: Look) -> None:
    pictures = {}
    board = board_of(LATE)
    box = around(board.spot("R7"), board.cell / 2 + 4)
    for stack in ("y", "yr", "yrr", "yrb", "yrbbg", "yrbbbg", "yrbbgg", "yrrbbg"):
        rest = {letter: 6 - stack.count(letter) for letter in "rygb"}
        homes = "; ".join(
            f"H{corner} {','.join(letter * rest[letter])}" for corner, letter in enumerate("rygb")
        )
        picture = look(front(f"turn 0; die 3; {homes}; R7 {stack}"))
        assert worn(picture, box) == set(stack)
        pictures[stack] = picture.colours.crop(box).tobytes()
    assert len(set(pictures.values())) == len(pictures)


def test_up_to_three_stacks_stand_side_by_side_on_a_bench(look: Look) -> None:
    picture, board = look(LATE), board_of(LATE)
    assert "R3" in board.side.benches
    assert worn(picture, inside(board, "R3")) == {"b", "g", "r"}


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
def test_the_die_shows_the_roll_in_the_room_of_its_mover(face: int, look: Look) -> None:
    for seat in range(4):
        state = front(f"turn {seat}; die {face}; {FULL}")
        picture, board = look(state), board_of(state)
        for corner in range(4):
            seen = picture.inks(around(board.room(corner).die, board.die / 2))
            assert (seen.get("white", 0) > 2000) == (corner == seat), corner
            if corner == seat:
                # Each pip has the same number of dark pixels.
                assert round(seen["sign"] / PIP) == face, seen["sign"]


def test_a_die_that_is_not_rolled_yet_is_blank(look: Look) -> None:
    state = GAME.new(players=4)
    assert state.is_chance
    board = board_of(state)
    seen = look(state).inks(around(board.room(0).die, board.die / 2 - 4))
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
    assert counted(GAME.new(players=4)) == dict.fromkeys(range(4), ("caught", 0))
    assert counted(LATE) == {0: ("caught", 0), 1: ("leads", 4), 2: ("caught", 0), 3: ("leads", 4)} | {
        0: ("caught", 2), 2: ("caught", 1)
    }  # fmt: skip
    party = front(
        "turn 0; die 3; H0 r,r,r,r; H1 y,y,y,y,y; H2 g,g,g,g,g,g; H3 b,b,b,b,b; R5 ry; R7 rb", mode="party"
    )
    assert counted(party) == {0: ("leads", 2), 1: ("caught", 0), 2: ("leads", 0), 3: ("caught", 0)}


def test_nobody_leads_by_hats_where_they_do_not_decide() -> None:
    text = "turn 0; die 3; H0 r,r,r,r,r; H1 y,y,y,y,y; H2 g,g,g,g,g,g; H3 b,b,b,b,b,b; R5 ry"
    for options in ({"goal": "defence"}, {"mode": "tower-race"}):
        state = GAME.from_position(text, options, 4)
        assert counted(state)[0] == ("caught", 1)
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
        seen = picture.inks((left + 12, top + 12, right - 12, bottom - 12))
        bodies.append(seen.get("hat-r", 0))
    steps = [after - before for before, after in pairwise(bodies)]
    assert bodies[0] == 0
    assert steps[0] > 500
    assert max(steps) - min(steps) < 60


def test_secured_prisoners_are_counted_for_their_captor() -> None:
    for number in range(1, 6):
        waiting = ",".join("r" * (6 - number))
        text = f"turn 1; die 2; H0 {waiting}; {FULL.partition('; ')[2]}; secured 3 {'r' * number}"
        assert counted(front(text))[3] == ("leads", number)


def test_unused_homes_are_faded(look: Look) -> None:
    state = GAME.new(players=2)
    picture, board = look(state), board_of(state)
    for corner, used in ((0, True), (1, False), (2, True), (3, False)):
        seen = picture.inks(board.room(corner).box)
        assert (f"hat-{HATS[corner]}" in seen) == used, corner
        assert (seen.get("tint", 0) > 10_000) != used, corner


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
            assert seen > 400, corner


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


def test_the_benches_are_grey_and_have_slats(look: Look) -> None:
    for players in (4, 6):
        state = GAME.new(players=players)
        picture, board = look(state), board_of(state)
        for place in board.side.fields:
            x, y = board.spot(place)
            seen = picture.inks(around((x, y), 16))
            assert (seen.get("bench", 0) > 200) == (place in board.side.benches), place
            assert (seen.get("field", 0) > 200) == (place not in board.side.benches), place
            slat = picture.ink(x, y - 0.39 * board.cell)
            assert (slat == "edge") == (place in board.side.benches), place


def test_the_way_of_the_last_move_is_marked_from_field_to_field(look: Look) -> None:
    after = LATE.play(LATE.parse("R7-R12"))
    way = {"R7", "R8", "R9", "R10", "R11", "R12"}
    for state, view in ((after, View()), (LATE, View(trail=("R7", "R12")))):
        picture, board = look(state, view), board_of(state)
        for place in board.side.fields:
            seen = picture.inks(around(board.spot(place), 30))
            assert (seen.get("way", 0) > 150) == (place in way), place
        for start, end in pairwise(sorted(way, key=lambda place: int(place[1:]))):
            (x, y), (u, v) = board.spot(start), board.spot(end)
            between = picture.inks(around(((x + u) / 2, (y + v) / 2), 10))
            assert between.get("way-edge", 0) > 20, (start, end)


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
    seen = picture.inks(inside(board, "C"))
    assert seen["hat-*"] > 200
    assert seen["sign"] > 30
    assert "hat-*" not in look(GAME.new(players=3)).inks(inside(board, "C"))


def test_beside_a_home_stands_the_sign_of_its_partner(look: Look) -> None:
    for mode, linked in (("party", True), ("solo", False)):
        state = GAME.new({"mode": mode}, 6)
        picture, board = look(state), board_of(state)
        for corner in range(6):
            seen = picture.inks(around(board.room(corner).emblem, 20))
            assert (seen.get(f"hat-{HATS[(corner + 3) % 6]}", 0) > 200) == linked


def test_chosen_and_possible_fields_are_marked_while_composing(look: Look) -> None:
    picture = look(LATE, View(chosen=("R7:yrbbg",), targets=("R12", "R2", "H1")))
    board = board_of(LATE)
    marks = {}
    for place in board.side.places:
        box = board.room(1).box if place == "H1" else around(board.spot(place), 0.42 * board.cell)
        marks[place] = picture.inks(box).get("hint", 0)
        assert (marks[place] > 100) == (place in {"R7", "R12", "R2", "H1"}), place
    # The names of possible fields can still be read.
    assert picture.inks(inside(board, "R12"))["figure"] == look(LATE).inks(inside(board, "R12"))["figure"]


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_names_and_points_stand_in_the_picture(players: int, look: Look) -> None:
    state = GAME.new(players=players)

    def shown(seat: int, name: str, heading: str, points: str) -> bytes:
        lines = [PlayerLine("Anna", "side", "1")] * players
        lines[seat] = PlayerLine(name, "side", points)
        return look(state, View(scoreboard=Scoreboard(tuple(lines), heading))).colours.tobytes()

    for seat in range(players):
        told = {
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
        assert len(told) == (5 if len(shown_with) < 3 else 2)
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
