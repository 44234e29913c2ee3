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
        self._made: OrderedDict[K, V] = OrderedDict()
        self._in_the_making: dict[K, Future[V]] = {}

    def get(self, key: K, make: Callable[[], V]) -> V:
        """Return the value of `key`, made by `make` if it is not there. A failure to make is not kept."""
        try:
            # Each of the two is one step to other threads; a value that went between them is made again.
            value = self._made[key]
            self._made.move_to_end(key)
        except KeyError:
            return self._wait_for(key, make)
        return value

    def _wait_for(self, key: K, make: Callable[[], V]) -> V:
        with self._lock:
            if key in self._made:
                return self._made[key]
            others = self._in_the_making.get(key)
            mine = self._in_the_making.setdefault(key, Future())
        if others is not None:
            return others.result()
        try:
            value = make()
        except BaseException as error:
            with self._lock:
                del self._in_the_making[key]
            mine.set_exception(error)
            raise
        with self._lock:
            del self._in_the_making[key]
            self._made[key] = value
            if len(self._made) > self._room:
                self._made.popitem(last=False)
        mine.set_result(value)
        return value
