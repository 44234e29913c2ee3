"""The Activity in Discord: exchanges a code for a person, and checks that they are in the named instance.

Sources: docs/discord-installs.md, rows activity-oauth and activity-instances.
"""

import logging
from dataclasses import dataclass
from typing import Annotated, Any, Final, Protocol

import aiohttp
import discord
from pydantic import StringConstraints, TypeAdapter, ValidationError

from bot.chat.core.failures.discord_refusals import FAILURES, got
from bot.features.web.web_settings import WebSettings
from bot.model.people.person import Person
from bot.model.refusal import Refusal

log = logging.getLogger(__name__)

_SECONDS: Final = 8.0
_Id = Annotated[str, StringConstraints(pattern=r"^[0-9]{1,19}$")]
_INSTANCE_SIGNS: Final = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_")


@dataclass(frozen=True, slots=True)
class _Token:
    access_token: Annotated[str, StringConstraints(min_length=1, max_length=500)]


@dataclass(frozen=True, slots=True)
class _DiscordAccount:
    id: _Id
    username: str
    global_name: str | None = None
    locale: str = ""


@dataclass(frozen=True, slots=True)
class _Location:
    channel_id: _Id


@dataclass(frozen=True, slots=True)
class _Instance:
    location: _Location
    users: tuple[_Id, ...]


_TOKEN: Final = TypeAdapter(_Token)
_USER: Final = TypeAdapter(_DiscordAccount)
_INSTANCE: Final = TypeAdapter(_Instance)


@dataclass(frozen=True, slots=True)
class ActivityGuest:
    """A person in an Activity, identified by Discord, the Activity's channel, and their token for the SDK."""

    person: Person
    channel: int
    access_token: str


class RunningInstances(Protocol):
    """Looks up running instances of the Activity."""

    async def people_at(self, application: int, instance: str) -> tuple[int, frozenset[int]] | None:
        """Return the channel of an instance and the people in it; None if it does not run."""


class DiscordInstances:
    """Asks Discord with the bot's token; without a `client` nothing runs."""

    def __init__(self) -> None:
        self.client: discord.Client | None = None

    async def people_at(self, application: int, instance: str) -> tuple[int, frozenset[int]] | None:
        """Return the channel of an instance and the people in it; None for an unknown instance."""
        if self.client is None or not instance or not set(instance) <= _INSTANCE_SIGNS:
            return None
        path = "/applications/{application}/activity-instances/{instance}"
        route = discord.http.Route("GET", path, application=application, instance=instance)
        try:
            running = _INSTANCE.validate_python(await got(self.client.http.request(route)))
        except FAILURES as error:
            log.info("an Activity instance could not be verified: %s", type(error).__name__)
            return None
        except ValidationError:
            return None
        return int(running.location.channel_id), frozenset(map(int, running.users))


class ActivityDoor:
    """Admits people in a running instance, as identified by Discord."""

    def __init__(self, settings: WebSettings, instances: RunningInstances) -> None:
        self._settings = settings
        self._instances = instances

    async def enter(self, application: int, code: str, instance: str) -> ActivityGuest:
        """Return the person of a code if they are in an instance. Raises Refusal "web-activity"."""
        secret = self._settings.client_secret
        if secret is None:
            raise Refusal("web-activity")
        form = {
            "client_id": str(application),
            "client_secret": secret.get_secret_value(),
            "grant_type": "authorization_code",
            "code": code,
        }
        timeout, api = aiohttp.ClientTimeout(total=_SECONDS), self._settings.api_url
        try:
            async with aiohttp.ClientSession(timeout=timeout) as session:
                async with session.post(f"{api}/oauth2/token", data=form) as answer:
                    token = _TOKEN.validate_python(await _read_answer(answer)).access_token
                headers = {"Authorization": f"Bearer {token}"}
                async with session.get(f"{api}/users/@me", headers=headers) as answer:
                    user = _USER.validate_python(await _read_answer(answer))
        except (aiohttp.ClientError, TimeoutError, ValidationError, ValueError) as error:
            # The error may contain the code.
            log.info("an Activity code could not be verified: %s", type(error).__name__)
            raise Refusal("web-activity") from None
        people = await self._instances.people_at(application, instance)
        if people is None or int(user.id) not in people[1]:
            raise Refusal("web-activity")
        person = Person(int(user.id), user.global_name or user.username, user.locale)
        return ActivityGuest(person, people[0], token)


async def _read_answer(answer: aiohttp.ClientResponse) -> Any:  # noqa: ANN401  # validated by the caller
    answer.raise_for_status()
    return await answer.json()
