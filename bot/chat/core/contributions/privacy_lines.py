"""The lines that features contribute to the page of `/privacy`."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PrivacyLine:
    """A line about data that a feature stores about people; `text_id` takes no values."""

    place: int
    text_id: str
