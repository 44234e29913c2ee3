"""The text forms of Nine Men's Morris: moves as typed, positions as stored."""

import re
from dataclasses import dataclass
from typing import Final

from rules.contract import InvalidMove, InvalidPosition
from rules.games.nine_mens_morris.board import Board
from rules.games.nine_mens_morris.vocabulary import PositionRefusals, Refusals
from rules.toolkit.bits import bits
from rules.toolkit.texts import shorten, without_blanks

ROLES: Final = ("white", "black")
SIGNS: Final = "wb"
_EMPTY: Final = "."
_MOVE: Final = re.compile(r"([a-g][1-7])(?:-([a-g][1-7]))?((?:x[a-g][1-7])*)", re.ASCII)
_POSITION: Final = re.compile(rf"([{SIGNS}{_EMPTY}/]+) ([{SIGNS}]) ([0-9]|1[0-2]) ([0-9]|1[0-2])", re.ASCII)


@dataclass(frozen=True, slots=True)
class Reading:
    """A typed move: the point of a set man or the two points of a moved man, and the men to capture."""

    way: tuple[str, ...]
    taken: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Layout:
    """The content of a position text: men on the board and in hand by seat. `mover` acts next, or would."""

    men: tuple[int, int]
    hands: tuple[int, int]
    mover: int

    @property
    def key(self) -> int:
        """Both sides' men and the mover as one number, not counting men in hand."""
        return self.men[0] | self.men[1] << 24 | self.mover << 48

    @classmethod
    def of_key(cls, key: int, hands: tuple[int, int]) -> "Layout":
        """Return the layout of a key with the given men in hand."""
        points = (1 << 24) - 1
        return cls((key & points, key >> 24 & points), hands, key >> 48)


def reads_like_move(text: str) -> bool:
    """Return whether a text has the form of a move."""
    return _MOVE.fullmatch(without_blanks(text)) is not None


def read_move(text: str) -> Reading:
    """Read a typed move; its legality is checked later. Raises InvalidMove."""
    match = _MOVE.fullmatch(without_blanks(text))
    if match is None:
        shown = shorten(text)
        raise InvalidMove(
            f"{shown!r} is not a move; a move is like d6, d6-d5 or d6-d5xb4", Refusals.NOT_A_MOVE, text=shown
        )
    origin, target, taken = match.groups()
    return Reading((origin,) if target is None else (origin, target), tuple(taken.split("x")[1:]))


def write_layout(layout: Layout, board: Board) -> str:
    """Write a position: the board rank by rank from the top, the mover, both sides' men in hand."""
    signs = {point: SIGNS[seat] for seat in (0, 1) for point in _members(layout.men[seat], board)}
    ranks = ("".join(signs.get(point, _EMPTY) for point in rank) for rank in board.ranks)
    white, black = layout.hands
    return f"{'/'.join(ranks)} {SIGNS[layout.mover]} {white} {black}"


def _members(men: int, board: Board) -> tuple[str, ...]:
    return tuple(point for place, point in enumerate(board.points) if men >> place & 1)


def read_layout(text: str, board: Board) -> Layout:
    """Read a position text. Raises InvalidPosition."""
    match = _POSITION.fullmatch(text)
    ranks = () if match is None else tuple(match[1].split("/"))
    if match is None or tuple(map(len, ranks)) != tuple(map(len, board.ranks)):
        raise InvalidPosition(f"{shorten(text)!r} is not a position", PositionRefusals.MALFORMED)
    stand = {
        point: sign
        for names, signs in zip(board.ranks, ranks, strict=True)
        for point, sign in zip(names, signs, strict=True)
    }
    white, black = (bits(board.index[point] for point, sign in stand.items() if sign == own) for own in SIGNS)
    return Layout((white, black), (int(match[3]), int(match[4])), SIGNS.index(match[2]))
