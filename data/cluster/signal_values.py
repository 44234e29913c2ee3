"""Signals between processes through the database."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final, Self

SIGNALS: Final = "fernpartie"
"""The channel on which processes signal each other."""


class Topic(StrEnum):
    """The topic of a signal between processes.

    NOTICES: the sender leaves notices to others. DEADLINE: the sender leaves work that is due at a moment to
    others. FREED: a claim was released, so its work can be claimed. SHARDS: a process has joined or left, or
    a shard is free. HELD: Discord requests a pause for a subject. PERSON: a person was deleted. MESSAGE: a
    message differs from its first post. MISSED: any signal may have been missed. UNKNOWN: a signal of a newer
    version.
    """

    NOTICES = "notices"
    DEADLINE = "deadline"
    FREED = "freed"
    SHARDS = "shards"
    HELD = "held"
    PERSON = "person"
    MESSAGE = "message"
    MISSED = "missed"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Signal:
    """A message between processes, about a `moment` or the number of a `subject`."""

    topic: Topic
    subject: int | None = None
    moment: datetime | None = None

    def to_line(self) -> str:
        about = self.subject if self.moment is None else self.moment.isoformat()
        return self.topic.value if about is None else f"{self.topic.value} {about}"

    @classmethod
    def read(cls, line: str) -> Self:
        """Read a line of any version."""
        word, _, about = line.partition(" ")
        try:
            topic = Topic(word)
            if topic is Topic.DEADLINE:
                return cls(topic, moment=datetime.fromisoformat(about))
            return cls(topic, int(about) if about else None)
        except ValueError:
            return cls(Topic.UNKNOWN)
