"""Subscriptions, verdicts, and the reasons to refuse what admins decide."""

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
"""Every reason to refuse something here, with the names of its details."""


WEEK: Final = timedelta(days=7)
_DAY: Final = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Rhythm:
    """A time of day by the clocks of a `zone`: every day, or every week on a `day` (0 is Monday)."""

    time: time
    zone: str
    day: int | None = None

    def next(self, now: datetime) -> datetime:
        """Return the first moment after `now` that belongs to it."""
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

    `number` counts the posts; the last of them was at `posted` and had `item` as its content, a puzzle.
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
        """Return it after another post; periods without a post are skipped."""
        return replace(self, number=self.number + 1, posted=now, item=item, due=self.rhythm.next(now))


@dataclass(frozen=True, slots=True)
class Issue:
    """An issue: the event that leads to the message, and the item it shows."""

    event: DomainEvent
    item: int | None


def verdict(match: Match, winners: tuple[int, ...] | None, reason: str) -> Outcome:
    """Return the outcome an admin wants, for a `reason`: `winners` are people, None for no result at all.

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
