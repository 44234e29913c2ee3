"""The doctor judges how soon a press is answered."""

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest

from bot.kernel.probes import FindingStatus
from bot.locale import Texts
from bot.operations.doctor.connection import TrialPress
from bot.operations.doctor.presses import check_press

BUTTON = "doctor-button"
ENGLISH = Texts.load().language("en")


class Response:
    """Takes every answer."""

    async def send_message(self, _content: str, **_: object) -> None:
        """Take a private answer."""


async def statuses(answered_after: float | None) -> list[tuple[str, FindingStatus]]:
    """The findings of one press that is answered so many seconds after it came, or of none."""
    presses: asyncio.Queue[TrialPress] = asyncio.Queue()
    interaction: Any = SimpleNamespace(response=Response())
    if answered_after is not None:
        presses.put_nowait(TrialPress(interaction, "another", 0.0))
        presses.put_nowait(TrialPress(interaction, BUTTON, 100.0))
    listener: Any = SimpleNamespace(presses=presses)
    moment = 100.0 + (answered_after or 0.0)
    findings = check_press(listener, BUTTON, ENGLISH, pressed_within=0.01, monotonic=lambda: moment)
    return [(finding.check, finding.status) async for finding in findings]


@pytest.mark.parametrize(
    ("seconds", "status"),
    [(0.5, FindingStatus.OK), (1.5, FindingStatus.WARN), (3.5, FindingStatus.FAIL)],
    ids=["quick", "slow", "too late"],
)
async def test_a_late_answer_is_worse_than_a_slow_one(seconds: float, status: FindingStatus) -> None:
    assert await statuses(seconds) == [("press", status), ("second press", FindingStatus.WARN)]


async def test_nobody_pressing_is_a_warning() -> None:
    assert await statuses(None) == [("press", FindingStatus.WARN)]
