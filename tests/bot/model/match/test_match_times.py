"""The times of a match, and the beacons of its dice."""

from datetime import timedelta

from bot.model.match.beacon import Beacon, BeaconSource, Origin, digest_of
from bot.model.match.timing import Timing
from bot.model.people.person import MessageRef
from tests.bot.support.matches_in_memory import NOON

LATER = NOON + timedelta(seconds=1)
CARD = MessageRef(70, 900)


def test_mentioned_deadline_covers_this_turn() -> None:
    assert not Timing(NOON).deadline_mentioned
    assert not Timing(NOON, told=NOON).deadline_mentioned
    assert Timing(NOON, told=LATER).deadline_mentioned
    assert not Timing(LATER, told=NOON).deadline_mentioned
    assert Timing(NOON, claimable=True).deadline_mentioned


def test_remaining_times_and_granted_days_by_seat() -> None:
    timing = Timing(NOON, ((5_000_000, 9, 1), (7, 8, 2)))
    assert timing.remaining_times(2) == (timedelta(seconds=5), timedelta(microseconds=7))
    assert [timing.granted_days(seat) for seat in (0, 1, None)] == [1, 2, 0]
    assert (Timing(NOON).remaining_times(3), Timing(NOON).granted_days(1)) == ((None, None, None), 0)


def test_a_beacon_is_a_message_plus_words() -> None:
    source = BeaconSource.of(Origin.CARD, CARD)
    assert source == BeaconSource(Origin.CARD, 70, 900)
    assert source.with_words(("a1", "b2")) == Beacon(Origin.CARD, CARD, ("a1", "b2"))
    assert source.with_words(("a1", "b2")).text == "900:a1:b2"
    silent = BeaconSource(Origin.NOTHING).with_words(("a1",))
    assert (silent, silent.text) == (Beacon(Origin.NOTHING, None, ("a1",)), "0:a1")
    assert len(digest_of("luck")) == 32
    assert digest_of("luck") != digest_of("Luck")
