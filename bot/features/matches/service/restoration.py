"""Restoration: a database restored from a backup begins an epoch, and its matches continue.

Each batch is committed together with the progress, so an interrupted restore can resume.
"""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Final

from bot.features.matches.domain.match_times import restore_turn
from bot.kernel.feature import Features
from bot.kernel.outbox.message_routes import kinds_of
from bot.kernel.transactions.unit_of_work import Transaction, UnitOfWork
from bot.model.events.events import (
    ChallengeChanged,
    ChallengeClosed,
    DeadlineMoved,
    DeadlineNear,
    MatchRestored,
    MatchStalled,
    OfferAnswered,
    OfferMade,
    SeatOfferClosed,
    SeatOffered,
)
from bot.model.events.instructions import (
    CloseThread,
    DeleteMessage,
    DeleteTrial,
    EndDirectBoard,
    OpenThread,
    RemoveButtons,
)
from bot.model.match.match import Match
from bot.model.match.substitutions import Substitution
from bot.model.people.privacy import NameErasure
from bot.model.restores.restores import BegunRestore, StillServed
from bot.repositories.matches.matches import MatchRepository
from bot.repositories.matches.substitutions import SubstitutionRepository
from bot.repositories.outbox.claims import ClaimRepository
from bot.repositories.outbox.notices import NoticeRepository
from bot.repositories.restores import EpochRecord, RestoreRepository, epochs_from
from data.cluster.processes import ProcessRepository

_AT_ONCE: Final = 500
"""The maximum number of games, or challenges, in a batch."""
_Progress = Callable[[int, int], object]
"""Receives the number of restored games, and the number of all games."""
_TOLD_ANEW: Final = kinds_of(frozenset({DeadlineNear, MatchStalled, DeadlineMoved, MatchRestored}))
"""Pending notices covered by the message of the restore, which also mentions the player to move."""
_POST_NOTHING: Final = kinds_of(
    frozenset(
        {
            EndDirectBoard,
            RemoveButtons,
            ChallengeChanged,
            ChallengeClosed,
            DeleteMessage,
            DeleteTrial,
            NameErasure,
            OfferAnswered,
            SeatOfferClosed,
            CloseThread,
            OpenThread,
        }
    )
)
"""Notices that post no message, so that it is harmless to repeat them."""


class Restoration:
    """Prepares a restored database for continued play."""

    def __init__(self, unit_of_work: UnitOfWork, features: Features) -> None:
        self._features = features
        self._unit_of_work = unit_of_work

    async def begin(
        self,
        lease: timedelta,
        backed_up: datetime | None = None,
        *,
        above: int = 0,
        served: bool = False,
        progress: _Progress = lambda _done, _all: None,
    ) -> BegunRestore:
        """Start an epoch, and move all matches into it. Pending notices become uncertain.

        All clocks stood still since `backed_up`, by default since the last activity in the database, in which
        processes renew a `lease`. The epoch is later than `above`. An interrupted restore is completed first.
        With `served`, where processes may use the database, StillServed is raised while one of them lives.
        """
        await self.resume(served=served, progress=progress)
        async with self._unit_of_work.write() as tx:
            await tx.of(RestoreRepository).keep_processes_out()
            await _refuse_processes(tx, served=served)
            now = self._unit_of_work.clock()
            epochs = epochs_from(await tx.of(RestoreRepository).epochs())
            moment = min(backed_up or await tx.of(RestoreRepository).last_sign(lease) or now, now)
            await tx.of(ProcessRepository).remove_others("")
            await tx.of(ClaimRepository).release_dead()
            await tx.of(RestoreRepository).drop(_TOLD_ANEW)
            await tx.of(RestoreRepository).unsettle(epochs.current, _POST_NOTHING)
            epoch = await tx.of(RestoreRepository).begin(max(epochs.next(now), above + 1), moment, now)
            await tx.of(RestoreRepository).postpone(now - moment)
        return await self._complete(epoch, progress)

    async def resume(
        self, *, served: bool = False, progress: _Progress = lambda _done, _all: None
    ) -> BegunRestore | None:
        """Complete an interrupted restore; return None if there is none. Raises like `begin`."""
        async with self._unit_of_work.write() as tx:
            under_way = await tx.of(RestoreRepository).under_way()
            if under_way is not None:
                await _refuse_processes(tx, served=served)
        return None if under_way is None else await self._complete(under_way, progress)

    async def _complete(self, epoch: EpochRecord, progress: _Progress) -> BegunRestore:
        async with self._unit_of_work.store.read() as session:
            count = await session.of(RestoreRepository).count_running(epoch.game_reached or 0)
            games = await session.of(RestoreRepository).count_running(epoch.last_game)
            uncertain = await session.of(RestoreRepository).count_unsettled()
        progress(count, games)
        while (piece := await self._restore_piece()) is not None:
            count += piece
            progress(count, games)
        async with self._unit_of_work.store.read() as session:
            matches = await session.of(RestoreRepository).count_unpaused()
        return BegunRestore(epoch.epoch, epoch.backed_up, matches, uncertain)

    async def _restore_piece(self) -> int | None:
        """Restore the next batch; return its number of games, None at the end."""
        async with self._unit_of_work.write() as tx:
            at = await tx.of(RestoreRepository).under_way()
            if at is None:
                return None
            # No person waits for these messages: they have background priority.
            tx.of(NoticeRepository).background = True
            match_id, challenge = at.game_reached or 0, at.challenge_reached or 0
            if matches := await tx.of(RestoreRepository).running(match_id, _AT_ONCE):
                await self._resume_matches(tx, matches, at.backed_up)
                await tx.of(RestoreRepository).reach(at.epoch, matches[-1], challenge)
            elif challenges := await tx.of(RestoreRepository).open_challenges(challenge, _AT_ONCE):
                # The card has buttons of the previous epoch.
                tx.record(*map(ChallengeChanged, challenges))
                await tx.of(RestoreRepository).reach(at.epoch, match_id, challenges[-1])
            else:
                for follow in self._features.restore_steps:
                    await follow(tx)
                await tx.of(RestoreRepository).complete(at.epoch)
        return len(matches)

    async def _resume_matches(self, tx: Transaction, matches: Sequence[int], moment: datetime) -> None:
        """Resume matches as if the time since `moment` had not passed."""
        now = self._unit_of_work.clock()
        running = [
            match
            for match in await tx.of(MatchRepository).lock_running(matches)
            if match.timing.paused is None
        ]
        turns = {match.id: restore_turn(match, moment, now) for match in running}
        await tx.of(MatchRepository).keep_times({match_id: turn.timing for match_id, turn in turns.items()})
        seats = await _open_seats(tx, matches)
        for match in running:
            tx.record_in(
                match,
                MatchRestored(match.id, match.plies, match.turn, turns[match.id].tell),
                *_open_offers(match, seats.get(match.id, ())),
            )


async def _refuse_processes(tx: Transaction, *, served: bool) -> None:
    if served and await tx.of(RestoreRepository).is_served(await tx.of(ProcessRepository).now()):
        raise StillServed


async def _open_seats(tx: Transaction, matches: Sequence[int]) -> Mapping[int, Sequence[Substitution]]:
    seats = defaultdict[int, list[Substitution]](list)
    for offer in await tx.of(SubstitutionRepository).open_in(matches):
        seats[offer.match].append(offer)
    return seats


def _open_offers(match: Match, on_offer: Sequence[Substitution]) -> list[OfferMade | SeatOffered]:
    """Return a match's open offers as new events: the buttons of their messages no longer work."""
    offers = [
        # The event alone pings nobody: the players were pinged before.
        OfferMade(match.id, offer.ply, offer.what, offer.by, with_move=True)
        for offer in match.standing.open
        if offer.message is not None
    ]
    seats = [SeatOffered(match.id, match.plies, offer.id) for offer in on_offer if offer.message is not None]
    return [*offers, *seats]
