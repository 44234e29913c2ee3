"""OAuth2 for Activities: exchanging codes for tokens, and a token's claims."""

import base64
import binascii

from playground.rest.call import Call, Endpoint, Reply
from playground.values.clock import iso
from playground.values.errors import NOT_FOUND, UNAUTHORIZED, ApiError
from playground.values.people import Json
from playground.world.activities import Activities
from playground.world.world import World


class OAuthRest:
    """The endpoints of topics/oauth2 that an Activity needs, and the instances of Activities."""

    def __init__(self, world: World, activities: Activities) -> None:
        self._world = world
        self._activities = activities

    def endpoints(self) -> list[Endpoint]:
        return [
            Endpoint("POST", "/oauth2/token", self.token, open_to_all=True, takes_form=True),
            Endpoint("GET", "/oauth2/@me", self.authorization, open_to_all=True),
            Endpoint("GET", "/applications/{application}/activity-instances/{instance}", self.instance),
        ]

    def token(self, call: Call) -> Reply:
        """POST: exchange a code in a form, which may include the client's id and secret (or Basic auth).

        Errors are worded as in RFC 6749, to which topics/oauth2 refers.
        """
        form = call.body if isinstance(call.body, dict) else {}
        client, secret = _client(call.authorization, form)
        if (client, secret) != (self._world.bot.id, self._world.application.client_secret) or not secret:
            return Reply(401, {"error": "invalid_client"})
        if form.get("grant_type") != "authorization_code":
            return Reply(400, {"error": "unsupported_grant_type"})
        grant = self._activities.exchange(str(form.get("code")))
        if grant is None:
            return Reply(400, {"error": "invalid_grant", "error_description": 'Invalid "code" in request.'})
        return Reply(200, grant)

    def authorization(self, call: Call) -> Reply:
        """GET: return the application, the scopes and the person of a bearer token."""
        grant = self._activities.grant_of(call.bearer)
        if grant is None:
            raise ApiError(UNAUTHORIZED)
        bot = self._world.bot
        shape: Json = {
            "application": {"id": bot.id, "name": bot.global_name},
            "scopes": list(grant.scopes),
            "expires": iso(grant.expires),
        }
        user = self._activities.person_of(call.bearer)
        return Reply(200, shape | ({} if user is None else {"user": user.wire()}))

    def instance(self, call: Call) -> Reply:
        """GET: return a running instance (multiplayer-experience "Using the Activity Instance API")."""
        activity = self._activities.find(call.params["instance"])
        if activity is None or call.params["application"] != self._world.bot.id:
            raise ApiError(NOT_FOUND)
        return Reply(200, activity.wire(self._world.bot.id))


def _client(authorization: str, form: Json) -> tuple[str, str]:
    kind, _, value = authorization.partition(" ")
    if kind != "Basic":
        return str(form.get("client_id", "")), str(form.get("client_secret", ""))
    try:
        client, _, secret = base64.b64decode(value, validate=True).decode().partition(":")
    except (binascii.Error, UnicodeDecodeError):
        return "", ""
    return client, secret
