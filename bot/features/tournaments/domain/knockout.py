"""Knockouts: the winner of a pair of games with swapped roles advances."""

from collections.abc import Sequence
from typing import Final

from bot.features.tournaments.domain.pairings import Crosstable, Pairing, bye

Tie = tuple[int | None, int | None]
"""The entrants of a tie; None for an unknown entrant, or for a bye."""
MAX_PAIRS: Final = 2
"""The maximum number of pairs of games in a tie; after that the higher seed wins a level tie."""


def bracket(entrants: Sequence[int]) -> tuple[int | None, ...]:
    """Return the places of the first round; the two strongest can only meet in the last round.

    None is an empty place: its opponent has a bye.
    """
    size = 1
    while size < len(entrants):
        size *= 2
    order = [0]
    while len(order) < size:
        order = [place for seed in order for place in (seed, 2 * len(order) - 1 - seed)]
    return tuple(entrants[seed] if seed < len(entrants) else None for seed in order)


def knockout_round(field: Crosstable) -> tuple[Pairing, ...]:
    """Return the next games: a second pair after a level one, else the next round; empty at the end.

    A withdrawn entrant loses to one who has not withdrawn.
    """
    number = field.round + 1
    for ties in rounds(field):
        undecided = [tie for tie in ties if len(tie) == 2 and winner(field, tie) is None]
        started = any(games_in(field, (entrant, other)) for entrant, other in undecided)
        if not undecided:
            continue
        # Byes exist only in the first round.
        byes = [bye(number, tie[0]) for tie in ties if len(tie) == 1 and not started]
        games = [
            pairing
            for entrant, other in undecided
            for pairing in (Pairing(number, (entrant, other)), Pairing(number, (other, entrant)))
        ]
        return (*games, *byes)
    return ()


def rounds(field: Crosstable) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """Return the known ties round by round; a tie with one entrant is a bye."""
    places: list[int | None] = list(bracket(field.entrants))
    result = []
    while len(places) > 1:
        ties = [
            tuple(entrant for entrant in (places[place], places[place + 1]) if entrant is not None)
            for place in range(0, len(places), 2)
        ]
        result.append(tuple(ties))
        through = [winner(field, tie) for tie in ties]
        if any(entrant is None and tie for entrant, tie in zip(through, ties, strict=True)):
            break
        places = list(through)
    return tuple(result)


def tree(field: Crosstable) -> tuple[tuple[Tie, ...], ...]:
    """Return the two places of each tie, from the first round to the last one.

    In the first round None is a bye.
    """
    places: Sequence[int | None] = bracket(field.entrants)
    result = []
    while len(places) > 1:
        ties: tuple[Tie, ...] = tuple(zip(places[::2], places[1::2], strict=True))
        result.append(ties)
        places = [through(field, tie, first=len(result) == 1) for tie in ties]
    return tuple(result)


def through(field: Crosstable, tie: Tie, *, first: bool) -> int | None:
    """Return the winner of a tie of the `tree`, None while it is open."""
    there = tuple(entrant for entrant in tie if entrant is not None)
    return winner(field, there) if first or len(there) == 2 else None


def games_in(field: Crosstable, tie: Tie) -> tuple[Pairing, ...]:
    """Return the games of a tie that have been paired so far."""
    return tuple(pairing for pairing in field.pairings if set(pairing.seats) == set(tie))


def winner(field: Crosstable, tie: tuple[int, ...]) -> int | None:
    """Return the winner of a tie, None while it is open or empty.

    Played results count; an entrant who withdraws before the end loses to one who has not. Once the
    tournament is over, the later rounds decide: correcting a result then pairs no new game.
    """
    if len(tie) < 2:
        return tie[0] if tie else None
    games = games_in(field, (tie[0], tie[1]))
    if games and field.over:
        last = max(game.round for game in games)
        later = {seat for pairing in field.pairings if pairing.round > last for seat in pairing.seats}
        gone_on = [entrant for entrant in tie if entrant in later]
        if len(gone_on) == 1:
            return gone_on[0]
    if games and not any(game.open for game in games):
        points = [sum(game.points_of(entrant) for game in games) for entrant in tie]
        if points[0] != points[1]:
            return tie[points.index(max(points))]
        if len(games) // 2 >= MAX_PAIRS:
            return _stronger(field, tie)
    there = [entrant for entrant in tie if entrant not in field.withdrawn]
    if len(there) == 1:
        return there[0]
    decide = _furthest if there else _stronger
    return None if there and not field.over else decide(field, tie)


def champion(field: Crosstable) -> int | None:
    """Return the winner of the last tie, None while it is open."""
    all_rounds = rounds(field)
    if not all_rounds:
        return field.entrants[0] if field.entrants else None
    return winner(field, all_rounds[-1][0]) if len(all_rounds[-1]) == 1 else None


def placings(field: Crosstable) -> tuple[tuple[int, ...], ...]:
    """Return the entrants by final place so far, the best first; the losers of a round share a place."""
    best = champion(field)
    out: list[tuple[int, ...]] = [] if best is None else [(best,)]
    placed = set() if best is None else {best}
    for ties in reversed(rounds(field)):
        entered = tuple(
            entrant
            for entrant in field.entrants
            if any(entrant in tie for tie in ties) and entrant not in placed
        )
        if entered:
            out.append(entered)
            placed.update(entered)
    return tuple(out)


def _furthest(field: Crosstable, tie: tuple[int, ...]) -> int:
    """Return the entrant who played in a later round, else the stronger one."""
    last = {entrant: max((game.round for game in field.of(entrant)), default=0) for entrant in tie}
    return min(tie, key=lambda entrant: (-last[entrant], field.entrants.index(entrant)))


def _stronger(field: Crosstable, tie: tuple[int, ...]) -> int:
    return min(tie, key=field.entrants.index)
