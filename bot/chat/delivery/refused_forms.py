"""Request forms that Discord refused in a channel, remembered so that games do not retry them."""

import time
from collections.abc import Callable
from enum import StrEnum
from typing import Final

import cachetools

_KNOWN_SECONDS: Final = 3600.0
_CAPACITY: Final = 4096


class RequestForm(StrEnum):
    """A form of request that Discord may refuse although it accepts an alternative; named in a setting.

    PICTURE: a message with a board. KEEPING_EDIT: an edit that lists the files to keep and uploads none.
    THREAD: a thread on a message. NONCE: a message with a nonce, by which Discord recognises a repetition.
    """

    PICTURE = "pictures"
    KEEPING_EDIT = "keeping-edits"
    THREAD = "threads"
    NONCE = "nonces"


def read_forms(text: str) -> frozenset[RequestForm]:
    """Parse a comma-separated list of forms. Raises ValueError."""
    names = [name.strip() for name in text.split(",") if name.strip()]
    if not set(names) <= set(RequestForm):
        raise ValueError(f"must be some of {', '.join(sorted(RequestForm))}, with commas between")
    return frozenset(map(RequestForm, names))


class RefusedForms:
    """Forms refused within the last hour, and forms avoided everywhere; `monotonic` returns seconds."""

    def __init__(
        self,
        monotonic: Callable[[], float] = time.monotonic,
        everywhere: frozenset[RequestForm] = frozenset(),
    ) -> None:
        self._everywhere = everywhere
        self._refused: cachetools.TTLCache[tuple[int, RequestForm], bool] = cachetools.TTLCache(
            _CAPACITY, _KNOWN_SECONDS, monotonic
        )
        self._channels: cachetools.LRUCache[int, int] = cachetools.LRUCache(_CAPACITY)

    def record_parent(self, thread: int, channel: int) -> None:
        """Remember a thread's channel: its threads share refusals."""
        if thread != channel:
            self._channels[thread] = channel

    def learn(self, place: int, form: RequestForm) -> None:
        """Remember that a channel, or a thread's channel, refuses a form but accepts its alternative."""
        self._refused[self._channels.get(place, place), form] = True

    def knows(self, place: int, form: RequestForm) -> bool:
        """Return whether a channel, or a thread's channel, is known to refuse a form."""
        return form in self._everywhere or (self._channels.get(place, place), form) in self._refused

    def forget(self, is_meant: Callable[[int], bool]) -> None:
        """Forget the refusals of matching channels."""
        for key in [key for key in self._refused if is_meant(key[0])]:
            self._refused.pop(key, None)
