"""Spoken names of the points of a board ("ring 47"), and of moves between them."""

from collections.abc import Iterable
from typing import Final

from render.contract.alt_text import Translate
from rules.contract import Game
from rules.contract.capabilities import point_name

ONWARD: Final = " → "


def point_named(game: Game, point: str, t: Translate) -> str:
    """Return a point's spoken name, by default its written name."""
    name = point_name(game, point)
    if name is None:
        return point
    key = game.key
    role = t(f"{key}.role.{name.role}") if name.role else ""
    text = t(f"{key}.point.{name.kind}", role=role, number=name.number)
    if not name.piece:
        return text
    return t(f"{key}.point.stack", point=text, piece=" ".join(piece_words(game, name.piece, t)))


def piece_words(game: Game, piece: str, t: Translate) -> list[str]:
    """Return the names of the parts of a piece, given as letters."""
    return [t(f"{game.key}.words.piece.{sign}") for sign in piece]


def way_named(game: Game, path: Iterable[str], t: Translate) -> str:
    """Return the spoken name of a path from point to point."""
    return ONWARD.join(point_named(game, point, t) for point in path)


def text_named(game: Game, text: str, t: Translate) -> str:
    """Return the spoken names of points or moves in a text; any other text stays unchanged."""
    return ", ".join(_spoken_move(game, name, t) for name in text.split(", "))


def _spoken_move(game: Game, text: str, t: Translate) -> str:
    points = text.split("-")
    known = all(point_name(game, point) is not None for point in points)
    return way_named(game, points, t) if known else text
