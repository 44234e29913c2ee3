"""Work in the background gives way to the event loop."""

import os
import sys
import threading

import pytest

from bot.background import NICENESS, background


def _priority() -> int:
    return os.getpriority(os.PRIO_PROCESS, threading.get_native_id())


@pytest.mark.skipif(sys.platform != "linux", reason="threads have no priority of their own here")
def test_background_threads_step_back_behind_the_loop() -> None:
    own = _priority()
    with background() as threads:
        lowered = threads.submit(_priority).result()
    assert lowered == min(own + NICENESS, 19)
    assert _priority() == own


def test_background_threads_return_what_was_worked_out() -> None:
    with background() as threads:
        assert threads.submit(sum, (1, 2)).result() == 3
