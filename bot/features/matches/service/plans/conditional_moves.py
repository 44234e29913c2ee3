"""Conditional moves as a service: a player's private plans during others' turns."""

from collections.abc import Callable, Sequence

from bot.features.matches.domain.conditional_moves import ConditionalMoves
from bot.features.matches.service.deadlines import Deadlines
from bot.features.matches.service.load_match import lock_match, read_match
from bot.features.matches.service.plans.automatic_moves import conditional_moves_of
from bot.features.matches.service.request_actions import MatchAction
from bot.kernel.transactions.unit_of_work import RequestAction, Transaction, UnitOfWork
from bot.model.match.match import Lines
from bot.model.match.permissions import seat_in, seat_of_player
from bot.model.people.person import Request
from bot.model.refusal import Refusal
from bot.model.texts import readable
from bot.repositories.matches.conditional_moves import ConditionalMoveRepository
from data.session import Session
from rules.contract import State

_Change = Callable[[ConditionalMoves | None, State, int], ConditionalMoves | None]
"""Maps the old plan, the position and the seat to the new plan; None for no plan."""


class ConditionalMovesService:
    """Manages plans for other players' turns. Every change locks the match."""

    def __init__(self, unit_of_work: UnitOfWork, deadlines: Deadlines) -> None:
        self._unit_of_work = unit_of_work
        self._deadlines = deadlines

    async def lines(self, person: int, match_id: int) -> Lines:
        """Return a person's planned lines in a match; none on their own turn or after the end."""
        return await self._unit_of_work.reading(lambda session: self._lines(session, person, match_id))

    async def add(
        self, request: Request, match_id: int, moves: Sequence[str], expected: int | None = None
    ) -> Lines:
        """Plan a line: an opponent's ply, the person's reply, and so on, up to ten plies.

        `expected` is the number of plies the player saw on the board. Raises Refusal: those of
        ConditionalMoves.add, "position-changed", "too-many-lines", "not-your-game", "game-over".
        """

        def add_line(plan: ConditionalMoves | None, state: State, seat: int) -> ConditionalMoves:
            base = ConditionalMoves.at(state, seat) if plan is None else plan
            new_plan = base.add(state, [readable(move) for move in moves])
            limit = self._unit_of_work.limits.conditional_lines
            if len(new_plan.lines()) > limit:
                raise Refusal("too-many-lines", limit=str(limit))
            return new_plan

        return await self._change(request, MatchAction.ADD_LINE, match_id, expected, add_line)

    async def delete(
        self, request: Request, match_id: int, index: int | None = None, expected: int | None = None
    ) -> Lines:
        """Delete a line by its index in `Lines.lines`, or all lines. Raises Refusal: "unknown-line"."""

        def remaining_plan(plan: ConditionalMoves | None, state: State, seat: int) -> ConditionalMoves | None:
            del state, seat
            if index is None:
                return None
            lines = () if plan is None else plan.lines()
            if plan is None or not 0 <= index < len(lines):
                raise Refusal("unknown-line")
            return plan.delete(lines[index])

        return await self._change(request, MatchAction.DELETE_LINES, match_id, expected, remaining_plan)

    async def _change(
        self,
        request: Request,
        action: RequestAction,
        match_id: int,
        expected: int | None,
        change: _Change,
    ) -> Lines:
        person = request.person.id

        async def act(tx: Transaction) -> Lines:
            match = await lock_match(tx, match_id)
            seat = seat_in(match, person)
            match = (await self._deadlines.check(tx, match, self._unit_of_work.clock())).match
            if expected not in {None, match.plies}:
                raise Refusal("position-changed")
            if match.commitment is not None:
                raise Refusal("plan-dice")
            state = await self._unit_of_work.positions.at(tx, match, match.plies)
            plans = {
                seat: plan
                for seat, plan in (await conditional_moves_of(tx, match)).items()
                if plan.start == state.position
            }
            new = change(plans.pop(seat, None), state, seat)
            if new is not None and new.branches:
                plans[seat] = new
            await tx.of(ConditionalMoveRepository).write(
                match_id, {seat: str(plan) for seat, plan in plans.items()}
            )
            return await self._lines(tx, person, match_id)

        lines = await self._deadlines.in_time(
            request,
            match_id,
            lambda: self._unit_of_work.once(
                request, action, match_id, act, lambda session, _: self._lines(session, person, match_id)
            ),
        )
        self._unit_of_work.people.remember(request.person)
        return lines

    async def _lines(self, session: Session, person: int, match_id: int) -> Lines:
        match = await read_match(session, match_id)
        seat = seat_of_player(match, person)
        state = await self._unit_of_work.positions.at(session, match, match.plies)
        plan = None
        if match.running and match.turn != seat:
            plan = (await conditional_moves_of(session, match)).get(seat)
        is_current = plan is not None and plan.start == state.position
        lines = plan.lines() if plan is not None and is_current else ()
        return Lines(match, state, lines, self._unit_of_work.limits.conditional_lines)
