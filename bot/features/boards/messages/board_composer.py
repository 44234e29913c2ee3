"""Composes the messages with a match's board from its present state."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from bot.chat.core.custom_ids import Press
from bot.chat.core.lookup.readers import Readers
from bot.chat.core.messages.public_message import PublicMessage
from bot.chat.core.words import rating_text
from bot.chat.core.words.game_names import game_name
from bot.chat.delivery.composed import ComposedMessage, about
from bot.chat.delivery.recomposing import Recall
from bot.features.boards.messages import board_message, series_message
from bot.features.boards.ports import RatingChanges
from bot.features.matches.service.match_queries import MatchQueries
from bot.features.people.service.directory import PeopleDirectory
from bot.features.servers.service.server_admin import ServerAdmin
from bot.kernel.outbox.notices import Notice
from bot.kernel.outbox.outbox import Outbox
from bot.model.events.events import BoardEvent, SeriesEnded
from bot.model.match.match import Match, MatchPosition, PlayedPly
from bot.model.refusal import Refusal
from bot.model.servers.server_rules import ALL_PICTURES
from rules.contract import Game

LONG: Final = 100
"""A game is long from this ply on: its server gets the offer to keep fewer pictures."""


@dataclass(frozen=True, slots=True)
class BoardComposer:
    """Builds the messages of boards and of a series' end from notices."""

    readers: Readers
    games: Mapping[str, Game]
    outbox: Outbox
    matches: MatchQueries
    people: PeopleDirectory
    ratings: RatingChanges
    servers: ServerAdmin

    @property
    def recall(self) -> Recall:
        return Recall(_board_of, self._again)

    async def board(self, event: BoardEvent, notice: Notice) -> ComposedMessage | None:
        """Return the board of a notice; None if its ply was taken back, or its reader has left."""
        try:
            return await self._board(event, notice)
        except Refusal as refusal:
            if refusal.reason != "unknown-ply":
                raise
            return None  # taken back in the meantime

    async def series(self, event: SeriesEnded, notice: Notice) -> ComposedMessage:
        """Return the message that reports the end of a series."""
        record = await self.matches.series(event.series)
        match = await self.matches.get(record.games[-1])
        pictures, t = await self.readers.of_notice(notice, match)
        names = await self.people.names(set(match.people))
        ratings = await self.ratings.changes_by(match)
        uncounted = rating_text.not_counted_lines(match, self.games[match.key], t)
        message = series_message.series_end(record, game_name(match, t), names, t, ratings, uncounted)
        return about(match, notice, message, (), series_message.series_mark(record), pictures, t)

    async def _again(self, notice_id: int) -> PublicMessage | None:
        notice = await self.outbox.notice(notice_id)
        if notice is None or not isinstance(notice.event, BoardEvent):
            return None
        composed = await self.board(notice.event, notice)
        return None if composed is None else composed.post.message

    async def _board(self, event: BoardEvent, notice: Notice) -> ComposedMessage | None:
        if notice.match is None:
            return None
        ply = notice.ply or 0
        since = ply if event.ply_before is None else event.ply_before
        view = await self.matches.board_view(notice.match, since, ply, notice.recipient)
        position, match = view.position, view.position.match
        if match.is_unseen:
            return None
        if notice.recipient is not None and match.seat_of(notice.recipient) is None:
            # A substitute has their seat now.
            return None
        pictures = self.readers.pictures.with_theme(view.theme, mirrored=view.is_mirrored)
        t = self.readers.texts.language(view.locale)
        seat = None if notice.recipient is None else match.seat_of(notice.recipient)
        message = board_message.board_message(pictures, notice, view, t, seat)
        message = message.with_doors(self.readers.doors.below_board(match.id, t))
        if since < LONG <= ply and await self._keeps_all_pictures(notice, match):
            command = f"{t('command.server')} {t('command.server.pictures')}"
            message = replace(message, body=f"{message.body}\n{t('game.long-thread', command=command)}")
        pings = await self._pings_mover(event, notice, position)
        mover = (match.mover,) if match.mover is not None and pings else ()
        people = tuple(dict.fromkeys((*mover, *notice.calls)))
        return about(match, notice, message, people, board_message.board_mark(match.id, notice), pictures, t)

    async def _keeps_all_pictures(self, notice: Notice, match: Match) -> bool:
        """Return whether a board is in a thread that keeps the pictures of all boards."""
        server = match.place.server
        if notice.recipient is not None or match.thread is None or server is None:
            return False
        return (await self.servers.server(server))[ALL_PICTURES]

    async def _pings_mover(self, event: BoardEvent, notice: Notice, position: MatchPosition) -> bool:
        """Return whether this notice pings the present player to act."""
        match, notice_ply = position.match, notice.ply or 0
        # From the match, not from the position: a resigned match pings nobody.
        if not event.pings or not notice.tell.in_public:
            return False
        if notice.lost is not None:
            # The player may have been pinged before the restore, whose message pings them anyway.
            return False
        if position.stop is not None or match.turn != position.state.turn:
            return False
        if match.plies == notice_ply:
            return True
        # Leavers ping nobody: without this notice nobody would ping the player to move.
        plies: Sequence[PlayedPly] = await self.matches.plies(match.id, notice_ply, match.plies)
        return all(ply.move is None for ply in plies)


def _board_of(press: Press) -> int | None:
    """Return the notice of a board by its button More; other messages' buttons have more arguments."""
    return press.numbers(2)[1] if press.verb == "more" and press.rest.count(":") == 1 else None
