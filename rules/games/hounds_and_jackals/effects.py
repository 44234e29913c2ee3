"""The effects of a move of Hounds and Jackals, as events."""

from collections.abc import Iterator, Sequence

from rules.contract import Event, Move
from rules.games.hounds_and_jackals.board import FIRST_GOAL, SHORTCUTS
from rules.games.hounds_and_jackals.obligations import Obligation
from rules.games.hounds_and_jackals.vocabulary import Events
from rules.toolkit.bits import members


def events_of(
    move: Move,
    ends: tuple[int, int],
    seat: int,
    steps: int,
    binding: Sequence[Obligation],
    attacked: int,
) -> Iterator[Event]:
    """Yield a move's events, in reporting order.

    `steps` is the step count of the piece, `binding` are the obligations of its side, `attacked` the pieces
    that the move attacks.
    """
    origin, target = ends
    met = [duty for duty in binding if move in duty.moves]
    if met:
        duty = next((duty for duty in met if duty.hole == origin), met[0])
        steps = duty.steps
        if duty.hole != origin:
            yield Event(Events.BLOCKED, (str(duty.hole), str(origin)), seat, number=steps)
    if target < origin:
        yield Event(Events.RETREAT, move.path, seat)
    elif target > origin + steps:
        start = min(start for start, goal in SHORTCUTS.items() if origin <= start and goal <= target)
        yield Event(Events.SHORTCUT, (str(start), str(SHORTCUTS[start])), seat)
    elif target < origin + steps:
        yield Event(Events.SHORTENED, move.path, seat, number=target - origin)
    if origin < FIRST_GOAL <= target:
        yield Event(Events.HOME, (str(target),), seat)
    if attacked:
        yield Event(Events.ATTACK, tuple(map(str, members(attacked))), 1 - seat)
