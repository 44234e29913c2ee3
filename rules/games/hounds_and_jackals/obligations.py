"""The obligations of attacked sides in Hounds and Jackals.

Source: rules 5-7 of Hounds and Jackals and the rulings B9-B18.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from rules.contract import Duty, Move
from rules.games.hounds_and_jackals.board import (
    BY_SHORTCUT,
    FIRST_GOAL,
    LAST_HOLE,
    MOVES,
    steps_of,
)
from rules.games.hounds_and_jackals.setup import Setup
from rules.games.hounds_and_jackals.vocabulary import Duties
from rules.toolkit.bits import members

_TRACKS = "AB"


@dataclass(frozen=True, slots=True)
class Obligation:
    """The obligation of the attacked piece on `hole`: `steps`, and the moves that answer the attack, by hole.

    Pieces further on answer for a blocked piece. Without moves the attack is void.
    """

    hole: int
    steps: int
    moves: tuple[Move, ...]

    @property
    def movers(self) -> tuple[int, ...]:
        """The holes of the pieces that can answer, ascending."""
        return tuple(sorted({int(move.path[0]) for move in self.moves}))

    def as_duty(self, seat: int) -> Duty:
        """Return the obligation as a duty; holes are named by track and number."""
        deputies = () if self.hole in self.movers else self.movers
        kind = Duties.VOID if not self.moves else Duties.MUST_ANSWER if deputies else Duties.MUST_MOVE
        return Duty(kind, tuple(f"{_TRACKS[seat]}{hole:02}" for hole in (self.hole, *deputies)), self.steps)


def obligations(setup: Setup, own: int, enemy: int, attacked: int) -> tuple[Obligation, ...]:
    """Return the obligation of each attacked piece, by hole."""
    duties: list[Obligation] = []
    for hole in members(attacked):
        steps = steps_of(hole, own, enemy)
        ways = sorted(set(_forced_ways(setup, own, hole, steps)))
        duties.append(Obligation(hole, steps, tuple(MOVES[origin][target] for origin, target in ways)))
    return tuple(duties)


def answers(setup: Setup, own: int, enemy: int, attacked: int) -> tuple[Move, ...]:
    """Return the moves that answer an attack, by origin and target; () if it is void (ruling B14)."""
    ways: set[tuple[int, int]] = set()
    for hole in members(attacked):
        ways.update(_forced_ways(setup, own, hole, steps_of(hole, own, enemy)))
    return tuple(MOVES[origin][target] for origin, target in sorted(ways))


def _forced_ways(setup: Setup, own: int, hole: int, steps: int) -> Iterator[tuple[int, int]]:
    """Yield the ways (origin, target) to move `steps` with the piece on a hole or a piece in its way."""
    detours = [(hole, goal) for goal in BY_SHORTCUT[hole][steps] if not own >> goal & 1]
    yield from detours
    landing = hole + steps
    if landing <= LAST_HOLE and not own >> landing & 1:
        yield hole, landing
    elif not (detours and setup.shortcut_is_duty):
        yield from _instead(setup, own, hole, steps)


def _instead(setup: Setup, own: int, hole: int, steps: int) -> Iterator[tuple[int, int]]:
    """Yield replacements for the full way along the track: fewer steps, or another piece (rules 6 and 7)."""
    landing = hole + steps
    if landing > LAST_HOLE:
        yield from _shortened_ways(own, hole, steps)
        return
    if hole < FIRST_GOAL:
        yield from _forced_ways(setup, own, landing, steps)
        return
    shortened = tuple(_shortened_ways(own, hole, steps))
    if shortened and not setup.chain_first:
        yield from shortened
        return
    chained = tuple(_forced_ways(setup, own, landing, steps))
    yield from chained or shortened


def _shortened_ways(own: int, hole: int, steps: int) -> Iterator[tuple[int, int]]:
    """Yield the longest way of less than `steps` to an empty hole, if there is one (rule 7)."""
    for goal in range(min(hole + steps - 1, LAST_HOLE), hole, -1):
        if not own >> goal & 1:
            yield hole, goal
            return
