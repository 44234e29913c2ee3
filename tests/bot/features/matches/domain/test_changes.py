"""Changes of a match as pure values: no store, clock or randomness."""

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.features.matches.domain.changes import Leaving, leave_unplayable, play, roll, take_back
from bot.model.events.events import UndoneText
from bot.model.match.log_entry import Automatic, LogEntry
from bot.model.match.match import Match
from bot.model.match.offers.offer_rules import AgreedOffer, OfferKind
from tests.bot.support.fakes import Counting, Time
from tests.data.matches import new_match

NOON = Time().now
FIRST = Counting().new()
SECOND = FIRST.play(FIRST.parse("take 1"))
MATCH = replace(new_match(1, 11, 12, created=NOON), id=5, position=FIRST.position)
PLY = LogEntry(1, 0, "take 1", NOON + timedelta(hours=1))


def test_a_ply_passes_the_turn_and_can_be_undone() -> None:
    match_after, event = play(MATCH, PLY, FIRST, SECOND, 1, by=0)
    assert (match_after.plies, match_after.turn, match_after.position, match_after.updated) == (
        1,
        1,
        SECOND.position,
        PLY.played,
    )
    assert match_after.undo is not None
    assert match_after.undo.ply == 1
    assert (event.since, event.plies, event.move) == (0, 1, "take 1")
    assert (event.before, event.turn, event.by) == (0, 1, 0)
    assert not event.ends_match
    assert MATCH.plies == 0


@pytest.mark.parametrize(
    ("ply", "plies", "leaving"),
    [
        (replace(PLY, automatic=Automatic.FORCED), 1, None),
        (PLY, 2, None),
        (PLY, 1, Leaving(timed_out=True, claimed_by=1)),
    ],
    ids=["automatic", "with a roll", "leaving"],
)
def test_forced_rolling_and_leaving_plies_cannot_be_undone(
    ply: LogEntry, plies: int, leaving: Leaving | None
) -> None:
    match_after, event = play(MATCH, ply, FIRST, SECOND, plies, leaving, by=0)
    assert match_after.undo is None
    assert (event.left, event.timed_out) == (leaving is not None, leaving is not None)
    assert event.automatic is ply.automatic


def test_the_last_ply_ends_the_match() -> None:
    before = Counting().new({"goal": "4"})
    for move in ("take 2", "take 1"):
        before = before.play(before.parse(move))
    after = before.play(before.parse("take 2"))
    match_after, event = play(MATCH, PLY, before, after, 1, by=0)
    assert event.ends_match
    assert (match_after.turn, match_after.undo) == (None, None)


def test_a_chance_ply_has_no_player() -> None:
    with pytest.raises(ValueError, match="no player"):
        play(MATCH, replace(PLY, seat=None), FIRST, SECOND, 1, by=None)


@pytest.mark.parametrize(
    ("match", "minutes", "pings"),
    [
        (MATCH, 4, False),
        (MATCH, 5, True),
        (replace(MATCH, number=2), 4, True),
        (replace(MATCH, plies=3), 4, True),
    ],
    ids=["just called", "later", "second game of a series", "later roll"],
)
def test_a_first_roll_does_not_repeat_the_start_ping(match: Match, minutes: int, *, pings: bool) -> None:
    result, event = roll(match, SECOND, match.plies + 1, NOON + timedelta(minutes=minutes))
    assert (result.plies, result.turn, event.pings) == (match.plies + 1, 1, pings)


def test_an_unplayable_turn_passes_to_the_next_remaining_player() -> None:
    match = replace(new_match(1, 11, 12, 13, 14), id=5, turn=0, position="as it was", departures=((1, 1),))
    result, event = leave_unplayable(replace(match, departures=((1, 1), (0, 2))), PLY, Leaving(), by=0)
    assert (result.turn, result.position, result.plies) == (2, "as it was", 1)
    assert (event.left, event.turn) == (True, 2)


def test_take_back_events_omit_rolls() -> None:
    match = replace(MATCH, plies=2, turn=0, taken_back=1)
    undone = [LogEntry(1, 0, "take 1", NOON), LogEntry(2, None, "roll:2", NOON)]
    result, event = take_back(
        match, AgreedOffer(OfferKind.TAKE_BACK, 1, keep=0, undone=(0,)), FIRST, 0, undone, NOON, free=False
    )
    assert (result.plies, result.turn, result.taken_back, result.position) == (0, 0, 2, FIRST.position)
    assert event.undone == (UndoneText(0, "take 1"),)
    assert (event.since, event.plies, event.by) == (2, 0, 1)
