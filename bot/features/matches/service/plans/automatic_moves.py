"""Automatic plies after a player's ply: planned replies, and forced moves.

No move is automatic at the start, or after a take-back or a departure: a player has to decide then.
"""

import logging
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from bot.features.matches.domain.conditional_moves import ConditionalMoves, read_conditional_moves
from bot.features.matches.service.lifecycle import MatchLifecycle, ReachedState
from bot.kernel.transactions.unit_of_work import Transaction
from bot.model.match.log_entry import Automatic, LogEntry
from bot.model.match.match import Match
from bot.model.people.preferences import FORCED
from bot.repositories.matches.conditional_moves import ConditionalMoveRepository
from data.session import Session
from rules.contract import Move, State
from rules.contract.capabilities import calls_of

_log = logging.getLogger(__name__)

MAX_FORCED: Final = 30
"""The maximum number of forced plies in a row; in endless sequences a player makes the next one."""


@dataclass(frozen=True, slots=True)
class _Next:
    """The remaining plans after a ply, and the automatic ply to play next."""

    plans: Mapping[int, ConditionalMoves]
    move: Move | None = None
    automatic: Automatic | None = None


class AutomaticMoves:
    """Plays the automatic moves after a ply; forced moves only for players who want that."""

    def __init__(self, lifecycle: MatchLifecycle) -> None:
        self._lifecycle = lifecycle

    async def play_automatic(
        self, tx: Transaction, before: State, move: Move, reached: ReachedState
    ) -> ReachedState:
        """Play the automatic plies after `move`, which led from `before` to `reached`, in the transaction."""
        all_plans = await conditional_moves_of(tx, reached.match)
        plans, forced, by = all_plans, 0, before.turn
        while reached.state.turn is not None:
            reply = _next(plans, before, move, reached)
            plans = reply.plans
            forced += reply.automatic is Automatic.FORCED
            if reply.move is None or forced > MAX_FORCED:
                break
            before, move = reached.state, reply.move
            reached = await self._play(tx, reached, move, reply.automatic, by)
        if plans != all_plans and reached.state.outcome is None:
            await tx.of(ConditionalMoveRepository).write(
                reached.match.id, {seat: str(plan) for seat, plan in plans.items()}
            )
            reached = replace(reached, match=replace(reached.match, planned=bool(plans)))
        return reached

    async def _play(
        self, tx: Transaction, reached: ReachedState, move: Move, automatic: Automatic | None, by: int | None
    ) -> ReachedState:
        state, match = reached.state, reached.match
        ply = LogEntry(reached.number + 1, state.turn, move.text, match.updated, automatic)
        return await self._lifecycle.append_ply(tx, match, state, ply, state.play(move), by=by)


def _next(plans: Mapping[int, ConditionalMoves], before: State, move: Move, reached: ReachedState) -> _Next:
    remaining: dict[int, ConditionalMoves] = {}
    reply: Move | None = None
    for seat, plan in plans.items():
        # The last mover's plan for the new position continues.
        if seat == before.turn:
            remaining |= {seat: plan} if plan.start == reached.state.position else {}
            continue
        followed = plan.follow(before, move)
        remaining |= {} if followed.rest is None else {seat: followed.rest}
        reply = followed.reply or reply
    if reply is not None:
        return _Next(remaining, reply, Automatic.CONDITIONAL)
    only = _only_move(reached)
    return _Next(remaining, only, None if only is None else Automatic.FORCED)


def _only_move(reached: ReachedState) -> Move | None:
    seat = reached.state.turn
    if seat is None or not reached.match.settings_at(seat).preferences[FORCED]:
        return None
    moves = reached.state.legal_moves()
    return moves[0] if len(moves) == 1 and not calls_of(reached.state) else None


async def conditional_moves_of(session: Session, match: Match) -> Mapping[int, ConditionalMoves]:
    """Return the plans of a match by seat. An unreadable plan is logged and left out."""
    plans = {}
    for seat, text in (
        (await session.of(ConditionalMoveRepository).of(match.id)).items() if match.planned else ()
    ):
        try:
            plans[seat] = read_conditional_moves(text)
        except ValueError:
            _log.exception("the plan of seat %d in game %d cannot be read", seat, match.id)
    return plans
