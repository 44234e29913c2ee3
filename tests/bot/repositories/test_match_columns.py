"""The stored forms of a match's columns."""

from datetime import UTC, datetime
from itertools import product

import pytest

from bot.model.match.offers.offer_rules import OfferKind
from bot.model.match.offers.undo_point import UndoPoint
from bot.model.match.timing import Timing
from bot.repositories.tables.match_columns import read_undo_point, write_undo_point

SINCE = datetime(2026, 1, 1, tzinfo=UTC)


@pytest.mark.parametrize(("stalled", "silenced"), list(product((True, False), repeat=2)))
def test_an_undo_point_keeps_its_marks_apart(*, stalled: bool, silenced: bool) -> None:
    timing = Timing(since=SINCE, stalled=stalled, silenced=silenced)
    point = UndoPoint(4, timing, frozenset({(OfferKind.DRAW, 1)}), ())
    assert read_undo_point(write_undo_point(point)) == point
