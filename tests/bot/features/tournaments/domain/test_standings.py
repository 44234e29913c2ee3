"""Standings: tie-breaks, and the changes of place in leagues and ladders."""

from itertools import combinations

import pytest

from bot.features.tournaments.domain.formats import Format, Rules, ranking
from bot.features.tournaments.domain.ladder import after_game, challengeable, sunk
from bot.features.tournaments.domain.leagues import LeagueRules, Movement, first_groups, movement, next_groups
from bot.features.tournaments.domain.pairings import Crosstable, Pairing, bye, with_withdrawals
from bot.features.tournaments.domain.standings import TieBreaker, standings


def game(number: int, seat_one: int, other: int, points: float | None) -> Pairing:
    """Return a game in which the first entrant scored `points`."""
    return Pairing(number, (seat_one, other), None if points is None else (points, 1 - points))


def test_the_direct_encounter_breaks_a_tie() -> None:
    field = Crosstable((1, 2, 3), (game(1, 1, 2, 0), game(2, 1, 3, 1), game(3, 2, 3, 0)))
    table = standings(field, (TieBreaker.DIRECT_ENCOUNTER, TieBreaker.SONNEBORN_BERGER))
    assert [(standing.entrant, standing.rank, standing.points) for standing in table] == [
        (1, 1, 1.0),
        (2, 1, 1.0),
        (3, 1, 1.0),
    ]

    two = Crosstable((1, 2, 3, 4), (game(1, 1, 2, 0), game(1, 3, 4, 0), game(2, 1, 3, 1), game(2, 2, 4, 0)))
    table = standings(two, (TieBreaker.DIRECT_ENCOUNTER,))
    assert [(standing.entrant, standing.rank, standing.tie_breaks) for standing in table] == [
        (4, 1, (0.0,)),
        (2, 2, (1.0,)),
        (1, 3, (0.0,)),
        (3, 4, (0.0,)),
    ]


def test_the_direct_encounter_needs_all_games_played() -> None:
    field = Crosstable((1, 2, 3, 4), (game(1, 1, 2, 1), game(1, 3, 4, 1)))

    table = standings(field, (TieBreaker.DIRECT_ENCOUNTER,))

    assert [(standing.entrant, standing.rank) for standing in table] == [(1, 1), (3, 1), (2, 3), (4, 3)]


def test_sonneborn_berger_sums_beaten_and_half_of_drawn_opponents() -> None:
    field = Crosstable((1, 2, 3), (game(1, 1, 2, 1), game(2, 1, 3, 0.5), game(3, 2, 3, 1)))

    values = {
        standing.entrant: standing.tie_breaks for standing in standings(field, (TieBreaker.SONNEBORN_BERGER,))
    }

    assert values == {1: (1.25,), 2: (0.5,), 3: (0.75,)}


def test_buchholz_counts_own_points_for_unplayed_rounds() -> None:
    field = Crosstable((1, 2, 3), (game(1, 1, 2, 1), bye(1, 3), game(2, 1, 3, 0), bye(2, 2)))

    values = {standing.entrant: standing.tie_breaks for standing in standings(field, (TieBreaker.BUCHHOLZ,))}

    assert values == {3: (3.0,), 1: (3.0,), 2: (2.0,)}


@pytest.mark.parametrize(
    "rules", [Rules(Format.ROUND_ROBIN), Rules(Format.LEAGUE, league=LeagueRules(group_size=4))]
)
def test_forfeited_games_do_not_skew_round_robin_tie_breaks(rules: Rules) -> None:
    played, unplayed = game(1, 1, 4, 1), (game(2, 2, 4, None), game(3, 3, 4, None))
    draws = (game(1, 2, 3, 0.5), game(2, 1, 3, 0.5), game(3, 1, 2, 0.5))
    field = Crosstable((1, 2, 3, 4), (played, *draws, *with_withdrawals(unplayed, {4})), frozenset({4}))

    # Entrant 1 beat 4 on the board; 4 then withdrew, forfeiting to 2 and 3.
    (table,) = ranking(rules, field)

    assert [(standing.entrant, standing.rank, standing.points) for standing in table[:3]] == [
        (1, 1, 2.0),
        (2, 2, 2.0),
        (3, 2, 2.0),
    ]
    assert [standing.tie_breaks for standing in table[:3]] == [
        (1.0, 2.0, 1.0),
        (1.0, 2.0, 0.0),
        (1.0, 2.0, 0.0),
    ]


def test_running_games_are_counted_separately() -> None:
    field = Crosstable((1, 2), (game(1, 1, 2, 1), game(2, 2, 1, None)))

    assert [(standing.games, standing.left) for standing in standings(field, ())] == [(1, 1), (1, 1)]


def test_a_withdrawal_forfeits_only_unfinished_games() -> None:
    finished, running = game(1, 1, 2, 0.5), game(2, 1, 3, None)

    kept_pairing, forfeit = with_withdrawals((finished, running), {1})

    assert kept_pairing == finished
    assert (forfeit.points, forfeit.is_forfeit) == ((0.0, 1.0), True)


def test_a_challenge_reaches_free_players_up_to_three_rungs_above() -> None:
    assert challengeable((1, 2, 3, 4, 5), 5) == (4, 3, 2)
    assert challengeable((1, 2, 3, 4, 5), 5, busy={3}) == (4, 2)
    assert challengeable((1, 2, 3, 4, 5), 5, busy={5}) == ()
    assert challengeable((1, 2, 3), 1) == ()


def test_an_upset_takes_the_rung() -> None:
    assert after_game((1, 2, 3, 4), 4, 2, 4) == (1, 4, 2, 3)
    assert after_game((1, 2, 3, 4), 4, 2, 2) == (1, 2, 3, 4)
    assert after_game((1, 2, 3, 4), 4, 2, None) == (1, 2, 3, 4)
    assert after_game((4, 1, 2, 3), 4, 2, 4) == (4, 1, 2, 3)


def test_an_idle_player_drops_one_rung() -> None:
    assert sunk((1, 2, 3, 4), {1}) == (2, 1, 3, 4)
    assert sunk((1, 2, 3, 4), {1, 2}) == (3, 1, 2, 4)
    assert sunk((1, 2), {1, 2}) == (1, 2)


def test_league_groups_are_similar_in_size() -> None:
    assert first_groups((1, 2, 3, 4, 5, 6, 7), LeagueRules(4)) == ((1, 2, 3, 4), (5, 6, 7))


def test_a_groups_first_is_promoted_and_its_last_is_relegated() -> None:
    final, rules = ((1, 2, 3), (4, 5, 6)), LeagueRules(3)

    assert [movement(final, 0, place, rules) for place in range(3)] == [
        Movement.STAY,
        Movement.STAY,
        Movement.DOWN,
    ]
    assert movement(final, 1, 0, rules) is Movement.UP
    assert next_groups(final, rules) == ((1, 2, 4), (3, 5, 6))


def test_at_most_half_of_the_smaller_group_moves() -> None:
    final, rules = ((1, 2, 3, 4), (5, 6, 7)), LeagueRules(4, moving=2)
    demoted = [place for place in range(4) if movement(final, 0, place, rules) is Movement.DOWN]
    promoted = [place for place in range(3) if movement(final, 1, place, rules) is Movement.UP]
    assert (demoted, promoted) == ([3], [0])
    assert next_groups(final, rules) == ((1, 2, 3, 5), (4, 6, 7))


def test_leavers_are_replaced_from_the_group_below() -> None:
    final, rules = ((1, 2, 3), (4, 5, 6)), LeagueRules(3)

    assert next_groups(final, rules, left={1}, joining=(7,)) == ((2, 4, 3), (5, 6, 7))


@pytest.mark.parametrize(
    ("rules", "order"),
    [
        (Rules(Format.ROUND_ROBIN), [1, 3, 5, 4, 2]),
        (Rules(Format.LEAGUE, league=LeagueRules(5)), [1, 3, 5, 4, 2]),
    ],
)
def test_each_format_has_its_own_tie_break_order(rules: Rules, order: list[int]) -> None:
    """Entrants 1 and 3 have equal points, and so do 4 and 2."""
    points = (0.5, 0.5, 1, 0.5, 0, 0, 1, 1, 0, 0.5)
    pairs = combinations(range(1, 6), 2)
    games = [game(1, *pair, points_won) for pair, points_won in zip(pairs, points, strict=True)]
    (table,) = ranking(rules, Crosstable((1, 2, 3, 4, 5), tuple(games)))
    assert [standing.entrant for standing in table] == order


@pytest.mark.parametrize(
    ("rules", "order"),
    [(Rules(Format.SWISS, 3), [1, 3, 5, 2, 6, 4]), (Rules(Format.TABLES), [1, 5, 3, 2, 6, 4])],
)
def test_tie_breaks_weigh_strong_opponents_and_wins_by_format(rules: Rules, order: list[int]) -> None:
    """In Swiss they come before the direct encounter, at tables after the wins."""
    pairs = ((1, 4), (2, 5), (3, 6), (1, 2), (3, 4), (5, 6), (1, 3), (2, 6), (4, 5))
    points = (1, 1, 1, 1, 0.5, 1, 0.5, 0, 0)
    games = [game(1, *pair, won) for pair, won in zip(pairs, points, strict=True)]
    (table,) = ranking(rules, Crosstable((1, 2, 3, 4, 5, 6), tuple(games)))
    assert [standing.entrant for standing in table] == order
