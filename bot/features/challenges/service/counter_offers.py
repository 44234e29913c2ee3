"""Counter-offers, and new challenges after a declined one."""

from datetime import datetime

from bot.features.challenges.service.challenge_answers import (
    ChallengeAnswers,
    check_open,
    read_challenge,
)
from bot.features.challenges.service.challenge_terms import propose
from bot.features.challenges.service.invitations import Invitations
from bot.features.challenges.service.request_actions import ChallengeAction
from bot.kernel.transactions.unit_of_work import Transaction, UnitOfWork, is_id
from bot.model.challenges.challenge import Challenge, ChallengeStatus
from bot.model.challenges.terms import Terms
from bot.model.people.person import Person, Request
from bot.model.refusal import Refusal
from bot.repositories.challenges import ChallengeRepository
from bot.repositories.people.people import PersonRepository
from bot.repositories.records.outbox import RequestRecord
from data.session import Session


class CounterOffers:
    """A challenged person's counter-offers."""

    def __init__(
        self, unit_of_work: UnitOfWork, challenge_answers: ChallengeAnswers, invitations: Invitations
    ) -> None:
        self._unit_of_work = unit_of_work
        self._challenge_answers = challenge_answers
        self._invitations = invitations

    async def counter(self, request: Request, challenge_id: int, terms: Terms) -> Challenge:
        """Answer a challenge with a counter-offer: it closes, and its challenger gets a new challenge.

        `terms` are the changed terms; their role is the answering person's, or "random". Raises Refusal:
        "unknown-challenge", "own-challenge", "not-your-challenge", "not-yours-to-change",
        "lobby-not-countered", "challenge-closed", "challenge-expired", "tournament-terms", and those of
        `challenge`.
        """

        async def act(tx: Transaction) -> Challenge:
            challenge = await tx.of(ChallengeRepository).lock(challenge_id) if is_id(challenge_id) else None
            if challenge is None:
                raise Refusal("unknown-challenge")
            _check(challenge, request.person.id, self._unit_of_work.clock())
            await self._challenge_answers.check_free_terms(tx, challenge)
            challenger = await person_by_id(tx, challenge.challenger)
            games = self._unit_of_work.games
            proposal = propose(games, request.person.id, terms, challenge.place, (challenger,))
            await self._challenge_answers.close_unplayed(tx, challenge, ChallengeStatus.COUNTERED)
            return await self._invitations.write(
                tx,
                request.person,
                proposal,
                rematch_of=challenge.rematch_of,
                counter_to=challenge_id,
            )

        async def answer(session: Session, record: RequestRecord) -> Challenge:
            return await read_challenge(session, record.number or 0)

        return await self._unit_of_work.once(request, ChallengeAction.COUNTER, challenge_id, act, answer)

    async def reoffer(self, request: Request, challenge_id: int, terms: Terms) -> Challenge:
        """Renew a declined challenge on other terms: either party challenges the other.

        Raises Refusal: "unknown-challenge", "not-your-challenge", "lobby-not-countered", "not-declined",
        "tournament-terms", and those of `challenge`.
        """

        async def act(tx: Transaction) -> Challenge:
            challenge = await tx.of(ChallengeRepository).lock(challenge_id) if is_id(challenge_id) else None
            if challenge is None:
                raise Refusal("unknown-challenge")
            await self._challenge_answers.check_free_terms(tx, challenge)
            other = await person_by_id(tx, other_party(challenge, request.person.id))
            games = self._unit_of_work.games
            proposal = propose(games, request.person.id, terms, challenge.place, (other,))
            return await self._invitations.write(tx, request.person, proposal)

        async def answer(session: Session, record: RequestRecord) -> Challenge:
            return await read_challenge(session, record.number or 0)

        return await self._unit_of_work.once(request, ChallengeAction.ANEW, challenge_id, act, answer)


def other_party(declined: Challenge, person: int) -> int:
    """Return the other party of a declined challenge. Raises Refusal like `reoffer`."""
    if declined.lobby:
        raise Refusal("lobby-not-countered")
    if declined.opponent is None or person not in {declined.challenger, declined.opponent}:
        raise Refusal("not-your-challenge")
    if declined.status is not ChallengeStatus.DECLINED:
        raise Refusal("not-declined")
    return declined.opponent if person == declined.challenger else declined.challenger


async def person_by_id(session: Session, person: int) -> Person:
    """Return a person with their stored name and language."""
    record = await session.of(PersonRepository).get(person)
    return Person(person, "", "") if record is None else Person(record.id, record.name, record.locale)


def check_opponent(opponent: int | None, person: int) -> None:
    """Check that the person is the challenge's addressee and may make a counter-offer.

    Raises Refusal: "not-yours-to-change" for an open challenge, "not-your-challenge".
    """
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
