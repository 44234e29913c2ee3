"""The order of turns: rolls, the choice after a six, skipped and retired seats (section 8)."""

from dataclasses import dataclass
from typing import NamedTuple

from rules.contract import Event, IllegalMove, Move, Outcome
from rules.games.catch_the_hat.board import FACES
from rules.games.catch_the_hat.endings import ROLL_LIMIT, outcome_at_limit, outcome_of
from rules.games.catch_the_hat.moves import hand_of
from rules.games.catch_the_hat.position import CHOOSING, UNROLLED
from rules.games.catch_the_hat.setup import Setup
from rules.games.catch_the_hat.table import Table
from rules.games.catch_the_hat.vocabulary import Actions, Events, Refusals
from rules.toolkit.states import game_over

RETIRE = Actions.RETIRE.value


@dataclass(frozen=True, slots=True)
class Reached:
    """The history of a state: the rolls, the retired seats, and the last ply with its effects."""

    rolls: int = 0
    retired: frozenset[int] = frozenset()
    outcome: Outcome | None = None
    events: tuple[Event, ...] = ()
    last: Move | None = None


class Situation(NamedTuple):
    """The hats, the seat to move, the die (1 to 6, UNROLLED or CHOOSING), and the history."""

    table: Table
    mover: int
    die: int
    reached: Reached


def after_roll(before: Situation, face: int, move: Move) -> Situation:
    """Return the situation after a roll."""
    table, mover, _, reached = before
    events = (Event(Events.ROLL, seat=mover, number=face),)
    return Situation(
        table, mover, face, Reached(reached.rolls + 1, reached.retired, reached.outcome, events, move)
    )


def rolling_again(before: Situation, move: Move) -> Situation:
    """Return the situation in which the same seat rolls again after a six."""
    table, mover, _, reached = before
    after = Reached(reached.rolls, reached.retired, reached.outcome, (), move)
    return Situation(table, mover, UNROLLED, after)


def after_stop(setup: Setup, before: Situation, move: Move) -> Situation:
    """Return the situation after a seat chose not to roll again."""
    table, mover, _, reached = before
    after = Reached(reached.rolls, reached.retired, reached.outcome, reached.events, move)
    return _next_turn(setup, table, mover, (), after)


def after_move(
    setup: Setup,
    mover: int,
    die: int,
    earlier: Reached,
    table: Table,
    events: tuple[Event, ...],
    move: Move,
) -> Situation:
    """Return the situation after a roll was moved: the end, the choice after a six, or the next turn.

    `earlier` is the history before the move; `table` and `events` are its results.
    """
    outcome = outcome_of(setup, table, table.tops, earlier.retired)
    if outcome is None and earlier.rolls >= ROLL_LIMIT:
        outcome = outcome_at_limit(setup, table, earlier.retired)
    reached = Reached(earlier.rolls, earlier.retired, outcome, events, move)
    if outcome is not None:
        return Situation(table, mover, UNROLLED, reached)
    if die == FACES:
        return Situation(table, mover, CHOOSING, reached)
    return _next_turn(setup, table, mover, events, reached)


def after_departure(setup: Setup, before: Situation, seat: int) -> Situation:
    """Return the situation after a seat left the game. Raises IllegalMove."""
    table, mover, die, earlier = before
    if earlier.outcome is not None:
        raise game_over()
    if not 0 <= seat < setup.players:
        raise IllegalMove(f"there is no seat {seat}", Refusals.NO_SUCH_SEAT, seat=str(seat))
    if seat in earlier.retired:
        raise IllegalMove(f"seat {seat} has left already", Refusals.ALREADY_RETIRED, seat=str(seat))
    left = earlier.retired | {seat}
    outcome = outcome_of(setup, table, table.tops, left)
    events = (Event(Events.RETIRED, seat=seat),)
    reached = Reached(earlier.rolls, left, outcome, events, Move(f"{RETIRE} {seat}", (), Actions.RETIRE))
    if outcome is not None:
        return Situation(table, mover, UNROLLED, reached)
    if seat == mover:
        return _next_turn(setup, table, mover, events, reached)
    return Situation(table, mover, die, reached)


def _next_turn(
    setup: Setup, table: Table, mover: int, events: tuple[Event, ...], reached: Reached
) -> Situation:
    """Return the situation in which the next seat with a free hat rolls (section 8)."""
    players, tops = setup.players, table.tops
    for step in range(1, players + 1):
        seat = (mover + step) % players
        if seat in reached.retired:
            continue
        if tops & hand_of(setup, table, seat):
            break
        events += (Event(Events.SKIPPED, seat=seat),)
    after = Reached(reached.rolls, reached.retired, None, events, reached.last)
    return Situation(table, seat, UNROLLED, after)
