"""The bot's account, people, guilds, DMs, and the gateway's address."""

from playground.gateway.sharding import Sharding
from playground.limits.forms import Form, body_object
from playground.rest.call import Call, Endpoint, Reply
from playground.values.errors import (
    CANNOT_DM,
    INVALID_RECIPIENTS,
    KNOWN,
    UNAUTHORIZED,
    UNKNOWN_GUILD,
    UNKNOWN_MEMBER,
    UNKNOWN_USER,
    ApiError,
    ApiRefusal,
)
from playground.values.people import Json
from playground.values.places import Guild
from playground.world.activities import Activities
from playground.world.wire import Wire
from playground.world.world import World

MAX_GUILDS = 200
"""The maximum number of guilds per page (resources/user "Get Current User Guilds")."""


class DirectoryRest:
    """The endpoints that list people and places. `gateway_url` is the WebSocket's address."""

    def __init__(
        self, world: World, wire: Wire, gateway_url: str, sharding: Sharding, activities: Activities
    ) -> None:
        self._world = world
        self._wire = wire
        self._gateway_url = gateway_url
        self._sharding = sharding
        self._activities = activities

    def endpoints(self) -> list[Endpoint]:
        return [
            Endpoint("GET", "/gateway", self.gateway, open_to_all=True),
            Endpoint("GET", "/gateway/bot", self.gateway_bot),
            Endpoint("GET", "/oauth2/applications/@me", self.application),
            Endpoint("GET", "/applications/@me", self.application),
            Endpoint("GET", "/users/@me", self.me, open_to_all=True),
            Endpoint("GET", "/users/@me/guilds", self.guilds),
            Endpoint("POST", "/users/@me/channels", self.open_dm),
            Endpoint("GET", "/users/{user}", self.user),
            Endpoint("GET", "/guilds/{guild}", self.guild),
            Endpoint("GET", "/guilds/{guild}/channels", self.channels),
            Endpoint("GET", "/guilds/{guild}/roles", self.roles),
            Endpoint("GET", "/guilds/{guild}/members/{user}", self.member),
        ]

    def gateway(self, _: Call) -> Reply:
        """GET /gateway."""
        return Reply(200, {"url": self._gateway_url})

    def gateway_bot(self, _: Call) -> Reply:
        """GET /gateway/bot."""
        return Reply(200, {"url": self._gateway_url} | self._sharding.json_view(self._world.clock.now()))

    def application(self, _: Call) -> Reply:
        """GET: return the bot's application."""
        bot, app = self._world.bot, self._world.application
        owner = next(iter(self._world.people), bot)
        shape: Json = {
            "id": bot.id,
            "name": bot.global_name,
            "icon": None,
            "description": "",
            "type": None,
            "summary": "",
            "bot": bot.wire(),
            "bot_public": app.public,
            "bot_require_code_grant": app.code_grant,
            "verify_key": "0" * 64,
            "flags": app.flags,
            "flags_new": str(app.flags),
            "redirect_uris": [],
            "interactions_endpoint_url": app.interactions_endpoint_url or None,
            "role_connections_verification_url": None,
            **({"privacy_policy_url": app.privacy_policy_url} if app.privacy_policy_url else {}),
            "owner": owner.wire(),
            "approximate_guild_count": len(self._world.homes) + app.servers_without_bot,
            "approximate_user_install_count": sum(user.has_app for user in self._world.people),
            "approximate_user_authorization_count": 0,
            "explicit_content_filter": 0,
            "team": None,
            "eligible_oauth2_scopes": ["bot", "applications.commands"],
            "integration_types_config": app.integration_types_config(),
        }
        return Reply(200, shape)

    def me(self, call: Call) -> Reply:
        """GET /users/@me, for the bot or for the person of a bearer token with `identify`."""
        if not call.from_bot:
            user = self._activities.person_of(call.bearer)
            if user is None:
                raise ApiError(UNAUTHORIZED)
            return Reply(200, user.wire() | {"locale": user.locale})
        more = {"verified": True, "mfa_enabled": False, "email": None, "locale": "en-US"}
        return Reply(200, self._world.bot.wire() | more)

    def guilds(self, call: Call) -> Reply:
        """GET /users/@me/guilds: at most 200, after an id."""
        form = Form()
        limit_text = call.query.get("limit", str(MAX_GUILDS))
        limit = form.integer(
            ("limit",), int(limit_text) if limit_text.isdigit() else limit_text, 1, MAX_GUILDS
        )
        after = form.snowflake(("after",), call.query.get("after", "0"))
        form.raise_errors()
        homes = sorted(
            (guild for guild in self._world.homes if int(guild.id) > int(after or 0)),
            key=lambda guild: int(guild.id),
        )
        guilds: list[Json] = [
            {
                "id": guild.id,
                "name": guild.name,
                "icon": None,
                "banner": None,
                "owner": False,
                "features": guild.features,
            }
            for guild in homes[:limit]
        ]
        return Reply(200, guilds)

    def open_dm(self, call: Call) -> Reply:
        """POST /users/@me/channels; raise 400/50033 for an unknown person, 403/50007 for a bot.

        An unreachable person was seen refused here with 400 and 50007 or 50033 (discord-api-docs issue 1905),
        and elsewhere only when a message is posted.
        """
        user = self._world.users.get(str(body_object(call.body).get("recipient_id")))
        if user is None:
            raise ApiError(INVALID_RECIPIENTS)
        if user.bot:
            raise ApiError(CANNOT_DM)
        channel = self._world.dm_with(user.id)
        if channel is not None and not channel.accepts and channel.refuses_opening:
            raise ApiError(ApiRefusal(400, channel.refusal, KNOWN[channel.refusal].message))
        return Reply(200, self._wire.channel(self._world.open_dm(user.id)))

    def user(self, call: Call) -> Reply:
        """GET /users/{user}."""
        user = self._world.users.get(call.params["user"])
        if user is None:
            raise ApiError(UNKNOWN_USER)
        return Reply(200, user.wire())

    def _guild(self, call: Call) -> Guild:
        guild = self._world.guilds.get(call.params["guild"])
        if guild is None or guild.left:
            raise ApiError(UNKNOWN_GUILD)
        return guild

    def guild(self, call: Call) -> Reply:
        """GET /guilds/{guild}."""
        shape = self._wire.guild(self._guild(call))
        if call.asks("with_counts"):
            people = len(self._world.users)
            shape |= {"approximate_member_count": people, "approximate_presence_count": people}
        return Reply(200, shape)

    def channels(self, call: Call) -> Reply:
        """GET /guilds/{guild}/channels."""
        places = self._world.channels_of(self._guild(call).id)
        return Reply(200, [self._wire.channel(place) for place in places if not place.is_thread])

    def roles(self, call: Call) -> Reply:
        """GET /guilds/{guild}/roles."""
        return Reply(200, self._wire.roles(self._guild(call)))

    def member(self, call: Call) -> Reply:
        """GET: return a member; everyone in the playground is a member."""
        guild = self._guild(call)
        user = self._world.users.get(call.params["user"])
        if user is None:
            raise ApiError(UNKNOWN_MEMBER)
        return Reply(200, self._wire.member(user, guild))
