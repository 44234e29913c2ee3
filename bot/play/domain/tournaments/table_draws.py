"""Draws for games of three to six: tables at which everyone meets everyone as evenly as can be."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations, permutations, product
from typing import Final

from bot.play.domain.tournaments.pairings import Crosstable, Pairing, bye, met

_STEPS: Final = 200
"""How many exchanges between tables are made at most; far fewer are needed."""


def table_sizes(players: int, least: int, most: int) -> tuple[int, ...]:
    """Return as few tables as hold all players, about equally large; empty where none can be formed."""
    for free in range(least):
        for count in range(-(-(players - free) // most), (players - free) // least + 1):
            if count:
                size, larger = divmod(players - free, count)
                return tuple(size + (number < larger) for number in range(count))
    return ()


def table_round(field: Crosstable, least: int, most: int) -> tuple[Pairing, ...]:
    """Return the next round of tables of `least` to `most`.

    Who is left over is free and gets what a table brings a head; those who have played most are free first.
    """
    sizes = table_sizes(len(field.active), least, most)
    if not sizes:
        return ()
    number = field.round + 1
    games = Counter(seat for one in field.pairings if not one.is_bye for seat in one.seats)
    byes = Counter(seat for one in field.pairings if one.is_bye for seat in one.seats)
    by_turn = sorted(field.active, key=lambda one: (-byes[one], games[one]))
    playing, free = by_turn[: sum(sizes)], by_turn[sum(sizes) :]
    before = met(field.pairings)
    tables = _evened(_dealt(playing, sizes, number), before)
    seats = _seat_counts(field)
    drawn = [Pairing(number, _seated(table, seats)) for table in tables]
    return (*drawn, *(bye(number, one, (most - 1) / 2) for one in free))


def _dealt(players: Sequence[int], sizes: Sequence[int], number: int) -> list[list[int]]:
    """Deal players out in a way that differs from round to round."""
    turned = [*players[number % len(players) :], *players[: number % len(players)]]
    tables, start = [], 0
    for size in sizes:
        tables.append(turned[start : start + size])
        start += size
    return tables


def _evened(tables: list[list[int]], before: Counter[frozenset[int]]) -> list[list[int]]:
    """Exchange two of different tables as long as fewer meet again by that."""
    for _ in range(_STEPS):
        best: tuple[int, int, int, int, int] | None = None
        for one, other in combinations(range(len(tables)), 2):
            for first, second in product(range(len(tables[one])), range(len(tables[other]))):
                gain = _gain(tables[one], first, tables[other], second, before)
                if gain > 0 and (best is None or gain > best[0]):
                    best = (gain, one, first, other, second)
        if best is None:
            break
        _, one, first, other, second = best
        tables[one][first], tables[other][second] = tables[other][second], tables[one][first]
    return tables


def _gain(
    one: Sequence[int], first: int, other: Sequence[int], second: int, before: Counter[frozenset[int]]
) -> int:
    """Return by how much less those of two tables have met when two of them change places."""
    mover, moved = one[first], other[second]
    gain = 0
    for place, neighbour in enumerate(one):
        if place != first:
            gain += _weight(before, mover, neighbour) - _weight(before, moved, neighbour)
    for place, neighbour in enumerate(other):
        if place != second:
            gain += _weight(before, moved, neighbour) - _weight(before, mover, neighbour)
    return gain


def _weight(before: Counter[frozenset[int]], one: int, other: int) -> int:
    times = before[frozenset((one, other))]
    return (times + 1) ** 2 - times**2


def _seat_counts(field: Crosstable) -> Counter[tuple[int, int]]:
    """Return how often each has had each seat."""
    return Counter((one, seat) for game in field.pairings for seat, one in enumerate(game.seats))


def _seated(table: Sequence[int], counts: Counter[tuple[int, int]]) -> tuple[int, ...]:
    """Seat a table so that everybody gets the seats they have had least."""
    return min(
        permutations(sorted(table)),
        key=lambda order: sum((counts[one, seat] + 1) ** 2 for seat, one in enumerate(order)),
    )
