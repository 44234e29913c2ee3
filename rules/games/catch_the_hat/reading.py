"""Moves as players type them, and why a move that reads well cannot be played."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from rules.contract import AmbiguousMove, IllegalMove, InvalidMove, Move, RulesError
from rules.games.catch_the_hat.board import FACES, GOLDEN, SIDES
from rules.games.catch_the_hat.moves import hand_of
from rules.games.catch_the_hat.setup import Setup
from rules.games.catch_the_hat.table import NOWHERE, Ply, Stack, Table, has_room, home_of, letters

ROLLS: Final[tuple[Move, ...]] = tuple(Move(f"roll:{face}", (), "roll") for face in range(1, FACES + 1))
ROLL_AGAIN: Final = Move("roll-again", (), "roll-again")
STOP: Final = Move("stop", (), "stop")
PASS: Final = Move("pass", (), "pass")
WORDS: Final[Mapping[str, Move]] = {move.text: move for move in (*ROLLS, ROLL_AGAIN, STOP, PASS)}
"""The plies that are no walks, by their text."""

_FIELD: Final = r"(?:r(?:0|[1-9][0-9]?)|s[0-9]\.[0-9]|h[0-9]|c)"
_NAME: Final = r"(?::([rygbwk*]{1,40}))?"
_WALK: Final = re.compile(rf"({_FIELD}){_NAME}-({_FIELD})(?:{_NAME}-({_FIELD}))?")
_KNOWN: Final = frozenset(place for side in SIDES.values() for place in side.places)
_SHOWN: Final = 40


@dataclass(frozen=True, slots=True)
class Walk:
    """A typed move of a hat: two or three places, and the stacks named at the first and the middle one."""

    places: tuple[str, ...]
    names: tuple[str, str]

    def __str__(self) -> str:
        named = (f"{place}:{name}" if name else place for place, name in self._pairs())
        return "-".join(named)

    def _pairs(self) -> Iterable[tuple[str, str]]:
        return zip(self.places, (*self.names, ""), strict=False)


def read(text: str) -> Walk | Move:
    """Read what a player typed, whatever its case and blanks; whether it is legal is asked later.

    Raises InvalidMove.
    """
    bare = "".join(text.split()).lower() if text.isascii() else ""
    word = WORDS.get(bare)
    if word is not None:
        return word
    match = _WALK.fullmatch(bare)
    if match is None:
        shown = text if len(text) <= _SHOWN else f"{text[:_SHOWN]}..."
        raise InvalidMove(
            f"{shown!r} is no move; a move is like R3-R8, R2-H0-R1, roll-again, stop or pass",
            "not-a-move",
            text=shown,
        )
    origin, first, middle, second, end = match.groups()
    places = tuple(place.upper() for place in (origin, middle, end) if place)
    for place in places:
        if place not in _KNOWN:
            raise InvalidMove(f"there is no field {place}", "no-such-field", place=place)
    return Walk(places, (first or "", second or ""))


def chosen(walk: Walk, plies: Mapping[str, Ply]) -> Ply | None:
    """Return the legal ply a walk means, None if there is none.

    A name that is not needed may be given; one that is needed must be. Raises AmbiguousMove.
    """
    exact = plies.get(str(walk))
    if exact is not None:
        return exact
    meant = [ply for ply in plies.values() if _fits(walk, ply)]
    if not meant:
        return None
    for place, name, part in zip(walk.places, walk.names, meant[0].move.path, strict=False):
        if ":" in part and not name:
            stacks = ", ".join(dict.fromkeys(ply.move.text for ply in meant))
            raise AmbiguousMove(
                f"several stacks are on {place}: name one of them, as in {meant[0].move}",
                "which-stack",
                place=place,
                moves=stacks,
            )
    return meant[0]


def _fits(walk: Walk, ply: Ply) -> bool:
    places = tuple(part.partition(":")[0] for part in ply.move.path)
    if places != walk.places:
        return False
    actual = (letters(ply.stack), letters(ply.leaver))
    return all(not name or name == stack for name, stack in zip(walk.names, actual, strict=True))


def why_not(walk: Walk, setup: Setup, table: Table, seat: int, die: int) -> RulesError:
    """Return the reason why a walk is not among the legal plies of a roll."""
    index = setup.side.index
    for place in walk.places:
        if place not in index:
            return IllegalMove(
                f"there is no field {place} on this side of the board", "no-such-field", place=place
            )
    origin = walk.places[0]
    there = table.fields.get(index[origin], ())
    hand = hand_of(setup, table, seat)
    own = [stack for stack in there if hand >> stack[0] & 1]
    if not own:
        return IllegalMove(f"no hat of yours is on {origin}", "not-your-hat", place=origin)
    name = walk.names[0]
    named = [stack for stack in own if not name or letters(stack) == name]
    if not named:
        return IllegalMove(
            f"no stack {name} of yours is on {origin}", "no-such-stack", place=origin, stack=name
        )
    homes = [place for place in walk.places[1:] if place in setup.side.homes]
    if homes:
        return _why_not_home(walk, setup, table, max(named, key=len), homes[0], die)
    if len(walk.places) > 2:
        return _why_no_turn(walk, table, named)
    return _why_no_walk(walk.places[1], index[origin], setup, die)


def _why_no_walk(goal: str, origin: int, setup: Setup, die: int) -> RulesError:
    at = setup.side.index[goal]
    if any(end == at for end, _ in setup.side.walks[origin][die]):
        return _full(goal)
    return IllegalMove(
        f"{goal} is not {die} steps away from {setup.side.places[origin]}",
        "wrong-distance",
        origin=setup.side.places[origin],
        place=goal,
        number=str(die),
    )


def _why_no_turn(walk: Walk, table: Table, named: list[Stack]) -> RulesError:
    if table.owner is None or all(stack[0] != GOLDEN for stack in named):
        return IllegalMove("only the freed golden hat may reverse", "no-reversing")
    return IllegalMove(
        f"the golden hat cannot go to {walk.places[2]} by way of {walk.places[1]} with this roll",
        "wrong-reversal",
        turning=walk.places[1],
        place=walk.places[2],
    )


def _why_not_home(walk: Walk, setup: Setup, table: Table, tower: Stack, home: str, die: int) -> RulesError:
    """Say why a tower, the tallest that was meant, does not come home in this way (section 6)."""
    side = setup.side
    if not setup.homes_open:
        return IllegalMove("nobody comes home in the tower race", "no-home-coming")
    at = side.index[home]
    if at != home_of(setup, table, tower):
        return IllegalMove(f"{home} is not the home of this hat", "foreign-home", place=home)
    if len(tower) == 1:
        return IllegalMove("only a hat with prisoners may go home", "no-prisoners", place=home)
    way = side.homeward[at].get(side.index[walk.places[0]], NOWHERE)
    if not 0 < way <= die or walk.places[1] != home:
        return IllegalMove(f"{home} is too far away", "home-too-far", place=home, number=str(die))
    return _why_no_exit(walk, setup, table, at, die - way)


def _why_no_exit(walk: Walk, setup: Setup, table: Table, home: int, left: int) -> RulesError:
    """Say why the points left over cannot be used in this way (ruling H13)."""
    side = setup.side
    name = side.places[home]
    if len(walk.places) == 2:
        return IllegalMove(
            f"with the {left} points left over a hat must go out again, as in {walk.places[0]}-{name}-...",
            "points-left",
            place=name,
            number=str(left),
        )
    if not left:
        return IllegalMove(f"no points are left over in {name}", "no-points-left", place=name)
    goal = walk.places[2]
    if all(end != side.index[goal] for end, _ in side.walks[home][left]):
        return IllegalMove(
            f"{goal} is not {left} steps away from {name}",
            "wrong-distance",
            origin=name,
            place=goal,
            number=str(left),
        )
    if not has_room(setup, table, home, setup.party_of[home], side.index[goal]):
        return _full(goal)
    return IllegalMove(
        f"there is no hat {walk.names[1]} in {name}", "no-such-stack", place=name, stack=walk.names[1]
    )


def _full(place: str) -> IllegalMove:
    return IllegalMove(f"the bench {place} is full", "bench-full", place=place)
