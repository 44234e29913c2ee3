"""Posts the public messages of matches in the best open place.

A match's place is its thread, or its post in a forum; if that is closed, its channel; if that is closed, too,
its players' direct messages. Messages for a private thread are posted only there and directly.
"""

import logging
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from datetime import timedelta
from functools import partial
from typing import Final

import discord

from bot.chat.core.failures.discord_refusals import RefusalMeaning, got, meaning
from bot.chat.core.lookup.readers import Readers
from bot.chat.core.messages.public_message import PublicMessage, plain_name
from bot.chat.core.words import phrases
from bot.chat.core.words.game_names import game_name
from bot.chat.delivery.composed import ComposedMessage
from bot.chat.delivery.discord_sender import DiscordSender, PlaceClosed, Post
from bot.chat.delivery.forum_posts import ForumPosts
from bot.chat.delivery.message_posts import MessagePosts, NoteLimitation
from bot.chat.delivery.places import THREAD_REST
from bot.chat.delivery.refused_forms import RefusedForms, RequestForm
from bot.chat.delivery.thread_titles import nameless_titles, with_first_title
from bot.features.boards.ports import Challenges, ThreadTitles
from bot.features.matches.service.match_places import MatchPlaces
from bot.features.matches.service.match_queries import MatchQueries
from bot.features.servers.service.server_admin import ServerAdmin
from bot.kernel.outbox.notices import Notice
from bot.model.match.match import Match
from bot.model.people.person import MessageRef
from bot.model.people.players import HumanPlayer
from bot.model.ports import Clock
from bot.model.servers.limitations import Limitation
from bot.model.servers.server_rules import THREADS

log = logging.getLogger(__name__)

_Send = Callable[[Post], Awaitable[MessageRef | None]]

PATIENCE: Final = timedelta(seconds=15)
"""The maximum time that a match's first board waits for its thread."""
THREAD_NAME_LIMIT: Final = 100
_THREAD_EXISTS: Final = 160004
_NO_THREADS_HERE: Final = 50024
"""Voice channels, among others, have no threads at all."""


class MatchHomes:
    """The threads, forum posts and channels of matches."""

    def __init__(
        self,
        client: discord.Client,
        sender: DiscordSender,
        posts: MessagePosts,
        forum_posts: ForumPosts,
        forms: RefusedForms,
        readers: Readers,
        matches: MatchQueries,
        places: MatchPlaces,
        challenges: Challenges,
        titles: ThreadTitles,
        servers: ServerAdmin,
        clock: Clock,
        note: NoteLimitation,
    ) -> None:
        self._client = client
        self._sender = sender
        self._posts = posts
        self._forum_posts = forum_posts
        self._forms = forms
        self._readers = readers
        self._matches = matches
        self._places = places
        self._challenges = challenges
        self._shared_titles = titles
        self._servers = servers
        self._clock = clock
        self._note = note

    async def post(
        self, notice: Notice, composed: ComposedMessage | None, *, opens: bool = False
    ) -> MessageRef | None:
        """Post a message, if there is one, to its reader or in the best open place of its match.

        The match's first message `opens` the place. Raises PlaceClosed, Undecided, and the transient errors
        in FAILURES.
        """
        match = None if composed is None else composed.match
        if composed is None or match is None or notice.recipient is not None:
            return await self._posts.post(notice, composed)
        thread = match.thread
        if opens and thread is None:
            thread_id = await self._begin(match, notice, composed.post)
            if isinstance(thread_id, MessageRef):
                return thread_id
            thread = thread_id
        if thread is not None:
            send = partial(self._sender.post, thread, notice)
            try:
                return await (self._post_first(match, composed.post, send) if opens else send(composed.post))
            except PlaceClosed as refused:
                log.info("match %d cannot be posted in its thread: %s", match.id, refused)
                if refused.gone:
                    await self._places.move_home(match.id, None)
        return await self._posts.in_channel(notice, composed)

    async def _post_first(self, match: Match, post: Post, send: _Send) -> MessageRef | None:
        """Post the first message in a thread, which adds all players to it.

        Pinged players join by the ping. The others are named without a mention, and mentioned by a later
        edit: an edit also adds people to a thread, without a ping.
        """
        others = [person for person in dict.fromkeys(match.people) if person not in post.called]
        # The first game of a series has already added everybody to the thread.
        if not others or (match.series_number or 1) > 1:
            return await send(post)
        names = await self._readers.people.names(set(others))
        t = await self._readers.public(match)
        spoken = {
            phrases.mention(person): plain_name(phrases.plain(HumanPlayer(person), names, t))
            for person in others
        }
        ref = await send(replace(post, message=_reword(post.message, spoken)))
        if ref is not None:
            await self._sender.name_all(ref, post.message.content, match.people)
        return ref

    async def _begin(self, match: Match, notice: Notice, post: Post) -> MessageRef | int | None:
        """Open a match's place: a post in a forum, which holds its first message, or a thread.

        Return the message or the thread; None if its place is its channel.
        """
        forum = await self._forum_of(match)
        if forum is None:
            return await self._open_thread_in_time(match, notice)
        shared = await self._post_of_series(match)
        if shared is not None:
            return shared
        thread = await self._open_post(forum, match, notice, post)
        return thread or await self._open_thread_in_time(match, notice)

    async def _open_thread_in_time(self, match: Match, notice: Notice) -> int | None:
        """Open the match's own thread, unless the players would wait for their board.

        Discord allows a few new threads within minutes (discord-api-docs issue 7816). Beyond that the first
        board is posted in the channel, and the thread follows. Return None if there is none, or not yet.
        """
        try:
            return await self.open_thread(match)
        except discord.RateLimited as limited:
            wait, now = timedelta(seconds=limited.retry_after), self._clock()
            if now + wait - (notice.written or now) <= PATIENCE:
                raise
            log.info("match %d starts in its channel, its thread follows: %s", match.id, limited)
            await self._places.open_thread_later(match.id, wait)
            return None

    async def open_thread(self, match: Match) -> int | None:
        """Open the match's own thread on its card; return None if that is impossible.

        Raises the transient errors in FAILURES.
        """
        challenge = await self._challenges.get(match.challenge)
        within_thread, channel = match.place.parent is not None, match.place.channel
        if challenge.message is None or within_thread or not await self._wants_threads(match):
            return None
        if self._forms.knows(channel, RequestForm.THREAD):
            return None
        card = challenge.message
        if await self._matches.running_at(card):
            # Another game of the same round opened it.
            await self._places.move_home(match.id, card, channel)
            return card
        titles = await self._thread_titles(match)
        try:
            # discord.py's messages open threads only in servers known from the gateway.
            thread = await with_first_title(
                titles,
                lambda title: got(
                    self._client.http.start_thread_with_message(
                        channel, card, name=title, auto_archive_duration=THREAD_REST
                    )
                ),
            )
        except discord.HTTPException as error:
            if error.code == _THREAD_EXISTS:
                thread_id = challenge.message
            elif meaning(error) is RefusalMeaning.PASSING:
                raise
            else:
                log.info("match %d gets no thread: %s", match.id, error)
                if meaning(error) is RefusalMeaning.CLOSED:
                    self._forms.learn(channel, RequestForm.THREAD)
                    if error.code != _NO_THREADS_HERE:
                        await self._note(match.place, Limitation.THREADS, error.code)
                return None
        else:
            thread_id = int(thread["id"])
        await self._places.move_home(match.id, thread_id, match.place.channel)
        return thread_id

    async def _forum_of(self, match: Match) -> int | None:
        """Return the forum for a match's post; a match of a private thread stays there."""
        if match.place.server is None or match.place.private:
            return None
        return (await self._servers.server(match.place.server)).forum

    async def _post_of_series(self, match: Match) -> int | None:
        """Return the post of the previous match of the series, which this match shares."""
        if match.series is None or match.series_number is None:
            return None
        games = (await self._matches.series(match.series)).games[: match.series_number - 1]
        before = await self._matches.get(games[-1]) if games else None
        if before is None or before.thread is None:
            return None
        await self._places.move_home(match.id, before.thread, before.thread_parent)
        return before.thread

    async def _open_post(self, forum: int, match: Match, notice: Notice, post: Post) -> MessageRef | None:
        """Start a match as a post in a forum; None if that is impossible."""
        game = (await self._readers.public(match))(f"{match.key}.name")
        titles = await self._titles(match)
        try:
            ref = await self._post_first(
                match, post, lambda attempt: self._forum_posts.open(forum, notice, attempt, titles, game)
            )
        except PlaceClosed as refused:
            log.info("match %d cannot start in forum %d: %s", match.id, forum, refused)
            there = replace(match.place, channel=forum, parent=None)
            await self._note(there, Limitation.POSTS, refused.code)
            return None
        if ref is not None:
            await self._places.move_home(match.id, ref.channel, forum)
        return ref

    async def _thread_titles(self, match: Match) -> tuple[str, ...]:
        """Return the titles of the thread on a match's card, which a tournament round shares."""
        shared = await self._shared_titles.thread_titles(match.challenge, await self._readers.public(match))
        return tuple(title[:THREAD_NAME_LIMIT] for title in shared) or await self._titles(match)

    async def _titles(self, match: Match) -> tuple[str, ...]:
        """Return the titles of a match's thread, the title with its players first."""
        names = await self._readers.people.names(set(match.people))
        t = await self._readers.public(match)
        name = t(
            "game.thread",
            game=game_name(match, t),
            number=match.id,
            players=t("list.versus").join(
                plain_name(phrases.plain(player, names, t)) for player in match.players
            ),
        )
        return tuple(title[:THREAD_NAME_LIMIT] for title in (name, *nameless_titles(match, t)))

    async def _wants_threads(self, match: Match) -> bool:
        server = match.place.server
        return server is None or (await self._servers.server(server))[THREADS]


def _reword(message: PublicMessage, words: Mapping[str, str]) -> PublicMessage:
    def remark(text: str) -> str:
        for before, after in words.items():
            text = text.replace(before, after)
        return text

    return replace(
        message, headline=remark(message.headline), body=remark(message.body), closing=remark(message.closing)
    )
