"""Match values: players, places, changes, outcomes."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from bot.model.match.match import (
    Counting,
    EndedBy,
    Match,
    MatchPosition,
    MatchStatus,
    SeriesRecord,
    only_winners_remain,
)
from bot.model.match.match_log import Stop
from bot.model.match.timing import Timing
from bot.model.people.person import MessageRef, Place
from bot.model.people.person_settings import USUAL, PersonSettings
from bot.model.people.players import EnginePlayer, HumanPlayer, NamedPlayer
from bot.model.people.preferences import Preferences
from bot.model.time.vacation import Day, Vacation
from rules.contract import Outcome
from rules.contract.series import Result, TieBreak
from tests.bot.support.fakes import Counting as CountingGame
from tests.bot.support.matches_in_memory import NOON, match_of

ANNA, BEN, CARA, DORA = 11, 22, 33, 44
LATER = NOON + timedelta(hours=5)
BO = EnginePlayer("conhex", 2)
PAIR = match_of(HumanPlayer(ANNA), HumanPlayer(BEN))
HALL, THREAD = Place(5, 70, "de"), 71
WON, LOST = Outcome((0,), "goal"), Outcome((1,), "goal")


def test_a_table_lists_its_people_but_not_engines() -> None:
    table = match_of(HumanPlayer(ANNA), BO, HumanPlayer(CARA), NamedPlayer("Old Dora"))
    assert (table.people, table.readers) == ((ANNA, CARA), frozenset({ANNA, CARA}))
    assert [table.person_at(seat) for seat in (0, 1, 2, 3, None)] == [ANNA, None, CARA, None, None]
    assert [table.seat_of(person) for person in (ANNA, CARA, DORA)] == [0, 2, None]
    assert [replace(table, turn=turn).mover for turn in (2, 1, None)] == [CARA, None, None]


def test_leavers_are_retired_and_not_remaining() -> None:
    table = (
        match_of(HumanPlayer(ANNA), HumanPlayer(BEN), HumanPlayer(CARA)).with_leaver(2, 4).with_leaver(0, 9)
    )
    assert table.departures == ((2, 4), (0, 9))
    assert table.retired == (2, 0)
    assert (table.people, table.remaining_people) == ((ANNA, BEN, CARA), (BEN,))


@pytest.mark.parametrize(
    ("match", "engines", "practice", "unseen"),
    [
        (PAIR, False, False, False),
        (match_of(HumanPlayer(ANNA), BO), True, True, False),
        (replace(match_of(HumanPlayer(ANNA), BO), place=HALL), True, False, False),
        (replace(match_of(BO, BO), place=HALL), True, False, True),
        (replace(match_of(BO, BO), place=HALL, board=MessageRef(70, 900)), True, False, False),
    ],
    ids=["people", "in private", "in a server", "engines alone", "with a board"],
)
def test_engine_games_are_classified(match: Match, *, engines: bool, practice: bool, unseen: bool) -> None:
    assert (match.has_engines, match.is_practice, match.is_unseen) == (engines, practice, unseen)


def test_the_thread_is_the_home_of_a_match() -> None:
    hall = replace(PAIR, place=HALL)
    assert (hall.home, hall.stands_at) == (70, HALL)
    threaded = replace(hall, thread=THREAD)
    assert (threaded.home, threaded.stands_at) == (THREAD, HALL)
    # A thread may have another parent than the challenge's channel, as in a forum.
    assert replace(threaded, thread_parent=90).stands_at == Place(5, THREAD, "de", parent=90)


PRIVATE = Place(5, THREAD, "de", parent=70, private=True)


@pytest.mark.parametrize(
    ("at", "place", "visible"),
    [
        (HALL, Place(5, 99, ""), True),
        (HALL, Place(6, 70, ""), False),
        (HALL, Place(None, 70, ""), False),
        (HALL, Place(5, 99, "", private=True), True),
        (PRIVATE, Place(5, THREAD, "", private=True), True),
        (PRIVATE, Place(5, 99, "", private=True), False),
        (PRIVATE, HALL, False),
    ],
)
def test_a_match_is_visible_in_its_places(at: Place, place: Place, *, visible: bool) -> None:
    assert replace(PAIR, place=at).is_visible_in(place) is visible
    assert not PAIR.is_visible_in(Place(None, 99, ""))


def test_series_number_and_turn_start() -> None:
    single = replace(PAIR, challenge=8, number=3)
    assert (single.series, single.series_number) == (None, None)
    game = replace(single, tie_break=TieBreak.PLIES)
    assert (game.series, game.series_number) == (8, 3)
    assert not game.has_begun
    assert replace(game, timing=Timing(LATER, turns=1)).has_begun
    assert replace(game, timing=Timing(LATER)).turn_began == LATER


def test_a_rejected_claim_applies_to_one_position() -> None:
    rejected = replace(PAIR, plies=6, taken_back=2, unjustified=(6, 2))
    assert rejected.has_rejected_call
    assert not replace(rejected, plies=7).has_rejected_call
    assert not replace(rejected, taken_back=3).has_rejected_call
    assert not PAIR.has_rejected_call


def test_a_paused_match_is_not_claimable() -> None:
    deadline = NOON + timedelta(days=2)
    claimable_match = replace(
        PAIR, timing=Timing(NOON, ((5, 9, 1), (7, 8, 2)), deadline=deadline, claimable=True)
    )
    assert (claimable_match.claimable, claimable_match.is_paused, claimable_match.deadline) == (
        True,
        False,
        deadline,
    )
    assert claimable_match.time_left == (timedelta(microseconds=5), timedelta(microseconds=7))
    paused_match = replace(claimable_match, timing=replace(claimable_match.timing, paused=LATER))
    assert (paused_match.claimable, paused_match.is_paused) == (False, True)
    assert not replace(paused_match, status=MatchStatus.FINISHED).is_paused
    assert PAIR.time_left == (None, None)


def test_settings_belong_to_a_seat() -> None:
    mirror, german = PersonSettings(Preferences(theme="oak")), PersonSettings(Preferences(language="de"))
    match = PAIR.with_settings(BEN, german)
    assert match.settings == (USUAL, german)
    assert match.with_settings(ANNA, mirror).settings == (mirror, german)
    assert match.with_settings(CARA, mirror).settings == (USUAL, german)
    assert [match.settings_at(seat) for seat in (0, 1, 2, None)] == [USUAL, german, USUAL, USUAL]
    assert PAIR.settings_at(1) == USUAL


def test_absent_players_are_listed_until_their_return() -> None:
    day = Day(datetime(2026, 11, 20, tzinfo=UTC), datetime(2026, 11, 21, tzinfo=UTC), 2026)
    absent = PersonSettings(vacation=Vacation((day,)))
    match = replace(match_of(HumanPlayer(ANNA), BO, HumanPlayer(CARA)), settings=(USUAL, absent, absent))
    assert match.away(NOON) == {CARA: day.end}
    assert match.away(day.end) == {}


def test_an_end_stops_the_clock_and_the_turn() -> None:
    timing = Timing(NOON, deadline=LATER, claimable=True, due=LATER, reminders=2)
    running = replace(PAIR, timing=timing, undo=PAIR.undo_point(0, timing))
    ended = running.end(WON, LATER, resigned=1)
    assert (ended.status, ended.turn, ended.outcome, ended.resigned) == (MatchStatus.FINISHED, None, WON, 1)
    assert (ended.updated, ended.undo, ended.running) == (LATER, None, False)
    assert ended.timing == Timing(NOON, reminders=2)


def test_a_correction_keeps_the_first_outcome() -> None:
    ended = PAIR.end(WON, LATER, resigned=1)
    first = ended.correct(LOST)
    assert (first.outcome, first.first_outcome, first.neutral_outcome, first.resigned) == (
        LOST,
        WON,
        None,
        None,
    )
    draw = Outcome((), "agreement")
    second = first.correct(draw, by_player=True)
    assert (second.outcome, second.first_outcome, second.neutral_outcome) == (draw, WON, LOST)
    third = second.correct(WON, by_player=True)
    assert (third.outcome, third.first_outcome, third.neutral_outcome) == (WON, WON, LOST)


@pytest.mark.parametrize(
    ("reason", "ended_by", "aborted"),
    [
        ("resignation", EndedBy.RESIGNATION, False),
        ("agreement", EndedBy.AGREEMENT, False),
        ("timeout", EndedBy.TIMEOUT, False),
        ("aborted", EndedBy.ABORT, True),
        ("adjudication", EndedBy.ADJUDICATION, False),
        ("annulled", EndedBy.ADJUDICATION, True),
        ("correction", EndedBy.CORRECTION, False),
        ("goal", None, False),
    ],
)
def test_aborts_and_other_external_endings(reason: str, ended_by: EndedBy | None, *, aborted: bool) -> None:
    ended = PAIR.end(Outcome((), reason), LATER)
    assert (ended.ended_by, ended.is_aborted) == (ended_by, aborted)
    assert (PAIR.ended_by, PAIR.is_aborted) == (None, False)


def test_exploring_is_allowed_by_setting_and_after_the_end() -> None:
    secret = replace(PAIR, exploring=False)
    assert PAIR.is_explorable
    assert not secret.is_explorable
    assert secret.end(WON, LATER).is_explorable


def test_a_ply_advances_a_match() -> None:
    before = replace(PAIR, undo=PAIR.undo_point(0, PAIR.timing))
    timing = Timing(LATER, turns=4)
    after = before.with_plies(9, 1, "4 1 9", timing, LATER)
    assert (after.plies, after.turn, after.position, after.timing) == (9, 1, "4 1 9", timing)
    assert (after.updated, after.undo) == (LATER, None)


@pytest.mark.parametrize(
    ("winners", "retired", "only_winners"),
    [
        ((0,), (1, 2), True),
        ((0,), (1,), False),
        ((0, 2), (1,), True),
        ((), (0, 1, 2), False),
        ((0, 1, 2), (), False),
    ],
)
def test_only_winners_remain_when_the_losers_have_retired(
    winners: tuple[int, ...], retired: tuple[int, ...], *, only_winners: bool
) -> None:
    assert only_winners_remain(Outcome(winners, "goal"), 3, retired) is only_winners


def test_unknown_values_have_fallbacks() -> None:
    assert MatchStatus("postponed") is MatchStatus.FINISHED
    assert Counting("too-friendly") is Counting.OTHERWISE


def test_a_decided_position_overrides_an_uncorrected_outcome() -> None:
    game = CountingGame()
    state = game.new({"goal": "4"})
    for move in ("take 2", "take 2"):
        state = state.play(state.parse(move))
    resigned = PAIR.end(WON, LATER)
    assert state.outcome == LOST
    assert MatchPosition(PAIR, game.new()).outcome is None
    assert MatchPosition(resigned, game.new()).outcome == WON
    assert MatchPosition(resigned, state).outcome == LOST
    assert MatchPosition(PAIR.end(LOST, LATER).correct(WON), state).outcome == WON
    assert MatchPosition(resigned, state, stop=Stop(1, 1, 2)).outcome == WON


def test_series_results_before_each_game() -> None:
    results = (Result(frozenset({ANNA}), 7), Result(frozenset({BEN}), 9))
    series = SeriesRecord(3, "conhex", (40, 50, 60), 4, TieBreak.PLIES, results, None, finished=False)
    assert [series.results_before(match) for match in (40, 50, 60)] == [(), results[:1], results]
