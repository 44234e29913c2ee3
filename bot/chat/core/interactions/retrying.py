"""Retries of answers that fail in transit, until Discord accepts them or time is up.

Each try sends once: discord.py would wait one second after a failure and three after the next, too long for a
first answer.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final

import aiohttp
import discord
from discord.http import Route, json_or_text
from discord.webhook.async_ import AsyncWebhookAdapter, async_context

from bot.chat.core.failures.network_errors import passes

ERRORS = {403: discord.Forbidden, 404: discord.NotFound}
PAUSE, LONGEST_PAUSE = 0.1, 8.0
Send = Callable[[], Awaitable[None]]
TROUBLE = (discord.RateLimited, aiohttp.ClientError, OSError)
"""Transient errors; `TimeoutError` is an `OSError`."""


class SingleTryAdapter(AsyncWebhookAdapter):
    """Sends webhook and interaction requests once; the caller decides about retries."""

    def __init__(self) -> None:
        super().__init__()  # type: ignore[no-untyped-call]  # discord.py's own is without types

    async def request(
        self,
        route: Route,
        session: aiohttp.ClientSession,
        *,
        payload: dict[str, Any] | None = None,
        multipart: list[dict[str, Any]] | None = None,
        proxy: str | None = None,
        proxy_auth: aiohttp.BasicAuth | None = None,
        files: Sequence[discord.File] | None = None,
        reason: str | None = None,
        auth_token: str | None = None,
        params: dict[str, Any] | None = None,
    ) -> Any:  # noqa: ANN401  # as in discord.py
        """Return Discord's answer.

        Raises HTTPException if Discord refuses, RateLimited if it requests a wait, and aiohttp's errors if no
        valid answer arrives.
        """
        del files, reason, auth_token  # the form contains the files; an interaction's token is enough
        form = None
        if multipart:
            form = aiohttp.FormData(quote_fields=False)
            for part in multipart:
                form.add_field(**part)
        async with session.request(
            route.method,
            route.url,
            data=form,
            json=None if form is not None else payload,
            params=params,
            proxy=proxy,
            proxy_auth=proxy_auth,
        ) as response:
            try:
                body = await json_or_text(response)
            except ValueError as error:
                raise aiohttp.ClientPayloadError("the answer is no JSON") from error
            if response.status < 300:
                return body
            wait = body.get("retry_after") if isinstance(body, dict) else None
            if response.status == 429 and isinstance(wait, int | float):
                raise discord.RateLimited(wait)
            if response.status >= 500:
                raise discord.DiscordServerError(response, body)
            raise ERRORS.get(response.status, discord.HTTPException)(response, body)


_ADAPTER: Final = SingleTryAdapter()


async def send_until_accepted(send: Send, until: float, longest: float) -> None:
    """Send until Discord accepts, each try for at most `longest` seconds.

    Raises Discord's refusal, or the last failure if no further try can begin before `until`; the first
    failure that leaves the arrival unknown takes precedence.
    """
    loop, pause = asyncio.get_running_loop(), PAUSE
    unheard: Exception | None = None
    while True:
        wait = pause
        try:
            with _each_try_once():
                async with asyncio.timeout(longest):
                    await send()
        except discord.HTTPException as error:
            if not passes(error):
                raise
            trouble: Exception = error
        except discord.RateLimited as error:
            wait, trouble = error.retry_after, error
        except TROUBLE as error:
            trouble = error
            unheard = unheard or error
        else:
            return
        if loop.time() + wait > until:
            raise unheard or trouble
        await asyncio.sleep(wait)
        pause = min(2 * pause, LONGEST_PAUSE)


@contextmanager
def _each_try_once() -> Iterator[None]:
    """Disable discord.py's own retries for this task's requests."""
    before = async_context.set(_ADAPTER)
    try:
        yield
    finally:
        async_context.reset(before)
