"""The test interface that changes the world: guilds, people, channels, threads, permissions, messages."""

from dataclasses import replace

from aiohttp import web

from playground.interfaces.client_api import answering, body_of
from playground.values.errors import CANNOT_DM, INVALID_RECIPIENTS, NO_MUTUAL_GUILD, ClientError
from playground.values.people import LOCALES, Json, User
from playground.values.permissions import Permission
from playground.values.places import Channel, ChannelType, ForumTag, Guild, Role
from playground.world.view import PageView
from playground.world.world import World

COLOURS = ("#b4437c", "#2f6fb0", "#2e7d5b", "#8a5a1f", "#7a4fb5", "#b5482f")
MAX_IN_GROUP = 10
KINDS = {
    "text": ChannelType.TEXT,
    "voice": ChannelType.VOICE,
    "stage": ChannelType.STAGE_VOICE,
    "category": ChannelType.CATEGORY,
    "announcement": ChannelType.ANNOUNCEMENT,
    "forum": ChannelType.FORUM,
}
DM_REFUSALS = frozenset((CANNOT_DM.code, INVALID_RECIPIENTS.code, NO_MUTUAL_GUILD.code))


class WorldApi:
    """The routes under /playground/control that change the world."""

    def __init__(self, world: World, view: PageView) -> None:
        self._world = world
        self._view = view

    def routes(self) -> list[web.RouteDef]:
        base = "/playground/control"
        return [
            web.post(f"{base}/guilds", answering(self.add_guild)),
            web.patch(f"{base}/guilds/{{guild}}", answering(self.change_guild)),
            web.post(f"{base}/guilds/{{guild}}/bot", answering(self.move_bot)),
            web.post(f"{base}/guilds/{{guild}}/roles", answering(self.add_role)),
            web.delete(f"{base}/guilds/{{guild}}/roles/{{role}}", answering(self.delete_role)),
            web.post(f"{base}/users", answering(self.add_user)),
            web.post(f"{base}/users/{{user}}/app", answering(self.install)),
            web.post(f"{base}/private-channels", answering(self.add_private_channel)),
            web.post(f"{base}/channels", answering(self.add_channel)),
            web.delete(f"{base}/channels/{{channel}}", answering(self.delete_channel)),
            web.post(f"{base}/permissions", answering(self.permit)),
            web.post(f"{base}/threads/{{channel}}", answering(self.archive)),
            web.post(f"{base}/dms", answering(self.set_dm)),
            web.post(f"{base}/age", answering(self.age)),
            web.delete(f"{base}/messages/{{message}}", answering(self.delete_message)),
        ]

    async def add_guild(self, request: web.Request) -> Json:
        """POST: create a guild, with the bot in it unless `present` is false."""
        body = await body_of(request)
        mint = self._world.snowflakes.mint
        owner = next(iter(self._world.people), self._world.bot)
        guild = Guild(
            id=mint(),
            name=_name(body),
            locale=_locale(body),
            owner_id=owner.id,
            bot_role_id=mint(),
            created=self._world.clock.now(),
            community=bool(body.get("community")),
            left=not body.get("present", True),
        )
        self._world.open_guild(guild)
        return self._view.guild(guild) | {"channels": []}

    def _guild(self, guild_id: object) -> Guild:
        guild = self._world.guilds.get(str(guild_id))
        if guild is None:
            raise ClientError("no such guild", status=404)
        return guild

    async def change_guild(self, request: web.Request) -> Json:
        """PATCH: change a guild's language, its Community status and its cap of active threads.

        Also change its system channel, the words refused in titles, and the bot's additional permissions in
        the guild.
        """
        body = await body_of(request)
        guild = self._guild(request.match_info["guild"])
        cap = body.get("thread_cap", guild.thread_cap)
        if isinstance(cap, bool) or not isinstance(cap, int) or cap < 0:
            raise ClientError("thread_cap must be a number")
        new_guild = replace(
            guild,
            locale=_locale({"locale": guild.locale} | body),
            community=bool(body.get("community", guild.community)),
            thread_cap=cap,
            system_channel=self._text_channel(guild, body.get("system_channel", guild.system_channel)),
            refused_words=_words(body, guild),
        )
        if new_guild != guild:
            self._world.set_guild(new_guild)
        if "bot_allowed" in body:
            self._world.allow_bot(new_guild, _permissions(body, "bot_allowed"))
        return self._view.guild(self._world.guilds[guild.id])

    def _text_channel(self, guild: Guild, channel_id: object) -> str | None:
        if channel_id is None:
            return None
        channel = self._channel(channel_id)
        if channel.guild_id != guild.id or channel.type != ChannelType.TEXT:
            raise ClientError("system_channel must be a text channel of the guild")
        return channel.id

    async def move_bot(self, request: web.Request) -> Json:
        """POST: remove the bot from a guild, or add it again."""
        guild = self._guild(request.match_info["guild"])
        present = bool((await body_of(request)).get("present"))
        if present == guild.left:
            (self._world.add_bot if present else self._world.remove_bot)(guild)
        return {"ok": True}

    async def add_role(self, request: web.Request) -> Json:
        """POST: create a role with its holders, below the bot's own unless `above_bot`."""
        body = await body_of(request)
        members = body.get("members") or []
        if not isinstance(members, list) or any(
            str(person_id) not in self._world.users for person_id in members
        ):
            raise ClientError("members must be people")
        role = Role(
            id=self._world.snowflakes.mint(),
            name=_name(body),
            position=0,
            permissions=_permissions(body, "permissions"),
            mentionable=bool(body.get("mentionable")),
            managed=bool(body.get("managed")),
        )
        guild = self._guild(request.match_info["guild"])
        new_role = self._world.add_role(guild, role, above_bot=bool(body.get("above_bot")))
        for member in dict.fromkeys(map(str, members)):
            self._world.set_held(self._guild(guild.id), member, new_role.id, held=True)
        return {"id": new_role.id}

    async def delete_role(self, request: web.Request) -> Json:
        """DELETE: delete a role."""
        guild = self._guild(request.match_info["guild"])
        role = guild.role(request.match_info["role"])
        if role is None:
            raise ClientError("no such role", status=404)
        self._world.remove_role(guild, role)
        return {"ok": True}

    async def add_user(self, request: web.Request) -> Json:
        """POST: create a person."""
        body = await body_of(request)
        name = _name(body)
        colour = COLOURS[len(self._world.users) % len(COLOURS)]
        username = "".join(char for char in name.lower() if char.isalnum() or char in "._") or "someone"
        user = User(self._world.snowflakes.mint(), username, name, _locale(body), colour)
        self._world.set_user(user)
        return user.card()

    def _person(self, user_id: object) -> User:
        user = self._world.users.get(str(user_id))
        if user is None or user.bot:
            raise ClientError("no such person")
        return user

    async def install(self, request: web.Request) -> Json:
        """POST: install the app for a person, or remove it."""
        user = self._person(request.match_info["user"])
        new_user = replace(user, has_app=bool((await body_of(request)).get("installed")))
        self._world.set_user(new_user)
        return new_user.card()

    async def add_private_channel(self, request: web.Request) -> Json:
        """POST: open a direct message between two people or in a group."""
        body = await body_of(request)
        ids = body.get("people")
        people = (
            tuple(dict.fromkeys(self._person(person).id for person in ids)) if isinstance(ids, list) else ()
        )
        if not 2 <= len(people) <= MAX_IN_GROUP:
            raise ClientError(f"people must be 2 to {MAX_IN_GROUP}")
        group = len(people) > 2
        channel = Channel(
            id=self._world.snowflakes.mint(),
            type=ChannelType.GROUP_DM if group else ChannelType.DM,
            name=str(body.get("name") or ""),
            created=self._world.clock.now(),
            owner_id=people[0] if group else None,
            people=people,
        )
        self._world.open_channel(channel)
        return self._view.channel(channel)

    async def add_channel(self, request: web.Request) -> Json:
        """POST: create a channel."""
        body = await body_of(request)
        guild_id = self._guild(body.get("guild_id")).id
        kind = KINDS.get(str(body.get("type", "text")))
        if kind is None:
            raise ClientError(f"type must be one of {', '.join(KINDS)}")
        channel = Channel(
            id=self._world.snowflakes.mint(),
            type=kind,
            name=_name(body),
            created=self._world.clock.now(),
            guild_id=guild_id,
            position=len(self._world.channels_of(guild_id)),
            tags=self._tags(body),
            requires_tag=bool(body.get("requires_tag")),
        )
        self._world.open_channel(channel)
        return self._view.channel(channel)

    def _tags(self, body: Json) -> tuple[ForumTag, ...]:
        tags = body.get("tags") or []
        if not isinstance(tags, list) or not all(isinstance(tag, dict) for tag in tags):
            raise ClientError("tags must be a list of objects")
        mint = self._world.snowflakes.mint
        return tuple(ForumTag(mint(), _name(tag), bool(tag.get("moderated"))) for tag in tags)

    def _channel(self, channel_id: object) -> Channel:
        channel = self._world.channels.get(str(channel_id))
        if channel is None:
            raise ClientError("no such channel", status=404)
        return channel

    async def delete_channel(self, request: web.Request) -> Json:
        """DELETE: delete a channel or thread."""
        self._world.close_channel(self._channel(request.match_info["channel"]))
        return {"ok": True}

    async def permit(self, request: web.Request) -> Json:
        """POST: set the bot's denied or additional permissions in a channel; an absent list is empty.

        `deny_people` are the permissions denied there to people other than the owner.
        """
        body = await body_of(request)
        channel = replace(
            self._channel(body.get("channel_id")),
            denied=_permissions(body, "deny"),
            allowed=_permissions(body, "allow"),
            denied_people=_permissions(body, "deny_people"),
        )
        self._world.set_channel(channel)
        return {"ok": True}

    async def archive(self, request: web.Request) -> Json:
        """POST: archive or un-archive a thread; also lock or pin it."""
        body = await body_of(request)
        thread = self._channel(request.match_info["channel"])
        if not thread.is_thread:
            raise ClientError("this is not a thread")
        if "pinned" in body:
            thread = replace(thread, pinned=bool(body["pinned"]))
            self._world.channels[thread.id] = thread
        locked = body.get("locked")
        changed = self._world.archive_thread(
            thread, archived=bool(body.get("archived")), locked=None if locked is None else bool(locked)
        )
        return self._view.channel(changed)

    async def set_dm(self, request: web.Request) -> Json:
        """POST: set whether and how a person refuses the bot's DMs, or change the id of their DM channel."""
        body = await body_of(request)
        user_id = self._person(body.get("user_id")).id
        if body.get("move"):
            return self._view.channel(self._world.move_dm(user_id))
        code = body.get("code", CANNOT_DM.code)
        if not isinstance(code, int) or code not in DM_REFUSALS:
            raise ClientError(
                f"code must be one of {', '.join(str(refusal) for refusal in sorted(DM_REFUSALS))}"
            )
        channel = replace(
            self._world.open_dm(user_id),
            accepts=bool(body.get("open", True)),
            refusal=code,
            refuses_opening=bool(body.get("opening")),
        )
        self._world.set_channel(channel)
        return self._view.channel(channel)

    async def age(self, request: web.Request) -> Json:
        """POST: make a message older."""
        body = await body_of(request)
        message = self._world.find_message(str(body.get("message_id")))
        seconds = body.get("seconds")
        if message is None or not isinstance(seconds, (int, float)):
            raise ClientError("message_id or seconds are wrong")
        self._world.revise(replace(message, timestamp=message.timestamp - seconds))
        return {"ok": True}

    async def delete_message(self, request: web.Request) -> Json:
        """DELETE: delete a message, as by any person with the permission."""
        message = self._world.find_message(request.match_info["message"])
        if message is None:
            raise ClientError("no such message", status=404)
        self._world.erase(message)
        return {"ok": True}


def _permissions(body: Json, key: str) -> tuple[str, ...]:
    names = body.get(key, [])
    if not isinstance(names, list) or any(str(name) not in Permission.__members__ for name in names):
        raise ClientError(f"{key}: names out of {', '.join(Permission.__members__)}")
    return tuple(names)


def _words(body: Json, guild: Guild) -> tuple[str, ...]:
    words = body.get("refused_words", list(guild.refused_words))
    if not isinstance(words, list) or not all(isinstance(word, str) and word for word in words):
        raise ClientError("refused_words must be words")
    return tuple(words)


def _name(body: Json) -> str:
    name = body.get("name")
    if not isinstance(name, str) or not 1 <= len(name) <= 100:
        raise ClientError("name is missing")
    return name


def _locale(body: Json) -> str:
    locale = body.get("locale", "en-US")
    if str(locale) not in LOCALES:
        raise ClientError("locale: no such language")
    return str(locale)
