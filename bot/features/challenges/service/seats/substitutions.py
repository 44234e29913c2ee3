"""Offers of seats."""

from collections.abc import Awaitable, Callable, Collection
from dataclasses import replace
from datetime import datetime
from typing import Final

from bot.features.challenges.ports import OtherSeats
from bot.features.challenges.service.challenge_answers import ChallengeAnswers
from bot.features.challenges.service.request_actions import ChallengeAction
from bot.features.challenges.service.seats.seat_change import hand_over
from bot.features.matches.service.deadlines import ClockCheck, Deadlines
from bot.features.matches.service.load_match import lock_match, read_match
from bot.kernel.transactions.blocks import check_together
from bot.kernel.transactions.server_rules import check_allowed
from bot.kernel.transactions.unit_of_work import (
    RequestAction,
    RequestResult,
    Transaction,
    UnitOfWork,
    is_id,
)
from bot.model.events.events import SeatOfferClosed, SeatOffered
from bot.model.match.match import Match
from bot.model.match.permissions import check_running, check_seat_may_pass, seat_in
from bot.model.match.substitutions import LIFETIME, STALL, Substitution, SubstitutionStatus
from bot.model.people.person import Person, Place, Request
from bot.model.people.players import EnginePlayer
from bot.model.refusal import Refusal
from bot.model.servers.server_rules import AuditEntry
from bot.repositories.matches.matches import MatchRepository
from bot.repositories.matches.substitutions import SubstitutionRepository
from bot.repositories.people.people import PersonRepository
from bot.repositories.records.outbox import RequestRecord
from bot.repositories.servers.servers import ServerRepository
from data.session import Session

_Answer = Callable[[Transaction, Substitution, Match, datetime], Awaitable[None]]
_Check = Callable[[Transaction, Place], Awaitable[None]]
_Others = Callable[[Transaction, Substitution, Match], Awaitable[Collection[int]]]

SEAT_OFFER: Final = "seat-offer"
SEAT_CHANGE: Final = "seat-change"
"""The kinds of a server's log entries about seats."""


class Substitutions:
    """Offers and takes over seats. Every change locks the match."""

    def __init__(
        self,
        unit_of_work: UnitOfWork,
        challenge_answers: ChallengeAnswers,
        deadlines: Deadlines,
        other_seats: OtherSeats,
    ) -> None:
        self._other_seats = other_seats
        self._unit_of_work = unit_of_work
        self._challenge_answers = challenge_answers
        self._deadlines = deadlines

    async def offer(
        self, request: Request, match_id: int, substitute: Person | None = None, *, server: int | None = None
    ) -> Substitution:
        """Offer the person's seat in a running match, to `substitute` or to anyone.

        With `server`, an admin of that server offers the seat of the inactive player to move; the caller
        checks the admin's right. Raises Refusal: "not-your-game", "you-left", "game-over", "game-paused",
        "time-is-up", "seat-offered", "substitute-plays", "substitute-has-left", "practice-seat"; for admins
        "unknown-match" in another server and "seat-not-stalled".
        """

        async def act(tx: Transaction) -> Substitution:
            match = await lock_match(tx, match_id)
            now = self._unit_of_work.clock()
            if server is not None and match.place.server != server:
                raise Refusal("unknown-match")
            seat = seat_in(match, request.person.id) if server is None else None
            check_running(match)
            check_seat_may_pass(match)
            checked = await self._deadlines.check(tx, match, now)
            seat = _stalled_seat(checked, now) if seat is None else seat
            number = await self._add_offer(tx, request, checked.match, seat, substitute, now)
            return await _read(tx, number)

        async def answer(session: Session, record: RequestRecord) -> Substitution:
            return await _read(session, record.number or 0)

        substitution = await self._deadlines.in_time(
            request,
            match_id,
            lambda: self._unit_of_work.once(request, ChallengeAction.OFFER_SEAT, match_id, act, answer),
        )
        if substitute is not None:
            self._unit_of_work.people.forget(substitute.id)
        return substitution

    async def accept(self, request: Request, number: int) -> Substitution:
        """Take over an offered seat; in a tournament, in all games of its entrant.

        An admin's offer lapses if the player has moved since. Raises Refusal: "seat-closed",
        "seat-not-for-you", "substitute-plays", "substitute-has-left", "too-many-games", those of the server's
        rules, "game-paused".
        """
        person = request.person.id

        async def act(tx: Transaction, offer: Substitution, match: Match, now: datetime) -> None:
            if offer.wanted not in {None, person}:
                raise Refusal("seat-not-for-you")
            await _check_new(tx, match, person)
            match = (await self._deadlines.check(tx, match, now)).match
            if offer.by_admin and (match.turn, match.plies) != (offer.seat, offer.plies):
                await self._close(tx, offer, match, SubstitutionStatus.LAPSED, now)
                return
            others = await self._other_seats(tx, match, offer.leaver, person)
            opponents = {player for game in (match, *(game for game, _ in others)) for player in game.people}
            await self._unit_of_work.people.record_seen_in(tx, request.person)
            await tx.of(PersonRepository).lock({person})
            await self._challenge_answers.check_games(tx, person)
            await check_together(tx, person, opponents - {offer.leaver})
            await check_allowed(tx, match.place, match.key, request.person, ())
            pairs = [
                (match, offer),
                *[(game, await _offer_of(tx, game, seat, offer, now)) for game, seat in others],
            ]
            for game, seat_offer in pairs:
                tx.record_in(game, SeatOfferClosed(game.id, game.plies, seat_offer.id))
                await hand_over(tx, game, seat_offer, person, now)
                await _audit(tx, game, offer.offered_by, SEAT_CHANGE, now, offer.leaver, person)

        async def other_match_ids(tx: Transaction, offer: Substitution, match: Match) -> Collection[int]:
            return [game.id for game, _ in await self._other_seats(tx, match, offer.leaver, person)]

        return await self._answer(request, ChallengeAction.TAKE_SEAT, number, act, others=other_match_ids)

    async def accept_for_engine(
        self, request: Request, number: int, account: Person, level: int, check: _Check
    ) -> Substitution:
        """Seat an engine in a leaver's place, at the request of the only other player.

        `account` is the bot's; `check` checks within the transaction whether engines may play there. Raises
        Refusal: "seat-not-for-engine" if another substitute is wanted, several others would have to agree, or
        the match belongs to a series or a tournament, where an engine would play for a person's cup; and
        those of `accept`.
        """
        person = request.person.id

        async def act(tx: Transaction, offer: Substitution, match: Match, now: datetime) -> None:
            seat_in(match, person)
            if person == offer.leaver:
                raise Refusal("seat-not-for-you")
            if offer.wanted is not None or not can_pass_to_engine(match, offer):
                raise Refusal("seat-not-for-engine")
            if await self._challenge_answers.is_in_tournament(tx, match.challenge):
                raise Refusal("seat-not-for-engine")
            await check(tx, match.place)
            match = (await self._deadlines.check(tx, match, now)).match
            if offer.by_admin and (match.turn, match.plies) != (offer.seat, offer.plies):
                await self._close(tx, offer, match, SubstitutionStatus.LAPSED, now)
                return
            await self._unit_of_work.people.record_mentioned(tx, account)
            tx.record_in(match, SeatOfferClosed(match.id, match.plies, offer.id))
            await hand_over(tx, match, offer, account.id, now, EnginePlayer(match.key, level))
            await _audit(tx, match, offer.offered_by, SEAT_CHANGE, now, offer.leaver, account.id)

        return await self._answer(request, ChallengeAction.TAKE_SEAT, number, act)

    async def decline(self, request: Request, number: int) -> Substitution:
        """Decline an offered seat. Raises Refusal: "seat-closed", "seat-not-for-you"."""

        async def act(tx: Transaction, offer: Substitution, match: Match, now: datetime) -> None:
            if offer.wanted != request.person.id:
                raise Refusal("seat-not-for-you")
            await self._close(tx, offer, match, SubstitutionStatus.DECLINED, now)

        return await self._answer(request, ChallengeAction.DECLINE_SEAT, number, act)

    async def withdraw(self, request: Request, number: int) -> Substitution:
        """Withdraw the offer of a seat.

        Raises Refusal: "seat-closed", "seat-not-yours" for another person's offer.
        """

        async def act(tx: Transaction, offer: Substitution, match: Match, now: datetime) -> None:
            if offer.offered_by != request.person.id:
                raise Refusal("seat-not-yours")
            await self._close(tx, offer, match, SubstitutionStatus.WITHDRAWN, now)

        return await self._answer(request, ChallengeAction.WITHDRAW_SEAT, number, act)

    async def expire(self, number: int) -> None:
        """Expire an open offer at its deadline."""
        async with self._unit_of_work.write() as tx:
            substitution = await tx.of(SubstitutionRepository).get(number)
            match = None if substitution is None else await tx.of(MatchRepository).lock(substitution.match)
            offer = await tx.of(SubstitutionRepository).get(number)
            now = self._unit_of_work.clock()
            if match is not None and offer is not None and offer.open and offer.expires <= now:
                await self._close(tx, offer, match, SubstitutionStatus.LAPSED, now)

    async def get(self, number: int) -> Substitution:
        """Return a substitution. Raises Refusal: "seat-closed"."""
        async with self._unit_of_work.store.read() as session:
            return await _read(session, number)

    async def history(self, match_id: int) -> tuple[Substitution, ...]:
        """Return the accepted changes of a match's seats, in order."""
        async with self._unit_of_work.store.read() as session:
            return await session.of(SubstitutionRepository).accepted_in_match(match_id)

    async def _add_offer(
        self,
        tx: Transaction,
        request: Request,
        match: Match,
        seat: int,
        substitute: Person | None,
        now: datetime,
    ) -> int:
        leaver = match.person_at(seat)
        if leaver is None:
            raise Refusal("seat-not-yours")
        if any(offer.seat == seat for offer in await tx.of(SubstitutionRepository).open_of(match.id)):
            raise Refusal("seat-offered")
        await self._unit_of_work.people.record_seen_in(tx, request.person)
        if substitute is not None:
            await _check_new(tx, match, substitute.id)
            await check_together(tx, request.person.id, [substitute.id])
            await self._unit_of_work.people.record_mentioned(tx, substitute)
        offer = Substitution(
            id=0,
            match=match.id,
            seat=seat,
            leaver=leaver,
            offered_by=request.person.id,
            wanted=None if substitute is None else substitute.id,
            status=SubstitutionStatus.OPEN,
            plies=match.plies,
            made=now,
            expires=now + LIFETIME,
        )
        number = await tx.of(SubstitutionRepository).add(offer)
        tx.result = RequestResult(number)
        absent = None if request.person.id == leaver else seat
        tx.record_in(match, SeatOffered(match.id, match.plies, number, absent))
        if request.person.id != leaver:
            await _audit(tx, match, request.person.id, SEAT_OFFER, now, leaver)
        return number

    async def _answer(
        self,
        request: Request,
        action: RequestAction,
        number: int,
        act: _Answer,
        *,
        others: _Others | None = None,
    ) -> Substitution:
        """Run `act` once, with the match of an offer and those of `others` locked in order of id."""
        match_id = (await self.get(number)).match

        async def act_locked(tx: Transaction) -> Substitution:
            if others is not None:
                substitution = await _read(tx, number)
                further_ids = await others(tx, substitution, await read_match(tx, match_id))
                for locked_id in sorted({match_id, *further_ids}):
                    await lock_match(tx, locked_id)
            match = await lock_match(tx, match_id)
            offer = await tx.of(SubstitutionRepository).get(number)
            now = self._unit_of_work.clock()
            if offer is None or not offer.open or offer.expires <= now:
                raise Refusal("seat-closed")
            await act(tx, offer, match, now)
            return await _read(tx, number)

        async def answer(session: Session, _: RequestRecord) -> Substitution:
            return await _read(session, number)

        return await self._deadlines.in_time(
            request, match_id, lambda: self._unit_of_work.once(request, action, match_id, act_locked, answer)
        )

    @staticmethod
    async def _close(
        tx: Transaction,
        offer: Substitution,
        match: Match,
        status: SubstitutionStatus,
        now: datetime,
    ) -> None:
        await tx.of(SubstitutionRepository).settle(offer.id, status, now)
        tx.record_in(match, SeatOfferClosed(match.id, match.plies, offer.id))


def _stalled_seat(checked: ClockCheck, now: datetime) -> int:
    """Return the seat to move if its player is inactive. Raises Refusal: "seat-not-stalled"."""
    match = checked.match
    timing, away = match.timing, match.settings_at(match.turn).vacation.away(now)
    overdue = now - timing.since >= STALL and away is None
    if match.turn is None or not (checked.late or timing.stalled or overdue):
        raise Refusal("seat-not-stalled", days=str(STALL.days))
    return match.turn


def can_pass_to_engine(match: Match, offer: Substitution) -> bool:
    """Return whether an engine can take a seat: no series, and one other person stays and can agree."""
    staying = {match.person_at(seat) for seat in range(len(match.players)) if seat not in match.retired}
    return match.tie_break is None and len(staying - {None, offer.leaver}) == 1


async def _check_new(session: Session, match: Match, person: int) -> None:
    """Check that a person is new to a match. Raises Refusal: "substitute-plays", "substitute-has-left"."""
    if person in match.people:
        raise Refusal("substitute-plays")
    if any(
        substitution.leaver == person
        for substitution in await session.of(SubstitutionRepository).accepted_in_match(match.id)
    ):
        raise Refusal("substitute-has-left")


async def _offer_of(
    tx: Transaction, match: Match, seat: int, substitution: Substitution, now: datetime
) -> Substitution:
    """Return the open offer for a leaver's other seat, or a new one."""
    for offer in await tx.of(SubstitutionRepository).open_of(match.id):
        if offer.seat == seat:
            return offer
    offer = replace(substitution, id=0, match=match.id, seat=seat, plies=match.plies, made=now, message=None)
    return replace(offer, id=await tx.of(SubstitutionRepository).add(offer))


async def _audit(tx: Transaction, match: Match, by: int, what: str, now: datetime, *people: int) -> None:
    if match.place.server is not None:
        note = " ".join(map(str, people))
        await tx.of(ServerRepository).add_audit_entry(
            match.place.server, AuditEntry(now, by, what, match.id, note)
        )


async def _read(session: Session, number: int) -> Substitution:
    substitution = await session.of(SubstitutionRepository).get(number) if is_id(number) else None
    if substitution is None:
        raise Refusal("seat-closed")
    return substitution
