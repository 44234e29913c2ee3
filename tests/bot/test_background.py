"""Background threads and garbage collection."""

import gc
import os
import sys
import threading
import weakref

import pytest

from bot.background import THREADS, YOUNG, background, freeze_garbage_collector


def _priority() -> int:
    return os.getpriority(os.PRIO_PROCESS, threading.get_native_id())


@pytest.mark.skipif(sys.platform != "linux", reason="threads have no priority of their own here")
def test_background_threads_keep_the_process_priority() -> None:
    own = _priority()
    with background() as threads:
        assert threads.submit(_priority).result() == own


def test_background_threads_return_results() -> None:
    with background() as threads:
        assert threads.submit(sum, (1, 2)).result() == 3


def test_busy_threads_and_waiting_jobs_are_counted() -> None:
    gate, begun = threading.Event(), threading.Barrier(THREADS + 1)

    def work() -> None:
        begun.wait(20)
        gate.wait(20)

    with background() as threads:
        assert (threads.busy, threads.waiting) == (0, 0)
        jobs = [threads.submit(work) for _ in range(THREADS)]
        begun.wait(20)
        waiting = [threads.submit(sum, (1, 2)) for _ in range(3)]
        assert (threads.busy, threads.waiting) == (THREADS, 3)
        gate.set()
        assert [job.result() for job in jobs] == [None] * THREADS
        assert [job.result() for job in waiting] == [3] * 3
        broken = threads.submit(int, "x")
        with pytest.raises(ValueError, match="x"):
            broken.result()
    assert threads.busy == 0


def test_startup_objects_are_excluded_from_garbage_collection() -> None:
    there, threshold = [[number] for number in range(1000)], gc.get_threshold()
    try:
        freeze_garbage_collector()
        searched = {id(item) for item in gc.get_objects()}
        assert not searched & {id(item) for item in there}
        new = [[number] for number in range(10)]
        assert {id(item) for item in new} <= {id(item) for item in gc.get_objects()}
    finally:
        # The objects stay frozen: scanning them again would take a second.
        gc.set_threshold(*threshold)


class _Interaction:
    """A reference cycle through the answer, as in discord.py's interactions."""

    def __init__(self) -> None:
        self.answer = [self]


def test_objects_surviving_one_collection_are_collected_soon() -> None:
    threshold = gc.get_threshold()
    try:
        freeze_garbage_collector()
        interaction = _Interaction()
        reference = weakref.ref(interaction)
        gc.collect(0)
        del interaction
        new = [[number] for number in range(4 * YOUNG)]
        assert reference() is None
        del new
    finally:
        # The objects stay frozen: scanning them again would take a second.
        gc.set_threshold(*threshold)
