"""Recorded events: what has happened, with those who may be told of it and how they want that by then."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from bot.model.event import DomainEvent, MatchEvent
from bot.model.match.match import Match
from bot.model.people.preferences import Preferences


@dataclass(frozen=True, slots=True)
class Recipient:
    """One person to be told something, and how they want that."""

    person: int
    preferences: Preferences


@dataclass(frozen=True, slots=True)
class RecordedInMatch:
    """What has happened in a match, and the match with its players' settings."""

    event: MatchEvent
    match: Match


@dataclass(frozen=True, slots=True)
class RecordedEvent:
    """What has happened in no match, and whom it is for, where it is for somebody."""

    event: DomainEvent
    recipients: Sequence[Recipient] = ()


Recorded: TypeAlias = RecordedInMatch | RecordedEvent
