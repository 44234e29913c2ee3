"""Turns, resignations and what is to be seen of a match."""

import asyncio
from collections.abc import Awaitable
from dataclasses import dataclass, replace
from datetime import datetime

from bot.play.course import Course, Reached
from bot.play.desk import Action, Desk
from bot.play.dice import Seed, recompute
from bot.play.habits import away_from
from bot.play.leaving import Leaving, gives_up
from bot.play.model import (
    Automatic,
    Match,
    MatchStatus,
    PlayedPly,
    Position,
    Refusal,
    Request,
    Turn,
    Verification,
)
from bot.play.positions import LogCut, read_ply, step
from bot.play.reading import lock_game, read_game, see_game
from bot.play.referee import Referee
from bot.play.repeats import DoneBefore
from bot.play.replies import Replies
from bot.play.seats import seat_held, seat_in, seat_to_move
from bot.play.settlements import Settlements
from bot.play.texts import readable
from bot.play.translate import match_from
from data.records import GameRecord, PlyRecord, RequestRecord, TimingRecord
from data.store import Tables
from rules.contract import RulesError, State


class Playing:
    """What people do in matches."""

    def __init__(
        self, desk: Desk, course: Course, leaving: Leaving, referee: Referee, settlements: Settlements
    ) -> None:
        self._desk = desk
        self._course = course
        self._leaving = leaving
        self._referee = referee
        self._settlements = settlements
        self._replies = Replies(course)

    async def take_turn(
        self,
        request: Request,
        game_id: int,
        move: str,
        expected: int | None = None,
        *,
        offer_draw: bool = False,
        taken_back: int | None = None,
        sure: bool = True,
    ) -> Turn:
        """Play a move for the one whose turn it is, and write the notice of it.

        Unless `sure`, it is asked first whether a move is to be played twice in a row that was typed so.
        """
        seen = _Seen(expected, taken_back, sure or expected is not None)

        def play() -> Awaitable[Turn]:
            return self._desk.once(
                request,
                Action.TURN,
                game_id,
                lambda tables: self._play(tables, request, game_id, move, seen, offer_draw=offer_draw),
                self._played,
                lambda tables, done: self._is_same(tables, done, move, seen),
            )

        turn = await self._referee.in_time(request, game_id, play)
        if not turn.repeated:
            self._desk.positions.keep(game_id, turn.match.taken_back, turn.match.plies, turn.state)
            self._desk.done(request)
        return turn

    async def resign(self, request: Request, game_id: int) -> Match:
        """Give a match up: everyone else has won, or it goes on without the one who leaves."""

        def resign() -> Awaitable[Position]:
            return self._desk.once(
                request,
                Action.RESIGN,
                game_id,
                lambda tables: self._give_up(tables, request, game_id),
                lambda tables, done: self._at(tables, done.subject, None),
            )

        position = await self._referee.in_time(request, game_id, resign)
        match = position.match
        self._desk.positions.keep(game_id, match.taken_back, match.plies, position.state)
        self._desk.done(request)
        return match

    async def position(self, game_id: int, ply: int | None = None) -> Position:
        """Return a match as it stands, or with the state it had after `ply` plies."""
        return await self._desk.reading(lambda tables: self._at(tables, game_id, ply))

    async def verify(self, game_id: int) -> Verification:
        """Compute the dice of a finished match again from its seed."""
        async with self._desk.store.read() as tables:
            record = await read_game(tables, game_id)
            if record.commitment is None:
                raise Refusal("dice-none")
            if record.seed is None:
                raise Refusal("dice-running")
            first = await self._desk.positions.at(tables, record, 0)
            log = [(ply.number, ply.text) for ply in await tables.games.plies(game_id, 0, record.plies)]
        seed = Seed.from_hex(record.seed)
        rolls = await asyncio.to_thread(recompute, seed, game_id, first, log)
        correct = seed.commitment == record.commitment and all(roll.logged == roll.computed for roll in rolls)
        return Verification(match_from(record), seed.hex, record.commitment, rolls, correct)

    async def _at(self, tables: Tables, game_id: int, ply: int | None) -> Position:
        record = await see_game(tables, game_id)
        return await self._position(tables, record, record.plies if ply is None else ply)

    async def _position(self, tables: Tables, record: GameRecord, number: int) -> Position:
        if not 0 <= number <= record.plies:
            raise Refusal("unknown-ply", plies=str(record.plies))
        state = await self._desk.positions.at(tables, record, number)
        return Position(match_from(record), state, away_from(record, self._desk.clock()))

    async def tale(self, game_id: int, since: int, until: int) -> tuple[Position, tuple[PlayedPly, ...]]:
        """Return a match with the state it had after `until` plies, and how it went on to it from `since`."""

        async def look(tables: Tables) -> tuple[Position, tuple[PlayedPly, ...]]:
            record = await see_game(tables, game_id)
            position = await self._position(tables, record, until)
            return position, await self._log(tables, record, since, until)

        return await self._desk.reading(look)

    async def plies(self, game_id: int, since: int, until: int) -> tuple[PlayedPly, ...]:
        """Return the plies after the first `since`, up to number `until`, each with the state after it."""

        async def look(tables: Tables) -> tuple[PlayedPly, ...]:
            return await self._log(tables, await read_game(tables, game_id), since, until)

        return await self._desk.reading(look)

    async def _log(self, tables: Tables, record: GameRecord, since: int, until: int) -> tuple[PlayedPly, ...]:
        game_id = record.id
        if not 0 <= since <= until <= record.plies:
            raise Refusal("unknown-ply", plies=str(record.plies))
        if since == until:
            return ()
        state = await self._desk.positions.at(tables, record, since)
        log = await tables.games.plies(game_id, since, until)
        if len(log) != until - since:
            raise LogCut
        played = []
        for ply in log:
            move, state = read_ply(state, ply.text), step(state, ply.text)
            automatic = None if ply.automatic is None else Automatic(ply.automatic)
            played.append(PlayedPly(ply.number, ply.seat, move, ply.text, state, automatic))
        return tuple(played)

    async def _play(
        self, tables: Tables, request: Request, game_id: int, text: str, seen: "_Seen", *, offer_draw: bool
    ) -> Turn:
        record, match = await lock_game(tables, game_id)
        now = self._desk.clock()
        seat = seat_held(match, request.person.id)
        if not seen.is_now(record):
            return await self._standing(tables, record, seat, text, seen)
        record = (await self._referee.check(tables, record, now)).record
        seat_to_move(match, request.person.id)
        number = record.plies + 1
        before = await self._desk.positions.at(tables, record, record.plies)
        move = before.parse(readable(text))
        if not seen.sure and await self._is_unheard(tables, request, record, seat, move.text):
            raise DoneBefore(move.text, record.plies, record.taken_back)
        after = before.play(move)
        await self._desk.note(
            tables, request, Action.TURN, game_id, now=now, number=number, taken_back=record.taken_back
        )
        ply = PlyRecord(number, seat, move.text, now)
        reached = await self._course.go_on(tables, record, before, ply, after, by=seat)
        if offer_draw and reached.state.outcome is None:
            offered = await self._settlements.add_draw(tables, reached.record, seat, now)
            reached = replace(reached, record=offered)
        reached = await self._replies.go_on(tables, before, move, reached)
        return Turn(match_from(reached.record), reached.state, move, number, seat, repeated=False)

    async def _give_up(self, tables: Tables, request: Request, game_id: int) -> Position:
        record, match = await lock_game(tables, game_id)
        now = self._desk.clock()
        seat = seat_in(match, request.person.id)
        record = (await self._referee.check(tables, record, now, leaving=True)).record
        await self._desk.note(tables, request, Action.RESIGN, game_id, now=now)
        reached = await self._leaving.leave(tables, record, seat, now, gives_up(seat))
        return Position(match_from(reached.record), reached.state)

    async def _played(self, tables: Tables, done: RequestRecord) -> Turn:
        record, number = await read_game(tables, done.subject), done.number or 0
        since = done.taken_back or 0
        if since < record.taken_back and await tables.undone.includes(record.id, since, number):
            raise Refusal("ply-taken-back")
        (ply,) = await tables.games.plies(record.id, number - 1, number)
        return await self._turn(tables, record, ply)

    async def _is_unheard(
        self, tables: Tables, request: Request, record: GameRecord, seat: int, text: str
    ) -> bool:
        """Return whether a player's previous ply was just this one, and they may not know it."""
        done = await self._desk.unheard(tables, request, Action.TURN, record.id)
        ply = None if done is None else await _ply_of(tables, record, done)
        if ply is None or ply.text != text:
            return False
        following = await tables.games.plies(record.id, ply.number, record.plies)
        return all(one.seat != seat for one in following)

    async def _is_same(self, tables: Tables, done: RequestRecord, text: str, seen: "_Seen") -> bool:
        """Return whether a request played the move that somebody types again, and it stands."""
        record = await tables.games.get(done.subject)
        ply = None if record is None else await _ply_of(tables, record, done)
        if record is None or ply is None or seen.plies not in {None, ply.number - 1}:
            return False
        if seen.taken_back not in {None, done.taken_back}:
            return False
        state = await self._desk.positions.at(tables, record, ply.number - 1)
        return _same_move(state, text, ply.text)

    async def _standing(
        self, tables: Tables, record: GameRecord, seat: int, text: str, seen: "_Seen"
    ) -> Turn:
        if seen.plies is not None and seen.is_earlier(record):
            state = await self._desk.positions.at(tables, record, seen.plies)
            (ply,) = await tables.games.plies(record.id, seen.plies, seen.plies + 1)
            if ply.seat == seat and _same_move(state, text, ply.text):
                return await self._turn(tables, record, ply)
        raise Refusal("game-over" if record.status != MatchStatus.RUNNING else "position-changed")

    async def _turn(self, tables: Tables, record: GameRecord, ply: PlyRecord) -> Turn:
        """Return a player's move that was played before as it was answered then."""
        before = await self._desk.positions.at(tables, record, ply.number - 1)
        move, number = read_ply(before, ply.text), ply.number
        for following in await tables.games.plies(record.id, number, record.plies):
            if following.seat is not None and following.automatic is None:
                break
            number = following.number
        state = await self._desk.positions.at(tables, record, number)
        if move is None or ply.seat is None:
            raise Refusal("position-changed")
        if number != record.plies:
            # What was left to whom is not known of the past; when its turns began is.
            timing = TimingRecord(since=ply.played, times=record.timing.times)
            record = replace(record, timing=timing)
        match = _as_of(Reached(record, state, number), ply.played)
        return Turn(match, state, move, ply.number, ply.seat, repeated=True)


@dataclass(frozen=True, slots=True)
class _Seen:
    """The position a player saw: how many plies there were, after how many take-backs, if they said so.

    `sure` says that they have seen the position, or were asked.
    """

    plies: int | None
    taken_back: int | None
    sure: bool = True

    def is_now(self, record: GameRecord) -> bool:
        """Return whether it is the position a match is in."""
        return self.plies in {None, record.plies} and self.taken_back in {None, record.taken_back}

    def is_earlier(self, record: GameRecord) -> bool:
        """Return whether the log goes on from it."""
        unchanged = self.taken_back in {None, record.taken_back}
        return unchanged and self.plies is not None and 0 <= self.plies < record.plies


def _as_of(reached: Reached, when: datetime) -> Match:
    """Return a match as it was when a state was reached, whatever has become of it since."""
    outcome, number = reached.state.outcome, reached.number
    match = match_from(reached.record)
    return replace(
        match,
        status=MatchStatus.RUNNING if outcome is None else MatchStatus.FINISHED,
        plies=number,
        turn=reached.state.turn,
        outcome=outcome,
        resigned=None,
        retired=tuple(seat for seat, left in reached.record.retired if left <= number),
        seed=None if outcome is None else match.seed,
        offers=match.offers if number == match.plies else (),
        updated=when,
    )


async def _ply_of(tables: Tables, record: GameRecord, done: RequestRecord) -> PlyRecord | None:
    """Return the ply a request has played, None where it was taken back."""
    number, since = done.number or 0, done.taken_back or 0
    if since < record.taken_back and await tables.undone.includes(record.id, since, number):
        return None
    return next(iter(await tables.games.plies(record.id, number - 1, number)), None)


def _same_move(state: State, text: str, played: str) -> bool:
    try:
        return state.parse(readable(text)).text == played
    except RulesError:
        return False
