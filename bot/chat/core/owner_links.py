"""Links to pages of the bot's owner."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Links:
    """The owner's pages about personal data and terms of use, if any."""

    privacy: str | None = None
    terms: str | None = None
