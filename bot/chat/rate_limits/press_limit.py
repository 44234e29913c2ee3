"""A limit on repeated presses: presses beyond it are only acknowledged.

Discord limits the messages that answer presses in a channel, all interactions together, and bans an address
with too many refused ones (discord-api-docs issues 4043, 7243).
"""

import time
from collections.abc import Callable
from typing import Final

import cachetools

MOST: Final = 10
WITHIN: Final = 10.0
"""Seconds."""
_CAPACITY: Final = 10_000

Pressed = tuple[int, int, str]


class PressLimit:
    """Counts people's recent presses; `monotonic` returns seconds."""

    def __init__(self, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._monotonic = monotonic
        self._latest: cachetools.TTLCache[Pressed, tuple[float, ...]] = cachetools.TTLCache(
            _CAPACITY, WITHIN, monotonic
        )

    def is_reached(self, person: int, message: int, pressed: str) -> bool:
        """Count a press; return whether it is at least the tenth on the same button within ten seconds.

        `pressed` is its custom_id with the chosen values. These differ when a person turns pages quickly.
        """
        key, now = (person, message, pressed), self._monotonic()
        latest = (*(at for at in self._latest.get(key, ()) if now - at < WITHIN), now)[-MOST:]
        self._latest[key] = latest
        return len(latest) >= MOST
