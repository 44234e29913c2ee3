"""The lifecycle of a match: it begins, chance acts whenever it is its turn, it ends, the next one begins."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Final

from bot.play.domain.challenges import Challenge
from bot.play.domain.events import (
    DeadlineMoved,
    DiceRolled,
    EndCause,
    MatchEnded,
    MatchHeader,
    MatchStarted,
    PliesTakenBack,
    PlyPlayed,
    SeriesEnded,
    SeriesGame,
    UndoneText,
)
from bot.play.domain.match.dice import Seed
from bot.play.domain.match.offer_rules import Offers, Settled
from bot.play.domain.matches import WITHOUT_RESULT, Automatic, MatchStatus
from bot.play.domain.people import Place
from bot.play.domain.players import Human, Player, people_among, person_of
from bot.play.domain.substitutions import successor
from bot.play.matches.offer_changes import change_offers, none_left
from bot.play.matches.series import options_of
from bot.play.storage.mappers import (
    beacon_of,
    handovers_in,
    header_of,
    place_of,
    players_of,
    stored_outcome,
    stored_players,
)
from bot.play.storage.match_times import Begun as TurnBegun
from bot.play.storage.match_times import after_ply, after_take_back, first_turn, was_timed
from bot.play.storage.person_settings import PersonSettings, settings_from
from bot.play.storage.undo_point import stored_undo_point
from bot.play.storage.unit_of_work import Transaction, UnitOfWork
from data.records import (
    MatchRecord,
    PersonSettingsRecord,
    PlyRecord,
    TimingRecord,
)
from rules.contract import Outcome, State
from rules.contract.capabilities import leaves_to_chance, series_of


@dataclass(frozen=True, slots=True)
class Reached:
    """A state reached within a transaction, with its number of plies and what is known of the game then."""

    record: MatchRecord
    state: State
    number: int


@dataclass(frozen=True, slots=True)
class _Begun:
    """What a match begins with; `players` are by seat, `number` is its own within the challenge.

    `seed` is the secret that was committed to with the challenge; without one it is drawn now. `words` are
    digests of words of people that the dice are to depend on.
    """

    challenge: int
    number: int
    key: str
    options: Mapping[str, str]
    players: tuple[Player, ...]
    place: Place
    in_series: bool
    clock: str
    seed: Seed | None = None
    words: Mapping[int, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _Opening:
    """What happens after the end of a match, and the person who has the first turn of the next one."""

    event: MatchStarted | SeriesEnded | None = None
    called: int | None = None


_NOTHING: Final = _Opening()
_CALLED_ANEW: Final = timedelta(minutes=5)
"""After what time a first roll calls who has the first turn, though the start has."""


@dataclass(frozen=True, slots=True)
class Leaving:
    """Why a ply is that of someone who leaves: their time was up, which somebody may have claimed."""

    timed_out: bool = False
    claimed_by: int | None = None


class MatchLifecycle:
    """Writes what happens to matches, with the notices of it, within transactions of others."""

    def __init__(self, unit_of_work: UnitOfWork) -> None:
        self._unit_of_work = unit_of_work

    async def begin(
        self,
        tx: Transaction,
        challenge: Challenge,
        players: tuple[int, ...],
        now: datetime,
        words: Mapping[int, str],
    ) -> None:
        """Begin the match, or the first match of the series, that a challenge leads to.

        `words` are digests of words of people that the dice are to depend on.
        """
        seed = await tx.challenges.seed(challenge.id)
        begun = _Begun(
            challenge=challenge.id,
            number=1,
            key=challenge.key,
            options=challenge.options,
            players=tuple(map(Human, players)),
            place=challenge.place,
            in_series=challenge.series is not None,
            clock=str(challenge.clock),
            seed=None if seed is None else Seed.from_hex(seed),
            words=words,
        )
        opening = await self._begin(tx, begun, now)
        if opening.event is not None:
            tx.record(opening.event)

    async def roll(self, tx: Transaction, record: MatchRecord, now: datetime) -> MatchRecord:
        """Let chance act in a running match as soon as its dice are known, if it has waited for them."""
        state = await self._unit_of_work.positions.at(tx, record, record.plies)
        reached, rolls, record = await self._roll(tx, record, state, record.plies, now)
        if not rolls:
            return record
        begun = after_ply(record, reached.turn, now, played=False)
        await self._append(tx, record.id, rolls, reached.turn, reached.position, begun.timing)
        plies = record.plies + len(rolls)
        # The start has called everyone, that of a later match of a series nobody.
        just_called = not record.plies and record.number == 1 and now - record.created < _CALLED_ANEW
        tx.record(
            DiceRolled(
                header_of(record), record.plies, plies, reached.turn, begun.tell, calls=not just_called
            )
        )
        return replace(
            record,
            plies=plies,
            turn=reached.turn,
            position=reached.position,
            timing=begun.timing,
            updated=now,
        )

    async def go_on(
        self,
        tx: Transaction,
        record: MatchRecord,
        before: State,
        ply: PlyRecord,
        after: State,
        leaving: Leaving | None = None,
        *,
        by: int | None,
    ) -> Reached:
        """Append a player's ply, which leads from `before` to `after`, and what follows from it.

        `leaving` says why it is that of someone who leaves; `by` is the seat whose doing it is and who knows
        of it. Every ply of a player goes through here: so does their clock.
        The offers it makes lapse are gone; what follows from a leaving for offers is the caller's to see to.
        """
        if ply.seat is None:
            raise ValueError("a ply of chance is no player's")
        now, automatic = ply.played, None if ply.automatic is None else Automatic(ply.automatic)
        state, rolls, record = await self._roll(tx, record, after, ply.number, now)
        begun = after_ply(record, state.turn, now, played=leaving is None, automatic=automatic is not None)
        position, number = state.position, ply.number + len(rolls)
        undo = None
        if leaving is None and automatic is None and not rolls and state.turn is not None:
            undo = stored_undo_point(record, number, begun.timing)
        await self._append(tx, record.id, [ply, *rolls], state.turn, position, begun.timing, undo)
        played = PlyPlayed(
            match=header_of(record),
            since=record.plies,
            plies=number,
            seat=ply.seat,
            move=ply.text,
            before=before.turn,
            turn=state.turn,
            tell=begun.tell,
            by=by,
            automatic=automatic,
            left=leaving is not None,
            timed_out=leaving is not None and leaving.timed_out,
            claimed_by=None if leaving is None else leaving.claimed_by,
            timed=was_timed(record),
            ends_match=state.outcome is not None,
        )
        tx.record(played)
        record = replace(
            record,
            plies=number,
            turn=state.turn,
            position=position,
            timing=begun.timing,
            updated=now,
            undo=undo,
        )
        if state.outcome is None:
            if leaving is None:
                record = await change_offers(tx, record, lambda offers: _after(offers, ply))
            return Reached(record, state, number)
        ended = await self.end(tx, record, state.outcome, played, now, by=by, before=ply.number - 1)
        return Reached(ended, state, number)

    async def leave_unplayable(
        self, tx: Transaction, record: MatchRecord, ply: PlyRecord, leaving: Leaving, *, by: int | None
    ) -> MatchRecord:
        """Append the ply of someone who leaves a match that the rules in force cannot replay.

        Its position stays the stored one, and the turn is the next seat's that is left.
        """
        seats = len(record.players)
        gone = {seat for seat, _ in record.retired}
        turn = record.turn
        while turn is not None and turn in gone and len(gone) < seats:
            turn = (turn + 1) % seats
        begun = after_ply(record, turn, ply.played, played=False)
        await self._append(tx, record.id, [ply], turn, record.position, begun.timing)
        tx.record(
            PlyPlayed(
                match=header_of(record),
                since=record.plies,
                plies=ply.number,
                seat=ply.seat or 0,
                move=ply.text,
                before=record.turn,
                turn=turn,
                tell=begun.tell,
                by=by,
                automatic=None,
                left=True,
                timed_out=leaving.timed_out,
                claimed_by=leaving.claimed_by,
                timed=was_timed(record),
                ends_match=False,
            )
        )
        return replace(
            record, plies=ply.number, turn=turn, timing=begun.timing, updated=ply.played, undo=None
        )

    async def take_back(
        self,
        tx: Transaction,
        record: MatchRecord,
        settled: Settled,
        now: datetime,
        *,
        free: bool,
        begun: TurnBegun | None = None,
    ) -> MatchRecord:
        """Undo the plies a settled take-back says; plies of chance at the same numbers come again the same.

        What waits to tell of undone plies is not told, and plans for positions that are gone are forgotten.
        `begun` are the times of the turn where it goes on instead of beginning again.
        """
        keep = record.plies if settled.keep is None else settled.keep
        state = await self._unit_of_work.positions.at(tx, record, keep)
        undone = await tx.matches.plies(record.id, keep, record.plies)
        begun = begun or after_take_back(record, state.turn, now, settled.undone, free=free)
        await self._cut(tx, record, keep, state, now, begun.timing)
        await self.forget_conditional_moves(tx, record)
        tx.record(
            PliesTakenBack(
                match=header_of(record),
                since=record.plies,
                plies=keep,
                by=settled.seat,
                undone=tuple(UndoneText(ply.seat, ply.text) for ply in undone if ply.seat is not None),
                free=free,
                before=record.turn,
                turn=state.turn,
                tell=begun.tell,
                timed=was_timed(record),
            )
        )
        return replace(
            record,
            plies=keep,
            turn=state.turn,
            position=state.position,
            updated=now,
            taken_back=record.taken_back + 1,
            planned=False,
            timing=begun.timing,
            undo=None,
        )

    async def forget_conditional_moves(self, tx: Transaction, record: MatchRecord) -> MatchRecord:
        """Forget what players have planned, as the position it was for will not come any more."""
        if record.planned:
            await tx.conditional_moves.write(record.id, {})
        return replace(record, planned=False)

    @staticmethod
    async def _append(
        tx: Transaction,
        game: int,
        plies: Sequence[PlyRecord],
        turn: int | None,
        position: str,
        timing: TimingRecord,
        undo: Mapping[str, object] | None = None,
    ) -> None:
        """Append plies of any kind, what they lead to, and its times: the one place where logs grow."""
        await tx.matches.add_plies(game, plies, turn=turn, position=position, timing=timing, undo=undo)

    @staticmethod
    async def _cut(
        tx: Transaction, record: MatchRecord, keep: int, state: State, now: datetime, timing: TimingRecord
    ) -> None:
        """Undo the plies after the first `keep`, which lead to `state`: the one place where a log shrinks."""
        number = record.taken_back + 1
        await tx.undone_plies.undo(record.id, keep, number, now, turn=state.turn, position=state.position)
        await tx.matches.keep_time(record.id, timing)

    async def end(
        self,
        tx: Transaction,
        record: MatchRecord,
        outcome: Outcome,
        last: PlyPlayed | EndCause,
        now: datetime,
        *,
        by: int | None,
        before: int | None = None,
        resigned: int | None = None,
    ) -> MatchRecord:
        """End a match, by its `last` ply or for a cause of its own.

        Where it is one of a series, the next begins or the series ends; a match without a result ends its
        series. Everyone hears of it who still played after `before` plies, but not who sits on `by`: it is
        their doing. Offers lapse and conditional moves are forgotten. Return what is known of it then: its
        seed may be told.
        """
        await tx.matches.finish(record.id, stored_outcome(outcome), now, resigned=resigned)
        record = await change_offers(tx, record, none_left)
        record = await self.forget_conditional_moves(tx, record)
        follows = _NOTHING
        if record.tie_break is not None:
            follows = await self._follow(tx, record, now, counts=outcome.reason not in WITHOUT_RESULT)
        known = record.plies if before is None else before
        tx.record(
            MatchEnded(
                match=header_of(record),
                plies=record.plies,
                outcome=outcome,
                last=last,
                by=by,
                left=frozenset(seat for seat, number in record.retired if number <= known),
                turn=record.turn,
                next_turn=follows.called,
                timed=was_timed(record),
                rated=record.rated,
            ),
            *([] if follows.event is None else [follows.event]),
        )
        ended = replace(
            record,
            status=MatchStatus.FINISHED,
            turn=None,
            outcome=stored_outcome(outcome),
            resigned=resigned,
            updated=now,
            timing=replace(record.timing, deadline=None, claimable=False, due=None),
        )
        if record.commitment is None:
            return ended
        sealed = await tx.matches.sealed(record.id)
        return replace(ended, seed=sealed or await tx.matches.seed(record.id))

    async def keep_time(self, tx: Transaction, record: MatchRecord, timing: TimingRecord) -> MatchRecord:
        """Write the times of a running match in a turn that goes on; its boards tell of a new deadline."""
        if timing == record.timing:
            return record
        await tx.matches.keep_time(record.id, timing)
        was = record.timing
        if (timing.deadline, timing.claimable) != (was.deadline, was.claimable):
            moved = DeadlineMoved(header_of(record), record.plies, record.turn, was_timed(record))
            tx.record(moved)
        return replace(record, timing=timing)

    async def _follow(self, tx: Transaction, record: MatchRecord, now: datetime, *, counts: bool) -> _Opening:
        game = self._unit_of_work.games[record.key]
        series = series_of(game)
        if series is None or record.number >= series.games or not counts:
            return _Opening(SeriesEnded(header_of(record), record.plies, record.challenge))
        number = record.number + 1
        first = (await tx.matches.of_challenge(record.challenge))[0]
        handovers = await handovers_in(tx, record.challenge)
        players = tuple(
            Human(successor(player.id, handovers)) if isinstance(player, Human) else player
            for player in players_of(first)
        )
        begun = _Begun(
            challenge=record.challenge,
            number=number,
            key=record.key,
            options=options_of(series, game, first, number),
            players=series.seats(players, number),
            place=place_of(record),
            in_series=True,
            clock=record.clock,
        )
        return await self._begin(tx, begun, now)

    async def _begin(self, tx: Transaction, begun: _Begun, now: datetime) -> _Opening:
        """Begin a match; what is told of that is the caller's to write."""
        game = self._unit_of_work.games[begun.key]
        first = game.new(begun.options, players=len(begun.players))
        people = await tx.person_settings.of(people_among(begun.players))
        gone = begun.place.server is not None and await tx.servers.is_gone(begun.place.server)
        turn = _first_turn(begun, first, people, now, waits=gone)
        match = await tx.matches.add(
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
            players=stored_players(begun.players),
            created=now,
            timing=turn.timing,
            rules=game.versions[-1].number,
        )
        if leaves_to_chance(game):
            seed = begun.seed or Seed.draw(self._unit_of_work.chance)
            words = [begun.words[person] for person in people_among(begun.players) if person in begun.words]
            await tx.matches.seal(match, seed.hex, seed.short_commitment, words)
        header = MatchHeader(
            match,
            begun.challenge,
            begun.place.channel,
            begun.players,
            tuple(_settings(people, player).preferences for player in begun.players),
            server=None if begun.place.private else begun.place.server,
            key=begun.key,
        )
        series = SeriesGame(begun.challenge, begun.number) if begun.in_series else None
        started = MatchStarted(header, 0, first.turn, turn.tell, series)
        return _Opening(started, None if first.turn is None else person_of(begun.players[first.turn]))

    async def _roll(
        self, tx: Transaction, record: MatchRecord, state: State, number: int, now: datetime
    ) -> tuple[State, list[PlyRecord], MatchRecord]:
        """Return the state after the plies of chance that follow one; none as long as the dice are sealed."""
        if not state.is_chance:
            return state, [], record
        seed = await self._dice(tx, record)
        if seed is None:
            return state, [], record
        reached, rolls = _rolled(seed, record.id, state, number, now)
        return reached, rolls, record

    async def _dice(self, tx: Transaction, record: MatchRecord) -> Seed | None:
        """Return what all rolls of a match follow from; None where that is not known yet."""
        stored = await tx.matches.seed(record.id)
        if stored is not None:
            return Seed.from_hex(stored)
        sealed, beacon = await tx.matches.sealed(record.id), beacon_of(record)
        if sealed is None or beacon is None:
            return None
        dice = Seed.from_hex(sealed).mixed(beacon)
        await tx.matches.set_seed(record.id, dice.hex, dice.commitment)
        return dice


def _after(offers: Offers, ply: PlyRecord) -> Offers:
    if ply.automatic is not None or ply.seat is None:
        return offers.after_automatic_ply()
    return offers.after_ply(ply.seat)


def _first_turn(
    begun: _Begun, state: State, people: Mapping[int, PersonSettingsRecord], now: datetime, *, waits: bool
) -> TurnBegun:
    settings = _settings(people, None if state.turn is None else begun.players[state.turn])
    return first_turn(begun.clock, len(begun.players), state.turn, settings, now, waits=waits)


def _settings(people: Mapping[int, PersonSettingsRecord], player: Player | None) -> PersonSettings:
    person = person_of(player)
    return settings_from(None if person is None else people.get(person))


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
