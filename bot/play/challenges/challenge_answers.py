"""What answering a challenge of any kind has in common: it is locked, looked at and settled."""

from collections.abc import Awaitable, Callable, Mapping
from datetime import datetime, timedelta
from types import MappingProxyType
from typing import Final

from bot.play.domain.challenges import Challenge, ChallengeStatus
from bot.play.domain.events import ChallengeClosed, ChallengeExpired, Recipient
from bot.play.domain.people import Request
from bot.play.domain.refusal import Refusal
from bot.play.matches.lifecycle import MatchLifecycle
from bot.play.repositories.store import Tables
from bot.play.storage.mappers import challenge_from
from bot.play.storage.person_settings import settings_from
from bot.play.storage.unit_of_work import Action, Transaction, UnitOfWork, is_id
from data.records import ChallengeRecord, RequestRecord

_NO_WORDS: Final[Mapping[int, str]] = MappingProxyType({})
LIFETIME: Final = timedelta(days=14)
"""For how long a challenge is open at most."""


class ChallengeAnswers:
    """What people do with open challenges, once each."""

    def __init__(self, unit_of_work: UnitOfWork) -> None:
        self._unit_of_work = unit_of_work
        self._lifecycle = MatchLifecycle(unit_of_work)

    async def answer(
        self,
        request: Request,
        action: str,
        challenge_id: int,
        act: Callable[[Transaction, ChallengeRecord], Awaitable[None]],
        same: Callable[[Tables, RequestRecord], Awaitable[bool]] | None = None,
    ) -> Challenge:
        """Do once, with the challenge locked, what must `note` the request; return what it has become."""

        async def locked(tx: Transaction) -> Challenge:
            record = await tx.challenges.lock(challenge_id) if is_id(challenge_id) else None
            if record is None:
                raise Refusal("unknown-challenge")
            await act(tx, record)
            return await read_challenge(tx, challenge_id)

        return await self._unit_of_work.once(
            request,
            action,
            challenge_id,
            locked,
            lambda tables, done: read_challenge(tables, done.subject),
            same,
        )

    async def close(
        self,
        tx: Transaction,
        request: Request,
        action: Action,
        record: ChallengeRecord,
        status: ChallengeStatus,
        reason: str | None = None,
    ) -> None:
        """Settle an open challenge without a match."""
        await self._unit_of_work.note(tx, request, action, record.id, now=self._unit_of_work.clock())
        await self.shut(tx, record, status, reason)

    async def shut(
        self, tx: Transaction, record: ChallengeRecord, status: ChallengeStatus, reason: str | None = None
    ) -> None:
        """Settle an open challenge without a match, for a request that is noted elsewhere."""
        check_open(record)
        await tx.challenges.settle(record.id, status, reason=reason)
        tx.record(ChallengeClosed(record.id, status))

    async def challenger_of(self, tx: Transaction, record: ChallengeRecord) -> Recipient:
        """Return who has sent a challenge, and how they want to be told."""
        person = record.challenger
        settings = settings_from((await tx.person_settings.of({person})).get(person))
        return Recipient(person, settings.preferences)

    async def expire(self, challenge_id: int) -> None:
        """Close a challenge that is still open when its time has come, and tell the one who sent it."""
        async with self._unit_of_work.write() as tx:
            record = await tx.challenges.lock(challenge_id)
            if record is None or record.status != ChallengeStatus.OPEN:
                return
            if record.expires is None or self._unit_of_work.clock() < record.expires:
                return
            await self.shut(tx, record, ChallengeStatus.EXPIRED)
            tx.record(ChallengeExpired(record.id, await self.challenger_of(tx, record)))

    async def begin(
        self,
        tx: Transaction,
        record: ChallengeRecord,
        players: tuple[int, ...],
        now: datetime,
        accepted_by: int | None = None,
        words: Mapping[int, str] = _NO_WORDS,
    ) -> None:
        """Settle an open challenge with the match it leads to; `players` are people by seat.

        `words` are digests of words of theirs that the dice are to depend on.
        """
        await tx.challenges.settle(record.id, ChallengeStatus.ACCEPTED, accepted_by=accepted_by)
        await self._lifecycle.begin(tx, record, players, now, words)
        tx.record(ChallengeClosed(record.id, ChallengeStatus.ACCEPTED))

    async def check_games(self, tables: Tables, person: int, reason: str = "too-many-games") -> None:
        """Raise Refusal when someone plays as much as is sane."""
        limit = self._unit_of_work.limits.games_per_person
        if await tables.matches.count_of(person) >= limit:
            raise Refusal(reason, limit=str(limit))

    async def check_channel(self, tables: Tables, channel: int) -> None:
        """Raise Refusal when a channel has as many games as is sane."""
        limit = self._unit_of_work.limits.games_per_channel
        if await tables.matches.count_in(channel) >= limit:
            raise Refusal("channel-full", limit=str(limit))


async def read_challenge(tables: Tables, challenge_id: int) -> Challenge:
    """Return a challenge. Raises Refusal."""
    record = await tables.challenges.get(challenge_id) if is_id(challenge_id) else None
    if record is None:
        raise Refusal("unknown-challenge")
    return challenge_from(record)


def check_agreed(record: ChallengeRecord, terms: int) -> None:
    """Raise Refusal when a challenge asks for something else by now than what is agreed to."""
    if record.terms != terms:
        raise Refusal("terms-changed", challenge=str(record.id))


def check_open(record: ChallengeRecord, now: datetime | None = None) -> None:
    """Raise Refusal when a challenge can be answered no more.

    With `now` neither if it should have closed by then: whoever comes first, the moment alone decides.
    """
    late = now is not None and record.expires is not None and record.expires <= now
    if record.status == ChallengeStatus.EXPIRED or (record.status == ChallengeStatus.OPEN and late):
        raise Refusal("challenge-expired")
    if record.status != ChallengeStatus.OPEN:
        raise Refusal("challenge-closed", status=record.status)
