"""Acts that are repeated because no answer came: what counts as the same, and for how long."""

from collections.abc import Iterable
from datetime import timedelta
from typing import Final

import cachetools

from bot.repositories.records.outbox import RequestRecord

REMEMBERED_FOR: Final = timedelta(minutes=15)
"""For how long after an act somebody may repeat it as they know of no answer."""
_CAPACITY: Final = 8192
_CHALLENGE: Final = frozenset({"accept", "decline", "withdraw", "join", "leave", "start", "close", "counter"})
_OFFER: Final = frozenset({"offer", "answer", "withdraw-offer"})
_VACATION: Final = frozenset({"vacation", "vacation-end"})
_PLAN: Final = frozenset({"add-line", "delete-lines"})
# What of these somebody did last counts; an act that is not named here stands for itself.
_COUNT_TOGETHER: Final = (
    (_CHALLENGE, _CHALLENGE),
    (_OFFER, _OFFER | {"turn"}),
    (_VACATION, _VACATION),
    (_PLAN, _PLAN | {"turn"}),
)
_ANEW: Final = frozenset({"preferences", "rules", "overview", "close"})
"""What can always be done again; where it is refused, something else is wished than before."""


class DoneBefore(Exception):
    """Say that somebody did the very same just before and may not know it: ask whether it is meant again.

    `text` is what was done, `number` what tells a second time from a third: the plies there are now, or the
    days given so far. `taken_back` are the take-backs so far.
    """

    def __init__(self, text: str, number: int, taken_back: int = 0) -> None:
        super().__init__(text)
        self.text = text
        self.number = number
        self.taken_back = taken_back


class AnsweredRequests:
    """Remembers for a while which requests are known to be answered; after a restart none is."""

    def __init__(self) -> None:
        self._known: cachetools.FIFOCache[str, None] = cachetools.FIFOCache(_CAPACITY)

    def keep(self, request: str) -> None:
        """Remember that the answer to a request has arrived."""
        self._known[request] = None

    def __contains__(self, request: str) -> bool:
        return request in self._known


def latest(done: Iterable[RequestRecord], action: str) -> RequestRecord | None:
    """Return the latest of someone's requests, if it did this; `done` are those of one subject, latest first.

    Others count only if they could have undone it.
    """
    if action in _ANEW:
        return None
    words = next((words for acts, words in _COUNT_TOGETHER if _word(action) in acts), {_word(action)})
    found = next((one for one in done if _word(one.action) in words), None)
    return found if found is not None and found.action == action else None


def _word(action: str) -> str:
    return action.partition(" ")[0]
