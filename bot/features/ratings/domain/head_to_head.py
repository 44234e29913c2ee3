"""Two people against each other: how their games for two have ended, by game and role, and which was last."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bot.features.ratings.domain.recent_results import result_of
from bot.features.ratings.domain.statistics import RoleRecord, SeatTally, role_records
from bot.model.match.match import Match
from rules.contract import Game


@dataclass(frozen=True, slots=True)
class Encounters:
    """How games of two people have ended for the first of them; `last` is the newest, None without any."""

    records: tuple[RoleRecord, ...] = ()
    last: Match | None = None

    @property
    def total(self) -> tuple[int, int, int]:
        """How many the first of them has won, how many were drawn, how many the other has won."""
        won, drawn = sum(record.won for record in self.records), sum(record.drawn for record in self.records)
        return won, drawn, sum(record.lost for record in self.records)


def encounters(games: Mapping[str, Game], person: int, matches: Sequence[Match]) -> Encounters:
    """Return the record of two people from their finished matches, given newest first.

    Only games for two count, and none that admins have decided.
    """
    relevant = [
        match
        for match in matches
        if match.key in games and len(match.players) == 2 and result_of(match, person) is not None
    ]
    tallies = [
        SeatTally(match.key, 2, seat, match.outcome, 1)
        for match in relevant
        if (seat := match.seat_of(person)) is not None and match.outcome is not None
    ]
    return Encounters(role_records(games, tallies), next(iter(relevant), None))
