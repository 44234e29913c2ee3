"""Swiss systems: in each round those meet who have fared alike, never twice, by the FIDE Dutch system."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from caissify_pairings import generate_pairings

from bot.play.domain.tournaments.pairings import LOSS, WIN, Crosstable, Pairing, bye, first_seats, met

ROLE_DIFFERENCE: Final = 2
"""How often more one may have had one role than the other, in games that were played."""
_FIRST: Final = "white"
_SECOND: Final = "black"


def swiss_round(field: Crosstable, *, pairs: bool = False) -> tuple[Pairing, ...]:
    """Return the next round, empty where no round is left in which nobody meets anybody twice.

    With `pairs` each two play two games with swapped roles. Whoever has no opponent has a bye; nobody has
    two. The exception of the rulebook for the last round, in which roles matter less, is not made use of.
    To be called off the event loop: 64 take a second.
    """
    if len(field.active) < 2:
        return ()
    number = field.round + 1
    matched = _matched(field, pairs=pairs)
    if not matched:
        return ()
    found = _dutch(field, number, pairs=pairs)
    if not _is_legal(field, found, pairs=pairs):
        found = matched
    games = [Pairing(number, seats) for seats in found if len(seats) == 2]
    if pairs:
        games = [one for game in games for one in (game, Pairing(number, game.seats[::-1]))]
    worth = 2 * WIN if pairs else WIN
    return (*games, *(bye(number, seats[0], worth) for seats in found if len(seats) == 1))


def _dutch(field: Crosstable, number: int, *, pairs: bool) -> list[tuple[int, ...]]:
    history = _History(field, pairs=pairs)
    score = {one: history.score(one, number) for one in field.entrants}
    initial = {one: place for place, one in enumerate(field.entrants, start=1)}
    ranked = sorted(field.active, key=lambda one: (-score[one], initial[one]))
    players = [
        {
            "id": one,
            "name": "",
            "score": score[one],
            "rating": 0,
            "starting_number": initial[one],
            # The library takes the lower number for the higher ranked, whatever their points, where it
            # gives the roles; whether a number is odd is asked of the initial one.
            "pairing_number": 2 * rank + initial[one] % 2,
            "color_hist": history.roles(one),
            "float_history": history.floats(one),
            "bye_count": history.byes(one),
            "forfeit_win_count": history.forfeits_won(one),
        }
        for rank, one in enumerate(ranked)
    ]
    before = {(min(two), max(two)) for two in met(field.pairings)}
    found = generate_pairings(
        system="dutch",
        players=players,
        previous_pairings=before,
        round_number=number,
        total_rounds=number + 1,
        bye_value=2 * WIN if pairs else WIN,
    )
    return [
        (int(one["white_id"]),) if one["black_id"] is None else (int(one["white_id"]), int(one["black_id"]))
        for one in found
    ]


class _History:
    """What the rounds of a field tell of one entrant, as the Dutch system asks for it."""

    def __init__(self, field: Crosstable, *, pairs: bool) -> None:
        self._pairs = pairs
        self._rounds = range(1, field.round + 1)
        self._games: dict[tuple[int, int], list[Pairing]] = {}
        for one in field.pairings:
            for entrant in one.seats:
                self._games.setdefault((entrant, one.round), []).append(one)

    def score(self, entrant: int, before: int) -> float:
        return sum(self._points(entrant, number) for number in self._rounds if number < before)

    def roles(self, entrant: int) -> list[str]:
        """Return the roles of the games played, in turn; none with pairs, as each has both."""
        games = [game for number in self._rounds for game in self._games.get((entrant, number), ())]
        if self._pairs:
            return []
        return [_FIRST if one.seats[0] == entrant else _SECOND for one in games if one.played]

    def floats(self, entrant: int) -> list[str]:
        return [self._float(entrant, number) for number in self._rounds]

    def byes(self, entrant: int) -> int:
        return sum(one.is_bye for number in self._rounds for one in self._games.get((entrant, number), ()))

    def forfeits_won(self, entrant: int) -> int:
        return sum(
            one.is_forfeit and one.points_of(entrant) > LOSS
            for number in self._rounds
            for one in self._games.get((entrant, number), ())
        )

    def _points(self, entrant: int, number: int) -> float:
        return sum(one.points_of(entrant) for one in self._games.get((entrant, number), ()))

    def _float(self, entrant: int, number: int) -> str:
        games = self._games.get((entrant, number), [])
        if not games:
            return "none"
        if not games[0].played:
            return "down" if self._points(entrant, number) > LOSS else "none"
        (opponent,) = games[0].opponents_of(entrant)
        own, other = self.score(entrant, number), self.score(opponent, number)
        return "down" if own > other else "up" if own < other else "none"


def _is_legal(field: Crosstable, found: Sequence[tuple[int, ...]], *, pairs: bool) -> bool:
    """Return whether everybody is paired once, nobody again, one at most is free, and roles are balanced."""
    if sorted(one for seats in found for one in seats) != sorted(field.active):
        return False
    before, free = met(field.pairings), [seats[0] for seats in found if len(seats) == 1]
    if len(free) > 1 or any(before[frozenset(seats)] for seats in found if len(seats) == 2):
        return False
    if any(one.is_bye and one.seats[0] in free for one in field.pairings):
        return False
    if pairs:
        return True
    balance = _balance(field)
    balance.update(first_seats(Pairing(0, seats) for seats in found))
    return all(abs(balance[one]) <= ROLE_DIFFERENCE for one in field.active)


def _matched(field: Crosstable, *, pairs: bool) -> list[tuple[int, ...]]:
    """Return a round by a matching of least differences of points; empty where there is none."""
    free = 0
    """The number of nobody: no entrant has it."""
    history = _History(field, pairs=pairs)
    number = field.round + 1
    score = {one: history.score(one, number) for one in field.active}
    before, balance = met(field.pairings), _balance(field)
    # 15 MB and half a second of every start, for servers that hold tournaments.
    import networkx as nx  # noqa: PLC0415

    graph: nx.Graph = nx.Graph()
    graph.add_nodes_from(field.active)
    for place, one in enumerate(field.active):
        if len(field.active) % 2 and not history.byes(one):
            graph.add_edge(one, free, weight=-4 * (score[one] ** 2))
        for other in field.active[place + 1 :]:
            fits = pairs or _roles(one, other, balance) is not None
            if fits and not before[frozenset((one, other))]:
                graph.add_edge(one, other, weight=-4 * (score[one] - score[other]) ** 2)
    matching = nx.max_weight_matching(graph, maxcardinality=True)
    if 2 * len(matching) < len(field.active):
        return []
    found = [tuple(one for one in sorted(two) if one != free) for two in matching]
    return sorted(_seated(found, balance), key=lambda seats: (len(seats) == 1, -max(score[s] for s in seats)))


def _balance(field: Crosstable) -> Counter[int]:
    """Return how often more each one has had the first role than the second, in games that were played."""
    return first_seats(one for one in field.pairings if one.played)


def _seated(found: Iterable[tuple[int, ...]], balance: Mapping[int, int]) -> list[tuple[int, ...]]:
    return [seats if len(seats) == 1 else _roles(seats[0], seats[1], balance) or seats for seats in found]


def _roles(one: int, other: int, balance: Mapping[int, int]) -> tuple[int, int] | None:
    """Return two by seat so that neither has one role too often, None where that cannot be."""
    seated = (one, other) if balance[one] <= balance[other] else (other, one)
    if balance[seated[0]] >= ROLE_DIFFERENCE or balance[seated[1]] <= -ROLE_DIFFERENCE:
        return None
    return seated
