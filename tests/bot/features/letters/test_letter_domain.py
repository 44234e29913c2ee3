"""The weekly letter's rules: its period, its top winner, its finest ply."""

import random
from dataclasses import replace
from datetime import UTC, datetime, time, timedelta

import pytest

import rules
from bot.features.letters.domain import (
    WEEKLY_LETTER,
    MostWins,
    finest,
    most_wins,
    period_start,
)
from bot.features.matches.service.match_queries import played_plies
from bot.features.servers.domain import WEEK, Rhythm, Subscription
from bot.model.match.log_entry import LogEntry
from bot.model.match.match import AGREEMENT, Match, PlayedPly
from bot.model.people.players import EnginePlayer, HumanPlayer
from rules.contract import Outcome
from tests.bot.chat.samples import MATCH

RHYTHM = Rhythm(time(18), "Europe/Berlin", day=6)


def test_a_letter_covers_at_most_a_week_without_overlap() -> None:
    due = datetime(2026, 7, 5, 16, tzinfo=UTC)
    letter = Subscription(7, WEEKLY_LETTER, 70, RHYTHM, due)
    assert period_start(letter, due) == due - WEEK
    late = due + timedelta(hours=5)
    posted = letter.after(11, late)
    assert (posted.number, posted.item, posted.due) == (1, 11, due + WEEK)
    assert period_start(letter, late) == due - WEEK, "games that ended before a late letter are not lost"
    assert period_start(posted, posted.due) == late
    after_quiet_week = replace(posted, due=posted.due + WEEK)
    assert period_start(after_quiet_week, after_quiet_week.due) == posted.due, (
        "a week without a letter is not made up for"
    )
    assert period_start(letter, due - timedelta(days=2)) == due - timedelta(days=9), (
        "a preview covers the week up to now"
    )


def test_an_autumn_letter_covers_the_extra_hour() -> None:
    """In Berlin, the last Sunday of October is an hour longer."""
    due = datetime(2026, 10, 18, 16, tzinfo=UTC)
    posted = Subscription(7, WEEKLY_LETTER, 70, RHYTHM, due).after(11, due)
    assert posted.due == due + WEEK + timedelta(hours=1)
    assert period_start(posted, posted.due) == due


def match_won_by(*seats: int) -> Match:
    return replace(MATCH, outcome=Outcome(seats, "goal"))


def test_most_wins_includes_ties_and_ignores_engines() -> None:
    assert most_wins([match_won_by(0), match_won_by(1), match_won_by(1), match_won_by()]) == MostWins((2,), 2)
    assert most_wins([match_won_by(0), match_won_by(1)]) == MostWins((1, 2), 1)
    assert most_wins([match_won_by()]) is None
    engine = replace(match_won_by(0), players=(HumanPlayer(1), EnginePlayer("conhex", 2)))
    assert most_wins([engine]) is None, "wins against engines do not count"


def random_plies(key: str, seed: int, plies: int, **options: str) -> list[PlayedPly]:
    """Return the plies of a random game, at most `plies`."""
    first = state = rules.GAMES[key].new(options)
    chance, log = random.Random(seed), list[LogEntry]()
    while state.turn is not None and len(log) < plies:
        move = chance.choice(state.legal_moves())
        log.append(LogEntry(len(log) + 1, state.turn, str(move), MATCH.created))
        state = state.play(move)
    return list(played_plies(first, log))


def capture_count(ply: PlayedPly) -> int:
    return sum(len(event.points) for event in ply.state.events if event.kind == "capture")


@pytest.mark.parametrize("seed", range(5))
def test_the_finest_ply_captures_the_most_men(seed: int) -> None:
    plies = random_plies("ludus-latrunculorum", seed, 300)
    match = replace(MATCH, key="ludus-latrunculorum", plies=len(plies), outcome=Outcome((), AGREEMENT))
    finest_ply = finest(match, plies)
    most_men = max(map(capture_count, plies))
    if most_men < 2:
        assert finest_ply is None
    else:
        assert finest_ply is not None
        assert (finest_ply.men, capture_count(finest_ply.ply), finest_ply.closes) == (
            most_men,
            most_men,
            False,
        )
        assert finest_ply.ply.number == max(ply.number for ply in plies if capture_count(ply) == most_men)


def test_a_single_capture_ending_the_game_is_a_finest_ply() -> None:
    for seed in range(200):
        plies = random_plies("hnefatafl", seed, 400, board="brandubh-7")
        last = plies[-1]
        if any(event.kind == "king-captured" for event in last.state.events):
            break
    else:
        raise AssertionError("no king was captured")
    final_match = replace(MATCH, key="hnefatafl", plies=len(plies), outcome=last.state.outcome)
    finest_ply = finest(final_match, [last])
    assert finest_ply is not None
    assert finest_ply.closes
    assert finest(replace(final_match, taken_over=1), [last]) is None, (
        "the plies of a starting position were not played in the match"
    )
    drawn_match = replace(final_match, outcome=Outcome((), AGREEMENT))
    assert finest(drawn_match, [last]) is None, "the agreement ended the game, not the capture"
    engines = (EnginePlayer("hnefatafl", 1), EnginePlayer("hnefatafl", 2))
    assert finest(replace(final_match, players=engines), [last]) is None


def test_hats_freed_at_one_point_are_counted() -> None:
    start = "turn 1; die 1; R10 g; R15 r; R26 grrggg; R41 rg; R45 r; S1.6 r"
    state = rules.GAMES["catch-the-hat"].from_position(start, {}, 2)
    move = state.parse("R26-H2")
    match = replace(MATCH, key="catch-the-hat", plies=20)
    finest_ply = finest(match, [PlayedPly(9, 1, move, str(move), state.play(move))])
    assert finest_ply is not None
    assert finest_ply.men == 3


def test_the_last_of_equally_fine_plies_is_chosen() -> None:
    games = (random_plies("ludus-latrunculorum", seed, 300) for seed in range(200))
    capture_of_two = next(ply for plies in games for ply in plies if capture_count(ply) == 2)
    match = replace(MATCH, key="ludus-latrunculorum", plies=capture_of_two.number + 9)
    finest_ply = finest(match, [capture_of_two, replace(capture_of_two, number=capture_of_two.number + 4)])
    assert finest_ply is not None
    assert finest_ply.ply.number == capture_of_two.number + 4
