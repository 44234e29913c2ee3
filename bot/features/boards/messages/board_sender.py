"""Posts the boards of matches in their places, and removes the buttons of replaced boards."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from bot.chat.core.lookup.readers import Readers
from bot.chat.core.words import phrases
from bot.chat.delivery.discord_sender import DiscordSender
from bot.chat.delivery.senders import Sender
from bot.chat.delivery.standing_messages import StandingMessages
from bot.chat.parts.matches.missed_match import MissedInMatch
from bot.features.boards.messages.board_composer import BoardComposer
from bot.features.boards.messages.match_homes import MatchHomes
from bot.features.boards.messages.old_pictures import OldPictures
from bot.features.boards.pages.past_turn import without_turn
from bot.features.boards.ports import Challenges
from bot.features.matches.service.match_places import MatchPlaces
from bot.features.matches.service.match_queries import MatchQueries
from bot.kernel.outbox.notices import Notice
from bot.model.events.events import (
    BoardEvent,
    DeadlineMoved,
    DiceRolled,
    MatchEnded,
    MatchRestored,
    MatchStarted,
    PliesTakenBack,
    PlyPlayed,
    ResultCorrected,
    SeatChanged,
    SeriesEnded,
)
from bot.model.events.instructions import DeleteMessage, EndDirectBoard, RemoveButtons
from bot.model.people.person import MessageRef


@dataclass(frozen=True, slots=True)
class BoardSender:
    """Sends boards, and edits of existing ones."""

    composer: BoardComposer
    homes: MatchHomes
    sender: DiscordSender
    standing: StandingMessages
    old_pictures: OldPictures
    readers: Readers
    matches: MatchQueries
    places: MatchPlaces
    challenges: Challenges

    def senders(self) -> Sequence[Sender[Any]]:
        missed = MissedInMatch(self.matches).line
        return (
            Sender(MatchStarted, self._open, missed),
            Sender(PlyPlayed, self._post, missed),
            Sender(DiceRolled, self._post, missed),
            Sender(PliesTakenBack, self._post, missed),
            Sender(MatchEnded, self._post, missed),
            Sender(ResultCorrected, self._post, missed),
            Sender(SeatChanged, self._post, missed),
            Sender(MatchRestored, self._post, missed),
            Sender(SeriesEnded, self._end_series, missed),
            Sender(DeadlineMoved, self._reword, missed),
            Sender(EndDirectBoard, self._end_direct_board, missed),
            Sender(RemoveButtons, self._remove_buttons),
            Sender(DeleteMessage, self._delete),
        )

    async def _open(self, event: MatchStarted, notice: Notice) -> MessageRef | None:
        return await self.homes.post(notice, await self.composer.board(event, notice), opens=True)

    async def _post(self, event: BoardEvent, notice: Notice) -> MessageRef | None:
        return await self.homes.post(notice, await self.composer.board(event, notice))

    async def _end_series(self, event: SeriesEnded, notice: Notice) -> MessageRef | None:
        return await self.homes.post(notice, await self.composer.series(event, notice))

    async def _reword(self, event: DeadlineMoved, notice: Notice) -> None:
        """Rewrite the newest board, public or direct, which shows a deadline."""
        match = (await self.matches.display_position(event.match)).match
        board = match.board
        if notice.recipient is not None:
            board = await self.places.direct_board(match.id, notice.recipient)
        if board is not None and match.turn is not None and match.plies == event.plies:
            await self.standing.reword(board)

    async def _end_direct_board(self, _: EndDirectBoard, __: Notice) -> None:
        """Change nothing: the replaced board is recorded once this is delivered."""

    async def _remove_buttons(self, event: RemoveButtons, _notice: Notice) -> None:
        """Remove the buttons of a replaced board, or of a message about a closed challenge."""
        if event.challenge is None:
            remark = await self._undone(event)
            await self.standing.close(event.message, remark, as_posted=True, reworded=self._without_turn)
            if event.few_pictures:
                await self.old_pictures.drop(event.message)
            return
        challenge = await self.challenges.get(event.challenge)
        t = await self.readers.public(challenge)
        if event.message.channel != challenge.place.channel:
            _, t = await self.readers.reader(challenge.challenger, t.code)
        await self.standing.close(event.message, phrases.challenge_end(challenge, t), as_posted=True)

    def _without_turn(self, content: str) -> str:
        return without_turn(content, self.readers.texts.languages.values())

    async def _undone(self, board: RemoveButtons) -> str:
        """Return the remark on a board whose ply was undone; empty for any other."""
        if board.undone_by is None or board.match is None:
            return ""
        match = await self.matches.get(board.match)
        t = await self.readers.public(match)
        if board.reader is not None:
            _, t = await self.readers.reader(board.reader, t.code)
        return t("game.undone", player=phrases.seat_name(match, board.undone_by, t))

    async def _delete(self, event: DeleteMessage, _: Notice) -> None:
        await self.sender.delete(event.message)
