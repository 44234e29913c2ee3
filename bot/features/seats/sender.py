"""Posts the cards of offered seats, and closes them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from bot.chat.core.interactions.interaction_context import InteractionContext
from bot.chat.core.lookup.readers import Readers
from bot.chat.core.words.game_names import game_name
from bot.chat.delivery.composed import ComposedMessage, MatchPosts, about
from bot.chat.delivery.senders import Sender
from bot.chat.delivery.standing_messages import StandingMessages
from bot.features.challenges.service.ports import TournamentGames
from bot.features.challenges.service.seats.substitutions import Substitutions
from bot.features.engines.service.practice import Practice
from bot.features.matches.service.match_queries import MatchQueries
from bot.features.seats import messages as seat_card
from bot.kernel.outbox.notices import Notice
from bot.model.events.events import SeatOfferClosed, SeatOffered
from bot.model.match.substitutions import SubstitutionStatus
from bot.model.people.person import MessageRef


@dataclass(frozen=True, slots=True)
class SeatSender:
    """Sends the cards of offered seats."""

    homes: MatchPosts
    standing: StandingMessages
    readers: Readers
    matches: MatchQueries
    substitutions: Substitutions
    tournaments: TournamentGames
    practice: Practice

    def senders(self) -> Sequence[Sender[Any]]:
        return (
            Sender(SeatOffered, self._post, self._missed_line),
            Sender(SeatOfferClosed, self._close, self._missed_line),
        )

    async def card(self, event: SeatOffered, notice: Notice) -> ComposedMessage | None:
        """Return the card of a seat, None after the end of its offer."""
        offer = await self.substitutions.get(event.substitution)
        if offer.status is not SubstitutionStatus.OPEN:
            return None
        position = await self.matches.display_position(event.match)
        match = position.match
        pictures, t = await self.readers.of_notice(notice, match)
        played = await self.tournaments.of_challenge(match.challenge)
        engines = played is None and await self.practice.is_offered_in(match.place)
        message = await seat_card.seat_card(self.readers.people, position, offer, t, played, engines=engines)
        called = notice.calls if offer.wanted is None else (offer.wanted, *notice.calls)
        return about(match, notice, message, called, seat_card.card_mark(offer.id), pictures, t)

    async def _post(self, event: SeatOffered, notice: Notice) -> MessageRef | None:
        return await self.homes.post(notice, await self.card(event, notice))

    async def _close(self, event: SeatOfferClosed, _: Notice) -> None:
        """Show on a seat's card how its offer ended."""
        offer = await self.substitutions.get(event.substitution)
        if offer.message is not None:
            match = await self.matches.get(offer.match)
            t = await self.readers.public(match)
            await self.standing.close(offer.message, seat_card.remark(offer, t))

    async def _missed_line(
        self, event: SeatOffered | SeatOfferClosed, _: Notice, context: InteractionContext
    ) -> str:
        position, t = await self.matches.display_position(event.match), context.t
        match, game = position.match, position.state.game
        offer = await self.substitutions.get(event.substitution)
        told = seat_card.remark(offer, t) or seat_card.offer_sentence(game, match, offer, t)
        return t("missed.game", game=game_name(match, t), number=match.id, told=told)
