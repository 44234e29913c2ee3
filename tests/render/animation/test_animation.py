"""The animation of a game: its frames, their durations, and its size."""

from functools import cache
from io import BytesIO
from itertools import pairwise
from random import Random

import pytest
from PIL import Image

from render import ANIMATION_WIDTH, THEMES, Frame, PlayerLine, Scoreboard, View, plies_shown
from render.animation.pacing import MAX_FRAMES, durations
from rules import GAMES, State
from tests.galleries import FRESH_GALLERY
from tests.repeats import in_turn

PLIES = 60
MAX_BYTES = 500_000


def game(key: str, plies: int = PLIES) -> list[State]:
    """Return the states of a random game."""
    chance, states = Random(key), [GAMES[key].new({}, GAMES[key].seats[-1])]
    while len(states) <= plies and states[-1].outcome is None:
        last = states[-1]
        moves = last.legal_moves() or tuple(move for move, _ in last.chances())
        states.append(last.play(chance.choice(moves)))
    return states


@cache
def eventful(key: str, plies: int) -> list[State]:
    """Return the states of a game that prefers moves with events."""
    chance, states = Random(key), [GAMES[key].new({}, GAMES[key].seats[-1])]
    while len(states) <= plies and states[-1].outcome is None:
        last = states[-1]
        moves = last.legal_moves() or tuple(move for move, _ in last.chances())
        eventful_moves = [move for move in moves if len(states) % 3 and last.play(move).events]
        states.append(last.play(chance.choice(eventful_moves or moves)))
    return states


@pytest.mark.parametrize(("key", "theme"), in_turn(list(GAMES), THEMES))
def test_sixty_plies_of_any_game_make_a_small_file(key: str, theme: str) -> None:
    states = game(key)
    lines = tuple(PlayerLine(f"Annabella {seat}", "side") for seat in range(states[0].players))
    result = ("Annabella 1 wins",)
    boards = [
        Scoreboard(lines, f"{ply}/{PLIES}", result if ply == len(states) - 1 else ())
        for ply in range(len(states))
    ]
    views = [View(theme=theme, width=ANIMATION_WIDTH, scoreboard=board) for board in boards]
    data = FRESH_GALLERY.animation([Frame(state, view) for state, view in zip(states, views, strict=True)])
    file = Image.open(BytesIO(data))
    assert getattr(file, "n_frames", 1) == len(states)
    assert file.width == ANIMATION_WIDTH
    assert len(data) < MAX_BYTES
    file.seek(len(states) - 1)
    with Image.open(BytesIO(FRESH_GALLERY.picture(states[-1], views[-1]))) as last:
        assert file.convert("RGB").tobytes() == last.convert("RGB").tobytes()


@pytest.mark.parametrize("names", ["Anna and Ben", "Anna " * 60])
@pytest.mark.parametrize("key", ["conhex", "catch-the-hat"])
def test_captions_do_not_add_height(key: str, names: str) -> None:
    states = game(key, 2)
    lines = tuple(PlayerLine(f"Anna {seat}", "red") for seat in range(states[0].players))
    results = ((key, names), (), ("Anna 1 wins", "She has caught the most hats of all. " * 2))
    views = [View(width=ANIMATION_WIDTH, scoreboard=Scoreboard(lines, "", result)) for result in results]
    data = FRESH_GALLERY.animation([Frame(state, view) for state, view in zip(states, views, strict=True)])
    bare = FRESH_GALLERY.paint(states[0], View(width=ANIMATION_WIDTH, scoreboard=Scoreboard(lines)))
    with Image.open(BytesIO(data)) as file:
        assert file.height == bare.height
        pictures = set[bytes]()
        for frame in range(3):
            file.seek(frame)
            pictures.add(
                file.convert("RGB").crop((0, file.height - 42, ANIMATION_WIDTH, file.height)).tobytes()
            )
    assert len(pictures) == 3


@pytest.mark.parametrize(
    ("theme", "board"), in_turn(THEMES, ["brandubh-7", "alea-evangelii-19", "hnefatafl-9", "tablut-9"])
)
def test_boards_with_long_names_make_small_files(board: str, theme: str) -> None:
    chance, states = Random(board), [GAMES["hnefatafl"].new({"board": board})]
    while len(states) <= PLIES and states[-1].outcome is None:
        states.append(states[-1].play(chance.choice(states[-1].legal_moves())))
    lines = (PlayerLine("Annabella Katharina", "attackers"), PlayerLine("Maximilian der Zweite", "defenders"))
    frames, trail = list[Frame](), tuple[str, ...]()
    for ply, state in enumerate(states):
        trail = state.last.path if state.last else trail
        scoreboard = Scoreboard(
            lines, f"{ply}/{PLIES}", ("Hnefatafl", "Annabella Katharina, Maximilian der Zweite")
        )
        frames.append(
            Frame(state, View(theme=theme, width=ANIMATION_WIDTH, trail=trail, scoreboard=scoreboard))
        )
    data = FRESH_GALLERY.animation(frames)
    assert len(data) < MAX_BYTES
    with Image.open(BytesIO(data)) as file:
        assert 400 <= file.width <= ANIMATION_WIDTH


def test_empty_animation_is_refused() -> None:
    with pytest.raises(ValueError, match="nothing to show"):
        FRESH_GALLERY.animation([])


@pytest.mark.parametrize("plies", [0, 1, 2, 60, MAX_FRAMES - 1])
def test_animation_has_a_frame_for_each_ply(plies: int) -> None:
    assert plies_shown([GAMES["conhex"].new()] * (plies + 1)) == tuple(range(plies + 1))


@pytest.mark.parametrize("plies", [MAX_FRAMES, MAX_FRAMES + 1, 400, 2000, 9999])
def test_long_games_omit_positions_evenly(plies: int) -> None:
    numbers = plies_shown([GAMES["conhex"].new()] * (plies + 1))
    assert len(numbers) == MAX_FRAMES
    assert (numbers[0], numbers[-1]) == (0, plies)
    steps = [later - earlier for earlier, later in pairwise(numbers)]
    assert max(steps) - min(steps) <= 1
    assert min(steps) >= 1


@pytest.mark.parametrize("most", [2, 20, 100])
@pytest.mark.parametrize("key", GAMES)
def test_decisive_plies_are_never_omitted(key: str, most: int) -> None:
    states = eventful(key, 300)
    decisive = {
        number
        for number, state in enumerate(states)
        if any(event.kind in state.game.vocabulary.decisive for event in state.events)
    }
    assert decisive or not GAMES[key].vocabulary.decisive, "a game of this length has decisive plies"
    numbers = plies_shown(states, most)
    assert decisive | {0, len(states) - 1} <= set(numbers)
    assert len(numbers) == min(len(states), max(most, len(decisive | {0, len(states) - 1})))


def test_endings_last_longer_and_long_games_play_faster() -> None:
    short, long = list(durations(10)), list(durations(150))
    assert short[-1] > short[0] > short[1] > long[1]
    assert len(set(short[1:-1])) == 1
    assert list(durations(1)) == [500]


@pytest.mark.parametrize("frames", [1, 2, 3, 40, 61, MAX_FRAMES, 400])
def test_no_animation_exceeds_forty_seconds(frames: int) -> None:
    times = list(durations(frames))
    assert sum(times) <= 4000
    assert min(times) >= 5


def test_every_move_has_its_own_caption() -> None:
    states = game("conhex", 3)
    names = (PlayerLine("Anna", "red"), PlayerLine("Ben", "blue"))
    steps = (
        ("Anna: f2",),
        ("Ben: h7", "takes a cell " * 12),
        ("Anna: e2", "takes a cell"),
        ("Anna wins", "How."),
    )
    views = [View(width=ANIMATION_WIDTH, scoreboard=Scoreboard(names, "", result)) for result in steps]
    data = FRESH_GALLERY.animation([Frame(state, view) for state, view in zip(states, views, strict=True)])
    cards = list[bytes]()
    with Image.open(BytesIO(data)) as file:
        for frame in range(len(states)):
            file.seek(frame)
            cards.append(
                file.convert("RGB").crop((0, file.height - 42, ANIMATION_WIDTH, file.height)).tobytes()
            )
        assert file.height == FRESH_GALLERY.paint(states[-1], views[-1]).height
    assert len(set(cards)) == len(steps)
