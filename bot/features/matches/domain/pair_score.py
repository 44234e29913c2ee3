"""The score of two people against each other, after one of their games."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.model.match.match import ADJUDICATION, CORRECTION, WITHOUT_RESULT, Match

_PAIR: Final = 2
_FROM_OUTSIDE: Final = WITHOUT_RESULT | {ADJUDICATION, CORRECTION}


@dataclass(frozen=True, slots=True)
class PairScore:
    """The results of two people's games, from the first person's point of view."""

    won: int
    drawn: int
    lost: int

    @property
    def games(self) -> int:
        """The number of counted games."""
        return self.won + self.drawn + self.lost


def pair_score(match: Match, between: Sequence[Match]) -> PairScore | None:
    """Return the score of a finished game's two players after it, from the games `between` them.

    Only games of the same channel and its threads count: each reader of the score can see them all. Results
    from outside the game do not count. The score is None unless two people played the game.
    """
    if len(match.players) != _PAIR or len(set(match.people)) != _PAIR or match.is_aborted:
        return None
    winners = [
        {other_match.person_at(seat) for seat in other_match.outcome.winners}
        for other_match in between
        if other_match.outcome is not None
        and other_match.outcome.reason not in _FROM_OUTSIDE
        and len(other_match.players) == _PAIR
        and set(other_match.people) == set(match.people)
        and other_match.updated <= match.updated
        and other_match.place.shares_readers(match.place)
    ]
    first, second = match.people
    return PairScore(
        sum(first in winner_seats for winner_seats in winners),
        sum(not winner_seats for winner_seats in winners),
        sum(second in winner_seats for winner_seats in winners),
    )
