"""Send a notice: post its message where it belongs, or change the message that stands."""

import asyncio
import logging
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from functools import singledispatchmethod
from typing import Final
from weakref import WeakValueDictionary

import discord

from bot.chat.core.app_context import AppContext
from bot.chat.core.discord_refusals import QUARANTINED, RefusalMeaning, got, meaning
from bot.chat.core.lookup.visibility import seen_at, stands_at
from bot.chat.core.messages import layouts
from bot.chat.core.messages.message_edits import Edit, closed, rewritten, shows
from bot.chat.core.messages.public_message import PublicMessage
from bot.chat.core.words import phrases
from bot.chat.delivery.composer import Composer
from bot.chat.delivery.direct_messages import DirectMessages
from bot.chat.delivery.discord_sender import DiscordSender, PlaceClosed, Post, nonce
from bot.chat.delivery.endings import Endings
from bot.chat.delivery.forgotten_names import ForgottenNames
from bot.chat.delivery.old_pictures import OldPictures
from bot.chat.delivery.places import Channels, Places
from bot.chat.delivery.public_places import PublicPlaces
from bot.chat.delivery.refused_forms import RefusedForms
from bot.chat.delivery.server_posts import (
    DailyPuzzlePosts,
    LetterPosts,
    LimitationPosts,
    TournamentPosts,
    WelcomeSender,
)
from bot.chat.delivery.trial_leftovers import TrialLeftoversSender
from bot.chat.features.boards.past_turn import without_turn
from bot.chat.features.offers import offer_messages
from bot.chat.features.servers import overview_message
from bot.chat.features.tables import seat_card
from bot.kernel.event import Event
from bot.play.domain.agenda import Overview
from bot.play.domain.challenges import Challenge, ChallengeStatus
from bot.play.domain.matches import MatchPosition, MatchStatus
from bot.play.domain.outbox.events import (
    ChallengeChanged,
    ChallengeClosed,
    ChallengeMade,
    DeadlineMoved,
    DiceSealed,
    LimitationMet,
    OfferAnswered,
    OfferOutcome,
    SeatOfferClosed,
    TournamentChanged,
    TournamentEnded,
    WelcomeDue,
)
from bot.play.domain.outbox.instructions import (
    CloseThread,
    DeleteMessage,
    DeleteTrial,
    EndDirectBoard,
    OpenThread,
    RedrawOverview,
    RemoveButtons,
    TellFollower,
    TellResult,
)
from bot.play.domain.outbox.notices import Notice
from bot.play.domain.outbox.server_events import LetterDue, PuzzleOfDay
from bot.play.domain.people.person import MessageRef
from bot.play.domain.people.privacy import NameErasure

log = logging.getLogger(__name__)

EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)


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
        self.direct: Final = DirectMessages(client, sender, app.services.first_messages)
        self._composer = Composer(app)
        self._places = Places(client)
        self._public_places = PublicPlaces(app, client, sender, self._places, forms or RefusedForms())
        self._endings = Endings(app, client, sender, self._composer)
        self._welcomes = WelcomeSender(app, sender)
        self._limitations = LimitationPosts(app, sender)
        self._daily_puzzles = DailyPuzzlePosts(app, sender)
        self._letters = LetterPosts(app, sender, self._places)
        self._tournaments = TournamentPosts(app, sender)
        self._old_pictures = OldPictures(client)
        self._trial_leftovers = TrialLeftoversSender(client, sender)
        self._turns: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._forgotten_names = ForgottenNames(app, client, sender, self.direct, self._composer)

    async def send(self, notice: Notice) -> MessageRef | None:
        """Post what a notice tells, or change what is posted; return the message it became.

        Raises PlaceClosed, and what FAILURES names.
        """
        return await self._send(notice.event, notice)

    @singledispatchmethod
    async def _send(self, _: Event, notice: Notice) -> MessageRef | None:
        return await self._tell(notice)

    async def _tell(self, notice: Notice) -> MessageRef | None:
        """Post what a notice tells of a match or a challenge."""
        composed = await self._composer.compose(notice)
        if composed is None:
            return None
        if notice.recipient is not None:
            return await self.direct.post(notice.recipient, notice, composed.post)
        return await self._public_places.post(notice, composed)

    @_send.register
    async def _show_card(self, event: ChallengeMade, notice: Notice) -> MessageRef | None:
        """Post the card of a challenge, in a tournament after those of the games before it.

        Cards are begun in that order, and a lock lets in first who has come first.
        """
        if event.lined_up is None:
            return await self._tell(notice)
        async with self._turns.setdefault(event.lined_up, asyncio.Lock()):
            return await self._tell(notice)

    @_send.register
    async def _tell_result(self, event: TellResult, notice: Notice) -> MessageRef | None:
        return await self._endings.tell_result(notice, event)

    @_send.register
    async def _tell_follower(self, event: TellFollower, notice: Notice) -> MessageRef | None:
        """Send the board of a followed match to a follower.

        A follower whose direct messages are closed stops following all matches, and hears that at their next
        command. Once not everybody in the server, or not this follower, can see the match, a last message
        replaces the board and explains the end.
        """
        following, reader = self._app.services.following, notice.recipient
        if reader is None or not await following.follows(reader, event.match):
            return None
        composed = await self._composer.compose(notice)
        if composed is None or composed.match is None:
            return None
        if not await self._places.is_open_to(composed.match, reader):
            log.info("match %d is told to a follower no more: its channel was closed", event.match)
            await following.end(reader, event.match)
            composed = await self._composer.no_longer_followed(notice, composed.match, reader)
        try:
            posted = await self.direct.post(reader, notice, composed.post)
        except PlaceClosed as refused:
            if refused.code != QUARANTINED:
                log.info("somebody is told no more of games they follow: %s", refused)
                await following.refused(reader)
            raise
        await following.delivered(reader, event.match, event.plies)
        return posted

    @_send.register
    async def _open_thread(self, event: OpenThread, _: Notice) -> None:
        match = await self._app.services.matches.get(event.match)
        if match.thread is None and match.status is MatchStatus.RUNNING:
            await self._public_places.open_thread(match)

    @_send.register
    async def _close_thread(self, event: CloseThread, _: Notice) -> None:
        await self._endings.close_thread(event)

    @_send.register
    async def _erase_name(self, event: NameErasure, notice: Notice) -> None:
        await self._forgotten_names.clean(event, notice.attempts)

    @_send.register
    async def _tell_limitation(self, event: LimitationMet, notice: Notice) -> MessageRef | None:
        return await self._limitations.post(notice, event)

    @_send.register
    async def _welcome(self, event: WelcomeDue, notice: Notice) -> MessageRef | None:
        return await self._welcomes.post(notice, event)

    @_send.register
    async def _set_daily_puzzle(self, event: PuzzleOfDay, notice: Notice) -> MessageRef | None:
        return await self._daily_puzzles.post(notice, event)

    @_send.register
    async def _send_letter(self, event: LetterDue, notice: Notice) -> MessageRef | None:
        return await self._letters.post(notice, event)

    @_send.register
    async def _show_tournament(self, event: TournamentChanged, notice: Notice) -> MessageRef | None:
        return await self._tournaments.show(notice, event)

    @_send.register
    async def _end_tournament(self, event: TournamentEnded, notice: Notice) -> MessageRef | None:
        return await self._tournaments.end(notice, event)

    @_send.register
    async def _seal_dice(self, event: DiceSealed, notice: Notice) -> MessageRef | None:
        return await self._tournaments.seal(notice, event)

    @_send.register
    async def _end_direct_board(self, event: EndDirectBoard, notice: Notice) -> None:
        """Leave everything as it is: what it replaces is known once it is delivered."""

    @_send.register
    async def _send_overview(self, event: RedrawOverview, notice: Notice) -> MessageRef | None:
        """Bring the overview of a channel up to date, posting it where there is none."""
        channel = event.channel
        overview = await self._app.services.servers.overview(channel)
        if overview is None:
            return None
        sees = seen_at(overview.place, await self._channels_for(overview))
        overview = replace(
            overview,
            matches=tuple(match for match in overview.matches if sees(match.stands_at)),
            challenges=tuple(challenge for challenge in overview.challenges if sees(challenge.place)),
        )
        message = overview_message.overview_message(
            self._app.games, overview, channel, await self._app.readers.public(overview)
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
        places = (
            *(challenge.place for challenge in overview.challenges),
            *(match.stands_at for match in overview.matches),
        )
        elsewhere = any(not stands_at(overview.place, place) for place in places)
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

    @_send.register
    async def _close_card(self, event: ChallengeClosed, _: Notice) -> None:
        """Take the buttons off a card that is still open to the eye."""
        challenge = await self._app.services.challenges.get(event.challenge)
        if challenge.message is None:
            return
        t = await self._app.readers.public(challenge)
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

    @_send.register
    async def _close_offer(self, event: OfferAnswered, _: Notice) -> None:
        """Say on the message of an offer what became of it."""
        if event.outcome is OfferOutcome.AGREED:
            return
        message = await self._app.services.offer_messages.of(event)
        if message is not None:
            match = await self._app.services.matches.get(event.match)
            t = await self._app.readers.public(match)
            await self._close(message, offer_messages.offer_end(match, event, t))

    @_send.register
    async def _close_seat(self, event: SeatOfferClosed, _: Notice) -> None:
        """Say on the card of a seat what became of it."""
        offer = await self._app.services.substitutions.get(event.substitution)
        if offer.message is not None:
            match = await self._app.services.matches.get(offer.match)
            t = await self._app.readers.public(match)
            await self._close(offer.message, seat_card.remark(offer, t))

    @_send.register
    async def _remove_buttons(self, event: RemoveButtons, _notice: Notice) -> None:
        """Take the buttons off a message that was replaced, or that told of a challenge before it closed."""
        if event.challenge is None:
            remark = await self._undone(event)
            await self._close(event.message, remark, as_posted=True, reworded=self._without_turn)
            if event.few_pictures:
                await self._old_pictures.drop(event.message)
            return
        challenge = await self._app.services.challenges.get(event.challenge)
        t = await self._app.readers.public(challenge)
        if event.message.channel != challenge.place.channel:
            _, t = await self._app.reader(challenge.challenger, t.code)
        await self._close(event.message, phrases.challenge_end(challenge, t), as_posted=True)

    def _without_turn(self, content: str) -> str:
        return without_turn(content, self._app.texts.languages.values())

    async def _undone(self, board: RemoveButtons) -> str:
        """Return what a board says whose ply was undone; empty for any other."""
        if board.undone_by is None or board.match is None:
            return ""
        match = await self._app.services.matches.get(board.match)
        t = await self._app.readers.public(match)
        if board.reader is not None:
            _, t = await self._app.reader(board.reader, t.code)
        return t("game.undone", player=phrases.seated(match, board.undone_by, t))

    @_send.register
    async def _delete(self, event: DeleteMessage, _: Notice) -> None:
        await self._sender.delete(event.message)

    @_send.register
    async def _delete_trial(self, event: DeleteTrial, _: Notice) -> None:
        await self._trial_leftovers.delete(event)

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

    @_send.register
    async def _redraw_card(self, event: ChallengeChanged, _: Notice) -> None:
        """Bring the card of a lobby up to date, unless the press that changed it has done so."""
        challenge = await self._app.services.challenges.get(event.challenge)
        if challenge.message is None or challenge.status is not ChallengeStatus.OPEN:
            return
        said = await self._composer.card(challenge)

        async def edit(message: discord.Message) -> Edit | None:
            shown = layouts.custom_ids(message) == said.custom_ids(self._app.epochs.current)
            if shown and message.content == said.content:
                return None
            if said.scene is not None and shows(message, said.scene.words(self._app.pictures)):
                return rewritten(message, said, self._app.epochs.current)
            return await self._redrawn(message, said)

        ref = MessageRef(challenge.place.channel, challenge.message)
        await self._sender.change(ref, edit, lambda message: self._redrawn(message, said))

    @_send.register
    async def _reword_board(self, event: DeadlineMoved, notice: Notice) -> None:
        """Have the newest board, public or direct, say what is true of its time now."""
        position: MatchPosition = await self._app.services.matches.shown(event.match)
        match = position.match
        board = match.board
        if notice.recipient is not None:
            board = await self._app.services.match_places.direct_board(match.id, notice.recipient)
        if board is None or match.turn is None or match.plies != event.plies:
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
