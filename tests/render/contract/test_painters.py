"""Common properties of every game's pictures and words."""

from collections.abc import Iterator

import pytest

from render import Gallery, Orientation, Translate, View
from render.contract.alt_text import LIMIT
from render.games import PAINTERS
from rules import State
from rules.toolkit.perft import plies
from tests.render.looking import texts
from tests.render.midgames import midgame
from tests.rules.contract.all_cases import CASES
from tests.rules.contract.manners import MANNERS, walk

PLIES = (0, 1, 9, 30, 80)
WIDTH = 480
MAX_BRANCHES = 4

each_game = pytest.mark.parametrize("key", PAINTERS)
each_language = pytest.mark.parametrize("language", ["en", "de"])


def positions(key: str) -> Iterator[State]:
    """Yield positions in the course of a game, each with the last ply."""
    for number in PLIES:
        state = midgame(key, {}, number)
        if state.outcome is None:
            yield state


def bare(state: State) -> State:
    """Return the same position without its history."""
    return state.game.from_position(state.position, state.options, state.players)


def endpoints(state: State) -> tuple[str, str] | None:
    """Return the first and last point of a legal move; None if no move has points."""
    return next(((move.path[0], move.path[-1]) for move in state.legal_moves() if move.path), None)


def positions_after(state: State) -> dict[str, State]:
    """Return the positions after one or two plies, some reached by the same plies in another order."""
    states: dict[str, State] = {}
    for first in plies(state)[:MAX_BRANCHES]:
        child = state.play(first)
        for after in (child, *map(child.play, plies(child)[:MAX_BRANCHES])):
            if after.outcome is None:
                states[after.position] = bare(after)
    return states


@each_game
def test_different_positions_look_different(key: str, gallery: Gallery) -> None:
    """Different positions look different, regardless of the last mover."""
    for state in positions(key):
        owners: dict[bytes, str] = {}
        for position, after in positions_after(state).items():
            picture = gallery.picture(after, View(width=WIDTH))
            assert owners.setdefault(picture, position) == position, (
                f"{position} looks like {owners[picture]}"
            )


@each_game
@each_language
def test_different_positions_have_different_descriptions(key: str, language: str, gallery: Gallery) -> None:
    t = texts(language)
    for state in positions(key):
        by_words: dict[str, str] = {}
        for position, after in positions_after(state).items():
            words = gallery.words(after, t)
            assert by_words.setdefault(words, position) == position, f"{position}: {words}"


@each_game
@pytest.mark.parametrize("manner", MANNERS)
def test_descriptions_cover_whole_games_of_every_style(key: str, manner: str, gallery: Gallery) -> None:
    """A missing text raises an error once a game needs it."""
    languages = [texts(language) for language in ("en", "de")]
    for ply, state in enumerate(walk(CASES[key], MANNERS[manner], key)):
        if ply % 11 == 0 or state.outcome is not None:
            for t in languages:
                for seat in (None, *range(state.players)):
                    assert 0 < len(gallery.words(state, t, View(seat=seat))) <= LIMIT


@each_game
def test_last_move_is_visible_and_described(key: str, gallery: Gallery, english: Translate) -> None:
    for state in positions(key):
        if state.last is not None and state.last.path:
            assert gallery.picture(state) != gallery.picture(bare(state)), state.last
            assert gallery.words(state, english) != gallery.words(bare(state), english), state.last


@each_game
def test_selection_and_targets_are_shown_and_leave_no_trace(
    key: str, gallery: Gallery, english: Translate
) -> None:
    views = []
    for state in positions(key):
        points = endpoints(state)
        if points is not None:
            views += [(state, View(chosen=points[:1])), (state, View(targets=points[1:]))]
    assert views
    for state, view in views:
        plain = gallery.picture(state)
        assert gallery.picture(state, view) != plain, view
        assert gallery.picture(state) == plain, view
        assert gallery.words(state, english, view) != gallery.words(state, english), view


@each_game
def test_turned_board_looks_different(key: str, gallery: Gallery) -> None:
    for state in positions(key):
        for seat in range(state.players):
            view = View(seat=seat)
            if gallery.orientation(state, view) is not Orientation.NEUTRAL:
                assert gallery.picture(state, view) != gallery.picture(state), seat
