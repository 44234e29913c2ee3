"""Posts, finds, edits and deletes messages on Discord.

A post carries a nonce, by which Discord recognises a repetition for some minutes. After an attempt with an
unknown result, the channel is searched before the next attempt.
"""

import hashlib
import logging
from collections.abc import Awaitable, Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

import discord

from bot.chat.core import custom_ids
from bot.chat.core.failures.discord_refusals import FAILURES, RefusalMeaning, got, meaning
from bot.chat.core.messages import layouts
from bot.chat.core.messages.message_edits import Edit, calling, kept_files
from bot.chat.core.messages.nonceless import send_without_nonce
from bot.chat.core.messages.public_message import PublicMessage
from bot.chat.core.pictures import Picture, Pictures
from bot.chat.delivery.message_cache import MessageCache
from bot.chat.delivery.refused_forms import RefusedForms, RequestForm
from bot.kernel.outbox.notices import Notice
from bot.kernel.outbox.outbox import Outbox
from bot.model.people.person import MessageRef, Place
from bot.model.ports import Clock
from bot.monitoring.metrics import Metrics

log = logging.getLogger(__name__)

LOOK_BACK: Final = 50
LOOK_FAR_BACK: Final = 1000
"""The least and the most messages to search for an earlier attempt."""
NONCE_HOLDS: Final = timedelta(minutes=2)
"""How long to rely on a nonce; Discord documents "a few minutes"."""
_CLOCKS_DIFFER: Final = timedelta(minutes=5)
_ARCHIVED: Final = 50083
_NO_MESSAGE: Final = 10008
_NO_PERMISSION: Final = 50013
_UNREADABLE: Final = frozenset({50001, _NO_PERMISSION})
_NO_FILES: Final = frozenset({_NO_PERMISSION, 400001})
"""The codes by which a place refuses all files; other codes concern a single message."""
_NO_PLACE: Final = {RefusalMeaning.GONE, RefusalMeaning.CLOSED, RefusalMeaning.UNREACHABLE}

MakeEdit = Callable[[discord.Message], Awaitable[Edit | None]]
"""Returns a message's edit, None if nothing changes."""


Changed = Callable[[int], Awaitable[None]]
"""Records that a message differs from its first post."""

NoPicture = Callable[[Place, int], Awaitable[None]]
"""Records that a place refuses pictures, with Discord's code."""

_Send = Callable[
    [str, discord.ui.View, list[discord.File], discord.AllowedMentions], Awaitable[discord.Message]
]
"""Sends a message's text, buttons, files and mentions to its place."""


class PlaceClosed(Exception):
    """A message cannot be posted in a place; `gone` means never. `code` is Discord's."""

    def __init__(self, reason: str, *, gone: bool = False, code: int | None = None) -> None:
        super().__init__(reason)
        self.gone = gone
        self.code = code


class Undecided(Exception):
    """It is unknown whether a message with pings, or a direct one, was posted before a restore."""


class _DeletedSince(PlaceClosed):
    """The message had arrived and was deleted since."""


@dataclass(frozen=True, slots=True)
class Post:
    """A message ready to send, with its pings and the custom_id that marks it.

    The nonce depends on `created`, the creation time of its subject; `pictures` draw its picture.
    """

    message: PublicMessage
    called: tuple[int, ...]
    mark: str
    created: datetime
    pictures: Pictures
    roles: tuple[int, ...] = ()
    """The roles it pings."""
    place: Place | None = None
    """The place of the subject; refusals are remembered for it."""

    async def draw(self) -> Picture | None:
        scene = self.message.scene
        return None if scene is None else await scene.draw(self.pictures)


class DiscordSender:
    """Posts and edits in Discord's channels and direct messages.

    Posts belong to the running `epoch`; `outbox` and `metrics` count messages with an unknown result.
    `messages` caches the latest posts; `changed` gets each message that another process may have cached.
    `forms` remembers refusals per channel; `no_picture` gets places that refuse pictures.
    """

    def __init__(
        self,
        client: discord.Client,
        outbox: Outbox,
        metrics: Metrics,
        clock: Clock,
        epoch: int,
        *,
        messages: MessageCache | None = None,
        changed: Changed | None = None,
        forms: RefusedForms | None = None,
        no_picture: NoPicture | None = None,
    ) -> None:
        self._client = client
        self._outbox = outbox
        self._metrics = metrics
        self._clock = clock
        self._epoch = epoch
        self._cache = messages or MessageCache()
        self._changed = changed
        self._forms = forms or RefusedForms()
        self._no_picture = no_picture

    async def post(self, channel: int, notice: Notice, post: Post) -> MessageRef | None:
        """Post a notice's message, unless an earlier attempt has arrived.

        Return None if it had arrived and was deleted since. If Discord refuses the picture or the buttons,
        the message is posted without them. Raises PlaceClosed, Undecided, and the errors in FAILURES.
        """
        place, silent = self._client.get_partial_messageable(channel), notice.routing.silent
        if notice.uncertain or notice.attempts:
            message = await self._find(place, notice, post)
            if message is not None:
                return MessageRef(channel, message)

        async def send(
            content: str, view: discord.ui.View, files: list[discord.File], mentions: discord.AllowedMentions
        ) -> discord.Message:
            if self._forms.knows(channel, RequestForm.NONCE):
                return await send_without_nonce(
                    self._client, place, content, view, files, mentions, silent=silent
                )
            mark = nonce(notice, post.created, self._epoch)
            return await place.send(
                content, view=view, files=files, nonce=mark, allowed_mentions=mentions, silent=silent
            )

        try:
            return MessageRef(channel, (await self.post_by(send, notice, post)).id)
        except _DeletedSince:
            return None

    async def post_by(self, send: _Send, notice: Notice, post: Post) -> discord.Message:
        """Send a notice's message by `send`, without the parts that Discord refuses.

        Raises PlaceClosed and the errors in FAILURES.
        """
        # A direct message can mention only its reader.
        mentions = calling(
            (person for person in post.called if notice.recipient in {None, person}), post.roles
        )
        public = post.place if notice.recipient is None else None
        is_shown = public is None or not self._forms.knows(_channel(public), RequestForm.PICTURE)
        refused_picture: int | None = None
        for attempt in _attempts(post.message if is_shown else post.message.without_picture()):
            picture = None if attempt.scene is None else await post.draw()
            files = [] if picture is None else [picture.file()]
            try:
                view = layouts.of_epoch(attempt.view(), self._epoch)
                message = await got(send(attempt.content, view, files, mentions))
            except discord.HTTPException as error:
                # Discord has the same code for a missing right to post and to attach files.
                in_words = error.code == _NO_PERMISSION and attempt.scene is not None and public is not None
                if not in_words:
                    _stop_unless_unfit(error)
                if attempt.scene is not None and error.code in _NO_FILES:
                    refused_picture = error.code
                level = logging.WARNING if in_words else logging.ERROR
                log.log(level, "notice %d (%s) refused: %s", notice.id, notice.kind.__name__, error)
            else:
                self._cache.keep(message)
                if public is not None:
                    cause = refused_picture if attempt.rows == post.message.rows else None
                    await self._learn(public, message, cause)
                return message
        raise PlaceClosed("refused even as plain text")

    async def _learn(self, place: Place, message: discord.Message, refused_picture: int | None) -> None:
        """Remember a message's channel, and that it refuses pictures, with Discord's code."""
        channel = _channel(place)
        self._forms.record_parent(message.channel.id, channel)
        if refused_picture is None:
            return
        self._forms.learn(channel, RequestForm.PICTURE)
        log.warning("channel %d refuses pictures (code %d)", channel, refused_picture)
        if self._no_picture is not None:
            await self._no_picture(place, refused_picture)

    async def _find(self, place: discord.PartialMessageable, notice: Notice, post: Post) -> int | None:
        """Return a notice's message, if an attempt with an unknown result did arrive.

        The search reaches back to when the notice was written. Without access to the history the nonce must
        suffice, while Discord remembers it; after that the message is posted again, and counted. After a
        restore nonces are useless: a message with pings, or a direct one, then raises Undecided.
        """
        lost, written = notice.lost, notice.written
        message, all_seen = await self._search(place, notice, post)
        if message is not None or all_seen:
            return message
        if lost is None:
            if notice.uncertain and written is not None and self._clock() - written > NONCE_HOLDS:
                log.warning(
                    "notice %d (%s) may be delivered twice: its channel cannot be read",
                    notice.id,
                    notice.kind.__name__,
                )
                self._metrics.unsure()
            return None
        log.warning("it is unknown whether notice %d (%s) was delivered", notice.id, notice.kind.__name__)
        if post.called or post.roles or notice.recipient is not None:
            raise Undecided(f"notice {notice.id}")
        if not notice.attempts:
            await self._outbox.count_undecided()
        return None

    async def _search(
        self, place: discord.PartialMessageable, notice: Notice, post: Post
    ) -> tuple[int | None, bool]:
        """Return a notice's message, and whether the search covered everything since the notice."""
        me, since, count = self._client.user, earliest_post_time(notice), 0
        try:
            async for message in place.history(limit=LOOK_BACK if since is None else LOOK_FAR_BACK):
                count += 1
                own = me is not None and message.author.id == me.id
                if own and _is_marked(message, notice, post, self._epoch):
                    return message.id, True
                if since is not None and message.created_at < since and count >= least_looked_at(notice):
                    return None, True
        except discord.HTTPException as error:
            # Without access to the history, rely on the nonce.
            if meaning(error) is RefusalMeaning.PASSING:
                raise
            return None, False
        # A history closed to the bot looks empty.
        return None, 0 < count < LOOK_FAR_BACK or (not count and await self._is_silent(place, notice))

    async def _is_silent(self, place: discord.PartialMessageable, notice: Notice) -> bool:
        """Return whether a place has had no message since the notice was written."""
        since = earliest_post_time(notice)
        if notice.recipient is not None or since is None:
            return True
        try:
            channel = await got(self._client.fetch_channel(place.id))
        except discord.InvalidData:
            return False
        except discord.HTTPException as error:
            if meaning(error) is RefusalMeaning.PASSING:
                raise
            return False
        last = getattr(channel, "last_message_id", None)
        if last is None:
            return isinstance(channel, discord.Thread) and not channel.message_count
        return discord.utils.snowflake_time(last) < since

    async def carries(self, ref: MessageRef, notice: Notice, post: Post) -> bool:
        """Return whether a notice's message exists. Raises the transient errors in FAILURES."""
        place = self._client.get_partial_messageable(ref.channel)
        try:
            return _is_marked(await got(place.fetch_message(ref.message)), notice, post, self._epoch)
        except discord.HTTPException as error:
            if meaning(error) is RefusalMeaning.PASSING:
                raise
            return False

    async def delete(self, ref: MessageRef) -> None:
        """Delete a replaced message of the bot. Raises the transient errors in FAILURES."""
        place = self._client.get_partial_messageable(ref.channel)
        await self._in_thread(ref, lambda: got(place.get_partial_message(ref.message).delete()))

    async def change(
        self, ref: MessageRef, edit: MakeEdit, reupload: MakeEdit | None = None, *, as_posted: bool = False
    ) -> bool:
        """Edit a message, if it still exists and is reachable. Return False if it is surely gone.

        A message that still reads `as_posted` is not fetched. If Discord refuses the edit, the edit from
        `reupload` is tried; it uploads the files again. Raises the transient errors in FAILURES.
        """
        posted = self._cache.take(ref.message)

        async def act() -> None:
            message = posted if posted is not None and as_posted else await self._read(ref, posted)
            result = await edit(message)
            if result is None:
                return
            if reupload is not None and self._forms.knows(ref.channel, RequestForm.KEEPING_EDIT):
                await got((await reupload(message) or result).apply(message))
                return
            try:
                changed = await got(result.apply(message))
                if message is posted and not as_posted:
                    # Next time reading would fail again.
                    self._cache.keep(changed)
            except discord.HTTPException as error:
                if reupload is None or meaning(error) is not RefusalMeaning.UNFIT:
                    raise
                await self._edit_again(ref, message, edit, reupload, error)
            if self._changed is not None and posted is None and not as_posted:
                # It was posted by another process, or long ago. Messages without buttons are never edited
                # again.
                await self._changed(ref.message)

        return await self._in_thread(ref, act)

    async def _edit_again(
        self,
        ref: MessageRef,
        message: discord.Message,
        edit: MakeEdit,
        reupload: MakeEdit,
        refusal: discord.HTTPException,
    ) -> None:
        """Retry a refused edit once; render the picture again unless a concurrent edit replaced the file.

        In that case the refused edit listed a file that the message no longer has.
        """
        standing = await self._read(ref, message)
        if _files_of(standing) != _files_of(message):
            result = await edit(standing)
            if result is not None:
                await got(result.apply(standing))
            return
        again = await reupload(message)
        if again is None:
            raise refusal
        log.warning("the edit of message %d was refused, retrying with new uploads: %s", ref.message, refusal)
        await got(again.apply(message))
        self._forms.learn(ref.channel, RequestForm.KEEPING_EDIT)

    async def _read(self, ref: MessageRef, posted: discord.Message | None) -> discord.Message:
        """Fetch a message; without the right to read, fall back to its cached state `posted`.

        The bot may edit its own messages without the right to read.
        """
        place = self._client.get_partial_messageable(ref.channel)
        try:
            return await got(place.fetch_message(ref.message))
        except discord.HTTPException as error:
            if posted is None or error.code not in _UNREADABLE:
                raise
            return posted

    async def _in_thread(self, ref: MessageRef, act: Callable[[], Awaitable[None]]) -> bool:
        """Act on a message; if its thread is archived, reopen it and retry.

        Return False if the message is surely gone.
        """
        for last in (False, True):
            try:
                await act()
            except discord.HTTPException as error:
                if error.code == _ARCHIVED and not last and await self._unarchive(ref.channel):
                    continue
                if meaning(error) is RefusalMeaning.PASSING:
                    raise
                if meaning(error) is RefusalMeaning.UNFIT:
                    log.error("edit of message %d refused: %s", ref.message, error)  # noqa: TRY400  # Discord's answer says all
                else:
                    log.info("message %d stays unchanged: %s", ref.message, error)
                return error.code != _NO_MESSAGE
            else:
                return True
        return True

    async def _unarchive(self, thread: int) -> bool:
        try:
            await got(self._client.http.edit_channel(thread, archived=False))
        except FAILURES as error:
            log.info("thread %d stays archived: %s", thread, error)
            return False
        return True

    async def name_all(self, ref: MessageRef, content: str, people: Iterable[int]) -> None:
        """Edit a thread's first message to its full text.

        Mentions in an edit add people to the thread without a ping and without a system message; best effort.
        """
        message = self._cache.take(ref.message)
        place = self._client.get_partial_messageable(ref.channel)
        try:
            if message is None:
                # A previous process may have crashed between the post and this edit.
                message = await got(place.fetch_message(ref.message))
            new_edit = Edit(content, layouts.classic_again(message), kept_files(message), calling(people))
            self._cache.keep(await got(new_edit.apply(message)))
        except FAILURES as error:
            log.info("message %d does not mention every player: %s", ref.message, error)


def _files_of(message: discord.Message) -> set[int]:
    return {file.id for file in kept_files(message)}


def _stop_unless_unfit(error: discord.HTTPException) -> None:
    """Raise a post's refusal, unless a reduced message may be accepted."""
    refusal = meaning(error)
    if refusal is RefusalMeaning.NO_MESSAGE:
        raise _DeletedSince(str(error)) from error
    if refusal in _NO_PLACE:
        raise PlaceClosed(str(error), gone=refusal is RefusalMeaning.GONE, code=error.code) from error
    if refusal is not RefusalMeaning.UNFIT:
        raise error


def _channel(place: Place) -> int:
    """Return the channel of a place; for a thread its parent, which has the permissions."""
    return place.parent or place.channel


def _attempts(message: PublicMessage) -> Iterator[PublicMessage]:
    """Yield a message, then versions without parts that may have been refused."""
    yield message
    plain = message.without_picture()
    if message.scene is not None:
        yield plain
    if message.rows:
        yield plain.without_buttons()


def _is_marked(message: discord.Message, notice: Notice, post: Post, epoch: int) -> bool:
    """Return whether a message carries a notice's mark, from an epoch that contained the notice."""
    since = _epoch_of(notice, epoch)
    return any(custom_ids.is_mark(custom_id, post.mark, since) for custom_id in layouts.custom_ids(message))


def _epoch_of(notice: Notice, current: int) -> int:
    return current if notice.lost is None else notice.lost.epoch


def nonce(notice: Notice, created: datetime, current: int) -> str:
    """Return a post's nonce, unique per notice across databases.

    `current` is the running epoch; later epochs may reuse a notice's number.
    """
    epoch = _epoch_of(notice, current)
    content = f"{notice.id}:{created.isoformat()}:{notice.stored_kind}:{notice.recipient}" + f":{epoch}" * (
        epoch > 0
    )
    return hashlib.blake2b(content.encode(), digest_size=12).hexdigest()


def earliest_post_time(notice: Notice) -> datetime | None:
    """Return the earliest time at which a notice may have been posted, if known, minus a clock tolerance."""
    written = notice.written if notice.lost is None else notice.lost.written
    return None if written is None else written - _CLOCKS_DIFFER


def least_looked_at(notice: Notice) -> int:
    """Return how many messages to search, however old they are."""
    return LOOK_BACK if notice.lost is None else 1
