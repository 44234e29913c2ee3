"""The drawn board of Catch the Hat."""

from itertools import combinations
from math import dist

import pytest

from render import View
from render.canvas.canvas import Box
from render.canvas.resources import Resources
from render.games.catch_the_hat.board import CatchTheHatBoard
from render.games.catch_the_hat.colours import HATS, INKS
from render.games.catch_the_hat.signs import draw_sign
from rules.games.catch_the_hat import BACK, FRONT, GAME, HatState
from tests.render.games.catch_the_hat.hat_boards import FULL, LATE, board_of, front
from tests.render.looking import Look, Picture, covered


def inside(board: CatchTheHatBoard, place: str) -> Box:
    """Return the area within a field's rim, clear of hats on other fields."""
    (x, y), reach = board.spot(place), 0.25 * board.cell
    return x - reach, y - reach, x + reach, y + reach


def hats_in(picture: Picture, box: Box) -> set[str]:
    inks = picture.inks(box)
    return {letter for letter in "rygb" if inks.get(f"hat-{letter}", 0) + inks.get(f"deep-{letter}", 0) > 20}


def with_tower(place: str, stack: str) -> HatState:
    """Return a position with a tower on a field and all other hats at home."""
    rest = {letter: ",".join(letter * (6 - stack.count(letter))) for letter in "rygb"}
    homes = "; ".join(f"H{corner} {hats}" for corner, hats in enumerate(rest.values()) if hats)
    return front(f"turn 0; die 3; {homes}; {place} {stack}")


def test_every_stack_is_on_its_field_and_others_are_empty(look: Look) -> None:
    picture, board = look(LATE), board_of(LATE)
    for place in board.side.fields:
        letters = {letter for stack in LATE.stacks.get(place, ()) for letter in stack}
        x, y = board.spot(place)
        box = (x - 20, y - 36, x + 20, y + 30) if letters else inside(board, place)
        if letters or not board.is_junction(place):
            assert hats_in(picture, box) == letters, place


def test_no_tower_hides_another_field(look: Look) -> None:
    bare, board = look(front(f"turn 0; die 3; {FULL}")), board_of(LATE)
    for place in ("R6", "R10", "R12", "R25", "S1.5", "S2.2", "C"):
        picture = look(with_tower(place, "yrrrrrrbbbbbggggg"))
        for other in {*board.side.fields} - {place}:
            inks, alone = (image.inks(inside(board, other)) for image in (picture, bare))
            for ink in ("figure", "field", "stone"):
                assert inks.get(ink, 0) >= 0.9 * alone.get(ink, 0), (place, other)


def test_tower_shows_the_number_of_each_colour(look: Look) -> None:
    stacks = ("y", "yr", "yrr", "yrb", "ybr", "yrbbg", "yrbbbg", "yrbbgg", "yrrbbg", "yrrrbbgg", "yrrrbbbg")
    x, y = board_of(LATE).spot("R7")
    box = int(x - 32), int(y - 50), int(x + 32), int(y + 46)
    pictures = {stack: look(with_tower("R7", stack)) for stack in stacks}
    for stack, picture in pictures.items():
        assert hats_in(picture, box) == set(stack)
    assert len({picture.colours.crop(box).tobytes() for picture in pictures.values()}) == len(stacks)


@pytest.mark.parametrize("stack", ["yr", "ygbr", "brgy"])
def test_prisoners_of_a_tower_are_stacked_in_order(stack: str, look: Look) -> None:
    picture, (x, y) = look(with_tower("R20", stack)), board_of(LATE).spot("R20")
    inks = (picture.ink(x - 20, y + down) or "" for down in range(-30, 30))
    letters = [ink[-1] for ink in inks if ink.startswith(("hat-", "deep-")) and ink[-1] in "rygb"]
    assert "".join(dict.fromkeys(letters)) == stack


def test_every_colour_has_its_own_sign() -> None:
    signs = {}
    for letter in HATS:
        canvas = Resources(INKS).canvas("light", (-20, -20, 20, 20), "field")
        draw_sign(canvas, (0.0, 0.0), letter, 24.0)
        signs[letter] = covered(canvas.tile())
    for first, second in combinations(HATS, 2):
        assert len(signs[first] ^ signs[second]) > 40, (first, second)


@pytest.mark.parametrize("players", [2, 6])
def test_board_has_the_same_orientation_for_everybody(players: int, look: Look) -> None:
    state = GAME.new(players=players)
    shared = look(state).colours.tobytes()
    others = [seat for seat in range(players) if look(state, View(seat=seat)).colours.tobytes() != shared]
    assert others == []


@pytest.mark.parametrize("players", [4, 6])
def test_no_two_fields_touch(players: int) -> None:
    board = board_of(GAME.new(players=players))
    for first, second in combinations(board.side.fields, 2):
        assert dist(board.spot(first), board.spot(second)) >= board.cell - 1, (first, second)


def test_path_into_and_out_of_home_passes_the_door() -> None:
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
