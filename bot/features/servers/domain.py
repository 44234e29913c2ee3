"""Subscriptions, verdicts, and the reasons to refuse admins' actions."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime, time, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from bot.model.event import DomainEvent
from bot.model.match.match import ANNULLED, Match
from bot.model.people.players import person_of
from bot.model.refusal import Refusal
from bot.model.texts import storable
from rules.contract import Outcome

REASONS: Final[Mapping[str, tuple[str, ...]]] = {
    "game-not-over": (),
    "result-stands": (),
    "too-many-listed": ("limit",),
    "unknown-winner": ("player",),
    "winner-or-draw": (),
    "note-too-long": ("limit",),
}
"""All refusal reasons of servers, with the names of their details."""


WEEK: Final = timedelta(days=7)
_DAY: Final = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Rhythm:
    """A time of day in a `zone`: every day, or every week on a `day` (0 is Monday)."""

    time: time
    zone: str
    day: int | None = None

    def next(self, now: datetime) -> datetime:
        """Return the rhythm's first moment after `now`."""
        local = ZoneInfo(self.zone)
        today = now.astimezone(local).date()
        first, period = (
            (today, _DAY) if self.day is None else (today + _DAY * ((self.day - today.weekday()) % 7), WEEK)
        )
        moments = (
            datetime.combine(first + period * times, self.time, local).astimezone(UTC) for times in range(3)
        )
        return next(moment for moment in moments if moment > now)


@dataclass(frozen=True, slots=True)
class Subscription:
    """A server's subscription to one `kind`: its channel, and when the next issue is `due`.

    `number` counts the posts; the last post was at `posted` and contained `item`, a puzzle.
    """

    server: int
    kind: str
    channel: int
    rhythm: Rhythm
    due: datetime
    number: int = 0
    posted: datetime | None = None
    item: int | None = None

    def after(self, item: int | None, now: datetime) -> "Subscription":
        """Return the subscription after a post; periods without a post are skipped."""
        return replace(self, number=self.number + 1, posted=now, item=item, due=self.rhythm.next(now))


@dataclass(frozen=True, slots=True)
class Issue:
    """An issue: the event that leads to its message, and the item that it shows."""

    event: DomainEvent
    item: int | None


def verdict(match: Match, winners: tuple[int, ...] | None, reason: str) -> Outcome:
    """Return an admin's outcome, for a `reason`: `winners` are people, None annuls the match.

    Raises Refusal: "unknown-winner".
    """
    if winners is None:
        return Outcome((), ANNULLED)
    stranger = next((person for person in winners if person not in match.people), None)
    if stranger is not None:
        raise Refusal("unknown-winner", player=str(stranger))
    seats = tuple(seat for seat, player in enumerate(match.players) if person_of(player) in winners)
    return Outcome(seats, reason)


def note_text(reason: str, limit: int) -> str:
    """Return an admin's note in its stored form. Raises Refusal: "note-too-long"."""
    if len(reason) > limit:
        raise Refusal("note-too-long", limit=str(limit))
    return storable(reason, limit)
