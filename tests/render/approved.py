"""Approved pictures, stored next to the tests; a game's pictures are in its own folder."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from io import BytesIO
from typing import Final

from PIL import Image

from render import Gallery, PlayerLine, Scoreboard, Trail, View
from rules import GAMES, State
from tests.render.looking import texts
from tests.render.midgames import midgame

WIDTH: Final = 320
PLIES: Final = (0, 21, 60)
NAMES: Final = ("Anna", "Ben", "Clara", "David", "Emma", "Felix")
LINES: Final = tuple(
    PlayerLine(name, f"side {name[0]}", f"{3 - seat % 3}½", seat % 3) for seat, name in enumerate(NAMES)
)


@dataclass(frozen=True)
class Board:
    """A game with its options, as far as they affect its picture."""

    key: str
    options: Mapping[str, str] = field(default_factory=dict)
    players: int | None = None


def draw_midgame(gallery: Gallery, board: Board, plies: int, theme: str) -> bytes:
    """Return the picture of a board after a number of plies."""
    state = midgame(board.key, board.options, plies, board.players)
    return gallery.picture(state, View(theme=theme, width=WIDTH))


def choosing(gallery: Gallery, key: str, plies: int, theme: str) -> bytes:
    """Return the picture of a half-chosen move, with earlier moves and the players' plates."""
    state = midgame(key, {}, plies)
    chosen, targets = _choice(state)
    assert targets
    view = View(
        seat=state.turn,
        theme=theme,
        width=WIDTH,
        chosen=chosen,
        targets=targets,
        trails=_earlier(key, plies),
        scoreboard=Scoreboard(LINES[: state.players], f"Move {plies}"),
    )
    return gallery.picture(state, view)


def _earlier(key: str, plies: int) -> tuple[Trail, ...]:
    """Return the paths of the three plies before the last one."""
    trails = []
    for ply in range(plies - 3, plies):
        before, after = midgame(key, {}, ply - 1), midgame(key, {}, ply)
        if before.turn is not None and after.last is not None and after.last.path:
            trails.append(Trail(before.turn, after.last.path, after.events))
    return tuple(trails)


def _choice(state: State) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return a move's first point as chosen and the next points of moves from there as targets.

    If all moves have a single point, return no chosen point and up to six first points.
    """
    paths = [move.path for move in state.legal_moves() if move.path]
    steps = [path for path in paths if len(path) > 1]
    if not steps:
        return (), tuple(dict.fromkeys(path[0] for path in paths))[:6]
    return steps[0][:1], tuple(dict.fromkeys(path[1] for path in steps if path[0] == steps[0][0]))


@dataclass(frozen=True)
class Moment:
    """A position of a board, the moves after it, and the view."""

    board: Board
    position: str | None = None
    moves: tuple[str, ...] = ()
    view: View = field(default_factory=View)
    width: int = WIDTH


def draw_moment(gallery: Gallery, moment: Moment) -> bytes:
    """Return the picture after the moves, with the players' lines and any result."""
    state = _state_at(moment)
    result = () if state.outcome is None else ("Anna wins", "A reason that is somewhat longer")
    shown = Scoreboard(LINES[: state.players], f"Move {len(moment.moves)}", result)
    return gallery.picture(state, replace(moment.view, width=moment.width, scoreboard=shown))


def moments_in_words(gallery: Gallery, moments: Mapping[str, Moment], language: str) -> str:
    """Return the alternative texts of moments."""
    return "\n".join(
        f"{name}: {gallery.words(_state_at(moment), texts(language), moment.view)}"
        for name, moment in moments.items()
    )


def _state_at(moment: Moment) -> State:
    board, game = moment.board, GAMES[moment.board.key]
    if moment.position is None:
        state = game.new(board.options, board.players)
    else:
        state = game.from_position(moment.position, board.options, board.players)
    for text in moment.moves:
        state = state.play(state.parse(text))
    return state


def pieces(gallery: Gallery, key: str) -> bytes:
    """Return the pieces of a game side by side."""
    images = gallery.pieces(GAMES[key].new(players=GAMES[key].seats[-1]))
    shown = [Image.open(BytesIO(images[piece])).convert("RGBA") for piece in sorted(images)]
    size = sum(piece.width for piece in shown), max(piece.height for piece in shown)
    row, left = Image.new("RGB", size, "teal"), 0
    for piece in shown:
        row.paste(piece, (left, 0), piece)
        left += piece.width
    return as_png(row)


def as_png(picture: Image.Image) -> bytes:
    file = BytesIO()
    picture.save(file, "PNG")
    return file.getvalue()
