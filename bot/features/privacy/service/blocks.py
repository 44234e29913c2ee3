"""Blocks: a person prevents further contact with another person."""

from dataclasses import replace
from functools import partial
from typing import Final

from bot.features.challenges.service.challenge_answers import ChallengeAnswers
from bot.features.matches.service.offers.offer_changes import change_offers
from bot.features.privacy.service.request_actions import PrivacyAction
from bot.kernel.transactions.unit_of_work import Transaction, UnitOfWork
from bot.model.challenges.challenge import NO_THANKS, Challenge, ChallengeStatus
from bot.model.events.events import ChallengeChanged
from bot.model.match.offers.offer_rules import Offers
from bot.model.people.person import Person, Request
from bot.model.refusal import Refusal
from bot.repositories.challenges import ChallengeRepository
from bot.repositories.matches.matches import MatchRepository
from bot.repositories.people.blocks import BlockRepository
from bot.repositories.records.outbox import RequestRecord
from data.session import Session

MAX_BLOCKED: Final = 25
"""The most blocks of a person: as many as fit into a menu."""


class Blocks:
    """Blocks between people. A blocked person only notices that nothing new starts with the other.

    Running games continue; `BlockedGames` lets the blocker leave them.
    """

    def __init__(self, unit_of_work: UnitOfWork, challenge_answers: ChallengeAnswers) -> None:
        self._unit_of_work = unit_of_work
        self._challenge_answers = challenge_answers

    async def of(self, person: int) -> tuple[int, ...]:
        """Return the people that a person blocks."""
        async with self._unit_of_work.store.read() as session:
            return await session.of(BlockRepository).by(person)

    async def block(self, request: Request, other: Person) -> tuple[int, ...]:
        """Block a person; return all people blocked by the requester.

        Open challenges between the two are closed, shared open tables are left, and the other's offers in
        their running matches lapse. Raises Refusal: "block-yourself", "too-many-blocked".
        """
        person = request.person.id
        if other.id == person:
            raise Refusal("block-yourself")

        async def act(tx: Transaction) -> tuple[int, ...]:
            now = self._unit_of_work.clock()
            await self._drop_offers(tx, person, other.id)
            await self._separate(tx, person, other.id)
            await self._unit_of_work.people.record_seen_in(tx, request.person)
            await self._unit_of_work.people.record_mentioned(tx, other)
            before = await tx.of(BlockRepository).by(person)
            if other.id not in before and len(before) >= MAX_BLOCKED:
                raise Refusal("too-many-blocked", limit=str(MAX_BLOCKED))
            await tx.of(BlockRepository).add(person, other.id, now)
            return await tx.of(BlockRepository).by(person)

        blocked = await self._unit_of_work.once(request, PrivacyAction.BLOCK, person, act, _blocked_people)
        self._unit_of_work.people.forget(other.id)
        return blocked

    async def unblock(self, request: Request, other: int) -> tuple[int, ...]:
        """Unblock a person; return the people still blocked. Raises Refusal: "not-blocked"."""
        person = request.person.id

        async def act(tx: Transaction) -> tuple[int, ...]:
            if other not in await tx.of(BlockRepository).by(person):
                raise Refusal("not-blocked")
            await tx.of(BlockRepository).remove(person, other)
            return await tx.of(BlockRepository).by(person)

        return await self._unit_of_work.once(request, PrivacyAction.UNBLOCK, person, act, _blocked_people)

    async def _drop_offers(self, tx: Transaction, person: int, other: int) -> None:
        """Drop the other's open offers in shared matches; they lapse."""
        for match_id in await tx.of(MatchRepository).running_match_ids(person):
            match = await tx.of(MatchRepository).lock(match_id)
            if match is None:
                continue
            for seat in range(len(match.players)):
                if match.person_at(seat) == other:
                    await change_offers(tx, match, partial(_without, seat))

    async def _separate(self, tx: Transaction, person: int, other: int) -> None:
        """Close the open challenges between two people, and separate them at open tables."""
        for number in sorted(challenge.id for challenge in await tx.of(ChallengeRepository).open_of(person)):
            challenge = await tx.of(ChallengeRepository).lock(number)
            if challenge is None or not challenge.open:
                continue
            if challenge.lobby:
                await _leave_table(tx, challenge, person, other)
            elif {challenge.challenger, challenge.opponent} == {person, other}:
                if challenge.challenger == person:
                    await self._challenge_answers.close_unplayed(tx, challenge, ChallengeStatus.WITHDRAWN)
                else:
                    await self._challenge_answers.close_unplayed(
                        tx, challenge, ChallengeStatus.DECLINED, NO_THANKS
                    )


async def _leave_table(tx: Transaction, challenge: Challenge, person: int, other: int) -> None:
    """Remove the other person from the blocker's table, or the blocker from any other shared table."""
    leaver = other if challenge.challenger == person else person
    people = {guest.person for guest in challenge.guests}
    if {person, other} <= people:
        await tx.of(ChallengeRepository).save(challenge, challenge.without(leaver))
        tx.record(ChallengeChanged(challenge.id))


async def _blocked_people(session: Session, record: RequestRecord) -> tuple[int, ...]:
    return await session.of(BlockRepository).by(record.player)


def _without(seat: int, offers: Offers) -> Offers:
    return replace(offers, open=tuple(offer for offer in offers.open if offer.seat != seat))
