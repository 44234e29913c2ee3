"""Send a notice: make its message, find the place where it belongs, post it there.

Where a match's thread is gone, its channel takes its place.
"""

import logging
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Literal

import discord

from bot.chat import cards, hosting, lists, lobby, narration, offering, reminding
from bot.chat.house import House
from bot.chat.mail import GONE, PASSING, Mail, PlaceClosed, Post, nonce
from bot.locale import Language
from bot.play.model import (
    Challenge,
    ChallengeStatus,
    Match,
    MessageRef,
    Notice,
    NoticeKind,
    Place,
    PlayedPly,
    Position,
    Refusal,
)

log = logging.getLogger(__name__)

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
THREAD_NAME_LIMIT = 100
THREAD_REST: Literal[10080] = 10080

THREAD_EXISTS = 160004


class Dispatch:
    """The way of each kind of notice to Discord."""

    def __init__(self, house: House, poster: discord.Client, mail: Mail) -> None:
        self._house = house
        self._poster = poster
        self._mail = mail

    async def send(self, notice: Notice) -> MessageRef | None:
        """Post what a notice tells, or change what is posted; return the message it became.

        Raises PlaceClosed, and what `PASSING` names.
        """
        if notice.kind is NoticeKind.SERIES_END:
            return await self._send_series(notice)
        if notice.kind is NoticeKind.OVERVIEW:
            return await self._send_overview(notice)
        if notice.game is not None:
            return await self._send_of_game(notice, notice.game)
        return None if notice.challenge is None else await self._send_of_challenge(notice, notice.challenge)

    async def _send_of_challenge(self, notice: Notice, challenge_id: int) -> MessageRef | None:
        challenge = await self._house.club.challenge_by_id(challenge_id)
        if notice.kind is NoticeKind.CHALLENGE_CLOSED:
            await self._close_card(challenge)
            return None
        if notice.kind is NoticeKind.CHALLENGE_CHANGED:
            await self._redraw_card(challenge)
            return None
        if notice.kind in hosting.KINDS:
            return await self._send_to_host(notice, challenge)
        return await self._send_card(notice, challenge)

    async def _send_of_game(self, notice: Notice, game: int) -> MessageRef | None:
        if notice.kind is NoticeKind.BOARD_OVER:
            return None  # To be tidied up once this is known to be delivered.
        if notice.kind is NoticeKind.OFFER:
            return await self._send_offer(notice, await self._house.club.match(game))
        if notice.kind is NoticeKind.OFFER_ANSWERED:
            return await self._send_answer(notice, await self._house.club.match(game))
        if notice.kind is NoticeKind.BOARD_CHANGED:
            return await self._reword_board(notice, await self._house.club.position(game))
        return await self._send_of_ply(notice, game)

    async def _send_of_ply(self, notice: Notice, game: int) -> MessageRef | None:
        try:
            if notice.kind in reminding.KINDS:
                return await self._send_word(notice, await self._house.club.position(game, notice.ply))
            return await self._send_board(notice, game)
        except Refusal as refusal:
            if refusal.reason != "unknown-ply":
                raise
            return None  # Taken back meanwhile: there is nothing left to tell.

    async def _send_offer(self, notice: Notice, match: Match) -> MessageRef:
        house, t = await self._reader(notice, match.place)
        offer = offering.offer_of(notice)
        view = offering.offer_view(house, match, offer, t)
        # Who is told of it with a move has been pinged by the move.
        pinged = () if notice.data.get("with_move") else offering.asked(match, offer)
        mark = offering.offer_mark(match.id, offer)
        post = Post(view, None, pinged, mark, nonce(notice, match.created))
        if notice.recipient is not None:
            return await self._mail.post(await self._mail.direct(notice.recipient), notice, post)
        return await self._post_at_home(match, notice, post)

    async def _send_answer(self, notice: Notice, match: Match) -> MessageRef | None:
        """Say on the message of an offer what became of it; best effort, as everything else tells it too."""
        channel, message = notice.data.get("channel"), notice.data.get("message")
        if isinstance(channel, int) and isinstance(message, int) and notice.data["how"] != "agreed":
            t = self._house.texts.language(match.place.locale)
            await self._mail.strip(MessageRef(channel, message), offering.offer_end(match, notice, t))
        return None

    async def _send_card(self, notice: Notice, challenge: Challenge) -> MessageRef:
        house, t = await self._reader(notice, challenge.place)
        view, drawn = await cards.card(house, challenge, t)
        guests = challenge.invited if challenge.opponent is None else (challenge.opponent,)
        post = Post(view, drawn, guests, cards.card_mark(challenge), nonce(notice, challenge.created))
        if notice.recipient is None:
            return await self._mail.post(challenge.place.channel, notice, post)
        return await self._mail.post(await self._mail.direct(notice.recipient), notice, post)

    async def _send_to_host(self, notice: Notice, challenge: Challenge) -> MessageRef | None:
        """Tell a challenger something about his challenge, unless it is outdated."""
        house, t = await self._reader(notice, challenge.place)
        view = hosting.message(house, notice, challenge, t)
        if view is None:
            return None
        post = Post(view, None, notice.calls, hosting.mark_of(notice), nonce(notice, challenge.created))
        if notice.recipient is not None:
            return await self._mail.post(await self._mail.direct(notice.recipient), notice, post)
        return await self._mail.post(challenge.place.channel, notice, post)

    async def _reword_board(self, notice: Notice, position: Position) -> MessageRef | None:
        """Have the newest board, public or direct, say what is true of its time now; best effort."""
        match, board = position.match, position.match.board
        if notice.recipient is not None:
            board = await self._house.outbox.direct_board(match.id, notice.recipient)
        if board is not None and match.turn is not None and match.plies == notice.ply:
            house, t = await self._reader(notice, match.place)
            await self._mail.reword(board, cards.asked(house, position, t))
        return None

    async def _send_series(self, notice: Notice) -> MessageRef:
        record = await self._house.club.series(series_of(notice))
        match = await self._house.club.match(record.games[-1])
        _, t = await self._reader(notice, match.place)
        view = cards.series_end(record, t)
        post = Post(view, None, (), cards.series_mark(record.id), nonce(notice, match.created))
        if notice.recipient is not None:
            return await self._mail.post(await self._mail.direct(notice.recipient), notice, post)
        return await self._post_at_home(match, notice, post)

    async def _send_board(self, notice: Notice, game: int) -> MessageRef:
        position, played = await self._house.club.tale(game, since(notice), notice.ply or 0)
        match = position.match
        house, t = await self._reader(notice, match.place)
        post = await self._board(house, notice, position, played, t)
        if notice.recipient is not None:
            return await self._mail.post(await self._mail.direct(notice.recipient), notice, post)
        if notice.kind is NoticeKind.START and match.thread is None:
            match = replace(match, thread=await self._open_thread(position))
        return await self._post_at_home(match, notice, post)

    async def _post_at_home(self, match: Match, notice: Notice, post: Post) -> MessageRef:
        """Post in the match's thread; where that is gone, in its channel from now on."""
        if match.thread is not None:
            try:
                return await self._mail.post(match.thread, notice, post)
            except PlaceClosed:
                await self._house.outbox.moved_home(match.id, None)
        return await self._mail.post(match.place.channel, notice, post)

    async def _board(
        self, house: House, notice: Notice, position: Position, played: Sequence[PlayedPly], t: Language
    ) -> Post:
        match = position.match
        seat = None if notice.recipient is None else match.seat_of(notice.recipient)
        view, drawn = await cards.board_message(house, notice, position, played, t, seat)
        mover = (match.mover,) if match.mover is not None and await self._calls(notice, position) else ()
        pinged = tuple(dict.fromkeys((*mover, *notice.calls)))
        mark = cards.board_mark(match.id, notice)
        return Post(view, drawn, pinged, mark, nonce(notice, match.created))

    async def _calls(self, notice: Notice, position: Position) -> bool:
        """Return whether it is this notice that calls the one whose turn it is now."""
        match, told = position.match, notice.ply or 0
        # Asked of the match, not of the position alone: one that was resigned calls nobody any more.
        if notice.data.get("ping") is False or not notice.tell.in_public:
            return False
        if match.turn != position.state.turn:
            return False
        if match.plies == told:
            return True
        # Those who have left since then call nobody: without this notice nobody would call him.
        if match.plies - told > len(match.retired):
            return False
        return all(ply.move is None for ply in await self._house.club.plies(match.id, told, match.plies))

    async def _send_word(self, notice: Notice, position: Position) -> MessageRef | None:
        """Tell something about time, unless the game has gone on since."""
        match = position.match
        if reminding.is_outdated(notice, match):
            return None
        house, t = await self._reader(notice, match.place)
        post = Post(
            reminding.message(house, notice, position, t),
            None,
            reminding.called_by(notice, match),
            reminding.mark_of(notice, match),
            nonce(notice, match.created),
        )
        if notice.recipient is not None:
            return await self._mail.post(await self._mail.direct(notice.recipient), notice, post)
        return await self._post_at_home(match, notice, post)

    async def _send_overview(self, notice: Notice) -> MessageRef | None:
        """Bring the overview of a channel up to date, posting it where there is none; best effort."""
        channel = int(str(notice.data["channel"]))
        overview = await self._house.club.overview(channel)
        if overview is None:
            return None
        view = lists.overview_page(overview, channel, self._house.texts.language(overview.place.locale))
        if overview.message is not None:
            place = self._poster.get_partial_messageable(channel)
            try:
                await place.get_partial_message(overview.message).edit(
                    view=view, allowed_mentions=discord.AllowedMentions.none()
                )
            except discord.HTTPException as error:
                if error.code not in GONE:
                    raise
            else:
                return None
        post = Post(view, None, (), lists.overview_mark(channel), nonce(notice, EPOCH))
        try:
            return await self._mail.post(channel, notice, post)
        except PlaceClosed as closed:
            log.info("channel %d gets no overview: %s", channel, closed)
            return None

    async def _reader(self, notice: Notice, place: Place) -> tuple[House, Language]:
        """Return the house and the language for whom a notice is: one person, or everyone in a place."""
        if notice.recipient is None:
            return self._house, self._house.texts.language(place.locale)
        return await self._house.reader(notice.recipient, place.locale)

    async def _open_thread(self, position: Position) -> int | None:
        """Open the match's own thread on its card; None where that is not possible."""
        match = position.match
        challenge = await self._house.club.challenge_by_id(match.challenge)
        within_thread = isinstance(self._poster.get_channel(match.place.channel), discord.Thread)
        if challenge.message is None or within_thread or not await self._wants_threads(match):
            return None
        names = await self._house.club.names(set(match.players))
        t = self._house.texts.language(match.place.locale)
        name = t(
            "game.thread",
            game=t(f"{match.key}.name"),
            number=match.id,
            players=t("list.versus").join(names.get(player, "?") for player in match.players),
        )
        card = self._poster.get_partial_messageable(match.place.channel, guild_id=match.place.server)
        try:
            thread = await card.get_partial_message(challenge.message).create_thread(
                name=name[:THREAD_NAME_LIMIT], auto_archive_duration=THREAD_REST
            )
        except discord.HTTPException as error:
            if error.code == THREAD_EXISTS:
                opened = challenge.message
            elif error.status >= 500 or error.status == 429:
                raise
            else:
                log.info("match %d gets no thread: %s", match.id, error)
                return None
        else:
            opened = thread.id
        await self._house.outbox.moved_home(match.id, opened)
        return opened

    async def _wants_threads(self, match: Match) -> bool:
        server = match.place.server
        return server is None or (await self._house.club.server(server)).threads

    async def _close_card(self, challenge: Challenge) -> None:
        """Take the buttons off a card that is still open to the eye; best effort."""
        if challenge.message is None:
            return
        t = self._house.texts.language(challenge.place.locale)
        await self._mail.strip(
            MessageRef(challenge.place.channel, challenge.message), narration.challenge_end(challenge, t)
        )

    async def _redraw_card(self, challenge: Challenge) -> None:
        """Bring the card of a lobby up to date, unless the press that changed it has done so; best effort."""
        if challenge.message is None or challenge.status is not ChallengeStatus.OPEN:
            return
        t = self._house.texts.language(challenge.place.locale)
        place = self._poster.get_partial_messageable(challenge.place.channel)
        try:
            message = await place.fetch_message(challenge.message)
            await lobby.bring_up_to_date(self._house, challenge, t, message)
        except PASSING as error:
            log.info("the card of challenge %d is not up to date: %s", challenge.id, error)


def since(notice: Notice) -> int:
    """Return after how many plies the notice's tale begins."""
    told = notice.data.get("since")
    if notice.kind is NoticeKind.TAKEN_BACK:
        return notice.ply or 0
    if isinstance(told, int):
        return told
    return (notice.ply or 0) - (1 if notice.kind is NoticeKind.PLY else 0)


def series_of(notice: Notice) -> int:
    """Return the series a notice tells of."""
    return int(str(notice.data["series"]))
