"""Recorded events with their possible receivers, and these people's notification settings."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from bot.model.event import DomainEvent, MatchEvent
from bot.model.match.match import Match
from bot.model.people.preferences import Preferences


@dataclass(frozen=True, slots=True)
class Recipient:
    """A recipient, and their wishes for notices."""

    person: int
    preferences: Preferences


@dataclass(frozen=True, slots=True)
class RecordedInMatch:
    """An event in a match, and the match with its players' settings."""

    event: MatchEvent
    match: Match


@dataclass(frozen=True, slots=True)
class RecordedEvent:
    """An event outside matches, and its receiver if it has one."""

    event: DomainEvent
    recipients: Sequence[Recipient] = ()


Recorded: TypeAlias = RecordedInMatch | RecordedEvent
