"""Moves as players type them."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from rules.contract import AmbiguousMove, InvalidMove, Move
from rules.games.catch_the_hat.board import FACES, SIDES
from rules.games.catch_the_hat.table import Ply, letters
from rules.games.catch_the_hat.vocabulary import Actions, Refusals
from rules.toolkit.texts import shorten, without_blanks

ROLLS: Final[tuple[Move, ...]] = tuple(Move(f"roll:{face}", (), Actions.ROLL) for face in range(1, FACES + 1))
ROLL_AGAIN: Final = Move("roll-again", (), Actions.ROLL_AGAIN)
STOP: Final = Move("stop", (), Actions.STOP)
PASS: Final = Move("pass", (), Actions.PASS)
WORDS: Final[Mapping[str, Move]] = {move.text: move for move in (*ROLLS, ROLL_AGAIN, STOP, PASS)}
"""The plies that are not walks, by text."""

_FIELD: Final = r"(?:r(?:0|[1-9][0-9]?)|s[0-9]\.[0-9]|h[0-9]|c)"
_NAME: Final = r"(?::([rygbwk*]{1,40}))?"
_WALK: Final = re.compile(rf"({_FIELD}){_NAME}-({_FIELD})(?:{_NAME}-({_FIELD}))?")
_KNOWN: Final = frozenset(place for side in SIDES.values() for place in side.places)


@dataclass(frozen=True, slots=True)
class Walk:
    """A typed move of a hat: two or three places, and the stacks named at the first and middle ones."""

    places: tuple[str, ...]
    names: tuple[str, str]

    def __str__(self) -> str:
        named = (f"{place}:{name}" if name else place for place, name in self._pairs())
        return "-".join(named)

    def _pairs(self) -> Iterable[tuple[str, str]]:
        return zip(self.places, (*self.names, ""), strict=False)


def read(text: str) -> Walk | Move:
    """Read a typed move, ignoring case and blanks; its legality is checked later.

    Raises InvalidMove.
    """
    bare = without_blanks(text) if text.isascii() else ""
    word = WORDS.get(bare)
    if word is not None:
        return word
    match = _WALK.fullmatch(bare)
    if match is None:
        raise InvalidMove(
            f"{shorten(text)!r} is not a move; a move is like R3-R8, R2-H0-R1, roll-again, stop or pass",
            Refusals.NOT_A_MOVE,
            text=shorten(text),
        )
    origin, first, middle, second, end = match.groups()
    places = tuple(place.upper() for place in (origin, middle, end) if place)
    for place in places:
        if place not in _KNOWN:
            raise InvalidMove(f"there is no field {place}", Refusals.NO_SUCH_FIELD, place=place)
    return Walk(places, (first or "", second or ""))


def choose_ply(walk: Walk, plies: Mapping[str, Ply]) -> Ply | None:
    """Return the legal ply that a walk means, None if there is none.

    Unneeded names are allowed; needed ones are required. Raises AmbiguousMove.
    """
    exact = plies.get(str(walk))
    if exact is not None:
        return exact
    candidates = [ply for ply in plies.values() if _fits(walk, ply)]
    if not candidates:
        return None
    for place, name, part in zip(walk.places, walk.names, candidates[0].move.path, strict=False):
        if ":" in part and not name:
            stacks = ", ".join(dict.fromkeys(ply.move.text for ply in candidates))
            raise AmbiguousMove(
                f"several stacks are on {place}: name one of them, as in {candidates[0].move}",
                Refusals.WHICH_STACK,
                place=place,
                moves=stacks,
            )
    return candidates[0]


def _fits(walk: Walk, ply: Ply) -> bool:
    places = tuple(part.partition(":")[0] for part in ply.move.path)
    if places != walk.places:
        return False
    actual = (letters(ply.stack), letters(ply.leaver))
    return all(not name or name == stack for name, stack in zip(walk.names, actual, strict=True))
