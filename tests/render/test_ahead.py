import pytest

import rules
from render import NEUTRAL, THEMES, Gallery, View
from render.ahead import looks
from render.canvas.canvas import Canvas
from rules import InvalidOption, State

Pictures = tuple[tuple[State, View], ...]


@pytest.fixture(scope="module")
def prepared_pictures() -> Pictures:
    """Return the pictures drawn ahead in all themes, in order."""
    return tuple(looks(rules.GAMES.values(), THEMES))


def setup_of(state: State) -> tuple[object, ...]:
    return state.players, *sorted(state.options.items())


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("key", rules.GAMES)
def test_every_setup_of_a_game_is_prerendered(prepared_pictures: Pictures, key: str, theme: str) -> None:
    game = rules.GAMES[key]
    setups = {
        setup_of(state) for state, view in prepared_pictures if state.game.key == key and view.theme == theme
    }
    for number in game.seats:
        assert setup_of(game.new(players=number)) in setups
    for option in game.options:
        for value in option.values:
            try:
                state = game.new({option.key: value})
            except InvalidOption:
                continue
            assert setup_of(state) in setups


def test_first_theme_is_prerendered_first(prepared_pictures: Pictures) -> None:
    themes = [view.theme for _, view in prepared_pictures]
    assert themes == sorted(themes, key=THEMES.index)


def test_only_public_default_theme_boards_are_prerendered() -> None:
    views = {(view.theme, view.seat) for _, view in looks(rules.GAMES.values())}
    assert views == {(NEUTRAL.theme, None)}


def test_prerendered_board_is_not_drawn_again(monkeypatch: pytest.MonkeyPatch) -> None:
    boards: list[Canvas] = []
    draw = Canvas.image

    def draw_and_record(canvas: Canvas) -> object:
        boards.append(canvas)
        return draw(canvas)

    monkeypatch.setattr(Canvas, "image", draw_and_record)
    gallery, game = Gallery(), rules.GAMES["hnefatafl"]
    state = game.new({"board": "brandubh-7"})
    gallery.prepare(state, View(theme="dark"))
    prepared = len(boards)
    assert prepared
    assert gallery.picture(state, View(theme="dark")).startswith(b"\x89PNG")
    assert len(boards) == prepared
