"""The world's objects in Discord's wire format."""

from urllib.parse import quote

from playground.limits.parts import walk
from playground.values.clock import iso
from playground.values.messages import Attachment, Message, MessageFlag, MessageType
from playground.values.people import Json, User
from playground.values.permissions import GRANTED, Permission, bot_may_in_all, denied_bits
from playground.values.places import SPOKEN_IN, Channel, ChannelType, Guild, Role
from playground.values.signing import sign
from playground.values.uploads import clean_name
from playground.world.world import World

PINNED, REQUIRE_TAG = 1 << 1, 1 << 4
ATTACHMENT_SCHEME = "attachment://"


def references(message: Message) -> set[str]:
    """Return the names of the files shown by a message's components and embeds."""
    media = [
        item
        for component in walk(message.components)
        for item in (
            component.get("media"),
            component.get("file"),
            *(item.get("media") for item in component.get("items") or ()),
        )
    ]
    media.extend(embed.get(key) for embed in message.embeds for key in ("image", "thumbnail"))
    urls = [str(item.get("url", "")) for item in media if isinstance(item, dict)]
    return {
        clean_name(url.removeprefix(ATTACHMENT_SCHEME)) for url in urls if url.startswith(ATTACHMENT_SCHEME)
    }


class Wire:
    """Represents people, places and messages as Discord's objects. `address` is the server's address."""

    def __init__(self, world: World, address: str) -> None:
        self._world = world
        self._address = address

    def member(self, user: User, guild: Guild, *, with_user: bool = True) -> Json:
        """Return Discord's guild member object."""
        member: Json = {
            "nick": None,
            "avatar": None,
            "banner": None,
            "roles": [*([guild.bot_role_id] if user.bot else []), *guild.roles_of(user.id)],
            "joined_at": iso(guild.created),
            "premium_since": None,
            "communication_disabled_until": None,
            "pending": False,
            "flags": 0,
        }
        if with_user:
            member |= {"user": user.wire(), "deaf": False, "mute": False}
        return member

    def _among_people(self, channel: Channel) -> Json:
        shape: Json = {
            "id": channel.id,
            "type": channel.type,
            "flags": 0,
            "last_message_id": channel.last_message_id,
            "recipients": [self._world.users[user].wire() for user in channel.people],
        }
        if channel.type == ChannelType.GROUP_DM:
            shape |= {"name": channel.name or None, "icon": None, "owner_id": channel.owner_id}
        return shape

    def channel(self, channel: Channel) -> Json:
        """Return Discord's channel object for a text channel, a thread or a DM."""
        if channel.is_among_people:
            return self._among_people(channel)
        if channel.is_dm:
            person = self._world.users[channel.recipient_id or ""]
            return {
                "id": channel.id,
                "type": channel.type,
                "flags": 0,
                "last_message_id": channel.last_message_id,
                "recipients": [person.wire()],
            }
        common: Json = {
            "id": channel.id,
            "type": channel.type,
            "guild_id": channel.guild_id,
            "parent_id": channel.parent_id,
            "name": channel.name,
            "flags": 0,
            "rate_limit_per_user": 0,
            "last_message_id": channel.last_message_id,
        }
        if channel.is_thread:
            return common | self._thread_part(channel)
        shape = common | {
            "position": channel.position,
            "topic": None,
            "nsfw": False,
            "permission_overwrites": self._overwrites(channel),
        }
        if channel.type in SPOKEN_IN:
            shape |= {"bitrate": 64_000, "user_limit": 0}
        return shape | self._forum_part(channel) if channel.type == ChannelType.FORUM else shape

    def _overwrites(self, channel: Channel) -> list[Json]:
        """Return a channel's overwrites: for everyone, and for the bot, which keeps its permissions."""
        denied, people = denied_bits(channel.denied), denied_bits(channel.denied_people)
        allowed = denied_bits(channel.allowed) | (people & ~denied)
        everybody = (channel.guild_id, 0, Permission(0), people)
        overwrites = [everybody] if people else []
        if denied or allowed:
            overwrites.append((self._world.bot.id, 1, allowed, denied))
        return [
            {"id": who, "type": kind, "allow": str(int(allow)), "deny": str(int(deny))}
            for who, kind, allow, deny in overwrites
        ]

    @staticmethod
    def _forum_part(forum: Channel) -> Json:
        emoji = {"emoji_id": None, "emoji_name": None}
        return {
            "flags": REQUIRE_TAG if forum.requires_tag else 0,
            "available_tags": [
                {"id": tag.id, "name": tag.name, "moderated": tag.moderated} | emoji for tag in forum.tags
            ],
            "default_reaction_emoji": None,
            "default_sort_order": None,
            "default_forum_layout": 0,
        }

    def _thread_part(self, thread: Channel) -> Json:
        part: Json = {
            "owner_id": thread.owner_id,
            "message_count": thread.message_count,
            "member_count": len(thread.members),
            "total_message_sent": thread.message_count,
            "thread_metadata": {
                "archived": thread.archived,
                "archive_timestamp": iso(thread.archive_changed),
                "auto_archive_duration": thread.auto_archive,
                "locked": thread.locked,
                "create_timestamp": iso(thread.created),
            },
        }
        parent = self._world.parent_of(thread)
        if parent is not None and parent.type == ChannelType.FORUM:
            part |= {"applied_tags": list(thread.applied_tags), "flags": PINNED if thread.pinned else 0}
        if thread.type == ChannelType.PRIVATE_THREAD:
            part["thread_metadata"]["invitable"] = True
        if self._world.bot.id in thread.members:
            part["member"] = self.thread_member(thread, self._world.bot.id)
        return part

    def thread_member(self, thread: Channel, user_id: str) -> Json:
        """Return Discord's thread member object."""
        return {"id": thread.id, "user_id": user_id, "join_timestamp": iso(thread.created), "flags": 0}

    def roles(self, guild: Guild) -> list[Json]:
        """Return a guild's roles: @everyone, the bot's own, and those that people can have."""
        bot_name = self._world.bot.global_name
        bots = Role(guild.bot_role_id, bot_name, guild.bot_position, guild.bot_allowed, managed=True)
        return [
            self.role(Role(guild.id, "@everyone", 0)) | {"permissions": str(int(GRANTED))},
            self.role(bots)
            | {
                "permissions": str(int(bot_may_in_all(guild))),
                "tags": {"bot_id": self._world.bot.id},
            },
            *(self.role(role) for role in guild.roles),
        ]

    def role(self, role: Role) -> Json:
        """Return Discord's role object."""
        return {
            "id": role.id,
            "name": role.name,
            "permissions": str(int(denied_bits(role.permissions))),
            "position": role.position,
            "color": 0,
            "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
            "hoist": False,
            "managed": role.managed,
            "mentionable": role.mentionable,
            "icon": None,
            "unicode_emoji": None,
            "flags": 0,
        }

    def guild(self, guild: Guild) -> Json:
        """Return Discord's guild object without channels and members."""
        return {
            "id": guild.id,
            "name": guild.name,
            "icon": None,
            "description": None,
            "home_header": None,
            "splash": None,
            "discovery_splash": None,
            "features": guild.features,
            "banner": None,
            "owner_id": guild.owner_id,
            "application_id": None,
            "region": "deprecated",
            "afk_channel_id": None,
            "afk_timeout": 300,
            "system_channel_id": guild.system_channel,
            "system_channel_flags": 0,
            "widget_enabled": False,
            "widget_channel_id": None,
            "verification_level": 0,
            "roles": self.roles(guild),
            "default_message_notifications": 1,
            "mfa_level": 0,
            "explicit_content_filter": 0,
            "max_presences": None,
            "max_members": 500000,
            "max_stage_video_channel_users": 50,
            "max_video_channel_users": 25,
            "vanity_url_code": None,
            "premium_tier": 0,
            "premium_subscription_count": 0,
            "preferred_locale": guild.preferred_locale,
            "rules_channel_id": None,
            "safety_alerts_channel_id": None,
            "public_updates_channel_id": None,
            "premium_progress_bar_enabled": False,
            "nsfw": False,
            "nsfw_level": 0,
            "emojis": [],
            "stickers": [],
            "incidents_data": None,
        }

    def guild_create(self, guild: Guild) -> Json:
        """Return the payload of GUILD_CREATE: the guild with channels, active threads, the bot's member."""
        world = self._world
        places = world.channels_of(guild.id)
        bot = world.bot
        return self.guild(guild) | {
            "joined_at": iso(guild.created),
            "large": False,
            "unavailable": False,
            "member_count": len(world.users),
            "voice_states": [],
            "members": [self.member(bot, guild)],
            "channels": [self.channel(c) for c in places if not c.is_thread],
            "threads": [
                self.channel(c) for c in places if c.is_thread and not c.archived and world.bot_may(c)
            ],
            "presences": [],
            "stage_instances": [],
            "guild_scheduled_events": [],
            "soundboard_sounds": [],
        }

    def attachment(self, channel_id: str, attachment: Attachment, folder: str = "attachments") -> Json:
        """Return Discord's attachment object."""
        path = f"/cdn/{folder}/{channel_id}/{attachment.id}/{quote(attachment.filename)}"
        url = self._address + sign(path, self._world.clock.now())
        shape: Json = {
            "id": attachment.id,
            "filename": attachment.filename,
            "size": attachment.size,
            "url": url,
            "proxy_url": url,
            "content_type": attachment.content_type,
        }
        if attachment.width is not None:
            shape |= {"width": attachment.width, "height": attachment.height}
        if attachment.description is not None:
            shape["description"] = attachment.description
        if attachment.ephemeral:
            shape["ephemeral"] = True
        return shape

    def command_file(self, attachment: Attachment) -> Json:
        """Return Discord's attachment object for a file of a command."""
        return self.attachment(self._world.bot.id, attachment, "ephemeral-attachments")

    def _media(self, media: Json, files: dict[str, Json]) -> Json:
        url = str(media.get("url", ""))
        named = url.startswith(ATTACHMENT_SCHEME)
        file = files.get(clean_name(url.removeprefix(ATTACHMENT_SCHEME))) if named else None
        if file is None:
            return {"url": url, "proxy_url": url, "width": None, "height": None}
        return {
            "attachment_id": file["id"],
            "url": file["url"],
            "proxy_url": file["proxy_url"],
            "width": file.get("width"),
            "height": file.get("height"),
            "content_type": file["content_type"],
        }

    @staticmethod
    def _embed(embed: Json, files: dict[str, Json]) -> Json:
        shape = dict(embed)
        for key in ("image", "thumbnail"):
            url = shape[key].get("url") if isinstance(shape.get(key), dict) else None
            file = files.get(str(url).removeprefix(ATTACHMENT_SCHEME))
            if file is not None:
                shape[key] = shape[key] | {"url": file["url"], "proxy_url": file["proxy_url"]}
        return shape

    def _component(self, component: Json, files: dict[str, Json]) -> Json:
        shape = dict(component)
        for key in ("media", "file"):
            if isinstance(shape.get(key), dict):
                shape[key] = self._media(shape[key], files)
        if isinstance(shape.get("items"), list):
            shape["items"] = [
                {"description": None, "spoiler": False} | item | {"media": self._media(item["media"], files)}
                for item in shape["items"]
            ]
        if isinstance(shape.get("components"), list):
            shape["components"] = [self._component(child, files) for child in shape["components"]]
        if isinstance(shape.get("accessory"), dict):
            shape["accessory"] = self._component(shape["accessory"], files)
        if shape["type"] == 13:
            url = str(component["file"].get("url", ""))
            file = files.get(clean_name(url.removeprefix(ATTACHMENT_SCHEME)))
            if file is not None:
                shape |= {"name": file["filename"], "size": file["size"]}
        return shape

    def message_for_bot(self, message: Message) -> Json:
        """Return the bot's view of a message: empty without the message-content intent, with exceptions.

        Its own messages, DMs, and messages that mention it are complete (events/gateway "Message Content
        Intent").
        """
        shape = self.message(message)
        channel = self._world.channels.get(message.channel_id)
        author = self._world.users[message.author_id]
        if channel is None or channel.is_dm or author.bot or self._world.bot.id in message.mentions:
            return shape
        return shape | {"content": "", "embeds": [], "attachments": [], "components": []}

    def message(self, message: Message) -> Json:
        """Return Discord's message object in REST's form.

        A file that a component or embed refers to is not among the attachments (resources/message, field
        `attachments`; discord-api-docs issue 8277).
        """
        world = self._world
        files = [self.attachment(message.channel_id, file) for file in message.attachments]
        by_name = {file["filename"]: file for file in files}
        reference = references(message)
        thread = world.channels.get(message.id)
        flags = message.flags | (MessageFlag.HAS_THREAD if thread is not None else 0)
        shape: Json = {
            "id": message.id,
            "channel_id": message.channel_id,
            "type": message.type,
            "author": world.users[message.author_id].wire(),
            "content": message.content,
            "timestamp": iso(message.timestamp),
            "edited_timestamp": None if message.edited is None else iso(message.edited),
            "tts": False,
            "mention_everyone": False,
            "mentions": [world.users[user].wire() for user in message.mentions if user in world.users],
            "mention_roles": list(message.role_mentions),
            "attachments": [file for file in files if file["filename"] not in reference],
            "embeds": [self._embed(embed, by_name) for embed in message.embeds],
            "components": [self._component(component, by_name) for component in message.components],
            "pinned": message.pinned,
            "flags": int(flags),
        }
        if message.nonce is not None:
            shape["nonce"] = message.nonce
        if thread is not None and thread.is_thread:
            shape["thread"] = self.channel(thread)
        if message.reference is not None:
            shape["message_reference"] = message.reference
        if message.metadata is not None:
            shape |= self._origin(message)
        return shape

    def _origin(self, message: Message) -> Json:
        metadata = dict(message.metadata or {})
        user = self._world.users.get(str(metadata.get("user_id")))
        metadata.pop("user_id", None)
        if user is None:
            return {}
        metadata["user"] = user.wire()
        origin: Json = {
            "application_id": self._world.bot.id,
            "webhook_id": self._world.bot.id,
            "interaction_metadata": metadata,
        }
        if message.command is not None and message.type in {
            MessageType.CHAT_INPUT_COMMAND,
            MessageType.CONTEXT_MENU_COMMAND,
        }:
            origin["interaction"] = {
                "id": metadata["id"],
                "type": 2,
                "name": message.command,
                "user": user.wire(),
            }
        return origin
