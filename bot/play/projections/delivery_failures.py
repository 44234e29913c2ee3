"""What becomes of notices that cannot be delivered: told in person, kept for a command, or left."""

from dataclasses import replace
from datetime import datetime
from typing import Final

from bot.play.domain.challenges import Challenge
from bot.play.domain.matches import Match
from bot.play.domain.outbox.events import (
    ChallengeChanged,
    ChallengeDeclined,
    ChallengeExpired,
    DeadlineMoved,
    DeadlineNear,
    DiceSealed,
    LobbyReady,
    OfferAnswered,
    OfferOutcome,
    SeatOfferClosed,
    SeatOffered,
    TermsChanged,
    TournamentChanged,
    TournamentEnded,
    WelcomeDue,
)
from bot.play.domain.outbox.instructions import (
    CloseThread,
    DeleteMessage,
    DeleteTrial,
    EndDirectBoard,
    OpenThread,
    RedrawOverview,
    RemoveButtons,
    TellFollower,
    TellResult,
)
from bot.play.domain.outbox.notices import DeliveryResult, Notice
from bot.play.domain.people.privacy import NameErasure
from bot.play.domain.servers.welcomes import WelcomeStatus
from bot.play.domain.texts import storable
from bot.play.projections.stored_notices import kind_of, write
from bot.play.repositories.challenges import ChallengeRepository
from bot.play.repositories.matches import MatchRepository
from bot.play.repositories.substitutions import SubstitutionRepository
from data.records import NewNotice
from data.session import Session
from data.tables.notices import NoticeRepository
from data.tables.welcomes import WelcomeRepository

_WORTH_REPEATING: Final = {OfferOutcome.DECLINED, OfferOutcome.AGREED}
"""Answers to offers that nothing else tells of."""
_CORRECTIONS: Final = (EndDirectBoard, DeadlineMoved, ChallengeChanged, SeatOfferClosed)
"""What changes a standing message, in its turn among the notices of a match or a challenge."""
_TELLS_NOBODY: Final = (
    RemoveButtons,
    DeleteMessage,
    DeleteTrial,
    RedrawOverview,
    TellResult,
    TellFollower,
    CloseThread,
    OpenThread,
    TournamentChanged,
    TournamentEnded,
    DiceSealed,
)
"""What is of no use to anybody once it cannot be delivered."""
_LONGEST_ERROR: Final = 500


async def drop(session: Session, notice: Notice, error: str) -> DeliveryResult:
    """Close a notice that nobody misses."""
    await session.of(NoticeRepository).close(notice.id, DeliveryResult.DROPPED, shortened(error))
    return DeliveryResult.DROPPED


async def miss(session: Session, notice: Notice, error: str, now: datetime) -> DeliveryResult:
    """Keep a notice for the next command of those concerned; a public one as one to each."""
    if isinstance(notice.event, NameErasure):
        # It names somebody itself.
        await session.of(NoticeRepository).forget(notice.id)
        return DeliveryResult.DROPPED
    if notice.recipient is not None:
        await session.of(NoticeRepository).close(notice.id, DeliveryResult.MISSED, shortened(error))
        return DeliveryResult.MISSED
    await session.of(NoticeRepository).close(notice.id, DeliveryResult.REROUTED, shortened(error))
    await session.of(NoticeRepository).add(
        await in_person(session, notice), now, status=DeliveryResult.MISSED
    )
    return DeliveryResult.MISSED


async def in_person(session: Session, notice: Notice) -> list[NewNotice]:
    """Return what each of those concerned is told instead of a public notice."""
    if isinstance(notice.event, WelcomeDue):
        # It is for whoever comes first: nobody can be named yet.
        await settle_welcome(session, notice, WelcomeStatus.PRIVATE)
        return []
    data = write(notice.event, replace(notice.routing, rerouted=True))
    return [
        NewNotice(
            kind_of(notice.event),
            notice.stream,
            person,
            notice.match,
            notice.ply,
            data,
            request=notice.request,
            background=notice.background,
        )
        for person in await _concerned(session, notice)
        if person not in notice.routing.direct
    ]


def corrects_in_line(notice: Notice) -> bool:
    """Return whether a notice only corrects a standing message while others wait behind it.

    What it would say is said by what comes next, or by the message itself.
    """
    if isinstance(notice.event, OfferAnswered):
        return notice.event.outcome not in _WORTH_REPEATING
    return isinstance(notice.event, _CORRECTIONS)


def shortened(error: str) -> str:
    """Return why something failed, as much of it as is kept."""
    return storable(error, _LONGEST_ERROR)


async def settle_welcome(session: Session, notice: Notice, status: WelcomeStatus) -> None:
    """Write how a server's welcome stands, if a notice was one."""
    if isinstance(notice.event, WelcomeDue):
        await session.of(WelcomeRepository).settle(notice.event.server, WelcomeStatus.DUE, status)


async def _concerned(session: Session, notice: Notice) -> tuple[int, ...]:
    if corrects_in_line(notice) or isinstance(notice.event, _TELLS_NOBODY):
        return ()
    match notice.event:
        case DeadlineNear(person=person):
            return (person,)
        case SeatOffered(substitution=number):
            # Where anyone may take it, the one who waits for that.
            offer = await session.of(SubstitutionRepository).get(number)
            return () if offer is None else (offer.wanted or offer.offered_by,)
        case _ if notice.match is not None:
            match = await session.of(MatchRepository).get(notice.match)
            return () if match is None else _still_playing(match)
        case _:
            challenge = await session.of(ChallengeRepository).get(notice.stream)
            return () if challenge is None else _of_challenge(notice, challenge)


def _of_challenge(notice: Notice, challenge: Challenge) -> tuple[int, ...]:
    if isinstance(notice.event, ChallengeDeclined | ChallengeExpired | LobbyReady):
        return (challenge.challenger,)
    guests = (guest.person for guest in challenge.guests)
    people = dict.fromkeys((challenge.challenger, challenge.opponent, *guests))
    knows = challenge.challenger if isinstance(notice.event, TermsChanged) else None
    return tuple(person for person in people if person not in {None, knows})


def _still_playing(match: Match) -> tuple[int, ...]:
    people = (match.person_at(seat) for seat in range(len(match.players)) if seat not in match.retired)
    return tuple(dict.fromkeys(person for person in people if person is not None))
