"""Overviews: the channels whose list of running matches and open challenges is to be drawn again."""

from collections.abc import Sequence
from datetime import datetime

from bot.play.domain.events import (
    ChallengeChanged,
    ChallengeClosed,
    ChallengeMade,
    DeadlineMoved,
    DeadlinePassed,
    DiceRolled,
    Event,
    MatchEnded,
    MatchResumed,
    MatchStarted,
    MoreTimeGiven,
    OverviewWanted,
    PliesTakenBack,
    PlyPlayed,
    SeatChanged,
)
from bot.play.domain.notices import NoticeKind
from bot.play.repositories.store import Tables


async def project_overviews(tables: Tables, events: Sequence[Event], now: datetime) -> None:
    """Write which overviews have changed, each once, within the transaction in which that happened."""
    listed = [
        channel
        for one in dict.fromkeys(_challenges(events))
        for channel in await tables.servers.listed_in(one)
    ]
    for channel in dict.fromkeys((*_channels(events), *listed)):
        await tables.servers.touch_overview(channel, NoticeKind.OVERVIEW, now, tables.notices.request)


def _challenges(events: Sequence[Event]) -> list[int]:
    """Return the challenges whose line in an overview may be another now."""
    return [
        event.challenge
        for event in events
        if isinstance(event, ChallengeMade | ChallengeChanged | ChallengeClosed)
    ]


def _channels(events: Sequence[Event]) -> list[int]:
    channels = []
    for event in events:
        match event:
            case OverviewWanted(channel):
                channels.append(channel)
            case MatchStarted(match) | PlyPlayed(match) | PliesTakenBack(match) | MatchEnded(match):
                channels += [match.channel] if match.has_overview else []
            case SeatChanged(match) | DiceRolled(match):
                channels += [match.channel] if match.has_overview else []
            case DeadlineMoved(match) | DeadlinePassed(match) | MoreTimeGiven(match) | MatchResumed(match):
                channels += [match.channel] if match.has_overview else []
            case _:
                pass
    return channels
