"""The doctor's findings about the speed of answers to presses."""

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest

from bot.kernel.probes import Finding, FindingStatus
from bot.locale import Texts
from bot.operations.doctor.connection import TrialPress
from bot.operations.doctor.presses import check_press
from tests.bot.chat.delivery.refusing_discord import refusal

BUTTON = "doctor:press:1"
SECOND = "doctor:again:doctor:press:1"
ENGLISH = Texts.load().language("en")


class Response:
    """An interaction response that records answers, or refuses them."""

    def __init__(self, error: Exception | None = None) -> None:
        self._error = error
        self.answers: list[tuple[object, ...]] = []

    async def send_message(self, content: str, *, view: Any, ephemeral: bool) -> None:
        self._answer(content, ephemeral, *(item.custom_id for item in view.children))

    async def edit_message(self, *, content: str, view: Any) -> None:
        self._answer(content, view)

    def _answer(self, *answer: object) -> None:
        if self._error is not None:
            raise self._error
        self.answers.append(answer)


def press(custom_id: str, arrived: float = 0.0, response: Response | None = None) -> TrialPress:
    interaction: Any = SimpleNamespace(response=response or Response())
    return TrialPress(interaction, custom_id, arrived)


async def findings_after(*presses: TrialPress, moment: float = 100.0) -> list[Finding]:
    """Return the findings after presses, answered at `moment`."""
    queue: asyncio.Queue[TrialPress] = asyncio.Queue()
    for each in presses:
        queue.put_nowait(each)
    listener: Any = SimpleNamespace(presses=queue)
    findings = check_press(listener, BUTTON, ENGLISH, pressed_within=0.01, monotonic=lambda: moment)
    return [finding async for finding in findings]


def statuses(findings: list[Finding]) -> list[tuple[str, FindingStatus]]:
    return [(finding.check, finding.status) for finding in findings]


@pytest.mark.parametrize(
    ("seconds", "status"),
    [(0.9, FindingStatus.OK), (1.5, FindingStatus.WARN), (3.5, FindingStatus.FAIL)],
    ids=["quick", "slow", "too late"],
)
async def test_press_status_depends_on_the_response_time(seconds: float, status: FindingStatus) -> None:
    findings = await findings_after(press("another"), press(BUTTON, 100.0), moment=100.0 + seconds)
    assert statuses(findings) == [("press", status), ("second press", FindingStatus.WARN)]
    assert findings[0].text == f"answered {seconds * 1000:.0f} ms after it arrived"
    assert ("overloaded" in findings[0].todo) is (status is not FindingStatus.OK)


async def test_a_missing_press_is_a_warning() -> None:
    (finding,) = await findings_after(press("another"), press(SECOND))
    assert (finding.check, finding.status) == ("press", FindingStatus.WARN)
    assert "Interactions Endpoint URL" in finding.todo


async def test_the_reply_is_private_and_its_button_edits_it() -> None:
    first, second = Response(), Response()
    findings = await findings_after(press(BUTTON, 100.0, first), press(BUTTON), press(SECOND, 0.0, second))
    assert statuses(findings) == [("press", FindingStatus.OK), ("second press", FindingStatus.OK)]
    assert first.answers == [("It arrived. Now press the button below.", True, SECOND)]
    assert second.answers == [("Buttons work. Thank you!", None)]


@pytest.mark.parametrize(("which", "check"), [(0, "press"), (1, "second press")])
async def test_a_refused_reply_ends_the_press_check(which: int, check: str) -> None:
    responses = [Response(refusal(40060) if place == which else None) for place in range(2)]
    findings = await findings_after(press(BUTTON, 100.0, responses[0]), press(SECOND, 0.0, responses[1]))
    assert len(findings) == which + 1
    assert (findings[-1].check, findings[-1].status) == (check, FindingStatus.FAIL)
    assert "stop the bot" in findings[-1].todo
