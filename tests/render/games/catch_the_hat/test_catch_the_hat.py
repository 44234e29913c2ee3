"""What is seen on the board of hats."""

from itertools import combinations

import pytest

from render import THEMES, Gallery, Translate, View
from render.canvas.resources import Resources
from render.contract.alt_text import LIMIT
from render.games.catch_the_hat.board import CatchTheHatBoard
from render.games.catch_the_hat.colours import HATS, INKS
from render.games.catch_the_hat.pieces import draw_sign
from rules import State
from rules.games.catch_the_hat import BACK, FRONT, GAME, HatState
from tests.render.looking import Look, of

STRAY = 40

Box = tuple[int, int, int, int]


def board_of(state: State, seat: int | None = None) -> CatchTheHatBoard:
    hats = of(HatState, state)
    return CatchTheHatBoard(800, hats.side, hats.corners, None if seat is None else hats.corners[seat])


def box(spot: tuple[float, float], reach: float) -> Box:
    return int(spot[0] - reach), int(spot[1] - reach), int(spot[0] + reach), int(spot[1] + reach)


def front(text: str, players: int = 4, mode: str = "solo") -> HatState:
    return GAME.from_position(text, {"mode": mode}, players)


# Six hats of each of four colours: at home, in towers, on a bench, beside each other, secured.
LATE = front("turn 1; die 5; H0 r,r; H1 y,y; R3 b,gb,r; R7 yrbbg; R20 g,g; S2.4 rgy; C b,b; secured 3 ryyg")


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("seat", [None, 0, 1, 2, 3])
def test_every_stack_stands_on_its_field_and_the_others_are_empty(
    seat: int | None, theme: str, look: Look
) -> None:
    picture, board = look(LATE, View(seat=seat, theme=theme)), board_of(LATE, seat)
    near = {"R6", "R2", "R4", "R8", "R19", "R21", "S2.3", "S2.5", "S0.6", "S1.6", "S2.6", "S3.6"}
    for place in board.side.places:
        x, y = board.spot(place)
        # The highest tower overtops its field by two of its layers.
        up = 60 if place == "R7" else 16
        # Spokes have rims in the colour they are called by.
        wide = 10 if place.startswith("S") and place not in LATE.stacks else 16
        seen = picture.inks(
            (int(x) - wide, int(y) - (up if wide == 16 else wide), int(x) + wide, int(y) + wide)
        )
        worn = {stack[0] for stack in LATE.stacks.get(place, ())}
        for letter in "rygb":
            if letter in worn:
                assert seen.get(f"hat-{letter}", 0) > 50, (place, letter)
            elif place not in near and place not in LATE.stacks and not place.startswith("H"):
                assert seen.get(f"hat-{letter}", 0) < STRAY, (place, letter)


def test_a_tower_shows_the_colour_of_every_hat_in_order(look: Look) -> None:
    picture, board = look(LATE), board_of(LATE)
    x, y = board.spot("R7")
    # Down along a line beside the signs.
    seen = [picture.ink(x - 0.24 * board.unit, y + down) for down in range(-70, 30)]
    order = [ink for ink, before in zip(seen, [None, *seen], strict=False) if ink != before and ink]
    assert [ink[-1] for ink in order if ink.startswith("hat-")] == ["y", "r", "b", "b", "g"]


def test_a_higher_tower_stands_higher(look: Look) -> None:
    tops = []
    for stack in ("y", "yr", "yrb", "yrbbg"):
        rest = {letter: 6 - stack.count(letter) for letter in "rygb"}
        homes = "; ".join(
            f"H{corner} {','.join(letter * rest[letter])}" for corner, letter in enumerate("rygb")
        )
        state = front(f"turn 0; die 3; {homes}; R7 {stack}")
        picture, board = look(state), board_of(state)
        x, y = board.spot("R7")
        tops.append(min(down for down in range(-80, 40) if picture.ink(x, y + down) == "hat-y"))
    assert tops == sorted(tops, reverse=True)
    assert len(set(tops)) == len(tops)


def test_up_to_three_stacks_stand_side_by_side_on_a_bench(look: Look) -> None:
    picture, board = look(LATE), board_of(LATE)
    assert "R3" in board.side.benches
    seen = picture.inks(box(board.spot("R3"), 30))
    for letter in "bgr":
        assert seen.get(f"hat-{letter}", 0) > 40, letter


def test_every_colour_wears_a_sign_of_its_own() -> None:
    resources = Resources().using(INKS)
    masks = {}
    for letter in HATS:
        canvas = resources.canvas("light", (-20, -20, 20, 20), "field")
        draw_sign(canvas, (0.0, 0.0), letter, 24.0)
        mask = canvas.tile().mask
        assert mask is not None
        masks[letter] = mask.convert("L").tobytes()
    for one, other in combinations(HATS, 2):
        differing = sum(a != b for a, b in zip(masks[one], masks[other], strict=True))
        assert differing > 40, (one, other)


@pytest.mark.parametrize("face", range(1, 7))
def test_the_die_shows_the_roll_beside_the_home_of_its_mover(face: int, look: Look) -> None:
    for seat in range(4):
        homes = "H0 r,r,r,r,r,r; H1 y,y,y,y,y,y; H2 g,g,g,g,g,g; H3 b,b,b,b,b,b"
        state = front(f"turn {seat}; die {face}; {homes}")
        picture, board = look(state), board_of(state)
        for corner in range(4):
            spot = board.around(corner, 0.5, board.width * 0.155)
            seen = picture.inks(box(spot, 16))
            assert (seen.get("white", 0) > 300) == (corner == seat), corner
            if corner == seat:
                # Each pip has the same number of dark pixels.
                assert round(seen["sign"] / 40) == face, seen["sign"]


def test_a_die_that_is_not_rolled_yet_is_blank(look: Look) -> None:
    state = GAME.new(players=4)
    assert state.is_chance
    board = board_of(state)
    seen = look(state).inks(box(board.around(0, 0.5, board.width * 0.155), 16))
    assert seen["white"] > 800
    assert seen.get("sign", 0) == 0


def test_the_home_of_the_seat_whose_turn_it_is_has_a_rim(look: Look) -> None:
    picture, board = look(LATE), board_of(LATE)
    for corner in range(4):
        x, y = board.spot(f"H{corner}")
        outside = board.home + 4
        assert (picture.ink(x - outside, y) == "trail-edge") == (corner == 1), corner
    over = front("turn 0; die -; R5 ryyyyyyggggggbbbbbb; H0 r,r,r,r,r")
    assert over.outcome is not None
    assert look(over).inks((0, 0, 800, 800)).get("trail-edge", 0) < 200


def test_waiting_hats_are_counted_in_the_home(look: Look) -> None:
    inks = []
    for waiting in range(1, 7):
        board_hats = f"; R5 {','.join('r' * (6 - waiting))}" if waiting < 6 else ""
        home = ",".join("r" * waiting)
        others = "H1 y,y,y,y,y,y; H2 g,g,g,g,g,g; H3 b,b,b,b,b,b"
        state = front(f"turn 1; die 2; H0 {home}; {others}{board_hats}")
        picture, board = look(state), board_of(state)
        spot = board.spot("H0")
        plate = box(spot, board.home - 0.4 * board.unit)
        inks.append(picture.colours.crop(plate).tobytes())
        # One white dot on each hat.
        assert picture.inks(plate).get("white", 0) > 20 * waiting
    assert len(set(inks)) == 6


def test_secured_prisoners_are_counted_beside_their_captors_home(look: Look) -> None:
    picture, board = look(LATE), board_of(LATE)
    for corner in range(4):
        spot = board.around(corner, 0.5, board.width * 0.275)
        seen = picture.inks((int(spot[0]) - 90, int(spot[1]) - 24, int(spot[0]) + 90, int(spot[1]) + 24))
        caught = {letter for letter in "rygb" if seen.get(f"hat-{letter}", 0) > 100}
        assert caught == ({"r", "y", "g", "b"} if corner == 3 else set()), corner


def test_unused_homes_are_faded(look: Look) -> None:
    state = GAME.new(players=2)
    picture, board = look(state), board_of(state)
    for corner, used in ((0, True), (1, False), (2, True), (3, False)):
        seen = picture.inks(box(board.spot(f"H{corner}"), board.home))
        assert (f"hat-{HATS[corner]}" in seen) == used, corner
        assert (seen.get("faded", 0) > 1000) != used, corner


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_players_see_their_own_home_at_the_bottom(players: int, look: Look) -> None:
    state = GAME.new(players=players)
    side = FRONT if players <= 4 else BACK
    for seat in range(players):
        board = board_of(state, seat)
        own = f"H{state.corners[seat]}"
        assert board.spot(own)[1] == max(board.spot(home)[1] for home in side.homes)
        # Clockwise stays clockwise, and every place keeps its distance from the centre.
        neutral = board_of(state)
        for place in side.places:
            (x, y), (from_x, from_y) = board.spot(place), neutral.spot(place)
            assert abs((x - 400) ** 2 + (y - 400) ** 2 - (from_x - 400) ** 2 - (from_y - 400) ** 2) < 1700
        assert len({board.spot(place) for place in side.places}) == len(side.places)
        picture = look(state, View(seat=seat))
        letter = HATS[state.corners[seat]]
        assert picture.inks(box(board.spot(own), board.home))[f"hat-{letter}"] > 1000


def test_the_benches_are_grey_squares(look: Look) -> None:
    for players in (4, 6):
        state = GAME.new(players=players)
        picture, board = look(state), board_of(state)
        for place in board.side.fields:
            seen = picture.inks(box(board.spot(place), 14))
            assert (seen.get("bench", 0) > 200) == (place in board.side.benches), place
            assert (seen.get("field", 0) > 200) == (place not in board.side.benches), place


def test_the_ends_of_the_last_move_are_marked(look: Look) -> None:
    after = LATE.play(LATE.parse("R7-R12"))
    for state, view in ((after, View()), (LATE, View(trail=("R7", "R12")))):
        picture, board = look(state, view), board_of(state)
        for place, marked in (("R7", True), ("R12", True), ("R30", False), ("R26", False)):
            x, y = board.spot(place)
            reach = 0.56 * board.unit
            seen = picture.inks((int(x - reach), int(y), int(x + reach), int(y + reach)))
            assert (seen.get("trail", 0) > 40) == marked, place


def test_the_golden_hat_has_a_star_and_its_own_gold(look: Look) -> None:
    state = GAME.new({"mode": "golden-hat"}, 3)
    picture, board = look(state), board_of(state)
    seen = picture.inks(box(board.spot("C"), 18))
    assert seen["hat-*"] > 200
    assert seen["sign"] > 30
    assert "hat-*" not in look(GAME.new(players=3)).inks(box(board.spot("C"), 18))


def test_chosen_and_possible_fields_are_marked_while_composing(look: Look) -> None:
    picture = look(LATE, View(chosen=("R7:yrbbg",), targets=("R12", "R2", "H1")))
    board = board_of(LATE)
    for place in board.side.places:
        marked = (
            picture.inks(box(board.spot(place), board.home if place[0] == "H" else 20)).get("hint", 0) > 60
        )
        assert marked == (place in {"R7", "R12", "R2", "H1"}), place


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
        for number, letter in stacks:
            assert f"ing {number} {letter}" in words
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
        "Red: 2 hats wait at home. 2 on the board: ring 3 r, green 4 rgy. "
        "Yellow: 2 hats wait at home. On the board: ring 7 yrbbg. "
        "Green: 0 hats wait at home. 3 on the board: ring 3 gb, ring 20 g, ring 20 g. "
        "Blue: 0 hats wait at home. Secured: 1 red, 2 yellow, 1 green. "
        "3 on the board: ring 3 b, centre b, centre b. "
        "Towers are named from top to bottom: r red, y yellow, g green, b blue, w white, k black, * golden."
    )
    assert "Rot würfelt." in gallery.words(GAME.new(players=2), german)
    gone = GAME.new(players=3).retire(2)
    assert "Grün hat die Partie verlassen." in gallery.words(gone, german)
    golden = GAME.new({"mode": "golden-hat"}, 3)
    assert "Goldener Hut: Mittelfeld." in gallery.words(golden, german)
    over = front("turn 0; die -; R5 ryyyyyyggggggbbbbbb; H0 r,r,r,r,r")
    assert "Die Partie ist zu Ende: Rot hat gewonnen." in gallery.words(over, german)
