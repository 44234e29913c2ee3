"""Rated results of matches and series: people, sides, placings."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime

import pytest

import rules
from bot.model.match.match import (
    ABORTED,
    ADJUDICATION,
    ANNULLED,
    CORRECTION,
    RESIGNATION,
    TIMEOUT,
    Match,
    MatchStatus,
)
from bot.model.match.substitutions import Handover
from bot.model.match.timing import Timing
from bot.model.people.person import Place
from bot.model.people.players import EnginePlayer, HumanPlayer
from bot.model.ratings.results import LEFT, STAYED, WON, Side, rated_result, rated_roles
from rules.contract import Outcome
from rules.contract.series import TieBreak

NOW = datetime(2026, 11, 20, tzinfo=UTC)
CONHEX, HNEFATAFL, HAT = (rules.GAMES[key] for key in ("conhex", "hnefatafl", "catch-the-hat"))
FOX = rules.GAMES["fox-and-hens"]


def rated_match(
    outcome: Outcome,
    key: str = "conhex",
    people: Sequence[int] = (1, 2),
    number: int = 7,
    series: int | None = None,
) -> Match:
    """Return a rated match that ended after 30 plies."""
    options = {"mode": "party"} if len(people) == 4 else {}
    return Match(
        id=number,
        key=key,
        options=rules.GAMES[key].new(options, players=len(people)).options,
        players=tuple(map(HumanPlayer, people)),
        place=Place(3, 4, "en"),
        thread=None,
        status=MatchStatus.FINISHED,
        plies=30,
        turn=None,
        outcome=outcome,
        resigned=None,
        board=None,
        created=NOW,
        updated=NOW,
        challenge=5,
        timing=Timing(NOW, turns=30),
        rated=True,
        tie_break=None if series is None else TieBreak.NONE,
    )


WIN = rated_match(Outcome((0,), "connected"))


def sides(game: rules.Game, *matches: Match, handovers: Sequence[Handover] = ()) -> tuple[Side, ...]:
    result = rated_result(game, matches, handovers)
    assert result is not None
    return result.sides


def test_wins_draws_and_early_endings_are_rated() -> None:
    result = rated_result(CONHEX, [WIN])
    assert result is not None
    assert (result.match, result.key, result.server, result.ended, result.many) == (
        7,
        "conhex",
        3,
        NOW,
        False,
    )
    assert (result.sides, result.people) == ((Side((1,), WON), Side((2,), STAYED)), (1, 2))
    assert sides(CONHEX, rated_match(Outcome((), "draw"))) == (Side((1,), STAYED), Side((2,), STAYED))
    for reason in (RESIGNATION, TIMEOUT, CORRECTION):
        assert sides(CONHEX, rated_match(Outcome((1,), reason))) == (Side((1,), STAYED), Side((2,), WON))


@pytest.mark.parametrize(
    "match",
    [
        replace(WIN, rated=False),
        replace(WIN, status=MatchStatus.RUNNING, outcome=None),
        replace(WIN, timing=Timing(NOW)),
        replace(WIN, players=(HumanPlayer(1), EnginePlayer("any", 3))),
        rated_match(Outcome((), ABORTED)),
        rated_match(Outcome((), ANNULLED)),
        rated_match(Outcome((0,), ADJUDICATION)),
        replace(rated_match(Outcome((0,), CORRECTION)), first_outcome=Outcome((1,), ADJUDICATION)),
        replace(rated_match(Outcome((0,), CORRECTION)), first_outcome=Outcome((), ABORTED)),
        replace(rated_match(Outcome((), ANNULLED)), first_outcome=Outcome((1,), "connected")),
    ],
    ids=[
        "unrated", "running", "unstarted", "engine", "aborted", "annulled", "adjudicated",
        "corrected-adjudication", "corrected-abort", "voided",
    ],
)  # fmt: skip
def test_excluded_matches_do_not_count(match: Match) -> None:
    assert rated_result(CONHEX, [match]) is None


def test_an_empty_series_has_no_result() -> None:
    assert rated_result(CONHEX, []) is None


def test_a_corrected_result_is_rated_as_corrected() -> None:
    corrected = replace(rated_match(Outcome((1,), CORRECTION)), first_outcome=Outcome((0,), TIMEOUT))
    assert sides(CONHEX, corrected) == (Side((1,), STAYED), Side((2,), WON))


def test_asymmetric_roles_are_rated_separately() -> None:
    teams = sides(HNEFATAFL, rated_match(Outcome((1,), "king-escaped"), "hnefatafl"))
    assert teams == (Side((1,), STAYED, "attackers"), Side((2,), WON, "defenders"))
    assert rated_roles(HNEFATAFL) == ("", "attackers", "defenders")
    assert rated_roles(CONHEX) == ("",)


def test_players_handing_over_rank_last_in_a_win_or_a_loss() -> None:
    """Person 9 hands seat 0 to 8, who hands it to 1."""
    handovers = [Handover(7, 9, 8), Handover(7, 8, 1)]
    for winner in (0, 1):
        teams = sides(CONHEX, rated_match(Outcome((winner,), "connected")), handovers=handovers)
        rank = WON if winner == 1 else STAYED
        assert teams == (Side((2,), rank), Side((9,), LEFT))


def test_leavers_rank_below_remaining_players() -> None:
    match = replace(rated_match(Outcome((2,), "most-hats"), "catch-the-hat", (1, 2, 3)), departures=((0, 8),))
    result = rated_result(HAT, [match])
    assert result is not None
    assert result.many
    assert result.sides == (Side((1,), LEFT), Side((2,), STAYED), Side((3,), WON))


def test_partners_share_a_rank() -> None:
    match = rated_match(Outcome((0, 2), "most-hats"), "catch-the-hat", (1, 2, 3, 4))
    assert sides(HAT, match) == (Side((1, 3), WON), Side((2, 4), STAYED))
    one_left = replace(match, departures=((2, 8),))
    assert sides(HAT, one_left) == (Side((1, 3), WON), Side((2, 4), STAYED))
    for leavers, rank in (((1,), STAYED), ((1, 3), LEFT)):
        departed = replace(match, departures=tuple((seat, 8) for seat in leavers))
        assert sides(HAT, departed) == (Side((1, 3), WON), Side((2, 4), rank))
    handed_over = sides(HAT, match, handovers=[Handover(7, 9, 3)])
    assert handed_over == (Side((1,), WON), Side((2, 4), STAYED), Side((9,), LEFT))


def series(key: str, first: Outcome, second: Outcome) -> tuple[Match, Match]:
    """Return two games with the sides swapped."""
    return (
        rated_match(first, key, (1, 2), 7, series=5),
        replace(rated_match(second, key, (2, 1), 8, series=5), plies=40),
    )


def test_a_series_counts_once_when_complete() -> None:
    first, second = series("hnefatafl", Outcome((0,), RESIGNATION), Outcome((1,), RESIGNATION))
    assert rated_result(HNEFATAFL, [first]) is None
    assert sides(HNEFATAFL, first, second) == (Side((1,), WON), Side((2,), STAYED))
    level = series("hnefatafl", Outcome((0,), RESIGNATION), Outcome((0,), RESIGNATION))
    assert sides(HNEFATAFL, *level) == (Side((1,), STAYED), Side((2,), STAYED))
    faster = rated_result(HNEFATAFL, level, (), TieBreak.PLIES)
    assert faster is not None
    assert faster.sides == (Side((1,), WON), Side((2,), STAYED))
    assert faster.match == 8


def test_a_series_is_scored_by_its_rulebook() -> None:
    won_and_drawn = series("fox-and-hens", Outcome((0,), RESIGNATION), Outcome((), "repetition"))
    assert sides(FOX, *won_and_drawn) == (Side((1,), STAYED), Side((2,), STAYED))
    won_twice = series("fox-and-hens", Outcome((0,), RESIGNATION), Outcome((1,), RESIGNATION))
    assert sides(FOX, *won_twice) == (Side((1,), WON), Side((2,), STAYED))


def test_an_aborted_series_does_not_count() -> None:
    game, _ = series("hnefatafl", Outcome((0,), RESIGNATION), Outcome((0,), RESIGNATION))
    assert (
        rated_result(HNEFATAFL, [game, rated_match(Outcome((), ABORTED), "hnefatafl", (2, 1), 8, 5)]) is None
    )


def test_resigning_the_last_series_game_unplayed_still_counts() -> None:
    first, second = series("hnefatafl", Outcome((0,), RESIGNATION), Outcome((1,), RESIGNATION))
    assert sides(HNEFATAFL, first, replace(second, timing=Timing(NOW))) == (
        Side((1,), WON),
        Side((2,), STAYED),
    )


def test_a_player_handing_over_loses_the_series() -> None:
    """Person 9 begins the series; 1 takes over and wins the rest."""
    first, second = series("hnefatafl", Outcome((0,), RESIGNATION), Outcome((1,), RESIGNATION))
    leavers_game = replace(first, players=(HumanPlayer(9), HumanPlayer(2)))
    late_handover = sides(HNEFATAFL, leavers_game, second, handovers=[Handover(8, 9, 1)])
    assert late_handover == (Side((9,), LEFT), Side((2,), STAYED))
    early_handover = sides(HNEFATAFL, first, second, handovers=[Handover(7, 9, 1)])
    assert early_handover == (Side((9,), LEFT), Side((2,), STAYED))


def test_an_admins_correction_of_their_own_game_stays_on_their_server() -> None:
    won, lost = Outcome((0,), "goal"), Outcome((1,), CORRECTION)
    corrected = replace(rated_match(lost, people=(11, 22)), first_outcome=won, neutral_outcome=won)
    result = rated_result(CONHEX, [corrected])
    assert result is not None
    assert [side.people for side in sorted(result.sides, key=lambda side: side.rank)] == [(22,), (11,)]
    assert [side.people for side in sorted(result.everywhere, key=lambda side: side.rank)] == [(11,), (22,)]
    assert set(result.people) == {11, 22}
    uncorrected = rated_result(CONHEX, [rated_match(won, people=(11, 22))])
    assert uncorrected is not None
    assert uncorrected.corrected_everywhere is None
    assert uncorrected.everywhere == uncorrected.sides


def test_handovers_count_only_for_their_own_match() -> None:
    match = rated_match(Outcome((0,), "goal"), people=(33, 22), number=7)
    result = rated_result(CONHEX, [match], [Handover(6, 22, 44), Handover(7, 11, 33)])
    assert result is not None
    assert {side.people: side.rank for side in result.sides} == {(11,): LEFT, (22,): STAYED}


def test_an_annulled_result_still_counts_globally() -> None:
    annulled = Outcome((), ANNULLED)
    won = Outcome((0,), "goal")
    match = replace(rated_match(annulled, people=(11, 22)), first_outcome=won, neutral_outcome=won)
    result = rated_result(CONHEX, [match])
    assert result is not None
    assert (result.sides, len(result.everywhere), result.people) == ((), 2, (11, 22))
