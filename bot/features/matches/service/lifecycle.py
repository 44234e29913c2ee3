"""The lifecycle of a match: start, chance plies, end, and the series' next match."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Final

from bot.features.matches.domain import changes
from bot.features.matches.domain.changes import Leaving
from bot.features.matches.domain.match_times import TurnBegun, first_turn
from bot.features.matches.service.offers.offer_changes import change_offers, without_open_offers
from bot.features.matches.service.series import options_of
from bot.kernel.outbox.recorded import RecordedInMatch
from bot.kernel.transactions.unit_of_work import Transaction, UnitOfWork
from bot.model.challenges.challenge import Challenge
from bot.model.events.events import (
    DeadlineMoved,
    EndCause,
    MatchEnded,
    MatchStarted,
    PlyPlayed,
    SeriesEnded,
    SeriesGame,
)
from bot.model.match.dice import Seed
from bot.model.match.dice_leaf import DiceLeaf
from bot.model.match.log_entry import LogEntry
from bot.model.match.match import WITHOUT_RESULT, Match, MatchStatus
from bot.model.match.offers.offer_rules import AgreedOffer, Offers
from bot.model.match.substitutions import successor
from bot.model.match.timing import Timing
from bot.model.people.person import Place
from bot.model.people.person_settings import USUAL, PersonSettings
from bot.model.people.players import HumanPlayer, Player, people_among, person_of
from bot.model.time.clocks import ClockChoice
from bot.repositories.challenges import ChallengeRepository
from bot.repositories.matches.conditional_moves import ConditionalMoveRepository
from bot.repositories.matches.match_log import MatchLogRepository
from bot.repositories.matches.matches import MatchRepository
from bot.repositories.matches.substitutions import SubstitutionRepository
from bot.repositories.people.person_settings import PersonSettingsRepository
from bot.repositories.servers.servers import ServerRepository
from rules.contract import Outcome, State
from rules.contract.capabilities import leaves_to_chance, series_of
from rules.contract.series import TieBreak


@dataclass(frozen=True, slots=True)
class ReachedState:
    """A state within a transaction, with its ply count and its match."""

    match: Match
    state: State
    number: int


@dataclass(frozen=True, slots=True)
class TakenOver:
    """The first plies of another match, and the resulting state."""

    plies: tuple[LogEntry, ...]
    reached: State


@dataclass(frozen=True, slots=True)
class _NewMatch:
    """The start of a match; `players` are by seat, `number` is its place in its challenge.

    `seed` is the secret behind the challenge's commitment, None to draw one now. In a tournament `leaf` is
    its place in a tree of seeds. `words` are digests of people's words on which the dice depend.
    """

    challenge: int
    number: int
    key: str
    options: Mapping[str, str]
    players: tuple[Player, ...]
    place: Place
    tie_break: TieBreak | None
    clock: ClockChoice
    seed: Seed | None = None
    leaf: DiceLeaf | None = None
    words: Mapping[int, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _Opening:
    """The event of a match's start or of its series' end, and the person with the first move."""

    recorded: RecordedInMatch | None = None
    mover: int | None = None


_NO_OPENING: Final = _Opening()


class MatchLifecycle:
    """Changes matches and writes their notices, within the caller's transaction."""

    def __init__(self, unit_of_work: UnitOfWork) -> None:
        self._unit_of_work = unit_of_work

    async def begin(
        self,
        tx: Transaction,
        challenge: Challenge,
        players: tuple[Player, ...],
        now: datetime,
        words: Mapping[int, str],
    ) -> None:
        """Start a challenge's match, or the first match of its series.

        `words` are digests of people's words on which the dice depend.
        """
        seed = await tx.of(ChallengeRepository).seed(challenge.id)
        new_match = _NewMatch(
            challenge=challenge.id,
            number=1,
            key=challenge.terms.key,
            options=challenge.terms.options,
            players=players,
            place=challenge.place,
            tie_break=challenge.terms.tie_break,
            clock=challenge.terms.clock,
            seed=None if seed is None else Seed.from_hex(seed),
            leaf=challenge.leaf,
            words=words,
        )
        opening = await self._begin(tx, new_match, now)
        if opening.recorded is not None:
            tx.record_in(opening.recorded.match, opening.recorded.event)

    async def begin_practice(
        self,
        tx: Transaction,
        challenge: Challenge,
        players: tuple[Player, ...],
        now: datetime,
        taken_over: TakenOver | None = None,
    ) -> Match:
        """Start a match with engines, after the plies `taken_over` from another match, if any.

        Its dice depend on its own secret only.
        """
        new_match = _NewMatch(
            challenge=challenge.id,
            number=1,
            key=challenge.terms.key,
            options=challenge.terms.options,
            players=players,
            place=challenge.place,
            tie_break=None,
            clock=challenge.terms.clock,
        )
        opening = await self._begin(tx, new_match, now)
        if opening.recorded is None:
            raise ValueError("a match that begins is told")
        match = opening.recorded.match
        tx.record_in(match, opening.recorded.event)
        sealed = await tx.of(MatchRepository).secret_of(match.id)
        if sealed is not None:
            dice = Seed.from_hex(sealed)
            await tx.of(MatchRepository).set_seed(match.id, dice.hex, dice.commitment)
        if taken_over is None or not taken_over.plies:
            return await self.roll(tx, match, now)
        before, match = match, changes.take_over(match, taken_over.reached, len(taken_over.plies), now)
        await self._append(tx, before, match, taken_over.plies)
        # Not `roll`, which caches states by match id: after a rollback another match gets this id.
        return await self._roll_from(tx, match, taken_over.reached, now)

    async def roll(self, tx: Transaction, match: Match, now: datetime) -> Match:
        """Append the rolls that a running match waits for, if its seed is known."""
        state = await self._unit_of_work.positions.at(tx, match, match.plies)
        return await self._roll_from(tx, match, state, now)

    async def _roll_from(self, tx: Transaction, match: Match, state: State, now: datetime) -> Match:
        reached, rolls, match = await self._roll(tx, match, state, match.plies, now)
        if not rolls:
            return match
        rolled, event = changes.roll(match, reached, match.plies + len(rolls), now)
        await self._append(tx, match, rolled, rolls)
        tx.record_in(match, event)
        return rolled

    async def append_ply(
        self,
        tx: Transaction,
        match: Match,
        before: State,
        ply: LogEntry,
        after: State,
        leaving: Leaving | None = None,
        *,
        by: int | None,
    ) -> ReachedState:
        """Append a player's ply, from `before` to `after`, and its consequences.

        `leaving` is the reason for a departure; `by` is the seat that caused it and needs no notice. All
        plies of players go through here, except departures from matches that cannot be replayed. Drops the
        offers that the ply ends; the caller handles the effects of a departure on offers.
        """
        state, rolls, match = await self._roll(tx, match, after, ply.number, ply.played)
        number = ply.number + len(rolls)
        after_ply, event = changes.play(match, ply, before, state, number, leaving, by=by)
        await self._append(tx, match, after_ply, [ply, *rolls])
        tx.record_in(match, event)
        if state.outcome is None:
            if leaving is None:
                after_ply = await change_offers(tx, after_ply, lambda offers: _offers_after(offers, ply))
            return ReachedState(after_ply, state, number)
        final = await self.end(tx, after_ply, state.outcome, event, ply.played, by=by, before=ply.number - 1)
        return ReachedState(final, state, number)

    async def leave_unplayable(
        self, tx: Transaction, match: Match, ply: LogEntry, leaving: Leaving, *, by: int | None
    ) -> Match:
        """Append a departure from a match that the rules in force cannot replay."""
        after, event = changes.leave_unplayable(match, ply, leaving, by=by)
        await self._append(tx, match, after, [ply])
        tx.record_in(match, event)
        return after

    async def take_back(
        self,
        tx: Transaction,
        match: Match,
        settled: AgreedOffer,
        now: datetime,
        *,
        free: bool,
        begun: TurnBegun | None = None,
    ) -> Match:
        """Undo the plies of an agreed take-back; rolls at the same ply numbers come out the same again.

        Drops undelivered notices of undone plies and deletes plans for undone positions. `begun` are the
        times of a turn that continues instead of restarting.
        """
        keep = match.plies if settled.keep is None else settled.keep
        state = await self._unit_of_work.positions.at(tx, match, keep)
        undone = await tx.of(MatchLogRepository).plies(match.id, keep, match.plies)
        cut, event = changes.take_back(match, settled, state, keep, undone, now, free=free, begun=begun)
        await tx.of(MatchLogRepository).cut(match.id, keep, cut.taken_back, now)
        await tx.of(MatchRepository).save(match, cut)
        await self.forget_conditional_moves(tx, match)
        tx.record_in(match, event)
        return replace(cut, planned=False)

    async def forget_conditional_moves(self, tx: Transaction, match: Match) -> Match:
        """Delete the players' plans, whose positions cannot occur any more."""
        if match.planned:
            await tx.of(ConditionalMoveRepository).write(match.id, {})
        return replace(match, planned=False)

    @staticmethod
    async def _append(tx: Transaction, before: Match, after: Match, entries: Sequence[LogEntry]) -> None:
        """Append log entries, and save the match."""
        await tx.of(MatchLogRepository).append(before.id, entries)
        await tx.of(MatchRepository).save(before, after)

    async def end(
        self,
        tx: Transaction,
        match: Match,
        outcome: Outcome,
        last: PlyPlayed | EndCause,
        now: datetime,
        *,
        by: int | None,
        before: int | None = None,
        resigned: int | None = None,
    ) -> Match:
        """End a match, by its `last` ply or outside the rules.

        In a series the next match starts or the series ends; a match without a result ends its series.
        Everyone who still played after `before` plies gets a notice, except the seat `by`, which caused the
        end. Open offers and plans are dropped. The returned match has its seed, which is no longer secret.
        """
        final = match.end(outcome, now, resigned)
        await tx.of(MatchRepository).save(match, final)
        final = await change_offers(tx, final, without_open_offers)
        final = await self.forget_conditional_moves(tx, final)
        opening = _NO_OPENING
        if match.tie_break is not None:
            opening = await self._continue_series(tx, match, now, counts=outcome.reason not in WITHOUT_RESULT)
        plies = match.plies if before is None else before
        tx.record_in(
            match,
            MatchEnded(
                match=match.id,
                plies=match.plies,
                outcome=outcome,
                last=last,
                by=by,
                left=frozenset(seat for seat, number in match.departures if number <= plies),
                turn=match.turn,
                next_turn=opening.mover,
                timed=match.timing.deadline_mentioned,
                rated=match.rated,
            ),
        )
        if opening.recorded is not None:
            tx.record_in(opening.recorded.match, opening.recorded.event)
        if match.commitment is None:
            return final
        sealed = await tx.of(MatchRepository).secret_of(match.id)
        return replace(final, seed=sealed or await tx.of(MatchRepository).seed(match.id))

    async def keep_time(self, tx: Transaction, match: Match, timing: Timing) -> Match:
        """Store a running match's new times within a turn; a new deadline also changes its boards."""
        if timing == match.timing:
            return match
        updated, before = replace(match, timing=timing), match.timing
        await tx.of(MatchRepository).save(match, updated)
        if (timing.deadline, timing.claimable) != (before.deadline, before.claimable):
            event = DeadlineMoved(match.id, match.plies, match.turn, match.timing.deadline_mentioned)
            tx.record_in(match, event)
        return updated

    async def _continue_series(
        self, tx: Transaction, match: Match, now: datetime, *, counts: bool
    ) -> _Opening:
        """Start the series' next match, or end the series. A match that does not count ends it."""
        game = self._unit_of_work.games[match.key]
        series = series_of(game)
        if series is None or match.number >= series.games or not counts:
            event = SeriesEnded(match.id, match.plies, match.challenge)
            return _Opening(RecordedInMatch(event, match))
        number = match.number + 1
        first = (await tx.of(MatchRepository).of_challenge(match.challenge))[0]
        handovers = await tx.of(SubstitutionRepository).handovers_in(match.challenge)
        players = tuple(
            HumanPlayer(successor(player.id, handovers)) if isinstance(player, HumanPlayer) else player
            for player in first.players
        )
        new_match = _NewMatch(
            challenge=match.challenge,
            number=number,
            key=match.key,
            options=options_of(series, game, first, number),
            players=series.seats(players, number),
            place=match.place,
            tie_break=match.tie_break,
            clock=match.clock,
        )
        return await self._begin(tx, new_match, now)

    async def _begin(self, tx: Transaction, new_match: _NewMatch, now: datetime) -> _Opening:
        """Start a match; the caller records the events."""
        game = self._unit_of_work.games[new_match.key]
        first = game.new(new_match.options, players=len(new_match.players))
        people = await tx.of(PersonSettingsRepository).of(people_among(new_match.players))
        server_is_gone = new_match.place.server is not None and await tx.of(ServerRepository).is_gone(
            new_match.place.server
        )
        turn = _first_turn(new_match, first, people, now, waits=server_is_gone)
        seed, words = None, None
        if leaves_to_chance(game):
            seed = new_match.seed or Seed.draw(self._unit_of_work.chance)
            words = tuple(
                new_match.words[person]
                for person in people_among(new_match.players)
                if person in new_match.words
            )
        match = Match(
            id=0,
            key=new_match.key,
            options=new_match.options,
            players=new_match.players,
            place=new_match.place,
            thread=None,
            status=MatchStatus.RUNNING,
            plies=0,
            turn=first.turn,
            outcome=None,
            resigned=None,
            board=None,
            created=now,
            updated=now,
            challenge=new_match.challenge,
            timing=turn.timing,
            number=new_match.number,
            position=first.position,
            commitment=None if seed is None else seed.short_commitment,
            words=words,
            leaf=new_match.leaf,
            rules=game.versions[-1].number,
            settings=tuple(_settings(people, player) for player in new_match.players),
        )
        match = replace(match, id=await tx.of(MatchRepository).add(match, None if seed is None else seed.hex))
        series = (
            SeriesGame(new_match.challenge, new_match.number) if new_match.tie_break is not None else None
        )
        started = MatchStarted(match.id, 0, first.turn, turn.tell, series)
        to_move = None if first.turn is None else person_of(new_match.players[first.turn])
        return _Opening(RecordedInMatch(started, match), to_move)

    async def _roll(
        self, tx: Transaction, match: Match, state: State, number: int, now: datetime
    ) -> tuple[State, list[LogEntry], Match]:
        """Roll until a player is to move; return the state, the rolls and the match; none while sealed."""
        if not state.is_chance:
            return state, [], match
        seed = await self._dice(tx, match)
        if seed is None:
            return state, [], match
        reached, rolls = _roll(seed, match.id, state, number, now)
        return reached, rolls, match

    async def _dice(self, tx: Transaction, match: Match) -> Seed | None:
        """Return the seed of a match's rolls, mixed and stored on first use; None while it is sealed."""
        stored = await tx.of(MatchRepository).seed(match.id)
        if stored is not None:
            return Seed.from_hex(stored)
        sealed, beacon = await tx.of(MatchRepository).secret_of(match.id), match.beacon
        if sealed is None or beacon is None:
            return None
        dice = Seed.from_hex(sealed).mix(beacon)
        await tx.of(MatchRepository).set_seed(match.id, dice.hex, dice.commitment)
        return dice


def _offers_after(offers: Offers, ply: LogEntry) -> Offers:
    if ply.automatic is not None or ply.seat is None:
        return offers.after_automatic_ply()
    return offers.after_ply(ply.seat)


def _first_turn(
    new_match: _NewMatch, state: State, people: Mapping[int, PersonSettings], now: datetime, *, waits: bool
) -> TurnBegun:
    settings = _settings(people, None if state.turn is None else new_match.players[state.turn])
    return first_turn(new_match.clock, len(new_match.players), state.turn, settings, now, waits=waits)


def _settings(people: Mapping[int, PersonSettings], player: Player | None) -> PersonSettings:
    person = person_of(player)
    return USUAL if person is None else people.get(person, USUAL)


def _roll(seed: Seed, match: int, state: State, number: int, now: datetime) -> tuple[State, list[LogEntry]]:
    """Return the next state in which a player acts, and the chance plies from `number` + 1 up to it."""
    rolls: list[LogEntry] = []
    while state.is_chance:
        number += 1
        move = seed.roll(match, number, state.chances())
        rolls.append(LogEntry(number, None, move.text, now))
        state = state.play(move)
    return state, rolls
