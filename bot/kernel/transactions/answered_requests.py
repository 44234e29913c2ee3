"""Requests whose answers have arrived."""

from datetime import timedelta
from typing import Final

import cachetools

REPEATED_WITHIN: Final = timedelta(minutes=15)
"""How long after a move the same move counts as a repetition, if its answer may be lost."""
_CAPACITY: Final = 8192


class AnsweredRequests:
    """Remembers answered requests in memory; the oldest are evicted, and a restart forgets all."""

    def __init__(self) -> None:
        self._known: cachetools.FIFOCache[str, None] = cachetools.FIFOCache(_CAPACITY)

    def keep(self, request: str) -> None:
        """Remember that the answer to a request has arrived."""
        self._known[request] = None

    def __contains__(self, request: str) -> bool:
        return request in self._known
