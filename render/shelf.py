"""A bounded shelf of things that are made once and used by many threads."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import Future
from threading import Lock
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Shelf(Generic[K, V]):
    """Keep the `room` values used last; make each missing one exactly once, without holding up the others."""

    def __init__(self, room: int) -> None:
        self._room = room
        self._lock = Lock()
        self._held: OrderedDict[K, Future[V]] = OrderedDict()

    def get(self, key: K, make: Callable[[], V]) -> V:
        """Return the value of `key`, made by `make` if it is not there. A failure to make is not kept."""
        with self._lock:
            held = self._held.get(key)
            if held is not None:
                self._held.move_to_end(key)
            else:
                mine = self._held[key] = Future()
                if len(self._held) > self._room:
                    self._held.popitem(last=False)
        if held is not None:
            return held.result()
        try:
            value = make()
        except BaseException as error:
            with self._lock:
                if self._held.get(key) is mine:
                    del self._held[key]
            mine.set_exception(error)
            raise
        mine.set_result(value)
        return value
