"""Work in the background is done beside the event loop, on equal terms with the rest of the machine."""

import os
import sys
import threading

import pytest

from bot.background import background


def _priority() -> int:
    return os.getpriority(os.PRIO_PROCESS, threading.get_native_id())


@pytest.mark.skipif(sys.platform != "linux", reason="threads have no priority of their own here")
def test_background_threads_do_not_step_back() -> None:
    own = _priority()
    with background() as threads:
        assert threads.submit(_priority).result() == own


def test_background_threads_return_what_was_worked_out() -> None:
    with background() as threads:
        assert threads.submit(sum, (1, 2)).result() == 3
