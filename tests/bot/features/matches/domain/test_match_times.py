"""A match's clock across substitutions, vacations and pauses."""

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.features.matches.domain.match_times import after_ply, first_turn, next_turn, turn_after_handover
from bot.model.match.match import Match
from bot.model.people.person_settings import USUAL, PersonSettings
from bot.model.people.players import HumanPlayer
from bot.model.people.preferences import QUIET_SILENT, PingPlace, Preferences
from bot.model.time.clocks import begin, read_clock
from bot.model.time.reminders import read_quiet_hours
from bot.model.time.vacation import Day, Vacation
from tests.bot.support.matches_in_memory import NOON, match_of

ANNA, BEN, CARA = 1, 2, 3
DAY = timedelta(days=1)
CLOCK = read_clock("3d")
AWAY = replace(USUAL, vacation=Vacation((Day(NOON, NOON + DAY, 2026),)))


def match_with(player: int, settings: PersonSettings) -> Match:
    """Return a match whose first seat has had the turn since noon."""
    timing = next_turn(begin(CLOCK, 2, 0, NOON), settings, NOON).timing
    match = match_of(HumanPlayer(player), HumanPlayer(BEN))
    return replace(match, clock=CLOCK, timing=timing, settings=(settings, USUAL))


@pytest.mark.parametrize(
    ("leaver", "substitute", "remaining"),
    [(USUAL, USUAL, DAY), (AWAY, USUAL, 2 * DAY), (USUAL, AWAY, DAY)],
    ids=["nobody away", "the leaver was away", "the substitute was away"],
)
def test_a_substitute_gets_the_leaver_s_remaining_time(
    leaver: PersonSettings, substitute: PersonSettings, remaining: timedelta
) -> None:
    now = NOON + 2 * DAY
    turn = turn_after_handover(match_with(ANNA, leaver), match_with(CARA, substitute), now)
    assert turn.timing.deadline == now + remaining


@pytest.mark.parametrize(
    ("mover", "next_mover", "left"),
    [(USUAL, USUAL, 9 * DAY), (AWAY, USUAL, 10 * DAY), (USUAL, AWAY, 9 * DAY)],
    ids=["nobody away", "the mover was away", "the next player was away"],
)
def test_a_ply_is_not_charged_for_the_mover_s_vacation(
    mover: PersonSettings, next_mover: PersonSettings, left: timedelta
) -> None:
    bank = read_clock("10d+1d/14d")
    timing = next_turn(begin(bank, 2, 0, NOON), mover, NOON).timing
    match = replace(
        match_of(HumanPlayer(ANNA), HumanPlayer(BEN)),
        clock=bank,
        timing=timing,
        settings=(mover, next_mover),
    )
    now = NOON + 2 * DAY
    after = after_ply(match, 1, now, played=True)
    assert after.timing.remaining_times(2) == (left, 10 * DAY)
    assert (after.timing.since, after.timing.deadline) == (now, now + 10 * DAY)
    assert after.tell is next_mover.preferences.tell


def test_a_paused_match_pings_nobody_until_it_resumes() -> None:
    waiting = first_turn(CLOCK, 3, 1, USUAL, NOON, waits=True)
    assert (waiting.tell, waiting.timing.paused, waiting.timing.deadline) == (PingPlace.NONE, NOON, None)
    assert waiting.timing.told is None
    running = first_turn(CLOCK, 3, 1, USUAL, NOON)
    assert (running.tell, running.timing.paused, running.timing.deadline) == (
        PingPlace.THREAD,
        None,
        NOON + 3 * DAY,
    )
    people = (HumanPlayer(ANNA), HumanPlayer(BEN), HumanPlayer(CARA))
    match = replace(match_of(*people), clock=CLOCK, turn=1, timing=waiting.timing, settings=(USUAL,) * 3)
    now = NOON + DAY
    after = after_ply(match, 2, now, played=False)
    assert (after.tell, after.timing.paused, after.timing.since) == (PingPlace.NONE, now, now)
    other = after_ply(match, 1, now, played=False)
    assert (other.tell, other.timing.paused, other.timing.since) == (PingPlace.NONE, NOON, NOON)


@pytest.mark.parametrize(
    ("first", "last", "due"), [(9, 10, 2), (1, 5, 5), (1, 2, 2), (2, 4, 4)], ids=["later", "in", "to", "from"]
)
def test_a_reminder_without_a_deadline_waits_until_a_vacation_ends(first: int, last: int, due: int) -> None:
    away = replace(USUAL, vacation=Vacation((Day(NOON + first * DAY, NOON + last * DAY, 2026),)))
    timing = next_turn(begin(read_clock("none"), 2, 0, NOON), away, NOON).timing
    assert (timing.due, timing.deadline) == (NOON + due * DAY, None)


@pytest.mark.parametrize("silent", [False, True])
def test_a_ping_waits_for_the_end_of_quiet_hours_unless_silent(silent: bool) -> None:
    values = Preferences().settings.with_value(QUIET_SILENT, silent)
    quiet = PersonSettings(Preferences(quiet=read_quiet_hours("11:00-15:00"), settings=values))
    turn = next_turn(begin(CLOCK, 2, 0, NOON), quiet, NOON)
    if silent:
        assert (turn.tell, turn.timing.told) == (PingPlace.THREAD, NOON)
    else:
        assert (turn.tell, turn.timing.told) == (PingPlace.NONE, None)
        assert turn.timing.due == NOON + timedelta(hours=3)
