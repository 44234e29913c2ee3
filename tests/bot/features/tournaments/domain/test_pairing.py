"""Pairings: round robins, Swiss rounds, brackets, tables."""

from collections import Counter
from dataclasses import replace
from itertools import combinations, pairwise
from pathlib import Path
from random import Random
from typing import Final

import pytest

from bench.tournaments import SimulationTotals, simulate, simulate_ladder, simulate_seasons
from bot.features.tournaments.domain import table_draws
from bot.features.tournaments.domain.formats import Format, Rules, next_round, ranking
from bot.features.tournaments.domain.knockout import bracket, champion, games_in, rounds, tree
from bot.features.tournaments.domain.leagues import LeagueRules
from bot.features.tournaments.domain.pairings import (
    Crosstable,
    Pairing,
    bye,
    forfeit,
    meeting_counts,
    places_of,
    placing_points,
)
from bot.features.tournaments.domain.round_robin import round_robin
from bot.features.tournaments.domain.swiss import swiss_round
from bot.features.tournaments.domain.table_draws import table_round, table_sizes
from tests.repeats import cases, repeats

SWISS_ROUNDS: Final = Path(__file__).with_name("swiss_rounds.txt").read_text().splitlines()
"""Tournaments that gacrux and caissify-pairings, two implementations of the Dutch system of 2026, pair alike.

Each line has the number of entrants, then for each round: withdrawals (-) and entries (+) before it, the bye,
and the pairings with their results.
"""
_LARGE: Final = 20
_POINTS: Final = {"1": (1.0, 0.0), "=": (0.5, 0.5), "0": (0.0, 1.0)}


def award_to_stronger(pairings: tuple[Pairing, ...]) -> tuple[Pairing, ...]:
    """Return the pairings with open games won by the entrant of the lower number."""
    return tuple(
        replace(pairing, points=tuple(float(seat == min(pairing.seats)) for seat in pairing.seats))
        if pairing.open
        else pairing
        for pairing in pairings
    )


def lower_wins(pairing: Pairing) -> tuple[float, ...]:
    return tuple(float(seat == min(pairing.seats)) for seat in pairing.seats)


def test_a_round_robin_of_six_follows_the_berger_table() -> None:
    by_round: dict[int, list[tuple[int, ...]]] = {number: [] for number in range(1, 6)}
    for pairing in round_robin((1, 2, 3, 4, 5, 6)):
        by_round[pairing.round].append(pairing.seats)

    assert by_round == {
        1: [(1, 6), (2, 5), (3, 4)],
        2: [(6, 4), (5, 3), (1, 2)],
        3: [(2, 6), (3, 1), (4, 5)],
        4: [(6, 5), (1, 4), (2, 3)],
        5: [(3, 6), (4, 2), (5, 1)],
    }


def test_a_double_round_robin_swaps_the_roles() -> None:
    pairings = round_robin((1, 2, 3), swapped=True)

    assert sorted(pairing.seats for pairing in pairings) == [(1, 2), (1, 3), (2, 1), (2, 3), (3, 1), (3, 2)]
    assert max(pairing.round for pairing in pairings) == 6
    assert {pairing.group for pairing in round_robin((1, 2, 3), swapped=True, group=2)} == {2}


def test_the_first_swiss_round_pairs_the_upper_half_with_the_lower() -> None:
    pairings = swiss_round(Crosstable((1, 2, 3, 4, 5, 6)))

    assert sorted(tuple(sorted(pairing.seats)) for pairing in pairings) == [(1, 4), (2, 5), (3, 6)]


def test_winners_meet_in_the_second_swiss_round() -> None:
    field = Crosstable((1, 2, 3, 4))
    field = replace(field, pairings=award_to_stronger(swiss_round(field)))

    assert {frozenset(pairing.seats) for pairing in swiss_round(field)} == {
        frozenset((1, 2)),
        frozenset((3, 4)),
    }


def test_a_withdrawn_entrant_is_not_paired() -> None:
    field = Crosstable((1, 2, 3, 4))
    field = replace(field, pairings=award_to_stronger(swiss_round(field)), withdrawn=frozenset({2}))

    pairings = swiss_round(field)

    assert sorted(seat for pairing in pairings for seat in pairing.seats) == [1, 3, 4]
    assert [pairing.points for pairing in pairings if pairing.is_bye] == [(1.0,)]


def test_a_late_entrant_is_paired_with_zero_points() -> None:
    field = Crosstable((1, 2, 3, 4))
    pairings = award_to_stronger(swiss_round(field))

    draw = swiss_round(Crosstable((1, 2, 3, 4, 5, 6), pairings))

    assert {frozenset(pairing.seats) for pairing in draw} >= {frozenset((1, 2))}
    assert sorted(seat for pairing in draw for seat in pairing.seats) == [1, 2, 3, 4, 5, 6]


@pytest.mark.parametrize(
    "tournament",
    cases([line for line in SWISS_ROUNDS if int(line.split()[0]) < _LARGE] + SWISS_ROUNDS[-3:], SWISS_ROUNDS),
    ids=lambda line: line.partition(" ")[0],
)
def test_swiss_rounds_match_the_reference_draws(tournament: str) -> None:
    begin, *rounds = tournament.split(" | ")
    field = Crosstable(tuple(range(1, int(begin) + 1)))
    for number, round_text in enumerate(rounds, start=1):
        draws = []
        for word in round_text.split():
            if word[0] == "-":
                field = replace(field, withdrawn=field.withdrawn | {-int(word)})
            elif word[0] == "+":
                field = replace(field, entrants=(*field.entrants, int(word)))
            elif "-" in word:
                seats, _, result = word.partition(":")
                first, _, second = seats.partition("-")
                draws.append(Pairing(number, (int(first), int(second)), _POINTS[result]))
            else:
                draws.append(bye(number, int(word)))

        assert {pairing.seats for pairing in swiss_round(field)} == {pairing.seats for pairing in draws}
        field = replace(field, pairings=(*field.pairings, *draws))


def test_equal_role_histories_give_priority_to_more_points() -> None:
    rounds = (
        ((1, 5, 0), (6, 2, 0), (3, 7, 1), (8, 4, 0.5)),
        ((4, 1, 0), (2, 9, 1), (5, 3, 0), (7, 8, 1)),
    )
    games = tuple(
        Pairing(number, (first, second), (points, 1 - points))
        for number, pairings in enumerate(rounds, start=1)
        for first, second, points in pairings
    )
    field = Crosstable(tuple(range(1, 10)), (*games, bye(1, 9), bye(2, 6)))

    # Both had the second role and then the first; 7, with more points, gets the second role now.
    assert (4, 7) in {pairing.seats for pairing in swiss_round(field)}


def test_forfeited_games_do_not_count_for_roles() -> None:
    field = Crosstable((1, 2, 3, 4))
    pairings = award_to_stronger(swiss_round(field))
    assert [pairing.seats for pairing in pairings] == [(1, 3), (4, 2)]
    forfeits = tuple(forfeit(replace(pairing, points=None), {3, 4}) for pairing in pairings)

    assert (2, 1) in {pairing.seats for pairing in swiss_round(replace(field, pairings=pairings))}
    assert (1, 2) in {pairing.seats for pairing in swiss_round(replace(field, pairings=forfeits))}


def test_no_swiss_round_repeats_a_meeting() -> None:
    field = Crosstable((1, 2, 3, 4))
    for _ in range(3):
        field = replace(field, pairings=field.pairings + award_to_stronger(swiss_round(field)))

    assert set(meeting_counts(field.pairings).values()) == {1}
    assert swiss_round(field) == ()


def test_paired_games_count_together_in_a_swiss_tournament() -> None:
    pairings = swiss_round(Crosstable((1, 2, 3)), pairs=True)

    assert sorted(pairing.seats for pairing in pairings) == [(1, 2), (2, 1), (3,)]
    assert [pairing.points for pairing in pairings if pairing.is_bye] == [(2.0,)]


def test_the_strongest_two_can_only_meet_in_the_final() -> None:
    assert bracket((1, 2, 3, 4, 5, 6, 7, 8)) == (1, 8, 4, 5, 2, 7, 3, 6)
    assert bracket((1, 2, 3)) == (1, None, 2, 3)


def test_the_winner_of_a_pair_of_games_advances() -> None:
    rules, field = Rules(Format.KNOCKOUT), Crosstable((1, 2, 3))
    first = next_round(rules, field)
    assert [pairing.seats for pairing in first] == [(2, 3), (3, 2), (1,)]

    field = replace(field, pairings=award_to_stronger(first))
    final = next_round(rules, field)
    assert [pairing.seats for pairing in final] == [(1, 2), (2, 1)]

    field = replace(field, pairings=field.pairings + award_to_stronger(final))
    assert next_round(rules, field) == ()
    assert champion(field) == 1
    assert [(standing.entrant, standing.rank) for standing in ranking(rules, field)[0]] == [
        (1, 1),
        (2, 2),
        (3, 3),
    ]


def test_after_two_drawn_pairs_the_higher_seed_wins() -> None:
    rules, field = Rules(Format.KNOCKOUT), Crosstable((1, 2))
    for _ in range(2):
        pairings = next_round(rules, field)
        assert len(pairings) == 2
        drawn_games = tuple(replace(pairing, points=(0.5, 0.5)) for pairing in pairings)
        field = replace(field, pairings=field.pairings + drawn_games)

    assert next_round(rules, field) == ()
    assert champion(field) == 1


def test_a_withdrawn_tie_winner_does_not_revive_the_loser() -> None:
    field = Crosstable((1, 2, 3, 4))
    field = replace(field, pairings=award_to_stronger(next_round(Rules(Format.KNOCKOUT), field)))
    field = replace(field, withdrawn=frozenset({1}))

    assert rounds(field)[-1] == ((1, 2),)
    assert (champion(field), next_round(Rules(Format.KNOCKOUT), field)) == (2, ())


def test_a_late_correction_draws_nobody_into_a_knockout() -> None:
    rules, field = Rules(Format.KNOCKOUT), Crosstable((1, 2, 3, 4))
    for _ in range(2):
        games = tuple(replace(pairing, points=lower_wins(pairing)) for pairing in next_round(rules, field))
        field = replace(field, pairings=field.pairings + games)
    field = replace(field, over=True)

    def correct(tie: set[int], points: dict[int, float]) -> Crosstable:
        corrected = (
            replace(pairing, points=tuple(points[seat] for seat in pairing.seats))
            if set(pairing.seats) == tie
            else pairing
            for pairing in field.pairings
        )
        return replace(field, pairings=tuple(corrected))

    semifinal = correct({1, 4}, {1: 0.0, 4: 1.0})
    assert [(standing.entrant, standing.rank) for standing in ranking(rules, semifinal)[0]] == [
        (1, 1),
        (2, 2),
        (3, 3),
        (4, 3),
    ]
    assert tree(semifinal)[-1] == ((1, 2),)
    assert champion(correct({1, 2}, {1: 0.0, 2: 1.0})) == 2
    assert champion(correct({1, 2}, {1: 0.0, 2: 0.0})) == 1, "with its final annulled, the first entrant"


def test_a_finished_knockout_keeps_a_champion_after_corrections() -> None:
    """Entrant 2 wins the first round and withdraws, so 3 reaches the final without playing them."""
    rules, field = Rules(Format.KNOCKOUT), Crosstable((1, 2, 3, 4, 5, 6, 7))
    while games := next_round(rules, field):
        pairings = tuple(replace(pairing, points=pairing.points or lower_wins(pairing)) for pairing in games)
        field = replace(field, pairings=field.pairings + pairings, withdrawn=frozenset({2}))
    assert champion(field) == 1
    field = replace(
        field,
        over=True,
        pairings=tuple(
            replace(pairing, points=lower_wins(pairing)[::-1]) if set(pairing.seats) == {2, 7} else pairing
            for pairing in field.pairings
        ),
    )
    assert tree(field)[1:] == (((1, 4), (7, 3)), ((1, 3),))
    assert (champion(field), next_round(rules, field)) == (1, ())


def test_a_bracket_shows_early_qualifiers() -> None:
    field = Crosstable((1, 2, 3, 4, 5))
    assert tree(field)[1:] == (((1, None), (2, 3)), ((None, None),))

    games = next_round(Rules(Format.KNOCKOUT), field)
    first = [
        replace(pairing, points=(1.0, 0.0) if pairing.seats[0] == 5 else (0.0, 1.0)) for pairing in games[:1]
    ]
    field = replace(field, pairings=(*first, *games[1:]))
    assert games_in(field, (5, 4)) == (first[0], games[1])
    assert games_in(field, (1, None)) == ()

    field = replace(
        field, pairings=award_to_stronger(next_round(Rules(Format.KNOCKOUT), Crosstable((1, 2, 3, 4, 5))))
    )
    field = replace(field, withdrawn=frozenset({3}))
    assert tree(field)[1] == ((1, 4), (2, 3))
    assert tree(field)[2] == ((None, 2),)


def test_a_withdrawn_entrant_loses_their_tie() -> None:
    field = Crosstable((1, 2, 3, 4), withdrawn=frozenset({1}))

    assert rounds(field) == (((1, 4), (2, 3)),)
    assert not [pairing for pairing in next_round(Rules(Format.KNOCKOUT), field) if 1 in pairing.seats]


@pytest.mark.parametrize(
    ("players", "sizes"), [(3, (3,)), (5, (5,)), (7, (4, 3)), (12, (6, 6)), (13, (5, 4, 4)), (2, ())]
)
def test_tables_are_few_and_similar_in_size(players: int, sizes: tuple[int, ...]) -> None:
    assert table_sizes(players, 3, 6) == sizes


@pytest.fixture
def uneven_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw tables quickly and less evenly, for tests of other properties."""
    monkeypatch.setattr(table_draws, "_STEPS", 1000)


def draw_tables(players: int, least: int, most: int, rounds: int) -> Crosstable:
    """Return a tournament at tables after its last round."""
    field = Crosstable(tuple(range(1, players + 1)))
    for _ in range(rounds):
        pairings = [
            replace(pairing, points=placing_points(len(pairing.seats), ()))
            for pairing in table_round(field, least, most, rounds)
        ]
        field = replace(field, pairings=(*field.pairings, *pairings))
    return field


def meetings(field: Crosstable) -> Counter[int]:
    """Count the pairs by how often they met."""
    counts = meeting_counts(field.pairings)
    return Counter(counts[frozenset(pair)] for pair in combinations(field.entrants, 2))


@pytest.mark.parametrize(("players", "size", "rounds"), [(9, 3, 4), (16, 4, 5), (6, 6, 2)])
def test_tables_let_everyone_meet_equally_often_if_possible(players: int, size: int, rounds: int) -> None:
    field = draw_tables(players, 3, size, rounds)
    assert len(meetings(field)) == 1
    assert not [pairing for pairing in field.pairings if len(pairing.seats) != size]


@pytest.mark.parametrize(
    ("players", "most", "rounds", "twice"),
    cases([(13, 4, 4, 0), (64, 4, 5, 0)], [(13, 4, 4, 0), (24, 4, 6, 6), (64, 4, 5, 0)]),
)
def test_few_pairs_meet_twice_at_tables(players: int, most: int, rounds: int, twice: int) -> None:
    counts = meetings(draw_tables(players, 3, most, rounds))
    assert counts[2] <= twice
    assert max(counts) <= 2


@pytest.mark.usefixtures("uneven_tables")
def test_table_draws_are_deterministic() -> None:
    field = draw_tables(10, 3, 4, 2)
    assert table_round(field, 3, 4, 3) == table_round(field, 3, 4, 3)


def test_tables_are_drawn_without_withdrawn_entrants() -> None:
    field = replace(draw_tables(16, 3, 4, 2), withdrawn=frozenset({1, 2}))
    pairings = table_round(field, 3, 4, 5)
    assert sorted(len(pairing.seats) for pairing in pairings) == [3, 3, 4, 4]
    assert {seat for pairing in pairings for seat in pairing.seats} == set(range(3, 17))
    counts = meeting_counts((*field.pairings, *pairings))
    assert max(counts[frozenset(pair)] for pair in combinations(range(3, 17), 2)) == 1


@pytest.mark.parametrize(
    ("players", "places", "points"),
    [
        (2, [[0]], (1.0, 0.0)),
        (2, [], (0.5, 0.5)),
        (4, [[2], [0], [1], [3]], (2.0, 1.0, 3.0, 0.0)),
        (4, [[2]], (1.0, 1.0, 3.0, 1.0)),
        (4, [[0, 1]], (2.5, 2.5, 0.5, 0.5)),
    ],
)
def test_placing_points_depend_on_places(
    players: int, places: list[list[int]], points: tuple[float, ...]
) -> None:
    assert placing_points(players, places) == points


@pytest.mark.parametrize(
    ("winners", "remaining", "score", "places"),
    [
        ((0,), (), (), ((0,), (1, 2, 3))),
        ((2,), (), (4, 1, 0, 4), ((2,), (0, 3), (1,))),
        ((1,), (3, 0), (), ((1,), (2,), (0,), (3,))),
        ((1,), (3, 1), (5, 0, 2, 9), ((1,), (0,), (2,), (3,))),
        ((), (), (), ((0, 1, 2, 3),)),
    ],
)
def test_winners_precede_remaining_players_and_leavers(
    winners: tuple[int, ...],
    remaining: tuple[int, ...],
    score: tuple[int, ...],
    places: tuple[tuple[int, ...], ...],
) -> None:
    assert places_of(4, winners, remaining, score) == places


def test_table_points_per_head_do_not_depend_on_table_size() -> None:
    for players in (3, 4, 6):
        points = placing_points(players, [[seat] for seat in range(players)], 6)
        assert sum(points) == players * 2.5
    assert placing_points(4, [[0], [1], [2], [3]], 6) == (4.0, 3.0, 2.0, 1.0)
    assert forfeit(Pairing(1, (1, 2, 3)), {2}, 4).points == (2.0, 0.0, 2.0)


def test_a_double_forfeit_gives_no_points() -> None:
    game = Pairing(1, (1, 2))

    assert forfeit(game, {2}).points == (1.0, 0.0)
    assert forfeit(game, {1, 2}).points == (0.0, 0.0)
    assert forfeit(Pairing(1, (1, 2, 3, 4)), {4}).points == (2.0, 2.0, 2.0, 0.0)


SWISS = [Rules(Format.SWISS, 5), Rules(Format.SWISS, 4, pairs=True)]
OTHERS = [
    Rules(Format.ROUND_ROBIN),
    Rules(Format.ROUND_ROBIN, pairs=True),
    Rules(Format.KNOCKOUT),
    Rules(Format.TABLES, 5, least=3, most=6),
]


@pytest.mark.parametrize("rules", SWISS + OTHERS)
@pytest.mark.parametrize("entrants", [3, 6, 9, 14])
@pytest.mark.usefixtures("uneven_tables")
def test_simulated_tournaments_keep_their_invariants(rules: Rules, entrants: int) -> None:
    rng, totals = Random(entrants), SimulationTotals()
    number = repeats(1, 3)
    for _ in range(number):
        simulate(rules, entrants, rng, totals)

    assert totals.tournaments == number


@pytest.mark.parametrize("entrants", [4, 9, 13, 24])
def test_simulated_leagues_and_ladders_keep_their_invariants(entrants: int) -> None:
    rng, totals = Random(entrants), SimulationTotals()
    for size, moving in pairwise((4, 1, 6)):
        rules = Rules(Format.LEAGUE, league=LeagueRules(max(size, 4), max(1, moving % 3)))
        simulate_seasons(rules, entrants, rng, totals)
        simulate_ladder(entrants, rng, totals)

    assert totals.tournaments == 4
