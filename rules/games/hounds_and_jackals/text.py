"""The text forms of Hounds and Jackals: moves as typed, positions as stored."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NoReturn

from rules.contract import InvalidMove, InvalidPosition
from rules.games.hounds_and_jackals.board import HOLES, PASS
from rules.games.hounds_and_jackals.setup import ROLES
from rules.games.hounds_and_jackals.vocabulary import PositionRefusals, Refusals
from rules.toolkit.bits import bits, members
from rules.toolkit.texts import shorten, without_blanks

_HOLE: Final = "[1-9][0-9]?"
_MOVE: Final = re.compile(rf"({_HOLE})-({_HOLE})")
_NUMBER: Final = re.compile(_HOLE)
_EXAMPLE: Final = "hounds 1 2 3 12 27; jackals 1 2 3 4 12; turn hounds; attacked 12 27"
_PASSES: Final = {(): 1, ("twice",): 2}
_PIECES: Final = 5


@dataclass(frozen=True, slots=True)
class Layout:
    """The content of a position text: both sides' holes and the mover's attacked holes, as bits.

    `passed` is the number of successive passes before this position.
    """

    pieces: tuple[int, int]
    mover: int
    attacked: int = 0
    passed: int = 0


def read_move(text: str) -> tuple[int, int] | None:
    """Return the start and end of a typed move, None for a pass; its legality is checked later.

    Raises InvalidMove.
    """
    bare = without_blanks(text)
    if bare == PASS.text:
        return None
    match = _MOVE.fullmatch(bare)
    if match is None:
        raise InvalidMove(
            f"{shorten(text)!r} is not a move; a move is two hole numbers such as 9-11, or pass",
            Refusals.NOT_A_MOVE,
            text=shorten(text),
        )
    return int(match[1]), int(match[2])


def write_layout(layout: Layout) -> str:
    """Write a position, with holes in ascending order."""
    parts = [
        *(" ".join((role, _holes(some))) for role, some in zip(ROLES, layout.pieces, strict=True)),
        f"turn {ROLES[layout.mover]}",
    ]
    if layout.attacked:
        parts.append(f"attacked {_holes(layout.attacked)}")
    if layout.passed:
        parts.append("passed" if layout.passed == 1 else "passed twice")
    return "; ".join(parts)


def _holes(some: int) -> str:
    return " ".join(map(str, members(some)))


def read_layout(text: str) -> Layout:
    """Read a position text. Raises InvalidPosition."""
    parts = [part.split() for part in text.split(";")]
    if [part[:1] for part in parts[:3]] != [["hounds"], ["jackals"], ["turn"]]:
        _raise_malformed(text)
    hounds, jackals, turn = (part[1:] for part in parts[:3])
    if len(turn) != 1 or turn[0] not in ROLES:
        raise InvalidPosition("the turn must be hounds or jackals", PositionRefusals.MALFORMED)
    mover = ROLES.index(turn[0])
    pieces = (_five(hounds, "hounds"), _five(jackals, "jackals"))
    attacked, passed = 0, 0
    for part in parts[3:]:
        if part[:1] == ["attacked"] and not attacked and part[1:]:
            attacked = _read_holes(part[1:])
        elif part[:1] == ["passed"] and not passed and tuple(part[1:]) in _PASSES:
            passed = _PASSES[tuple(part[1:])]
        else:
            _raise_malformed(text)
    if attacked & ~pieces[mover]:
        hole = next(members(attacked & ~pieces[mover]))
        raise InvalidPosition(
            f"no piece of the {ROLES[mover]} on {hole} that could be attacked",
            PositionRefusals.NOBODY_ATTACKED,
            hole=str(hole),
        )
    if attacked and passed:
        raise InvalidPosition("nobody is attacked after a pass", PositionRefusals.ATTACKED_AFTER_PASS)
    return Layout(pieces, mover, attacked, passed)


def _five(numbers: Sequence[str], role: str) -> int:
    if len(numbers) != _PIECES:
        raise InvalidPosition(
            f"{len(numbers)} {role}; there are {_PIECES}",
            PositionRefusals.PIECE_COUNT,
            role=role,
            number=str(len(numbers)),
        )
    return _read_holes(numbers)


def _read_holes(numbers: Sequence[str]) -> int:
    holes: set[int] = set()
    for number in numbers:
        hole = int(number) if _NUMBER.fullmatch(number) else 0
        if hole not in HOLES:
            raise InvalidPosition(
                f"there is no hole {shorten(number)!r}",
                PositionRefusals.NO_SUCH_HOLE,
                hole=shorten(number),
            )
        if hole in holes:
            raise InvalidPosition(f"hole {hole} is named twice", PositionRefusals.NAMED_TWICE, hole=number)
        holes.add(hole)
    return bits(holes)


def _raise_malformed(text: str) -> NoReturn:
    raise InvalidPosition(
        f"{shorten(text)!r} is not a position; it looks like: {_EXAMPLE}", PositionRefusals.MALFORMED
    )
