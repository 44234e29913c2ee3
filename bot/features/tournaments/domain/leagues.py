"""Leagues: groups one above the other, each a round robin; after a season entrants move up and down."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from enum import StrEnum

from bot.features.tournaments.domain.pairings import Pairing
from bot.features.tournaments.domain.round_robin import round_robin


class Movement(StrEnum):
    """An entrant's move after a season."""

    UP = "up"
    STAY = "stay"
    DOWN = "down"


@dataclass(frozen=True, slots=True)
class LeagueRules:
    """The rules of a league: the size of a group, the number of promotions and relegations, double rounds.

    `season` is its number, from 1.
    """

    group_size: int = 6
    moving: int = 1
    swapped: bool = False
    season: int = 1


def first_groups(entrants: Sequence[int], rules: LeagueRules) -> tuple[tuple[int, ...], ...]:
    """Return the groups of a first season, of about equal size, the strongest entrants in the highest."""
    count = max(1, -(-len(entrants) // rules.group_size))
    size, larger = divmod(len(entrants), count)
    groups, start = [], 0
    for number in range(count):
        end = start + size + (number < larger)
        groups.append(tuple(entrants[start:end]))
        start = end
    return tuple(groups)


def season(groups: Sequence[Sequence[int]], rules: LeagueRules) -> tuple[Pairing, ...]:
    """Return all games of a season, group by group."""
    return tuple(
        game
        for number, group in enumerate(groups)
        for game in round_robin(group, swapped=rules.swapped, group=number)
    )


def movement(groups: Sequence[Sequence[int]], group: int, place: int, rules: LeagueRules) -> Movement:
    """Return the movement of a place (from 0) in a group; the first group has no UP, the last no DOWN."""
    size = len(groups[group])
    above = _exchange_count(groups, group - 1, rules) if group else 0
    below = _exchange_count(groups, group, rules)
    if place < above:
        return Movement.UP
    return Movement.DOWN if place >= size - below else Movement.STAY


def next_groups(
    final: Sequence[Sequence[int]],
    rules: LeagueRules,
    *,
    left: Collection[int] = (),
    joining: Sequence[int] = (),
) -> tuple[tuple[int, ...], ...]:
    """Return the groups of the next season; `final` are the final standings of the last one.

    Leavers go; entrants from below take their places, and new entrants begin in the lowest group.
    """
    groups: list[list[int]] = [[] for _ in final]
    for number, group in enumerate(final):
        for place, entrant in enumerate(group):
            groups[number + _STEPS[movement(final, number, place, rules)]].append(entrant)
    # The strongest of a group come from above, the weakest from below.
    order = [
        entrant
        for number, group in enumerate(groups)
        for entrant in sorted(group, key=_rank_key(final, number))
    ]
    return first_groups([*(entrant for entrant in order if entrant not in left), *joining], rules)


def _rank_key(final: Sequence[Sequence[int]], target: int) -> Callable[[int], tuple[int, int]]:
    def rank(entrant: int) -> tuple[int, int]:
        origin = next(number for number, group in enumerate(final) if entrant in group)
        return origin - target, final[origin].index(entrant)

    return rank


def _exchange_count(groups: Sequence[Sequence[int]], upper: int, rules: LeagueRules) -> int:
    """Return the number of entrants that change places between a group and the one below it."""
    if upper + 1 >= len(groups):
        return 0
    return min(rules.moving, len(groups[upper]) // 2, len(groups[upper + 1]) // 2)


_STEPS = {Movement.UP: -1, Movement.STAY: 0, Movement.DOWN: 1}
