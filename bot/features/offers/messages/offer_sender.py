"""Posts offers: each has its own message, to which its outcome is added."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bot.chat.core.interactions.interaction_context import InteractionContext
from bot.chat.core.lookup.readers import Readers
from bot.chat.core.words.game_names import game_name
from bot.chat.delivery.composed import MatchPosts, about
from bot.chat.delivery.senders import Sender
from bot.chat.delivery.standing_messages import StandingMessages
from bot.chat.parts.matches.missed_match import MissedInMatch
from bot.features.matches.service.match_queries import MatchQueries
from bot.features.matches.service.offers.offer_message_lookup import OfferMessages
from bot.features.offers.messages import offer_messages
from bot.kernel.outbox.notices import Notice
from bot.model.events.events import OfferAnswered, OfferMade, OfferOutcome
from bot.model.people.person import MessageRef
from rules.contract import Game


@dataclass(frozen=True, slots=True)
class OfferSender:
    """Sends offers and their answers."""

    homes: MatchPosts
    standing: StandingMessages
    readers: Readers
    games: Mapping[str, Game]
    matches: MatchQueries
    messages: OfferMessages

    def senders(self) -> Sequence[Sender[Any]]:
        return (
            Sender(OfferMade, self._post, self._missed_line),
            Sender(OfferAnswered, self._close, MissedInMatch(self.matches).line),
        )

    async def _post(self, event: OfferMade, notice: Notice) -> MessageRef | None:
        match = await self.matches.get(event.match)
        pictures, t = await self.readers.of_notice(notice, match)
        offer = offer_messages.offer_of(event)
        message = await offer_messages.offer_message(self.readers.people, self.games, match, offer, t)
        # The move's message with the offer has already pinged these readers.
        people = () if event.with_move else offer_messages.people_to_answer(match, offer)
        mark = offer_messages.offer_mark(match.id, offer)
        return await self.homes.post(notice, about(match, notice, message, people, mark, pictures, t))

    async def _close(self, event: OfferAnswered, _: Notice) -> None:
        """Add the outcome of an offer to its message, once the offer is closed."""
        if event.outcome is OfferOutcome.AGREED:
            return
        message = await self.messages.of(event)
        if message is not None:
            match = await self.matches.get(event.match)
            remark = offer_messages.offer_end(match, event, await self.readers.public(match))
            await self.standing.close(message, remark)

    async def _missed_line(self, event: OfferMade, _: Notice, context: InteractionContext) -> str:
        match, t = (await self.matches.display_position(event.match)).match, context.t
        text = offer_messages.offer_sentence(self.games, match, offer_messages.offer_of(event), t)
        return t("missed.game", game=game_name(match, t), number=match.id, told=text)
