"""Why a move is good, as far as the rules tell: what it does, wins, threatens and stops."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from rules.contract import Event, Move, State

_LOOKED_AT: Final = 8
"""So many other moves, or answers, are looked at to say what a move stops, or threatens."""


@dataclass(frozen=True, slots=True)
class MoveReasons:
    """What speaks for a move: what it does, and whether it wins, stops a win in one, or threatens one."""

    events: tuple[Event, ...]
    wins: bool
    stops: bool = False
    threatens: bool = False


def reasons_for(state: State, move: Move) -> MoveReasons:
    """Return what speaks for a legal move of the seat to act.

    It stops a win if after most of the others the next seat could win at once, and threatens one if its own
    seat can after most answers.
    """
    seat, after = state.turn, state.play(move)
    if seat is None:
        raise ValueError("nobody is to act")
    if after.outcome is not None:
        return MoveReasons(after.events, wins=seat in after.outcome.winners)
    if after.turn is None or after.turn == seat:
        return MoveReasons(after.events, wins=False)
    others = [state.play(one) for one in _some([one for one in state.legal_moves() if one != move])]
    answers = [after.play(one) for one in _some(after.legal_moves())]
    return MoveReasons(
        after.events,
        wins=False,
        stops=not _wins_at_once(after) and _most([one.turn != seat and _wins_at_once(one) for one in others]),
        threatens=_most([one.turn == seat and _wins_at_once(one) for one in answers]),
    )


def _wins_at_once(state: State) -> bool:
    seat = state.turn
    outcomes = (state.play(move).outcome for move in ([] if seat is None else state.legal_moves()))
    return any(one is not None and seat in one.winners for one in outcomes)


def _some(moves: Sequence[Move]) -> Sequence[Move]:
    """Return a few moves from all over the list."""
    return moves[:: max(1, -(-len(moves) // _LOOKED_AT))]


def _most(found: Sequence[bool]) -> bool:
    return 2 * sum(found) > len(found)
