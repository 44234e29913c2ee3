"""Writes the direct messages to a match's followers."""

from collections.abc import Sequence
from datetime import datetime

from bot.features.following.domain import FollowedEvents
from bot.features.following.store import FollowerRepository
from bot.features.matches.service.notices.merged_plies import merged_plies
from bot.kernel.outbox.audience import quiet_until
from bot.kernel.outbox.message_routes import OutgoingMessage
from bot.kernel.outbox.recorded import Recorded, RecordedInMatch
from bot.model.event import MatchEvent
from bot.model.events.events import DiceRolled, MatchEnded, PliesTakenBack, PlyPlayed
from bot.model.events.instructions import TellFollower
from bot.model.match.match import Match
from bot.model.people.person_settings import USUAL
from bot.repositories.outbox.notices import NoticeRepository
from bot.repositories.people.person_settings import PersonSettingsRepository
from data.session import Session


async def project_followers(session: Session, events: Sequence[Recorded], now: datetime) -> None:
    """Write the notices to followers of matches, within the transaction of the events.

    A match without followers needs no query.
    """
    messages: list[OutgoingMessage] = []
    for recorded in merged_plies(events):
        if not isinstance(recorded, RecordedInMatch) or not recorded.match.followed:
            continue
        if isinstance(recorded.event, PliesTakenBack):
            await session.of(FollowerRepository).take_back(recorded.match.id, recorded.event.plies)
        messages += await _route_followers(session, recorded.event, recorded.match, now)
    if messages:
        await session.of(NoticeRepository).add([message.to_notice() for message in messages], now)


async def _route_followers(
    session: Session, event: MatchEvent, match: Match, now: datetime
) -> list[OutgoingMessage]:
    instruction = _instruction(event)
    if instruction is None:
        return []
    followers = [
        follower.person
        for follower in await session.of(FollowerRepository).of_match(match.id)
        # A follower who has taken over a seat gets notices as a player.
        if follower.person not in match.people
        and (instruction.over or follower.events is FollowedEvents.PLIES)
    ]
    settings = await session.of(PersonSettingsRepository).of(set(followers)) if followers else {}
    return [
        OutgoingMessage(
            instruction,
            match.challenge,
            match.id,
            instruction.plies,
            audience=person,
            due=quiet_until(settings.get(person, USUAL).preferences, now),
        )
        for person in followers
    ]


def _instruction(event: MatchEvent) -> TellFollower | None:
    """Return the instruction for followers, None if they get no message."""
    match event:
        case PlyPlayed(ends_match=False) | DiceRolled():
            return TellFollower(event.match, event.since, event.plies)
        case MatchEnded(last=PlyPlayed() as last):
            return TellFollower(event.match, last.since, last.plies, over=True)
        case MatchEnded():
            return TellFollower(event.match, event.plies, event.plies, over=True)
        case _:
            return None
