"""Recorded events with their possible recipients, and these people's preferences."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from bot.model.event import DomainEvent, MatchEvent
from bot.model.match.match import Match
from bot.model.people.preferences import Preferences


@dataclass(frozen=True, slots=True)
class Recipient:
    """A recipient, and their notification preferences."""

    person: int
    preferences: Preferences


@dataclass(frozen=True, slots=True)
class RecordedInMatch:
    """An event in a match, and the match with its players' settings."""

    event: MatchEvent
    match: Match


@dataclass(frozen=True, slots=True)
class RecordedEvent:
    """An event outside matches, and its recipients."""

    event: DomainEvent
    recipients: Sequence[Recipient] = ()


Recorded: TypeAlias = RecordedInMatch | RecordedEvent
