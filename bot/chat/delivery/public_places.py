"""Post a message in public, in the best place that is open.

A match lives in its thread; where that is closed, in its channel; where that is closed, too, in its players'
direct messages. What belongs into a private thread is told nowhere else but there and directly.
"""

import logging
from typing import Final, Literal

import discord

from bot.chat.delivery.composer import Composed
from bot.chat.delivery.discord_sender import DiscordSender, PlaceClosed, Post
from bot.chat.toolkit import phrases
from bot.chat.toolkit.app_context import AppContext
from bot.chat.toolkit.discord_refusals import Meaning, got, meaning
from bot.chat.toolkit.public_message import plain_name
from bot.play.domain.matches import Match
from bot.play.domain.notices import Notice, NoticeKind
from bot.play.domain.people import MessageRef

log = logging.getLogger(__name__)

THREAD_NAME_LIMIT: Final = 100
THREAD_REST: Literal[10080] = 10080
_THREAD_EXISTS: Final = 160004


class PublicPlaces:
    """The channels and threads in which challenges and matches are told."""

    def __init__(self, app: AppContext, client: discord.Client, sender: DiscordSender) -> None:
        self._app = app
        self._client = client
        self._sender = sender

    async def post(self, notice: Notice, composed: Composed) -> MessageRef | None:
        """Post in public, in the best place that is open. Raises PlaceClosed."""
        match = composed.match
        thread = None if match is None else match.thread
        if match is not None and notice.kind is NoticeKind.START and thread is None:
            thread = await self._open_thread(match)
        if match is not None and thread is not None:
            try:
                ref = await self._sender.post(thread, notice, composed.post)
            except PlaceClosed as refused:
                log.info("match %d cannot be told in its thread: %s", match.id, refused)
                if refused.gone:
                    await self._app.outbox.moved_home(match.id, None)
            else:
                if notice.kind is NoticeKind.START:
                    await self._sender.invite(thread, _uncalled(match, composed.post))
                return ref
        place = composed.place
        try:
            return await self._sender.post(place.channel, notice, composed.post)
        except PlaceClosed:
            # A card is known by its channel, so only what tells of a match can stand above a thread.
            if match is None or place.parent is None or place.private:
                raise
            return await self._sender.post(place.parent, notice, composed.post)

    async def _open_thread(self, match: Match) -> int | None:
        """Open the match's own thread on its card; None where that is not possible."""
        challenge = await self._app.services.challenges.get(match.challenge)
        within_thread = isinstance(self._client.get_channel(match.place.channel), discord.Thread)
        if challenge.message is None or within_thread or not await self._wants_threads(match):
            return None
        names = await self._app.services.people.names(set(match.people))
        t = await self._app.public(match)
        name = t(
            "game.thread",
            game=t(f"{match.key}.name"),
            number=match.id,
            players=t("list.versus").join(
                plain_name(phrases.plain(player, names, t)) for player in match.players
            ),
        )
        card = self._client.get_partial_messageable(match.place.channel, guild_id=match.place.server)
        try:
            opening = card.get_partial_message(challenge.message).create_thread(
                name=name[:THREAD_NAME_LIMIT], auto_archive_duration=THREAD_REST
            )
            thread = await got(opening)
        except discord.HTTPException as error:
            if error.code == _THREAD_EXISTS:
                opened = challenge.message
            elif meaning(error) is Meaning.PASSING:
                raise
            else:
                log.info("match %d gets no thread: %s", match.id, error)
                return None
        else:
            opened = thread.id
        await self._app.outbox.moved_home(match.id, opened)
        return opened

    async def _wants_threads(self, match: Match) -> bool:
        server = match.place.server
        return server is None or (await self._app.services.servers.server(server)).threads


def _uncalled(match: Match, post: Post) -> list[int]:
    """Return the players whom the first message in a thread does not call, and so does not bring there."""
    return [person for person in dict.fromkeys(match.people) if person not in post.called]
