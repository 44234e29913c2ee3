"""Epochs of restored databases: numbers from before and after a restore."""

from datetime import UTC, datetime, timedelta

from bot.model.restores.epochs import Epochs, Restore

YEAR = datetime(2026, 1, 1, tzinfo=UTC)
TWICE = Epochs(
    (Restore(500, last_match=10, last_challenge=20), Restore(900, last_match=30, last_challenge=40))
)


def test_numbers_match_an_epoch_only_after_its_backup() -> None:
    assert [TWICE.is_match(0, match) for match in (10, 11)] == [True, False]
    assert [TWICE.is_match(500, match) for match in (30, 31)] == [True, False]
    assert [TWICE.is_challenge(0, challenge) for challenge in (20, 21)] == [True, False]
    assert [TWICE.is_challenge(500, challenge) for challenge in (40, 41)] == [True, False]


def test_current_and_unknown_epochs_match_nothing() -> None:
    for epoch in (900, 777):
        assert not TWICE.is_match(epoch, 1)
        assert not TWICE.is_challenge(epoch, 1)
    assert not Epochs().is_match(0, 1)


def test_the_next_epoch_is_always_later() -> None:
    assert (Epochs().current, TWICE.current) == (0, 900)
    assert Epochs().next(YEAR) == 1
    assert Epochs().next(YEAR + timedelta(minutes=90, seconds=59)) == 90
    assert TWICE.next(YEAR + timedelta(minutes=899)) == 901
    assert TWICE.next(YEAR + timedelta(minutes=1234)) == 1234
