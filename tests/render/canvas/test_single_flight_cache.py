"""Values made once and shared by many threads."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier, Event

import pytest

from render.canvas.single_flight_cache import SingleFlightCache


def test_concurrent_requests_make_a_value_once() -> None:
    cache: SingleFlightCache[str, object] = SingleFlightCache(4)
    objects: list[object] = []
    start = Barrier(8)

    def make() -> object:
        objects.append(object())
        return objects[-1]

    def ask() -> object:
        start.wait()
        return cache.get("key", make)

    with ThreadPoolExecutor(8) as pool:
        answers = [future.result() for future in [pool.submit(ask) for _ in range(8)]]
    assert len(objects) == 1
    assert answers == objects * 8


def test_slow_value_does_not_block_another_key() -> None:
    cache: SingleFlightCache[str, str] = SingleFlightCache(4)
    started, go_on = Event(), Event()

    def slow() -> str:
        started.set()
        assert go_on.wait(10)
        return "slow"

    with ThreadPoolExecutor(1) as pool:
        pending = pool.submit(cache.get, "slow", slow)
        assert started.wait(10)
        assert cache.get("quick", lambda: "quick") == "quick"
        go_on.set()
        assert pending.result() == "slow"


def test_least_recently_used_value_is_evicted_first() -> None:
    cache: SingleFlightCache[str, int] = SingleFlightCache(2)
    texts: list[str] = []

    def ask(key: str) -> None:
        def make() -> int:
            texts.append(key)
            return len(texts)

        cache.get(key, make)

    for key in ("a", "b", "a", "c", "a", "b"):
        ask(key)
    assert texts == ["a", "b", "c", "b"]


def test_failure_is_raised_and_retried() -> None:
    cache: SingleFlightCache[str, int] = SingleFlightCache(2)

    def fail() -> int:
        raise OSError("no paper")

    with pytest.raises(OSError, match="no paper"):
        cache.get("key", fail)
    assert cache.get("key", lambda: 7) == 7
