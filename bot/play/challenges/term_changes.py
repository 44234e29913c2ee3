"""Changing the terms of an open challenge: whoever has made it may, and whoever has agreed is asked again."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from bot.play.challenges.challenge_answers import LIFETIME, ChallengeAnswers, check_free_terms, check_open
from bot.play.challenges.challenge_terms import ChallengeTerms, CheckedTerms, check_terms
from bot.play.challenges.counter_offers import person_named
from bot.play.domain.challenges import Challenge, Guest, SeriesChoice
from bot.play.domain.outbox.events import ChallengeChanged, TermsChanged
from bot.play.domain.outbox.recorded import Recipient
from bot.play.domain.people.person import Request
from bot.play.domain.people.person_settings import USUAL
from bot.play.domain.refusal import Refusal
from bot.play.domain.time.clocks import ClockChoice
from bot.play.repositories.challenges import ChallengeRepository
from bot.play.repositories.person_settings import PersonSettingsRepository
from bot.play.storage.server_rules import check_player
from bot.play.storage.unit_of_work import RequestAction, Transaction, UnitOfWork, told_apart

_MOST_CHANGES: Final = 10
"""How often a challenge can be changed: each time those it is for are called."""


class TermChanges:
    """What a challenger does with the terms of their own challenge."""

    def __init__(self, unit_of_work: UnitOfWork, challenge_answers: ChallengeAnswers) -> None:
        self._unit_of_work = unit_of_work
        self._challenge_answers = challenge_answers

    async def change(
        self,
        request: Request,
        challenge_id: int,
        options: Mapping[str, str],
        role: str,
        clock: ClockChoice,
        *,
        series: SeriesChoice | None = None,
        players: int | None = None,
        rated: bool | None = None,
        exploring: bool | None = None,
    ) -> Challenge:
        """Have one's open challenge ask for something else; `players` counts at tables only.

        With `rated` None it counts for ratings, or does not, as before; so it is with `exploring`.
        Those whom it is for are told. Whoever had joined a table has to join it again. The same
        terms change nothing. Raises Refusal: "unknown-challenge", "not-yours-to-change", "challenge-closed",
        "challenge-expired", "too-many-changes", and what `challenge` raises. Who was barred since they made
        it is refused as anybody who asks for a game.
        """
        wished = (role, clock, series, players, rated, exploring, *sorted(options.items()))

        async def act(tx: Transaction, challenge: Challenge) -> None:
            now = self._unit_of_work.clock()
            if challenge.challenger != request.person.id or challenge.against_engine:
                raise Refusal("not-yours-to-change")
            check_open(challenge, now)
            await check_free_terms(tx, challenge)
            await check_player(tx, challenge.place.server, request.person)
            checked = check_terms(
                self._unit_of_work.games,
                request.person.id,
                ChallengeTerms(
                    key=challenge.key,
                    options=options,
                    people=tuple([await person_named(tx, person) for person in _named(challenge)]),
                    players=players if challenge.lobby else challenge.players,
                    role=role,
                    place=challenge.place,
                    series=series,
                    clock=clock,
                    rated=challenge.rated if rated is None else rated,
                    exploring=challenge.exploring if exploring is None else exploring,
                ),
            )
            action = told_apart(RequestAction.CHANGE_TERMS, *wished)
            await self._unit_of_work.note(tx, request, action, challenge.id, now=now)
            if _with_terms(challenge, checked) != challenge:
                await self._write(tx, challenge, checked)

        return await self._challenge_answers.answer(
            request, told_apart(RequestAction.CHANGE_TERMS, *wished), challenge_id, act
        )

    async def _write(self, tx: Transaction, challenge: Challenge, checked: CheckedTerms) -> None:
        if challenge.terms >= _MOST_CHANGES:
            raise Refusal("too-many-changes", limit=str(_MOST_CHANGES))
        changed = self._asked_again(_with_terms(challenge, checked))
        await tx.of(ChallengeRepository).save(challenge, replace(changed, terms=challenge.terms + 1))
        others = (guest.person for guest in challenge.guests if guest.person != challenge.challenger)
        people = (*others,) if challenge.opponent is None else (challenge.opponent, *others)
        tx.record(ChallengeChanged(challenge.id))
        if people:
            settings = await tx.of(PersonSettingsRepository).of(set(people))
            told = (Recipient(one, settings.get(one, USUAL).preferences) for one in people)
            tx.record(TermsChanged(challenge.id), recipients=tuple(told))

    def _asked_again(self, challenge: Challenge) -> Challenge:
        """Return a challenge with those invited anew who had joined."""
        changed = challenge
        for guest in challenge.guests:
            if guest.person == challenge.challenger:
                changed = changed.with_guest(replace(guest, party=None))
            elif guest.joined is not None:
                changed = changed.with_guest(Guest(guest.person, invited=True))
        if len(challenge.members) > 1 and challenge.rematch_of is None:
            changed = replace(changed, expires=self._unit_of_work.clock() + LIFETIME)
        return changed


def _named(challenge: Challenge) -> tuple[int, ...]:
    """Return those whom the challenger has named."""
    return challenge.invited if challenge.opponent is None else (challenge.opponent,)


def _with_terms(challenge: Challenge, checked: CheckedTerms) -> Challenge:
    terms = checked.terms
    return replace(
        challenge,
        options=dict(checked.options),
        role=terms.role,
        players=terms.players,
        series=terms.series,
        clock=terms.clock,
        rated=terms.rated,
        exploring=terms.exploring,
    )
