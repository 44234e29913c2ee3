"""The hand-over: notices claimed by the very transaction that writes them, and delivered right after it.

Without it whoever delivers would have to be woken and to claim them in a transaction of their own.
"""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Final

from bot.kernel.outbox.message_routes import MessageRoutes
from bot.kernel.outbox.notices import Notice
from bot.kernel.transactions.unit_of_work import HandedOver
from bot.repositories.notices import NoticeRepository
from bot.repositories.servers import ServerRepository
from data.session import Session


class ClaimNew:
    """Claims for who delivers, as long as there is room for more.

    What is claimed by a transaction that fails, or of which it is not known whether it did, is given back.
    """

    def __init__(
        self, claimant: str, routes: MessageRoutes, alive: Callable[[], bool] = lambda: True
    ) -> None:
        self._claimant = claimant
        self._routes = routes
        self._alive = alive
        self._begin: Callable[[Sequence[Notice]], None] | None = None
        self._look: Callable[[], None] = lambda: None
        self._doubtful: set[int] = set()
        self.handing_over: Final[set[int]] = set()
        """The notices that are claimed by transactions which are not over."""
        self.room = 0
        """How many more notices can be delivered at once."""

    def open(
        self,
        begin: Callable[[Sequence[Notice]], None],
        room: int,
        look: Callable[[], None] = lambda: None,
    ) -> None:
        """Have `begin` deliver what is handed over, so many at once.

        `look` is told that there may be something to claim, where nobody knows what was committed.
        """
        self._begin, self.room, self._look = begin, room, look

    def close(self) -> None:
        """Hand nothing over any more."""
        self._begin = None

    async def claim(self, session: Session, now: datetime) -> HandedOver:
        """Claim in a transaction what it has written and is due, as far as there is room.

        Only what is of one stream: the rows of several would be locked in any order. What is of the
        background is left for later; but what others wait for does not wait behind it.
        """
        handed_over = await self._claim(session, now)
        try:
            if not handed_over.complete:
                for stream in sorted(
                    {one.stream for one in session.of(NoticeRepository).added if not one.background}
                ):
                    await session.of(NoticeRepository).put_first(stream)
        except BaseException:
            # Nobody else hears of what is claimed already.
            self.failed(handed_over)
            raise
        return handed_over

    async def _claim(self, session: Session, now: datetime) -> HandedOver:
        added, room = session.of(NoticeRepository).added, self.room
        streams = {notice.stream for notice in added}
        if self._begin is None or room <= 0 or not self._alive():
            return HandedOver()
        if len(streams) != 1 or all(notice.background for notice in added):
            return HandedOver(cared_for=True)
        claimed = await session.of(NoticeRepository).claim_in(
            streams.pop(), self._claimant, now, room, kinds=self._routes.readable
        )
        self.room -= len(claimed)
        self.handing_over.update(notice.id for notice in claimed)
        # A number that was given back with its transaction may be another notice's by now.
        self._doubtful.difference_update(notice.id for notice in claimed)
        now_written = sum(notice.created == now for notice in claimed)
        complete = now_written == len(added) and not session.of(ServerRepository).touched
        return HandedOver(tuple(map(self._routes.read, claimed)), complete=complete, cared_for=self.room > 0)

    def committed(self, handed_over: HandedOver) -> None:
        """Deliver what was claimed."""
        if self._begin is None:
            self.failed(handed_over)
        elif handed_over.notices:
            self._begin(handed_over.notices)
            self.handing_over.difference_update(notice.id for notice in handed_over.notices)

    def failed(self, handed_over: HandedOver) -> None:
        """Give back what was claimed."""
        given_back = {notice.id for notice in handed_over.notices}
        self.room += len(given_back)
        self.handing_over.difference_update(given_back)
        self._doubtful.update(given_back)
        if handed_over.notices or handed_over.cared_for:
            self._look()

    async def give_back(self, session: Session) -> None:
        """Write within a transaction that what could not be handed over waits again."""
        if self._doubtful:
            doubtful, self._doubtful = self._doubtful, set()
            await session.of(NoticeRepository).give_back(self._claimant, doubtful)
