"""The steps that all answers to a challenge share: lock, check, settle."""

from collections.abc import Awaitable, Callable, Mapping
from datetime import datetime, timedelta
from types import MappingProxyType
from typing import Final

from bot.features.challenges.ports import IsInTournament
from bot.features.matches.service.lifecycle import MatchLifecycle
from bot.kernel.outbox.recorded import Recipient
from bot.kernel.transactions.unit_of_work import RequestAction, Transaction, UnitOfWork, is_id
from bot.model.challenges.challenge import Challenge, ChallengeStatus
from bot.model.events.events import ChallengeClosed, ChallengeExpired
from bot.model.people.person import Request
from bot.model.people.person_settings import USUAL
from bot.model.people.players import Player
from bot.model.refusal import Refusal
from bot.repositories.challenges import ChallengeRepository
from bot.repositories.matches.matches import MatchRepository
from bot.repositories.people.person_settings import PersonSettingsRepository
from data.session import Session

_NO_WORDS: Final[Mapping[int, str]] = MappingProxyType({})
LIFETIME: Final = timedelta(days=14)
"""The time for which a challenge is open, except rematches, joined lobbies and challenges on ladders."""


class ChallengeAnswers:
    """Answers to open challenges, applied once each."""

    def __init__(self, unit_of_work: UnitOfWork, is_in_tournament: IsInTournament) -> None:
        self.is_in_tournament = is_in_tournament
        self._unit_of_work = unit_of_work
        self._lifecycle = MatchLifecycle(unit_of_work)

    async def answer(
        self,
        request: Request,
        action: RequestAction,
        challenge_id: int,
        act: Callable[[Transaction, Challenge], Awaitable[None]],
    ) -> Challenge:
        """Run `act` once with the challenge locked; return the resulting challenge.

        Raises Refusal: "unknown-challenge".
        """

        async def lock(tx: Transaction) -> Challenge:
            challenge = await tx.of(ChallengeRepository).lock(challenge_id) if is_id(challenge_id) else None
            if challenge is None:
                raise Refusal("unknown-challenge")
            await act(tx, challenge)
            return await read_challenge(tx, challenge_id)

        return await self._unit_of_work.once(
            request,
            action,
            challenge_id,
            lock,
            lambda session, done: read_challenge(session, done.subject),
        )

    async def close_unplayed(
        self, tx: Transaction, challenge: Challenge, status: ChallengeStatus, reason: str | None = None
    ) -> None:
        """Settle an open challenge without a match."""
        check_open(challenge)
        await tx.of(ChallengeRepository).save(challenge, challenge.close(status, reason=reason))
        tx.record(ChallengeClosed(challenge.id, status))

    async def challenger_of(self, tx: Transaction, challenge: Challenge) -> Recipient:
        """Return the challenger and their notification settings."""
        person = challenge.challenger
        settings = (await tx.of(PersonSettingsRepository).of({person})).get(person, USUAL)
        return Recipient(person, settings.preferences)

    async def expire(self, challenge_id: int) -> None:
        """Expire a challenge that is still open, and notify the challenger."""
        async with self._unit_of_work.write() as tx:
            challenge = await tx.of(ChallengeRepository).lock(challenge_id)
            if challenge is None or not challenge.open:
                return
            if challenge.expires is None or self._unit_of_work.clock() < challenge.expires:
                return
            await self.close_unplayed(tx, challenge, ChallengeStatus.EXPIRED)
            challenger = await self.challenger_of(tx, challenge)
            tx.record(ChallengeExpired(challenge.id), recipients=(challenger,))

    async def begin(
        self,
        tx: Transaction,
        challenge: Challenge,
        players: tuple[Player, ...],
        now: datetime,
        accepted_by: int | None = None,
        words: Mapping[int, str] = _NO_WORDS,
    ) -> None:
        """Settle an open challenge with its match; `players` are by seat.

        `words` are digests of players' words on which the dice depend.
        """
        settled = challenge.close(ChallengeStatus.ACCEPTED, accepted_by=accepted_by)
        await tx.of(ChallengeRepository).save(challenge, settled)
        await self._lifecycle.begin(tx, challenge, players, now, words)
        tx.record(ChallengeClosed(challenge.id, ChallengeStatus.ACCEPTED))

    async def check_games(self, session: Session, person: int, reason: str = "too-many-games") -> None:
        """Raise Refusal if a person has reached the limit of running games."""
        limit = self._unit_of_work.limits.games_per_person
        if await session.of(MatchRepository).count_of(person) >= limit:
            raise Refusal(reason, limit=str(limit))

    async def check_channel(self, session: Session, channel: int) -> None:
        """Raise Refusal if a channel has reached the limit of running games."""
        limit = self._unit_of_work.limits.games_per_channel
        if await session.of(MatchRepository).count_in(channel) >= limit:
            raise Refusal("channel-full", limit=str(limit))

    async def check_free_terms(self, session: Session, challenge: Challenge) -> None:
        """Raise Refusal if a tournament sets a challenge's terms."""
        if await self.is_in_tournament(session, challenge.id):
            raise Refusal("tournament-terms")


async def read_challenge(session: Session, challenge_id: int) -> Challenge:
    """Return a challenge. Raises Refusal "unknown-challenge"."""
    challenge = await session.of(ChallengeRepository).get(challenge_id) if is_id(challenge_id) else None
    if challenge is None:
        raise Refusal("unknown-challenge")
    return challenge


def check_agreed(challenge: Challenge, revision: int) -> None:
    """Raise Refusal if a challenge's terms have changed since the person saw them."""
    if challenge.revision != revision:
        raise Refusal("terms-changed", challenge=str(challenge.id))


def check_open(challenge: Challenge, now: datetime | None = None) -> None:
    """Check that a challenge can still be answered.

    With `now`, a challenge past its deadline counts as expired even if it is not marked yet. Raises Refusal:
    "challenge-expired", "challenge-closed".
    """
    late = now is not None and challenge.expires is not None and challenge.expires <= now
    if challenge.status is ChallengeStatus.EXPIRED or (challenge.open and late):
        raise Refusal("challenge-expired")
    if not challenge.open:
        raise Refusal("challenge-closed", status=challenge.status)
