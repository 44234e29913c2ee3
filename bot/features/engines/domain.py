"""The reasons for a move that the rules can prove: its effects, and wins in one."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from rules.contract import Event, Move, State
from rules.contract.capabilities import passed

REASONS: Final[Mapping[str, tuple[str, ...]]] = {
    "no-engines": (),
    "too-much-practice": ("limit",),
    "practice-only": (),
    "no-hint-now": (),
}
"""All refusal reasons of practice and hints, with the names of their details."""


@dataclass(frozen=True, slots=True)
class MoveReasons:
    """The effects of a move, and whether it wins, stops a win in one, or threatens one."""

    events: tuple[Event, ...]
    wins: bool
    stops: bool = False
    threatens: bool = False


def reasons_for(state: State, move: Move) -> MoveReasons:
    """Return the reasons for a legal move of the seat to act.

    The move stops a win in one if the next seat could win immediately without it, and cannot after it. It
    threatens one if its own seat could win with its next move unless it is stopped.
    """
    seat, after = state.turn, state.play(move)
    if seat is None:
        raise ValueError("nobody is to act")
    if after.outcome is not None:
        return MoveReasons(after.events, wins=seat in after.outcome.winners)
    if after.turn is None or after.turn == seat:
        return MoveReasons(after.events, wins=False)
    return MoveReasons(
        after.events,
        wins=False,
        stops=_wins_at_once(passed(state)) and not _wins_at_once(after),
        threatens=_wins_at_once(passed(after)),
    )


def _wins_at_once(state: State | None) -> bool:
    """Return whether the seat to act has a winning move."""
    if state is None or state.turn is None:
        return False
    outcomes = (state.play(move).outcome for move in state.legal_moves())
    return any(outcome is not None and state.turn in outcome.winners for outcome in outcomes)
