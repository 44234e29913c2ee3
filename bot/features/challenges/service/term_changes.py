"""Changes to the terms of an open challenge by its challenger, after which the players are asked again."""

from dataclasses import replace
from typing import Final

from bot.features.challenges.service.challenge_answers import (
    LIFETIME,
    ChallengeAnswers,
    check_open,
)
from bot.features.challenges.service.challenge_terms import propose
from bot.features.challenges.service.counter_offers import person_by_id
from bot.features.challenges.service.request_actions import ChallengeAction
from bot.kernel.outbox.recorded import Recipient
from bot.kernel.transactions.server_rules import check_player
from bot.kernel.transactions.unit_of_work import Transaction, UnitOfWork
from bot.model.challenges.challenge import Challenge, Guest
from bot.model.challenges.terms import Terms
from bot.model.events.events import ChallengeChanged, TermsChanged
from bot.model.people.person import Request
from bot.model.people.person_settings import USUAL
from bot.model.refusal import Refusal
from bot.repositories.challenges import ChallengeRepository
from bot.repositories.people.person_settings import PersonSettingsRepository

_MAX_CHANGES: Final = 10
"""The maximum number of changes of a challenge: each one pings its addressees."""


class TermChanges:
    """A challenger's changes to their own challenge."""

    def __init__(self, unit_of_work: UnitOfWork, challenge_answers: ChallengeAnswers) -> None:
        self._unit_of_work = unit_of_work
        self._challenge_answers = challenge_answers

    async def change(self, request: Request, challenge_id: int, terms: Terms) -> Challenge:
        """Change the terms of the person's own open challenge.

        Its addressees get a notice. Players of a lobby have to join it again. Equal terms change nothing.
        Raises Refusal: "unknown-challenge", "not-yours-to-change", "challenge-closed", "challenge-expired",
        "tournament-terms", "too-many-changes", and those of `challenge`, also for a challenger who was barred
        in the meantime.
        """

        async def act(tx: Transaction, challenge: Challenge) -> None:
            if challenge.challenger != request.person.id or challenge.terms.against_engine:
                raise Refusal("not-yours-to-change")
            check_open(challenge, self._unit_of_work.clock())
            await self._challenge_answers.check_free_terms(tx, challenge)
            await check_player(tx, challenge.place.server, request.person)
            people = [await person_by_id(tx, person) for person in _named_people(challenge)]
            proposal = propose(self._unit_of_work.games, request.person.id, terms, challenge.place, people)
            if proposal.terms != challenge.terms:
                await self._write(tx, challenge, proposal.terms)

        return await self._challenge_answers.answer(request, ChallengeAction.CHANGE_TERMS, challenge_id, act)

    async def _write(self, tx: Transaction, challenge: Challenge, terms: Terms) -> None:
        if challenge.revision >= _MAX_CHANGES:
            raise Refusal("too-many-changes", limit=str(_MAX_CHANGES))
        changed = self._reinvite_joined(replace(challenge, terms=terms, revision=challenge.revision + 1))
        await tx.of(ChallengeRepository).save(challenge, changed)
        others = (guest.person for guest in challenge.guests if guest.person != challenge.challenger)
        people = (*others,) if challenge.opponent is None else (challenge.opponent, *others)
        tx.record(ChallengeChanged(challenge.id))
        if people:
            settings = await tx.of(PersonSettingsRepository).of(set(people))
            recipients = (Recipient(person, settings.get(person, USUAL).preferences) for person in people)
            tx.record(TermsChanged(challenge.id), recipients=tuple(recipients))

    def _reinvite_joined(self, challenge: Challenge) -> Challenge:
        """Return a challenge with its joined players invited again, and the host without a party.

        If others had joined, the time to answer starts over.
        """
        changed = challenge
        for guest in challenge.guests:
            if guest.person == challenge.challenger:
                changed = changed.with_guest(replace(guest, party=None))
            elif guest.join_rank is not None:
                changed = changed.with_guest(Guest(guest.person, invited=True))
        if len(challenge.members) > 1 and challenge.rematch_of is None:
            changed = replace(changed, expires=self._unit_of_work.clock() + LIFETIME)
        return changed


def _named_people(challenge: Challenge) -> tuple[int, ...]:
    """Return the challenge's opponent, or its invited people."""
    return challenge.invitees if challenge.opponent is None else (challenge.opponent,)
