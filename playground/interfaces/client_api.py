"""The HTTP API of the page. The parameter `as` is the acting person's id."""

import json
from collections.abc import Awaitable, Callable
from dataclasses import replace

from aiohttp import web

from playground.interactions.acting import Acting
from playground.interactions.posting import MAX_CONTENT
from playground.interfaces.hub import Hub
from playground.limits.mentions import pings
from playground.values.errors import ApiError, ClientError
from playground.values.messages import Message, MessageType
from playground.values.people import LOCALES, Json, User
from playground.values.places import Channel, ChannelType
from playground.values.signing import is_valid
from playground.values.snowflakes import is_snowflake
from playground.values.uploads import FileShelf
from playground.world.command_files import CommandFiles
from playground.world.emojis import EmojiBook
from playground.world.view import PageView
from playground.world.world import World

Serve = Callable[[web.Request], Awaitable[web.StreamResponse]]


def answering(handler: Callable[[web.Request], Awaitable[Json]]) -> Serve:
    """Wrap a handler that returns JSON; ClientErrors become {"error"} responses."""

    async def serve(request: web.Request) -> web.StreamResponse:
        try:
            return web.json_response(await handler(request))
        except ClientError as error:
            return web.json_response({"error": str(error)}, status=error.status)

    return serve


async def body_of(request: web.Request) -> Json:
    """Return a request's JSON object; raise ClientError for anything else."""
    try:
        body = await request.json()
    except (json.JSONDecodeError, UnicodeDecodeError):
        raise ClientError("the body is no JSON") from None
    if not isinstance(body, dict):
        raise ClientError("the body is no JSON object")
    return body


class ClientApi:
    """The routes of the page."""

    def __init__(
        self,
        *,
        world: World,
        view: PageView,
        hub: Hub,
        acting: Acting,
        shelf: FileShelf,
        given: CommandFiles,
        emojis: EmojiBook,
        online: Callable[[], bool],
    ) -> None:
        self._world = world
        self._view = view
        self._hub = hub
        self._acting = acting
        self._shelf = shelf
        self._given = given
        self._emojis = emojis
        self._online = online

    def routes(self) -> list[web.RouteDef]:
        return [
            web.get("/health", answering(self.health)),
            web.get("/playground/state", answering(self.state)),
            web.patch("/playground/users/{user}", answering(self.change_user)),
            web.patch("/playground/guilds/{guild}", answering(self.change_guild)),
            web.get("/playground/channels/{channel}/messages", answering(self.history)),
            web.post("/playground/channels/{channel}/messages", answering(self.write)),
            web.post("/playground/threads", answering(self.open_thread)),
            web.post("/playground/dms", answering(self.open_dm)),
            web.post("/playground/interactions", answering(self.act)),
            web.post("/playground/read", answering(self.read)),
            web.post("/playground/dismiss", answering(self.dismiss)),
            web.get("/playground/events", self.events),
            web.get("/cdn/emojis/{emoji}.png", self.emoji),
            web.get("/cdn/attachments/{channel}/{attachment}/{filename}", self.file),
            web.get("/cdn/ephemeral-attachments/{owner}/{attachment}/{filename}", self.command_file),
        ]

    def _user(self, user_id: object) -> User:
        user = self._world.users.get(str(user_id))
        if user is None or user.bot:
            raise ClientError("as: no such person")
        return user

    def _channel(self, user: User, channel_id: object) -> Channel:
        channel = self._world.channel(str(channel_id))
        if channel is None or not self._world.people_see(user.id, channel):
            raise ClientError("no such channel", status=404)
        return channel

    async def health(self, _: web.Request) -> Json:
        """GET /health."""
        return {"ok": True, "bot": "online" if self._online() else "offline"}

    async def state(self, request: web.Request) -> Json:
        """GET /playground/state, by default for the first person."""
        user = self._user(request.query.get("as") or self._world.people[0].id)
        return self._view.state(user.id, bot_online=self._online())

    async def change_user(self, request: web.Request) -> Json:
        """PATCH: change a person's language."""
        user = self._user(request.match_info["user"])
        person = replace(user, locale=_locale(await body_of(request)))
        self._world.set_user(person)
        return person.card()

    async def change_guild(self, request: web.Request) -> Json:
        """PATCH: change a guild's Community status and language; only a Community's language is shown."""
        guild = self._world.guilds.get(request.match_info["guild"])
        if guild is None:
            raise ClientError("no such guild", status=404)
        body = await body_of(request)
        changed = replace(
            guild,
            locale=_locale({"locale": guild.locale} | body),
            community=bool(body.get("community", guild.community)),
        )
        self._world.set_guild(changed)
        return self._view.guild(changed)

    async def history(self, request: web.Request) -> Json:
        """GET: return a channel's messages."""
        user = self._user(request.query.get("as"))
        channel = self._channel(user, request.match_info["channel"])
        before, limit = request.query.get("before") or str(1 << 62), request.query.get("limit") or "50"
        if not is_snowflake(before) or not limit.isdigit():
            raise ClientError("before and limit must be numbers")
        messages = self._view.history(user.id, channel.id, int(before), min(max(int(limit), 1), 200))
        return {"messages": messages}

    async def write(self, request: web.Request) -> Json:
        """POST: post a person's plain text."""
        body = await body_of(request)
        user = self._user(body.get("as"))
        channel = self._channel(user, request.match_info["channel"])
        content = body.get("content")
        if not isinstance(content, str) or not content.strip():
            raise ClientError("content is missing")
        if len(content) > MAX_CONTENT:
            raise ClientError(f"content is longer than {MAX_CONTENT} characters")
        if channel.type == ChannelType.FORUM:
            raise ClientError("a forum takes only posts")
        if channel.locked:
            raise ClientError("the thread is locked")
        if channel.archived and not self._world.has_room(channel.guild_id or ""):
            raise ClientError("too many threads are active")
        message = Message(
            id=self._world.snowflakes.mint(),
            channel_id=channel.id,
            author_id=user.id,
            type=MessageType.DEFAULT,
            timestamp=self._world.clock.now(),
            content=content,
            mentions=pings(content, None, self._world.users),
        )
        self._world.post(message)
        self._world.add_members(channel.id, (user.id, *message.mentions))
        return self._view.message(message)

    async def open_thread(self, request: web.Request) -> Json:
        """POST: create a person's thread without a message, public or private."""
        body = await body_of(request)
        user = self._user(body.get("as"))
        parent = self._channel(user, body.get("channel_id"))
        name, now = body.get("name"), self._world.clock.now()
        if parent.type != ChannelType.TEXT or not isinstance(name, str) or not 1 <= len(name) <= 100:
            raise ClientError("a thread needs a text channel and a name")
        if not self._world.has_room(parent.guild_id or ""):
            raise ClientError("too many threads are active")
        thread = Channel(
            id=self._world.snowflakes.mint(),
            type=ChannelType.PRIVATE_THREAD if body.get("private") else ChannelType.PUBLIC_THREAD,
            name=name,
            created=now,
            guild_id=parent.guild_id,
            parent_id=parent.id,
            owner_id=user.id,
            archive_changed=now,
            last_active=now,
            members=(user.id,),
        )
        self._world.open_channel(thread)
        return self._view.channel(thread)

    async def open_dm(self, request: web.Request) -> Json:
        """POST /playground/dms."""
        user = self._user((await body_of(request)).get("as"))
        return self._view.channel(self._world.open_dm(user.id))

    async def act(self, request: web.Request) -> Json:
        """POST: handle a command, press, selection, autocompletion or submitted modal."""
        body = await body_of(request)
        user = self._user(body.get("as"))
        return await self._acting.act(user, self._channel(user, body.get("channel_id")), body)

    async def read(self, request: web.Request) -> Json:
        """POST: move a person's read marker."""
        body = await body_of(request)
        user = self._user(body.get("as"))
        channel = self._channel(user, body.get("channel_id"))
        message_id = body.get("message_id")
        if not is_snowflake(message_id):
            raise ClientError("message_id is missing")
        self._world.mark_read(user.id, channel.id, str(message_id))
        return {"ok": True}

    async def dismiss(self, request: web.Request) -> Json:
        """POST: dismiss an ephemeral message for a person."""
        body = await body_of(request)
        user = self._user(body.get("as"))
        message = self._world.find_message(str(body.get("message_id")))
        if message is None or message.ephemeral_for != user.id:
            raise ClientError("no such message", status=404)
        self._world.erase(message)
        return {"ok": True}

    async def events(self, request: web.Request) -> web.StreamResponse:
        """Serve a person's live updates."""
        try:
            user = self._user(request.query.get("as"))
        except ClientError as error:
            return web.json_response({"error": str(error)}, status=error.status)
        return await self._hub.serve(request, user.id)

    async def emoji(self, request: web.Request) -> web.StreamResponse:
        """Serve the picture of an emoji."""
        try:
            emoji = self._emojis.get(request.match_info["emoji"])
        except ApiError:
            raise web.HTTPNotFound from None
        return web.Response(body=emoji.data, headers=_file_headers("image/png"))

    async def file(self, request: web.Request) -> web.StreamResponse:
        """Serve an attachment's bytes."""
        if not is_valid(request.rel_url.raw_path, request.query, self._world.clock.now()):
            raise web.HTTPNotFound(text="This content is no longer available.")
        attachment_id = request.match_info["attachment"]
        for message in self._world.messages(request.match_info["channel"]):
            for attachment in message.attachments:
                if attachment.id == attachment_id and attachment.filename == request.match_info["filename"]:
                    data = await self._shelf.get(attachment_id)
                    if data is not None:
                        return web.Response(body=data, headers=_file_headers(attachment.content_type))
        raise web.HTTPNotFound

    async def command_file(self, request: web.Request) -> web.StreamResponse:
        """Serve a file given to a command."""
        file = self._given.get(request.match_info["attachment"], request.match_info["filename"])
        valid = is_valid(request.rel_url.raw_path, request.query, self._world.clock.now())
        if file is None or not valid:
            raise web.HTTPNotFound(text="This content is no longer available.")
        return web.Response(body=file.data, headers=_file_headers(file.attachment.content_type))


def _file_headers(content_type: str) -> dict[str, str]:
    picture = content_type in {"image/png", "image/gif", "image/jpeg", "image/webp"}
    return {
        "Content-Type": content_type if picture else "application/octet-stream",
        "Cache-Control": "private, max-age=86400, immutable",
        "X-Content-Type-Options": "nosniff",
    }


def _locale(body: Json) -> str:
    locale = body.get("locale")
    if str(locale) not in LOCALES:
        raise ClientError("locale: no such language")
    return str(locale)
