"""Overviews: the channels whose list of running matches and open challenges is to be drawn again."""

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from bot.kernel.outbox.message_routes import kind_of, write
from bot.kernel.outbox.notices import Routing
from bot.kernel.outbox.recorded import Recorded, RecordedInMatch
from bot.kernel.transactions.unit_of_work import Transaction
from bot.model.events.events import (
    ChallengeChanged,
    ChallengeClosed,
    ChallengeMade,
    DeadlineMoved,
    DeadlinePassed,
    DiceRolled,
    MatchEnded,
    MatchResumed,
    MatchStarted,
    MoreTimeGiven,
    OverviewWanted,
    PliesTakenBack,
    PlyPlayed,
    SeatChanged,
)
from bot.model.events.instructions import RedrawOverview
from bot.repositories.notices import NoticeRepository
from bot.repositories.restores import RestoreRepository
from bot.repositories.servers import ServerRepository
from data.session import Session

_CHANGES_LINE: Final = (
    MatchStarted,
    PlyPlayed,
    DiceRolled,
    PliesTakenBack,
    MatchEnded,
    SeatChanged,
    DeadlineMoved,
    DeadlinePassed,
    MoreTimeGiven,
    MatchResumed,
)
"""What may change the line of a match in an overview."""


async def project_overviews(session: Session, events: Sequence[Recorded], now: datetime) -> None:
    """Write which overviews have changed, each once, within the transaction in which that happened."""
    listed = [
        channel
        for one in dict.fromkeys(_challenges(events))
        for channel in await session.of(ServerRepository).listed_in(one)
    ]
    for channel in dict.fromkeys((*_channels(events), *listed)):
        await touch_overview(session, channel, now, session.of(NoticeRepository).request)


async def redraw_all(tx: Transaction) -> None:
    """Redraw all overviews."""
    tx.record(*map(OverviewWanted, await tx.of(RestoreRepository).overviews()))


async def touch_overview(session: Session, channel: int, now: datetime, request: str | None = None) -> None:
    """Have the overview of a channel drawn again, if it has one, as a `request` has it."""
    redraw = RedrawOverview(channel)
    data = write(redraw, Routing())
    await session.of(ServerRepository).touch_overview(channel, kind_of(redraw), data, now, request)


def _challenges(events: Sequence[Recorded]) -> list[int]:
    """Return the challenges whose line in an overview may be another now."""
    return [
        one.event.challenge
        for one in events
        if isinstance(one.event, ChallengeMade | ChallengeChanged | ChallengeClosed)
    ]


def _channels(events: Sequence[Recorded]) -> list[int]:
    channels = []
    for one in events:
        if isinstance(one.event, OverviewWanted):
            channels.append(one.event.channel)
        elif (
            isinstance(one, RecordedInMatch) and isinstance(one.event, _CHANGES_LINE) and one.match.overviewed
        ):
            channels.append(one.match.place.channel)
    return channels
