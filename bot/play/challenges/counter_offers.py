"""Counter-offers: a challenge answered with another one."""

from collections.abc import Mapping
from datetime import datetime
from typing import Final, Literal

from bot.play.challenges.challenge_answers import (
    ChallengeAnswers,
    check_free_terms,
    check_open,
    read_challenge,
)
from bot.play.challenges.challenge_terms import ChallengeTerms, check_terms
from bot.play.challenges.invitations import Invitations
from bot.play.domain.challenges import Challenge, ChallengeStatus, SeriesChoice
from bot.play.domain.people.person import Person, Request
from bot.play.domain.refusal import Refusal
from bot.play.domain.time.clocks import ClockChoice
from bot.play.repositories.challenges import ChallengeRepository
from bot.play.storage.unit_of_work import RequestAction, Transaction, UnitOfWork, is_id, told_apart
from data.records import RequestRecord
from data.session import Session
from data.tables.people import PersonRepository

KEPT: Final = "kept"
"""Says of what a counter-offer could change that it stays as it is, where None is a choice of its own."""


class CounterOffers:
    """What a challenged person proposes instead."""

    def __init__(
        self, unit_of_work: UnitOfWork, challenge_answers: ChallengeAnswers, invitations: Invitations
    ) -> None:
        self._unit_of_work = unit_of_work
        self._challenge_answers = challenge_answers
        self._invitations = invitations

    async def counter(
        self,
        request: Request,
        challenge_id: int,
        options: Mapping[str, str],
        role: str,
        clock: ClockChoice | None = None,
        *,
        series: SeriesChoice | Literal["kept"] | None = KEPT,
        rated: bool | None = None,
        exploring: bool | None = None,
    ) -> Challenge:
        """Answer a challenge with one of one's own: it closes, a new one goes to the one who sent it.

        `options` replace the old ones, `role` is one's own, or "random"; without a `clock` the old one stays.
        So does the series; with None it becomes a single game. With `rated` None it is as rated as before,
        with `exploring` None it allows trying moves out as before.
        Raises Refusal: "unknown-challenge", "own-challenge", "not-your-challenge", "not-yours-to-change",
        "lobby-not-countered", "challenge-closed", and what `challenge` raises.
        """
        wished = (role, clock, series, rated, exploring, *sorted(options.items()))
        action = told_apart(RequestAction.COUNTER, *wished)

        async def act(tx: Transaction) -> Challenge:
            challenge = await tx.of(ChallengeRepository).lock(challenge_id) if is_id(challenge_id) else None
            if challenge is None:
                raise Refusal("unknown-challenge")
            _check(challenge, request.person.id, self._unit_of_work.clock())
            await check_free_terms(tx, challenge)
            challenger = await person_named(tx, challenge.challenger)
            terms = _terms(challenge, challenger, options, role, clock, series, rated, exploring)
            checked = check_terms(self._unit_of_work.games, request.person.id, terms)
            await self._challenge_answers.shut(tx, challenge, ChallengeStatus.COUNTERED)
            return await self._invitations.write(
                tx,
                request.person,
                checked,
                self._unit_of_work.noting(tx, request, action, challenge_id),
                rematch_of=challenge.rematch_of,
                counter_to=challenge_id,
            )

        async def again(session: Session, done: RequestRecord) -> Challenge:
            return await read_challenge(session, done.number or 0)

        return await self._unit_of_work.once(request, action, challenge_id, act, again)

    async def anew(
        self,
        request: Request,
        challenge_id: int,
        options: Mapping[str, str],
        role: str,
        clock: ClockChoice,
        series: SeriesChoice | None,
        *,
        rated: bool | None = None,
        exploring: bool | None = None,
    ) -> Challenge:
        """Make a declined challenge anew with other terms: either of the two challenges the other.

        Raises Refusal: "unknown-challenge", "not-your-challenge", "lobby-not-countered", "not-declined", and
        what `challenge` raises.
        """
        action = told_apart(
            RequestAction.ANEW, role, clock, series, rated, exploring, *sorted(options.items())
        )

        async def act(tx: Transaction) -> Challenge:
            challenge = await tx.of(ChallengeRepository).lock(challenge_id) if is_id(challenge_id) else None
            if challenge is None:
                raise Refusal("unknown-challenge")
            await check_free_terms(tx, challenge)
            other = await person_named(tx, other_party(challenge, request.person.id))
            terms = _terms(challenge, other, options, role, clock, series, rated, exploring)
            checked = check_terms(self._unit_of_work.games, request.person.id, terms)
            note = self._unit_of_work.noting(tx, request, action, challenge_id)
            return await self._invitations.write(tx, request.person, checked, note)

        async def again(session: Session, done: RequestRecord) -> Challenge:
            return await read_challenge(session, done.number or 0)

        return await self._unit_of_work.once(request, action, challenge_id, act, again)


def other_party(declined: Challenge, person: int) -> int:
    """Return the other of the two whom a declined challenge concerns. Raises Refusal as `anew`."""
    if declined.lobby:
        raise Refusal("lobby-not-countered")
    if declined.opponent is None or person not in {declined.challenger, declined.opponent}:
        raise Refusal("not-your-challenge")
    if declined.status is not ChallengeStatus.DECLINED:
        raise Refusal("not-declined")
    return declined.opponent if person == declined.challenger else declined.challenger


def _terms(
    challenge: Challenge,
    opponent: Person,
    options: Mapping[str, str],
    role: str,
    clock: ClockChoice | None,
    series: SeriesChoice | Literal["kept"] | None,
    rated: bool | None,
    exploring: bool | None,
) -> ChallengeTerms:
    """Return the terms of a challenge to an opponent that changes some of an earlier one's."""
    return ChallengeTerms(
        key=challenge.key,
        options=options,
        people=(opponent,),
        players=challenge.players,
        role=role,
        place=challenge.place,
        series=challenge.series if series == KEPT else series,
        clock=challenge.clock if clock is None else clock,
        rated=challenge.rated if rated is None else rated,
        exploring=challenge.exploring if exploring is None else exploring,
    )


async def person_named(session: Session, person: int) -> Person:
    """Return someone as they were last met."""
    record = await session.of(PersonRepository).get(person)
    return Person(person, "", "") if record is None else Person(record.id, record.name, record.locale)


def check_opponent(opponent: int | None, person: int) -> None:
    """Raise Refusal unless a challenge is for this person alone, who may answer it with another one."""
    if opponent is None:
        raise Refusal("not-yours-to-change")
    if opponent != person:
        raise Refusal("not-your-challenge")


def _check(challenge: Challenge, person: int, now: datetime) -> None:
    if challenge.lobby:
        raise Refusal("lobby-not-countered")
    if challenge.challenger == person:
        raise Refusal("own-challenge")
    check_opponent(challenge.opponent, person)
    check_open(challenge, now)
