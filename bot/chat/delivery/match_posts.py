"""Posting where a match lives."""

from typing import Protocol

from bot.chat.delivery.composed import Composed
from bot.kernel.outbox.notices import Notice
from bot.model.match.match import Match
from bot.model.people.person import MessageRef


class MatchPosts(Protocol):
    """The threads, forum posts and channels in which matches live."""

    async def post(
        self, notice: Notice, composed: Composed | None, *, opens: bool = False
    ) -> MessageRef | None:
        """Post a message, if there is one, to its reader or in the best place of its match that is open.

        The first one `opens` the place. Raises PlaceClosed, Undecided, and what passes of FAILURES.
        """

    async def open_thread(self, match: Match) -> int | None:
        """Open the match's own thread on its card; return None where that is not possible.

        Raises unhandled FAILURES.
        """
