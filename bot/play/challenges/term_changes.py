"""Changing the terms of an open challenge: whoever has made it may, and whoever has agreed is asked again."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from bot.play.challenges.challenge_answers import LIFETIME, ChallengeAnswers, check_open
from bot.play.challenges.challenge_terms import ChallengeTerms, CheckedTerms, check_terms
from bot.play.challenges.counter_offers import person_named
from bot.play.domain.challenges import Challenge, SeriesChoice
from bot.play.domain.events import ChallengeChanged, Recipient, TermsChanged
from bot.play.domain.people import Request
from bot.play.domain.refusal import Refusal
from bot.play.domain.time.clocks import ClockChoice
from bot.play.storage.mappers import place_of
from bot.play.storage.person_settings import settings_from
from bot.play.storage.server_rules import check_player
from bot.play.storage.unit_of_work import Action, Transaction, UnitOfWork, told_apart
from data.records import ChallengeRecord, GuestRecord

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

        async def act(tx: Transaction, record: ChallengeRecord) -> None:
            now = self._unit_of_work.clock()
            if record.challenger != request.person.id:
                raise Refusal("not-yours-to-change")
            check_open(record, now)
            await check_player(tx, record.server, request.person)
            checked = check_terms(
                self._unit_of_work.games,
                request.person.id,
                ChallengeTerms(
                    key=record.key,
                    options=options,
                    people=tuple([await person_named(tx, person) for person in _named(record)]),
                    players=players if record.guests else record.players,
                    role=role,
                    place=place_of(record),
                    series=series,
                    clock=clock,
                    rated=record.rated if rated is None else rated,
                    exploring=record.exploring if exploring is None else exploring,
                ),
            )
            action = told_apart(Action.CHANGE_TERMS, *wished)
            await self._unit_of_work.note(tx, request, action, record.id, now=now)
            if not _is_same(record, checked):
                await self._write(tx, record, checked)

        return await self._challenge_answers.answer(
            request, told_apart(Action.CHANGE_TERMS, *wished), challenge_id, act
        )

    async def _write(self, tx: Transaction, record: ChallengeRecord, checked: CheckedTerms) -> None:
        if record.terms >= _MOST_CHANGES:
            raise Refusal("too-many-changes", limit=str(_MOST_CHANGES))
        terms = checked.terms
        await tx.challenges.set_terms(
            record.id,
            terms=record.terms + 1,
            options=checked.options,
            role=terms.role,
            players=terms.players,
            tie_break=None if terms.series is None else terms.series.tie_break,
            clock=str(terms.clock),
            rated=terms.rated,
            exploring=terms.exploring,
        )
        people = await self._ask_again(tx, record)
        tx.record(ChallengeChanged(record.id))
        if people:
            settings = await tx.person_settings.of(set(people))
            told = (Recipient(one, settings_from(settings.get(one)).preferences) for one in people)
            tx.record(TermsChanged(record.id, tuple(told)))

    async def _ask_again(self, tx: Transaction, record: ChallengeRecord) -> tuple[int, ...]:
        """Have those who had joined invited anew; return everybody who is to know of the new terms."""
        others = [guest for guest in record.guests if guest.player != record.challenger]
        joined = [guest for guest in others if guest.joined is not None]
        host = next((guest for guest in record.guests if guest.player == record.challenger), None)
        for guest in joined:
            await _replace(tx, record, replace(guest, invited=True, joined=None, party=None, word=None))
        if host is not None and host.party is not None:
            await _replace(tx, record, replace(host, party=None))
        if joined and record.rematch_of is None:
            await tx.challenges.set_expires(record.id, self._unit_of_work.clock() + LIFETIME)
        opponent = () if record.opponent is None else (record.opponent,)
        return (*opponent, *(guest.player for guest in others))


def _named(record: ChallengeRecord) -> tuple[int, ...]:
    """Return those whom the challenger has named, in any order."""
    guests = (guest.player for guest in record.guests if guest.invited)
    return tuple(guests) if record.opponent is None else (record.opponent,)


def _is_same(record: ChallengeRecord, checked: CheckedTerms) -> bool:
    terms = checked.terms
    series = None if terms.series is None else terms.series.tie_break
    wanted = (dict(checked.options), terms.role, str(terms.clock), series, terms.players)
    there = (dict(record.options), record.role, record.clock, record.tie_break, record.players)
    switches, were = (terms.rated, terms.exploring), (record.rated, record.exploring)
    return (wanted, switches) == (there, were)
    return wanted == there


async def _replace(tx: Transaction, record: ChallengeRecord, guest: GuestRecord) -> None:
    await tx.challenges.forget_guest(record.id, guest.player)
    await tx.challenges.add_guests(record.id, [guest])
