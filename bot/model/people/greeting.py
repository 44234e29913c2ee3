"""Everything that an answer to a person depends on."""

from dataclasses import dataclass
from datetime import datetime

from bot.model.people.preferences import Preferences


@dataclass(frozen=True, slots=True)
class Greeting:
    """A person's preferences, and the news for their next answer.

    `missed`: a direct message could not be delivered; `leaving` is the time of their deletion, None if they
    have not requested it.
    """

    preferences: Preferences
    missed: bool
    leaving: datetime | None = None
