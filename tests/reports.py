"""Reports of xdist's workers in one message per test.

xdist sends six, each of which wakes a thread on both sides: together that costs more than most tests.
"""

import marshal
from collections.abc import Callable
from typing import Any, Final

_WITHIN = frozenset({"logstart", "testreport", "logfinish"})
"""The events of a test before its last one."""

_Event = tuple[str, dict[str, Any]]


class BundlingChannel:
    """A worker's channel that sends the events of a test together when it ends.

    A worker that dies within a test has sent all reports of earlier tests, so the right test is blamed.
    """

    def __init__(self, channel: Any) -> None:
        self._channel: Final = channel
        self._events: list[_Event] = []

    def send(self, event: _Event) -> None:
        self._events.append(event)
        if event[0] not in _WITHIN:
            # execnet packs the values of a report one by one, in Python.
            self._channel.send(marshal.dumps(self._events))
            self._events.clear()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._channel, name)


def unbundle_into(receive: Callable[[Any], None]) -> Callable[[Any], None]:
    """Receive the events of a bundle in order."""

    def unbundle(message: Any) -> None:
        for event in marshal.loads(message) if isinstance(message, bytes) else [message]:  # noqa: S302  # ours
            receive(event)

    return unbundle
