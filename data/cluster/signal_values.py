"""Signals between processes through the database."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final, Self

SIGNALS: Final = "fernpartie"
"""The channel on which processes signal to each other."""


class Topic(StrEnum):
    """The topic of a signal between processes.

    NOTICES: there are notices that it does not deliver itself. DEADLINE: at a moment there will be something
    to do that it will not do itself. FREED: what was somebody's is anybody's, and what they waited for, too.
    SHARDS: a process has come or gone, or a shard is free. HELD: Discord wants to be left alone with
    something. PERSON: somebody was deleted. MESSAGE: a message reads otherwise than it was posted. MISSED:
    anything may have been said. UNKNOWN: something that a newer version says.
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
    """A message between processes: about a `moment`, or the number of a `subject`."""

    topic: Topic
    subject: int | None = None
    moment: datetime | None = None

    def written(self) -> str:
        """Return it as a line."""
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
