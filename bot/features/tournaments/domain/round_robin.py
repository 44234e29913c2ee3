"""Round robins by the Berger tables: each entrant meets every other."""

from collections.abc import Sequence

from bot.features.tournaments.domain.pairings import Pairing


def round_robin(entrants: Sequence[int], *, swapped: bool = False, group: int = 0) -> tuple[Pairing, ...]:
    """Return all games of a round robin by Berger tables, round by round.

    With `swapped` each two play twice, the second time with swapped roles. With an odd number of entrants,
    one is free in each round, without a game or points.
    """
    first = tuple(
        Pairing(number, (entrants[place], entrants[other]), group=group)
        for number, pairs in enumerate(_berger(len(entrants)), start=1)
        for place, other in pairs
        if max(place, other) < len(entrants)
    )
    if not swapped:
        return first
    rounds = max((standing.round for standing in first), default=0)
    return first + tuple(
        Pairing(standing.round + rounds, standing.seats[::-1], group=group) for standing in first
    )


def _berger(players: int) -> list[list[tuple[int, int]]]:
    """Return the pairs of each round by places from 0; with an odd number, the last place is empty."""
    count = players + players % 2
    last = count - 1
    rounds = []
    for number in range(last):
        # The last place stays; all others move on by half of their number, modulo the number of rounds.
        opponent = (number * (count // 2)) % last
        pairs = [(opponent, last) if number % 2 == 0 else (last, opponent)]
        pairs += [((opponent + step) % last, (opponent - step) % last) for step in range(1, count // 2)]
        rounds.append(pairs)
    return rounds
