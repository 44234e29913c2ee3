"""The meaning of Discord's refusals for further requests."""

import json
from dataclasses import dataclass
from typing import Any, Final

import aiohttp
import discord

from bot.chat.core.failures.discord_refusals import CODES, RefusalMeaning

UNAUTHORIZED, FORBIDDEN, TOO_MANY = 401, 403, 429
INVALID: Final = frozenset({UNAUTHORIZED, FORBIDDEN, TOO_MANY})
_OF_THE_PLACE: Final = frozenset({RefusalMeaning.GONE, RefusalMeaning.CLOSED, RefusalMeaning.UNREACHABLE})
_OF_THE_MESSAGE: Final = frozenset({RefusalMeaning.NO_MESSAGE, RefusalMeaning.UNFIT})


class LeftAlone(discord.RateLimited):
    """A request was not sent: its route is on hold for `retry_after` seconds."""

    def __init__(self, what: str, seconds: float) -> None:
        super().__init__(seconds)
        self.args = (f"{what} is left alone for {seconds:.0f} s",)


@dataclass(frozen=True, slots=True)
class RefusedRequest:
    """An answer 401, 403 or 429.

    `code` is Discord's own, `wait` its requested seconds. `is_page`: the answer is a proxy's, not Discord's;
    `is_global` and `is_shared` are the scope of a 429.
    """

    response: aiohttp.ClientResponse
    body: dict[str, Any] | None
    code: int
    wait: float | None
    is_page: bool
    is_global: bool
    is_shared: bool

    @property
    def status(self) -> int:
        return self.response.status

    @property
    def is_of_the_place(self) -> bool:
        """Whether the refusal concerns the place, whatever the bot sends."""
        return self.status == FORBIDDEN and CODES.get(self.code) in _OF_THE_PLACE

    @property
    def is_of_the_message(self) -> bool:
        """Whether the refusal concerns a single message."""
        return self.status == FORBIDDEN and CODES.get(self.code) in _OF_THE_MESSAGE

    def as_error(self) -> discord.Forbidden:
        """Return the matching error for the request's caller."""
        return discord.Forbidden(self.response, self.body)


def read_refusal(response: aiohttp.ClientResponse, body: bytes) -> RefusedRequest:
    """Parse an answer 401, 403 or 429."""
    try:
        read = json.loads(body)
    except ValueError:
        read = None
    data: dict[str, Any] | None = read if isinstance(read, dict) else None
    code, wait = (data or {}).get("code"), (data or {}).get("retry_after")
    headers = response.headers
    scope = headers.get("X-RateLimit-Scope")
    # As in discord.py: a 429 without `Via` comes from Cloudflare.
    is_page = data is None or (response.status == TOO_MANY and not headers.get("Via"))
    return RefusedRequest(
        response,
        data,
        code if isinstance(code, int) else 0,
        float(wait) if isinstance(wait, int | float) else _seconds(headers.get("Retry-After")),
        is_page,
        not is_page and (scope == "global" or (data or {}).get("global") is True),
        not is_page and scope == "shared",
    )


def _seconds(header: str | None) -> float | None:
    return float(header) if header is not None and header.isdigit() else None
