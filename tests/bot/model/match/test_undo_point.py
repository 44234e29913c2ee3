"""Undo points: the restored times."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from bot.model.match.timing import Timing
from bot.model.people.players import HumanPlayer
from tests.bot.support.matches_in_memory import match_of

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


@pytest.mark.parametrize("silenced", [False, True])
@pytest.mark.parametrize("stalled", [False, True])
def test_an_undo_point_restores_the_timing_before_the_ply(*, stalled: bool, silenced: bool) -> None:
    before = Timing(
        NOON,
        ((5, 4, 1), (7, 7, 2)),
        3,
        told=NOON + timedelta(minutes=5),
        reminders=2,
        stalled=stalled,
        silenced=silenced,
    )
    after = Timing(NOON + timedelta(hours=1), ((4, 4, 1), (7, 7, 2)))
    point = replace(match_of(HumanPlayer(1), HumanPlayer(2)), timing=before).undo_point(8, after)
    assert point.timing == before
    assert (point.ply, point.after) == (8, after.times)
