"""Counter-offers: a challenge answered with another one."""

from collections.abc import Mapping
from datetime import datetime
from typing import Final, Literal

from bot.play.clocks import ClockChoice, read_clock
from bot.play.desk import Action, Desk, is_id, told_apart
from bot.play.inviting import Inviting
from bot.play.model import Challenge, ChallengeStatus, Person, Refusal, Request, SeriesChoice
from bot.play.reception import Reception, check_open, read_challenge
from bot.play.translate import place_of
from bot.play.wishes import Wish, offer
from data.records import ChallengeRecord, RequestRecord
from data.store import Tables
from rules.contract.series import TieBreak

KEPT: Final = "kept"
"""Says of what a counter-offer could change that it stays as it is, where None is a choice of its own."""


class Counters:
    """What a challenged person proposes instead."""

    def __init__(self, desk: Desk, reception: Reception, inviting: Inviting) -> None:
        self._desk = desk
        self._reception = reception
        self._inviting = inviting

    async def counter(
        self,
        request: Request,
        challenge_id: int,
        options: Mapping[str, str],
        role: str,
        clock: ClockChoice | None = None,
        series: SeriesChoice | Literal["kept"] | None = KEPT,
    ) -> Challenge:
        """Close a challenge and write one the other way round.

        Without a `clock` it keeps the old one, and the series unless one, or None for none, is given.
        """
        wished = (role, clock, series, *sorted(options.items()))
        action = told_apart(Action.COUNTER, *wished)

        async def act(tables: Tables) -> Challenge:
            record = await tables.challenges.lock(challenge_id) if is_id(challenge_id) else None
            if record is None:
                raise Refusal("unknown-challenge")
            _check(record, request.person.id, self._desk.clock())
            challenger = await person_named(tables, record.challenger)
            wish = Wish(
                key=record.key,
                options=options,
                people=(challenger,),
                players=record.players,
                role=role,
                place=place_of(record),
                series=series_of(record) if series == KEPT else series,
                clock=read_clock(record.clock) if clock is None else clock,
            )
            checked = offer(self._desk.games, request.person.id, wish)
            await self._reception.shut(tables, record, ChallengeStatus.COUNTERED)
            return await self._inviting.write(
                tables,
                request.person,
                checked,
                self._desk.noting(tables, request, action, challenge_id),
                rematch_of=record.rematch_of,
                counter_to=challenge_id,
            )

        async def again(tables: Tables, done: RequestRecord) -> Challenge:
            return await read_challenge(tables, done.number or 0)

        challenge = await self._desk.once(request, action, challenge_id, act, again)
        self._desk.done(request)
        return challenge


def series_of(record: ChallengeRecord) -> SeriesChoice | None:
    """Return the series a challenge asks for."""
    return None if record.tie_break is None else SeriesChoice(TieBreak(record.tie_break))


async def person_named(tables: Tables, person: int) -> Person:
    """Return someone as he was last met."""
    record = await tables.people.get(person)
    return Person(person, "", "") if record is None else Person(record.id, record.name, record.locale)


def _check(record: ChallengeRecord, person: int, now: datetime) -> None:
    if record.guests:
        raise Refusal("lobby-not-countered")
    if record.challenger == person:
        raise Refusal("own-challenge")
    if record.opponent != person:
        raise Refusal("not-your-challenge")
    check_open(record, now)
