"""Refusals of the rules: five errors by cause, each with a reason as data."""

from collections.abc import Mapping

from rules.contract.vocabulary import RefusalReason


class RulesError(ValueError):
    """A refusal of the rules, as an English sentence and as data.

    `reason` is a stable kebab-case id, by which catalogues find the sentence for players; `details` are its
    values, as texts. A declared reason comes with the details it declares and no others.
    """

    def __init__(self, message: str, reason: str, **details: str) -> None:
        super().__init__(message)
        if isinstance(reason, RefusalReason) and details.keys() != reason.details:
            raise TypeError(f"{reason!r} comes with {set(reason.details)}, not with {set(details)}")
        self.reason = str(reason)
        self.details: Mapping[str, str] = details


class InvalidOption(RulesError):
    """An option, value or number of players that the game does not have."""


class InvalidPosition(RulesError):
    """A position text that is malformed or describes an impossible position."""


class InvalidMove(RulesError):
    """A text that is not a move of this game in any position."""


class IllegalMove(RulesError):
    """A move that cannot be played in this position."""


class UnjustifiedCall(IllegalMove):
    """A call, such as the claim of a missed capture, that no position justifies in any form."""


class AmbiguousMove(RulesError):
    """A text that matches several legal moves."""
