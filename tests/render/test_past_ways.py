"""Trails of earlier moves: thin lines in the players' colours, in every game."""

from collections.abc import Iterator

import pytest

from render import Gallery, Trail, View
from rules import GAMES, State
from tests.render.looking import Look
from tests.render.midgames import midgame

WIDTH = 800


def plies(key: str, number: int) -> Iterator[tuple[State, Trail]]:
    """Yield the states of a sample game, each with the trail of the ply that led to it."""
    for ply in range(1, number + 1):
        state = midgame(key, {}, ply)
        before = midgame(key, {}, ply - 1)
        if state.last is not None and state.last.path and before.turn is not None:
            yield state, Trail(before.turn, state.last.path, state.events)


def spots(gallery: Gallery, state: State) -> dict[str, tuple[float, float]]:
    return {point: area.spot for point, area in gallery.layout(state, View(width=WIDTH)).areas.items()}


@pytest.mark.parametrize("key", GAMES)
def test_earlier_moves_change_the_picture(key: str, gallery: Gallery) -> None:
    steps = list(plies(key, 12))
    state, earlier = steps[-1][0], tuple(trail for _, trail in steps[-4:-1])
    for seat in (None, 0, 1):
        plain = gallery.picture(state, View(seat=seat, width=WIDTH))
        assert gallery.picture(state, View(seat=seat, width=WIDTH, trails=earlier)) != plain


@pytest.mark.parametrize(
    ("key", "inks"),
    [
        ("hnefatafl", ("oxblood", "ivory")),
        ("ludus-latrunculorum", ("glass", "bone")),
        ("fox-and-hens", ("ivory", "fox")),
        ("nine-mens-morris", ("ivory", "night")),
    ],
)
def test_trail_has_the_colour_of_its_player(
    key: str, inks: tuple[str, str], look: Look, gallery: Gallery
) -> None:
    state = GAMES[key].new()
    points = spots(gallery, state)
    start, *_, end = points
    (x, y), (to_x, to_y) = points[start], points[end]
    plain = look(state, View(width=WIDTH))
    for seat, ink in enumerate(inks):
        picture = look(state, View(width=WIDTH, trails=(Trail(seat, (start, end)),)))
        coloured = 0
        for step in range(1, 200):
            spot = x + (to_x - x) * step / 200, y + (to_y - y) * step / 200
            coloured += plain.at(*spot) != picture.at(*spot) and picture.nearest(*spot) == ink
        assert coloured > 20, (key, seat, ink)


def test_trail_does_not_lead_to_a_captured_man(look: Look, gallery: Gallery) -> None:
    state = next(
        after
        for after, trail in plies("nine-mens-morris", 40)
        if len(trail.path) == len(("from", "to", "taken"))
    )
    assert state.last is not None
    _, end, captured = state.last.path
    points, trail = spots(gallery, state), Trail(0, state.last.path, state.events)
    plain, picture = look(state, View(width=WIDTH)), look(state, View(width=WIDTH, trails=(trail,)))
    (x, y), (to_x, to_y) = points[end], points[captured]
    for share in (0.4, 0.5, 0.6):
        spot = x + (to_x - x) * share, y + (to_y - y) * share
        assert picture.at(*spot) == plain.at(*spot)
