"""The page's interface to Activities: opening the frame, consent, leaving."""

from collections.abc import Callable
from urllib.parse import urlencode

from aiohttp import web

from playground.interfaces.client_api import answering, body_of
from playground.values.errors import ApiError, ClientError
from playground.values.people import Json, User
from playground.values.places import Channel
from playground.world.activities import SCOPES, Activities, ActivityInstance
from playground.world.world import World

MAX_CUSTOM_ID = 200


class ActivityFrameApi:
    """The routes of the page's frame. `proxy` returns the address for `<app>.discordsays.com`."""

    def __init__(self, world: World, activities: Activities, proxy: Callable[[], str]) -> None:
        self._world = world
        self._activities = activities
        self._proxy = proxy

    def routes(self) -> list[web.RouteDef]:
        base = "/playground/activities"
        return [
            web.post(base, answering(self.open)),
            web.post(f"{base}/authorize", answering(self.authorize)),
            web.post(f"{base}/authenticate", answering(self.authenticate)),
            web.post(f"{base}/leave", answering(self.leave)),
        ]

    def json_view(self, instance: ActivityInstance, custom_id: str | None = None) -> Json:
        """Return an instance's frame: its address has the parameters that the SDK's constructor reads."""
        query = {
            "instance_id": instance.id,
            "location_id": instance.location,
            "launch_id": instance.launch_id,
            "channel_id": instance.channel_id,
            **({"guild_id": instance.guild_id} if instance.guild_id else {}),
            **({"custom_id": custom_id} if custom_id else {}),
            "frame_id": self._world.snowflakes.mint(),
            "platform": "desktop",
        }
        return {
            "instance_id": instance.id,
            "frame_id": query["frame_id"],
            "client_id": self._world.bot.id,
            "origin": self._proxy(),
            "src": f"{self._proxy()}/?{urlencode(query)}",
        }

    def _user(self, body: Json) -> User:
        user = self._world.users.get(str(body.get("as")))
        if user is None or user.bot:
            raise ClientError("as: no such person")
        return user

    def _channel(self, user: User, body: Json) -> Channel:
        channel = self._world.channel(str(body.get("channel_id")))
        if channel is None or not self._world.people_see(user.id, channel):
            raise ClientError("no such channel", status=404)
        return channel

    async def open(self, request: web.Request) -> Json:
        """POST: open a deep link: `https://discord.com/activities/<app>?custom_id=...`."""
        body = await body_of(request)
        user = self._user(body)
        custom_id = body.get("custom_id")
        if custom_id is not None and not (isinstance(custom_id, str) and len(custom_id) <= MAX_CUSTOM_ID):
            raise ClientError("custom_id: no text, or too long")
        try:
            instance = self._activities.launch(user.id, self._channel(user, body))
        except ApiError as error:
            raise ClientError(str(error)) from None
        return self.json_view(instance, custom_id)

    async def authorize(self, request: web.Request) -> Json:
        """POST for AUTHORIZE: return the code, or a request for the person's consent.

        The SDK's command opens a form if there is no consent yet (embedded-app-sdk,
        src/commands/authorize.ts).
        """
        body = await body_of(request)
        user = self._user(body)
        scopes = body.get("scope")
        is_valid = isinstance(scopes, list) and scopes and SCOPES.issuperset(map(str, scopes))
        if body.get("client_id") != self._world.bot.id or not is_valid:
            raise ClientError("Invalid client or scope")
        names = tuple(str(scope) for scope in scopes or ())
        if not body.get("consent") and not self._activities.has_consent(user.id, names):
            return {"consent": True}
        return {"code": self._activities.authorize(user.id, names)}

    async def authenticate(self, request: web.Request) -> Json:
        """POST for AUTHENTICATE by the person in the frame, with the token of the app's server."""
        body = await body_of(request)
        user = self._user(body)
        token = str(body.get("access_token"))
        grant = self._activities.grant_of(token)
        if grant is None or grant.user_id != user.id:
            raise ClientError("Invalid token")
        bot = self._world.bot
        return {
            "access_token": token,
            "user": user.wire(),
            "scopes": list(grant.scopes),
            "expires": str(grant.expires),
            "application": {"id": bot.id, "name": bot.global_name},
        }

    async def leave(self, request: web.Request) -> Json:
        """POST: close the frame."""
        body = await body_of(request)
        self._activities.leave(self._user(body).id, str(body.get("instance_id")))
        return {"ok": True}
