"""Overviews: schedules redraws of channels' lists of running matches and open challenges."""

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
from bot.repositories.outbox.notices import NoticeRepository
from bot.repositories.restores import RestoreRepository
from bot.repositories.servers.servers import ServerRepository
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
"""Events that may change the line of a match in an overview."""


async def project_overviews(session: Session, events: Sequence[Recorded], now: datetime) -> None:
    """Schedule one redraw of each outdated overview, within the transaction of the change."""
    listed = [
        channel
        for challenge in dict.fromkeys(_challenges(events))
        for channel in await session.of(ServerRepository).overview_channels(challenge)
    ]
    for channel in dict.fromkeys((*_channels(events), *listed)):
        await touch_overview(session, channel, now, session.of(NoticeRepository).request)


async def redraw_all(tx: Transaction) -> None:
    """Redraw all overviews."""
    tx.record(*map(OverviewWanted, await tx.of(RestoreRepository).overviews()))


async def touch_overview(session: Session, channel: int, now: datetime, request: str | None = None) -> None:
    """Schedule a redraw of a channel's overview, if it has one, on behalf of a `request`."""
    redraw = RedrawOverview(channel)
    data = write(redraw, Routing())
    await session.of(ServerRepository).touch_overview(channel, kind_of(redraw), data, now, request)


def _challenges(events: Sequence[Recorded]) -> list[int]:
    """Return the challenges whose line in an overview may have changed."""
    return [
        recorded.event.challenge
        for recorded in events
        if isinstance(recorded.event, ChallengeMade | ChallengeChanged | ChallengeClosed)
    ]


def _channels(events: Sequence[Recorded]) -> list[int]:
    channels = []
    for recorded in events:
        if isinstance(recorded.event, OverviewWanted):
            channels.append(recorded.event.channel)
        elif (
            isinstance(recorded, RecordedInMatch)
            and isinstance(recorded.event, _CHANGES_LINE)
            and recorded.match.overviewed
        ):
            channels.append(recorded.match.place.channel)
    return channels
