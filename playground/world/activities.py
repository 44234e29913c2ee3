"""Activities: the app in a frame, the people using it, and the scopes they granted."""

import secrets
from dataclasses import dataclass, field

from playground.values.errors import ACTIVITY_REFUSED, ApiError
from playground.values.people import Json, User
from playground.values.places import Channel, ChannelType
from playground.world.world import World

TOKEN_SECONDS = 604_800
CODE_SECONDS = 600.0
SCOPES = frozenset(("identify", "guilds"))
"""The scopes that can be requested here; Discord has more."""
_PLACES = frozenset((ChannelType.TEXT, ChannelType.VOICE, ChannelType.DM, ChannelType.GROUP_DM))


@dataclass(slots=True)
class ActivityInstance:
    """A run of the Activity in a channel, from the first person who opens it to the last who leaves."""

    launch_id: str
    channel_id: str
    guild_id: str | None
    people: list[str] = field(default_factory=list)

    @property
    def location(self) -> str:
        """The id of the place, in the form of multiplayer-experience "Using the Activity Instance API"."""
        return f"gc-{self.guild_id}-{self.channel_id}" if self.guild_id else f"pc-{self.channel_id}"

    @property
    def id(self) -> str:
        return f"i-{self.launch_id}-{self.location}"

    def wire(self, application_id: str) -> Json:
        """Return the instance in the REST interface's form."""
        place: Json = {
            "id": self.location,
            "kind": "gc" if self.guild_id else "pc",
            "channel_id": self.channel_id,
        }
        if self.guild_id:
            place["guild_id"] = self.guild_id
        return {
            "application_id": application_id,
            "instance_id": self.id,
            "launch_id": self.launch_id,
            "location": place,
            "users": list(self.people),
        }


@dataclass(frozen=True, slots=True)
class Grant:
    """A person's grant to the app: by a code, then by a token."""

    user_id: str
    scopes: tuple[str, ...]
    expires: float


class Activities:
    """All instances, consents, codes and tokens; lost when the playground ends."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._instances: dict[str, ActivityInstance] = {}
        self._consents: dict[str, set[str]] = {}
        self._codes: dict[str, Grant] = {}
        self._tokens: dict[str, Grant] = {}

    def launch(self, user_id: str, channel: Channel) -> ActivityInstance:
        """Enter a channel's instance, creating it if there is none.

        Raises ApiError if Activities are disabled in the portal (interactions/receiving-and-responding
        "LAUNCH_ACTIVITY": only for apps with Activities), and in threads and posts, which Discord's
        documentation does not mention.
        """
        anywhere = not self._world.strictness.activities_need_channel
        if not self._world.application.activities or not (anywhere or channel.type in _PLACES):
            raise ApiError(ACTIVITY_REFUSED)
        for instance in self._instances.values():
            if instance.channel_id == channel.id:
                break
        else:
            instance = ActivityInstance(self._world.snowflakes.mint(), channel.id, channel.guild_id)
            self._instances[instance.id] = instance
        if user_id not in instance.people:
            instance.people.append(user_id)
        return instance

    def leave(self, user_id: str, instance_id: str) -> None:
        """Leave an instance; the last person ends it (multiplayer-experience "Semantics of instanceId")."""
        instance = self._instances.get(instance_id)
        if instance is None:
            return
        instance.people = [person for person in instance.people if person != user_id]
        if not instance.people:
            del self._instances[instance_id]

    def find(self, instance_id: str) -> ActivityInstance | None:
        """Return a running instance, None if there is none with this id."""
        return self._instances.get(instance_id)

    def has_consent(self, user_id: str, scopes: tuple[str, ...]) -> bool:
        """Return whether a person has consented to all these scopes."""
        return set(scopes) <= self._consents.get(user_id, set())

    def authorize(self, user_id: str, scopes: tuple[str, ...]) -> str:
        """Record a person's consent and return a one-time code."""
        self._consents.setdefault(user_id, set()).update(scopes)
        code = secrets.token_urlsafe(22)
        self._codes[code] = Grant(user_id, scopes, self._world.clock.now() + CODE_SECONDS)
        return code

    def exchange(self, code: str) -> Json | None:
        """Return the tokens for a code, or None if it is unknown, used or expired."""
        grant = self._codes.pop(code, None)
        if grant is None or grant.expires <= self._world.clock.now():
            return None
        token = secrets.token_urlsafe(22)
        self._tokens[token] = Grant(grant.user_id, grant.scopes, self._world.clock.now() + TOKEN_SECONDS)
        return {
            "access_token": token,
            "token_type": "Bearer",
            "expires_in": TOKEN_SECONDS,
            "refresh_token": secrets.token_urlsafe(22),
            "scope": " ".join(grant.scopes),
        }

    def grant_of(self, token: str) -> Grant | None:
        """Return a token's grant, None for an unknown or expired token."""
        grant = self._tokens.get(token)
        return grant if grant and grant.expires > self._world.clock.now() else None

    def person_of(self, token: str) -> User | None:
        """Return the person of a token with the scope `identify`, else None."""
        grant = self.grant_of(token)
        return self._world.users.get(grant.user_id) if grant and "identify" in grant.scopes else None
