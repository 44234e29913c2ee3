"""Restoration: a database that was restored from a backup begins an epoch, and its matches go on."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from bot.play.domain.epochs import Epochs, Restore
from bot.play.domain.events import ChallengeChanged, MatchRestored, OfferMade, OverviewWanted, SeatOffered
from bot.play.domain.notices import NoticeKind
from bot.play.storage.mappers import header_of
from bot.play.storage.match_times import restored
from bot.play.storage.stored_offers import stored_offers_in
from bot.play.storage.unit_of_work import Transaction, UnitOfWork
from data.records import EpochRecord, MatchRecord
from data.store import Store

_AT_ONCE: Final = 500
_TOLD_ANEW: Final = frozenset(
    {NoticeKind.REMINDER, NoticeKind.STALLED, NoticeKind.BOARD_CHANGED, NoticeKind.RESTORED}
)
"""What waits of these is said by the message of the restore, which also calls whoever is to move."""

_POST_NOTHING: Final = frozenset(
    {
        NoticeKind.BOARD_OVER,
        NoticeKind.BUTTONS_OFF,
        NoticeKind.CHALLENGE_CHANGED,
        NoticeKind.CHALLENGE_CLOSED,
        NoticeKind.MESSAGE_OVER,
        NoticeKind.NAME_GONE,
        NoticeKind.OFFER_ANSWERED,
        NoticeKind.SEAT_CLOSED,
        NoticeKind.THREAD_OVER,
    }
)
"""What changes messages that stand: doing it twice does no harm."""


class StillServed(RuntimeError):
    """A process serves the database, or did so a moment ago."""


@dataclass(frozen=True, slots=True)
class Begun:
    """What a restore has begun with: the games that go on, and the notices that may have been told."""

    epoch: int
    backed_up: datetime
    matches: int
    uncertain: int


class Restoration:
    """Turns a database as a backup knew it into one that people can go on with."""

    def __init__(self, unit_of_work: UnitOfWork) -> None:
        self._unit_of_work = unit_of_work

    async def begin(
        self, lease: timedelta, backed_up: datetime | None = None, *, above: int = 0, served: bool = False
    ) -> Begun:
        """Begin an epoch, all of it or nothing. What was waiting is uncertain.

        All clocks have stood still since `backed_up`, or since the last sign of life in the database, in
        which processes renew a `lease`. The epoch is later than `above`. Where the database may be `served`,
        StillServed is raised while one lives.
        """
        async with self._unit_of_work.write() as tx:
            await tx.restores.keep_processes_out()
            if served and await tx.restores.is_served(await tx.processes.now()):
                raise StillServed
            now = self._unit_of_work.clock()
            known = epochs_from(await tx.restores.epochs())
            moment = min(backed_up or await tx.restores.last_sign(lease) or now, now)
            await tx.processes.bury_others("")
            await tx.claims.release_dead()
            await tx.restores.drop(_TOLD_ANEW)
            uncertain = await tx.restores.unsettle(known.current, _POST_NOTHING)
            begun = await tx.restores.begin(max(known.next(now), above + 1), moment, now)
            await tx.restores.put_off(now - moment)
            matches = await self._go_on(tx, moment, now)
            for challenge in await tx.restores.open_challenges():
                # Its card shows buttons of the epoch before.
                tx.record(ChallengeChanged(challenge))
            for channel in await tx.restores.overviews():
                tx.record(OverviewWanted(channel))
        return Begun(begun.epoch, moment, matches, uncertain)

    async def _go_on(self, tx: Transaction, moment: datetime, now: datetime) -> int:
        """Have every match that runs go on as if the time since `moment` had not been; return how many."""
        after = matches = 0
        while games := await tx.restores.running(after, _AT_ONCE):
            for game in games:
                record = await tx.matches.lock(game)
                if record is None or record.timing.paused is not None:
                    continue
                turn = restored(record, moment, now)
                await tx.matches.keep_time(game, turn.timing)
                tx.record(MatchRestored(header_of(record), record.plies, record.turn, turn.tell))
                tx.record(*await _open_offers(tx, record))
                matches += 1
            after = games[-1]
        return matches


async def _open_offers(tx: Transaction, record: MatchRecord) -> list[OfferMade | SeatOffered]:
    """Return what is offered in a match, as offered anew: what it was told by cannot be pressed any more."""
    header = header_of(record)
    offers = [
        # By itself it calls nobody: they have been called.
        OfferMade(header, offer.ply, offer.what, offer.by, with_move=True)
        for offer in stored_offers_in(record.offers).waiting()
        if offer.message is not None
    ]
    seats = [
        SeatOffered(header, record.plies, offer.id)
        for offer in await tx.substitutions.open_of(record.id)
        if offer.message is not None
    ]
    return [*offers, *seats]


async def known_epochs(store: Store) -> Epochs:
    """Return the restores a database has come from."""
    async with store.read() as tables:
        return epochs_from(await tables.restores.epochs())


def epochs_from(records: tuple[EpochRecord, ...]) -> Epochs:
    """Return the epochs of a database as they are kept."""
    return Epochs(tuple(Restore(one.epoch, one.last_game, one.last_challenge) for one in records))
