"""What is drawn on and around a board besides its men, as pictures kept beside the tests."""

from collections.abc import Mapping, Sequence
from io import BytesIO

import pytest
from PIL import Image
from syrupy.assertion import SnapshotAssertion

from render import THEMES, Frame, Gallery, PlayerLine, Scoreboard, SheetBoard, Trail, View
from rules import GAMES, State
from tests.render.midgames import midgame

NAMES = ("Anna", "Ben", "Clara", "David", "Emma", "Felix")
LINES = tuple(
    PlayerLine(name, f"side {name[0]}", f"{3 - seat % 3}½", seat % 3) for seat, name in enumerate(NAMES)
)
WIDTH = 320


def earlier(key: str, plies: int) -> tuple[Trail, ...]:
    """Return the ways of the three plies before the last one."""
    trails = []
    for ply in range(plies - 3, plies):
        before, after = midgame(key, {}, ply - 1), midgame(key, {}, ply)
        if before.turn is not None and after.last is not None and after.last.path:
            trails.append(Trail(before.turn, after.last.path, after.events))
    return tuple(trails)


def choice(state: State) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the first point of a move as chosen, and the next points of such moves; or some first points."""
    paths = [move.path for move in state.legal_moves() if move.path]
    steps = [path for path in paths if len(path) > 1]
    if not steps:
        return (), tuple(dict.fromkeys(path[0] for path in paths))[:6]
    return steps[0][:1], tuple(dict.fromkeys(path[1] for path in steps if path[0] == steps[0][0]))


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize(
    ("key", "plies"),
    [
        ("hnefatafl", 34),
        ("ludus-latrunculorum", 42),
        ("conhex", 32),
        ("fox-and-hens", 13),
        ("hounds-and-jackals", 59),
        ("catch-the-hat", 42),
        ("nine-mens-morris", 22),
    ],
)
def test_a_choice_looks_as_it_did(
    key: str, plies: int, theme: str, gallery: Gallery, pixels: SnapshotAssertion
) -> None:
    state = midgame(key, {}, plies)
    chosen, targets = choice(state)
    assert targets
    view = View(
        seat=state.turn,
        theme=theme,
        width=WIDTH,
        chosen=chosen,
        targets=targets,
        trails=earlier(key, plies),
        scoreboard=Scoreboard(LINES[: state.players], f"Move {plies}"),
    )
    assert gallery.picture(state, view) == pixels


FOXES = "hens d5 d3 c2 b4 f4 a3 g3 c1 e1 d1 g4; foxes a5 d4; off 0; turn foxes"
RETURN = "hens b5 a3 a4 b3 b4 c1 c2 c3 d1 d2; foxes c5; off 1; turn foxes"
ENFORCED = {"missed_capture": "enforced"}
EVENTS: Mapping[str, tuple[str, Mapping[str, str], str | None, tuple[str, ...]]] = {
    "king-taken": ("hnefatafl", {}, "13/6a6/13/13/13/13/5aka5/6a6/13/13/13/13/13 a", ("g12-g8",)),
    "man-taken": ("hnefatafl", {}, "13/13/10k2/13/4a8/13/13/13/2ad9/13/13/13/13 a", ("e9-e5",)),
    "chain": ("fox-and-hens", ENFORCED, FOXES, ("a5xc3xe3xg5",)),
    "fox-removed": ("fox-and-hens", {}, None, ("b4-b5", "e5-e6", "claim c5")),
    "taken-back": ("fox-and-hens", {"missed_capture": "takeback"}, None, ("b4-b5", "e5-e6", "claim")),
    "fox-returns": ("fox-and-hens", ENFORCED, RETURN, ("c5xa5", "place g4")),
    "winning-chain": (
        "conhex",
        {"swap": "off"},
        None,
        ("a1", "f6", "b3", "f5", "b5", "f7", "b7", "e6", "b9", "g6", "a11"),
    ),
    "swapped": ("conhex", {}, None, ("f6", "swap")),
    "ball-moved": ("conhex", {"swap": "off", "balls": "2"}, None, ("f6", "e4", "c2", "j3", "f6>g8")),
    "mill": ("nine-mens-morris", {}, "w../w../.../.w..bb/.../wb./w.b w 0 0", ("b4-a4xd2",)),
}


@pytest.mark.parametrize("event", EVENTS)
def test_an_event_looks_as_it_did(event: str, gallery: Gallery, pixels: SnapshotAssertion) -> None:
    key, options, position, moves = EVENTS[event]
    game = GAMES[key]
    state = game.new(options) if position is None else game.from_position(position, options)
    for text in moves:
        state = state.play(state.parse(text))
    over = state.outcome is not None
    result = ("Anna wins", "A reason that is somewhat longer") if over else ()
    view = View(width=WIDTH, scoreboard=Scoreboard(LINES[:2], f"Move {len(moves)}", result))
    assert gallery.picture(state, view) == pixels


@pytest.mark.parametrize("result", [(), ("Clara wins",)])
@pytest.mark.parametrize("players", [3, 6])
def test_the_lines_of_all_players_look_as_they_did(
    players: int, result: tuple[str, ...], gallery: Gallery, pixels: SnapshotAssertion
) -> None:
    state = midgame("catch-the-hat", {}, 30, players)
    shown = Scoreboard(LINES[:players], "Move 30", result, winners=(1,) if result else ())
    assert gallery.picture(state, View(width=480, scoreboard=shown, over=bool(result))) == pixels


@pytest.mark.parametrize("key", GAMES)
def test_the_pieces_of_a_game_look_as_they_did(key: str, gallery: Gallery, pixels: SnapshotAssertion) -> None:
    pieces = gallery.pieces(GAMES[key].new(players=GAMES[key].seats[-1]))
    shown = [Image.open(BytesIO(pieces[piece])).convert("RGBA") for piece in sorted(pieces)]
    row = Image.new(
        "RGB", (sum(piece.width for piece in shown), max(piece.height for piece in shown)), "teal"
    )
    left = 0
    for piece in shown:
        row.paste(piece, (left, 0), piece)
        left += piece.width
    assert as_png(row) == pixels


def test_a_sheet_of_boards_looks_as_it_did(gallery: Gallery, pixels: SnapshotAssertion) -> None:
    boards = (
        SheetBoard("fox-and-hens", (), "Fox and Hens"),
        SheetBoard("conhex", (), "ConHex"),
        SheetBoard("hounds-and-jackals", (), "Hounds and Jackals, a long name"),
        SheetBoard("nine-mens-morris", (("men", "6"),), "Six Men's Morris"),
        SheetBoard("catch-the-hat", (), "Catch the Hat"),
    )
    assert gallery.sheet(boards, "dark") == pixels


def as_png(picture: Image.Image) -> bytes:
    file = BytesIO()
    picture.save(file, "PNG")
    return file.getvalue()


@pytest.mark.parametrize(("key", "plies"), [("hnefatafl", (18, 19, 20)), ("catch-the-hat", (41, 42, 43))])
def test_the_frames_of_an_animation_look_as_they_did(
    key: str, plies: Sequence[int], gallery: Gallery, pixels: SnapshotAssertion
) -> None:
    frames = []
    for ply in plies:
        state = midgame(key, {}, ply)
        told = (f"Anna: move {ply}",) if ply < plies[-1] else ("Anna wins", "How.")
        shown = Scoreboard(LINES[: state.players], f"{ply}/{plies[-1]}", told)
        frames.append(Frame(state, View(width=200, scoreboard=shown)))
    with Image.open(BytesIO(gallery.animation(frames))) as film:
        strip = Image.new("RGB", (film.width, film.height * len(plies)))
        for number in range(len(plies)):
            film.seek(number)
            strip.paste(film.convert("RGB"), (0, number * film.height))
    assert as_png(strip.quantize(256)) == pixels
