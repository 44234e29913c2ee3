"""Every game's layout table: it covers the points of moves, and pictures follow it."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from io import BytesIO
from itertools import combinations
from math import hypot

import pytest
from PIL import Image, ImageChops

from render import Area, Gallery, Layout, View
from render.games import PAINTERS
from render.sample import scoreboard
from rules import GAMES, InvalidOption, State
from tests.render.midgames import midgame
from tests.rules.contract.all_cases import CASES
from tests.rules.contract.manners import MANNERS, walk

PLIES = (9, 80)
SAMPLES = 3
WIDTHS = (800, 300)

each_game = pytest.mark.parametrize("key", PAINTERS)


def boards(key: str) -> Iterator[State]:
    """Yield a first position of every board and number of players of a game."""
    game = GAMES[key]
    choices = [{option.key: value} for option in game.options for value in option.values]
    for number in game.seats:
        for options in ({}, *choices):
            try:
                yield game.new(options, number)
            except InvalidOption:
                continue


def views(state: State) -> Iterator[View]:
    """Yield a position's views: from every seat, mirrored, small, with a scoreboard."""
    for seat in (None, *range(state.players)):
        yield View(seat=seat)
    yield View(seat=1, mirrored=True)
    yield View(width=WIDTHS[1], scoreboard=scoreboard(state, 1))


def points_of_moves(state: State) -> set[str]:
    return {point for move in state.legal_moves() for point in move.path}


def overlap(first: Area, other: Area) -> bool:
    """Return whether two areas share more than an edge."""
    across, down = abs(first.x - other.x), abs(first.y - other.y)
    if first.round and other.round:
        return hypot(across, down) < first.across + other.across - 0.01
    if not first.round and not other.round:
        return across < first.across + other.across - 0.01 and down < first.down + other.down - 0.01
    disc, box = (first, other) if first.round else (other, first)
    return hypot(max(0, across - box.across), max(0, down - box.down)) < disc.across - 0.01


def inside(area: Area, layout: Layout) -> bool:
    left, top, right, bottom = area.box
    return left >= 0 and top >= 0 and right <= layout.width and bottom <= layout.height


def difference(former: bytes, other: bytes) -> Image.Image:
    """Return the difference of two pictures of the same size, white on black."""
    first, second = (Image.open(BytesIO(data)).convert("RGB") for data in (former, other))
    return ImageChops.difference(first, second).convert("L").point(lambda value: 255 if value else 0)


def share_within(area: Area, difference: Image.Image) -> float:
    """Return the share of the area's rectangle that differs."""
    left, top, right, bottom = map(round, area.box)
    box = difference.crop((left, top, right, bottom))
    return box.histogram()[255] / (box.width * box.height)


def lies_around(difference: Image.Image, area: Area) -> bool:
    """Return whether the bounding box of all differences contains the area's centre."""
    left, top, right, bottom = difference.getbbox() or (0, 0, 0, 0)
    return left < area.x < right and top < area.y < bottom


@each_game
def test_every_move_point_is_in_the_table(key: str, gallery: Gallery) -> None:
    for number, state in enumerate(walk(CASES[key], MANNERS["anyhow"], key)):
        if number % 5 == 0:
            for view in views(state):
                assert points_of_moves(state) <= gallery.layout(state, view).areas.keys(), state.position


@each_game
def test_areas_lie_inside_without_overlap(key: str, gallery: Gallery) -> None:
    layouts: set[tuple[object, ...]] = set()
    for state in boards(key):
        for view in views(state):
            layout = gallery.layout(state, view)
            areas = set(layout.areas.values())
            if (print_ := (layout.width, layout.height, frozenset(areas))) in layouts:
                continue
            layouts.add(print_)
            assert not [area for area in areas if not inside(area, layout)]
            assert not [pair for pair in combinations(areas, 2) if overlap(*pair)]


@each_game
def test_layout_has_the_size_of_its_picture(key: str, gallery: Gallery) -> None:
    state = midgame(key, {}, 9)
    for view in views(state):
        layout = gallery.layout(state, view)
        with Image.open(BytesIO(gallery.picture(state, view))) as picture:
            assert picture.size == (layout.width, layout.height)


@each_game
def test_chosen_point_is_marked_at_its_area(key: str, gallery: Gallery) -> None:
    for plies in PLIES:
        state = midgame(key, {}, plies)
        for view in views(state):
            plain, areas = gallery.picture(state, view), gallery.layout(state, view).areas
            for point in sorted(points_of_moves(state))[:: max(1, len(points_of_moves(state)) // SAMPLES)]:
                marks = difference(plain, gallery.picture(state, replace(view, chosen=(point,))))
                assert lies_around(marks, areas[point]), (point, view)
                assert share_within(areas[point], marks) > 0.1, (point, view)


@each_game
def test_last_move_is_marked_at_its_end(key: str, gallery: Gallery) -> None:
    for plies in PLIES:
        state = midgame(key, {}, plies)
        moves = [move for move in state.legal_moves() if move.path and not move.action]
        for view in views(state):
            plain, areas = gallery.picture(state, view), gallery.layout(state, view).areas
            for move in moves[:: max(1, len(moves) // SAMPLES)]:
                marks = difference(plain, gallery.picture(state.play(move), view))
                assert share_within(areas[move.path[-1]], marks) > 0.1, (move, view)


def spread(areas: Mapping[str, Area]) -> dict[str, tuple[float, float]]:
    """Return the offsets of points from the centre of their bounding box."""
    x = (min(area.x for area in areas.values()) + max(area.x for area in areas.values())) / 2
    y = (min(area.y for area in areas.values()) + max(area.y for area in areas.values())) / 2
    return {point: (area.x - x, area.y - y) for point, area in areas.items()}


@pytest.mark.parametrize(("key", "seat"), [("ludus-latrunculorum", 0), ("fox-and-hens", 1)])
def test_a_turned_board_turns_its_points(key: str, seat: int, gallery: Gallery) -> None:
    state = GAMES[key].new()
    plain, turned = (spread(gallery.layout(state, View(seat=viewer)).areas) for viewer in (None, seat))
    assert turned == {point: (-x, -y) for point, (x, y) in plain.items()}


def test_a_mirrored_board_mirrors_its_points(gallery: Gallery) -> None:
    state = GAMES["conhex"].new()
    plain, mirrored = (
        spread(gallery.layout(state, View(seat=1, mirrored=flipped)).areas) for flipped in (False, True)
    )
    assert mirrored == {point: (y, x) for point, (x, y) in plain.items()}
