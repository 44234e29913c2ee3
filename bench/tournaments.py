"""Simulated tournaments of each format: their invariants, and the time of a pairing.

Sizes range from 3 to 64; people win, draw, forfeit and withdraw, and results are corrected, all at random. A
Swiss tournament of nine rounds with 64 entrants is included; a pairing there should take at most a second.
"""

import sys
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from itertools import combinations
from random import Random
from time import process_time
from typing import Final

from bot.features.tournaments.domain.formats import Format, Rules, next_round, ranking
from bot.features.tournaments.domain.knockout import champion
from bot.features.tournaments.domain.ladder import (
    REACH,
    after_game,
    challengeable,
    passing,
    rungs,
    seats_of,
    sunk,
)
from bot.features.tournaments.domain.leagues import LeagueRules, first_groups, next_groups
from bot.features.tournaments.domain.pairings import (
    Crosstable,
    Pairing,
    first_seats,
    forfeit,
    meeting_counts,
    placing_points,
    with_withdrawals,
)

TOURNAMENTS: Final = 1000
SIZES: Final = (3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 16, 17, 20, 24, 27, 32, 48, 64)
_WEIGHTS: Final = (*(12 for _ in range(14)), 4, 3, 2, 1, 1)
LARGE: Final = 64
LARGE_ROUNDS: Final = 9
_FORFEITS: Final = 0.05
_WITHDRAWALS: Final = 0.1
_CORRECTIONS: Final = 0.05


class Broken(AssertionError):
    """An invariant is violated."""


@dataclass(slots=True)
class SimulationTotals:
    """Totals of a format's simulated tournaments; times in CPU seconds."""

    tournaments: int = 0
    rounds: int = 0
    games: int = 0
    early: int = 0
    pairing: list[float] = field(default_factory=list)


def simulate(rules: Rules, entrants: int, rng: Random, totals: SimulationTotals) -> Crosstable:
    """Play a tournament to its end and return it. Raises Broken."""
    now = Crosstable(tuple(range(1, entrants + 1)))
    for _ in range(4 * entrants + 8):
        began = process_time()
        pairings = next_round(rules, now)
        totals.pairing.append(process_time() - began)
        if not pairings:
            break
        check_round(rules, now, pairings)
        totals.rounds += 1
        totals.games += sum(not pairing.is_bye for pairing in pairings)
        now = replace(
            now, pairings=(*now.pairings, *(_play_pairing(pairing, rules.most, rng) for pairing in pairings))
        )
        if rng.random() < _WITHDRAWALS:
            now = replace(now, withdrawn=now.withdrawn | {rng.choice(now.entrants)})
        now = replace(
            now, pairings=with_withdrawals(_correct_results(now.pairings, rules.most, rng), now.withdrawn)
        )
        now = replace(now, pairings=tuple(_with_result(pairing, rules.most, rng) for pairing in now.pairings))
        check_standings(rules, now)
    else:
        raise Broken("does not end")
    totals.tournaments += 1
    if rules.format in {Format.SWISS, Format.TABLES}:
        totals.early += now.round < rules.rounds
    return now


def check_round(rules: Rules, before: Crosstable, pairings: tuple[Pairing, ...]) -> None:
    """Check the pairings of a round. Raises Broken."""
    _CHECKS[rules.format](rules, before, pairings)
    out = before.withdrawn.intersection(seat for pairing in pairings for seat in pairing.seats)
    _check(not out, "whoever has withdrawn is not paired")


def check_standings(rules: Rules, now: Crosstable) -> None:
    """Check that standings list every entrant once, in order, with all points. Raises Broken."""
    groups = ranking(rules, now)
    standings = [standing for group in groups for standing in group]
    _check(
        sorted(standing.entrant for standing in standings) == sorted(now.entrants),
        "everybody stands once",
    )
    total = sum(standing.points for standing in standings)
    _check(total == sum(sum(pairing.points or ()) for pairing in now.pairings), "all points are told")
    for group in groups:
        ranks = [standing.rank for standing in group]
        _check(ranks == sorted(ranks), "ranks go up")
        _check(all(rank <= place for place, rank in enumerate(ranks, start=1)), "ranks are places")


def simulate_ladder(entrants: int, rng: Random, totals: SimulationTotals) -> None:
    """Simulate challenges on a ladder, with entrants who join, leave and sink. Raises Broken."""
    field = Crosstable(tuple(range(1, entrants + 1)))
    for _ in range(3 * entrants):
        field = _play_challenge(field, rng, totals)
        began = process_time()
        order = rungs(field)
        totals.pairing.append(process_time() - began)
        field = _sunk(field, order, {entrant for entrant in order if rng.random() < _FORFEITS})
        before = rungs(field)
        after = _change_ladder(field, rng)
        remaining = tuple(entrant for entrant in before if entrant not in after.withdrawn)
        _check(
            rungs(after)[: len(remaining)] == remaining,
            "who leaves moves nobody, and who enters is the lowest",
        )
        field = replace(after, pairings=_correct_steps(after.pairings, rng))
        _check(sorted(rungs(field)) == sorted(field.active), "everybody has a rung")
    for first, other in combinations(field.entrants, 2):
        balance = first_seats(
            game for game in field.pairings if game.played and {first, other} == {*game.seats}
        )
        _check(abs(balance[first]) <= 1, "roles are balanced between each two")
    totals.tournaments += 1


def _play_challenge(field: Crosstable, rng: Random, totals: SimulationTotals) -> Crosstable:
    """Return a ladder after a challenge within reach, or unchanged if there is none. Raises Broken."""
    order = rungs(field)
    challenger = rng.choice(order)
    above = challengeable(order, challenger)
    _check(len(above) == min(REACH, order.index(challenger)), "as many are in reach as there are")
    if not above:
        return field
    other = rng.choice(above)
    step = _ladder_game(field, challenger, other, rng)
    after = replace(field, pairings=(*field.pairings, step))
    totals.games += step.played
    rest = [who for who in order if who != challenger]
    _check([who for who in rungs(after) if who != challenger] == rest, "nobody else moves")
    if step.played:
        won = step.points_of(challenger) > step.points_of(other)
        _check(
            rungs(after) == after_game(order, challenger, other, challenger if won else None),
            "who wins takes the rung",
        )
    return after


def _sunk(field: Crosstable, order: tuple[int, ...], idle: set[int]) -> Crosstable:
    for seats in passing(order, idle):
        sinking = Pairing(field.round + 1, seats, (0.0, 1.0), played=False)
        field = replace(field, pairings=(*field.pairings, sinking))
    low = rungs(field)
    _check(low == sunk(order, idle), "what is written of it is how they sink")
    playing = [entrant for entrant in order if entrant not in idle]
    _check([entrant for entrant in low if entrant not in idle] == playing, "those who play keep their order")
    _check(
        all(low.index(entrant) <= order.index(entrant) + 1 for entrant in idle),
        "who is idle sinks by one at most",
    )
    return field


def _ladder_game(field: Crosstable, challenger: int, challenged: int, rng: Random) -> Pairing:
    step = Pairing(field.round + 1, seats_of(field, challenger, challenged), challenger=challenger)
    chance = rng.random()
    if chance < 2 * _FORFEITS:
        return forfeit(step, {challenged} if chance < _FORFEITS else step.seats)
    return replace(step, points=rng.choice(((1.0, 0.0), (0.0, 1.0), (0.5, 0.5))))


def _change_ladder(field: Crosstable, rng: Random) -> Crosstable:
    """Return a ladder after a random departure or entry, or unchanged."""
    chance = rng.random()
    if chance < _WITHDRAWALS and len(field.active) > 3:
        return replace(field, withdrawn=field.withdrawn | {rng.choice(field.active)})
    if chance < 2 * _WITHDRAWALS:
        return replace(field, entrants=(*field.entrants, max(field.entrants) + 1))
    return field


def _correct_steps(pairings: tuple[Pairing, ...], rng: Random) -> tuple[Pairing, ...]:
    return tuple(
        replace(pairing, points=rng.choice(((1.0, 0.0), (0.0, 1.0), (0.5, 0.5))))
        if pairing.played and rng.random() < _CORRECTIONS / 10
        else pairing
        for pairing in pairings
    )


def simulate_seasons(rules: Rules, entrants: int, rng: Random, totals: SimulationTotals) -> None:
    """Play a season of a league and form the groups of the next one. Raises Broken."""
    result = simulate(rules, entrants, rng, totals)
    final = [[standing.entrant for standing in group] for group in ranking(rules, result)]
    groups = next_groups(final, rules.league, left=result.withdrawn, joining=(entrants + 1,))
    members = [entrant for group in groups for entrant in group]
    remaining = set(result.active) | {entrants + 1}
    _check(set(members) == remaining and len(members) == len(remaining), "everybody has a place")
    _check(max(map(len, groups)) - min(map(len, groups)) <= 1, "groups are about equally large")
    if len(groups) == len(final) > 1 and not result.withdrawn:
        _check(final[1][0] in groups[0], "who wins a group goes up")


def run() -> None:
    rng = Random(26)
    print(f"{'format':<24}{'events':>8}{'rounds':>8}{'games':>9}{'early':>7}{'median ms':>11}{'most ms':>9}")
    for name, simulation in _FORMATS.items():
        totals = SimulationTotals()
        while totals.tournaments < TOURNAMENTS:
            simulation(rng.choices(SIZES, _WEIGHTS)[0], rng, totals)
            if sys.stderr.isatty():
                print(f"\r{name} {totals.tournaments}", end="", file=sys.stderr)
        _print_totals(name, totals)
    large = SimulationTotals()
    simulate(Rules(Format.SWISS, LARGE_ROUNDS), LARGE, rng, large)
    _print_totals(f"Swiss of {LARGE}, {LARGE_ROUNDS} rounds", large)
    print("Every invariant held in all of them.")


def _print_totals(name: str, totals: SimulationTotals) -> None:
    times = sorted(totals.pairing) or [0.0]
    print(
        f"{name:<24}{totals.tournaments:>8}{totals.rounds:>8}{totals.games:>9}{totals.early:>7}"
        f"{times[len(times) // 2] * 1000:>11.1f}{times[-1] * 1000:>9.0f}"
    )


def _check(holds: object, invariant: str) -> None:
    if not holds:
        raise Broken(invariant)


def _play_pairing(pairing: Pairing, largest: int, rng: Random) -> Pairing:
    """Return a game at the end of its round: over, forfeited by some or all players, or still open."""
    chance = rng.random()
    if pairing.is_bye or chance < _FORFEITS:
        return pairing
    if chance < 2 * _FORFEITS:
        missing = {seat for seat in pairing.seats if rng.random() < 0.6} or {pairing.seats[0]}
        return forfeit(pairing, missing, largest)
    return _result(pairing, largest, rng)


def _with_result(pairing: Pairing, largest: int, rng: Random) -> Pairing:
    return _result(pairing, largest, rng) if pairing.open else pairing


def _result(pairing: Pairing, largest: int, rng: Random) -> Pairing:
    players = len(pairing.seats)
    order = rng.sample(range(players), players)
    places = [] if rng.random() < 0.2 else [[seat] for seat in order[: rng.randint(1, players)]]
    return replace(pairing, points=placing_points(players, places, largest))


def _correct_results(pairings: tuple[Pairing, ...], largest: int, rng: Random) -> tuple[Pairing, ...]:
    return tuple(
        _result(pairing, largest, rng)
        if pairing.played and not pairing.open and rng.random() < _CORRECTIONS
        else pairing
        for pairing in pairings
    )


def _check_swiss(rules: Rules, before: Crosstable, pairings: tuple[Pairing, ...]) -> None:
    after = (*before.pairings, *pairings)
    games = 2 if rules.pairs else 1
    _check(max(meeting_counts(after).values(), default=0) <= games, "no two meet twice")
    free = Counter(pairing.seats[0] for pairing in after if pairing.is_bye)
    _check(max(free.values(), default=0) <= 1, "nobody is free twice")
    games_by_seat = Counter(seat for pairing in pairings for seat in pairing.seats)
    _check(set(games_by_seat) == set(before.active), "everybody is paired")
    balance = first_seats(pairing for pairing in after if rules.pairs or pairing.played)
    _check(all(abs(difference) <= (0 if rules.pairs else 2) for difference in balance.values()), "roles")


def _check_all_meet(rules: Rules, before: Crosstable, pairings: tuple[Pairing, ...]) -> None:
    groups = (
        first_groups(before.entrants, rules.league) if rules.format is Format.LEAGUE else (before.entrants,)
    )
    for group in groups:
        games = meeting_counts(pairing for pairing in pairings if pairing.seats[0] in group)
        pairs = len(group) * (len(group) - 1) // 2
        _check(len(games) == pairs and len(set(games.values())) <= 1, "everybody meets everybody as often")
    by_round = Counter((pairing.round, seat) for pairing in pairings for seat in pairing.seats)
    _check(max(by_round.values(), default=0) <= 1, "one game a round")
    _check(all(abs(balance) <= 1 for balance in first_seats(pairings).values()), "roles")


def _check_knockout(rules: Rules, before: Crosstable, pairings: tuple[Pairing, ...]) -> None:
    del rules
    balance = first_seats(pairings)
    _check(not any(balance.values()), "roles are swapped")
    _check(max(meeting_counts(pairings).values(), default=0) <= 2, "pairs of games")
    out = {seat for pairing in before.pairings for seat in pairing.seats}
    _check(
        not before.pairings or out.issuperset(seat for pairing in pairings for seat in pairing.seats),
        "nobody is new",
    )


def _check_tables(rules: Rules, before: Crosstable, pairings: tuple[Pairing, ...]) -> None:
    seats = Counter(seat for pairing in pairings for seat in pairing.seats)
    _check(set(seats) == set(before.active) and set(seats.values()) == {1}, "everybody is drawn once")
    _check(
        all(pairing.is_bye or rules.least <= len(pairing.seats) <= rules.most for pairing in pairings),
        "tables have a size",
    )
    _check(sum(pairing.is_bye for pairing in pairings) < rules.least, "no more are free than make no table")


_CHECKS: Final[Mapping[Format, Callable[[Rules, Crosstable, tuple[Pairing, ...]], None]]] = {
    Format.SWISS: _check_swiss,
    Format.ROUND_ROBIN: _check_all_meet,
    Format.LEAGUE: _check_all_meet,
    Format.KNOCKOUT: _check_knockout,
    Format.TABLES: _check_tables,
}


def _swiss(entrants: int, rng: Random, totals: SimulationTotals) -> None:
    rounds = rng.randint(1, min(LARGE_ROUNDS, entrants - 1))
    simulate(Rules(Format.SWISS, rounds), entrants, rng, totals)


def _swiss_of_pairs(entrants: int, rng: Random, totals: SimulationTotals) -> None:
    rounds = rng.randint(1, min(LARGE_ROUNDS, entrants - 1))
    simulate(Rules(Format.SWISS, rounds, pairs=True), entrants, rng, totals)


def _round_robin(entrants: int, rng: Random, totals: SimulationTotals) -> None:
    simulate(Rules(Format.ROUND_ROBIN, pairs=rng.random() < 0.5), entrants, rng, totals)


def _knockout(entrants: int, rng: Random, totals: SimulationTotals) -> None:
    result = simulate(Rules(Format.KNOCKOUT), entrants, rng, totals)
    _check(champion(result) is not None, "somebody has won")


def _league(entrants: int, rng: Random, totals: SimulationTotals) -> None:
    league = LeagueRules(rng.randint(4, 8), 1, swapped=rng.random() < 0.3)
    simulate_seasons(Rules(Format.LEAGUE, league=league), entrants, rng, totals)


def _tables(entrants: int, rng: Random, totals: SimulationTotals) -> None:
    least = rng.choice((3, 4)) if entrants > 3 else 3
    simulate(Rules(Format.TABLES, rng.randint(1, 6), least=least, most=6), entrants, rng, totals)


_FORMATS: Final[Mapping[str, Callable[[int, Random, SimulationTotals], None]]] = {
    "Swiss": _swiss,
    "Swiss of pairs of games": _swiss_of_pairs,
    "round robin": _round_robin,
    "knockout": _knockout,
    "league": _league,
    "tables of 3 to 6": _tables,
    "ladder": simulate_ladder,
}
