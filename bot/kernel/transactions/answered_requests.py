"""The requests whose answers have arrived."""

from datetime import timedelta
from typing import Final

import cachetools

REPEATED_WITHIN: Final = timedelta(minutes=15)
"""For how long after a move its player may type it again as they know of no answer."""
_CAPACITY: Final = 8192


class AnsweredRequests:
    """Remembers for a while which requests are known to be answered; after a restart none is."""

    def __init__(self) -> None:
        self._known: cachetools.FIFOCache[str, None] = cachetools.FIFOCache(_CAPACITY)

    def keep(self, request: str) -> None:
        """Remember that the answer to a request has arrived."""
        self._known[request] = None

    def __contains__(self, request: str) -> bool:
        return request in self._known
