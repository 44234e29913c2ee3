"""The messages of matches: public ones, and direct ones to players who want them."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import TypeVar

from bot.kernel.outbox.audience import also_to, quiet_until
from bot.kernel.outbox.message_routes import OutgoingMessage
from bot.kernel.outbox.notices import Routing
from bot.model.event import MatchEvent
from bot.model.events.events import MatchEventAtPly
from bot.model.events.instructions import EndDirectBoard
from bot.model.match.match import Match
from bot.model.people.preferences import PingPlace

_AtPly = TypeVar("_AtPly", bound=MatchEventAtPly)


def match_message(match: Match, event: MatchEvent, plies: int, *, timed: bool = False) -> OutgoingMessage:
    """Return the public message of a match's event at its ply count."""
    return OutgoingMessage(event, match.challenge, match.id, plies, Routing(timed=timed))


def to_everyone(event: _AtPly, match: Match, _: datetime) -> Sequence[OutgoingMessage]:
    """Return a single public message."""
    return [match_message(match, event, event.plies)]


def to_next(
    message: OutgoingMessage, match: Match, turn: int | None, tell: PingPlace, now: datetime
) -> list[OutgoingMessage]:
    """Return a public message that pings the player to act, and a direct one if they want that.

    A ping in their quiet hours is silent.
    """
    silent = tell is not PingPlace.NONE and is_quiet(match, turn, now)
    public = replace(message, routing=replace(message.routing, tell=tell, silent=silent))
    return also_to(public, match.person_at(turn), tell)


def is_quiet(match: Match, seat: int | None, now: datetime) -> bool:
    """Return whether a seat's player has quiet hours now."""
    return quiet_until(match.settings_at(seat).preferences, now) is not None


def end_board(match: Match, person: int, *, timed: bool, undone_by: int | None = None) -> OutgoingMessage:
    """Return the notice that ends a person's direct board."""
    over = EndDirectBoard(match.id, undone_by)
    return OutgoingMessage(over, match.challenge, match.id, routing=Routing(timed=timed), audience=person)


def end_board_of(
    match: Match, seat: int | None, *, timed: bool, undone_by: int | None = None
) -> list[OutgoingMessage]:
    """Return the notice that ends the direct board of a seat, if its player gets direct boards."""
    person = match.person_at(seat)
    if person is None or not match.settings_at(seat).preferences.tell.in_person:
        return []
    return [end_board(match, person, timed=timed, undone_by=undone_by)]
