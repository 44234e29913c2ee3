"""The course of a match: it begins, chance acts whenever it is its turn, it ends, the next one begins."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from bot.play.domain.dice import Seed
from bot.play.domain.matches import WITHOUT_RESULT, MatchStatus
from bot.play.domain.notices import NoticeKind
from bot.play.domain.offer_rules import Offers, Settled
from bot.play.domain.people import Place
from bot.play.domain.preferences import Tell
from bot.play.matches.series import options_of
from bot.play.projections.recipients import (
    also_to,
    board_changed,
    board_over,
    called_now,
    hearers,
    outlives,
    said_also,
    said_to,
)
from bot.play.storage.mappers import CALLS, TELL, place_of, store_outcome
from bot.play.storage.match_times import Begun as TurnBegun
from bot.play.storage.match_times import after_ply, after_take_back, first_turn
from bot.play.storage.person_settings import settings_from
from bot.play.storage.stored_offers import change_offers, none_left
from bot.play.storage.unit_of_work import UnitOfWork
from data.records import (
    ChallengeRecord,
    MatchRecord,
    NewNotice,
    PersonSettingsRecord,
    PlyRecord,
    TimingRecord,
)
from data.schema import PUBLIC
from data.store import Tables
from rules.contract import Outcome, State
from rules.contract.capabilities import RETIREMENT, series_of


@dataclass(frozen=True, slots=True)
class Reached:
    """A state reached within a transaction, with its number of plies and what is known of the game then."""

    record: MatchRecord
    state: State
    number: int


@dataclass(frozen=True, slots=True)
class _Begun:
    """What a match begins with; `players` are people by seat, `number` is its own within the challenge."""

    challenge: int
    number: int
    key: str
    options: Mapping[str, str]
    players: tuple[int, ...]
    place: Place
    in_series: bool
    clock: str


@dataclass(frozen=True, slots=True)
class _Opening:
    """What there is to tell after the end of a match, and the person who has the first turn of the next."""

    notices: tuple[NewNotice, ...] = ()
    called: int | None = None


_NOTHING: Final = _Opening()


class MatchLifecycle:
    """Writes what happens to matches, with the notices of it, within transactions of others."""

    def __init__(self, unit_of_work: UnitOfWork) -> None:
        self._unit_of_work = unit_of_work

    async def begin(
        self, tables: Tables, record: ChallengeRecord, players: tuple[int, ...], now: datetime
    ) -> None:
        """Begin the match, or the first match of the series, that a challenge leads to."""
        begun = _Begun(
            challenge=record.id,
            number=1,
            key=record.key,
            options=record.options,
            players=players,
            place=place_of(record),
            in_series=record.tie_break is not None,
            clock=record.clock,
        )
        await tables.notices.add((await self._begin(tables, begun, now)).notices, now)

    async def go_on(
        self,
        tables: Tables,
        record: MatchRecord,
        before: State,
        ply: PlyRecord,
        after: State,
        more: Mapping[str, object] = {},
        *,
        by: int | None,
    ) -> Reached:
        """Append a player's ply, which leads from `before` to `after`, and what follows from it.

        `more` is what its notice says besides, `by` the seat whose doing it is and who knows of it.
        Every ply of a player goes through here: so does his clock.
        The offers it makes lapse are gone; what follows from a leaving for offers is the caller's to see to.
        """
        now, automatic = ply.played, ply.automatic is not None
        left = ply.text.startswith(RETIREMENT)
        state, rolls, record = await self._roll(tables, record, after, ply.number, now)
        begun = after_ply(record, state.turn, now, played=not left, automatic=automatic)
        position = state.position
        await self._append(tables, record.id, [ply, *rolls], state.turn, position, begun.timing)
        number = ply.number + len(rolls)
        data: dict[str, object] = {
            "since": record.plies,
            "mover": ply.seat,
            "move": ply.text,
            "ping": automatic or state.turn != before.turn,
            # One who leaves beside someone's turn changes nothing of it.
            **(outlives(record) if not left or state.turn != before.turn else {}),
            **more,
        }
        over = board_over(record, before.turn)
        if ply.automatic is not None:
            data[ply.automatic] = True
            # Nobody is called to a turn that is over before he hears of it.
            await tables.notices.drop_calls(record.challenge, record.id, NoticeKind.PLY, record.plies)
        played = NewNotice(NoticeKind.PLY, record.challenge, PUBLIC, record.id, number, data)
        record = replace(
            record, plies=number, turn=state.turn, position=position, timing=begun.timing, updated=now
        )
        if state.turn != before.turn and not automatic:
            await tables.notices.add(over, now)
        if state.outcome is None:
            mover = None if state.turn is None else record.players[state.turn]
            told = _calls(played, begun.tell, mover)
            if left and by != ply.seat:
                # Who is put out by his clock does not know, and nothing will call him any more.
                told = said_also(told, record, before.turn, now)
            await tables.notices.add(told, now)
            await self.show_change(tables, record, now)
            if not left:
                record = await change_offers(tables, record, lambda offers: _after(offers, ply), now)
            return Reached(record, state, number)
        ended = await self.end(tables, record, state.outcome, played, now, by=by, before=ply.number - 1)
        return Reached(ended, state, number)

    async def take_back(
        self, tables: Tables, record: MatchRecord, settled: Settled, now: datetime, *, free: bool
    ) -> MatchRecord:
        """Undo the plies a settled take-back says; plies of chance at the same numbers come again the same.

        What waits to tell of undone plies is not told, and plans for positions that are gone are forgotten.
        """
        keep = record.plies if settled.keep is None else settled.keep
        state = await self._unit_of_work.positions.at(tables, record, keep)
        undone = await tables.matches.plies(record.id, keep, record.plies)
        begun = after_take_back(record, state.turn, now, settled.undone)
        await self._cut(tables, record, keep, state, now, begun.timing)
        await self.forget_conditional_moves(tables, record)
        await tables.notices.drop_plies(record.challenge, record.id, NoticeKind.PLY, keep)
        data = {
            "since": record.plies,
            "by": settled.seat,
            "undone": [[ply.seat, ply.text] for ply in undone if ply.seat is not None],
            "free": free,
            "mover": None,
            # Who was free to take it back has done so himself; consent comes later, when he may be away.
            "ping": not free,
            **outlives(record),
        }
        told = NewNotice(NoticeKind.TAKEN_BACK, record.challenge, PUBLIC, record.id, keep, data)
        mover = None if state.turn is None else record.players[state.turn]
        over = board_over(record, record.turn) if record.turn != state.turn else []
        await tables.notices.add([*over, *_calls(told, begun.tell, mover)], now)
        await self.show_change(tables, record, now)
        return replace(
            record,
            plies=keep,
            turn=state.turn,
            position=state.position,
            updated=now,
            taken_back=record.taken_back + 1,
            planned=False,
            timing=begun.timing,
        )

    async def forget_conditional_moves(self, tables: Tables, record: MatchRecord) -> MatchRecord:
        """Forget what players have planned, as the position it was for will not come any more."""
        if record.planned:
            await tables.conditional_moves.write(record.id, {})
        return replace(record, planned=False)

    @staticmethod
    async def _append(
        tables: Tables,
        game: int,
        plies: Sequence[PlyRecord],
        turn: int | None,
        position: str,
        timing: TimingRecord,
    ) -> None:
        """Append plies of any kind, what they lead to, and its times: the one place where logs grow."""
        await tables.matches.add_plies(game, plies, turn=turn, position=position, timing=timing)

    @staticmethod
    async def _cut(
        tables: Tables, record: MatchRecord, keep: int, state: State, now: datetime, timing: TimingRecord
    ) -> None:
        """Undo the plies after the first `keep`, which lead to `state`: the one place where a log shrinks."""
        number = record.taken_back + 1
        await tables.undone_plies.undo(record.id, keep, number, now, turn=state.turn, position=state.position)
        await tables.matches.keep_time(record.id, timing)

    async def end(
        self,
        tables: Tables,
        record: MatchRecord,
        outcome: Outcome,
        notice: NewNotice,
        now: datetime,
        *,
        by: int | None,
        before: int | None = None,
        resigned: int | None = None,
    ) -> MatchRecord:
        """End a match with its last notice; where it is one of a series, the next begins or the series ends.

        The notice calls everyone who still played after `before` plies, but not who sits on `by`: it is his
        doing. A match without a result ends its series. Offers lapse and plans are forgotten. Return what is
        known of it then: its seed may be told.
        """
        await tables.matches.finish(record.id, store_outcome(outcome), now, resigned=resigned)
        record = await change_offers(tables, record, none_left, now)
        record = await self.forget_conditional_moves(tables, record)
        follows = _NOTHING
        if record.tie_break is not None:
            follows = await self._follow(tables, record, now, counts=outcome.reason not in WITHOUT_RESULT)
        told = hearers(record, record.plies if before is None else before, {by})
        told.pop(follows.called or 0, None)
        over = board_over(record, record.turn)
        notice = replace(notice, data={**notice.data, **outlives(record)})
        await tables.notices.add([*over, *said_to(notice, told, now), *follows.notices], now)
        await self.show_change(tables, record, now)
        ended = replace(
            record,
            status=MatchStatus.FINISHED,
            turn=None,
            outcome=store_outcome(outcome),
            resigned=resigned,
            updated=now,
            timing=replace(record.timing, deadline=None, claimable=False, due=None),
        )
        if record.commitment is None:
            return ended
        return replace(ended, seed=await tables.matches.seed(record.id))

    async def keep_time(
        self, tables: Tables, record: MatchRecord, timing: TimingRecord, now: datetime
    ) -> MatchRecord:
        """Write the times of a running match in a turn that goes on; the board tells of a new deadline."""
        if timing == record.timing:
            return record
        await tables.matches.keep_time(record.id, timing)
        was = record.timing
        if (timing.deadline, timing.claimable) != (was.deadline, was.claimable):
            await tables.notices.add(board_changed(record), now)
        return replace(record, timing=timing)

    async def show_change(self, tables: Tables, record: MatchRecord, now: datetime) -> None:
        """Tell that the overview of a match's channel has changed, if there is one."""
        if record.overviewed:
            await tables.servers.touch_overview(record.channel, NoticeKind.OVERVIEW, now)

    async def _follow(self, tables: Tables, record: MatchRecord, now: datetime, *, counts: bool) -> _Opening:
        game = self._unit_of_work.games[record.key]
        series = series_of(game)
        if series is None or record.number >= series.games or not counts:
            over = NewNotice(
                NoticeKind.SERIES_END,
                record.challenge,
                PUBLIC,
                record.id,
                record.plies,
                {"series": record.challenge},
            )
            return _Opening((over,))
        number = record.number + 1
        first = (await tables.matches.of_challenge(record.challenge))[0]
        begun = _Begun(
            challenge=record.challenge,
            number=number,
            key=record.key,
            options=options_of(series, game, first, number),
            players=series.seats(first.players, number),
            place=place_of(record),
            in_series=True,
            clock=record.clock,
        )
        return await self._begin(tables, begun, now)

    async def _begin(self, tables: Tables, begun: _Begun, now: datetime) -> _Opening:
        """Begin a match; what is told of that is the caller's to write."""
        first = self._unit_of_work.games[begun.key].new(begun.options, players=len(begun.players))
        people = await tables.person_settings.of(begun.players)
        gone = begun.place.server is not None and await tables.servers.is_gone(begun.place.server)
        turn = _first_turn(begun, first, people, now, waits=gone)
        match = await tables.matches.add(
            key=begun.key,
            options=begun.options,
            challenge=begun.challenge,
            number=begun.number,
            server=begun.place.server,
            channel=begun.place.channel,
            locale=begun.place.locale,
            parent=begun.place.parent,
            private=begun.place.private,
            turn=first.turn,
            position=first.position,
            players=begun.players,
            created=now,
            timing=turn.timing,
        )
        state, rolls = first, list[PlyRecord]()
        if first.is_chance:
            seed = await self._commit(tables, match)
            state, rolls = _rolled(seed, match, first, 0, now)
            turn = _first_turn(begun, state, people, now, waits=gone)
            await self._append(tables, match, rolls, state.turn, state.position, turn.timing)
        data: dict[str, object] = {"since": 0, "mover": None, "move": "", "ping": True}
        if begun.in_series:
            data |= {"series": begun.challenge, "number": begun.number}
        start = NewNotice(NoticeKind.START, begun.challenge, PUBLIC, match, len(rolls), data)
        mover = None if state.turn is None else begun.players[state.turn]
        await tables.servers.touch_overview(begun.place.channel, NoticeKind.OVERVIEW, now)
        public, *direct = _calls(start, turn.tell, mover)
        if begun.number == 1:
            # The first message in a thread calls everyone once, which also brings them into it.
            everyone = called_now(
                {person: settings_from(people.get(person)) for person in begun.players}, now
            )
            public = replace(public, data={**public.data, CALLS: everyone})
        return _Opening((public, *direct), mover)

    async def _roll(
        self, tables: Tables, record: MatchRecord, state: State, number: int, now: datetime
    ) -> tuple[State, list[PlyRecord], MatchRecord]:
        if not state.is_chance:
            return state, [], record
        stored = await tables.matches.seed(record.id)
        # Not every game with dice begins with a roll: the secret is drawn before the first one.
        seed = await self._commit(tables, record.id) if stored is None else Seed.from_hex(stored)
        reached, rolls = _rolled(seed, record.id, state, number, now)
        return reached, rolls, replace(record, commitment=seed.commitment)

    async def _commit(self, tables: Tables, match: int) -> Seed:
        seed = Seed.draw(self._unit_of_work.chance)
        await tables.matches.set_seed(match, seed.hex, seed.commitment)
        return seed


def _after(offers: Offers, ply: PlyRecord) -> Offers:
    if ply.automatic is not None or ply.seat is None:
        return offers.after_automatic_ply()
    return offers.after_ply(ply.seat)


def _first_turn(
    begun: _Begun, state: State, people: Mapping[int, PersonSettingsRecord], now: datetime, *, waits: bool
) -> TurnBegun:
    mover = None if state.turn is None else begun.players[state.turn]
    habits = settings_from(None if mover is None else people.get(mover))
    return first_turn(begun.clock, len(begun.players), state.turn, habits, now, waits=waits)


def _calls(notice: NewNotice, tell: Tell, mover: int | None) -> list[NewNotice]:
    """Return a public notice that calls the one to act, and the one to himself where he wants that."""
    return also_to(replace(notice, data={**notice.data, TELL: tell.value}), mover, tell)


def _rolled(
    seed: Seed, match: int, state: State, number: int, now: datetime
) -> tuple[State, list[PlyRecord]]:
    """Return the state in which a player acts, and the plies of chance after ply `number` that lead there."""
    rolls: list[PlyRecord] = []
    while state.is_chance:
        number += 1
        move = seed.roll(match, number, state.chances())
        rolls.append(PlyRecord(number, None, move.text, now))
        state = state.play(move)
    return state, rolls
