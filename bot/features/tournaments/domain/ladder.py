"""Ladders: a challenger who beats a higher entrant takes their rung; an idle entrant sinks."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final

from bot.features.tournaments.domain.pairings import Crosstable, Pairing, first_seats
from bot.features.tournaments.domain.standings import Standing, standings

REACH: Final = 3
"""The maximum number of rungs above the challenger that can be challenged."""
REFUSALS: Final = 2
"""The number of refused challenges in a row that cost a rung."""
ANSWERED_WITHIN: Final = timedelta(days=3)
"""The time for which a challenge is open; then it counts as refused."""
IDLE_AFTER: Final = timedelta(days=14)
"""The time without challenge or game after which an entrant sinks by a rung, repeatedly."""


class StepKind(StrEnum):
    """Events on a ladder."""

    TAKEN = "taken"
    """The challenger wins, and takes the rung."""
    WON = "won"
    """The challenger wins, but is already above the opponent."""
    HELD = "held"
    DRAWN = "drawn"
    REFUSED = "refused"
    """A challenge is declined or expires, and costs no rung."""
    GIVEN_UP = "given-up"
    """A further challenge is declined or expires, and the challenger takes the rung."""
    VOID = "void"
    PASSED = "passed"
    """An idle entrant sinks."""


@dataclass(frozen=True, slots=True)
class LadderStep:
    """An event on a ladder: `lower` challenged or passed `upper`."""

    kind: StepKind
    lower: int
    upper: int


def rungs(field: Crosstable) -> tuple[int, ...]:
    """Return the rungs of a ladder, the highest first, computed from all its events.

    A new entrant begins at the bottom. A leaver has no rung, but their results still count for others.
    """
    order = field.entrants
    refused: Counter[int] = Counter()
    for step in _results(field):
        order, _ = _after_step(order, step, refused)
    return tuple(entrant for entrant in order if entrant not in field.withdrawn)


def steps(field: Crosstable) -> tuple[LadderStep, ...]:
    """Return the steps of a ladder, in order."""
    order, result = field.entrants, []
    refused: Counter[int] = Counter()
    for step in _results(field):
        order, what = _after_step(order, step, refused)
        result.append(what)
    return tuple(result)


def ladder_standings(field: Crosstable) -> tuple[Standing, ...]:
    """Return the standings of a ladder by rung, with the points from its games."""
    crosstable = Crosstable(field.entrants, tuple(pairing for pairing in field.pairings if pairing.played))
    by_entrant = {standing.entrant: standing for standing in standings(crosstable, ())}
    return tuple(
        Standing(
            entrant, rung, by_entrant[entrant].points, (), by_entrant[entrant].games, by_entrant[entrant].left
        )
        for rung, entrant in enumerate(rungs(field), start=1)
    )


def challengeable(rungs: Sequence[int], challenger: int, busy: Collection[int] = ()) -> tuple[int, ...]:
    """Return the possible opponents, the nearest first; `busy` entrants are at their limit of games."""
    if challenger not in rungs or challenger in busy:
        return ()
    rung = rungs.index(challenger)
    return tuple(entrant for entrant in rungs[max(0, rung - REACH) : rung][::-1] if entrant not in busy)


def seats_of(field: Crosstable, challenger: int, challenged: int) -> tuple[int, int]:
    """Return the seats of a game: the entrant with fewer first seats sits first.

    Games against this opponent decide before all others. If both are equal, the challenger sits first.
    """
    games = [pairing for pairing in field.pairings if pairing.played and pairing.challenger is not None]
    both = {challenger, challenged}
    for candidates in ([game for game in games if both == set(game.seats)], games):
        balance = first_seats(candidates)
        if balance[challenger] != balance[challenged]:
            ahead = balance[challenger] < balance[challenged]
            return (challenger, challenged) if ahead else (challenged, challenger)
    return challenger, challenged


def after_game(rungs: Sequence[int], challenger: int, challenged: int, winner: int | None) -> tuple[int, ...]:
    """Return the rungs after a game: a winning challenger takes the rung, those in between move down one.

    A challenger who has left the ladder, or is already above, moves nobody.
    """
    if winner != challenger or challenger not in rungs or challenged not in rungs:
        return tuple(rungs)
    above, below = rungs.index(challenged), rungs.index(challenger)
    if above > below:
        return tuple(rungs)
    rest = [entrant for entrant in rungs if entrant != challenger]
    rest.insert(above, challenger)
    return tuple(rest)


def passing(rungs: Sequence[int], idle: Collection[int]) -> tuple[tuple[int, int], ...]:
    """Return the exchanges, in order, by which idle entrants move down one rung each.

    An idle entrant does not pass another idle one.
    """
    order, result = list(rungs), []
    for place in range(len(order) - 2, -1, -1):
        if order[place] in idle and order[place + 1] not in idle:
            result.append((order[place], order[place + 1]))
            order[place], order[place + 1] = order[place + 1], order[place]
    return tuple(result)


def sunk(rungs: Sequence[int], idle: Collection[int]) -> tuple[int, ...]:
    """Return the rungs after idle entrants have moved down one each."""
    order = tuple(rungs)
    for entrant, other in passing(rungs, idle):
        order = after_game(order, other, entrant, other)
    return order


def _results(field: Crosstable) -> tuple[Pairing, ...]:
    return tuple(
        sorted((pairing for pairing in field.pairings if not pairing.open), key=lambda pairing: pairing.round)
    )


def idle_at(rungs: Sequence[int], active: Mapping[int, datetime], now: datetime) -> frozenset[int]:
    """Return the idle entrants; `active` holds each candidate's last activity.

    The entrant on the highest rung can challenge nobody, and is never idle.
    """
    return frozenset(
        entrant for entrant in rungs[1:] if entrant in active and active[entrant] + IDLE_AFTER <= now
    )


def _after_step(
    rungs: Sequence[int], step: Pairing, refused: Counter[int]
) -> tuple[tuple[int, ...], LadderStep]:
    """Return the rungs after a result, and its step; `refused` counts consecutive refusals."""
    if step.challenger is None:
        idle, other = step.seats
        return after_game(rungs, other, idle, other), LadderStep(StepKind.PASSED, other, idle)
    challenger = step.challenger
    (challenged,) = step.opponents_of(challenger)
    kind = _kind(step, challenger, challenged)
    if kind is StepKind.REFUSED:
        refused[challenged] += 1
        if refused[challenged] >= REFUSALS:
            kind = StepKind.GIVEN_UP
    winner = challenger if kind in {StepKind.TAKEN, StepKind.GIVEN_UP} else None
    after = after_game(rungs, challenger, challenged, winner)
    if kind not in {StepKind.REFUSED, StepKind.VOID}:
        refused[challenged] = 0
    if after == tuple(rungs):
        # A challenger who is already above gains no rung.
        kind = _WITHOUT_RUNG.get(kind, kind)
    return after, LadderStep(kind, challenger, challenged)


def _kind(step: Pairing, challenger: int, challenged: int) -> StepKind:
    difference = step.points_of(challenger) - step.points_of(challenged)
    if not step.played:
        return StepKind.REFUSED if difference > 0 else StepKind.VOID
    if difference == 0:
        return StepKind.DRAWN
    return StepKind.TAKEN if difference > 0 else StepKind.HELD


_WITHOUT_RUNG: Final[Mapping[StepKind, StepKind]] = {
    StepKind.TAKEN: StepKind.WON,
    StepKind.GIVEN_UP: StepKind.REFUSED,
}
"""The kind of an event that changes no rung."""
