"""Two people against each other: how their games for two have ended, by game and role, and which was last."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from bot.features.ratings.domain.recent_results import result_of
from bot.features.ratings.domain.statistics import RoleRecord, SeatTally, role_records
from bot.model.match.match import Match
from rules.contract import Game

_PAIR: Final = 2


@dataclass(frozen=True, slots=True)
class Encounters:
    """How games of two people have ended for the first of them; `last` is the newest, None without any."""

    records: tuple[RoleRecord, ...] = ()
    last: Match | None = None

    @property
    def total(self) -> tuple[int, int, int]:
        """How many the first of them has won, how many were drawn, how many the other has won."""
        won, drawn = sum(one.won for one in self.records), sum(one.drawn for one in self.records)
        return won, drawn, sum(one.lost for one in self.records)


@dataclass(frozen=True, slots=True)
class PairScore:
    """How the games of two players have ended for the first of them."""

    won: int
    drawn: int
    lost: int

    @property
    def games(self) -> int:
        """Return how many games were counted."""
        return self.won + self.drawn + self.lost


def running_score(games: Mapping[str, Game], match: Match, between: Sequence[Match]) -> PairScore | None:
    """Return the score of a finished game's two players after it, out of the games `between` them.

    Only games of the same channel and its threads count: whoever reads the score can see them all.
    Of games that two people did not play it is None.
    """
    if len(match.players) != _PAIR or len(set(match.people)) != _PAIR or match.aborted:
        return None
    known = [one for one in between if one.updated <= match.updated and one.place.shares_readers(match.place)]
    return PairScore(*encounters(games, match.people[0], known).total)


def encounters(games: Mapping[str, Game], person: int, matches: Sequence[Match]) -> Encounters:
    """Return what finished matches of somebody with one other person tell, the newest first.

    Only games for two count, and none that admins have decided.
    """
    counted = [
        match
        for match in matches
        if match.key in games and len(match.players) == 2 and result_of(match, person) is not None
    ]
    tallies = [
        SeatTally(match.key, 2, seat, match.outcome, 1)
        for match in counted
        if (seat := match.seat_of(person)) is not None and match.outcome is not None
    ]
    return Encounters(role_records(games, tallies), next(iter(counted), None))
