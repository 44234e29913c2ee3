"""Refusals: why something a person asked for is not done."""

from collections.abc import Mapping


class Refusal(Exception):
    """Raised with the reason for a refused request; nothing was changed.

    `reason` is declared by a feature; its sentence for players is the text "refusal.<reason>";
    `details` are the values that sentence needs, as texts.
    """

    def __init__(self, reason: str, /, **details: str) -> None:
        super().__init__(reason)
        self.reason = reason
        self.details: Mapping[str, str] = details
