"""An admin's verdict on a match: the outcome and the reason."""

from bot.model.match.match import ANNULLED, Match
from bot.model.people.players import person_of
from bot.model.refusal import Refusal
from bot.model.texts import storable
from rules.contract import Outcome


def verdict(match: Match, winners: tuple[int, ...] | None, reason: str) -> Outcome:
    """Return the outcome an admin wants, for a `reason`: `winners` are people, None for no result at all.

    Raises Refusal: "unknown-winner".
    """
    if winners is None:
        return Outcome((), ANNULLED)
    stranger = next((person for person in winners if person not in match.people), None)
    if stranger is not None:
        raise Refusal("unknown-winner", player=str(stranger))
    seats = tuple(seat for seat, player in enumerate(match.players) if person_of(player) in winners)
    return Outcome(seats, reason)


def noted(reason: str, limit: int) -> str:
    """Return what an admin writes as it is kept. Raises Refusal: "note-too-long"."""
    if len(reason) > limit:
        raise Refusal("note-too-long", limit=str(limit))
    return storable(reason, limit)
