"""The test of a button that the owner presses, and of the answer time."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from typing import Final

from bot.chat.core.failures.discord_refusals import FAILURES, got
from bot.chat.core.messages import layouts
from bot.chat.core.messages.public_message import classic_view
from bot.kernel.probes import Finding, fail, ok, warn
from bot.locale import Language
from bot.operations.doctor.connection import GatewayListener, TrialPress
from bot.operations.doctor.explanations import failure_finding
from bot.operations.doctor.trial import MARK

PRESSED_WITHIN: Final = 60.0
"""Seconds to wait for a press."""
_ANSWERED_BY: Final = 3.0
_SLOW: Final = 1.0
"""Seconds within which Discord requires an answer, and after which people notice the wait."""
_NOBODY: Final = (
    "if you did press: see that no other bot or program runs with this token, and that the portal names no"
    " Interactions Endpoint URL; else look again and press within a minute"
)


async def check_press(
    listener: GatewayListener,
    button: str,
    t: Language,
    pressed_within: float = PRESSED_WITHIN,
    monotonic: Callable[[], float] = time.monotonic,
) -> AsyncIterator[Finding]:
    """Wait for a press, answer it privately, and edit the answer after a second press."""
    second = f"{MARK}again:{button}"
    first = await _await_press(listener, button, pressed_within)
    if first is None:
        yield warn("press", f"nobody has pressed the button within {pressed_within:.0f} s", _NOBODY)
        return
    view = classic_view(((layouts.button(t("doctor.again"), second),),))
    try:
        await got(first.interaction.response.send_message(t("doctor.pressed"), view=view, ephemeral=True))
    except FAILURES as error:
        yield failure_finding("press", error)
        return
    yield _press_finding("press", monotonic() - first.arrived)
    again = await _await_press(listener, second, pressed_within)
    if again is None:
        yield warn(
            "second press", f"nobody has pressed the second one within {pressed_within:.0f} s", _NOBODY
        )
        return
    try:
        await got(again.interaction.response.edit_message(content=t("doctor.done"), view=None))
    except FAILURES as error:
        yield failure_finding("second press", error)
        return
    yield ok("second press", "the private answer was changed")


def _press_finding(check: str, seconds: float) -> Finding:
    text = f"answered {seconds * 1000:.0f} ms after it arrived"
    if seconds < _SLOW:
        return ok(check, text)
    todo = "see that this machine is not overloaded, and that its network is quick"
    return (warn if seconds < _ANSWERED_BY else fail)(check, text, todo)


async def _await_press(listener: GatewayListener, custom_id: str, pressed_within: float) -> TrialPress | None:
    """Return the press of this button; other presses are ignored."""
    try:
        async with asyncio.timeout(pressed_within):
            while (press := await listener.presses.get()).custom_id != custom_id:
                pass
            return press
    except TimeoutError:
        return None
