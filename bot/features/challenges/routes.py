"""The routes of challenges: public cards, and messages to challengers and addressees."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, Final

from bot.kernel.outbox.audience import only_for, recipient_preferences
from bot.kernel.outbox.message_routes import DeliveredNotice, MessageRoute, OutgoingMessage
from bot.kernel.outbox.notices import Notice
from bot.kernel.outbox.recorded import Recipient
from bot.model.events.events import (
    ChallengeChanged,
    ChallengeClosed,
    ChallengeDeclined,
    ChallengeEvent,
    ChallengeExpired,
    ChallengeMade,
    LobbyReady,
    TermsChanged,
)
from bot.model.events.instructions import RemoveButtons
from bot.model.people.person import MessageRef
from bot.repositories.challenges import ChallengeRepository
from bot.repositories.outbox.notices import NoticeRepository
from data.session import Session

_BESIDE: Final = timedelta(seconds=2)


def _on_the_card(
    event: ChallengeEvent, _recipients: Sequence[Recipient], _now: datetime
) -> Sequence[OutgoingMessage]:
    return [OutgoingMessage(event, event.challenge)]


def _to_recipients(
    event: ChallengeEvent, recipients: Sequence[Recipient], now: datetime
) -> Sequence[OutgoingMessage]:
    return only_for(OutgoingMessage(event, event.challenge), recipient_preferences(recipients), now)


def _route_new(event: ChallengeMade, _: Sequence[Recipient], now: datetime) -> Sequence[OutgoingMessage]:
    """Route a new challenge's card; a challenge that shares an earlier card waits until that is posted."""
    due = None if event.beside is None else now + _BESIDE
    return [OutgoingMessage(event, event.challenge, due=due)]


async def _store_card(event: ChallengeMade, arrival: DeliveredNotice) -> list[OutgoingMessage]:
    if arrival.public_ref is not None:
        repository = arrival.session.of(ChallengeRepository)
        await repository.set_message(event.challenge, arrival.public_ref.message)
    return []


async def _store_start_offer(event: LobbyReady, arrival: DeliveredNotice) -> list[OutgoingMessage]:
    """Store the message that offers to start a table; remove its buttons if the table has closed."""
    session, ref = arrival.session, arrival.ref
    if ref is None:
        return []
    challenge = await session.of(ChallengeRepository).get(event.challenge)
    if challenge is None or not challenge.open:
        return [_without_buttons(arrival, ref)]
    await session.of(NoticeRepository).show(arrival.notice.id, ref)
    return []


async def _close_messages(event: ChallengeClosed, arrival: DeliveredNotice) -> list[OutgoingMessage]:
    """Remove the buttons of all messages that offer to start a table."""
    notices = arrival.session.of(NoticeRepository)
    standing = await notices.challenge_messages(event.challenge)
    for message in standing:
        await notices.show(message.notice, None)
    return [_without_buttons(arrival, message.message) for message in standing]


def _without_buttons(arrival: DeliveredNotice, ref: MessageRef) -> OutgoingMessage:
    return arrival.follow_up(RemoveButtons(ref, challenge=arrival.notice.stream), ref)


async def _challenger(event: ChallengeEvent, _: Notice, session: Session) -> tuple[int, ...]:
    challenge = await session.of(ChallengeRepository).get(event.challenge)
    return () if challenge is None else (challenge.challenger,)


async def _everybody(event: ChallengeEvent, _: Notice, session: Session) -> tuple[int, ...]:
    challenge = await session.of(ChallengeRepository).get(event.challenge)
    if challenge is None:
        return ()
    guests = (guest.person for guest in challenge.guests)
    people = dict.fromkeys((challenge.challenger, challenge.opponent, *guests))
    return tuple(person for person in people if person is not None)


async def _guests(event: TermsChanged, notice: Notice, session: Session) -> tuple[int, ...]:
    """Return everybody except the challenger, who changed the terms."""
    challenger = await _challenger(event, notice, session)
    return tuple(person for person in await _everybody(event, notice, session) if person not in challenger)


CHALLENGE_ROUTES: Final[tuple[MessageRoute[Any], ...]] = (
    MessageRoute(ChallengeMade, elsewhere=_route_new, delivered=_store_card, concerned=_everybody),
    MessageRoute(ChallengeChanged, elsewhere=_on_the_card),
    MessageRoute(ChallengeClosed, elsewhere=_on_the_card, delivered=_close_messages, concerned=_everybody),
    MessageRoute(TermsChanged, elsewhere=_to_recipients, concerned=_guests),
    MessageRoute(ChallengeDeclined, elsewhere=_to_recipients, concerned=_challenger),
    MessageRoute(ChallengeExpired, elsewhere=_to_recipients, concerned=_challenger),
    MessageRoute(LobbyReady, elsewhere=_to_recipients, delivered=_store_start_offer, concerned=_challenger),
)
