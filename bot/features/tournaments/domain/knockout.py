"""Knockouts: who wins a pair of games with swapped roles goes on."""

from collections.abc import Sequence
from typing import Final

from bot.features.tournaments.domain.pairings import Crosstable, Pairing, bye

Tie = tuple[int | None, int | None]
"""Two places whose owners meet; None is who is not known yet, or nobody."""
MOST_PAIRS: Final = 2
"""How many pairs of games two play at most; who stands higher in the draw goes on when they are level."""


def bracket(entrants: Sequence[int]) -> tuple[int | None, ...]:
    """Return the places of the first round, so that the strongest two can meet in the last one only.

    None is a place that nobody has: who would meet it is through.
    """
    size = 1
    while size < len(entrants):
        size *= 2
    order = [0]
    while len(order) < size:
        order = [place for seed in order for place in (seed, 2 * len(order) - 1 - seed)]
    return tuple(entrants[seed] if seed < len(entrants) else None for seed in order)


def knockout_round(field: Crosstable) -> tuple[Pairing, ...]:
    """Return the next games: a second pair for who is level after one, else the next round; empty at the end.

    Who has withdrawn loses to whoever has not.
    """
    number = field.round + 1
    for ties in rounds(field):
        undecided = [tie for tie in ties if len(tie) == 2 and winner(field, tie) is None]
        begun = any(games_in(field, (one, other)) for one, other in undecided)
        if not undecided:
            continue
        # In the first round alone somebody may meet nobody.
        byes = [bye(number, tie[0]) for tie in ties if len(tie) == 1 and not begun]
        games = [
            pairing
            for one, other in undecided
            for pairing in (Pairing(number, (one, other)), Pairing(number, (other, one)))
        ]
        return (*games, *byes)
    return ()


def rounds(field: Crosstable) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """Return who meets whom round by round, as far as it is known; one alone is through."""
    places: list[int | None] = list(bracket(field.entrants))
    found = []
    while len(places) > 1:
        ties = [
            tuple(one for one in (places[place], places[place + 1]) if one is not None)
            for place in range(0, len(places), 2)
        ]
        found.append(tuple(ties))
        through = [winner(field, tie) for tie in ties]
        if any(one is None and tie for one, tie in zip(through, ties, strict=True)):
            break
        places = list(through)
    return tuple(found)


def tree(field: Crosstable) -> tuple[tuple[Tie, ...], ...]:
    """Return the two places of each tie, from the first round to the last one.

    In the first round None is nobody: who meets nobody is through.
    """
    places: Sequence[int | None] = bracket(field.entrants)
    found = []
    while len(places) > 1:
        ties: tuple[Tie, ...] = tuple(zip(places[::2], places[1::2], strict=True))
        found.append(ties)
        places = [through(field, tie, first=len(found) == 1) for tie in ties]
    return tuple(found)


def through(field: Crosstable, tie: Tie, *, first: bool) -> int | None:
    """Return who goes on from a tie of the `tree`, None as long as that is open."""
    there = tuple(one for one in tie if one is not None)
    return winner(field, there) if first or len(there) == 2 else None


def games_in(field: Crosstable, tie: Tie) -> tuple[Pairing, ...]:
    """Return the games of a tie that have been drawn."""
    return tuple(one for one in field.pairings if set(one.seats) == set(tie))


def winner(field: Crosstable, tie: tuple[int, ...]) -> int | None:
    """Return who has won a tie, None as long as that is open or where nobody is in it.

    What was played stands; only who withdraws before that loses to whoever has not. Once all is over whoever
    has gone on has done so, as it was played: a result that is corrected then draws no game anew.
    """
    if len(tie) < 2:
        return tie[0] if tie else None
    games = games_in(field, (tie[0], tie[1]))
    if games and field.over:
        last = max(one.round for one in games)
        later = {seat for one in field.pairings if one.round > last for seat in one.seats}
        gone_on = [one for one in tie if one in later]
        if len(gone_on) == 1:
            return gone_on[0]
    if games and not any(one.open for one in games):
        points = [sum(one.points_of(entrant) for one in games) for entrant in tie]
        if points[0] != points[1]:
            return tie[points.index(max(points))]
        if len(games) // 2 >= MOST_PAIRS:
            return _stronger(field, tie)
    there = [one for one in tie if one not in field.withdrawn]
    if len(there) == 1:
        return there[0]
    decide = _furthest if there else _stronger
    return None if there and not field.over else decide(field, tie)


def champion(field: Crosstable) -> int | None:
    """Return who has won the last tie, None as long as it goes on."""
    played = rounds(field)
    if not played:
        return field.entrants[0] if field.entrants else None
    return winner(field, played[-1][0]) if len(played[-1]) == 1 else None


def placings(field: Crosstable) -> tuple[tuple[int, ...], ...]:
    """Return who shares each place so far, the best first: who was beaten in the same round shares one."""
    best = champion(field)
    out: list[tuple[int, ...]] = [] if best is None else [(best,)]
    placed = set() if best is None else {best}
    for ties in reversed(rounds(field)):
        entered = tuple(
            one for one in field.entrants if any(one in tie for tie in ties) and one not in placed
        )
        if entered:
            out.append(entered)
            placed.update(entered)
    return tuple(out)


def _furthest(field: Crosstable, tie: tuple[int, ...]) -> int:
    """Return who has played in a later round than the other, else the stronger."""
    last = {one: max((game.round for game in field.of(one)), default=0) for one in tie}
    return min(tie, key=lambda one: (-last[one], field.entrants.index(one)))


def _stronger(field: Crosstable, tie: tuple[int, ...]) -> int:
    return min(tie, key=field.entrants.index)
