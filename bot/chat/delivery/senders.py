"""Send a notice: post its message where it belongs, or change the message that stands."""

import logging
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from typing import Final

import discord

from bot.chat.core.app_context import AppContext
from bot.chat.core.discord_refusals import RefusalMeaning, got, meaning
from bot.chat.core.messages import layouts
from bot.chat.core.messages.message_edits import Edit, closed, rewritten
from bot.chat.core.messages.public_message import PublicMessage
from bot.chat.core.visibility import seen_at, stands_at
from bot.chat.core.words import phrases
from bot.chat.delivery.composer import Composer
from bot.chat.delivery.discord_sender import DiscordSender, PlaceClosed, Post, nonce
from bot.chat.delivery.endings import Endings
from bot.chat.delivery.forgotten_names import ForgottenNames
from bot.chat.delivery.places import Channels, Places
from bot.chat.delivery.public_places import PublicPlaces
from bot.chat.delivery.refused_forms import RefusedForms
from bot.chat.delivery.server_posts import LimitationPosts, WelcomeSender
from bot.chat.features.boards.past_turn import without_turn
from bot.chat.features.offers import offer_messages
from bot.chat.features.servers import overview_message
from bot.chat.features.tables import seat_card
from bot.play.domain.agenda import Overview
from bot.play.domain.challenges import Challenge, ChallengeStatus
from bot.play.domain.events import LimitationMet, OfferFate, WelcomeDue
from bot.play.domain.matches import MatchPosition
from bot.play.domain.notices import (
    Notice,
    NoticeKind,
    OfferOver,
    OfMessage,
    OverviewOf,
    ResultIn,
    SeatOffer,
)
from bot.play.domain.people import MessageRef
from bot.play.domain.privacy import NamePlace

log = logging.getLogger(__name__)

EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)

Change = Callable[[Notice], Awaitable[None]]


class Senders:
    """The way of each kind of notice to Discord."""

    def __init__(
        self,
        app: AppContext,
        client: discord.Client,
        sender: DiscordSender,
        forms: RefusedForms | None = None,
    ) -> None:
        self._app = app
        self._client = client
        self._sender = sender
        self._composer = Composer(app)
        self._places = Places(client)
        self._public_places = PublicPlaces(app, client, sender, self._places, forms or RefusedForms())
        self._endings = Endings(app, client, sender, self._composer)
        self._welcomes = WelcomeSender(app, sender)
        self._limitations = LimitationPosts(app, sender)
        self._forgotten_names = ForgottenNames(app, client, sender, self._composer)
        self._changes: Mapping[NoticeKind, Change] = {
            NoticeKind.CHALLENGE_CLOSED: self._close_card,
            NoticeKind.CHALLENGE_CHANGED: self._redraw_card,
            NoticeKind.OFFER_ANSWERED: self._close_offer,
            NoticeKind.SEAT_CLOSED: self._close_seat,
            NoticeKind.BOARD_CHANGED: self._reword_board,
            NoticeKind.BUTTONS_OFF: self._take_buttons,
            NoticeKind.MESSAGE_OVER: self._delete,
            NoticeKind.THREAD_OVER: self._endings.close_thread,
            # What it replaces is known once it is delivered.
            NoticeKind.BOARD_OVER: _nothing,
        }

    async def send(self, notice: Notice) -> MessageRef | None:  # noqa: PLR0911  # one case each
        """Post what a notice tells, or change what is posted; return the message it became.

        Raises PlaceClosed, and what FAILURES names.
        """
        change = self._changes.get(notice.kind)
        if change is not None:
            await change(notice)
            return None
        match notice.content:
            case OverviewOf(channel):
                return await self._send_overview(notice, channel)
            case ResultIn() as told:
                return await self._endings.tell_result(notice, told)
            case NamePlace() as place:
                await self._forgotten_names.clean(place, notice.attempts)
                return None
            case LimitationMet() as told:
                return await self._limitations.post(notice, told)
            case WelcomeDue() as welcome:
                return await self._welcomes.post(notice, welcome)
            case _:
                return await self._send_composed(notice)

    async def _send_composed(self, notice: Notice) -> MessageRef | None:
        """Post what a notice tells of a match or a challenge."""
        composed = await self._composer.compose(notice)
        if composed is None:
            return None
        if notice.recipient is not None:
            channel = await self._sender.direct(notice.recipient)
            return await self._sender.post(channel, notice, composed.post)
        return await self._public_places.post(notice, composed)

    async def _send_overview(self, notice: Notice, channel: int) -> MessageRef | None:
        """Bring the overview of a channel up to date, posting it where there is none."""
        overview = await self._app.services.servers.overview(channel)
        if overview is None:
            return None
        sees = seen_at(overview.place, await self._channels_for(overview))
        overview = replace(overview, challenges=tuple(one for one in overview.challenges if sees(one.place)))
        message = overview_message.overview_message(
            self._app.games, overview, channel, await self._composer.public_language(overview)
        )
        if overview.message is not None and await self._reworded(channel, overview.message, message):
            return None
        known = nonce(notice, EPOCH, self._app.epochs.current)
        post = Post(message, (), overview_message.overview_mark(channel), known, self._app)
        try:
            return await self._sender.post(channel, notice, post)
        except PlaceClosed as refused:
            log.info("channel %d gets no overview: %s", channel, refused)
            return None

    async def _channels_for(self, overview: Overview) -> Channels:
        """Return the channels of an overview's server, where something in it stands in another one."""
        elsewhere = any(not stands_at(overview.place, one.place) for one in overview.challenges)
        if overview.place.server is None or not elsewhere:
            return {}
        return await self._places.channels_of(overview.place.server)

    async def _reworded(self, channel: int, standing: int, new: PublicMessage) -> bool:
        """Change an overview that stands; return False where it is there no more."""
        place, epoch = self._client.get_partial_messageable(channel), self._app.epochs.current
        try:
            message = await got(place.fetch_message(standing))
            if message.content != new.content or layouts.custom_ids(message) != new.custom_ids(epoch):
                await got(rewritten(message, new, epoch).apply(message))
        except discord.HTTPException as error:
            refusal = meaning(error)
            if refusal in {RefusalMeaning.PASSING, RefusalMeaning.UNFIT}:
                raise
            return refusal is not RefusalMeaning.NO_MESSAGE
        return True

    async def _close_card(self, notice: Notice) -> None:
        """Take the buttons off a card that is still open to the eye."""
        challenge = await self._app.services.challenges.get(notice.challenge or 0)
        if challenge.message is None:
            return
        t = await self._composer.public_language(challenge)
        ref = MessageRef(challenge.place.channel, challenge.message)
        said = await self._composer.card(challenge)
        link = await self._link_to_post(challenge)
        remark = " ".join(part for part in (phrases.challenge_end(challenge, t), link) if part)
        await self._close(ref, remark, said, link=link)

    async def _link_to_post(self, challenge: Challenge) -> str:
        """Return the link to where the match of a challenge is played, where its card shows none."""
        if challenge.match is None:
            return ""
        thread = (await self._app.services.matches.get(challenge.match)).thread
        return "" if thread in {None, challenge.message} else f"<#{thread}>"

    async def _close_offer(self, notice: Notice) -> None:
        """Say on the message of an offer what became of it."""
        over = notice.content
        if isinstance(over, OfferOver) and over.message is not None and over.fate is not OfferFate.AGREED:
            match = await self._app.services.matches.get(notice.match or 0)
            t = await self._composer.public_language(match)
            await self._close(over.message, offer_messages.offer_end(match, over, t))

    async def _close_seat(self, notice: Notice) -> None:
        """Say on the card of a seat what became of it."""
        if isinstance(notice.content, SeatOffer):
            offer = await self._app.services.substitutions.get(notice.content.substitution)
            if offer.message is not None:
                match = await self._app.services.matches.get(offer.match)
                t = await self._composer.public_language(match)
                await self._close(offer.message, seat_card.remark(offer, t))

    async def _take_buttons(self, notice: Notice) -> None:
        """Take the buttons off a message that was replaced, or that told of a challenge before it closed."""
        content = notice.content
        if not isinstance(content, OfMessage):
            return
        if content.challenge is None:
            remark = await self._undone(notice, content)
            await self._close(content.ref, remark, as_posted=True, reworded=self._without_turn)
            return
        challenge = await self._app.services.challenges.get(content.challenge)
        t = await self._composer.public_language(challenge)
        if content.ref.channel != challenge.place.channel:
            _, t = await self._app.reader(challenge.challenger, t.code)
        await self._close(content.ref, phrases.challenge_end(challenge, t), as_posted=True)

    def _without_turn(self, content: str) -> str:
        return without_turn(content, self._app.texts.languages.values())

    async def _undone(self, notice: Notice, board: OfMessage) -> str:
        """Return what a board says whose ply was undone; empty for any other."""
        if board.undone_by is None or notice.match is None:
            return ""
        match = await self._app.services.matches.get(notice.match)
        t = await self._composer.public_language(match)
        if board.reader is not None:
            _, t = await self._app.reader(board.reader, t.code)
        return t("game.undone", player=phrases.seated(match, board.undone_by, t))

    async def _delete(self, notice: Notice) -> None:
        if isinstance(notice.content, OfMessage):
            await self._sender.delete(notice.content.ref)

    async def _close(
        self,
        ref: MessageRef,
        remark: str = "",
        said: PublicMessage | None = None,
        *,
        as_posted: bool = False,
        reworded: Callable[[str], str] = str,
        link: str = "",
    ) -> None:
        async def edit(message: discord.Message) -> Edit | None:
            is_done = not message.components and link in message.content
            return None if is_done else closed(message, remark, said, reworded=reworded)

        async def anew(message: discord.Message) -> Edit | None:
            again = said or await self._composer.again(message)
            if again is None:
                return None
            made = await self._redrawn(message, again.ended(remark), over=True)
            return made if made.content is None else replace(made, content=reworded(made.content))

        await self._sender.change(ref, edit, anew, as_posted=as_posted)

    async def _redraw_card(self, notice: Notice) -> None:
        """Bring the card of a lobby up to date, unless the press that changed it has done so."""
        challenge = await self._app.services.challenges.get(notice.challenge or 0)
        if challenge.message is None or challenge.status is not ChallengeStatus.OPEN:
            return
        said = await self._composer.card(challenge)

        async def edit(message: discord.Message) -> Edit | None:
            shown = layouts.custom_ids(message) == said.custom_ids(self._app.epochs.current)
            same = shown and message.content == said.content
            return None if same else await self._redrawn(message, said)

        ref = MessageRef(challenge.place.channel, challenge.message)
        await self._sender.change(ref, edit)

    async def _reword_board(self, notice: Notice) -> None:
        """Have the newest board, public or direct, say what is true of its time now."""
        position: MatchPosition = await self._app.services.matches.shown(notice.match or 0)
        match = position.match
        board = match.board
        if notice.recipient is not None:
            board = await self._app.outbox.direct_board(match.id, notice.recipient)
        if board is None or match.turn is None or match.plies != notice.ply:
            return

        async def edit(message: discord.Message) -> Edit | None:
            said = await self._composer.again(message)
            if said is None or message.content == said.content:
                return None
            return rewritten(message, said, self._app.epochs.current)

        async def anew(message: discord.Message) -> Edit | None:
            said = await self._composer.again(message)
            return None if said is None else await self._redrawn(message, said)

        await self._sender.change(board, edit, anew)

    async def _redrawn(self, message: discord.Message, said: PublicMessage, *, over: bool = False) -> Edit:
        """Return the edit that says something else and brings its picture along, drawn again."""
        picture = None if said.scene is None else await said.scene.draw(self._app.pictures)
        return rewritten(message, said, self._app.epochs.current, picture, over=over)


async def _nothing(_: Notice) -> None:
    """Leave everything as it is."""
