"""Posts a tournament's card, its winners and its dice roots, and keeps the cards up to date."""

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import discord

from bot.chat.core.lookup.readers import Readers
from bot.chat.core.messages import layouts
from bot.chat.core.messages.message_edits import Edit, rewritten
from bot.chat.core.messages.public_message import PublicMessage
from bot.chat.core.pictures import Pictures
from bot.chat.delivery.discord_sender import DiscordSender, PlaceClosed, Post
from bot.chat.delivery.message_posts import NoteLimitation
from bot.chat.delivery.senders import Sender
from bot.features.tournaments.domain.tournament import Tournament, TournamentStatus
from bot.features.tournaments.messages.dice_seal_message import seal_mark, seal_message
from bot.features.tournaments.messages.tournament_card import (
    game_card,
    game_mark,
    podium,
    podium_mark,
    round_card,
    round_mark,
    round_title,
    tournament_card,
    tournament_mark,
)
from bot.features.tournaments.service.tournaments import Tournaments
from bot.kernel.outbox.notices import Notice
from bot.locale import Language
from bot.model.challenges.challenge import Challenge
from bot.model.events.events import DiceSealed, RoundChanged, TournamentChanged, TournamentEnded
from bot.model.people.person import MessageRef
from bot.model.servers.limitations import Limitation
from rules.contract import Game

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class TournamentGameCards:
    """The cards of tournament games, and the titles of their threads."""

    tournaments: Tournaments

    async def game_card(self, challenge: Challenge, t: Language) -> tuple[PublicMessage, str] | None:
        """Return the card of a game's round, or of the game itself on a ladder, and its mark.

        None for games outside tournaments.
        """
        game = await self.tournaments.of_challenge(challenge.id)
        if game is None:
            return None
        tournament = await self.tournaments.get(game.tournament)
        if tournament.is_ladder:
            return game_card(tournament, game, t), game_mark(game)
        return round_card(tournament, game.round, t), round_mark(tournament, game.round)

    async def thread_titles(self, challenge: int, t: Language) -> Sequence[str]:
        """Return the titles of a round's shared thread, the best first; empty for other games."""
        game = await self.tournaments.of_challenge(challenge)
        tournament = None if game is None else await self.tournaments.get(game.tournament)
        if game is None or tournament is None or tournament.is_ladder:
            return ()
        return round_title(tournament, game.round, t), t("tournament.round-plain", number=game.round)


@dataclass(frozen=True, slots=True)
class TournamentSender:
    sender: DiscordSender
    readers: Readers
    games: Mapping[str, Game]
    tournaments: Tournaments
    note: NoteLimitation
    epoch: int

    def senders(self) -> Sequence[Sender[Any]]:
        return (
            Sender(TournamentChanged, self._show),
            Sender(RoundChanged, self._show_round),
            Sender(TournamentEnded, self._end),
            Sender(DiceSealed, self._seal),
        )

    async def _show(self, event: TournamentChanged, notice: Notice) -> MessageRef | None:
        """Update the message of a tournament, or post it.

        A deleted message is posted again until the tournament ends, since players need its buttons.
        """
        tournament = await self.tournaments.get(event.tournament)
        pictures, t = await self.readers.everyone(tournament)
        message = tournament_card(tournament, self.games, t)
        if tournament.message is not None:
            stands = await self._change(MessageRef(event.channel, tournament.message), message, pictures)
            if stands or tournament.status not in {TournamentStatus.OPEN, TournamentStatus.RUNNING}:
                return None
        return await self._post(notice, tournament, message, tournament_mark(tournament), pictures)

    async def _show_round(self, event: RoundChanged, _: Notice) -> None:
        """Update the message of a round with the state of its games."""
        tournament = await self.tournaments.get(event.tournament)
        card = tournament.round_card(event.round)
        if card is not None:
            pictures, t = await self.readers.everyone(tournament)
            message = round_card(tournament, event.round, t)
            await self._change(MessageRef(event.channel, card), message, pictures)

    async def _end(self, event: TournamentEnded, notice: Notice) -> MessageRef | None:
        """Post the message with the winners."""
        tournament = await self.tournaments.get(event.tournament)
        pictures, t = await self.readers.everyone(tournament)
        return await self._post(notice, tournament, podium(tournament, t), podium_mark(tournament), pictures)

    async def _seal(self, event: DiceSealed, notice: Notice) -> MessageRef | None:
        """Post the root of a tournament's seeds, once."""
        tournament = await self.tournaments.get(event.tournament)
        seal = next((candidate for candidate in tournament.seals if candidate.id == event.tree), None)
        if seal is None or seal.message is not None:
            return None
        pictures, t = await self.readers.everyone(tournament)
        message = seal_message(tournament, seal, t)
        return await self._post(notice, tournament, message, seal_mark(tournament, seal), pictures)

    async def _post(
        self, notice: Notice, tournament: Tournament, message: PublicMessage, mark: str, pictures: Pictures
    ) -> MessageRef | None:
        channel, place = tournament.place.channel, tournament.place
        try:
            post = Post(message, (), mark, tournament.created, pictures, place=place)
            return await self.sender.post(channel, notice, post)
        except PlaceClosed as refused:
            log.info("tournament %d is not shown in channel %d: %s", tournament.id, channel, refused)
            await self.note(place, Limitation.MESSAGES, refused.code)
            return None

    async def _change(self, ref: MessageRef, public: PublicMessage, pictures: Pictures) -> bool:
        """Edit a message; return False if it was deleted."""
        words = None if public.scene is None else public.scene.words(pictures)

        async def edit(message: discord.Message) -> Edit | None:
            same = (
                layouts.custom_ids(message) == public.custom_ids(self.epoch)
                and message.content == public.content
            )
            current = next((file.description for file in message.attachments), None)
            if same and current == words:
                return None
            picture = None if public.scene is None else await public.scene.draw(pictures)
            return rewritten(message, public, self.epoch, picture)

        return await self.sender.change(ref, edit)
