"""Refusals of requests, with their reasons."""

from collections.abc import Mapping


class Refusal(Exception):
    """The reason for a refused request; nothing was changed.

    `reason` is declared by a feature; its sentence for players is the text "refusal.<reason>"; `details` are
    the text's values.
    """

    def __init__(self, reason: str, /, **details: str) -> None:
        super().__init__(reason)
        self.reason = reason
        self.details: Mapping[str, str] = details
