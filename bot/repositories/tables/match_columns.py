"""Forms of JSON in the columns of a match."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Annotated, Any, Final, TypedDict

from pydantic import BeforeValidator

from bot.model.match.match import Match
from bot.model.match.offers.match_offers import MatchOffers
from bot.model.match.offers.offer_rules import OfferKind
from bot.model.match.offers.undo_point import UndoPoint
from data.schema.columns import json_of
from rules.contract import Outcome

_KINDS: Final = frozenset(OfferKind)
"""The kinds known to this version."""


@dataclass(frozen=True, slots=True)
class StoredOutcomes:
    """A match's outcome, and after a correction the original outcome and the neutral one."""

    winners: tuple[int, ...]
    reason: str
    first: Outcome | None = None
    neutral: Outcome | None = None

    @property
    def latest(self) -> Outcome:
        """The current outcome."""
        return Outcome(self.winners, self.reason)


def outcomes_of(match: Match) -> StoredOutcomes | None:
    """Return a match's outcomes in the form of its column."""
    latest = match.outcome
    if latest is None:
        return None
    return StoredOutcomes(latest.winners, latest.reason, match.first_outcome, match.neutral_outcome)


class _StoredOffers(TypedDict):
    open: list[dict[str, Any]]
    made: list[list[Any]]


def _known_offers(stored: _StoredOffers) -> dict[str, object]:
    """Return stored offers without kinds unknown to this version."""
    waiting = [offer for offer in stored["open"] if offer["what"] in _KINDS]
    return {"open": waiting, "made": _of_known_kinds(stored["made"])}


def _undo_of_known_kinds(stored: dict[str, Any]) -> dict[str, object]:
    return {**stored, "offers": _of_known_kinds(stored["offers"])}


def _of_known_kinds(offers: Iterable[list[Any]]) -> list[list[Any]]:
    return [offer for offer in offers if offer[0] in _KINDS]


OUTCOMES: Final = json_of(StoredOutcomes, sparse=True)
OFFERS: Final = json_of(
    Annotated[MatchOffers, BeforeValidator(_known_offers)], null=MatchOffers(), sparse=True
)
TIMES: Final = json_of(tuple[tuple[int, int, int], ...], null=())
UNDO: Final = json_of(Annotated[UndoPoint, BeforeValidator(_undo_of_known_kinds)])
