"""Posting of composed messages: to their only reader, or in their subject's channel."""

from collections.abc import Awaitable, Callable

from bot.chat.delivery.composed import ComposedMessage
from bot.chat.delivery.direct_messages import DirectMessages
from bot.chat.delivery.discord_sender import DiscordSender, PlaceClosed
from bot.kernel.outbox.notices import Notice
from bot.model.people.person import MessageRef, Place
from bot.model.servers.limitations import Limitation

NoteLimitation = Callable[[Place, Limitation, int | None], Awaitable[None]]
"""Stores a place's refusals, with Discord's code."""


class MessagePosts:
    """Posts where no thread has to be opened."""

    def __init__(self, sender: DiscordSender, direct: DirectMessages, note: NoteLimitation) -> None:
        self._sender = sender
        self._direct = direct
        self._note = note

    async def post(self, notice: Notice, composed: ComposedMessage | None) -> MessageRef | None:
        """Post a message, if there is one. Raises PlaceClosed, Undecided, and transient FAILURES."""
        if composed is None:
            return None
        if notice.recipient is not None:
            return await self._direct.post(notice.recipient, notice, composed.post)
        return await self.in_channel(notice, composed)

    async def in_channel(self, notice: Notice, composed: ComposedMessage) -> MessageRef | None:
        """Post in the channel of a match or challenge; its refusals are recorded for the server's admins.

        Raises PlaceClosed, Undecided, and transient FAILURES.
        """
        try:
            return await self._in_best_channel(notice, composed)
        except PlaceClosed as refused:
            if not refused.gone:
                await self._note(composed.place, Limitation.MESSAGES, refused.code)
            raise

    async def _in_best_channel(self, notice: Notice, composed: ComposedMessage) -> MessageRef | None:
        place = composed.place
        try:
            return await self._sender.post(place.channel, notice, composed.post)
        except PlaceClosed:
            # A card is identified by its channel, so only messages about matches may move to the parent.
            if composed.match is None or place.parent is None or place.private:
                raise
            return await self._sender.post(place.parent, notice, composed.post)
