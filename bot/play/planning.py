"""Planned lines: what a player does if another one plays this or that, for himself alone to see."""

from collections.abc import Callable, Sequence

from bot.play.conditional import Plan
from bot.play.desk import Action, Desk, told_apart
from bot.play.model import Lines, MatchStatus, Refusal, Request
from bot.play.reading import lock_game, read_game
from bot.play.referee import Referee
from bot.play.replies import plans_of
from bot.play.seats import seat_held, seat_in
from bot.play.texts import readable
from bot.play.translate import match_from
from data.store import Tables
from rules.contract import State

_Change = Callable[[Plan | None, State, int], Plan | None]
"""Gives a new plan, None for none, for the old one, the position and the seat."""


class Planning:
    """What players plan while others are to move. Every change is made with the match locked."""

    def __init__(self, desk: Desk, referee: Referee) -> None:
        self._desk = desk
        self._referee = referee

    async def lines(self, person: int, game_id: int) -> Lines:
        """Return what someone has planned in a match."""
        return await self._desk.reading(lambda tables: self._lines(tables, person, game_id))

    async def add(self, request: Request, game_id: int, moves: Sequence[str], expected: int | None) -> Lines:
        """Add a line to what someone has planned."""

        def added(plan: Plan | None, state: State, seat: int) -> Plan:
            begun = Plan.at(state, seat) if plan is None else plan
            grown = begun.add(state, [readable(move) for move in moves])
            limit = self._desk.limits.conditional_lines
            if len(grown.lines()) > limit:
                raise Refusal("too-many-lines", limit=str(limit))
            return grown

        return await self._change(request, told_apart(Action.ADD_LINE, *moves), game_id, expected, added)

    async def delete(self, request: Request, game_id: int, index: int | None, expected: int | None) -> Lines:
        """Delete one line, or all, of what someone has planned."""

        def left(plan: Plan | None, state: State, seat: int) -> Plan | None:
            del state, seat
            if index is None:
                return None
            lines = () if plan is None else plan.lines()
            if plan is None or not 0 <= index < len(lines):
                raise Refusal("unknown-line")
            return plan.delete(lines[index])

        action = told_apart(Action.DELETE_LINES, index)
        return await self._change(request, action, game_id, expected, left)

    async def _change(
        self,
        request: Request,
        action: str,
        game_id: int,
        expected: int | None,
        change: _Change,
    ) -> Lines:
        person = request.person.id

        async def act(tables: Tables) -> Lines:
            record, match = await lock_game(tables, game_id)
            seat = seat_in(match, person)
            record = (await self._referee.check(tables, record, self._desk.clock())).record
            if expected not in {None, record.plies}:
                raise Refusal("position-changed")
            if record.commitment is not None:
                raise Refusal("plan-dice")
            state = await self._desk.positions.at(tables, record, record.plies)
            plans = {
                one: plan
                for one, plan in (await plans_of(tables, record)).items()
                if plan.start == state.position
            }
            new = change(plans.pop(seat, None), state, seat)
            if new is not None and new.branches:
                plans[seat] = new
            await self._desk.note(tables, request, action, game_id, now=self._desk.clock())
            await tables.plans.write(game_id, {one: str(plan) for one, plan in plans.items()})
            return await self._lines(tables, person, game_id)

        lines = await self._referee.in_time(
            request,
            game_id,
            lambda: self._desk.once(
                request, action, game_id, act, lambda tables, _: self._lines(tables, person, game_id)
            ),
        )
        self._desk.people.remember(request.person)
        return lines

    async def _lines(self, tables: Tables, person: int, game_id: int) -> Lines:
        record = await read_game(tables, game_id)
        match = match_from(record)
        seat = seat_held(match, person)
        state = await self._desk.positions.at(tables, record, record.plies)
        plan = None
        if match.status is MatchStatus.RUNNING and match.turn != seat:
            plan = (await plans_of(tables, record)).get(seat)
        stands = plan is not None and plan.start == state.position
        lines = plan.lines() if plan is not None and stands else ()
        return Lines(match, state, lines, self._desk.limits.conditional_lines)
