"""Draws for games of three to six players: tables at which the players meet as evenly as possible."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate, combinations, permutations
from math import exp
from random import Random
from typing import Final

from bot.features.tournaments.domain.pairings import Crosstable, Pairing, bye, meeting_counts

_ATTEMPTS: Final = 3
_STEPS: Final = 60_000
"""The maximum number of exchanges per attempt; the complete draw takes at most a third of a second."""
_STEPS_A_SEAT: Final = 1_000
"""The exchanges per attempt, player and round, if these are fewer than _STEPS."""
_HEAT: Final = 1.2
_COLD: Final = 0.05
"""The annealing temperature at the last step; _HEAT is added at the first."""


def table_sizes(players: int, least: int, most: int) -> tuple[int, ...]:
    """Return the sizes of the tables: as few byes as possible, then as few tables, of similar size.

    Empty if no table can be formed.
    """
    for free in range(least):
        for count in range(-(-(players - free) // most), (players - free) // least + 1):
            if count:
                size, larger = divmod(players - free, count)
                return tuple(size + (number < larger) for number in range(count))
    return ()


def table_round(field: Crosstable, least: int, most: int, rounds: int) -> tuple[Pairing, ...]:
    """Return the next of `rounds` rounds of tables of `least` to `most`.

    Without byes all remaining rounds are drawn together, so that the players meet as evenly as possible over
    the whole tournament. The same crosstable gives the same draw. A surplus player has a bye, and gets the
    average points at a table of the largest size. Byes go to the players with the fewest byes so far, and
    among them to those with the most games.
    """
    sizes = table_sizes(len(field.active), least, most)
    if not sizes:
        return ()
    number = field.round + 1
    games = Counter(seat for pairing in field.pairings if not pairing.is_bye for seat in pairing.seats)
    byes = Counter(seat for pairing in field.pairings if pairing.is_bye for seat in pairing.seats)
    by_turn = sorted(field.active, key=lambda entrant: (-byes[entrant], games[entrant]))
    playing, free = by_turn[: sum(sizes)], by_turn[sum(sizes) :]
    # The byes of later rounds are unknown, so each round is drawn separately.
    rounds_left = 1 if free else max(1, rounds - field.round)
    tables = _Schedule.best(playing, sizes, rounds_left, meeting_counts(field.pairings))
    seats = _seat_counts(field)
    pairings = [Pairing(number, _assign_seats(table, seats)) for table in tables]
    return (*pairings, *(bye(number, entrant, (most - 1) / 2) for entrant in free))


class _Schedule:
    """Rounds of tables, improved by exchanging two players of a round (simulated annealing).

    The cost is the sum, over all pairs of players, of the square of their number of meetings: the more even,
    the lower. Players are numbered from 0 internally.
    """

    def __init__(
        self,
        players: Sequence[int],
        sizes: Sequence[int],
        rounds: int,
        before: Counter[frozenset[int]],
        dice: Random,
    ) -> None:
        self._players = players
        self._dice = dice
        numbers = range(len(players))
        self._met = [
            [
                0 if number == other else before[frozenset((players[number], players[other]))]
                for other in numbers
            ]
            for number in numbers
        ]
        self._rounds = [self._deal(sizes) for _ in range(rounds)]
        self._table = [
            {player: table for table in tables for player in table.players} for tables in self._rounds
        ]
        for tables in self._rounds:
            for table in tables:
                for first, other in combinations(table.players, 2):
                    self._meet(first, other, 1)
        self.cost = sum(self._met[entrant][other] ** 2 for entrant, other in combinations(numbers, 2))
        meetings = sum(self._met[entrant][other] for entrant, other in combinations(numbers, 2))
        self._least = _most_even(meetings, len(players) * (len(players) - 1) // 2)

    @classmethod
    def best(
        cls, players: Sequence[int], sizes: Sequence[int], rounds: int, before: Counter[frozenset[int]]
    ) -> Sequence[Sequence[int]]:
        """Return the tables of the first round of the best schedule of a few attempts."""
        attempts = []
        for attempt in range(_ATTEMPTS):
            schedule = cls(players, sizes, rounds, before, Random(attempt))  # noqa: S311  # not security-relevant
            schedule.improve()
            attempts.append(schedule)
            if schedule.cost <= schedule._least:
                break
        return min(attempts, key=lambda schedule: schedule.cost).first_round()

    def first_round(self) -> Sequence[Sequence[int]]:
        return [[self._players[number] for number in table.players] for table in self._rounds[0]]

    def improve(self) -> None:
        """Exchange players, at first also for a higher cost, until the schedule is as even as possible."""
        dice, players, rounds = self._dice, len(self._players), len(self._rounds)
        steps = min(_STEPS, _STEPS_A_SEAT * players * rounds)
        for step in range(steps):
            if self.cost <= self._least:
                break
            number = dice.randrange(rounds)
            first, other = dice.randrange(players), dice.randrange(players)
            here, there = self._table[number][first], self._table[number][other]
            if here is there:
                continue
            loss = self._loss(first, here, other) + self._loss(other, there, first)
            heat = _HEAT * (1 - step / steps) + _COLD
            if loss <= 0 or dice.random() < exp(-loss / heat):
                self._exchange(number, first, other)
                self.cost += loss

    def _deal(self, sizes: Sequence[int]) -> Sequence["_Table"]:
        order = list(range(len(self._players)))
        self._dice.shuffle(order)
        ends = list(accumulate(sizes))
        return [_Table(order[end - size : end]) for size, end in zip(sizes, ends, strict=True)]

    def _loss(self, leaver: int, table: "_Table", comer: int) -> int:
        """Return the growth of the cost at a table if `comer` replaces `leaver`."""
        met_by_leaver, met_by_comer = self._met[leaver], self._met[comer]
        return sum(
            2 * (met_by_comer[player] - met_by_leaver[player]) + 2
            for player in table.players
            if player != leaver
        )

    def _exchange(self, number: int, first: int, other: int) -> None:
        tables = self._table[number]
        for leaver, comer in ((first, other), (other, first)):
            for neighbour in tables[leaver].players:
                if neighbour != leaver:
                    self._meet(leaver, neighbour, -1)
                    self._meet(comer, neighbour, 1)
        here, there = tables[first], tables[other]
        here.players[here.players.index(first)] = other
        there.players[there.players.index(other)] = first
        tables[first], tables[other] = there, here

    def _meet(self, first: int, other: int, times: int) -> None:
        self._met[first][other] += times
        self._met[other][first] += times


@dataclass(slots=True, eq=False)
class _Table:
    players: list[int]


def _most_even(meetings: int, pairs: int) -> int:
    """Return the minimum cost of a number of meetings among a number of pairs."""
    times, more = divmod(meetings, pairs) if pairs else (0, 0)
    return (pairs - more) * times**2 + more * (times + 1) ** 2


def _seat_counts(field: Crosstable) -> Counter[tuple[int, int]]:
    return Counter((entrant, seat) for game in field.pairings for seat, entrant in enumerate(game.seats))


def _assign_seats(table: Sequence[int], counts: Counter[tuple[int, int]]) -> tuple[int, ...]:
    """Return a table's seats so that all players get the seats they have had least."""
    return min(
        permutations(sorted(table)),
        key=lambda order: sum((counts[entrant, seat] + 1) ** 2 for seat, entrant in enumerate(order)),
    )
