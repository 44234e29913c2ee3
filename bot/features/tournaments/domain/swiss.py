"""Swiss systems: each round pairs entrants with similar scores, never twice, by the FIDE Dutch system."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from bot.features.tournaments.domain.pairings import (
    WIN,
    Crosstable,
    Pairing,
    bye,
    first_seats,
    meeting_counts,
)

ROLE_DIFFERENCE: Final = 2
"""The maximum difference between an entrant's numbers of played games in the two roles."""


def swiss_round(field: Crosstable, *, pairs: bool = False) -> tuple[Pairing, ...]:
    """Return the next round, empty if every round would repeat a pairing.

    With `pairs` each pair plays two games, roles swapped. An entrant without an opponent has a bye; nobody
    has two. Call it off the event loop: large fields take tenths of a second.
    """
    if len(field.active) < 2:
        return ()
    # Imported here: it takes 28 MB and half a second, which only servers with tournaments need.
    from bot.features.tournaments.domain.dutch import dutch_round  # noqa: PLC0415  # networkx

    number = field.round + 1
    pairings = dutch_round(field, pairs=pairs)
    if not _is_legal(field, pairings, pairs=pairs):
        pairings = _matching(field, pairs=pairs)
    games = [Pairing(number, seats) for seats in pairings if len(seats) == 2]
    if pairs:
        games = [pairing for game in games for pairing in (game, Pairing(number, game.seats[::-1]))]
    bye_points = 2 * WIN if pairs else WIN
    return (*games, *(bye(number, seats[0], bye_points) for seats in pairings if len(seats) == 1))


def _is_legal(field: Crosstable, tables: Sequence[tuple[int, ...]], *, pairs: bool) -> bool:
    """Return whether a round pairs everyone once, repeats no pairing or bye, and keeps roles balanced."""
    if sorted(player for seats in tables for player in seats) != sorted(field.active):
        return False
    meetings, byes = meeting_counts(field.pairings), [seats[0] for seats in tables if len(seats) == 1]
    if len(byes) > 1 or any(meetings[frozenset(seats)] for seats in tables if len(seats) == 2):
        return False
    if any(pairing.is_bye and pairing.seats[0] in byes for pairing in field.pairings):
        return False
    if pairs:
        return True
    balance = _balance(field)
    balance.update(first_seats(Pairing(0, seats) for seats in tables))
    return all(abs(balance[entrant]) <= ROLE_DIFFERENCE for entrant in field.active)


def _matching(field: Crosstable, *, pairs: bool) -> list[tuple[int, ...]]:
    """Return a round with minimal differences of points; empty if not everyone can be paired."""
    bye_number = 0  # stands for the missing opponent; no entrant has this number
    score = {entrant: sum(game.points_of(entrant) for game in field.of(entrant)) for entrant in field.active}
    had_bye = {pairing.seats[0] for pairing in field.pairings if pairing.is_bye}
    meetings, balance = meeting_counts(field.pairings), _balance(field)
    # Imported here, like the Dutch system, which depends on it.
    import networkx as nx  # noqa: PLC0415

    graph: nx.Graph = nx.Graph()
    graph.add_nodes_from(field.active)
    for place, entrant in enumerate(field.active):
        if len(field.active) % 2 and entrant not in had_bye:
            graph.add_edge(entrant, bye_number, weight=-4 * (score[entrant] ** 2))
        for other in field.active[place + 1 :]:
            can_meet = pairs or _roles(entrant, other, balance) is not None
            if can_meet and not meetings[frozenset((entrant, other))]:
                graph.add_edge(entrant, other, weight=-4 * (score[entrant] - score[other]) ** 2)
    matching = nx.max_weight_matching(graph, maxcardinality=True)
    if 2 * len(matching) < len(field.active):
        return []
    couples = [tuple(entrant for entrant in sorted(pair) if entrant != bye_number) for pair in matching]
    return sorted(
        _assign_seats(couples, balance), key=lambda seats: (len(seats) == 1, -max(score[s] for s in seats))
    )


def _balance(field: Crosstable) -> Counter[int]:
    """Return each entrant's surplus of first roles over second ones, in played games."""
    return first_seats(pairing for pairing in field.pairings if pairing.played)


def _assign_seats(tables: Iterable[tuple[int, ...]], balance: Mapping[int, int]) -> list[tuple[int, ...]]:
    return [seats if len(seats) == 1 else _roles(seats[0], seats[1], balance) or seats for seats in tables]


def _roles(first: int, other: int, balance: Mapping[int, int]) -> tuple[int, int] | None:
    """Return two entrants by seat so that neither has a role too often, None if that is impossible."""
    seats = (first, other) if balance[first] <= balance[other] else (other, first)
    if balance[seats[0]] >= ROLE_DIFFERENCE or balance[seats[1]] <= -ROLE_DIFFERENCE:
        return None
    return seats
