"""The wiring of the kernel: what runs at which event, message, timer, press or command."""

from syrupy.assertion import SnapshotAssertion

from tests.bot.support.wiring import wiring

pytest_plugins = ("tests.bot.chat.approved",)


def test_the_kernel_is_wired_as_approved(approved: SnapshotAssertion) -> None:
    assert wiring("kernel") == approved
