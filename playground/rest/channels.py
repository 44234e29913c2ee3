"""Channels, their messages and threads."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

from playground.interactions.posting import Posting, PostOrigin
from playground.limits.forms import Form, body_object
from playground.rest.call import NO_CONTENT, Call, Endpoint, Reply
from playground.rest.door import Doorkeeper
from playground.rest.new_people import NewPeopleLimit
from playground.values.errors import (
    MISSING_PERMISSIONS,
    NO_REPLY,
    SYSTEM_MESSAGE,
    THREAD_ARCHIVED,
    UNKNOWN_MESSAGE,
    ApiError,
)
from playground.values.messages import UNDELETABLE, Message, MessageType
from playground.values.people import Json
from playground.values.permissions import Permission
from playground.values.places import Channel
from playground.world.old_edits import OldEdits
from playground.world.thread_rules import ThreadRules
from playground.world.wire import Wire
from playground.world.world import World

MESSAGE_PATH = "/channels/{channel}/messages/{message}"


class ChannelRest:
    """The endpoints of channels and messages."""

    def __init__(
        self,
        *,
        world: World,
        wire: Wire,
        posting: Posting,
        door: Doorkeeper,
        rules: ThreadRules,
        old_edits: OldEdits,
        new_people: NewPeopleLimit,
    ) -> None:
        self._world = world
        self._wire = wire
        self._posting = posting
        self._door = door
        self._rules = rules
        self._old_edits = old_edits
        self._new_people = new_people

    def endpoints(self) -> list[Endpoint]:
        return [
            Endpoint("GET", "/channels/{channel}", self.show),
            Endpoint("PATCH", "/channels/{channel}", self.change),
            Endpoint("DELETE", "/channels/{channel}", self.delete),
            Endpoint("POST", "/channels/{channel}/typing", self.typing),
            Endpoint("GET", "/channels/{channel}/messages", self.history),
            Endpoint("POST", "/channels/{channel}/messages", self.post),
            Endpoint("GET", MESSAGE_PATH, self.message),
            Endpoint("PATCH", MESSAGE_PATH, self.edit),
            Endpoint("DELETE", MESSAGE_PATH, self.erase),
            Endpoint("PUT", "/channels/{channel}/messages/pins/{message}", self.pin),
            Endpoint("DELETE", "/channels/{channel}/messages/pins/{message}", self.unpin),
        ]

    def show(self, call: Call) -> Reply:
        """GET /channels/{channel}."""
        return Reply(200, self._wire.channel(self._door.channel(call.params["channel"])))

    def change(self, call: Call) -> Reply:
        """PATCH /channels/{channel}: rename, archive or lock a thread."""
        channel = self._door.channel(call.params["channel"])
        body = body_object(call.body)
        if not channel.is_thread:
            raise ApiError(MISSING_PERMISSIONS)
        form = Form()
        name = form.text(("name",), body["name"], 1, 100) if "name" in body else channel.name
        archived = form.flag(("archived",), body["archived"]) if "archived" in body else channel.archived
        locked = form.flag(("locked",), body["locked"]) if "locked" in body else channel.locked
        duration = channel.auto_archive
        if body.get("auto_archive_duration") is not None:
            duration = archive_minutes(form, body) or duration
        form.raise_errors()
        self._check_change(channel, archived=archived, locked=locked, others=bool(body.keys() - {"archived"}))
        if name != channel.name:
            self._rules.check_title(channel.guild_id, name)
        if name and name != channel.name:
            self._post_renamed(channel, name)
        thread = replace(self._world.channels[channel.id], name=name or channel.name, auto_archive=duration)
        if (archived, locked) != (channel.archived, channel.locked):
            self._world.channels[thread.id] = thread
            thread = self._world.archive_thread(thread, archived=archived, locked=locked)
        else:
            self._world.set_channel(thread)
        return Reply(200, self._wire.channel(thread))

    def _post_renamed(self, thread: Channel, name: str) -> None:
        """Post the system message of a renamed thread (message type 4), which cannot be deleted."""
        self._world.post(
            Message(
                id=self._world.snowflakes.mint(),
                channel_id=thread.id,
                author_id=self._world.bot.id,
                type=MessageType.CHANNEL_NAME_CHANGE,
                timestamp=self._world.clock.now(),
                content=name,
            )
        )

    def _check_change(self, thread: Channel, *, archived: bool, locked: bool, others: bool) -> None:
        """Check a change of a thread: resources/channel "Modify Channel", topics/threads "Editing"."""
        allowed = self._world.bot_may(thread)
        if allowed & Permission.MANAGE_THREADS:
            pass
        elif thread.locked or locked or (others and thread.owner_id != self._world.bot.id):
            raise ApiError(MISSING_PERMISSIONS)
        elif thread.archived and not archived:
            member = self._world.bot.id in thread.members
            needs_membership = self._world.strictness.unarchiving_needs_membership
            if not allowed & Permission.SEND_MESSAGES_IN_THREADS or (needs_membership and not member):
                raise ApiError(MISSING_PERMISSIONS)
        elif archived and not thread.archived and thread.owner_id != self._world.bot.id:
            raise ApiError(MISSING_PERMISSIONS)
        if thread.archived and archived and others:
            raise ApiError(THREAD_ARCHIVED)
        if thread.archived and not archived:
            self._rules.check_thread_cap(thread.guild_id)

    def delete(self, call: Call) -> Reply:
        """DELETE /channels/{channel}: only threads, and only with MANAGE_THREADS."""
        channel = self._door.channel(call.params["channel"])
        if not (channel.is_thread and self._world.bot_may(channel) & Permission.MANAGE_THREADS):
            raise ApiError(MISSING_PERMISSIONS)
        shape = self._wire.channel(channel)
        self._world.close_channel(channel)
        return Reply(200, shape)

    def typing(self, call: Call) -> Reply:
        """POST /channels/{channel}/typing."""
        self._door.for_writing(call.params["channel"], files=False)
        return NO_CONTENT

    def history(self, call: Call) -> Reply:
        """GET /channels/{channel}/messages, newest first; empty without READ_MESSAGE_HISTORY."""
        channel = self._door.channel(call.params["channel"])
        if not self._world.bot_may(channel) & Permission.READ_MESSAGE_HISTORY:
            return Reply(200, [])
        form = Form()
        limit_text = call.query.get("limit", "50")
        limit = (
            form.integer(("limit",), int(limit_text) if limit_text.isdigit() else limit_text, 1, 100) or 50
        )
        anchors = {
            key: int(form.snowflake((key,), call.query[key]) or 0)
            for key in ("before", "after", "around")
            if key in call.query
        }
        form.raise_errors()
        messages = list(islice(self._select(channel, anchors, limit), limit))
        return Reply(200, [self._wire.message_for_bot(message) for message in messages])

    def _select(self, channel: Channel, anchors: dict[str, int], limit: int) -> Iterator[Message]:
        visible = [m for m in self._world.newest_first(channel.id) if m.ephemeral_for is None]
        if "around" in anchors:
            half = limit // 2
            newer = [m for m in visible if int(m.id) > anchors["around"]][-half:] if half else []
            older = [m for m in visible if int(m.id) <= anchors["around"]]
            return iter(newer + older)
        if "after" in anchors:
            return iter([m for m in visible if int(m.id) > anchors["after"]][-limit:])
        before = anchors.get("before", 1 << 63)
        return (message for message in visible if int(message.id) < before)

    def post(self, call: Call) -> Reply:
        """POST /channels/{channel}/messages; an enforced nonce returns the earlier message.

        Raise 404/10008 if that message was deleted since, on purpose (discord-api-docs pull request 6647).
        """
        channel = self._door.for_writing(call.params["channel"], files=bool(call.uploads))
        body = body_object(call.body)
        bot = self._world.bot.id
        if body.get("enforce_nonce") and body.get("nonce") is not None:
            earlier = self._world.message_by_nonce(bot, str(body["nonce"]))
            if earlier is not None:
                earlier_message = self._world.find_message(earlier)
                if earlier_message is None:
                    raise ApiError(UNKNOWN_MESSAGE)
                return Reply(200, self._wire.message(earlier_message))
        origin = self._replying(channel, body)
        self._new_people.check(channel)
        message = self._posting.create(
            channel_id=channel.id, author_id=bot, body=body, uploads=call.uploads, origin=origin
        )
        return Reply(200, self._wire.message(message))

    def _replying(self, channel: Channel, body: Json) -> PostOrigin:
        reference = body.get("message_reference")
        if not isinstance(reference, dict):
            return PostOrigin()
        message_id = str(reference.get("message_id"))
        if not channel.is_dm and not self._world.bot_may(channel) & Permission.READ_MESSAGE_HISTORY:
            raise ApiError(NO_REPLY)
        if self._world.message(channel.id, message_id) is None:
            if reference.get("fail_if_not_exists") is False:
                return PostOrigin()
            form = Form()
            form.add_error(("message_reference",), "REPLIES_UNKNOWN_MESSAGE", "Unknown message")
            form.raise_errors()
        payload: Json = {"type": 0, "channel_id": channel.id, "message_id": message_id}
        return PostOrigin(type=MessageType.REPLY, reference=payload)

    def message(self, call: Call) -> Reply:
        """GET: return a message; Discord documents no code for a missing READ_MESSAGE_HISTORY here."""
        channel = self._door.channel(call.params["channel"], Permission.READ_MESSAGE_HISTORY)
        message = self._door.message(channel, call.params["message"])
        return Reply(200, self._wire.message_for_bot(message))

    def edit(self, call: Call) -> Reply:
        """PATCH: change one of the bot's messages."""
        place = call.params["channel"], call.params["message"]
        message = self._door.for_editing(*place, files=bool(call.uploads))
        self._old_edits.count(message)
        new_message = self._posting.edit(message, body_object(call.body), call.uploads)
        return Reply(200, self._wire.message(new_message))

    def erase(self, call: Call) -> Reply:
        """DELETE: delete a message: the bot's own, or any with MANAGE_MESSAGES."""
        channel = self._door.channel(call.params["channel"])
        message = self._door.message(channel, call.params["message"])
        manages = self._world.bot_may(channel) & Permission.MANAGE_MESSAGES
        if message.author_id != self._world.bot.id and not manages:
            raise ApiError(MISSING_PERMISSIONS)
        if message.type in UNDELETABLE:
            raise ApiError(SYSTEM_MESSAGE)
        self._rules.check_deleting(channel)
        self._world.erase(message)
        return NO_CONTENT

    def pin(self, call: Call) -> Reply:
        """PUT: pin a message."""
        return self._set_pinned(call, pinned=True)

    def unpin(self, call: Call) -> Reply:
        """DELETE: remove a pin."""
        return self._set_pinned(call, pinned=False)

    def _set_pinned(self, call: Call, *, pinned: bool) -> Reply:
        channel = self._world.channels.get(call.params["channel"])
        permission = Permission(0) if channel is not None and channel.is_dm else Permission.PIN_MESSAGES
        place = self._door.channel(call.params["channel"], permission)
        message = self._door.message(place, call.params["message"])
        self._rules.check_modifying(place)
        self._world.revise(replace(message, pinned=pinned))
        return NO_CONTENT


def archive_minutes(form: Form, body: Json) -> int | None:
    """Check auto_archive_duration: 60, 1440, 4320 or 10080 minutes, or absent."""
    value = body.get("auto_archive_duration")
    if value is None:
        return None
    return form.choice(("auto_archive_duration",), value, frozenset((60, 1440, 4320, 10080)))
