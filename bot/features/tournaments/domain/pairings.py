"""Pairings: the entrants of a round by seat, and their points."""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace

WIN = 1.0
DRAW = 0.5
LOSS = 0.0
"""The points of a lost game of two."""


@dataclass(frozen=True, slots=True)
class Pairing:
    """A game of a round: entrants by seat; a single entrant has a bye.

    `points` are by seat, None during the game; without `played` they were awarded, not won: for a bye or a
    forfeit. `group` is a league's group, from 0.

    On a ladder `challenger` is the challenging entrant, and `round` its rank among the results, 0 while it is
    open; without a challenger the second entrant has passed the idle first one.
    """

    round: int
    seats: tuple[int, ...]
    points: tuple[float, ...] | None = None
    played: bool = True
    group: int = 0
    challenger: int | None = None

    @property
    def is_bye(self) -> bool:
        return len(self.seats) == 1

    @property
    def open(self) -> bool:
        """Whether the game is still open."""
        return self.points is None

    @property
    def is_forfeit(self) -> bool:
        """Whether the game was decided without being played."""
        return not self.played and not self.is_bye

    def points_of(self, entrant: int) -> float:
        """Return an entrant's points so far."""
        return 0.0 if self.points is None else self.points[self.seats.index(entrant)]

    def opponents_of(self, entrant: int) -> tuple[int, ...]:
        """Return an entrant's opponents."""
        return tuple(other for other in self.seats if other != entrant)


@dataclass(frozen=True, slots=True)
class Crosstable:
    """Entrants by number, the strongest first, and their games.

    `withdrawn` entrants get no further pairings; `over` is set when the tournament has ended.
    """

    entrants: tuple[int, ...]
    pairings: tuple[Pairing, ...] = ()
    withdrawn: frozenset[int] = frozenset()
    over: bool = False

    @property
    def active(self) -> tuple[int, ...]:
        """Return the entrants that are still paired, the strongest first."""
        return tuple(entrant for entrant in self.entrants if entrant not in self.withdrawn)

    @property
    def round(self) -> int:
        """The number of the last round, 0 before the first."""
        return max((pairing.round for pairing in self.pairings), default=0)

    @property
    def round_over(self) -> bool:
        """Whether all games are decided."""
        return not any(pairing.open for pairing in self.pairings)

    def of(self, entrant: int) -> tuple[Pairing, ...]:
        """Return an entrant's pairings, in order."""
        return tuple(pairing for pairing in self.pairings if entrant in pairing.seats)


def bye(number: int, entrant: int, points: float = WIN) -> Pairing:
    """Return a bye in a round."""
    return Pairing(number, (entrant,), (points,), played=False)


def meeting_counts(pairings: Iterable[Pairing]) -> Counter[frozenset[int]]:
    """Return the number of meetings for each pair of entrants."""
    return Counter(
        frozenset((first, second))
        for pairing in pairings
        for place, first in enumerate(pairing.seats)
        for second in pairing.seats[place + 1 :]
    )


def first_seats(pairings: Iterable[Pairing]) -> Counter[int]:
    """Return each entrant's surplus of first seats over second ones, in games of two."""
    balance: Counter[int] = Counter()
    for pairing in pairings:
        if len(pairing.seats) == 2:
            balance.update({pairing.seats[0]: 1, pairing.seats[1]: -1})
    return balance


def forfeit(pairing: Pairing, missing: Collection[int], largest: int = 0) -> Pairing:
    """Return an open pairing decided by the absence of the `missing` entrants.

    The others share the points of the places above the missing ones; if all are missing, nobody scores.
    `largest` is as in `placing_points`.
    """
    there = [entrant for entrant in pairing.seats if entrant not in missing]
    shared = placing_points(
        len(pairing.seats), [[pairing.seats.index(entrant) for entrant in there]], largest
    )
    worth = max(shared) if there else LOSS
    points = tuple(worth if entrant in there else LOSS for entrant in pairing.seats)
    return replace(pairing, points=points, played=False)


def with_withdrawals(pairings: Sequence[Pairing], withdrawn: Collection[int]) -> tuple[Pairing, ...]:
    """Return pairings in which withdrawn entrants forfeit their open games."""
    return tuple(
        forfeit(pairing, withdrawn)
        if pairing.open and any(seat in withdrawn for seat in pairing.seats)
        else pairing
        for pairing in pairings
    )


def places_of(
    players: int, winners: Collection[int], seats: Sequence[int] = (), score: Sequence[int] = ()
) -> tuple[tuple[int, ...], ...]:
    """Return the seats of each place of a game, the best first.

    After the winners come the players who stayed to the end, by score if there is one. Then come the leavers:
    `seats` in the order in which they left, so the first leaver is last.
    """
    stayed = [seat for seat in range(players) if seat not in winners and seat not in seats]
    levels = sorted({score[seat] for seat in stayed}, reverse=True) if score else []
    by_score = [tuple(seat for seat in stayed if score[seat] == level) for level in levels]
    losing = [(seat,) for seat in reversed(seats) if seat not in winners]
    places = [tuple(winners), *(by_score if score else [tuple(stayed)]), *losing]
    return tuple(place for place in places if place)


def placing_points(players: int, places: Sequence[Collection[int]], largest: int = 0) -> tuple[float, ...]:
    """Return the points of a game by seat; `places` are the seats of each place, the best first.

    Each place scores one point more than the place below it; seats that share places share their points.
    Seats that are not in `places` share the last ones. The last place scores nothing, but at tables smaller
    than the `largest` one enough to make the points per head equal.
    """
    named = [place for place in places if place]
    rest = set(range(players)).difference(*named) if named else set(range(players))
    points = [0.0] * players
    remaining = players
    base = max(0, largest - players) / 2
    for place in [*named, rest]:
        if place:
            worth = base + sum(range(remaining - len(place), remaining)) / len(place)
            for seat in place:
                points[seat] = worth
            remaining -= len(place)
    return tuple(points)
