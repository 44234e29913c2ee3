from datetime import timedelta

import pytest

from bot.model.match.offers.offer_rules import FREE, LoggedPly
from bot.model.match.offers.undo_rules import check_undo, nothing_follows
from bot.model.refusal import Refusal
from tests.bot.support.matches_in_memory import NOON

OWN = LoggedPly(1, NOON)
REPLY = LoggedPly(0, NOON)
SOON, LATE = NOON + FREE, NOON + FREE + timedelta(microseconds=1)


def test_a_recent_ply_may_be_undone() -> None:
    check_undo(1, OWN, [], SOON)
    assert nothing_follows(OWN, [], SOON)
    assert not nothing_follows(OWN, [], LATE)
    assert not nothing_follows(OWN, [REPLY], SOON)


@pytest.mark.parametrize(
    ("ply", "later", "reason"),
    [
        (REPLY, [], "undo-not-yours"),
        (LoggedPly(1, NOON, leaving=True), [], "undo-not-yours"),
        (LoggedPly(1, NOON, automatic=True), [], "undo-automatic"),
        (OWN, [LoggedPly(None, NOON), REPLY], "undo-rolled"),
        (OWN, [LoggedPly(0, NOON, leaving=True)], "someone-left-since"),
        (OWN, [LoggedPly(0, NOON, automatic=True)], "undo-automatic"),
        (OWN, [REPLY, LoggedPly(None, NOON)], "undo-answered"),
    ],
)
def test_an_ineligible_ply_is_refused(ply: LoggedPly, later: list[LoggedPly], reason: str) -> None:
    with pytest.raises(Refusal) as refusal:
        check_undo(1, ply, later, SOON)
    assert refusal.value.reason == reason


def test_a_late_undo_is_refused() -> None:
    with pytest.raises(Refusal) as refusal:
        check_undo(1, OWN, [], LATE)
    assert refusal.value.reason == "undo-late"
