"""Deliver the notices: post what the outbox holds, each once, whatever Discord does meanwhile.

A post carries a nonce, by which Discord recognises a repetition for some minutes; an attempt whose fate is
unknown is looked up in the channel before it is made again. Where a thread or channel is gone or closed the
notice goes to the channel above it, then to the players' direct messages, then to their next command.
"""

import asyncio
import contextlib
import hashlib
import logging
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Literal

import aiohttp
import discord
from discord import ui

from bot.chat import cards, layouts, lobby, offering
from bot.chat.house import House, Picture
from bot.locale import Language
from bot.play.model import (
    Challenge,
    ChallengeStatus,
    Match,
    MessageRef,
    Notice,
    NoticeKind,
    Position,
    Refusal,
)
from bot.play.ports import Clock

log = logging.getLogger(__name__)

AT_ONCE = 20
LOOK_BACK = 50
SHORTEST_WAIT = 0.05
LONGEST_WAIT = 60.0
THREAD_NAME_LIMIT = 100
THREAD_REST: Literal[10080] = 10080

GONE = frozenset({10003, 10008})
CLOSED = frozenset({50001, 50013, 50083, 160005, 40060})
THREAD_EXISTS = 160004
NO_DIRECT_MESSAGES = frozenset({50007, 50278, 10013})


class PlaceClosed(Exception):
    """The channel is gone, or the bot may not write there."""


@dataclass(frozen=True, slots=True)
class Post:
    """A message ready to be sent: layout, pictures, whom it may ping, and the id that marks it."""

    view: ui.LayoutView
    drawn: Picture | None
    pinged: tuple[int, ...]
    mark: str
    nonce: str


class News:
    """A bell between the club and the delivery: rung after a commit that wrote notices."""

    def __init__(self) -> None:
        self._rung = asyncio.Event()

    def ring(self) -> None:
        """Say that there may be something to deliver."""
        self._rung.set()

    def clear(self) -> None:
        """Forget what has been rung so far."""
        self._rung.clear()

    async def wait(self, seconds: float) -> None:
        """Return when the bell rings, or after `seconds`."""
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._rung.wait(), timeout=seconds)


class Delivery:
    """The loop that empties the outbox."""

    def __init__(self, house: House, poster: discord.Client, clock: Clock, news: News) -> None:
        self._house = house
        self._poster = poster
        self._clock = clock
        self._news = news
        self._tidying: set[asyncio.Task[None]] = set()
        self._ends = False

    def end(self) -> None:
        """Let `run` return when what it is delivering is delivered."""
        self._ends = True
        self._news.ring()

    async def run(self) -> None:
        """Deliver until told to end; first what a dead process left unfinished."""
        recovered = await self._house.outbox.recover()
        if recovered:
            log.info("%d notices were left unfinished; going on with them", recovered)
        while not self._ends:
            self._news.clear()
            if not await self.deliver_due() and not self._ends:
                await self._rest()

    async def deliver_due(self) -> int:
        """Deliver what is due now, at most a handful side by side; return how many were tried."""
        notices = await self._house.outbox.claim(AT_ONCE)
        await asyncio.gather(*(self._deliver(notice) for notice in notices))
        return len(notices)

    async def _rest(self) -> None:
        due = await self._house.outbox.next_due()
        wait = LONGEST_WAIT if due is None else (due - self._clock()).total_seconds()
        await self._news.wait(min(max(wait, SHORTEST_WAIT), LONGEST_WAIT))

    async def _deliver(self, notice: Notice) -> None:
        outbox = self._house.outbox
        try:
            ref = await self._send(notice)
        except PlaceClosed as closed:
            if notice.recipient is None:
                await outbox.reroute(notice.id, str(closed))
            else:
                await outbox.miss(notice.id, str(closed))
        except (discord.HTTPException, aiohttp.ClientError, OSError, TimeoutError) as error:
            log.warning("notice %d was not delivered, will be tried again: %s", notice.id, error)
            await outbox.postpone(notice.id, str(error)[:500])
        except Exception as error:
            log.exception("notice %d cannot be made", notice.id)
            await outbox.postpone(notice.id, repr(error)[:500])
        else:
            before = await outbox.delivered(notice.id, ref)
            if before is not None:
                self._tidy(before)

    async def _send(self, notice: Notice) -> MessageRef | None:
        if notice.kind is NoticeKind.SERIES_END:
            return await self._send_series(notice)
        if notice.game is not None:
            return await self._send_of_game(notice, notice.game)
        if notice.challenge is None:
            return None
        challenge = await self._house.club.challenge_by_id(notice.challenge)
        if notice.kind is NoticeKind.CHALLENGE_CLOSED:
            await self._close_card(challenge)
            return None
        if notice.kind is NoticeKind.CHALLENGE_CHANGED:
            await self._redraw_card(challenge)
            return None
        return await self._send_card(notice, challenge)

    async def _send_of_game(self, notice: Notice, game: int) -> MessageRef | None:
        if notice.kind is NoticeKind.OFFER:
            return await self._send_offer(notice, await self._house.club.match(game))
        if notice.kind is NoticeKind.OFFER_ANSWERED:
            return await self._send_answer(notice, await self._house.club.match(game))
        try:
            return await self._send_board(notice, await self._house.club.position(game, notice.ply))
        except Refusal as refusal:
            if refusal.reason != "unknown-ply":
                raise
            return None  # Taken back meanwhile: there is nothing left to tell.

    async def _send_offer(self, notice: Notice, match: Match) -> MessageRef:
        t = await self._language(notice, match)
        offer = offering.offer_of(notice)
        view = offering.offer_view(self._house, match, offer, t)
        # Who is told of it with a move has been pinged by the move.
        pinged = () if notice.data.get("with_move") else offering.asked(match, offer)
        mark = offering.offer_mark(match.id, offer)
        post = Post(view, None, pinged, mark, nonce(notice, match.created))
        if notice.recipient is not None:
            return await self._post(await self._direct(notice.recipient), notice, post)
        return await self._post_at_home(match, notice, post)

    async def _send_answer(self, notice: Notice, match: Match) -> MessageRef | None:
        """Say on the message of an offer what became of it; best effort, as everything else tells it too."""
        channel, message = notice.data.get("channel"), notice.data.get("message")
        if isinstance(channel, int) and isinstance(message, int) and notice.data["how"] != "agreed":
            t = self._house.texts.language(match.place.locale)
            await self._strip(MessageRef(channel, message), offering.offer_end(match, notice, t))
        return None

    async def _language(self, notice: Notice, match: Match) -> Language:
        """Return the language of the one reader of a notice, or of the match's place."""
        if notice.recipient is None:
            return self._house.texts.language(match.place.locale)
        return self._house.texts.language(await self._house.club.locale_of(notice.recipient))

    async def _send_card(self, notice: Notice, challenge: Challenge) -> MessageRef:
        t = self._house.texts.language(challenge.place.locale)
        view, drawn = await cards.card(self._house, challenge, t)
        guests = challenge.invited if challenge.opponent is None else (challenge.opponent,)
        post = Post(view, drawn, guests, cards.card_mark(challenge), nonce(notice, challenge.created))
        if notice.recipient is None:
            return await self._post(challenge.place.channel, notice, post)
        return await self._post(await self._direct(notice.recipient), notice, post)

    async def _send_series(self, notice: Notice) -> MessageRef:
        record = await self._house.club.series(series_of(notice))
        match = await self._house.club.match(record.games[-1])
        locale = match.place.locale
        if notice.recipient is not None:
            locale = await self._house.club.locale_of(notice.recipient) or locale
        view = cards.series_end(record, self._house.texts.language(locale))
        post = Post(view, None, (), cards.series_mark(record.id), nonce(notice, match.created))
        if notice.recipient is not None:
            return await self._post(await self._direct(notice.recipient), notice, post)
        return await self._post_at_home(match, notice, post)

    async def _send_board(self, notice: Notice, position: Position) -> MessageRef:
        match = position.match
        if notice.recipient is not None:
            t = self._house.texts.language(await self._house.club.locale_of(notice.recipient))
            post = await self._board(notice, position, t, notice.recipient)
            return await self._post(await self._direct(notice.recipient), notice, post)
        t = self._house.texts.language(match.place.locale)
        post = await self._board(notice, position, t, None)
        if notice.kind is NoticeKind.START and match.thread is None:
            match = replace(match, thread=await self._open_thread(position))
        return await self._post_at_home(match, notice, post)

    async def _post_at_home(self, match: Match, notice: Notice, post: Post) -> MessageRef:
        """Post in the match's thread; where that is gone, in its channel from now on."""
        if match.thread is not None:
            try:
                return await self._post(match.thread, notice, post)
            except PlaceClosed:
                await self._house.outbox.moved_home(match.id, None)
        return await self._post(match.place.channel, notice, post)

    async def _board(self, notice: Notice, position: Position, t: Language, reader: int | None) -> Post:
        match = position.match
        seat = None if reader is None else match.seat_of(reader)
        played = await self._house.club.plies(match.id, since(notice), notice.ply or 0)
        view, drawn = await cards.board_message(self._house, notice, position, played, t, seat)
        stale = match.plies != notice.ply or notice.data.get("ping") is False
        # Asked of the match, not of the position: one that was resigned calls nobody any more.
        pinged = () if match.mover is None or stale else (match.mover,)
        mark = cards.board_mark(match.id, notice)
        return Post(view, drawn, pinged, mark, nonce(notice, match.created))

    async def _direct(self, person: int) -> int:
        try:
            user = await self._poster.fetch_user(person)
            return (await user.create_dm()).id
        except discord.HTTPException as error:
            if error.code in NO_DIRECT_MESSAGES or error.status == 403:
                raise PlaceClosed(str(error)) from error
            raise

    async def _post(self, channel: int, notice: Notice, post: Post) -> MessageRef:
        place = self._poster.get_partial_messageable(channel)
        # In a direct message nobody but its reader can be meant.
        meant = [person for person in post.pinged if notice.recipient in {None, person}]
        try:
            if notice.uncertain or notice.attempts:
                found = await self._find(place, post.mark)
                if found is not None:
                    return MessageRef(channel, found)
            message = await place.send(
                view=post.view,
                files=[] if post.drawn is None else [post.drawn.file()],
                nonce=post.nonce,
                allowed_mentions=discord.AllowedMentions(
                    everyone=False, roles=False, users=[discord.Object(person) for person in meant]
                ),
            )
        except discord.HTTPException as error:
            if error.code in GONE | CLOSED | NO_DIRECT_MESSAGES or error.status in {403, 404}:
                raise PlaceClosed(str(error)) from error
            raise
        return MessageRef(channel, message.id)

    async def _find(self, place: discord.PartialMessageable, mark: str) -> int | None:
        """Return the message that carries `mark`, if an attempt of unknown fate did arrive."""
        me = self._poster.user
        try:
            async for message in place.history(limit=LOOK_BACK):
                if me is not None and message.author.id == me.id and mark in layouts.custom_ids(message):
                    return message.id
        except discord.Forbidden:
            return None
        return None

    async def _open_thread(self, position: Position) -> int | None:
        """Open the match's own thread on its card; None where that is not possible."""
        match = position.match
        challenge = await self._house.club.challenge_by_id(match.challenge)
        within_thread = isinstance(self._poster.get_channel(match.place.channel), discord.Thread)
        if challenge.message is None or within_thread:
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

    async def _close_card(self, challenge: Challenge) -> None:
        """Take the buttons off a card that is still open to the eye; best effort."""
        if challenge.message is None:
            return
        t = self._house.texts.language(challenge.place.locale)
        await self._strip(
            MessageRef(challenge.place.channel, challenge.message), cards.challenge_end(challenge, t)
        )

    async def _redraw_card(self, challenge: Challenge) -> None:
        """Bring the card of a lobby up to date, unless the press that changed it has done so; best effort."""
        if challenge.message is None or challenge.status is not ChallengeStatus.OPEN:
            return
        t = self._house.texts.language(challenge.place.locale)
        place = self._poster.get_partial_messageable(challenge.place.channel)
        try:
            message = await place.fetch_message(challenge.message)
            if layouts.text_on(message) != lobby.lobby_text(self._house, challenge, t):
                view = lobby.lobby_view(self._house, challenge, t, layouts.words_on(message))
                await message.edit(view=view, attachments=message.attachments)
        except (discord.HTTPException, aiohttp.ClientError, OSError, TimeoutError) as error:
            log.info("the card of challenge %d is not up to date: %s", challenge.id, error)

    def _tidy(self, ref: MessageRef) -> None:
        task = asyncio.create_task(self._strip(ref))
        self._tidying.add(task)
        task.add_done_callback(self._tidying.discard)

    async def _strip(self, ref: MessageRef, remark: str = "") -> None:
        place = self._poster.get_partial_messageable(ref.channel)
        try:
            message = await place.fetch_message(ref.message)
            if layouts.has_buttons(message):
                await message.edit(
                    view=layouts.without_buttons(message, remark), attachments=message.attachments
                )
        except (discord.HTTPException, aiohttp.ClientError, OSError, TimeoutError) as error:
            log.info("message %d keeps its buttons: %s", ref.message, error)


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


def nonce(notice: Notice, created: datetime) -> str:
    """Return the text by which Discord knows a repeated post: one per notice, also across databases."""
    content = f"{notice.id}:{created.isoformat()}:{notice.kind}:{notice.recipient}"
    return hashlib.blake2b(content.encode(), digest_size=12).hexdigest()
