"""Posts the short messages about time, unless the game has continued."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from bot.chat.core.interactions.interaction_context import InteractionContext
from bot.chat.core.lookup.readers import Readers
from bot.chat.core.words import time_text
from bot.chat.core.words.game_names import game_name
from bot.chat.delivery.composed import ComposedMessage, MatchPosts, about
from bot.chat.delivery.senders import Sender
from bot.chat.parts.matches.missed_match import MissedInMatch
from bot.features.matches.service.match_queries import MatchQueries
from bot.features.offers.messages import time_messages
from bot.kernel.outbox.notices import Notice
from bot.model.event import DomainEvent
from bot.model.events.events import DeadlineNear, DeadlinePassed, MatchStalled, MoreTimeGiven
from bot.model.people.person import MessageRef
from bot.model.refusal import Refusal


@dataclass(frozen=True, slots=True)
class TimeSender:
    """Sends reminders, messages about expired or given time, and messages after unanswered reminders."""

    homes: MatchPosts
    readers: Readers
    matches: MatchQueries

    def senders(self) -> Sequence[Sender[Any]]:
        missed = MissedInMatch(self.matches).line
        return (
            Sender(DeadlineNear, self._post, missed),
            Sender(DeadlinePassed, self._post, self._missed_line),
            Sender(MatchStalled, self._post, missed),
            Sender(MoreTimeGiven, self._post, missed),
        )

    async def _post(self, _: DomainEvent, notice: Notice) -> MessageRef | None:
        return await self.homes.post(notice, await self._compose(notice))

    async def _compose(self, notice: Notice) -> ComposedMessage | None:
        """Return the message of a notice.

        None if it is outdated, if its ply was taken back, or if its recipient has no seat any more.
        """
        try:
            position = await self.matches.display_position(notice.match or 0, notice.ply)
        except Refusal as refusal:
            if refusal.reason != "unknown-ply":
                raise
            return None
        match = position.match
        has_left = notice.recipient is not None and match.seat_of(notice.recipient) is None
        if has_left or time_messages.is_outdated(notice, match):
            return None
        pictures, t = await self.readers.of_notice(notice, match)
        message = await time_messages.message(self.readers.people, notice, position, t)
        message = message.with_doors(self.readers.doors.below_board(match.id, t))
        people = time_messages.mentioned_players(notice, match)
        return about(match, notice, message, people, time_messages.mark_of(notice, match), pictures, t)

    async def _missed_line(self, event: DeadlinePassed, notice: Notice, context: InteractionContext) -> str:
        match, t = (await self.matches.display_position(event.match)).match, context.t
        if not match.claimable:
            return await MissedInMatch(self.matches).line(event, notice, context)
        late = time_text.deadline(match, t)
        return t("missed.game", game=game_name(match, t), number=match.id, told=late)
