"""The places of a match on Discord: its home, and its boards in direct messages."""

from datetime import timedelta

from bot.features.matches.ports import TouchOverview
from bot.features.matches.service.notices.shown_boards import shows_board
from bot.kernel.outbox.message_routes import MessageRoutes, OutgoingMessage
from bot.model.events.instructions import OpenThread
from bot.model.people.person import MessageRef
from bot.model.ports import Clock
from bot.repositories.matches.matches import MatchRepository
from bot.repositories.outbox.notices import NoticeRepository
from data.store import Store


class MatchPlaces:
    """Stores and finds the places of matches."""

    def __init__(
        self, store: Store, clock: Clock, routes: MessageRoutes, touch_overview: TouchOverview
    ) -> None:
        self._touch_overview = touch_overview
        self._store = store
        self._clock = clock
        self._routes = routes

    async def direct_board(self, match_id: int, person: int) -> MessageRef | None:
        """Return the message of a person's latest direct board in a match, if one is shown."""
        async with self._store.read() as session:
            shown = await session.of(NoticeRepository).shown_messages(match_id, person)
        boards = [message.message for message in shown if self._routes.holds(message.kind, shows_board)]
        return boards[-1] if boards else None

    async def move_home(self, match_id: int, thread: int | None, parent: int | None = None) -> None:
        """Store a match's own thread; without one the match is played in its channel.

        `parent` is the channel or forum of the thread. The overview is redrawn, as it links to the match.
        """
        async with self._store.write() as session:
            await session.of(MatchRepository).move_home(match_id, thread, parent)
            match = await session.of(MatchRepository).get(match_id)
            if match is not None:
                await self._touch_overview(session, match.place.channel, self._clock())

    async def open_thread_later(self, match_id: int, wait: timedelta) -> None:
        """Schedule the opening of a match's thread after a delay; no other message waits for it."""
        now = self._clock()
        # The negative id is a separate stream, as for the consequences of a match's end.
        later = OutgoingMessage(OpenThread(match_id), -match_id, match_id, due=now + wait)
        async with self._store.write() as session:
            await session.of(NoticeRepository).add([later.to_notice()], now)
