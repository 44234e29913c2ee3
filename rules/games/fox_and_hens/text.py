"""The text forms of Fox and Hens: moves as typed, positions as stored."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NoReturn

from rules.contract import IllegalMove, InvalidMove, InvalidPosition, Move
from rules.games.fox_and_hens.board import POINT_INDEX, POINTS, names
from rules.games.fox_and_hens.vocabulary import Actions, PositionRefusals, Refusals
from rules.toolkit.bits import bits, members
from rules.toolkit.texts import shorten, without_blanks

ROLES: Final = ("hens", "foxes")

# The pending duties besides an ordinary move; the words of the position text, except for the claim.
NOTHING: Final = ""
MUST_CAPTURE: Final = "must-capture"
PLACE: Final = "place"
REMOVE: Final = "remove"
CLAIM: Final = "claim"

BARE_CLAIM: Final = Move(CLAIM, (), Actions.CLAIM)
PLACINGS: Final = tuple(Move(f"{PLACE} {name}", (name,), Actions.PLACE) for name in POINTS)
REMOVALS: Final = tuple(Move(f"{REMOVE} {name}", (name,), Actions.REMOVE) for name in POINTS)
CLAIMS: Final = tuple(Move(f"{CLAIM} {name}", (name,), Actions.CLAIM) for name in POINTS)
"""By point: place the absent fox there, remove the fox there, claim that the fox there missed a capture."""

_POINT: Final = "[a-g][1-7]"
_FORMS: Final = (
    ("step", re.compile(rf"{_POINT}-?{_POINT}")),
    ("capture", re.compile(rf"{_POINT}(?:x{_POINT})+")),
    (PLACE, re.compile(rf"place{_POINT}")),
    (REMOVE, re.compile(rf"remove{_POINT}")),
    (CLAIM, re.compile(rf"claim(?:{_POINT})?")),
)
_VERB: Final = re.compile("place|remove|claim")
_NAME: Final = re.compile(_POINT)
_EXAMPLE: Final = "hens a3 b3 c1; foxes c5 e5; off 0; turn hens"
_MOST_HENS: Final = 20


@dataclass(frozen=True, slots=True)
class Miss:
    """A step that missed a capture: its ends, and the present points of the foxes that could capture."""

    culprits: tuple[int, ...]
    origin: int
    target: int


@dataclass(frozen=True, slots=True)
class Layout:
    """The content of a position text: hens as bits, foxes as points, the seat to act, the pending duty."""

    hens: int
    foxes: tuple[int, ...]
    mover: int
    pending: str = NOTHING
    miss: Miss | None = None


@dataclass(frozen=True, slots=True)
class Reading:
    """A typed move: a step, a capture or a word (`place`, `remove`, `claim`), and its points."""

    form: str
    points: tuple[str, ...]


def read_move(text: str) -> Reading:
    """Read a typed move, ignoring case and blanks; its legality is checked later.

    Raises InvalidMove.
    """
    bare = without_blanks(text)
    for form, pattern in _FORMS:
        if pattern.fullmatch(bare):
            return Reading(form, tuple(_NAME.findall(_VERB.sub("", bare))))
    raise InvalidMove(
        f"{shorten(text)!r} is not a move; moves look like d4-d5, c5xc3xe3, place d3, claim c5 or remove c5",
        Refusals.NOT_A_MOVE,
        text=shorten(text),
    )


def check_points(points: Sequence[str]) -> None:
    """Refuse points that are not on the cross. Raises IllegalMove."""
    for name in points:
        if name not in POINT_INDEX:
            raise IllegalMove(f"there is no point {name}", Refusals.NO_SUCH_POINT, point=name)


def write_layout(layout: Layout) -> str:
    """Write a position, with points ordered by file and rank."""
    parts = [
        " ".join(("hens", *names(members(layout.hens)))),
        " ".join(("foxes", *names(layout.foxes))),
        f"off {2 - len(layout.foxes)}",
        f"turn {ROLES[layout.mover]}",
    ]
    if layout.miss is not None:
        parts.append(" ".join(("claimable", *names(layout.miss.culprits))))
        parts.append("step {}-{}".format(*names((layout.miss.origin, layout.miss.target))))
    elif layout.pending:
        parts.append(layout.pending)
    return "; ".join(parts)


def read_layout(text: str) -> Layout:
    """Read a position text; the pending duty is checked later. Raises InvalidPosition."""
    parts = [part.split() for part in text.split(";")]
    if [part[:1] for part in parts[:4]] != [["hens"], ["foxes"], ["off"], ["turn"]]:
        _raise_malformed(text)
    hens, foxes, off, turn = (part[1:] for part in parts[:4])
    if len(turn) != 1 or turn[0] not in ROLES:
        raise InvalidPosition("the turn must be hens or foxes", PositionRefusals.MALFORMED)
    _check_points([*hens, *foxes])
    if len(hens) > _MOST_HENS:
        raise InvalidPosition(
            f"{len(hens)} hens; there are {_MOST_HENS}",
            PositionRefusals.TOO_MANY_HENS,
            number=str(len(hens)),
            limit=str(_MOST_HENS),
        )
    if off not in (["0"], ["1"], ["2"]) or len(foxes) + int(off[0]) != 2:
        raise InvalidPosition(
            "the foxes on the board and those off must make two", PositionRefusals.FOX_COUNT
        )
    pending, miss = _read_pending(text, parts[4:])
    return Layout(
        bits(POINT_INDEX[name] for name in hens), _sorted_points(foxes), ROLES.index(turn[0]), pending, miss
    )


def _read_pending(text: str, parts: Sequence[Sequence[str]]) -> tuple[str, Miss | None]:
    if not parts:
        return NOTHING, None
    if len(parts) == 1 and len(parts[0]) == 1 and parts[0][0] in {MUST_CAPTURE, PLACE, REMOVE}:
        return parts[0][0], None
    if [part[:1] for part in parts] != [["claimable"], ["step"]]:
        _raise_malformed(text)
    culprits, step = parts[0][1:], parts[1][1:]
    ends = step[0].split("-") if len(step) == 1 else ()
    if not culprits or len(ends) != 2:
        _raise_malformed(text)
    _check_points(culprits)
    _check_points(ends)
    origin, target = (POINT_INDEX[name] for name in ends)
    return CLAIM, Miss(_sorted_points(culprits), origin, target)


def _sorted_points(point_names: Sequence[str]) -> tuple[int, ...]:
    return tuple(sorted(POINT_INDEX[name] for name in point_names))


def _check_points(point_names: Sequence[str]) -> None:
    seen: set[str] = set()
    for name in point_names:
        if name not in POINT_INDEX:
            raise InvalidPosition(
                f"there is no point {shorten(name)!r}",
                PositionRefusals.NO_SUCH_POINT,
                point=shorten(name),
            )
        if name in seen:
            raise InvalidPosition(f"point {name} is named twice", PositionRefusals.NAMED_TWICE, point=name)
        seen.add(name)


def _raise_malformed(text: str) -> NoReturn:
    raise InvalidPosition(
        f"{shorten(text)!r} is not a position; it looks like: {_EXAMPLE}", PositionRefusals.MALFORMED
    )
