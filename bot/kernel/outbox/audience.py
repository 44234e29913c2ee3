"""Audiences: whether, when and where people get a message, by their preferences.

During a person's quiet hours, a public message does not ping them, and a direct message waits for the end.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from bot.kernel.outbox.message_routes import OutgoingMessage
from bot.kernel.outbox.recorded import Recipient
from bot.model.match.match import Match
from bot.model.people.preferences import PingPlace, Preferences

PersonPreferences = Mapping[int, Preferences]
"""Notification preferences by person."""


def seat_preferences(match: Match, seats: Iterable[int]) -> PersonPreferences:
    """Return the preferences of the people in the given seats of a match."""
    people = ((match.person_at(seat), match.settings_at(seat).preferences) for seat in seats)
    return {person: preferences for person, preferences in people if person is not None}


def recipient_preferences(recipients: Sequence[Recipient]) -> PersonPreferences:
    """Return the preferences of recorded recipients."""
    return {recipient.person: recipient.preferences for recipient in recipients}


def public_and_direct(
    message: OutgoingMessage, people: PersonPreferences, now: datetime
) -> list[OutgoingMessage]:
    """Return a public message that pings the `people` who want it, and the direct messages they want."""
    quiet = {person: quiet_until(preferences, now) for person, preferences in people.items()}
    direct = tuple(person for person, preferences in people.items() if preferences.tell.in_person)
    calls = tuple(pingable_people(people, now))
    # Not silent if it pings anyone, whoever else reads it.
    silent = message.routing.silent and not calls
    routing = replace(message.routing, calls=calls, direct=(*message.routing.direct, *direct), silent=silent)
    public = replace(message, routing=routing)
    return [public, *(replace(public, audience=person, due=quiet[person]) for person in direct)]


def only_for(message: OutgoingMessage, people: PersonPreferences, now: datetime) -> list[OutgoingMessage]:
    """Return a message only for these people: public, direct, both or none, by their preferences."""
    public, *direct = public_and_direct(message, people, now)
    return [public, *direct] if any(preferences.tell.in_public for preferences in people.values()) else direct


def also_to(message: OutgoingMessage, person: int | None, tell: PingPlace) -> list[OutgoingMessage]:
    """Return a public message, and a direct message to a person who wants one."""
    if person is None or not tell.in_person:
        return [message]
    public = replace(message, routing=replace(message.routing, direct=(person,)))
    return [public, replace(message, audience=person)]


def pingable_people(people: PersonPreferences, now: datetime) -> list[int]:
    """Return the `people` that a public message may ping now."""
    return [
        person
        for person, preferences in people.items()
        if preferences.tell.in_public and quiet_until(preferences, now) is None
    ]


def quiet_until(preferences: Preferences, now: datetime) -> datetime | None:
    """Return the end of a person's quiet hours; None outside them, and for a person without pings."""
    if preferences.tell is PingPlace.NONE:
        return None
    times = preferences.reminder_times
    around = None if times.quiet is None else times.quiet.around(now, times.zone)
    return None if around is None else around[1]
