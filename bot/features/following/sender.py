"""Sends the boards of followed matches to their followers."""

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from bot.chat.core.failures.discord_refusals import QUARANTINED
from bot.chat.core.lookup.readers import Readers
from bot.chat.delivery.composed import ComposedMessage, about
from bot.chat.delivery.direct_messages import DirectMessages
from bot.chat.delivery.discord_sender import PlaceClosed
from bot.chat.delivery.places import Places
from bot.chat.delivery.senders import Sender
from bot.features.following.messages import (
    closed_mark,
    closed_message,
    followed_mark,
    followed_message,
)
from bot.features.following.service import Following
from bot.features.matches.service.match_queries import MatchQueries
from bot.kernel.outbox.notices import Notice
from bot.model.events.instructions import TellFollower
from bot.model.match.match import Match
from bot.model.people.person import MessageRef
from bot.model.refusal import Refusal

log = logging.getLogger(__name__)

MAX_PLIES: Final = 20
"""The number of plies in a message to a follower from which it waits for no further plies."""


@dataclass(frozen=True, slots=True)
class FollowerSender:
    """Sends followed matches."""

    direct: DirectMessages
    places: Places
    readers: Readers
    matches: MatchQueries
    following: Following

    def senders(self) -> Sequence[Sender[Any]]:
        return (Sender(TellFollower, self._post, missed_note="missed.following"),)

    async def _post(self, event: TellFollower, notice: Notice) -> MessageRef | None:
        """Send the board of a followed match to a follower.

        A follower whose direct messages are closed stops following all matches, and learns that with their
        next command. Once the match is hidden from the server or from this follower, a last message replaces
        the board and explains the end.
        """
        reader = notice.recipient
        if reader is None or not await self.following.follows(reader, event.match):
            return None
        composed = await self.board(event, notice, reader)
        if composed is None or composed.match is None:
            return None
        if not await self.places.is_open_to(composed.match, reader):
            log.info("a follower no longer gets match %d: its channel was closed to them", event.match)
            await self.following.end(reader, event.match)
            composed = await self._compose_hidden_match(notice, composed.match, reader)
        try:
            posted = await self.direct.post(reader, notice, composed.post)
        except PlaceClosed as refused:
            if refused.code != QUARANTINED:
                log.info("a follower's direct messages are closed, following ends: %s", refused)
                await self.following.stop_notifying(reader)
            raise
        await self.following.record_delivery(reader, event.match, event.plies)
        return posted

    async def board(self, event: TellFollower, notice: Notice, reader: int) -> ComposedMessage | None:
        """Compose a follower's message with the plies since the last delivered one.

        None if they are a player by now, or if the plies were undone. If the match has continued, also None:
        the notice of the later plies reports these, too, up to MAX_PLIES.
        """
        last = await self.following.delivered_plies(reader, event.match)
        since = event.since if last is None else min(event.since, last)
        try:
            view = await self.matches.board_view(event.match, since, event.plies, reader)
        except Refusal as refusal:
            if refusal.reason != "unknown-ply":
                raise
            return None
        match = view.position.match
        waits = last is not None and event.plies - since < MAX_PLIES and match.plies > event.plies
        if reader in match.people or (waits and not event.over):
            return None
        pictures, t = self.readers.pictures.with_theme(view.theme), self.readers.texts.language(view.locale)
        message = followed_message(pictures, notice, event, view, t)
        message = message.with_doors(self.readers.doors.below_board(match.id, t))
        return about(match, notice, message, (), followed_mark(notice, event), pictures, t)

    async def _compose_hidden_match(self, notice: Notice, match: Match, reader: int) -> ComposedMessage:
        """Compose the last message to a follower of a match hidden from them; it omits the match's state."""
        pictures, t = await self.readers.reader(reader, match.place.locale)
        message = closed_message(notice, match, t)
        return about(match, notice, message, (), closed_mark(notice, match), pictures, t)
