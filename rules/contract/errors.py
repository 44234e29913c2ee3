"""Why the rules refuse something: five errors by cause, each with a reason as data."""

from collections.abc import Mapping

from rules.contract.vocabulary import RefusalReason


class RulesError(ValueError):
    """A refusal of the rules, as an English sentence and as data.

    `reason` is a stable id (kebab-case) under which catalogues keep the sentence for players;
    `details` are the values that sentence needs, as texts. A declared reason comes with the details it
    declares and no others.
    """

    def __init__(self, message: str, reason: str, **details: str) -> None:
        super().__init__(message)
        if isinstance(reason, RefusalReason) and details.keys() != reason.details:
            raise TypeError(f"{reason!r} comes with {set(reason.details)}, not with {set(details)}")
        self.reason = str(reason)
        self.details: Mapping[str, str] = details


class InvalidOption(RulesError):
    """An option, a value or a number of players the game does not have."""


class InvalidPosition(RulesError):
    """A position text that is malformed or names an impossible position."""


class InvalidMove(RulesError):
    """A text that is no move in this game at all."""


class IllegalMove(RulesError):
    """A move that cannot be played in this position."""


class UnjustifiedCall(IllegalMove):
    """A call, such as the claim of a missed capture, that no position justifies in any form."""


class AmbiguousMove(RulesError):
    """A text that several different legal moves answer to."""
