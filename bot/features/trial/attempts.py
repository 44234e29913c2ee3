"""Requests of a trial: expected answers, expected refusals, and inconclusive failures."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeVar

import discord
from discord.http import Route

from bot.chat.core.failures.discord_refusals import FAILURES, got
from bot.chat.core.failures.network_errors import passes
from bot.features.trial.probe_results import ProbeResults

_Answer = TypeVar("_Answer")
Payload = dict[str, Any]
"""The body of a request or response in the format of Discord's documentation."""
Make = Callable[[], Awaitable[_Answer]]
_SAYS_NOTHING: Final = frozenset({50001, 50013, 160006, 160007, 200000, 200001, 240000, 400001})
"""Refusals for reasons of this server: a missing permission, too many threads, AutoMod, limited uploads."""
_NOT_A_MEMBER: Final = 10007
_MAX_WAIT: Final = 30.0
_TRIES: Final = 4


@dataclass(frozen=True, slots=True)
class Attempts:
    """Sends requests and records their results. Retries a rate-limited request after a short wait."""

    results: ProbeResults
    pause: Callable[[float], Awaitable[None]] = asyncio.sleep

    async def ask(self, make: Make[_Answer]) -> _Answer:
        """Send a request and return Discord's answer. Raises FAILURES."""
        for _ in range(_TRIES - 1):
            try:
                return await got(make())
            except discord.RateLimited as limited:
                if limited.retry_after > _MAX_WAIT:
                    raise
                await self.pause(limited.retry_after)
        return await got(make())

    async def expect_answer(
        self, probe: str, make: Make[_Answer], holds: Callable[[_Answer], bool] = lambda _: True
    ) -> _Answer | None:
        """Expect an answer that satisfies `holds`; return it, None without an answer."""
        try:
            answer = await self.ask(make)
        except discord.HTTPException as error:
            self._on_refusal(probe, error)
            return None
        except FAILURES as error:
            self.results.record_untried(probe, error)
            return None
        self.results.check(probe, holds=holds(answer))
        return answer

    async def expect_refusal(self, probe: str, codes: Sequence[int], make: Make[_Answer]) -> _Answer | None:
        """Expect a refusal with one of these codes; return the answer if Discord does not refuse."""
        try:
            answer = await self.ask(make)
        except discord.HTTPException as error:
            if error.code in codes:
                self.results.check(probe, holds=True)
            else:
                self._on_refusal(probe, error)
            return None
        except FAILURES as error:
            self.results.record_untried(probe, error)
            return None
        self.results.check(probe, holds=False)
        return answer

    def _on_refusal(self, probe: str, error: discord.HTTPException) -> None:
        if passes(error) or error.code in _SAYS_NOTHING:
            self.results.record_untried(probe, error)
        else:
            self.results.record_refusal(probe, error)

    async def maybe(self, make: Make[_Answer]) -> _Answer | None:
        """Return an answer that no probe depends on, None without one."""
        try:
            return await self.ask(make)
        except FAILURES:
            return None


def send_json(
    client: discord.Client, route: Route, payload: Payload, file: discord.File | None = None
) -> Awaitable[Payload]:
    """Send a body unchanged by discord.py, and with it a new file, if any, as `files[0]`."""
    if file is None:
        return client.http.request(route, json=payload)
    form: list[Payload] = [
        {"name": "payload_json", "value": json.dumps(payload)},
        {
            "name": "files[0]",
            "value": file.fp,
            "filename": file.filename,
            "content_type": "application/octet-stream",
        },
    ]
    return client.http.request(route, form=form, files=[file])


def message_route(method: str, channel: int, message: int) -> Route:
    """Return the route of a message in a channel."""
    path = "/channels/{channel_id}/messages/{message_id}"
    return Route(method, path, channel_id=channel, message_id=message)


def answer_route(interaction: discord.Interaction) -> Route:
    """Return the route for editing the first answer to an interaction."""
    return Route(
        "PATCH",
        "/webhooks/{webhook_id}/{webhook_token}/messages/{message_id}",
        webhook_id=interaction.application_id,
        webhook_token=interaction.token,
        message_id="@original",
    )


async def is_in_thread(client: discord.Client, thread: int, person: int) -> bool:
    """Return whether a person is a member of a thread. Raises FAILURES."""
    path = "/channels/{channel_id}/thread-members/{user_id}"
    try:
        await got(client.http.request(Route("GET", path, channel_id=thread, user_id=person)))
    except discord.HTTPException as error:
        if error.code != _NOT_A_MEMBER:
            raise
        return False
    return True
