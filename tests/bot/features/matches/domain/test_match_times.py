"""The times of a match across a change of hands."""

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.features.matches.domain.match_times import handed_over, next_turn
from bot.model.match.match import Match
from bot.model.people.person_settings import USUAL, PersonSettings
from bot.model.people.players import HumanPlayer
from bot.model.time.clocks import begin, read_clock
from bot.model.time.vacation import Day, Vacation
from tests.bot.support.matches_in_memory import NOON, match_of

ANNA, BEN, CARA = 1, 2, 3
DAY = timedelta(days=1)
CLOCK = read_clock("3d")
AWAY = replace(USUAL, vacation=Vacation((Day(NOON, NOON + DAY, 2026),)))


def match_with(player: int, settings: PersonSettings) -> Match:
    """A match in which the first seat has had the turn since noon."""
    timing = next_turn(begin(CLOCK, 2, 0, NOON), settings, NOON).timing
    match = match_of(HumanPlayer(player), HumanPlayer(BEN))
    return replace(match, clock=CLOCK, timing=timing, settings=(settings, USUAL))


@pytest.mark.parametrize(
    ("leaver", "substitute", "remaining"),
    [(USUAL, USUAL, DAY), (AWAY, USUAL, 2 * DAY), (USUAL, AWAY, DAY)],
    ids=["nobody away", "the leaver was away", "the substitute was away"],
)
def test_a_substitute_has_the_time_that_the_leaver_left(
    leaver: PersonSettings, substitute: PersonSettings, remaining: timedelta
) -> None:
    now = NOON + 2 * DAY
    turn = handed_over(match_with(ANNA, leaver), match_with(CARA, substitute), now)
    assert turn.timing.deadline == now + remaining
