"""Thread creation and thread members."""

import math
from dataclasses import replace
from datetime import datetime

from playground.interactions.posting import Posting
from playground.limits.forms import Form, body_object
from playground.rest.call import NO_CONTENT, Call, Endpoint, Reply
from playground.rest.channels import archive_minutes
from playground.rest.door import Doorkeeper
from playground.values.errors import (
    MISSING_ACCESS,
    MISSING_PERMISSIONS,
    NO_FREE_TAG,
    TAG_REQUIRED,
    THREAD_EXISTS,
    UNKNOWN_MEMBER,
    UNKNOWN_USER,
    WRONG_CHANNEL_TYPE,
    ApiError,
)
from playground.values.messages import Message, MessageType
from playground.values.people import Json
from playground.values.permissions import Permission
from playground.values.places import PUBLIC_THREADS, THREADS, Channel, ChannelType
from playground.world.thread_rules import ThreadRules
from playground.world.wire import Wire
from playground.world.world import World

FIRST_MESSAGE = frozenset(
    ("content", "embeds", "allowed_mentions", "components", "sticker_ids", "attachments", "flags")
)
MAX_TAGS = 5
MAX_ARCHIVED = 100
_MICROSECOND = 6
PARENTS = frozenset((ChannelType.TEXT, ChannelType.ANNOUNCEMENT))
MEMBER_PATH = "/channels/{channel}/thread-members/{user}"


class ThreadRest:
    """The thread endpoints."""

    def __init__(
        self, world: World, wire: Wire, door: Doorkeeper, rules: ThreadRules, posting: Posting
    ) -> None:
        self._posting = posting
        self._world = world
        self._wire = wire
        self._door = door
        self._rules = rules

    def endpoints(self) -> list[Endpoint]:
        return [
            Endpoint("POST", "/channels/{channel}/messages/{message}/threads", self.from_message),
            Endpoint("POST", "/channels/{channel}/threads", self.without_message),
            Endpoint("GET", "/channels/{channel}/thread-members", self.members),
            Endpoint("GET", MEMBER_PATH, self.member),
            Endpoint("PUT", MEMBER_PATH, self.add),
            Endpoint("DELETE", MEMBER_PATH, self.remove),
            Endpoint("GET", "/guilds/{guild}/threads/active", self.active),
            Endpoint("GET", "/channels/{channel}/threads/archived/public", self.list_archived),
        ]

    def from_message(self, call: Call) -> Reply:
        """POST: create a thread from a message, with the message's id; 400/160004 if it already has one."""
        channel = self._parent(call, Permission.CREATE_PUBLIC_THREADS)
        message = self._door.message(channel, call.params["message"])
        if message.id in self._world.channels:
            raise ApiError(THREAD_EXISTS)
        if self._world.strictness.thread_titles_filtered:
            self._rules.check_title(channel.guild_id, body_object(call.body).get("name"))
        reply = self._open(call, channel, message.id, ChannelType.PUBLIC_THREAD)
        if self._world.strictness.every_thread_announced and isinstance(reply.body, dict):
            self._announce(channel, reply.body)
        return reply

    def without_message(self, call: Call) -> Reply:
        """POST: create a thread without a message; a public thread is announced in its channel.

        In a forum, create a post: a thread with its first message.
        """
        body = body_object(call.body)
        place = self._world.channel(call.params["channel"])
        if place is not None and place.type == ChannelType.FORUM:
            return self._post_in_forum(call, body)
        form = Form()
        # Discord's default type is a private thread.
        thread_type = body.get("type") or ChannelType.PRIVATE_THREAD
        kind = form.choice(("type",), thread_type, frozenset(int(item) for item in THREADS))
        form.raise_errors()
        public = kind in PUBLIC_THREADS
        needed = Permission.CREATE_PUBLIC_THREADS if public else Permission.CREATE_PRIVATE_THREADS
        channel = self._parent(call, needed)
        reply = self._open(call, channel, self._world.snowflakes.mint(), ChannelType(kind or 0))
        if public and isinstance(reply.body, dict):
            self._announce(channel, reply.body)
        return reply

    def _post_in_forum(self, call: Call, body: Json) -> Reply:
        """POST: create a forum post: a thread and a message with the same id.

        It needs SEND_MESSAGES and no thread permission (topics/threads "Creating Threads in Forum and Media
        Channels"). Its message cannot have a nonce (resources/channel).
        """
        needed = Permission.SEND_MESSAGES | (Permission.ATTACH_FILES if call.uploads else Permission(0))
        forum = self._door.channel(call.params["channel"], needed)
        self._rules.check_thread_cap(forum.guild_id)
        form = Form()
        first = body.get("message")
        if not isinstance(first, dict):
            form.add_error(("message",), "BASE_TYPE_REQUIRED", "This field is required")
            first = {}
        tags = self._tags(form, forum, body)
        form.text(("name",), body.get("name"), 1, 100)
        form.raise_errors()
        self._rules.check_title(forum.guild_id, body.get("name"))
        draft = self._posting.draft(
            channel_id=forum.id,
            author_id=self._world.bot.id,
            body={key: value for key, value in first.items() if key in FIRST_MESSAGE},
            uploads=call.uploads,
        )
        reply = self._open(call, forum, draft.id, ChannelType.PUBLIC_THREAD, tags)
        message = self._posting.publish(replace(draft, channel_id=draft.id))
        self._world.channels[forum.id] = replace(forum, last_message_id=draft.id)
        thread = self._wire.channel(self._world.channels[draft.id])
        return Reply(reply.status, thread | {"message": self._wire.message(message)})

    def _tags(self, form: Form, forum: Channel, body: Json) -> tuple[str, ...]:
        """Return a post's tags; raise 400/40067 without a required tag, 400/40066 if all tags are moderated.

        The 403/50013 for a moderated tag is inferred.
        """
        ids = body.get("applied_tags") or []
        by_id = {tag.id: tag for tag in forum.tags}
        if not isinstance(ids, list) or len(ids) > MAX_TAGS:
            form.add_error(
                ("applied_tags",), "BASE_TYPE_BAD_LENGTH", f"Must be {MAX_TAGS} or fewer in length."
            )
            return ()
        tag_ids = tuple(map(str, ids))
        for number, tag in enumerate(tag_ids):
            if tag not in by_id:
                form.add_error(("applied_tags", str(number)), "BASE_TYPE_CHOICES", "Unknown tag")
                return ()
        may_manage = self._world.bot_may(forum) & Permission.MANAGE_THREADS
        if not may_manage and any(by_id[tag].moderated for tag in tag_ids):
            raise ApiError(MISSING_PERMISSIONS)
        if forum.requires_tag and not tag_ids:
            raise ApiError(TAG_REQUIRED if any(not tag.moderated for tag in forum.tags) else NO_FREE_TAG)
        return tag_ids

    def _parent(self, call: Call, needed: Permission) -> Channel:
        channel = self._door.channel(call.params["channel"])
        if channel.type not in PARENTS:
            raise ApiError(WRONG_CHANNEL_TYPE)
        self._door.channel(channel.id, needed)
        self._rules.check_thread_cap(channel.guild_id)
        return channel

    def _open(
        self, call: Call, parent: Channel, thread_id: str, kind: ChannelType, tags: tuple[str, ...] = ()
    ) -> Reply:
        body = body_object(call.body)
        form = Form()
        name = form.text(("name",), body.get("name"), 1, 100)
        minutes = archive_minutes(form, body) or 4320
        form.integer(("rate_limit_per_user",), body.get("rate_limit_per_user"), 0, 21600)
        form.raise_errors()
        if parent.type == ChannelType.ANNOUNCEMENT:
            if kind == ChannelType.PRIVATE_THREAD:
                raise ApiError(WRONG_CHANNEL_TYPE)
            kind = ChannelType.ANNOUNCEMENT_THREAD
        now = self._world.clock.now()
        thread = Channel(
            id=thread_id,
            type=kind,
            name=name or "",
            created=now,
            guild_id=parent.guild_id,
            parent_id=parent.id,
            owner_id=self._world.bot.id,
            auto_archive=minutes,
            archive_changed=now,
            last_active=now,
            members=(self._world.bot.id,),
            applied_tags=tags,
        )
        self._world.open_channel(thread)
        return Reply(201, self._wire.channel(thread))

    def _announce(self, channel: Channel, thread: Json) -> None:
        world = self._world
        world.post(
            Message(
                id=world.snowflakes.mint(),
                channel_id=channel.id,
                author_id=world.bot.id,
                type=MessageType.THREAD_CREATED,
                timestamp=world.clock.now(),
                content=thread["name"],
                reference={"type": 0, "channel_id": thread["id"], "guild_id": channel.guild_id},
            )
        )

    def _thread(self, call: Call) -> Channel:
        thread = self._door.channel(call.params["channel"])
        if not thread.is_thread:
            raise ApiError(WRONG_CHANNEL_TYPE)
        return thread

    def _user_id(self, call: Call) -> str:
        user_id = self._world.bot.id if call.params["user"] == "@me" else call.params["user"]
        if user_id not in self._world.users:
            raise ApiError(UNKNOWN_USER)
        return user_id

    def members(self, call: Call) -> Reply:
        """GET: list a thread's members."""
        thread = self._thread(call)
        return Reply(200, [self._wire.thread_member(thread, user) for user in thread.members])

    def member(self, call: Call) -> Reply:
        """GET: return a member of a thread; raise 404/10007 if they are not in it."""
        thread, user_id = self._thread(call), self._user_id(call)
        if user_id not in thread.members:
            raise ApiError(UNKNOWN_MEMBER)
        return Reply(200, self._wire.thread_member(thread, user_id))

    def add(self, call: Call) -> Reply:
        """PUT: join the thread, or add a member."""
        thread, user_id = self._thread(call), self._user_id(call)
        self._rules.check_modifying(thread)
        if user_id != self._world.bot.id:
            self._door.channel(thread.id, Permission.SEND_MESSAGES_IN_THREADS)
            if user_id not in thread.members:
                self._post_added(thread, user_id)
        self._world.add_members(thread.id, (user_id,))
        return NO_CONTENT

    def _post_added(self, thread: Channel, user_id: str) -> None:
        """Post the system message about an added member (type 1), which pings them and cannot be deleted."""
        self._world.post(
            Message(
                id=self._world.snowflakes.mint(),
                channel_id=thread.id,
                author_id=self._world.bot.id,
                type=MessageType.RECIPIENT_ADD,
                timestamp=self._world.clock.now(),
                mentions=(user_id,),
            )
        )

    def remove(self, call: Call) -> Reply:
        """DELETE: leave the thread, or remove a member."""
        thread, user_id = self._thread(call), self._user_id(call)
        self._rules.check_modifying(thread)
        bot = self._world.bot.id
        private = thread.type == ChannelType.PRIVATE_THREAD and thread.owner_id == bot
        if user_id != bot and not (private or self._world.bot_may(thread) & Permission.MANAGE_THREADS):
            raise ApiError(MISSING_PERMISSIONS)
        self._world.remove_members(thread.id, (user_id,))
        return NO_CONTENT

    def active(self, call: Call) -> Reply:
        """GET: list a guild's active threads."""
        if not self._world.bot_in(call.params["guild"]):
            raise ApiError(MISSING_ACCESS)
        threads = [
            thread
            for thread in self._world.channels_of(call.params["guild"])
            if thread.is_thread and not thread.archived and self._world.bot_may(thread)
        ]
        return Reply(200, self._listing(threads))

    def list_archived(self, call: Call) -> Reply:
        """GET: list a channel's archived public threads, most recently archived first.

        resources/channel "List Public Archived Threads": `before` is a time, `limit` 2 to 100.
        """
        channel = self._door.channel(call.params["channel"], Permission.READ_MESSAGE_HISTORY)
        form = Form()
        limit_text = call.query.get("limit", str(MAX_ARCHIVED))
        limit = form.integer(
            ("limit",), int(limit_text) if limit_text.isdigit() else limit_text, 2, MAX_ARCHIVED
        )
        before = _time(form, call.query.get("before"))
        form.raise_errors()
        channels = (self._world.channel(channel_id) for channel_id in list(self._world.channels))
        threads = sorted(
            (
                thread
                for thread in channels
                if thread is not None
                and thread.parent_id == channel.id
                and thread.archived
                and thread.type in PUBLIC_THREADS
                and round(thread.archive_changed, _MICROSECOND) < round(before, _MICROSECOND)
            ),
            key=lambda thread: thread.archive_changed,
            reverse=True,
        )
        page = threads[: limit or MAX_ARCHIVED]
        return Reply(200, self._listing(page) | {"has_more": len(page) < len(threads)})

    def _listing(self, threads: list[Channel]) -> Json:
        bot = self._world.bot.id
        return {
            "threads": [self._wire.channel(thread) for thread in threads],
            "members": [self._wire.thread_member(t, bot) for t in threads if bot in t.members],
        }


def _time(form: Form, text: str | None) -> float:
    """Parse an ISO 8601 time to a Unix timestamp; return infinity for None."""
    if text is None:
        return math.inf
    try:
        return datetime.fromisoformat(text).timestamp()
    except ValueError:
        form.add_error(("before",), "DATE_TIME_TYPE_PARSE", f"Could not parse {text}. Should be ISO8601.")
        return math.inf
