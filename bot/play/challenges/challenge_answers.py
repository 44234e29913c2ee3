"""What answering a challenge of any kind has in common: it is locked, looked at, settled and told of."""

from collections.abc import Awaitable, Callable, Mapping
from datetime import datetime, timedelta
from typing import Final

from bot.play.domain.challenges import Challenge, ChallengeStatus
from bot.play.domain.notices import NoticeKind
from bot.play.domain.people import Request
from bot.play.domain.refusal import Refusal
from bot.play.matches.lifecycle import MatchLifecycle
from bot.play.projections.recipients import word_to
from bot.play.storage.mappers import challenge_from
from bot.play.storage.person_settings import settings_from
from bot.play.storage.unit_of_work import Action, UnitOfWork, is_id
from data.records import ChallengeRecord, NewNotice, RequestRecord
from data.schema import PUBLIC
from data.store import Tables

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
        act: Callable[[Tables, ChallengeRecord], Awaitable[None]],
        same: Callable[[Tables, RequestRecord], Awaitable[bool]] | None = None,
    ) -> Challenge:
        """Do once, with the challenge locked, what must `note` the request; return what it has become."""

        async def locked(tables: Tables) -> Challenge:
            record = await tables.challenges.lock(challenge_id) if is_id(challenge_id) else None
            if record is None:
                raise Refusal("unknown-challenge")
            await act(tables, record)
            return await read_challenge(tables, challenge_id)

        challenge = await self._unit_of_work.once(
            request,
            action,
            challenge_id,
            locked,
            lambda tables, done: read_challenge(tables, done.subject),
            same,
        )
        self._unit_of_work.done(request)
        return challenge

    async def close(
        self,
        tables: Tables,
        request: Request,
        action: Action,
        record: ChallengeRecord,
        status: ChallengeStatus,
        reason: str | None = None,
    ) -> None:
        """Settle an open challenge without a match."""
        await self._unit_of_work.note(tables, request, action, record.id, now=self._unit_of_work.clock())
        await self.shut(tables, record, status, reason)

    async def shut(
        self, tables: Tables, record: ChallengeRecord, status: ChallengeStatus, reason: str | None = None
    ) -> None:
        """Settle an open challenge without a match, for a request that is noted elsewhere."""
        check_open(record)
        await tables.challenges.settle(record.id, status, reason=reason)
        await tables.notices.add([_closed(record.id, status)], self._unit_of_work.clock())

    async def change(
        self, tables: Tables, record: ChallengeRecord, now: datetime, data: Mapping[str, object] = {}
    ) -> None:
        """Tell that a challenge's card has changed."""
        changed = NewNotice(NoticeKind.CHALLENGE_CHANGED, record.id, PUBLIC, None, None, data)
        await tables.notices.add([changed], now)

    async def tell_challenger(
        self, tables: Tables, record: ChallengeRecord, kind: NoticeKind, data: Mapping[str, object]
    ) -> None:
        """Tell a challenger something about his challenge, where he wants to be told."""
        person, now = record.challenger, self._unit_of_work.clock()
        habits = settings_from((await tables.person_settings.of({person})).get(person))
        notice = NewNotice(kind, record.id, PUBLIC, None, None, data)
        await tables.notices.add(word_to(notice, person, habits, now), now)

    async def expire(self, challenge_id: int) -> None:
        """Close a challenge that is still open when its time has come, and tell the one who sent it."""
        async with self._unit_of_work.store.write() as tables:
            record = await tables.challenges.lock(challenge_id)
            if record is None or record.status != ChallengeStatus.OPEN:
                return
            if record.expires is None or self._unit_of_work.clock() < record.expires:
                return
            await self.shut(tables, record, ChallengeStatus.EXPIRED)
            await self.tell_challenger(tables, record, NoticeKind.CHALLENGE_EXPIRED, {})

    async def begin(
        self,
        tables: Tables,
        record: ChallengeRecord,
        players: tuple[int, ...],
        now: datetime,
        accepted_by: int | None = None,
    ) -> None:
        """Settle an open challenge with the match it leads to; `players` are people by seat."""
        await tables.challenges.settle(record.id, ChallengeStatus.ACCEPTED, accepted_by=accepted_by)
        await self._lifecycle.begin(tables, record, players, now)
        await tables.notices.add([_closed(record.id, ChallengeStatus.ACCEPTED)], now)

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


def check_open(record: ChallengeRecord, now: datetime | None = None) -> None:
    """Raise Refusal when a challenge can be answered no more.

    With `now` neither if it should have closed by then: whoever comes first, the moment alone decides.
    """
    late = now is not None and record.expires is not None and record.expires <= now
    if record.status == ChallengeStatus.EXPIRED or (record.status == ChallengeStatus.OPEN and late):
        raise Refusal("challenge-expired")
    if record.status != ChallengeStatus.OPEN:
        raise Refusal("challenge-closed", status=record.status)


def _closed(challenge: int, status: ChallengeStatus) -> NewNotice:
    return NewNotice(NoticeKind.CHALLENGE_CLOSED, challenge, PUBLIC, None, None, {"status": status})
