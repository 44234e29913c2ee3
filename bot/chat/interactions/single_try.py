"""Answers to interactions sent once each: whoever sends them decides when to try again."""

from collections.abc import Sequence
from typing import Any

import aiohttp
import discord
from discord.http import Route, json_or_text
from discord.webhook.async_ import AsyncWebhookAdapter

ERRORS = {403: discord.Forbidden, 404: discord.NotFound}


class SingleTryAdapter(AsyncWebhookAdapter):
    """Send a request of a webhook or an interaction once.

    discord.py would wait one second after a failure and three after the next: too long for a first answer.
    """

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
    ) -> Any:  # noqa: ANN401  # what Discord says, as discord.py's own method returns it
        """Return what Discord says.

        Raises HTTPException where it refuses, RateLimited where it names a time to wait, aiohttp's errors
        where nothing or nonsense comes back.
        """
        del files, reason, auth_token  # the files are in the form; the token of an interaction is enough
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
                said = await json_or_text(response)
            except ValueError as error:
                raise aiohttp.ClientPayloadError("the answer is no JSON") from error
            if response.status < 300:
                return said
            wait = said.get("retry_after") if isinstance(said, dict) else None
            if response.status == 429 and isinstance(wait, int | float):
                raise discord.RateLimited(wait)
            if response.status >= 500:
                raise discord.DiscordServerError(response, said)
            raise ERRORS.get(response.status, discord.HTTPException)(response, said)
