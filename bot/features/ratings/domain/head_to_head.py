"""Two people against each other: the results of their games for two, by game and role, and the last one."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bot.features.ratings.domain.recent_results import result_of
from bot.features.ratings.domain.statistics import RoleRecord, SeatTally, role_records
from bot.model.match.match import Match
from rules.contract import Game


@dataclass(frozen=True, slots=True)
class Encounters:
    """The results of two people's games for the first of them; `last` is the newest, None without games."""

    records: tuple[RoleRecord, ...] = ()
    last: Match | None = None

    @property
    def total(self) -> tuple[int, int, int]:
        """The numbers of games won by the first person, drawn, and won by the other."""
        won, drawn = sum(record.won for record in self.records), sum(record.drawn for record in self.records)
        return won, drawn, sum(record.lost for record in self.records)


def encounters(games: Mapping[str, Game], person: int, matches: Sequence[Match]) -> Encounters:
    """Return the record of two people from their finished matches, given newest first.

    Only games for two count, without those decided by admins.
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
