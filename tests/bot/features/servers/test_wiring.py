"""The wiring of the feature: its handlers of events, messages, timers, presses and commands."""

from syrupy.assertion import SnapshotAssertion

from tests.bot.support.wiring import wiring

pytest_plugins = ("tests.bot.chat.approved",)


def test_the_feature_is_wired_as_approved(approved: SnapshotAssertion) -> None:
    assert wiring("servers") == approved
