"""Posts challenges' cards and keeps them up to date; posts messages to challengers and addressees."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Protocol
from weakref import WeakValueDictionary

from bot.chat.core.custom_ids import Press
from bot.chat.core.interactions.interaction_context import InteractionContext
from bot.chat.core.messages.public_message import PublicMessage
from bot.chat.core.words import phrases
from bot.chat.core.words.game_names import game_name
from bot.chat.delivery.composed import ComposedMessage, about
from bot.chat.delivery.message_posts import MessagePosts
from bot.chat.delivery.recomposing import Recall
from bot.chat.delivery.senders import Sender
from bot.chat.delivery.standing_messages import StandingMessages
from bot.features.challenges.messages import challenge_card, host_messages
from bot.features.challenges.service.challenge_queries import ChallengeQueries
from bot.features.challenges.services import Cards
from bot.features.matches.service.match_queries import MatchQueries
from bot.kernel.outbox.notices import Notice
from bot.locale import Language
from bot.model.challenges.challenge import Challenge, ChallengeStatus
from bot.model.events.events import (
    ChallengeChanged,
    ChallengeClosed,
    ChallengeDeclined,
    ChallengeEvent,
    ChallengeExpired,
    ChallengeMade,
    LobbyReady,
    TermsChanged,
)
from bot.model.people.person import MessageRef


class TournamentCards(Protocol):
    """The cards of tournament games."""

    async def game_card(self, challenge: Challenge, t: Language) -> tuple[PublicMessage, str] | None:
        """Return the card of a tournament's game and its mark; None for other games."""


class CardComposer:
    """Composes cards from notices."""

    def __init__(self, cards: Cards, challenges: ChallengeQueries, tournaments: TournamentCards) -> None:
        self._cards = cards
        self._challenges = challenges
        self._tournaments = tournaments

    @property
    def recall(self) -> Recall:
        """Return the functions that recompose posted cards."""
        return Recall(_challenge_of, self._again)

    async def public(self, challenge: Challenge) -> PublicMessage:
        return await challenge_card.public_card(self._cards, challenge)

    async def card(self, event: ChallengeMade, notice: Notice) -> ComposedMessage:
        """Return the card of a notice."""
        challenge = await self._challenges.get(event.challenge)
        pictures, t = await self._cards.readers.of_notice(notice, challenge)
        if challenge.status is ChallengeStatus.ACCEPTED and challenge.accepted_by is None:
            # A tournament starts its games without anybody accepting a challenge.
            game_card = await self._tournaments.game_card(challenge, t)
            if game_card is not None:
                message, mark = game_card
                return about(challenge, notice, message, (), mark, pictures, t)
        message = await challenge_card.card(self._cards, pictures, challenge, t)
        if notice.uncertain and challenge.commitment is not None:
            message = replace(message, closing=t("dice.again-card"))
        guests = challenge.invitees if challenge.opponent is None else (challenge.opponent,)
        mark = challenge_card.card_mark(challenge)
        if event.role is None or notice.recipient is not None:
            return about(challenge, notice, message, guests, mark, pictures, t)
        calls = t("challenge.calls-role", role=f"<@&{event.role}>")
        message = replace(message, closing="\n".join(part for part in (message.closing, calls) if part))
        composed = about(challenge, notice, message, guests, mark, pictures, t)
        return replace(composed, post=replace(composed.post, roles=(event.role,)))

    async def word(self, event: ChallengeEvent, notice: Notice) -> ComposedMessage | None:
        """Return the message of a notice to people about a challenge; None if it is outdated."""
        challenge = await self._challenges.get(event.challenge)
        pictures, t = await self._cards.readers.of_notice(notice, challenge)
        message = await host_messages.message(self._cards, notice, challenge, t)
        if message is None:
            return None
        mark = host_messages.mark_of(notice)
        return about(challenge, notice, message, notice.calls, mark, pictures, t)

    async def _again(self, number: int) -> PublicMessage:
        return await self.public(await self._challenges.get(number))


class CardSender:
    """Sends cards and messages about challenges."""

    def __init__(
        self,
        composer: CardComposer,
        posts: MessagePosts,
        standing: StandingMessages,
        cards: Cards,
        challenges: ChallengeQueries,
        matches: MatchQueries,
    ) -> None:
        self._composer = composer
        self._posts = posts
        self._standing = standing
        self._cards = cards
        self._challenges = challenges
        self._matches = matches
        self._turns: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    def senders(self) -> Sequence[Sender[Any]]:
        return (
            Sender(ChallengeMade, self._post_card, self._missed_card),
            Sender(ChallengeChanged, self._update_card, self._missed_card),
            Sender(ChallengeClosed, self._close_card, self._missed_card),
            Sender(ChallengeDeclined, self._post_word, self._missed_word),
            Sender(ChallengeExpired, self._post_word, self._missed_word),
            Sender(LobbyReady, self._post_word, self._missed_word),
            Sender(TermsChanged, self._post_word, self._missed_word),
        )

    async def _post_card(self, event: ChallengeMade, notice: Notice) -> MessageRef | None:
        """Post a challenge's card, or return the earlier card that also shows the challenge.

        A tournament's cards are posted in order: they are sent in order, and the lock admits them first come,
        first served.
        """
        if event.beside is not None:
            return await self._other_card(event.beside)
        if event.lined_up is None:
            return await self._posts.post(notice, await self._composer.card(event, notice))
        async with self._turns.setdefault(event.lined_up, asyncio.Lock()):
            return await self._posts.post(notice, await self._composer.card(event, notice))

    async def _other_card(self, shown_by: int) -> MessageRef | None:
        """Return the card of another challenge, None if it could not be posted.

        Raises TimeoutError while it is still to be posted.
        """
        challenge = await self._challenges.get(shown_by)
        if challenge.message is not None:
            return MessageRef(challenge.place.channel, challenge.message)
        if await self._challenges.awaits_card(shown_by):
            raise TimeoutError(f"the card of challenge {shown_by} is not posted yet")
        return None

    async def _post_word(self, event: ChallengeEvent, notice: Notice) -> MessageRef | None:
        return await self._posts.post(notice, await self._composer.word(event, notice))

    async def _update_card(self, event: ChallengeChanged, _: Notice) -> None:
        """Update the card of a changed challenge, unless the press that changed it has already done so."""
        challenge = await self._challenges.get(event.challenge)
        if challenge.message is not None and challenge.status is ChallengeStatus.OPEN:
            ref = MessageRef(challenge.place.channel, challenge.message)
            await self._standing.update(ref, await self._composer.public(challenge))

    async def _close_card(self, event: ChallengeClosed, _: Notice) -> None:
        """Remove the buttons of a closed challenge's card, if they are still there."""
        challenge = await self._challenges.get(event.challenge)
        if challenge.message is None:
            return
        t = await self._cards.readers.public(challenge)
        ref = MessageRef(challenge.place.channel, challenge.message)
        public = await self._composer.public(challenge)
        link = await self._link_to_post(challenge)
        remark = " ".join(part for part in (phrases.challenge_end(challenge, t), link) if part)
        await self._standing.close(ref, remark, public, link=link)

    async def _link_to_post(self, challenge: Challenge) -> str:
        """Return a link to the match's place, unless the card already shows it."""
        if challenge.match is None:
            return ""
        thread = (await self._matches.get(challenge.match)).thread
        return "" if thread in {None, challenge.message} else f"<#{thread}>"

    async def _missed_card(self, event: ChallengeEvent, _: Notice, context: InteractionContext) -> str:
        challenge, t = await self._challenges.get(event.challenge), context.t
        game, end = game_name(challenge.terms, t), phrases.challenge_end(challenge, t)
        if end:
            return t("missed.of-challenge", game=game, told=end)
        if context.person.id == challenge.challenger:
            return t("missed.challenge", number=challenge.id)
        host = phrases.mention(challenge.challenger)
        return t("missed.challenged", host=host, game=game, number=challenge.id)

    async def _missed_word(self, event: ChallengeEvent, notice: Notice, context: InteractionContext) -> str:
        challenge, t = await self._challenges.get(event.challenge), context.t
        text = host_messages.notice_sentence(self._cards.games, notice, challenge, t)
        text = text or phrases.challenge_end(challenge, t)
        return t("missed.of-challenge", game=game_name(challenge.terms, t), told=text)


def _challenge_of(press: Press) -> int | None:
    """Return the challenge of a card by one of its buttons."""
    return press.numbers(1)[0] if press.verb in {"accept", "engine-level", "leave"} else None
